// Figures of the generations one after the other, as SVG drawn by hand: distance to the place, and fewest devices at a place.

import { draw, make } from "./elements.js";
import { metres, moment, whole } from "./format.js";

const WIDE = 560, NARROW = 340, HEIGHT = 210;
const LEFT = 56, RIGHT = 16, TOP = 14, BOTTOM = 30;
const N_TICKS = 4;
const LABEL_SPACE = 26; // units between labels of generations below the chart

/** Both charts; `room` is how many pixels wide they can be. */
export function charts(generations, shown, room) {
  const width = room < WIDE ? NARROW : WIDE;
  const points = generations
    .filter(({ figures, designed_at }) => figures !== null && designed_at !== null)
    .sort((one, other) => one.id - other.id)
    .map((generation, rank) => ({ ...generation, rank }));
  if (points.length === 0) return [];
  return [
    chart(points, shown, width, {
      title: "Distance from home to place",
      format: metres,
      lines: [
        { name: "95 %", kind: "line-far", value: ({ figures }) => figures.distortion_m.p95 },
        { name: "mean", kind: "line-mean", value: ({ figures }) => figures.distortion_m.mean },
        { name: "median", kind: "line-main", value: ({ figures }) => figures.distortion_m.median },
      ],
    }),
    chart(points, shown, width, {
      title: "Fewest devices at a place",
      format: whole,
      lines: [
        { name: "at design", kind: "line-main", value: ({ figures }) => figures.smallest_cell },
        { name: "k asked for", kind: "line-limit", value: ({ k }) => k },
      ],
    }),
  ];
}

function chart(points, shown, width, { title, format, lines }) {
  const top = niceTop(Math.max(...points.flatMap((point) => lines.map(({ value }) => value(point)))));
  const across = rankScale(points, width);
  const up = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  const picture = draw(
    "svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": described(title, points, lines, format) },
    ...gridLines(top, up, width, format),
    ...timeLabels(points, across, width, shown),
    ...lines.map(({ kind, value }) => lineOf(points, kind, across, (point) => up(value(point)))),
    ...points.flatMap((point) => lines.map(({ name, kind, value }) =>
      draw("circle", { class: `${kind} dot`, cx: across(point), cy: up(value(point)), r: point.id === shown ? 5 : 3.5 },
        draw("title", {}, `Generation ${point.id}, ${moment(point.designed_at)}: ${name} ${format(value(point))}`)))),
  );
  const keys = lines.map(({ name, kind }) =>
    make("li", {}, draw("svg", { viewBox: "0 0 24 8", class: "line-key", "aria-hidden": "true" },
      draw("path", { class: kind, d: "M1 4H23" })), name));
  return make("figure", {}, make("figcaption", {}, title), make("ul", { class: "line-keys" }, ...keys), picture);
}

/** One step for each generation: by their times, a clock that was set wrongly would squeeze or turn the line. */
function rankScale(points, width) {
  const room = width - LEFT - RIGHT - 24;
  return ({ rank }) => LEFT + 12 + (points.length === 1 ? room / 2 : (room * rank) / (points.length - 1));
}

function gridLines(top, up, width, format) {
  return Array.from({ length: N_TICKS + 1 }, (_, i) => (top * i) / N_TICKS).flatMap((value) => [
    draw("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: up(value), y2: up(value) }),
    draw("text", { class: "tick", x: LEFT - 8, y: up(value) + 4, "text-anchor": "end" }, format(value)),
  ]);
}

/** Numbers of generations where there is room, the shown one always; dates at both ends. */
function timeLabels(points, across, width, shown) {
  const labels = [];
  let free = -Infinity;
  for (const point of points) {
    const x = across(point);
    if (point.id === shown) labels.push(draw("line", { class: "shown", x1: x, x2: x, y1: TOP, y2: HEIGHT - BOTTOM }));
    if (x < free && point.id !== shown) continue;
    labels.push(draw("text", { class: "tick", x, y: HEIGHT - BOTTOM + 14, "text-anchor": "middle" }, String(point.id)));
    free = x + LABEL_SPACE;
  }
  const y = HEIGHT - 3;
  labels.push(draw("text", { class: "tick faint-tick", x: LEFT, y }, moment(points[0].designed_at)));
  if (points.length > 1) {
    const last = moment(points.at(-1).designed_at);
    labels.push(draw("text", { class: "tick faint-tick", x: width - RIGHT, y, "text-anchor": "end" }, last));
  }
  return labels;
}

function lineOf(points, kind, across, height) {
  const d = points.map((point, i) => `${i === 0 ? "M" : "L"}${across(point).toFixed(1)} ${height(point).toFixed(1)}`).join("");
  return draw("path", { class: kind, d });
}

function described(title, points, lines, format) {
  const said = points.map((point) =>
    `generation ${point.id}: ${lines.map(({ name, value }) => `${name} ${format(value(point))}`).join(", ")}`);
  return `${title}. ${said.join("; ")}.`;
}

/** A round number at or above this one, divisible by the number of ticks in round steps. */
function niceTop(value) {
  const step = value / N_TICKS || 1;
  const power = 10 ** Math.floor(Math.log10(step));
  const nice = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= step && (power >= 10 || Number.isInteger(factor * power)));
  return N_TICKS * Math.max(1, (nice || 10) * power);
}
