// Answers on the respondent's device: checked against the questions of a survey file, written in their one canonical form,
// padded to the size of all envelopes, and sealed. Encryption (HPKE, RFC 9180) comes from vendored/hpke.js.
// The same in Python: shoal/survey/questionnaire and shoal/survey/sealing. Shared test vectors: tests/survey_file/vectors.

import { canonical, digestOf } from "./shoal-specification.js";
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from "./vendored/hpke.js";

const INFO = "shoal survey answer 2\0"; // so that no other use of the key gives the same info
const SUITE = "DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM";
const DIGEST_BYTES = 32;
const SECRET_BYTES = 32;
const LENGTH_BYTES = 4;
const OVERHEAD_BYTES = 65 + 16; // encapsulated key of P-256, tag of AES-GCM
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/u; // Unicode's category Cc, but line ends are allowed
const BLANK = /^[ \n]*$/u;

const encoder = new TextEncoder();

export class AnswerError extends Error {
  // `problems` is a list of { question, why }; `why` is one of the words below, and never what was answered.
  constructor(problems) {
    super(problems.map(({ question, why }) => (question === null ? why : `${question}: ${why}`)).join("; "));
    this.name = "AnswerError";
    this.problems = problems;
  }
}

// What is wrong with answers (by the name of their question); an empty list if nothing is. A question that was not
// answered is left out: its answer is undefined, and neither null nor an empty text or list.
export function answerProblems(survey, answers) {
  if (typeof answers !== "object" || answers === null || Array.isArray(answers)) return [{ question: null, why: "form" }];
  const asked = new Map(survey.questions.map((question) => [question.name, question]));
  const strange = Object.keys(answers).filter((name) => !asked.has(name));
  const problems = strange.length > 0 ? [{ question: null, why: "unasked" }] : [];
  for (const [name, question] of asked) {
    const why = Object.hasOwn(answers, name) ? CHECKS[question.kind](question, answers[name]) : question.required ? "required" : null;
    if (why !== null) problems.push({ question: name, why });
  }
  return problems;
}

const CHECKS = {
  single: ({ options }, answer) => (options.some(({ value }) => value === answer) ? null : "option"),
  multiple: ({ options, most }, answer) => {
    if (!Array.isArray(answer)) return "list";
    if (answer.length === 0) return "empty";
    if (answer.some((chosen) => options.every(({ value }) => value !== chosen))) return "option";
    const inOrder = options.map(({ value }) => value).filter((value) => answer.includes(value));
    if (inOrder.length !== answer.length || inOrder.some((value, at) => value !== answer[at])) return "order";
    return answer.length > most ? "most" : null;
  },
  number: ({ least, most, decimals }, answer) => {
    if (typeof answer !== "number") return "number";
    if (!(answer >= least && answer <= most)) return "range";
    return decimalsOf(answer) > decimals ? "decimals" : null;
  },
  scale: ({ from, to }, answer) => {
    if (!Number.isInteger(answer)) return "number";
    return answer >= from && answer <= to ? null : "range";
  },
  text: ({ most_characters: most }, answer) => {
    if (typeof answer !== "string") return "text";
    if (BLANK.test(answer)) return "empty";
    if ([...answer].length > most) return "long";
    if (CONTROLS.test(answer)) return "control";
    return isWellFormed(answer) ? null : "half";
  },
};

function decimalsOf(number) {
  const [digits, exponent = "0"] = String(number).split("e");
  return Math.max(0, (digits.split(".")[1] ?? "").length - Number(exponent));
}

function isWellFormed(text) {
  return !/[\ud800-\udfff]/u.test(text); // with u, halves that belong together are one character
}

// The one form in which an answer is written, or AnswerError.
export function writtenAnswer(survey, { cell, answers }) {
  const problems = answerProblems(survey, answers);
  if (!Number.isInteger(cell) || cell < 0 || cell >= survey.specification.cells.length) {
    problems.unshift({ question: null, why: "cell" });
  }
  if (problems.length > 0) throw new AnswerError(problems);
  return canonical({ answers, cell, specification: survey.specification.digest });
}

// The envelope (Uint8Array) for a token or a code whose id has these 64 signs, and whose secret these 32 bytes. The survey
// file must have been verified.
export async function sealAnswer(survey, answer, tokenId, secret) {
  if (survey.answers_key.suite !== SUITE) throw new AnswerError([{ question: null, why: "suite" }]);
  const content = encoder.encode(writtenAnswer(survey, answer));
  const padded = new Uint8Array(survey.envelope_size - OVERHEAD_BYTES), head = SECRET_BYTES + LENGTH_BYTES;
  if (content.length > padded.length - head) throw new AnswerError([{ question: null, why: "long" }]);
  if (secret.length !== SECRET_BYTES) throw new AnswerError([{ question: null, why: "secret" }]);
  padded.set(secret);
  new DataView(padded.buffer).setUint32(SECRET_BYTES, content.length);
  padded.set(content, head);
  const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });
  const point = Uint8Array.from(atob(survey.answers_key.public_key), (sign) => sign.charCodeAt(0));
  const recipientPublicKey = await suite.kem.deserializePublicKey(point.buffer);
  const info = joined(encoder.encode(INFO), bytesOfHex(await digestOf(survey)), bytesOfHex(tokenId));
  const { enc, ct } = await suite.seal({ recipientPublicKey, info: info.buffer }, padded.buffer);
  return joined(new Uint8Array(enc), new Uint8Array(ct));
}

function bytesOfHex(text) {
  const signs = text.replace(/^sha256:/u, "");
  if (signs.length !== 2 * DIGEST_BYTES || !/^[0-9a-f]*$/u.test(signs)) throw new AnswerError([{ question: null, why: "id" }]);
  return Uint8Array.from(signs.match(/../gu), (pair) => parseInt(pair, 16));
}

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}
