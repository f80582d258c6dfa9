// The list of checks that a page shows, and the field for the public key of the survey.

import { isPublicKey } from "./shoal-specification.js";
import { make } from "./elements.js";

const MARKS = { ok: "✓", not: "✗", open: "?" };

// Items for a list: `words` has checkNames, and how a check is spelled that passed, failed, or was not made.
export function checkItems(checks, words) {
  return checks.map(({ name, ok, words: told, open }) => {
    const answer = !ok ? "not" : open ? "open" : "ok";
    const spelled = { ok: words.passed, not: words.failed, open: words.unchecked }[answer];
    return make("li", {},
      make("span", { class: answer, role: "img", "aria-label": spelled }, MARKS[answer]),
      make("span", { class: "name", "data-check": name }, words.checkNames[name] ?? name),
      make("span", { class: "words", lang: "en" }, told));
  });
}

// The key in the field; null when there is none. A text that is no key says nothing about the file, so it fails no check.
export function givenKey(field, hint, notKey) {
  const key = field.value.trim(), isWrong = key !== "" && !isPublicKey(key);
  if (isWrong) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
  hint.textContent = isWrong ? notKey : "";
  return isWrong || key === "" ? null : key;
}
