// Blind signatures in a browser (RFC 9474), for a survey's tokens and a device's credentials: the variant, the check of an
// issuer's key, and bytes as text. The steps themselves are in vendored/blindrsa.js. In Python: shoal/blind_signatures.

import { BlindRSA, PrepareType } from "./vendored/blindrsa.js";

const VARIANT = { // RSABSSA-SHA384-PSS-Randomized, RFC 9474, section 5
  name: "RSABSSA-SHA384-PSS-Randomized",
  hash: "SHA-384",
  saltLength: 48,
  prepareType: PrepareType.Randomized,
  supportsRSARAW: false,
};
const MODULUS_BITS = [2048, 3072, 4096];
const EXPONENT = "AQAB"; // 65537
const SMALLEST_FACTOR = 752n; // NIST SP 800-89, section 5.3.3

export const blindRsa = new BlindRSA(VARIANT);

// An issuer's public key (JSON Web Key) for blindRsa; null if it is none, or an unsound one.
export async function issuerKeyOf(jwk) {
  const members = Object.keys(jwk).sort().join();
  if (members !== "alg,e,kty,n" || jwk.kty !== "RSA" || jwk.alg !== "PS384" || jwk.e !== EXPONENT) return null;
  try {
    const key = await crypto.subtle.importKey("jwk", jwk, { name: "RSA-PSS", hash: VARIANT.hash }, true, ["verify"]);
    return MODULUS_BITS.includes(key.algorithm.modulusLength) && isSound(jwk.n) ? key : null;
  } catch {
    return null;
  }
}

// No power of a prime, and no small factor: then everybody could sign in the issuer's place. See key_pairs.py.
function isSound(spelled) {
  const modulus = BigInt(`0x${hexOf(bytesOf(spelled))}`);
  for (let small = 3n; small < SMALLEST_FACTOR; small += 2n) if (modulus % small === 0n) return false;
  let power = 1n; // 2 to the power of the modulus
  for (const bit of modulus.toString(2)) power = (power * power * (bit === "1" ? 2n : 1n)) % modulus;
  let [one, other] = [modulus, (power - 2n + modulus) % modulus];
  while (other !== 0n) [one, other] = [other, one % other];
  return one === 1n;
}

export function joinedBytes(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}

export async function sha256Of(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

export function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// base64url without padding (RFC 4648, section 5).
export function base64urlOf(bytes) {
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

export function bytesOf(spelled) {
  return Uint8Array.from(atob(spelled.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
}
