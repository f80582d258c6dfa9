// Cells as the map needs them: areas, cores, spots, and the class of colour each cell falls into.

import { Polygon, getPointResolution, toLonLat } from "./vendored/openlayers.js";
import { PROJECTION, WORLD, polygonsOf, projected, projectedFeatures, turnsOf } from "./outlines.js";

export const N_CLASSES = 5; // shades that can be told apart in a legend

const CORE_SPACINGS = 0.6; // corners of a hexagonal grid lie at 1/√3 = 0.58 of the distance to the next places
const N_SIDES = 48; // of the polygon that stands for a circle: at most 0.2 % of the radius inside it

/** Each with its properties, `areas`, the `cores` of areas that reach far beyond the place, and the `spot` where it is. */
export function cellsOf(collection) {
  return projectedFeatures(collection).map((feature) => {
    const { geometry, ...properties } = feature.getProperties();
    const areas = geometry === null || geometry === undefined ? [] : polygonsOf(geometry);
    return { ...properties, areas, cores: coresOf(properties, areas), spot: spotOf(properties, areas) };
  });
}

/** Cells at the edge of the town reach far into the country, where nobody lives. null: this one does not. */
function coresOf(properties, areas) {
  const { spacing_m: spacing, merged } = properties;
  if (!(spacing > 0) || merged) return null; // a place that is alone has no spacing; that of a merged cell is its neighbour's
  const [x, y] = projected(properties);
  const radius = (CORE_SPACINGS * spacing) / getPointResolution(PROJECTION, 1, [x, y], "m");
  const parts = areas.map((area) => {
    const [ring] = area.getCoordinates();
    const middle = [x + WORLD * turnsOf(ring[0][0] - x), y]; // a cell across the antimeridian has a part on either side
    return ring.some(([a, b]) => Math.hypot(a - middle[0], b - middle[1]) > radius) ? partWithin(ring, middle, radius) : area;
  });
  return parts.every((part, i) => part === areas[i]) ? null : parts.filter((part) => part !== null);
}

/** The part of a ring within a radius of a middle; null: none. It is cut along each side of a polygon around the middle. */
export function partWithin(ring, [x, y], radius) {
  let corners = ring.slice(0, -1);
  for (let side = 0; side < N_SIDES; side += 1) {
    const angle = (2 * Math.PI * side) / N_SIDES, across = Math.cos(angle), up = Math.sin(angle);
    const beyond = ([a, b]) => (a - x) * across + (b - y) * up - radius;
    corners = corners.flatMap((corner, i) => {
      const before = corners.at(i - 1), here = beyond(corner), there = beyond(before);
      const kept = here <= 0 ? [corner] : [];
      if (here <= 0 === there <= 0) return kept;
      const share = there / (there - here);
      return [[0, 1].map((axis) => before[axis] + share * (corner[axis] - before[axis])), ...kept];
    });
  }
  return corners.length < 3 ? null : new Polygon([[...corners, corners[0]]]);
}

/** Where a cell is: at its place, unless that is the place of the cell it was merged with. */
function spotOf({ longitude, latitude, merged }, areas) {
  if (!merged || areas.length === 0) return { longitude, latitude };
  const [west, south, east, north] = areas[0].getExtent();
  const middle = toLonLat([(west + east) / 2, (south + north) / 2]);
  return { longitude: middle[0], latitude: middle[1] };
}

/** One cell for each place that is handed out, whichever of its cells comes first. */
export function placesOf(cells) {
  return [...new Map(cells.map((cell) => [cell.place, cell])).values()];
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
