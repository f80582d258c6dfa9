// Charts of lines, each with the same figures as a table. They follow the colours of the page by themselves.
//
// A chart: { title, format(value), lines: [{ name, colour, dash }], rows, marked, points: [{ name, when, values }] }
// rows: what a point is; marked: the name of the point that is shown elsewhere; values: one for each line.

import { axisX, axisY, dot, gridY, lineY, plot, pointerX, ruleX, tip } from "./vendored/plot.js";
import { draw, make } from "./elements.js";

const HEIGHT = 210, NARROWEST = 260; // pixels
const LEFT = 58, RIGHT = 14, TOP = 14, BOTTOM = 22;
const N_TICKS = 4;
const LABEL_SPACE = 28; // pixels between names below the chart

/** The charts in a container. They are drawn again only when they or its width changed, and open tables stay open. */
export class Charts {
  #container;
  #charts = [];
  #drawn = "";
  #open = new Set();

  constructor(container) {
    this.#container = container;
    new ResizeObserver(() => this.#draw()).observe(container);
  }

  show(charts) {
    this.#charts = charts;
    this.#draw();
  }

  #draw() {
    const [own] = this.#container.children;
    const width = Math.max(NARROWEST, Math.floor((own ?? this.#container).clientWidth));
    const version = JSON.stringify([width, this.#charts]);
    if (version === this.#drawn) return;
    this.#drawn = version;
    this.#container.replaceChildren(...this.#charts.map((chart) => this.#figure(chart, width)));
    if (own === undefined && this.#charts.length > 0) this.#draw(); // the first ones did not know how wide they may be
  }

  #figure(chart, width) {
    const table = make("details", { ontoggle: (event) => this.#open[event.target.open ? "add" : "delete"](chart.title) },
      make("summary", {}, "Figures as a table"), tableOf(chart));
    table.open = this.#open.has(chart.title);
    const [first, last] = [chart.points[0], chart.points.at(-1)];
    return make("figure", { class: "chart" },
      make("figcaption", {}, chart.title),
      make("ul", { class: "line-keys" }, ...chart.lines.map(keyOf)),
      picture(chart, width),
      make("p", { class: "span", "aria-hidden": "true" }, make("span", {}, first.when), first === last ? null : make("span", {}, last.when)),
      table);
  }
}

function picture(chart, width) {
  const { title, format, lines, points, marked } = chart;
  const highest = points.flatMap(({ values }) => values).reduce((high, value) => Math.max(high, value), 0);
  const drawn = plot({
    width, height: HEIGHT, marginLeft: LEFT, marginRight: RIGHT, marginTop: TOP, marginBottom: BOTTOM, className: "plot",
    ariaLabel: `${title}, as lines. The table below has all figures.`,
    x: { type: "point", domain: points.map(({ name }) => name) },
    y: { domain: [0, highest || 1], nice: N_TICKS },
    marks: [
      gridY({ ticks: ticksFor(highest), stroke: "var(--line)", strokeOpacity: 1 }),
      axisY({ ticks: ticksFor(highest), tickFormat: format, tickSize: 0, label: null }),
      axisX(labelled(points, marked, width), { tickSize: 0, label: null }),
      ...(points.some(({ name }) => name === marked) ? [ruleX([marked], { stroke: "var(--accent)", strokeDasharray: "2 3" })] : []),
      ...lines.flatMap(({ colour, dash }, line) => {
        const across = { x: "name", y: ({ values }) => values[line], stroke: colour };
        return [
          lineY(points, { ...across, strokeWidth: 2, strokeDasharray: dash }),
          dot(points, { ...across, r: ({ name }) => (name === marked ? 5 : 3.5), fill: "var(--card)", strokeWidth: 2 }),
        ];
      }),
      tip(points, pointerX({
        x: "name", y: ({ values }) => Math.max(...values), title: (point) => told(chart, point), maxRadius: Infinity,
      })),
    ],
    r: { type: "identity" },
  });
  drawn.querySelector("style")?.remove(); // the policy refuses it; charts.css says the same
  for (const part of drawn.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label"); // "line", "dot": say nothing
  drawn.setAttribute("role", "img");
  return drawn;
}

/** Devices are counted: no ticks between whole numbers. */
function ticksFor(highest) {
  return Math.max(1, Math.min(N_TICKS, Math.ceil(highest)));
}

/** Names where there is room, the marked one always. */
function labelled(points, marked, width) {
  const step = Math.ceil((points.length * LABEL_SPACE) / (width - LEFT - RIGHT));
  const at = points.findIndex(({ name }) => name === marked);
  return points.map(({ name }) => name).filter((_, i) => (i - Math.max(0, at)) % step === 0);
}

function told({ rows, lines, format }, { name, when, values }) {
  return [`${rows} ${name}, ${when}`, ...lines.map((line, i) => `${line.name}: ${format(values[i])}`)].join("\n");
}

function keyOf({ name, colour, dash }) {
  const line = draw("path", { d: "M1 4H23", stroke: colour, "stroke-width": 2, "stroke-dasharray": dash });
  return make("li", {}, draw("svg", { viewBox: "0 0 24 8", class: "line-key", "aria-hidden": "true" }, line), name);
}

function tableOf({ title, rows, lines, points, format }) {
  const head = [rows, ...lines.map(({ name }) => name), "When"];
  const numbers = (i) => (i > 0 && i <= lines.length ? "number" : null);
  return make("table", { "aria-label": title },
    make("thead", {}, make("tr", {}, ...head.map((name, i) => make("th", { scope: "col", class: numbers(i) }, name)))),
    make("tbody", {}, ...points.map(({ name, when, values }) => make("tr", {},
      ...[name, ...values.map(format), when].map((content, i) => make("td", { class: numbers(i), "data-name": head[i] }, content))))));
}
