// Land in two levels of detail; vendored/README.md in the sources says where it comes from.

import { Feature, Polygon, TopoJSON, VectorSource } from "./vendored/openlayers.js";
import { EDGE, WORLD, borderOf, polygonsOf, projectedFeatures, unrolled } from "./outlines.js";

const REACH = { "50m": WORLD, "10m": WORLD / 4 }; // how far beyond the antimeridian a view may come that shows this scale

/** { areas, coasts }: two sources for layers. */
export async function loadLand(scale) {
  const answer = await fetch(new URL(`./vendored/land-${scale}.json`, import.meta.url), { credentials: "omit" });
  if (!answer.ok) throw new Error(`The outlines of the land could not be loaded (${answer.status}).`);
  const copies = landOf(await answer.json()).flatMap((area) => inWorlds(area, REACH[scale]));
  const areas = copies.map((geometry) => new Feature(geometry));
  const coasts = copies.map((geometry, i) => {
    const border = borderOf(geometry);
    return border === geometry ? areas[i] : new Feature(border);
  });
  return {
    areas: new VectorSource({ features: areas, wrapX: false, overlaps: false }),
    coasts: new VectorSource({ features: coasts, wrapX: false, overlaps: false }),
  };
}

/** The polygons of a TopoJSON file, projected; what crosses the antimeridian sticks out of the world. */
export function landOf(topology) {
  return projectedFeatures(topology, new TopoJSON())
    .flatMap((feature) => polygonsOf(feature.getGeometry()))
    .map((polygon) => {
      const [west, , east] = polygon.getExtent();
      return east - west < EDGE ? polygon : new Polygon(polygon.getCoordinates().map(unrolled));
    });
}

/** The area, and copies of it beyond the antimeridian where a view can see them. */
function inWorlds(area, reach) {
  const [west, , east] = area.getExtent();
  const turns = [east > EDGE - reach ? -1 : 0, west < reach - EDGE ? 1 : 0].filter((turn) => turn !== 0);
  return [area, ...turns.map((turn) => {
    const copy = area.clone();
    copy.translate(turn * WORLD, 0);
    return copy;
  })];
}
