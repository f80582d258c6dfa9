// The respondent's page of an online survey: checks, promise, code, details, cell, questions, what leaves, sending.
// It is served by the repository, or is one file on a disk with the survey in it.

import { SpecificationError, assumedShares, isModel, questions as detailsAsked, largestChance } from "./shoal-specification.js";
import { readSurvey, verifySurvey } from "./shoal-survey.js";
import { checkItems, givenKey } from "./shoal-checks.js";
import { DetailsForm, cellTable, filled } from "./shoal-details.js";
import { QuestionsForm, shownAnswer } from "./shoal-questions.js";
import { writtenAnswer } from "./shoal-answers.js";
import { TokenError, readCode } from "./shoal-tokens.js";
import { Sending, SendingError } from "./shoal-sending.js";
import { at, make, say } from "./elements.js";
import { WORDS } from "./respondent-words.js";

const OF_THE_CODE = ["unknown-invitation", "invitation-used", "wrong-token"]; // failures after which another code is typed
const TWO_DIGITS = 2;

let survey, sending, language, words, stage;
let admitted = null; // { token }, { code } or { invitation }
let cell = null, answers = null, questionsForm = null, questionsStep = null, detailsStep = null;
let round = 0;
const linked = partsOfLink();

// --- beginning

async function begin() {
  setLanguage(navigator.language);
  try {
    survey = readSurvey(await surveyText());
    sending = await Sending.of(survey);
  } catch (error) {
    stop(error instanceof SpecificationError ? words.stop : words.noFile);
    return;
  }
  const listed = survey.languages, wanted = navigator.languages.flatMap((own) => [own, own.slice(0, 2)]);
  chooseLanguages(listed, wanted.find((own) => listed.includes(own)) ?? listed[0]);
  stage = await sending.stage();
  await restart();
}

// From the page itself, or from the server that gave the page.
async function surveyText() {
  const embedded = at("survey").textContent.trim();
  if (embedded !== "") return embedded;
  const { survey: digest } = await (await fetch("survey", { cache: "no-store" })).json();
  return (await fetch(`surveys/${digest}`)).text();
}

// The link of a letter ends with #invitation=CODE&survey=DIGEST. What follows # is sent to nobody. It is taken out of the address
// at once, so that neither the browser's history nor somebody who looks on has it.
function partsOfLink() {
  const given = new URLSearchParams(location.hash.slice(1));
  const [invitation, digest] = ["invitation", "survey"].map((name) => given.get(name) ?? "");
  if (invitation !== "") history.replaceState(null, "", location.pathname + location.search);
  return { invitation, digest };
}

function setLanguage(wanted) {
  language = wanted;
  words = WORDS[wanted] ?? WORDS[wanted.slice(0, 2)] ?? WORDS.en;
  document.documentElement.lang = wanted;
  at("skip").textContent = words.skip;
  at("language-label").textContent = words.language;
}

function chooseLanguages(listed, first) {
  at("language").replaceChildren(...listed.map((own) => make("option", { value: own, lang: own, selected: own === first }, WORDS[own]?.name ?? own)));
  at("language").hidden = listed.length < 2;
  setLanguage(first);
}

async function restart() {
  questionsStep = detailsStep = null;
  cell = answers = admitted = null;
  document.title = at("title").textContent = own(survey.title).textContent;
  showChecks();
  await check();
}

// A text of the survey; where it is not there in this language, in the survey's first one, and marked as such.
function own(texts) {
  const given = [language, survey.languages[0]].find((one) => texts[one] !== undefined);
  return make("span", { lang: given === language ? null : given }, texts[given]);
}

// --- checks

function showChecks() {
  const field = make("input", { type: "text", id: "key", autocomplete: "off", spellcheck: "false", "aria-describedby": "wrong-key about-key", onchange: check });
  at("checks").replaceChildren(
    make("summary", { id: "summary" }), make("ul", { class: "checks", id: "check-list" }),
    make("div", { class: "field" }, make("label", { for: "key" }, words.keyLabel), field,
      make("p", { class: "hint bad", id: "wrong-key", role: "alert" }), make("p", { class: "hint faint", id: "about-key" }, words.keyHint)));
  at("checks").hidden = false;
}

// Nothing is asked before every check has passed. A key that is given later is one more check; what was typed stays.
async function check() {
  const mine = ++round, publicKey = givenKey(at("key"), at("wrong-key"), words.notKey);
  let findings;
  try {
    findings = await verifySurvey(survey, { publicKey });
  } catch {
    findings = { ok: false, checks: [{ name: "structure", ok: false, words: "The file cannot be checked: it is damaged." }] };
  }
  if (mine !== round) return;
  const passed = findings.checks.filter(({ ok, open }) => ok && !open).length;
  at("check-list").replaceChildren(...checkItems(findings.checks, words));
  const open = findings.checks.filter((each) => each.open).length; // so that "7 of 8" does not look like a failure
  at("summary").textContent = filled(words.checksTitle, { passed, all: findings.checks.length }) + (open > 0 ? filled(words.checksOpen, { open }) : "");
  if (!findings.ok) {
    at("checks").open = true;
    stop(words.stop);
    return;
  }
  if (linked.digest !== "" && linked.digest !== sending.digest) {
    stop(words.otherSurvey);
    return;
  }
  say(at("verdict"), stage === "closed" ? words.closed : stage === "waiting" ? words.waiting : "");
  at("step").hidden = false;
  if (at("step").childElementCount === 0) showPromise();
}

function stop(told) {
  at("step").hidden = true;
  say(at("verdict"), told);
}

// --- steps

function show(title, ...parts) {
  const heading = make("h2", { tabindex: "-1" }, title);
  const step = make("section", { class: "card" }, heading, ...parts);
  again(step);
  return step;
}

function again(step) {
  const isFirst = at("step").childElementCount === 0;
  at("step").replaceChildren(step);
  at("language").disabled = admitted !== null || cell !== null;
  if (isFirst) return;
  step.querySelector("h2").focus();
  scrollTo(0, 0);
}

function paragraph(text, attributes = {}) {
  return make("p", attributes, text);
}

function button(text, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, text);
}

function deeds(...buttons) {
  return make("div", { class: "deeds" }, ...buttons);
}

function showPromise() {
  const { specification: { promise: { k } } } = survey;
  const risk = largestChance(survey.specification);
  const shares = assumedShares(survey.specification).map((share) => number(100 * share));
  const share = shares[0] === shares[1] ? shares[0] : filled(words.to, { least: shares[0], most: shares[1] });
  const assumed = filled(words.assumed, { share, k, risk: risk === 0 ? words.never : percent(risk) });
  const promises = [filled(words.promiseDetails, { details: detailNames() }), words.promiseSealed, filled(words.promiseK, { k }), words.promiseToken];
  const wrong = [filled(words.wrongFew, { k }), ...(isModel(survey.specification) ? [words.wrongModel] : []), words.wrongKey, words.wrongTimes, words.wrongAnswers, words.wrongPage];
  const list = (texts) => make("ul", {}, ...texts.map((text) => make("li", {}, text)));
  const purpose = make("p", {});
  purpose.append(own(survey.purpose));
  show(words.promiseTitle, purpose,
    paragraph(`${filled(words.organiser, survey)} ${filled(words.period, { opens: moment(survey.opens), closes: moment(survey.closes) })}`, { class: "faint" }),
    list(promises), paragraph(assumed, { id: "assumed" }), make("h3", {}, words.wrongTitle), list(wrong),
    make("details", { id: "believe" }, make("summary", {}, words.believeTitle), list(words.believe)),
    sending.keeps ? null : paragraph(words.noStorage, { class: "not" }),
    sending.token === null ? null : keptToken(),
    stage === "closed" || stage === "waiting" ? null : deeds(button(words.start, start, { class: "primary", id: "start" })));
}

function keptToken() {
  const told = paragraph(words.kept, { role: "status" });
  let warned = false;
  const forget = button(words.forget, () => {
    if (warned) {
      sending.forget();
      forget.remove();
    }
    told.textContent = warned ? words.forgotten : words.forgetWarning;
    warned = true;
  }, { id: "forget" });
  return make("div", {}, told, forget);
}

function start() {
  const token = sending.token;
  admitted = token === null ? null : { token };
  if (admitted === null) showAdmission();
  else showDetails();
}

function showAdmission(told = "") {
  const both = ["tokens", "codes"].filter((one) => survey.admission.includes(one));
  const kinds = both.map((kind, place) => make("label", { class: "option" },
    make("input", { type: "radio", name: "kind", value: kind, checked: place === 0 }), make("span", {}, { tokens: words.invitation, codes: words.card }[kind])));
  const hint = make("p", { class: "hint bad", id: "code-problem", role: "alert" }, told);
  const field = make("input", { type: "text", id: "code", value: linked.invitation, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", "aria-describedby": "about-code code-problem" });
  const form = make("form", { novalidate: true },
    both.length < 2 ? null : make("fieldset", {}, make("legend", {}, words.kindLabel), ...kinds),
    make("div", { class: "field" }, make("label", { for: "code" }, words.codeLabel), field, make("p", { class: "hint faint", id: "about-code" }, words.codeHint), hint),
    deeds(make("button", { class: "primary", type: "submit" }, words.next), button(words.back, showPromise)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const kind = both.length < 2 ? both[0] : form.elements.namedItem("kind").value;
    try {
      const code = readCode(field.value);
      admitted = kind === "tokens" ? { invitation: code } : { code };
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      hint.textContent = filled(words[error.why], { at: error.at });
      field.setAttribute("aria-invalid", "true");
      field.focus();
      return;
    }
    if (answers === null) showDetails();
    else showPreview();
  });
  show(words.admissionTitle, form);
}

function showDetails() {
  if (detailsStep !== null) {
    again(detailsStep);
    return;
  }
  const form = make("form", { novalidate: true, id: "details" }), problem = make("p", { class: "not", role: "alert" });
  const details = new DetailsForm(form, survey.specification, words.details);
  details.ask(words.findCell);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const found = details.cell();
    problem.textContent = found === null ? "" : found.problem ?? (found.cell < 0 ? words.details.leftOut : "");
    if (found === null || problem.textContent !== "") return;
    cell = found.cell;
    showCell();
  });
  detailsStep = show(words.detailsTitle, paragraph(words.detailsHint), form, problem);
}

function showCell() {
  const { frame_records: members } = survey.specification.cells[cell];
  show(filled(words.cellTitle, { cell }), paragraph(filled(words.cellWords, { members })), cellTable(survey.specification, cell, words.details),
    paragraph(words.averages), deeds(button(words.next, showQuestions, { class: "primary", id: "to-questions" }), button(words.back, showDetails)));
}

function showQuestions() {
  if (questionsStep !== null) {
    again(questionsStep);
    return;
  }
  const form = make("form", { novalidate: true, id: "questions" });
  questionsForm = new QuestionsForm(form, survey, { ...words, why: { ...words.why, ambiguous: words.details.ambiguous } }, own);
  questionsForm.ask(deeds(make("button", { class: "primary", type: "submit" }, words.preview), button(words.back, showCell)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const given = questionsForm.answers();
    if (given === null) return;
    answers = given;
    showPreview();
  });
  questionsStep = show(words.questionsTitle, form);
}

// --- what leaves

function showPreview() {
  const told = make("p", { role: "status", id: "told" }), repository = new URL(survey.repository).origin;
  const isInvited = admitted.invitation !== undefined;
  const leaves = filled(admitted.code === undefined ? words.toRepository : words.toRepositoryCode, { address: repository, bytes: survey.envelope_size });
  const issuer = isInvited ? paragraph(filled(words.toIssuer, { address: new URL(survey.issuer.url).origin })) : null;
  const given = survey.questions.flatMap((question) => [make("dt", {}, own(question.text)),
    make("dd", {}, Object.hasOwn(answers, question.name) ? shownAnswer(question, answers[question.name], own) : words.nothing)]);
  const buttons = deeds(button(words.send, () => send(told, buttons), { class: "primary", id: "send" }),
    isInvited ? null : button(words.saveInstead, () => save(told), { id: "save" }), button(words.back, showQuestions));
  show(words.previewTitle, paragraph(leaves), issuer, paragraph(filled(words.inside, { cell })), make("dl", { class: "leaving" }, ...given),
    make("h3", {}, words.exact), make("pre", { id: "exact" }, writtenAnswer(survey, { cell, answers })),
    paragraph(filled(words.stays, { details: detailNames() })), buttons, told);
}

async function send(told, buttons) {
  const all = [...buttons.querySelectorAll("button")];
  for (const one of all) one.disabled = true;
  told.className = "";
  told.textContent = words.sending;
  try {
    if (admitted.invitation !== undefined) admitted = { token: await sending.tokenFor(admitted.invitation) };
    const status = await sending.send(await sending.sealed(admitted, { cell, answers }));
    showDone(status);
  } catch (error) {
    if (!(error instanceof SendingError)) throw error;
    const why = filled(words.failures[error.why] ?? words.failures.other, { address: error.address && new URL(error.address).origin });
    if (OF_THE_CODE.includes(error.why) && admitted.token === undefined) {
      showAdmission(why);
      return;
    }
    if (admitted.token !== undefined && at("save") === null) showPreview(); // with the token, the envelope can be saved
    at("told").className = "not";
    at("told").textContent = why;
    for (const one of all) one.disabled = false;
  }
}

async function save(told) {
  const url = URL.createObjectURL(new Blob([sending.file(await sending.sealed(admitted, { cell, answers }))], { type: "application/jsonl" }));
  make("a", { href: url, download: "sealed-answer.jsonl" }).click();
  URL.revokeObjectURL(url);
  told.className = "";
  told.textContent = words.saved;
}

function showDone(status) {
  const change = admitted.code !== undefined ? words.changeCode : words.change;
  show({ replaced: words.replaced, unchanged: words.unchanged }[status] ?? words.sent,
    paragraph(filled(change, { closes: moment(survey.closes) }), { id: "done" }), deeds(button(words.changeNow, showQuestions, { id: "change" })));
}

// --- words

function detailNames() {
  return detailsAsked(survey.specification).map(({ text }) => text).join(" · ");
}

function moment(time) {
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short" }).format(new Date(time));
}

function number(value) {
  return new Intl.NumberFormat(language, { maximumSignificantDigits: TWO_DIGITS }).format(value);
}

// Rounded up: a promise says "at most".
function percent(share) {
  const unit = 10 ** (Math.floor(Math.log10(share)) - TWO_DIGITS + 1);
  const rounded = Math.ceil(share / unit - 1e-9) * unit; // 1e-9: 0.01 / 0.001 may be a little more than 10
  return new Intl.NumberFormat(language, { style: "percent", maximumSignificantDigits: TWO_DIGITS }).format(rounded);
}

at("language").addEventListener("change", async ({ target }) => {
  setLanguage(target.value);
  at("step").replaceChildren();
  await restart();
});
await begin();
