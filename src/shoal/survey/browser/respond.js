// The page that finds a respondent's cell: a single file, which works from a disk and reaches no network.

import { SpecificationError, assumed, isModel, ownChance, readSpecification, verify } from "./shoal-specification.js";
import { checkItems, givenKey } from "./shoal-checks.js";
import { DetailsForm, cellTable } from "./shoal-details.js";
import { at as byId, make } from "./elements.js";
import { WORDS } from "./respondent-words.js";

const words = WORDS.en.details;
let specification = null;
let details = null;
let round = 0; // of checking: what an earlier one found no longer counts

function element(tag, text = "", className = null) {
  return make(tag, { class: className }, text);
}

async function open(text) {
  round += 1;
  for (const id of ["verdict", "check-section", "answer-section", "result-section"]) byId(id).hidden = true;
  for (const id of ["checks", "form", "result"]) byId(id).replaceChildren();
  byId("check-section").open = false;
  try {
    specification = readSpecification(text);
  } catch (error) {
    specification = null;
    stop(error.message);
    return;
  }
  byId("title").textContent = specification.title || "Find your cell";
  await check();
}

// Nothing is asked before every check has passed: a page that fails one shows no question and no cell. A key that is given
// later is one more check: what was typed and found before stays, and shows again when the check passes.
async function check() {
  const mine = ++round, publicKey = givenKey(byId("key"), byId("wrong-key"), WORDS.en.notKey);
  let findings;
  try {
    findings = await verify(specification, { publicKey });
  } catch (error) {
    findings = { ok: false, checks: [{ name: "structure", ok: false, words: error instanceof SpecificationError ? error.message : "The file cannot be checked: it is damaged." }] };
  }
  if (mine !== round) return;
  byId("checks").replaceChildren(...checkItems(findings.checks, WORDS.en));
  byId("check-section").hidden = false;
  if (!findings.ok) byId("check-section").open = true;
  byId("promised").textContent = findings.ok ? promised(specification) : "";
  byId("summary").textContent = summarised(findings.checks);
  if (!findings.ok) {
    stop("Do not take part: the file of this survey did not pass a check. Tell the survey which check failed. The list below shows it.");
    return;
  }
  byId("verdict").hidden = true;
  byId("intro").hidden = false;
  if (byId("form").childElementCount === 0) {
    details = new DetailsForm(byId("form"), specification, words);
    details.ask("Find my cell");
  }
  byId("answer-section").hidden = false;
  byId("result-section").hidden = byId("result").childElementCount === 0;
}

function stop(words) {
  for (const id of ["answer-section", "result-section"]) byId(id).hidden = true;
  byId("intro").hidden = true;
  byId("verdict").hidden = false;
  byId("verdict").replaceChildren(element("span", words, "not"));
}

function summarised(checks) {
  const failed = checks.filter(({ ok }) => !ok).length, open = checks.filter(({ open: unknown }) => unknown).length;
  if (failed) return `${failed} of ${checks.length} checks of this survey failed`;
  const unsigned = checks.some(({ name, open: unknown }) => unknown && name === "signature");
  if (open) return `This page checked the survey: ${checks.length - open} of ${checks.length} checks passed.${unsigned ? " Who made the survey was not checked." : ""}`;
  return `This page checked the survey: all ${checks.length} checks passed.`;
}

// From the numbers that were checked, not from the words in the file.
function promised(document) {
  const { promise: { k, failure }, cells } = document;
  return `Your answers to the survey's questions are published only if at least ${k} people with your cell take part. The cells are large enough for `
    + `that: the probability that some people of a cell take part, but fewer than ${k}, is at most ${failure} for each of the ${cells.length} cells. ${assumed(document)}${isModel(document) ? ` ${WORDS.en.wrongModel}` : ""}`;
}

function show(event) {
  event.preventDefault();
  forget();
  const found = details.cell();
  if (found === null) return;
  if (found.problem !== undefined) tell(element("p", found.problem, "not"));
  else if (found.cell < 0) tell(element("p", words.leftOut));
  else tell(...aboutCell(found.cell));
}

// The cell of what was typed before is not the cell of what is typed now.
function forget() {
  byId("result").replaceChildren();
  byId("result-section").hidden = true;
}

function tell(...parts) {
  byId("result").replaceChildren(...parts);
  byId("result-section").hidden = false;
  byId("result-section").focus();
}

function aboutCell(cell) {
  const { frame_records: members } = specification.cells[cell];
  const line = `cell,specification\n${cell},${specification.digest}\n`;
  const link = element("a", "Save as a file");
  link.href = URL.createObjectURL(new Blob([line], { type: "text/csv" }));
  link.download = "my-cell.csv";
  return [
    element("h2", "Your cell"),
    element("p", String(cell), "cell"),
    element("p", `${members} people whom the survey may ask have this cell. All of them are published with the same values:`),
    cellTable(specification, cell, words),
    element("p", chanceWords(ownChance(specification, cell), specification.promise.k)),
    element("p", "These are averages. If they are very far from the details about you, check what you typed."),
    element("p", "Send these two lines together with your answers to the survey's questions, to the address that the survey's invitation names. "
      + "If the survey gave you a token, send it too. Send nothing else from this page: the details about you stay with you."),
    element("pre", line.trimEnd()),
    link,
  ];
}

// r̄′: what the promise is worth to the one person who reads this, who takes part for certain.
function chanceWords({ chance, isBound }, k) {
  const much = isBound ? "at most " : "about ";
  const often = chance < 1e-12 ? "less than 1 in a million millions" : `${much}1 in ${Math.floor(1 / chance).toLocaleString("en")}`;
  return `It may happen that fewer than ${k} people with your cell take part. For somebody with your cell who takes part, the chance of that is ${often}. `
    + "Then nothing about this cell is published, but the survey sees what these few people sent.";
}

byId("form").addEventListener("submit", show);
byId("form").addEventListener("input", forget);
byId("key").addEventListener("change", () => { if (specification !== null) check(); });
byId("file").addEventListener("change", async (event) => { if (event.target.files.length) await open(await event.target.files[0].text()); });
const embedded = byId("specification").textContent.trim();
if (embedded === "") byId("file-section").hidden = false;
else await open(embedded);
