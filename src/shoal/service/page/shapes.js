// Rings in the Mercator square: boxes, drawing with what lies outside the view left out, and who is inside.

const WEST = 1, EAST = 2, NORTH = 4, SOUTH = 8;
const SEAM_WIDTH = 1e-9; // of the world: what rounding may do to a corner on the antimeridian
const FINEST_STEP = 0.6; // pixels; corners closer together than this are drawn as one
const MARGIN = 4; // pixels around the view, so that no border is drawn along its edge

/** points: x, y, x, y, … of a ring, the first corner not repeated. */
export function ringOf(points) {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    box[0] = Math.min(box[0], points[i]);
    box[1] = Math.min(box[1], points[i + 1]);
    box[2] = Math.max(box[2], points[i]);
    box[3] = Math.max(box[3], points[i + 1]);
  }
  return { points, box };
}

/** Whether a ring touches the antimeridian, where outlines are cut. */
export function hasSeam({ box }) {
  return [box[0], box[2]].some((x) => Math.abs(x) < SEAM_WIDTH || Math.abs(x - 1) < SEAM_WIDTH);
}

/** The view as seen from a copy of the world that lies `turn` times round the globe. */
export function frameOf(view, width, height, turn) {
  return {
    left: view.x - width / 2 / view.scale - turn,
    top: view.y - height / 2 / view.scale,
    right: view.x + width / 2 / view.scale - turn,
    bottom: view.y + height / 2 / view.scale,
    scale: view.scale,
  };
}

export function touches(box, frame) {
  return box[0] <= frame.right && box[2] >= frame.left && box[1] <= frame.bottom && box[3] >= frame.top;
}

/** Add a closed ring to a path. Of corners that all lie beyond one and the same side of the view, the ends are enough. */
export function traceRing(path, ring, frame) {
  const { points } = ring;
  const n = points.length;
  const sides = sidesOf(frame);
  let here = sides(points[0], points[1]);
  let common = 0; // sides that all corners since the last drawn one lie beyond
  let lastX = Infinity, lastY = Infinity;
  for (let i = 0; i < n; i += 2) {
    const next = i + 2 < n ? sides(points[i + 2], points[i + 3]) : 0; // 0: the last corner is always drawn
    if ((common & here & next) !== 0) {
      common &= here;
    } else {
      const x = (points[i] - frame.left) * frame.scale, y = (points[i + 1] - frame.top) * frame.scale;
      if (i === 0) path.moveTo(x, y);
      if (Math.abs(x - lastX) + Math.abs(y - lastY) > FINEST_STEP) {
        path.lineTo(x, y);
        [lastX, lastY, common] = [x, y, here];
      }
    }
    here = next;
  }
  path.closePath();
}

/** Add the border of a ring to a path, without the seams where the map is cut: the antimeridian and the poles. */
export function traceBorder(path, ring, frame) {
  const { points } = ring;
  const n = points.length;
  const sides = sidesOf(frame);
  let pen = false;
  for (let i = 0; i < n; i += 2) {
    const j = (i + 2) % n;
    const seam = onSeam(points[i], points[j]) || onSeam(points[i + 1], points[j + 1]);
    if (seam || (sides(points[i], points[i + 1]) & sides(points[j], points[j + 1])) !== 0) {
      pen = false;
      continue;
    }
    if (!pen) path.moveTo((points[i] - frame.left) * frame.scale, (points[i + 1] - frame.top) * frame.scale);
    path.lineTo((points[j] - frame.left) * frame.scale, (points[j + 1] - frame.top) * frame.scale);
    pen = true;
  }
}

export function inside(ring, x, y) {
  const { points, box } = ring;
  if (x < box[0] || x > box[2] || y < box[1] || y > box[3]) return false;
  let within = false;
  for (let i = 0, j = points.length - 2; i < points.length; j = i, i += 2) {
    const crosses = points[i + 1] > y !== points[j + 1] > y;
    if (crosses && x < ((points[j] - points[i]) * (y - points[i + 1])) / (points[j + 1] - points[i + 1]) + points[i]) {
      within = !within;
    }
  }
  return within;
}

function onSeam(one, other) {
  const near = Math.abs(one - other) < SEAM_WIDTH;
  return near && (Math.abs(one) < SEAM_WIDTH || Math.abs(one - 1) < SEAM_WIDTH);
}

function sidesOf(frame) {
  const margin = MARGIN / frame.scale;
  const left = frame.left - margin, right = frame.right + margin;
  const top = frame.top - margin, bottom = frame.bottom + margin;
  return (x, y) => (x < left ? WEST : x > right ? EAST : 0) | (y < top ? NORTH : y > bottom ? SOUTH : 0);
}
