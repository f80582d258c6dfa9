// Figures of the generations one after the other: distance to the place, and fewest devices at a place.

import { metres, moment, whole } from "./format.js";

const PLAIN = { colour: "var(--accent)", dash: null };
const DASHED = { colour: "var(--good)", dash: "6 3" };
const DOTTED = { colour: "var(--warn)", dash: "2 3" };
const LIMIT = { colour: "var(--bad)", dash: "6 3" };

/** Both charts, for charts.js; none before the first design. One step for each generation: clocks may be set wrongly. */
export function overTime(generations, shown) {
  const designed = generations
    .filter(({ figures, designed_at }) => figures !== null && designed_at !== null)
    .sort((one, other) => one.id - other.id);
  if (designed.length === 0) return [];
  const chart = (title, format, lines) => ({
    title, format, lines: lines.map(({ name, look }) => ({ name, ...look })), rows: "Generation", marked: shown === null ? null : String(shown),
    points: designed.map((generation) => ({
      name: String(generation.id), when: moment(generation.designed_at), values: lines.map(({ value }) => value(generation)),
    })),
  });
  return [
    chart("Distance from home to place", metres, [
      { name: "95 %", look: DOTTED, value: ({ figures }) => figures.distortion_m.p95 },
      { name: "mean", look: DASHED, value: ({ figures }) => figures.distortion_m.mean },
      { name: "median", look: PLAIN, value: ({ figures }) => figures.distortion_m.median },
    ]),
    chart("Fewest devices at a place", whole, [
      { name: "at design", look: PLAIN, value: ({ figures }) => figures.smallest_cell },
      { name: "k asked for", look: LIMIT, value: ({ k }) => k },
    ]),
  ];
}
