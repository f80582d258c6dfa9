// Web Mercator: the world is a square of side 1, x to the east, y to the south; x goes round and round.

export const LAST_LATITUDE = 85.0511287798066; // where the square ends; what lies nearer to a pole is drawn at the edge
const EQUATOR_M = 40075016.686; // WGS 84

export function xOf(longitude) {
  return longitude / 360 + 0.5;
}

export function yOf(latitude) {
  const clamped = Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, latitude));
  return 0.5 - Math.asinh(Math.tan((clamped * Math.PI) / 180)) / (2 * Math.PI);
}

/** Metres on the ground for a length of 1 in the square, at this y. */
export function metresAt(y) {
  return EQUATOR_M / Math.cosh(2 * Math.PI * (0.5 - y));
}
