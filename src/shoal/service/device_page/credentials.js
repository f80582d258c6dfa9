// Credentials on the device: the list of places is checked, a pseudonym is made and blinded, and the anonymiser's answer
// becomes a credential. Blind signatures (RFC 9474) come from blind-signatures.js. The same in Python: shoal/credentials.

import { base64urlOf, blindRsa, bytesOf, hexOf, issuerKeyOf, joinedBytes, sha256Of } from "./blind-signatures.js";

const CREDENTIAL_PREFIX = "shoal credential 1\0";
const PSEUDONYM_PURPOSE = "shoal pseudonym 1\0";
const SECRET_BYTES = 32;
const WHAT = "shoal places", FORMAT = 1;

const text = new TextEncoder();

export class CredentialError extends Error {}

export function newSecret() {
  return base64urlOf(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

// The list of places, if its signature is right: { generation, k, places, digest, serviceKey }. `trusted` is the key of the
// service, once one is known. No place and no key may be in it twice: a device could be known by it.
export async function readList(signed, trusted = null) {
  const parts = signed.trim().split(".");
  if (parts.length !== 3) throw new CredentialError("This is not a signed list of places.");
  const [header, content] = parts.slice(0, 2).map((part) => JSON.parse(new TextDecoder().decode(bytesOf(part))));
  if (header.alg !== "EdDSA" || header.jwk?.crv !== "Ed25519" || header.jwk?.kty !== "OKP") throw new CredentialError("The list is signed in an unknown way.");
  const serviceKey = header.jwk.x;
  if (trusted !== null && trusted !== serviceKey) throw new CredentialError("The list is signed by another service than before.");
  const key = await crypto.subtle.importKey("raw", bytesOf(serviceKey), { name: "Ed25519" }, false, ["verify"]);
  const right = await crypto.subtle.verify({ name: "Ed25519" }, key, bytesOf(parts[2]), text.encode(`${parts[0]}.${parts[1]}`));
  if (!right) throw new CredentialError("The signature of the list of places is wrong.");
  if (content.what !== WHAT || content.format !== FORMAT) throw new CredentialError("This is not a list of places of a known version.");
  requireOnce(content.places.map(({ latitude, longitude }) => `${latitude},${longitude}`));
  requireOnce(content.places.map(({ n }) => n));
  const digest = hexOf(await sha256Of(bytesOf(parts[1])));
  return { generation: content.generation, k: content.k, places: content.places, digest, serviceKey };
}

export function placeIn(list, { latitude, longitude }) {
  return list.places.find((own) => own.latitude === latitude && own.longitude === longitude) ?? null;
}

// SHA-256 of RFC 7638: what names the key of a place.
export async function keyName(n) {
  return base64urlOf(await sha256Of(text.encode(`{"e":"AQAB","kty":"RSA","n":"${n}"}`)));
}

export async function pseudonym(secret, n, provider) {
  const key = await crypto.subtle.importKey("raw", bytesOf(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const message = joinedBytes(text.encode(PSEUDONYM_PURPOSE), bytesOf(await keyName(n)), await sha256Of(text.encode(provider)));
  return base64urlOf(new Uint8Array(await crypto.subtle.sign("HMAC", key, message)));
}

// Send `blinded`; keep the rest until the answer is there.
export async function newRequest(secret, n, provider) {
  const mine = bytesOf(await pseudonym(secret, n, provider));
  const prepared = blindRsa.prepare(joinedBytes(text.encode(CREDENTIAL_PREFIX), await sha256Of(text.encode(provider)), mine));
  const { blindedMsg, inv } = await blindRsa.blind(await placeKey(n), prepared);
  return { n, blinded: base64urlOf(blindedMsg), prepared, inverse: inv };
}

// The credential, if the anonymiser signed what was asked with the key of the place. Anything else is refused.
export async function finished(request, blindSignature) {
  try {
    const signature = await blindRsa.finalize(await placeKey(request.n), request.prepared, bytesOf(blindSignature), request.inverse);
    return { prepared: base64urlOf(request.prepared), signature: base64urlOf(signature) };
  } catch (error) {
    throw error instanceof CredentialError ? error : new CredentialError("The anonymiser did not sign what was asked.");
  }
}

async function placeKey(n) {
  const key = await issuerKeyOf({ kty: "RSA", alg: "PS384", n, e: "AQAB" });
  if (key === null) throw new CredentialError("The key of the place is not a sound one.");
  return key;
}

function requireOnce(words) {
  if (new Set(words).size < words.length) throw new CredentialError("A place or a key is in the list twice.");
}
