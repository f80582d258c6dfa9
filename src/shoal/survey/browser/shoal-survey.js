// Reads and checks a survey file on the respondent's device: what the organiser signed, and the specification in it.
// The same in Python: shoal/survey/questionnaire/verification.py.

import { isHidden, readsAs } from "./shoal-letters.js";
import { SpecificationError, checkOrigin, readDocument, readSpecification, verify } from "./shoal-specification.js";

const WHAT = "shoal survey";
const FORMAT = 2;
const SUITE = "DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM";
const KINDS = ["single", "multiple", "number", "scale", "text"];
const ADMISSIONS = ["tokens", "codes", "anybody"];
const COVERED = ["structure", "digest", "signature"]; // checks of the specification, where passed: those of the survey say it
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,59}$/;
const TAKEN = ["cell", "specification", "token", "code", "survey", "answers"]; // columns of what is collected
const DAMAGED = "Get the file again from where it came.";

export function readSurvey(text) {
  const survey = readDocument(text, WHAT, "This is not a survey file of Shoal.");
  if (survey.format !== FORMAT) throw new SpecificationError(`The format number of the survey file is not ${FORMAT}. ${DAMAGED}`);
  return survey;
}

// { ok, checks: [{ name, ok, words, open }] }, as verify does for a specification.
export async function verifySurvey(survey, { publicKey = null } = {}) {
  const checks = [];
  const note = (name, ok, words, open = false) => checks.push({ name, ok, words, open });
  const wrong = structureProblem(survey);
  if (wrong !== null) {
    note("structure", false, `${wrong} is not as it should be. ${DAMAGED}`);
    return { ok: false, checks };
  }
  const inside = await verify(readSpecification(JSON.stringify(survey.specification)));
  note("structure", true, "The file is complete, and its parts fit together.");
  await checkOrigin(survey, publicKey, note);
  note("key", true, `Answers are sealed to a key that the file states. Every envelope has ${survey.envelope_size} bytes.`);
  const anybody = survey.admission.includes("anybody");
  note("admission", !anybody, anybody
    ? "Anybody can answer, as often as they like. So nobody knows how many people k answers are."
    : "An answer counts with a token or a code only, one answer for each.");
  checks.push(...inside.checks.filter(({ name, ok }) => !ok || !COVERED.includes(name)));
  for (const { name, different_from: columns = {}, not_identifying: own } of survey.questions) {
    const reasons = [...Object.values(columns), ...(own === undefined ? [] : [own])];
    if (reasons.length > 0) note("reasons", true, `Of the question "${name}" the organiser says: ${reasons.join(" ")}`, true);
  }
  return { ok: checks.every(({ ok }) => ok), checks };
}

function structureProblem(survey) {
  const isText = (value) => typeof value === "string" && value !== "";
  const [first] = Array.isArray(survey.languages) ? survey.languages : [];
  const isByLanguage = (texts) => isObject(texts) && isText(texts[first]) && Object.values(texts).every(isText);
  if (!isText(first)) return "The list of languages";
  if (!isByLanguage(survey.title) || !isByLanguage(survey.purpose) || !isText(survey.organiser) || !isText(survey.contact)) return "Title, purpose or organiser";
  if ([survey.opens, survey.closes].some((time) => Number.isNaN(Date.parse(time)))) return "The time";
  if (!isAddress(survey.repository)) return "The address of the repository";
  const { admission, issuer } = survey;
  if (!Array.isArray(admission) || admission.length === 0 || !admission.every((one) => ADMISSIONS.includes(one)) || (admission.includes("anybody") && admission.length > 1)) return "The admission";
  if (admission.includes("tokens") ? !isObject(issuer) || !isAddress(issuer.url) || !isObject(issuer.public_key) : issuer !== null) return "The issuer";
  if (!isObject(survey.answers_key) || survey.answers_key.suite !== SUITE || !isText(survey.answers_key.public_key)) return "The key for the answers";
  if (!Number.isInteger(survey.envelope_size) || survey.envelope_size < 1) return "The size of the envelopes";
  if (!Array.isArray(survey.questions) || !survey.questions.every((question) => isQuestion(question, isByLanguage))) return "A question";
  if (new Set(survey.questions.map(({ name }) => name.toLowerCase())).size !== survey.questions.length) return "The list of questions";
  if (survey.questions.some(({ kind }) => kind === "text") && survey.free_text !== true) return "A question that asks for free text";
  if (Date.parse(survey.opens) >= Date.parse(survey.closes)) return "The time";
  if (!isObject(survey.specification)) return "The specification";
  return [...shownTexts(survey)].some(isHidden) ? "A text, which has signs that nobody sees," : null;
}

// Everything that a respondent reads of the organiser's words.
function* shownTexts(value) {
  if (typeof value === "string") yield value;
  else if (Array.isArray(value)) for (const one of value) yield* shownTexts(one);
  else if (isObject(value) && value.what === WHAT) {
    const { title, purpose, organiser, contact, questions, specification } = value;
    yield* shownTexts([title, purpose, organiser, contact, questions, specification.title, specification.questions ?? {}]);
  } else if (isObject(value)) yield* shownTexts(Object.values(value));
}

function isQuestion({ name, kind, text, options }, isByLanguage) {
  if (typeof name !== "string" || !NAME.test(name) || TAKEN.includes(name.toLowerCase()) || !KINDS.includes(kind) || !isByLanguage(text)) return false;
  if (kind !== "single" && kind !== "multiple") return true;
  const isOption = (option) => isObject(option) && typeof option.value === "string" && isByLanguage(option.text);
  return Array.isArray(options) && options.every(isOption) && !readAlike(options);
}

// Whether two options have values, or texts in one language, that nobody can tell apart.
function readAlike(options) {
  const differ = (texts) => new Set(texts.map(readsAs)).size === texts.length;
  const languages = new Set(options.flatMap(({ text }) => Object.keys(text)));
  const spoken = [...languages].map((language) => options.map(({ text }) => text[language]).filter((words) => words !== undefined));
  return ![options.map(({ value }) => value), ...spoken].every(differ);
}

// https, or http on the same machine.
function isAddress(address) {
  try {
    const { protocol, hostname } = new URL(address);
    return protocol === "https:" || (protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(hostname));
  } catch {
    return false;
  }
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
