// A whole device: its place, credentials and pseudonyms, and what is near its home. No page is needed; `keep` stores it.
//
//   const device = await HomeDevice.signUp({ latitude, longitude }, providers, keep);   // or new HomeDevice(state, keep)
//   await device.refresh();                         // now and then, not just before a question
//   await device.nearest(provider, 3);              // { points, sure }, ordered by the distance from the home
//
// Three rules keep it from giving itself away. Credentials for all providers are asked for together, when a place is first
// seen. What a provider is asked depends on the place alone, the same for all its devices. And the list of places is read
// again with each refresh: an old one would be known by its digest. The same in Python: shoal/client/home_device.py.

import { finished, keyName, newRequest, newSecret, placeIn, readList } from "./credentials.js";

const EARTH_RADIUS_M = 6371008.8; // mean radius R1 of the IUGG (Moritz 2000)
const NOT_YET = new Set(["not-found", "keys-not-ready", "other-place"]); // no credentials at all, or not at this moment
const UNCHANGED = 304;

export class Refusal extends Error {
  // A problem body (RFC 9457); `type` is for programs.
  constructor(status, problem) {
    super(problem.detail ?? `The answer was ${status}.`);
    this.status = status;
    this.type = String(problem.type ?? "").replace("urn:shoal:problem:", "");
  }
}

export class Unreachable extends Error {}

export class HomeDevice {
  #keep;

  constructor(state, keep = () => {}) {
    this.state = state;
    this.#keep = keep;
  }

  static async signUp(home, providers = [], keep = () => {}, signUpKey = "") {
    const lost = crypto.randomUUID(); // if the answer is lost, the same request again is the same device
    const headers = { "Idempotency-Key": lost, ...(signUpKey && { Authorization: `Bearer ${signUpKey}` }) };
    const made = await json("POST", "/v1/devices", home, headers);
    const state = { id: made.id, token: made.token, home, secret: newSecret(), place: placeOf(made.location), etag: null, providers, serviceKey: null, proofs: null };
    const device = new HomeDevice(state, keep);
    device.#remember({});
    return device;
  }

  // Ask for the place and the list of places. If the place, or its key, is another one, or a provider is new, credentials
  // for all providers are fetched.
  async refresh() {
    const headers = { ...this.#bearer(), ...(this.state.etag && { "If-None-Match": this.state.etag }) };
    const answer = await send("GET", `/v1/devices/${this.state.id}/location`, undefined, headers);
    if (answer.status !== UNCHANGED) this.#remember({ place: placeOf(await answer.json()), etag: answer.headers.get("ETag") });
    if (this.state.place.status === "placed" && this.state.providers.length > 0) await this.#renew();
    return this.state.place;
  }

  use(providers) {
    this.#remember({ providers });
  }

  // The nearest points to the home. The provider gets the place; the anonymiser hears nothing of it.
  async nearest(provider, count = 1) {
    const { proofs, home } = this.state;
    const credential = proofs?.credentials[provider];
    if (!credential) throw new Error("There is no credential for this provider yet. Try again later.");
    const { latitude, longitude, list, reach } = proofs;
    const sent = await json("POST", `${provider}/v1/nearest`, { latitude, longitude, list, credential, count, margin_m: 2 * reach });
    return ranked(home, proofs, sent, count);
  }

  async move(home) {
    const answer = await send("PUT", `/v1/devices/${this.state.id}/home`, home, this.#bearer());
    this.#remember({ home, place: placeOf(await answer.json()), etag: answer.headers.get("ETag"), proofs: null });
  }

  async cancel() {
    await send("DELETE", `/v1/devices/${this.state.id}`, undefined, this.#bearer());
  }

  // --- steps

  #bearer() {
    return { Authorization: `Bearer ${this.state.token}` };
  }

  #remember(change) {
    this.state = { ...this.state, ...change };
    this.#keep(this.state);
  }

  // Take over what the list says now, and fetch what is missing. What fails now is asked for next time.
  async #renew() {
    try {
      const known = this.#knownList();
      const answer = await send("GET", "/v1/places", undefined, known === null ? {} : { "If-None-Match": `"${known}"` });
      if (answer.status === UNCHANGED) return;
      const list = await readList(await answer.text(), this.state.serviceKey);
      this.#remember({ serviceKey: list.serviceKey });
      const entry = list.generation === this.state.place.generation ? placeIn(list, this.state.place) : null;
      if (entry !== null && list.k === this.state.place.k) await this.#fetch(entry, await this.#takenOver(list, entry)); // else the place has just changed
    } catch (error) {
      if (!NOT_YET.has(error.type)) throw error;
    }
  }

  // The digest of the list that is known, if nothing else is needed from it.
  #knownList() {
    const { proofs, place } = this.state;
    const fit = proofs !== null && ["generation", "latitude", "longitude"].every((name) => proofs[name] === place[name]);
    return fit && this.#missing(proofs).length === 0 ? proofs.list : null;
  }

  #missing(proofs) {
    return this.state.providers.filter((name) => !(name in proofs.credentials));
  }

  // The place as this list has it, with the credentials that its key signed.
  async #takenOver(list, entry) {
    const { latitude, longitude, reach_m: reach } = entry;
    const key = await keyName(entry.n);
    const credentials = this.state.proofs?.key === key ? this.state.proofs.credentials : {};
    return { generation: list.generation, latitude, longitude, reach, list: list.digest, key, credentials };
  }

  async #fetch(entry, proofs) {
    if (Object.keys(proofs.credentials).length > 0) this.#remember({ proofs }); // also if the request below fails
    const names = this.#missing(proofs);
    if (names.length === 0) return;
    const requests = await Promise.all(names.map((name) => newRequest(this.state.secret, entry.n, name)));
    const body = { key: proofs.key, blinded: requests.map(({ blinded }) => blinded) };
    const answer = await json("POST", `/v1/devices/${this.state.id}/credentials`, body, this.#bearer());
    const got = await Promise.all(requests.map((request, at) => finished(request, answer.blind_signatures[at])));
    const credentials = { ...proofs.credentials, ...Object.fromEntries(names.map((name, at) => [name, got[at]])) };
    this.#remember({ proofs: { ...proofs, credentials } });
  }
}

// Answers about the place, ordered by the distance from the home. Sure: no point that was not sent is nearer than any of
// them (docs/methods/nearest-answers.md).
export function ranked(home, place, sent, count) {
  const points = sent.points.map((own) => ({ ...own, metres: metresBetween(home, own) })).sort((a, b) => a.metres - b.metres).slice(0, count);
  const sure = points.length > 0 && points.at(-1).metres <= sent.complete_to_m - metresBetween(place, home);
  return { points, sure, sent: sent.points.length };
}

export function metresBetween(one, other) {
  const turn = Math.PI / 180;
  const [up1, up2] = [one.latitude * turn, other.latitude * turn];
  const across = (other.longitude - one.longitude) * turn;
  const half = Math.sin((up2 - up1) / 2) ** 2 + Math.cos(up1) * Math.cos(up2) * Math.sin(across / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(half)));
}

function placeOf(feature) {
  const [longitude, latitude] = feature.geometry?.coordinates ?? [null, null];
  return { ...feature.properties, latitude, longitude };
}

async function json(method, address, body, headers) {
  return (await send(method, address, body, headers)).json();
}

async function send(method, address, body, headers = {}) {
  const sent = body === undefined ? headers : { ...headers, "Content-Type": "application/json" };
  const answer = await fetch(address, {
    method, headers: sent, cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer",
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(() => { throw new Unreachable("There is no answer. Are you connected?"); });
  if (answer.ok || answer.status === UNCHANGED) return answer;
  throw new Refusal(answer.status, await answer.json().catch(() => ({})));
}
