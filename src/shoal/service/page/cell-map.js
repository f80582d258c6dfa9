// The map of a generation: cells coloured by size or spacing, their borders and places, and the cell that was chosen.

import { N_CLASSES, classBorders, classOf, placesOf, shadeOf } from "./cells.js";
import { CELLS, OfflineMap, PLACES, ZOOM_STEP, dot, drawn, filled, pointsAt } from "./map.js";
import { WORLD, borderOf, extentOf, projected } from "./outlines.js";
import { Feature } from "./vendored/openlayers.js";

const SOLID = "bf", PALE = "26", REST = "99"; // how much cells cover the land: 75 %, 15 % and the difference, as in #rrggbbaa
const DOT_SPACING = 9; // pixels; where cells are smaller than this, dots and thick borders would hide them
const CHOSEN_RADIUS = 6; // pixels, of the dot of the chosen place
const RADIUS_STEPS = 10; // a pixel, so that few styles are made

export class CellMap {
  #map;
  #areas;
  #places;
  #chosenLayer;
  #cells = [];
  #borders = [];
  #spacing = Infinity; // of neighbouring places, in the projection
  #attribute = "spacing_m";
  #chosen = null;
  #onChoice;

  constructor(element, { onChoice, onView }) {
    this.#onChoice = onChoice;
    this.#map = new OfflineMap(element, { onView, onClick: (spot) => this.choose(this.#areas.at(spot)[0]?.get("cell") ?? null) });
    this.#areas = this.#map.addLayer((colour) => this.#fills(colour), CELLS);
    this.#places = this.#map.addLayer((colour) => this.#dots(colour), PLACES);
    this.#chosenLayer = {
      borders: this.#map.addLayer((colour) => drawn(colour("chosen"), 3), CELLS + 1),
      place: this.#map.addLayer((colour) => dot(CHOSEN_RADIUS, colour("chosen"), colour("halo")), PLACES + 1),
    };
    element.addEventListener("keydown", (event) => this.#key(event));
  }

  // --- what is shown

  show(cells, { fit }) {
    const before = this.#chosen;
    this.#cells = cells;
    const places = placesOf(cells);
    this.#spacing = spacingOf(places);
    this.#classify();
    this.#areas.show(cells.flatMap((cell) => {
      const far = cell.cores !== null;
      return [
        ...cell.areas.map((geometry) => new Feature({ geometry, cell, cover: far ? PALE : SOLID, border: borderOf(geometry) })),
        ...(far ? cell.cores.map((geometry) => new Feature({ geometry, cell, cover: REST })) : []),
      ];
    }));
    this.#places.show(pointsAt(places));
    if (fit) this.fit();
    this.choose(before === null || fit ? null : cells.find(({ cell }) => cell === before.cell) ?? null);
  }

  colourBy(attribute) {
    this.#attribute = attribute;
    this.#classify();
  }

  /** The classes with their counts, for the legend. */
  legend() {
    const shown = this.#cells.filter(({ handed_out }) => handed_out);
    return this.#borders.map((border, number) => {
      const values = shown.map((cell) => cell[this.#attribute]).filter((value) => classOf(this.#borders, value) === number);
      const to = values.reduce((high, value) => Math.max(high, value), -Infinity);
      return { shade: shadeOf(number, this.#borders.length), from: border, to, cells: values.length };
    });
  }

  #classify() {
    this.#borders = classBorders(this.#cells.filter(({ handed_out }) => handed_out).map((cell) => cell[this.#attribute]));
    this.#map.redraw();
  }

  fit() {
    this.#map.fit(this.#cells.map(({ spot }) => spot));
  }

  zoom(factor) {
    this.#map.zoom(factor);
  }

  // --- choosing a cell

  choose(cell) {
    this.#chosen = cell;
    const same = cell === null ? [] : this.#cells.filter(({ place }) => place === cell.place);
    this.#chosenLayer.borders.show(same.flatMap(({ areas }) => areas.map((area) => new Feature(borderOf(area)))));
    this.#chosenLayer.place.show(pointsAt(cell === null ? [] : [cell]));
    this.#onChoice(cell);
  }

  /** The next cell, from the one with the fewest devices on; −1: the one before. */
  #chooseNext(step) {
    const order = [...this.#cells].sort((one, other) => one.active - other.active || one.cell - other.cell);
    if (order.length === 0) return;
    const now = this.#chosen === null ? -1 : order.findIndex(({ cell }) => cell === this.#chosen.cell);
    const next = now === -1 && step < 0 ? order.length - 1 : (now + step + order.length) % order.length;
    this.#map.reveal(order[next].spot);
    this.choose(order[next]);
  }

  /** Arrows, + and − are the map's own. */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const actions = {
      "=": () => this.zoom(ZOOM_STEP), // + without shift
      0: () => this.fit(),
      n: () => this.#chooseNext(1),
      p: () => this.#chooseNext(-1),
      escape: () => this.choose(null),
    };
    const action = actions[event.key.toLowerCase()];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }

  // --- styles

  #fills(colour) {
    const shades = Array.from({ length: N_CLASSES }, (_, number) => colour(`shade-${number}`));
    const withheld = Object.fromEntries([SOLID, PALE, REST].map((cover) => [cover, filled(hatch(colour("withheld") + cover))]));
    const [near, far] = [1, 0.4].map((width) => borderStyle(colour("border"), width));
    const made = {};
    return (feature, metresPerPixel) => {
      const cell = feature.get("cell"), cover = feature.get("cover");
      const border = this.#spacing / metresPerPixel > DOT_SPACING ? near : far;
      if (!cell.handed_out) return [withheld[cover], border];
      const shaded = shades[shadeOf(classOf(this.#borders, cell[this.#attribute]), this.#borders.length)] + cover;
      return [(made[shaded] ??= filled(shaded)), border];
    };
  }

  #dots(colour) {
    const made = {};
    return (_, metresPerPixel) => {
      const radius = Math.max(0.7, Math.min(3.5, this.#spacing / metresPerPixel / 8));
      const rounded = Math.ceil(radius * RADIUS_STEPS) / RADIUS_STEPS;
      return (made[rounded] ??= dot(rounded, colour("place"), rounded > 2 ? colour("halo") : colour("place")));
    };
  }
}

/** Above the areas of all neighbours, which would cover half of it. */
function borderStyle(colour, width) {
  const style = drawn(colour, width);
  style.setGeometry((feature) => feature.get("border"));
  style.setZIndex(1);
  return style;
}

/** Cells whose place is not handed out are hatched, so that nobody has to tell them by colour alone. */
function hatch(colour) {
  const tile = new OffscreenCanvas(8, 8);
  const pen = tile.getContext("2d");
  pen.strokeStyle = colour;
  pen.lineWidth = 2;
  for (const shift of [-8, 0, 8]) {
    pen.moveTo(shift, 8);
    pen.lineTo(shift + 8, 0);
  }
  pen.stroke();
  return pen.createPattern(tile, "repeat");
}

/** The distance of neighbouring places, roughly: the root of their share of the extent. */
function spacingOf(places) {
  if (places.length < 2) return WORLD;
  const [west, south, east, north] = extentOf(places.map(projected));
  return Math.sqrt(((east - west) * (north - south)) / places.length);
}
