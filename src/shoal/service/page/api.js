// Requests to the service. The operator key is held here, in memory, and sent as a header only.

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

export class Api {
  #key;

  constructor(key) {
    this.#key = key;
  }

  overview() {
    return this.#json("GET", "/v1/overview");
  }

  generations() {
    return this.#json("GET", "/v1/generations");
  }

  generation(number) {
    return this.#json("GET", `/v1/generations/${number}`);
  }

  cells(number) {
    return this.#json("GET", `/v1/generations/${number}/cells`);
  }

  report(number) {
    return this.#json("GET", `/v1/generations/${number}/report`);
  }

  design(wish) {
    return this.#json("POST", "/v1/generations", wish);
  }

  publish(number) {
    return this.#json("POST", `/v1/generations/${number}/publish`);
  }

  rollBack() {
    return this.#json("POST", "/v1/generations/roll-back");
  }

  discard(number) {
    return this.#json("DELETE", `/v1/generations/${number}`);
  }

  /** Server-sent events of a design, read by fetch because EventSource cannot send the key as a header. */
  async *events(number, signal) {
    const answer = await this.#send("GET", `/v1/generations/${number}/events`, undefined, signal);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        text += value;
        const blocks = text.split("\n\n");
        text = blocks.pop();
        for (const block of blocks) yield eventOf(block);
      }
    } finally {
      reader.cancel().catch(() => {});
    }
  }

  async #json(method, path, body) {
    const answer = await this.#send(method, path, body);
    return answer.status === 204 ? null : answer.json();
  }

  async #send(method, path, body, signal) {
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

function eventOf(block) {
  const event = { kind: "message", data: "" };
  for (const line of block.split("\n")) {
    if (line.startsWith("event: ")) event.kind = line.slice(7);
    if (line.startsWith("data: ")) event.data += line.slice(6);
  }
  return { kind: event.kind, data: JSON.parse(event.data) };
}
