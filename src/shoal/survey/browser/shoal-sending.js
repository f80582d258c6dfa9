// The way of an answer: a token from the issuer for an invitation, then the sealed envelope to the repository.
//
// What the device keeps (local storage): a request, from before it is sent until its token is finished, under a hash of the
// invitation; then the token and its secret, with which an answer can be changed until closing. `inverse`, which proves whose token it is,
// is gone as soon as the token is there. Never kept: the invitation, the details, the answers.

import { TokenError, codeId, finishedToken, fromBase64url, newRequest, proofOf, readCode, secretOfCode, toBase64url, tokenId } from "./shoal-tokens.js";
import { sealAnswer } from "./shoal-answers.js";
import { digestOf } from "./shoal-specification.js";

const PROBLEM = "urn:shoal:problem:";
const TIMES_OF_A_REQUEST = 3; // an answer that was lost on the way is asked for again
const PAUSE_MS = 400;

export class SendingError extends Error {
  // `why` is network, answer, or the last word of the type of a problem (RFC 9457); `address` is that of the server.
  constructor(why, address = "") {
    super(why);
    this.why = why;
    this.address = address;
  }
}

export class Sending {
  #survey;
  #digest;
  #store;
  #sealed = null; // the last envelope and what it was made of: the same answer is sent in the same envelope

  static async of(survey) {
    const made = new Sending();
    made.#survey = survey;
    made.#digest = (await digestOf(survey)).replace("sha256:", "");
    made.#store = new DeviceStore(made.#digest);
    return made;
  }

  get digest() {
    return this.#digest;
  }

  get keeps() {
    return this.#store.keeps;
  }

  get token() {
    return this.#store.get("token");
  }

  forget() {
    this.#store.remove("token");
  }

  // The token for an invitation. The same request is sent until it is answered, so a lost answer costs nobody the invitation.
  async tokenFor(invitation) {
    const { url, public_key: key } = this.#survey.issuer;
    const code = readCode(invitation);
    const name = `request ${await digestOf({ invitation: code, survey: this.#digest })}`;
    const request = this.#store.get(name) ?? await newRequest(this.#digest, key);
    this.#store.set(name, request);
    const answer = await sent("POST", `${withoutEnd(url)}/tokens`, { invitation: code, blinded: request.blinded });
    let token;
    try {
      token = await finishedToken(request, key, String(answer.blind_signature));
    } catch (error) {
      throw error instanceof TokenError ? new SendingError("answer", url) : error;
    }
    this.#store.set("token", token);
    this.#store.remove(name);
    return token;
  }

  // The envelope for { token } or { code }, with the id and the proof of whoever has it. The secret is in the envelope only.
  async sealed(admitted, answer) {
    const { token } = admitted;
    const id = token === undefined ? await codeId(this.#digest, admitted.code) : await tokenId(token);
    const made = JSON.stringify([id, answer]);
    if (this.#sealed?.made !== made) {
      const secret = token?.secret ?? await secretOfCode(this.#digest, admitted.code);
      const envelope = toBase64url(await sealAnswer(this.#survey, answer, id, fromBase64url(secret)));
      this.#sealed = { made, id, token: token && { prepared: token.prepared, signature: token.signature }, proof: await proofOf(secret), envelope };
    }
    return this.#sealed;
  }

  // stored, replaced or unchanged. A card has no token: its proof tells the repository which one it is.
  async send({ token, proof, envelope }) {
    const submission = token === undefined ? { proof, envelope } : { token, proof, envelope };
    const { status } = await sent("PUT", `${withoutEnd(this.#survey.repository)}/surveys/${this.#digest}/answers`, submission);
    return status;
  }

  // waiting, open, closed; null without a connection.
  async stage() {
    try {
      const answer = await fetch(`${withoutEnd(this.#survey.repository)}/surveys/${this.#digest}/stage`, { cache: "no-store", credentials: "omit" });
      return answer.ok ? (await answer.json()).stage : null;
    } catch {
      return null;
    }
  }

  // A bundle of one answer, which closing reads like that of a repository. Nobody can answer with what is in it.
  file({ id, token, envelope }) {
    const head = { kind: "shoal survey bundle", version: 2, survey: this.#digest, answers: 1 };
    return `${JSON.stringify(head)}\n${JSON.stringify(token === undefined ? { code_id: id, envelope } : { token, envelope })}\n`;
  }
}

async function sent(method, url, body) {
  const options = { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer" };
  for (let time = 1; ; time += 1) {
    try {
      const answer = await fetch(url, options);
      const content = await answer.json();
      if (answer.ok) return content;
      throw new SendingError(String(content.type ?? "").replace(PROBLEM, "") || "other", url);
    } catch (error) {
      if (error instanceof SendingError) throw error;
      if (time === TIMES_OF_A_REQUEST) throw new SendingError("network", url);
      await new Promise((done) => setTimeout(done, PAUSE_MS * time));
    }
  }
}

function withoutEnd(url) {
  return url.replace(/\/+$/, "");
}

// Local storage under the name of one survey; where the browser has none, memory.
class DeviceStore {
  #before;
  #memory = new Map();
  keeps = true;

  constructor(digest) {
    this.#before = `shoal survey ${digest} `;
    try {
      localStorage.setItem(`${this.#before}try`, "1");
      localStorage.removeItem(`${this.#before}try`);
    } catch {
      this.keeps = false;
    }
  }

  get(name) {
    const text = this.keeps ? localStorage.getItem(this.#before + name) : this.#memory.get(name);
    try {
      return text === null || text === undefined ? null : JSON.parse(text);
    } catch {
      return null;
    }
  }

  set(name, value) {
    if (this.keeps) localStorage.setItem(this.#before + name, JSON.stringify(value));
    else this.#memory.set(name, JSON.stringify(value));
  }

  remove(name) {
    if (this.keeps) localStorage.removeItem(this.#before + name);
    else this.#memory.delete(name);
  }
}
