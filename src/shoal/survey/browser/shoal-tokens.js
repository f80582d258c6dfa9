// Tokens on the respondent's device: a secret message is blinded, the issuer signs it unseen, and the answer becomes a
// token. Blind signatures (RFC 9474) come from blind-signatures.js; here is only what a message and a code of Shoal are.
// The same in Python: shoal/survey/tokens. Shared test vectors: tests/survey_tokens/vectors.

import { base64urlOf, blindRsa, bytesOf, hexOf, issuerKeyOf, joinedBytes, sha256Of } from "./blind-signatures.js";

const TOKEN_PREFIX = "shoal survey token 2\0";
// Of what only the owner of a token or card knows, see secret.py.
const CODE_PREFIX = "shoal survey code 2\0";
const PROOF_PREFIX = "shoal survey proof 1\0";
const COMMITMENT_PREFIX = "shoal survey commitment 1\0";
const SECRET_BYTES = 32;

// Codes: see codes.py.
const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_SIGNS = 20;
const GROUP = 4;
const FIELD_POLYNOMIAL = 0b100101; // x⁵ + x² + 1
const FIELD_SIZE = 32;

export class TokenError extends Error {
  // `why` is one of: digest, key, answer, length, sign, typing. `at` is the position of a sign, from 1.
  constructor(why, at = null) {
    super(why);
    this.why = why;
    this.at = at;
  }
}

const text = new TextEncoder();

// A new secret message for this survey. Send `blinded` (base64url) with the invitation to the issuer; keep the rest, on
// this device only, until the answer is there. `issuer` is the key in the signed survey file, and no other: an issuer that
// could give everybody a key of their own would know their tokens by the key.
export async function newRequest(surveyDigest, issuer) {
  const secret = toBase64url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
  const commitment = await commitmentTo(await proofOf(secret));
  const prepared = blindRsa.prepare(joinedBytes(text.encode(TOKEN_PREFIX), digestBytes(surveyDigest), commitment));
  const { blindedMsg, inv } = await blindRsa.blind(await issuerKey(issuer), prepared);
  return { blinded: toBase64url(blindedMsg), prepared: toBase64url(prepared), inverse: toBase64url(inv), secret };
}

// The token with its secret, if the issuer signed what was asked. Anything else is refused. Only `prepared` and `signature`
// are sent; the secret leaves in sealed answers alone.
export async function finishedToken(request, issuer, blindSignature) {
  const prepared = fromBase64url(request.prepared);
  try {
    const inverse = fromBase64url(request.inverse);
    const signature = await blindRsa.finalize(await issuerKey(issuer), prepared, fromBase64url(blindSignature), inverse);
    return { prepared: request.prepared, signature: toBase64url(signature), secret: request.secret };
  } catch (error) {
    throw error instanceof TokenError ? error : new TokenError("answer");
  }
}

// The id under which the repository keeps the answer: 64 signs.
export async function tokenId(token) {
  return hexOf(await sha256Of(fromBase64url(token.prepared)));
}

// The secret (base64url) of whoever has a printed card. It is the same on every device.
export async function secretOfCode(surveyDigest, code) {
  return toBase64url(await hashed(CODE_PREFIX, digestBytes(surveyDigest), text.encode(readCode(code))));
}

// What shows the repository that the sender of an answer knows the secret of a token or card.
export async function proofOf(secret) {
  return toBase64url(await hashed(PROOF_PREFIX, fromBase64url(secret)));
}

// The id of a code from a printed card.
export async function codeId(surveyDigest, code) {
  return hexOf(await commitmentTo(await proofOf(await secretOfCode(surveyDigest, code))));
}

function commitmentTo(proof) {
  return hashed(COMMITMENT_PREFIX, fromBase64url(proof));
}

// The 20 signs of a code as somebody typed it; TokenError says what is wrong with it.
export function readCode(typed) {
  const folded = typed.normalize("NFKC").toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1");
  const code = folded.replace(/[\s\-‐‑‒–—−]/gu, "");
  const signs = [...code];
  if (signs.length !== CODE_SIGNS) throw new TokenError("length", signs.length);
  const unknown = signs.findIndex((sign) => !SIGNS.includes(sign));
  if (unknown >= 0) throw new TokenError("sign", unknown + 1);
  const sum = signs.reduce((total, sign) => timesX(total) ^ SIGNS.indexOf(sign), 0);
  if (sum !== 0) throw new TokenError("typing");
  return code;
}

// A code in groups of four, as it is printed.
export function shownCode(code) {
  return code.match(new RegExp(`.{${GROUP}}`, "g")).join("-");
}

function timesX(value) {
  const doubled = value << 1;
  return doubled >= FIELD_SIZE ? doubled ^ FIELD_POLYNOMIAL : doubled;
}

async function issuerKey(issuer) {
  const key = await issuerKeyOf(issuer);
  if (key === null) throw new TokenError("key");
  return key;
}

function digestBytes(digest) {
  const signs = digest.replace(/^sha256:/, "");
  if (!/^[0-9a-f]{64}$/.test(signs)) throw new TokenError("digest");
  return Uint8Array.from(signs.match(/../g), (pair) => parseInt(pair, 16));
}

function hashed(prefix, ...parts) {
  return sha256Of(joinedBytes(text.encode(prefix), ...parts));
}

export function toBase64url(bytes) {
  return base64urlOf(bytes);
}

export function fromBase64url(spelled) {
  try {
    return bytesOf(spelled);
  } catch {
    throw new TokenError("answer");
  }
}
