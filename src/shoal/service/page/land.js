// Outlines of the land, in two levels of detail; land/README.md in the sources says where they come from.

import { xOf, yOf } from "./mercator.js";
import { ringOf } from "./shapes.js";

const HEADER_BYTES = 32;

export async function loadLand(scale) {
  const answer = await fetch(`/page/land-${scale}.bin`, { credentials: "omit" });
  if (!answer.ok) throw new Error(`The outlines of the land could not be loaded (${answer.status}).`);
  return decodedLand(await answer.arrayBuffer());
}

/** The rings behind the bytes, in the Mercator square. */
export function decodedLand(buffer) {
  const header = new DataView(buffer, 0, HEADER_BYTES);
  const [stepX, stepY, originX, originY] = [0, 8, 16, 24].map((offset) => header.getFloat64(offset, true));
  const bytes = new Uint8Array(buffer, HEADER_BYTES);
  let position = 0;
  const unsigned = () => {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[position++];
      number |= (byte & 127) << shift;
      if (byte < 128) return number;
    }
  };
  const signed = () => {
    const number = unsigned();
    return number & 1 ? -(number + 1) / 2 : number / 2;
  };
  return Array.from({ length: unsigned() }, () => {
    const points = new Float64Array(2 * unsigned());
    let across = 0, up = 0;
    for (let i = 0; i < points.length; i += 2) {
      across += signed();
      up += signed();
      points[i] = xOf(originX + across * stepX);
      points[i + 1] = yOf(originY + up * stepY);
    }
    return ringOf(points);
  });
}
