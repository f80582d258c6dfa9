// Credentials on the device: the list of places is checked, a pseudonym is made and blinded, and the anonymiser's answer
// becomes a credential. Blind signatures (RFC 9474) come from vendored/blindrsa.js. The same in Python: shoal/credentials.

import { BlindRSA, PrepareType } from "./vendored/blindrsa.js";

const VARIANT = { // RSABSSA-SHA384-PSS-Randomized, RFC 9474, section 5
  name: "RSABSSA-SHA384-PSS-Randomized", hash: "SHA-384", saltLength: 48, prepareType: PrepareType.Randomized, supportsRSARAW: false,
};
const CREDENTIAL_PREFIX = "shoal credential 1\0";
const PSEUDONYM_PURPOSE = "shoal pseudonym 1\0";
const SECRET_BYTES = 32;
const WHAT = "shoal places", FORMAT = 1;

const text = new TextEncoder();
const rsa = new BlindRSA(VARIANT);

export class CredentialError extends Error {}

export function newSecret() {
  return toBase64url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

// The list of places, if its signature is right: { generation, k, places, digest, serviceKey }. `trusted` is the key of the
// service, once one is known. No place and no key may be in it twice: a device could be known by it.
export async function readList(signed, trusted = null) {
  const parts = signed.trim().split(".");
  if (parts.length !== 3) throw new CredentialError("This is not a signed list of places.");
  const [header, content] = parts.slice(0, 2).map((part) => JSON.parse(new TextDecoder().decode(fromBase64url(part))));
  if (header.alg !== "EdDSA" || header.jwk?.crv !== "Ed25519" || header.jwk?.kty !== "OKP") throw new CredentialError("The list is signed in an unknown way.");
  const serviceKey = header.jwk.x;
  if (trusted !== null && trusted !== serviceKey) throw new CredentialError("The list is signed by another service than before.");
  const key = await crypto.subtle.importKey("raw", fromBase64url(serviceKey), { name: "Ed25519" }, false, ["verify"]);
  const right = await crypto.subtle.verify({ name: "Ed25519" }, key, fromBase64url(parts[2]), text.encode(`${parts[0]}.${parts[1]}`));
  if (!right) throw new CredentialError("The signature of the list of places is wrong.");
  if (content.what !== WHAT || content.format !== FORMAT) throw new CredentialError("This is not a list of places of a known version.");
  requireOnce(content.places.map(({ latitude, longitude }) => `${latitude},${longitude}`));
  requireOnce(content.places.map(({ n }) => n));
  const digest = hex(await sha256(fromBase64url(parts[1])));
  return { generation: content.generation, k: content.k, places: content.places, digest, serviceKey };
}

export function placeIn(list, { latitude, longitude }) {
  return list.places.find((own) => own.latitude === latitude && own.longitude === longitude) ?? null;
}

// SHA-256 of RFC 7638: what names the key of a place.
export async function keyName(n) {
  return toBase64url(await sha256(text.encode(`{"e":"AQAB","kty":"RSA","n":"${n}"}`)));
}

export async function pseudonym(secret, n, provider) {
  const key = await crypto.subtle.importKey("raw", fromBase64url(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const message = joined(text.encode(PSEUDONYM_PURPOSE), fromBase64url(await keyName(n)), await sha256(text.encode(provider)));
  return toBase64url(new Uint8Array(await crypto.subtle.sign("HMAC", key, message)));
}

// Send `blinded`; keep the rest until the answer is there.
export async function newRequest(secret, n, provider) {
  const mine = fromBase64url(await pseudonym(secret, n, provider));
  const prepared = rsa.prepare(joined(text.encode(CREDENTIAL_PREFIX), await sha256(text.encode(provider)), mine));
  const { blindedMsg, inv } = await rsa.blind(await placeKey(n), prepared);
  return { n, blinded: toBase64url(blindedMsg), prepared, inverse: inv };
}

// The credential, if the anonymiser signed what was asked with the key of the place. Anything else is refused.
export async function finished(request, blindSignature) {
  try {
    const signature = await rsa.finalize(await placeKey(request.n), request.prepared, fromBase64url(blindSignature), request.inverse);
    return { prepared: toBase64url(request.prepared), signature: toBase64url(signature) };
  } catch {
    throw new CredentialError("The anonymiser did not sign what was asked.");
  }
}

async function placeKey(n) {
  return crypto.subtle.importKey("jwk", { kty: "RSA", alg: "PS384", n, e: "AQAB" }, { name: "RSA-PSS", hash: VARIANT.hash }, true, ["verify"]);
}

function requireOnce(words) {
  if (new Set(words).size < words.length) throw new CredentialError("A place or a key is in the list twice.");
}

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function toBase64url(bytes) {
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function fromBase64url(spelled) {
  return Uint8Array.from(atob(spelled.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
}
