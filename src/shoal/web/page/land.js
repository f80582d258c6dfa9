// Land in two levels of detail; vendored/README.md in the sources says where it comes from.

import { Polygon, TopoJSON, VectorSource } from "./vendored/openlayers.js";
import { borderOf, inAllWorlds, polygonsOf, unrolled } from "./outlines.js";

/** { areas, coasts }: two sources for layers. */
export async function loadLand(scale) {
  const answer = await fetch(new URL(`./vendored/land-${scale}.json`, import.meta.url), { credentials: "omit" });
  if (!answer.ok) throw new Error(`The outlines of the land could not be loaded (${answer.status}).`);
  const areas = landOf(await answer.json());
  return {
    areas: new VectorSource({ features: areas.flatMap((area) => inAllWorlds(area)), wrapX: false, overlaps: false }),
    coasts: new VectorSource({ features: areas.flatMap((area) => inAllWorlds(borderOf(area))), wrapX: false }),
  };
}

/** The polygons of a TopoJSON file, projected; what crosses the antimeridian sticks out of the world. */
export function landOf(topology) {
  const read = new TopoJSON().readFeatures(topology, { featureProjection: "EPSG:3857" });
  return read
    .flatMap((feature) => polygonsOf(feature.getGeometry()))
    .map((polygon) => new Polygon(polygon.getCoordinates().map(unrolled)));
}
