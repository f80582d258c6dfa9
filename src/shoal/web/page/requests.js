// Requests to a server of Shoal. The key is held here, in memory, and sent as a header only.

export class Refused extends Error {
  /** The service answered with a problem body (RFC 9457). */
  constructor(status, problem) {
    super(problem.detail || problem.title || `The service answered ${status}.`);
    this.status = status;
    this.fields = problem.errors || [];
  }
}

export class Unreachable extends Error {}

const AWAY = new Set([502, 503, 504]);

/** Sends requests with a key; the pages derive their own from it. */
export class Requests {
  #key;

  constructor(key) {
    this.#key = key;
  }

  async json(method, path, body) {
    const answer = await this.send(method, path, body);
    return answer.status === 204 ? null : answer.json();
  }

  async send(method, path, body, signal) {
    const headers = { Authorization: `Bearer ${this.#key}`, Accept: "application/json, text/event-stream" };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    let answer;
    try {
      answer = await fetch(path, {
        method, headers, signal, cache: "no-store", credentials: "omit",
        body: body === undefined ? undefined : JSON.stringify(body),
      });
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Unreachable("The service does not answer.");
    }
    if (answer.ok) return answer;
    const problem = await answer.json().catch(() => ({}));
    if (AWAY.has(answer.status)) throw new Unreachable(problem.title ? `${problem.title}.` : "The service does not answer.");
    throw new Refused(answer.status, problem);
  }
}
