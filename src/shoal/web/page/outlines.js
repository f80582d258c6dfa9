// Outlines in the Mercator square (EPSG:3857, metres), whose east and west edges are one and the same line.

import { GeoJSON, MultiLineString, Polygon, fromLonLat } from "./vendored/openlayers.js";

export const WORLD = 2 * Math.PI * 6378137; // side of the square: the equator of WGS 84

export const PROJECTION = "EPSG:3857";

export const EDGE = WORLD / 2; // to the north and south at 85.05°
const SEAM_WIDTH = 0.04; // metres: what rounding may do to a corner on the antimeridian

/** A spot as a point of the square. What lies nearer to a pole than the edge is put on it. */
export function projected({ longitude, latitude }) {
  const [x, y] = fromLonLat([longitude, latitude]);
  return [x, withinEdges(y)];
}

/** The features of a collection of GeoJSON, projected in the same way. */
export function projectedFeatures(collection, format = new GeoJSON()) {
  const features = format.readFeatures(collection, { featureProjection: PROJECTION });
  for (const feature of features) {
    feature.getGeometry()?.applyTransform((flat, into, stride) => {
      for (let i = 1; i < flat.length; i += stride) into[i] = withinEdges(flat[i]);
      return into;
    });
  }
  return features;
}

function withinEdges(y) {
  return Math.max(-EDGE, Math.min(EDGE, y));
}

/** How often the world is passed to the east, so that a coordinate lies within one copy of it. */
export function turnsOf(x) {
  return Math.round(x / WORLD);
}

/** No jump at the antimeridian: a ring goes on beyond it. One that goes round a pole is closed beyond the edge. */
export function unrolled(ring) {
  const corners = [ring[0]];
  for (const [x, y] of ring.slice(1)) corners.push([x - WORLD * turnsOf(x - corners.at(-1)[0]), y]);
  const [start, end] = [corners[0], corners.at(-1)];
  if (start[0] === end[0]) return corners;
  const pole = Math.sign(start[1]) * EDGE;
  return [...corners, [end[0], pole], [start[0], pole], start];
}

/** The border of an area, without the seams where the map is cut: the antimeridian and the poles. */
export function borderOf(polygon) {
  const [west, south, east, north] = polygon.getExtent();
  if (![west, east, south, north].some(onEdge)) return polygon;
  const lines = [];
  for (const ring of polygon.getCoordinates()) {
    let line = [ring[0]];
    for (const corner of ring.slice(1)) {
      if (isSeam(line.at(-1), corner)) {
        if (line.length > 1) lines.push(line);
        line = [corner];
      } else line.push(corner);
    }
    if (line.length > 1) lines.push(line);
  }
  return new MultiLineString(lines);
}

function isSeam(one, other) {
  return [0, 1].some((axis) => onEdge(one[axis]) && Math.abs(one[axis] - other[axis]) < SEAM_WIDTH);
}

function onEdge(value) {
  return Math.abs(Math.abs(value) - EDGE) < SEAM_WIDTH;
}

export function polygonsOf(geometry) {
  return geometry instanceof Polygon ? [geometry] : geometry.getPolygons();
}

/** The smallest part of the turning world that holds all points: [west, south, east, north]; it may cross its edge. */
export function extentOf(points) {
  const xs = points.map(([x]) => x - WORLD * turnsOf(x)).sort((one, other) => one - other);
  let gap = WORLD - xs.at(-1) + xs[0], west = xs[0], east = xs.at(-1);
  for (let i = 1; i < xs.length; i += 1) {
    if (xs[i] - xs[i - 1] > gap) {
      gap = xs[i] - xs[i - 1];
      [west, east] = [xs[i] - WORLD, xs[i - 1]];
    }
  }
  const ys = points.map(([, y]) => y);
  return [west, ys.reduce((low, y) => Math.min(low, y)), east, ys.reduce((high, y) => Math.max(high, y))];
}
