// The map: land and cells on a canvas, moved by mouse, touch and keyboard.

import { cellAt, classBorders, classOf, extentOf, middleOf, N_CLASSES, placesOf, shadeOf } from "./cells.js";
import { coloursOf, hatched } from "./colours.js";
import { loadLand } from "./land.js";
import { metresAt } from "./mercator.js";
import { frameOf, hasSeam, touches, traceBorder, traceRing } from "./shapes.js";

const FINEST_SCALE = 2 ** 28; // pixels for the whole world: about 15 cm a pixel
const DETAIL_SCALE = 12000; // from here on the finer outlines are worth loading
const ZOOM_STEP = 1.6;
const WHEEL_ZOOM = 0.0015;
const PAN_PIXELS = 90;
const FIT_MARGIN = 1.35; // the extent is that of the places; cells reach further
const SMALLEST_EXTENT = 4e-6; // about 150 m
const DOT_SPACING = 9; // pixels; where cells are smaller than this, dots would hide them
const CLICK_PIXELS = 5;
const CHOSEN_RADIUS = 6; // pixels, of the dot of the chosen place
const SOLID = 0.75, PALE = 0.15; // how much cells cover the land

export class CellMap {
  #canvas;
  #pen;
  #view = { x: 0.5, y: 0.42, scale: 0 };
  #land = [];
  #fineLand = null;
  #cells = [];
  #places = [];
  #borders = [];
  #worldSpacing = Infinity;
  #attribute = "spacing_m";
  #chosen = null;
  #pointers = new Map();
  #pressedAt = null;
  #waitingForFrame = false;
  #onChoice;
  #onView;

  constructor(canvas, { onChoice, onView }) {
    this.#canvas = canvas;
    this.#pen = canvas.getContext("2d");
    this.#onChoice = onChoice;
    this.#onView = onView;
    this.#listen();
    loadLand("50m").then((land) => { this.#land = land; this.redraw(); }, () => {});
  }

  // --- what is shown

  show(cells, { fit }) {
    this.#cells = cells;
    this.#places = placesOf(cells);
    this.#worldSpacing = spacingOf(this.#places);
    const before = this.#chosen;
    this.#chosen = before === null || fit ? null : cells.find(({ cell }) => cell === before.cell) || null;
    this.#classify();
    if (fit) this.fit();
    this.#onChoice(this.#chosen);
    this.redraw();
  }

  colourBy(attribute) {
    this.#attribute = attribute;
    this.#classify();
    this.redraw();
  }

  /** The classes with their counts, for the legend. */
  legend() {
    const shown = this.#cells.filter(({ handed_out }) => handed_out);
    return this.#borders.map((border, number) => {
      const values = shown.map((cell) => cell[this.#attribute]).filter((value) => classOf(this.#borders, value) === number);
      return {
        shade: shadeOf(number, this.#borders.length),
        from: border,
        to: Math.max(...values),
        cells: values.length,
      };
    });
  }

  #classify() {
    this.#borders = classBorders(this.#cells.filter(({ handed_out }) => handed_out).map((cell) => cell[this.#attribute]));
  }

  // --- where it looks

  fit() {
    const { width, height } = this.#size();
    if (this.#cells.length === 0) {
      this.#look({ x: 0.5, y: 0.42, scale: this.#coarsest() });
      return;
    }
    const [west, north, east, south] = extentOf(this.#cells.map(middleOf));
    const spanX = FIT_MARGIN * Math.max(east - west, SMALLEST_EXTENT), spanY = FIT_MARGIN * Math.max(south - north, SMALLEST_EXTENT);
    this.#look({ x: (west + east) / 2, y: (north + south) / 2, scale: Math.min(width / spanX, height / spanY) });
  }

  zoom(factor, atX = null, atY = null) {
    if (this.#view.scale === 0) return;
    const { width, height } = this.#size();
    const offX = (atX ?? width / 2) - width / 2, offY = (atY ?? height / 2) - height / 2;
    const scale = this.#within(this.#view.scale * factor);
    const gain = 1 / this.#view.scale - 1 / scale;
    this.#look({ x: this.#view.x + offX * gain, y: this.#view.y + offY * gain, scale });
  }

  pan(pixelsX, pixelsY) {
    if (this.#view.scale === 0) return;
    const { x, y, scale } = this.#view;
    this.#look({ x: x + pixelsX / scale, y: y + pixelsY / scale, scale });
  }

  get view() {
    return { ...this.#view };
  }

  #look({ x, y, scale }) {
    const within = this.#within(scale);
    const halfHeight = Math.min(0.5, this.#size().height / 2 / within);
    this.#view = {
      x: x - Math.floor(x),
      y: Math.max(halfHeight, Math.min(1 - halfHeight, y)),
      scale: within,
    };
    if (within > DETAIL_SCALE && this.#fineLand === null) {
      this.#fineLand = [];
      loadLand("10m").then((land) => { this.#fineLand = land; this.redraw(); }, () => { this.#fineLand = null; });
    }
    this.redraw();
  }

  #coarsest() {
    const { width, height } = this.#size();
    return Math.max(width, height, 1);
  }

  #within(scale) {
    return Math.max(this.#coarsest(), Math.min(FINEST_SCALE, scale));
  }

  #size() {
    return { width: this.#canvas.clientWidth || 1, height: this.#canvas.clientHeight || 1 };
  }

  // --- choosing a cell

  choose(cell) {
    this.#chosen = cell;
    this.#onChoice(cell);
    this.redraw();
  }

  /** The next cell, from the one with the fewest devices on; −1: the one before. */
  chooseNext(step) {
    const order = [...this.#cells].sort((one, other) => one.active - other.active || one.cell - other.cell);
    if (order.length === 0) return;
    const now = this.#chosen === null ? -1 : order.findIndex(({ cell }) => cell === this.#chosen.cell);
    const next = now === -1 && step < 0 ? order.length - 1 : (now + step + order.length) % order.length;
    this.#reveal(order[next]);
    this.choose(order[next]);
  }

  #reveal({ x, y }) {
    const { width, height } = this.#size();
    const away = x - this.#view.x - Math.round(x - this.#view.x);
    const hidden = Math.abs(away) * this.#view.scale > width * 0.45 || Math.abs(y - this.#view.y) * this.#view.scale > height * 0.45;
    if (hidden) this.#look({ x, y, scale: this.#view.scale });
  }

  #cellUnder(event) {
    const frame = this.#canvas.getBoundingClientRect();
    const { width, height } = this.#size();
    const x = this.#view.x + (event.clientX - frame.left - width / 2) / this.#view.scale;
    const y = this.#view.y + (event.clientY - frame.top - height / 2) / this.#view.scale;
    return cellAt(this.#cells, x - Math.floor(x), y);
  }

  // --- hands

  #listen() {
    const canvas = this.#canvas;
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    for (const kind of ["pointerup", "pointercancel"]) canvas.addEventListener(kind, (event) => this.#up(event));
    canvas.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#look(this.#view)).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
  }

  #wheel(event) {
    event.preventDefault();
    const frame = this.#canvas.getBoundingClientRect();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    this.zoom(Math.exp(-event.deltaY * lines * WHEEL_ZOOM), event.clientX - frame.left, event.clientY - frame.top);
  }

  #down(event) {
    this.#canvas.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, event);
    this.#pressedAt = this.#pointers.size === 1 ? event : null;
  }

  #move(event) {
    const before = this.#pointers.get(event.pointerId);
    if (before === undefined) return;
    const other = [...this.#pointers.values()].find(({ pointerId }) => pointerId !== event.pointerId);
    this.#pointers.set(event.pointerId, event);
    if (other === undefined) {
      this.pan(before.clientX - event.clientX, before.clientY - event.clientY);
      return;
    }
    const frame = this.#canvas.getBoundingClientRect();
    const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;
    const middleX = (event.clientX + other.clientX) / 2, middleY = (event.clientY + other.clientY) / 2;
    this.zoom(apart(event) / apart(before), middleX - frame.left, middleY - frame.top);
    this.pan((before.clientX - event.clientX) / 2, (before.clientY - event.clientY) / 2);
  }

  #up(event) {
    const pressed = this.#pressedAt;
    this.#pointers.delete(event.pointerId);
    if (event.type !== "pointerup" || pressed === null || pressed.pointerId !== event.pointerId) return;
    const moved = Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY);
    if (moved <= CLICK_PIXELS) this.choose(this.#cellUnder(event));
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions = {
      ArrowLeft: () => this.pan(-PAN_PIXELS, 0),
      ArrowRight: () => this.pan(PAN_PIXELS, 0),
      ArrowUp: () => this.pan(0, -PAN_PIXELS),
      ArrowDown: () => this.pan(0, PAN_PIXELS),
      "+": () => this.zoom(ZOOM_STEP),
      "=": () => this.zoom(ZOOM_STEP),
      "-": () => this.zoom(1 / ZOOM_STEP),
      0: () => this.fit(),
      n: () => this.chooseNext(1),
      p: () => this.chooseNext(-1),
      Escape: () => this.choose(null),
    };
    const action = actions[event.key] || actions[event.key.toLowerCase()];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }

  // --- drawing

  redraw() {
    if (this.#waitingForFrame) return;
    this.#waitingForFrame = true;
    requestAnimationFrame(() => {
      this.#waitingForFrame = false;
      this.#draw();
    });
  }

  #draw() {
    if (this.#view.scale === 0) return; // nobody has said yet where to look: without a scale there is no end of worlds
    const { width, height } = this.#size();
    const dense = window.devicePixelRatio || 1;
    if (this.#canvas.width !== Math.round(width * dense) || this.#canvas.height !== Math.round(height * dense)) {
      this.#canvas.width = Math.round(width * dense);
      this.#canvas.height = Math.round(height * dense);
    }
    const colours = coloursOf(this.#canvas);
    this.#pen.setTransform(dense, 0, 0, dense, 0, 0);
    this.#pen.fillStyle = colours.sea;
    this.#pen.fillRect(0, 0, width, height);
    const halfWidth = width / 2 / this.#view.scale;
    const firstTurn = Math.floor(this.#view.x - halfWidth) - 1; // land that crosses the antimeridian sticks out of its copy
    const nTurns = Math.floor(this.#view.x + halfWidth) + 2 - firstTurn;
    const frames = Array.from({ length: nTurns }, (_, i) => frameOf(this.#view, width, height, firstTurn + i));
    const coasts = frames.map((frame) => this.#drawLand(frame, colours)); // layer by layer: copies of the world overlap
    for (const frame of frames) this.#drawCells(frame, colours);
    this.#pen.strokeStyle = colours.coast;
    this.#pen.lineWidth = 0.8;
    for (const coast of coasts) this.#pen.stroke(coast);
    for (const frame of frames) this.#drawPlaces(frame, colours);
    this.#onView(metresAt(this.#view.y) / this.#view.scale);
  }

  /** Fills the land and returns its coast. */
  #drawLand(frame, colours) {
    const fine = frame.scale > DETAIL_SCALE && this.#fineLand !== null && this.#fineLand.length > 0;
    const coast = new Path2D(), cut = new Path2D();
    const rings = (fine ? this.#fineLand : this.#land).filter(({ box }) => touches(box, frame));
    for (const ring of rings) traceRing(hasSeam(ring) ? cut : coast, ring, frame);
    this.#pen.fillStyle = colours.land;
    const filled = new Path2D(coast);
    filled.addPath(cut);
    this.#pen.fill(filled, "evenodd");
    for (const ring of rings) if (hasSeam(ring)) traceBorder(coast, ring, frame);
    return coast;
  }

  #drawCells(frame, colours) {
    const fills = [...colours.shades, hatched(this.#pen, colours)];
    const whole = fills.map(() => new Path2D());
    const borders = new Path2D(), chosen = new Path2D();
    for (const cell of this.#cells) {
      const rings = cell.rings.filter(({ box }) => touches(box, frame));
      const fill = this.#fillOf(cell);
      for (const ring of rings) {
        if (!cell.sprawls) traceRing(whole[fill], ring, frame);
        traceBorder(borders, ring, frame);
        if (this.#chosen !== null && cell.place === this.#chosen.place) traceBorder(chosen, ring, frame);
      }
      if (cell.sprawls && rings.length > 0) this.#drawSprawling(cell, rings, frame, fills[fill]);
    }
    this.#pen.globalAlpha = SOLID;
    whole.forEach((path, number) => {
      this.#pen.fillStyle = fills[number];
      this.#pen.fill(path);
    });
    this.#pen.globalAlpha = 1;
    this.#pen.strokeStyle = colours.border;
    this.#pen.lineWidth = this.#worldSpacing * frame.scale > DOT_SPACING ? 1 : 0.4;
    this.#pen.stroke(borders);
    this.#pen.strokeStyle = colours.chosen;
    this.#pen.lineWidth = 3;
    this.#pen.stroke(chosen);
  }

  #fillOf(cell) {
    return cell.handed_out ? shadeOf(classOf(this.#borders, cell[this.#attribute]), this.#borders.length) : N_CLASSES;
  }

  /** Solid where its members are, pale in the country beyond. */
  #drawSprawling(cell, rings, frame, fill) {
    const path = new Path2D(), core = new Path2D();
    for (const ring of rings) traceRing(path, ring, frame);
    for (const turn of [-1, 0, 1]) { // a cell across the antimeridian has a part on either side of the map
      const x = (cell.x + turn - frame.left) * frame.scale, y = (cell.y - frame.top) * frame.scale;
      core.moveTo(x, y);
      core.arc(x, y, cell.core * frame.scale, 0, 2 * Math.PI);
    }
    this.#pen.fillStyle = fill;
    this.#pen.globalAlpha = PALE;
    this.#pen.fill(path);
    this.#pen.save();
    this.#pen.clip(core);
    this.#pen.globalAlpha = SOLID - PALE;
    this.#pen.fill(path);
    this.#pen.restore();
    this.#pen.globalAlpha = 1;
  }

  #drawPlaces(frame, colours) {
    const { width, height } = this.#size();
    const radius = Math.max(0.7, Math.min(3.5, (this.#worldSpacing * frame.scale) / 8));
    const dots = new Path2D(), chosen = new Path2D();
    for (const place of this.#places) {
      const x = (place.x - frame.left) * frame.scale, y = (place.y - frame.top) * frame.scale;
      if (x < -CHOSEN_RADIUS || y < -CHOSEN_RADIUS || x > width + CHOSEN_RADIUS || y > height + CHOSEN_RADIUS) continue;
      if (this.#chosen !== null && place.place === this.#chosen.place) addDot(chosen, x, y, CHOSEN_RADIUS);
      else addDot(dots, x, y, radius);
    }
    this.#pen.strokeStyle = colours.halo;
    this.#pen.lineWidth = 1.2;
    for (const [path, colour, halo] of [[dots, colours.place, radius > 2], [chosen, colours.chosen, true]]) {
      this.#pen.fillStyle = colour;
      this.#pen.fill(path);
      if (halo) this.#pen.stroke(path);
    }
  }
}

function addDot(path, x, y, radius) {
  path.moveTo(x + radius, y);
  path.arc(x, y, radius, 0, 2 * Math.PI);
}

/** The distance of neighbouring places, roughly: the root of their share of the extent. */
function spacingOf(places) {
  if (places.length < 2) return Infinity;
  const [west, north, east, south] = extentOf(places);
  return Math.sqrt(((east - west) * (south - north)) / places.length);
}
