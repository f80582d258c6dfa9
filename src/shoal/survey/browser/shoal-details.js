// The form that asks a respondent for details and finds the cell. What is typed stays in the fields: nothing here keeps or
// sends it. A value that is far from everybody's gets a question, not a cell.

import { SpecificationError, cellOf, farFrom, hasRange, questions, readable, textOf, typedNumber } from "./shoal-specification.js";
import { make } from "./elements.js";

// Fields and what is said about them; `words` are the texts of one language (respondent-words.js).
export class DetailsForm {
  #form;
  #specification;
  #words;

  constructor(form, specification, words) {
    this.#form = form;
    this.#specification = specification;
    this.#words = words;
  }

  // One field for each detail, and the button that ends the form.
  ask(submitText) {
    const fields = questions(this.#specification).map((question, number) => {
      const control = this.#control(question, number);
      const label = make("label", { for: control.id }, question.text);
      return make("div", { class: "field" }, label, control, make("p", { class: "hint not", id: `hint-${number}` }));
    });
    this.#form.replaceChildren(...fields, make("button", { type: "submit", class: "primary" }, submitText));
    this.#form.addEventListener("input", ({ target }) => {
      if (target.name) this.#mark(target.name, null); // a new detail: what was said about the old one is over
    });
  }

  // { cell }, which is -1 for people whom the survey leaves out; { problem } in words; null where a field says what is wrong.
  cell() {
    const details = {}, wrong = [];
    for (const question of questions(this.#specification)) {
      const found = this.#problem(question, details);
      const problem = found?.mayBeRight && this.#isConfirmed(question.name) ? null : found;
      if (problem !== null || !found) this.#mark(question.name, problem);
      if (problem !== null) wrong.push(question.name);
    }
    if (wrong.length > 0) {
      this.#field(wrong[0]).focus();
      return null;
    }
    try {
      return { cell: cellOf(this.#specification, details) };
    } catch (error) {
      if (!(error instanceof SpecificationError)) throw error;
      if (error.column === null) return { problem: filled(this.#words.noCell, { hint: error.message }) };
      this.#mark(error.column, { words: filled(this.#words.wrongValue, { hint: error.hint }) });
      this.#field(error.column).focus();
      return null;
    }
  }

  #control(question, number) {
    const named = { id: `question-${number}`, name: question.name, "aria-describedby": `hint-${number}` };
    if (question.choices !== null) {
      const empty = make("option", { value: "" }, question.mayBeMissing ? this.#words.notGiven : this.#words.choose);
      return make("select", named, empty, ...question.choices.map((choice) => make("option", { value: choice }, this.#choice(question, choice))));
    }
    const type = { date: "date", datetime: "datetime-local" }[question.clock] ?? "text";
    const step = type === "datetime-local" ? "1" : null;
    const inputmode = type !== "text" ? null : isNumber(question) ? "decimal" : "text";
    return make("input", { ...named, type, step, inputmode, autocomplete: "off" });
  }

  #choice({ held }, choice) {
    return held === "boolean" ? { True: this.#words.yes, False: this.#words.no }[choice] ?? choice : choice;
  }

  // What is wrong with a detail, in a sentence; null when nothing is. mayBeRight: a tick confirms it.
  #problem(question, details) {
    const words = this.#words, typed = this.#field(question.name).value;
    details[question.name] = typed;
    if (typed.trim() === "") return question.mayBeMissing ? null : { words: words.answerThis };
    if (isNumber(question)) {
      const number = typedNumber(typed);
      if (number === null || (number.hasCurrency && !hasRange(this.#specification, question.name))) return { words: words.noNumber };
      if (number.other !== null && question.kind === "numeric" && farFrom(this.#specification, question.name, number.other) === 0) return { words: words.ambiguous };
      details[question.name] = number.text;
    }
    try {
      const far = farFrom(this.#specification, question.name, details[question.name]);
      const isDate = question.clock !== null;
      const told = { "-1": isDate ? words.muchEarlier : words.muchLower, 1: isDate ? words.muchLater : words.muchHigher }[far];
      if (told !== undefined) return { words: told, mayBeRight: true };
    } catch (error) {
      if (!(error instanceof SpecificationError)) throw error;
      return { words: filled(words.wrongValue, { hint: error.hint ?? error.message }) };
    }
    return null;
  }

  #field(name) {
    return this.#form.elements.namedItem(name);
  }

  #isConfirmed(name) {
    return this.#field(name).parentElement.querySelector(".sure input")?.checked === true;
  }

  #mark(name, problem) {
    const field = this.#field(name), hint = field.parentElement.querySelector(".hint");
    const sure = field.parentElement.querySelector(".sure");
    if (problem === null) field.removeAttribute("aria-invalid");
    else field.setAttribute("aria-invalid", "true");
    hint.textContent = problem === null ? "" : problem.words;
    if (problem === null || !problem.mayBeRight) sure?.remove();
    else if (!sure) hint.after(make("label", { class: "sure" }, make("input", { type: "checkbox" }), this.#words.itIsRight));
  }
}

// The released values of a cell, beside the questions that asked for them.
export function cellTable(specification, cell, words) {
  const asked = new Map(questions(specification).map((question) => [question.name, question]));
  const rows = Object.entries(specification.cells[cell].released).map(([name, value]) =>
    make("tr", {}, make("td", {}, asked.get(name)?.text ?? readable(name)), make("td", {}, make("span", { class: "value" }, shown(value, words)))));
  return make("table", { class: "cell-values" }, make("tbody", {}, ...rows));
}

function shown(value, words) {
  if (value === null) return `(${words.notGiven.toLowerCase()})`;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  return typeof value === "number" ? String(Number(value.toPrecision(5))) : textOf(value);
}

function isNumber({ kind }) {
  return kind === "numeric" || kind === "location";
}

// A text with what stands in braces replaced.
export function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}
