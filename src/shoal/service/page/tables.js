// The table of generations and the report on one of them.

import { adviceOf } from "./advice.js";
import { make } from "./elements.js";
import { metres, moment, percent, whole } from "./format.js";

const STATES = {
  designing: "designing", designed: "designed", published: "current", retired: "retired", failed: "failed", discarded: "discarded",
};

/** One row for each generation; actions: show, publish, rollBack, discard. */
export function generationRows(generations, overview, shown, actions) {
  const canRollBack = generations.some(({ state, figures }) => state === "retired" && figures !== null);
  return generations.map((generation) => {
    const { id, state, k, failure, figures, current } = generation;
    const distance = figures === null ? {} : figures.distortion_m;
    const smallest = current ? overview.k_min : figures === null ? null : figures.smallest_cell;
    const cells = [
      ["No.", "", String(id)],
      ["State", "", make("span", { class: `state ${state}` }, STATES[state])],
      ["k", "number", whole(k)],
      ["k min", smallest !== null && smallest < k ? "number low" : "number", whole(smallest)],
      ["Devices", "number", whole(generation.n_devices)],
      ["Cells", "number", whole(generation.n_cells)],
      ["Mean", "number", metres(distance.mean)],
      ["Median", "number", metres(distance.median)],
      ["95 %", "number", metres(distance.p95)],
      ["Designed", "", moment(generation.designed_at)],
    ];
    const buttons = buttonsOf(generation, canRollBack, shown, actions);
    const row = make("tr", { "data-generation": id, class: id === shown ? "shown" : null },
      ...cells.map(([name, kind, content]) => make("td", { class: kind || null, "data-name": name }, content)),
      make("td", { class: "actions" }, ...buttons));
    if (failure) row.children[1].append(make("small", { class: "why" }, failure));
    return row;
  });
}

function buttonsOf({ id, state, figures, current }, canRollBack, shown, actions) {
  const button = (word, kind, action) =>
    make("button", { type: "button", class: kind, "aria-label": `${word}: generation ${id}`, onclick: () => action(id) }, word);
  return [
    figures !== null && id !== shown ? button("Show", "quiet", actions.show) : null,
    state === "designed" ? button("Discard", "quiet", actions.discard) : null,
    state === "designed" ? button("Publish", "primary", actions.publish) : null,
    current && canRollBack ? button("Roll back", "quiet", actions.rollBack) : null,
  ].filter((made) => made !== null);
}

/** Terms and figures: how many hide each other, for observers who know more and more; what to do where it is too few. */
export function reportItems(report, onDesign) {
  const { k, design } = report;
  const advice = adviceOf(report);
  const item = (term, name, note) => ({
    term, value: whole(report[name]), note, low: report[name] !== null && report[name] < k, advice: advice[name], onDesign,
  });
  const known = [
    item("Sees places", "k_min", ""),
    item("Knows who cancelled", "k_min_knowing_cancelled", "and who came later"),
    item("Knows who came since", "k_min_knowing_newcomers", report.n_newcomers === 0 ? "nobody came" : ""),
    item("Follows over two generations", "k_min_two_generations", ""),
    item(`Follows over ${report.n_generations_followed === 1 ? "this one" : `all ${report.n_generations_followed}`}`,
      "k_min_all_generations",
      report.n_below_k_when_followed > 0 ? `${whole(report.n_below_k_when_followed)} devices below k` : ""),
  ];
  const others = [
    { term: "Merged cells", value: whole(report.n_merged_cells), note: `of ${whole(design.n_cells)}` },
    { term: "Mean distance", value: metres(design.distortion_m.mean), note: "from home to place" },
  ];
  if (report.price_of_sticky !== null) {
    others.push({ term: "Price of sticky", value: `+${percent(Math.max(0, report.price_of_sticky - 1))}`, note: "mean distance" });
  }
  return [heading(`Fewest devices that hide each other, k = ${whole(k)}, for somebody who …`), ...known.flatMap(pair),
    heading("Design"), ...others.flatMap(pair)];
}

function heading(text) {
  return make("dt", { class: "heading" }, text);
}

function pair({ term, value, note, low, advice, onDesign }) {
  return [
    make("dt", {}, term, note ? make("small", {}, ` ${note}`) : ""),
    make("dd", { class: low ? "low" : null }, value, low ? make("small", {}, ", below k") : ""),
    ...(advice ? [advised(advice, onDesign)] : []),
  ];
}

/** What to do in a few words; the reasons unfold. */
function advised({ inShort, what, means, todo, design, sticky }, onDesign) {
  return make("dd", { class: "advice" }, make("details", {},
    make("summary", {}, inShort),
    make("p", {}, make("b", {}, "What happened: "), what),
    make("p", {}, make("b", {}, "What it means: "), means),
    make("p", {}, make("b", {}, "What to do: "), todo),
    design ? make("button", { type: "button", onclick: () => onDesign(sticky === true) }, "Go to New generation") : null));
}
