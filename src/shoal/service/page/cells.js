// Cells as the map needs them: rings, places, and the class of colour each cell falls into.

import { metresAt, xOf, yOf } from "./mercator.js";
import { inside, ringOf } from "./shapes.js";

export const N_CLASSES = 5; // shades that can be told apart in a legend

const CORE_SPACINGS = 0.6; // corners of a hexagonal grid lie at 1/√3 = 0.58 of the distance to the next places

export function cellsOf(collection) {
  return collection.features.map(({ properties, geometry }) => {
    const x = xOf(properties.longitude), y = yOf(properties.latitude);
    const rings = geometry === null ? [] : polygonsOf(geometry).flatMap((polygon) => polygon.map(projected));
    const core = (CORE_SPACINGS * properties.spacing_m) / metresAt(y);
    // a place that is alone has no spacing; the place of a merged cell is that of its neighbour
    const hasCore = core > 0 && !properties.merged;
    return { ...properties, x, y, rings, core, sprawls: hasCore && rings.some((ring) => reachesBeyond(ring, x, y, core)) };
  });
}

/** Cells at the edge of the town reach far into the country, where nobody lives. */
function reachesBeyond({ points }, x, y, core) {
  for (let i = 0; i < points.length; i += 2) {
    const across = points[i] - x - Math.round(points[i] - x);
    if (Math.hypot(across, points[i + 1] - y) > core) return true;
  }
  return false;
}

function polygonsOf(geometry) {
  return geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
}

function projected(corners) {
  const points = new Float64Array(2 * (corners.length - 1)); // GeoJSON repeats the first corner
  for (let i = 0; i < corners.length - 1; i += 1) {
    points[2 * i] = xOf(corners[i][0]);
    points[2 * i + 1] = yOf(corners[i][1]);
  }
  return ringOf(points);
}

/** One cell for each place that is handed out, whichever of its cells comes first. */
export function placesOf(cells) {
  return [...new Map(cells.map((cell) => [cell.place, cell])).values()];
}

export function cellAt(cells, x, y) {
  return cells.find((cell) => cell.rings.some((ring) => inside(ring, x, y))) || null;
}

/** Where a cell is: at its place, unless that is the place of the cell it was merged with. */
export function middleOf({ x, y, merged, rings }) {
  if (!merged || rings.length === 0) return { x, y };
  const [west, north, east, south] = rings[0].box;
  return { x: (west + east) / 2, y: (north + south) / 2 };
}

/** The smallest part of the turning world that holds all spots: [west, north, east, south]; west may be below 0. */
export function extentOf(spots) {
  const xs = spots.map(({ x }) => x).sort((one, other) => one - other);
  let gap = 1 - xs.at(-1) + xs[0], west = xs[0], east = xs.at(-1);
  for (let i = 1; i < xs.length; i += 1) {
    if (xs[i] - xs[i - 1] > gap) {
      gap = xs[i] - xs[i - 1];
      [west, east] = [xs[i] - 1, xs[i - 1]];
    }
  }
  const ys = spots.map(({ y }) => y);
  return [west, Math.min(...ys), east, Math.max(...ys)];
}

/** Lower borders of classes that hold about equally many cells each; fewer where values repeat. */
export function classBorders(values) {
  if (values.length === 0) return [];
  const sorted = [...values].sort((one, other) => one - other);
  const borders = Array.from({ length: N_CLASSES }, (_, i) => sorted[Math.floor((i * sorted.length) / N_CLASSES)]);
  return [...new Set(borders)];
}

export function classOf(borders, value) {
  let number = 0;
  while (number + 1 < borders.length && value >= borders[number + 1]) number += 1;
  return number;
}

/** Shade of a class: few classes are spread over all shades. */
export function shadeOf(number, nClasses) {
  return nClasses === 1 ? 2 : Math.round((number * (N_CLASSES - 1)) / (nClasses - 1));
}
