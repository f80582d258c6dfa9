// The form with the questions of a survey. Answers come out in the form in which shoal-answers.js checks and writes them.

import { answerProblems } from "./shoal-answers.js";
import { typedNumber } from "./shoal-specification.js";
import { filled } from "./shoal-details.js";
import { make } from "./elements.js";

export class QuestionsForm {
  #form;
  #survey;
  #words;
  #own; // an element with a text of the survey, in the respondent's language

  constructor(form, survey, words, own) {
    this.#form = form;
    this.#survey = survey;
    this.#words = words;
    this.#own = own;
  }

  ask(buttons) {
    this.#form.replaceChildren(...this.#survey.questions.map((question, number) => this.#field(question, `survey-${number}`)), buttons);
    this.#form.addEventListener("input", ({ target }) => this.#tell(target.closest("[data-question]").dataset.question, ""));
  }

  // By the name of the question; null where a field says what is wrong.
  answers() {
    const answers = {}, wrong = new Map();
    for (const question of this.#survey.questions) {
      const { answer, why } = this.#read(question);
      if (why !== undefined) wrong.set(question.name, why);
      else if (answer !== undefined) answers[question.name] = answer;
    }
    for (const { question, why } of answerProblems(this.#survey, answers)) if (!wrong.has(question)) wrong.set(question, why);
    for (const question of this.#survey.questions) {
      const why = wrong.get(question.name);
      this.#tell(question.name, why === undefined ? "" : filled(this.#words.why[why] ?? this.#words.why.text, question));
    }
    const first = this.#survey.questions.find(({ name }) => wrong.has(name));
    if (first === undefined) return answers;
    this.#part(first.name).querySelector("input, textarea").focus();
    return null;
  }

  #field(question, id) {
    const words = this.#words, hint = make("p", { class: "hint bad", id: `${id}-hint` });
    const about = make("p", { class: "hint faint", id: `${id}-about` }, [...this.#limits(question), question.required ? "" : words.optional].filter(Boolean).join(" "));
    const described = { "aria-describedby": `${id}-about ${id}-hint` };
    if (question.kind === "number" || question.kind === "text") {
      const control = question.kind === "text" ? make("textarea", { id, name: id, rows: 4, ...described })
        : make("input", { id, name: id, type: "text", inputmode: "decimal", autocomplete: "off", ...described });
      const unit = question.unit === undefined ? null : make("span", {}, " (", this.#own(question.unit), ")");
      return make("div", { class: "field", "data-question": question.name }, make("label", { for: id }, this.#own(question.text), unit), control, about, hint);
    }
    const group = question.kind === "multiple" ? {} : { role: "radiogroup" };
    return make("fieldset", { "data-question": question.name, ...group, ...described }, make("legend", {}, this.#own(question.text)), ...this.#choices(question, id), about, hint);
  }

  #limits(question) {
    const words = this.#words;
    if (question.kind === "multiple" && question.most < question.options.length) return [filled(words.chooseMost, question)];
    if (question.kind === "number") return [filled(words.range, question), question.decimals > 0 ? filled(words.decimals, question) : ""];
    return [];
  }

  #choices(question, id) {
    const type = question.kind === "multiple" ? "checkbox" : "radio";
    const option = (value, ...shown) => make("label", { class: "option" }, make("input", { type, name: id, value }), make("span", {}, ...shown));
    const none = question.required || type === "checkbox" ? [] : [option("", this.#words.noAnswer)];
    if (question.kind !== "scale") return [...question.options.map(({ value, text }, at) => option(String(at), this.#own(text))), ...none];
    const steps = [];
    for (let step = question.from; step <= question.to; step += 1) {
      const end = { [question.from]: question.from_text, [question.to]: question.to_text }[step];
      steps.push(option(String(step), String(step), ...(end ? [" – ", this.#own(end)] : [])));
    }
    return [make("div", { class: "steps" }, ...steps, ...none)];
  }

  #read(question) {
    const part = this.#part(question.name);
    if (question.kind === "text") {
      const typed = part.querySelector("textarea").value.replace(/\r\n?/g, "\n");
      return typed.trim() === "" ? {} : { answer: typed };
    }
    if (question.kind === "number") return numberIn(part.querySelector("input").value, question);
    const chosen = [...part.querySelectorAll("input:checked")].map(({ value }) => value).filter((value) => value !== "");
    if (chosen.length === 0) return {};
    if (question.kind === "scale") return { answer: Number(chosen[0]) };
    const values = chosen.map((at) => question.options[Number(at)].value);
    return { answer: question.kind === "single" ? values[0] : values };
  }

  #part(name) {
    return [...this.#form.querySelectorAll("[data-question]")].find(({ dataset }) => dataset.question === name);
  }

  #tell(name, told) {
    const part = this.#part(name);
    part.querySelector(".hint.bad").textContent = told;
    for (const control of part.querySelectorAll("input, textarea")) {
      if (told === "") control.removeAttribute("aria-invalid");
      else control.setAttribute("aria-invalid", "true");
    }
  }
}

// Where a comma or point can be read in two ways and both numbers would do, nothing is guessed.
function numberIn(typed, { least, most }) {
  if (typed.trim() === "") return {};
  const number = typedNumber(typed);
  if (number === null) return { why: "number" };
  const isInRange = (text) => Number(text) >= least && Number(text) <= most;
  if (number.other === null || !isInRange(number.other)) return { answer: Number(number.text) };
  return isInRange(number.text) ? { why: "ambiguous" } : { answer: Number(number.other) };
}

// What was answered, for reading; an element.
export function shownAnswer(question, answer, own) {
  if (question.kind !== "single" && question.kind !== "multiple") return make("span", {}, typeof answer === "number" ? inFigures(answer) : answer, ...(question.unit ? [" ", own(question.unit)] : []));
  const chosen = question.options.filter(({ value }) => [answer].flat().includes(value));
  return make("span", {}, ...chosen.flatMap(({ text }, at) => (at > 0 ? [", ", own(text)] : [own(text)])));
}

function inFigures(number) {
  return new Intl.NumberFormat(document.documentElement.lang, { maximumSignificantDigits: 15, useGrouping: false }).format(number);
}
