// The map of a generation: cells coloured by size or spacing, their borders and places, and the cell that was chosen.

import { N_CLASSES, classBorders, classOf, placesOf, shadeOf } from "./cells.js";
import { CELLS, OfflineMap, PLACES, ZOOM_STEP, dot, drawn, filled, pointsAt } from "./map.js";
import { WORLD, borderOf, extentOf, inAllWorlds } from "./outlines.js";
import { fromLonLat } from "./vendored/openlayers.js";

const SOLID = "bf", PALE = "26", REST = "99"; // how much cells cover the land: 75 %, 15 % and the difference, as in #rrggbbaa
const DOT_SPACING = 9; // pixels; where cells are smaller than this, dots and thick borders would hide them
const CHOSEN_RADIUS = 6; // pixels, of the dot of the chosen place
const RADIUS_STEPS = 10; // a pixel, so that few styles are made

export class CellMap {
  #map;
  #areas;
  #chosenLayer;
  #layers;
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
    this.#layers = {
      borders: this.#map.addLayer((colour) => this.#thin(colour("border")), CELLS + 1),
      places: this.#map.addLayer((colour) => this.#dots(colour), PLACES),
    };
    this.#chosenLayer = {
      borders: this.#map.addLayer((colour) => drawn(colour("chosen"), 3), CELLS + 2),
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
        ...cell.areas.flatMap((area) => inAllWorlds(area, { cell, cover: far ? PALE : SOLID })),
        ...(far ? cell.cores.flatMap((core) => inAllWorlds(core, { cell, cover: REST })) : []),
      ];
    }));
    this.#layers.borders.show(cells.flatMap(({ areas }) => areas.flatMap((area) => inAllWorlds(borderOf(area)))));
    this.#layers.places.show(places.flatMap(pointsAt));
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
    this.#chosenLayer.borders.show(same.flatMap(({ areas }) => areas.flatMap((area) => inAllWorlds(borderOf(area)))));
    this.#chosenLayer.place.show(cell === null ? [] : pointsAt(cell));
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
    const made = {};
    const of = (shade, cover) => (made[shade + cover] ??= filled(shade + cover));
    const withheld = { [SOLID]: hatched(colour("withheld"), SOLID), [PALE]: hatched(colour("withheld"), PALE), [REST]: hatched(colour("withheld"), REST) };
    return (feature) => {
      const cell = feature.get("cell"), cover = feature.get("cover");
      if (!cell.handed_out) return withheld[cover];
      return of(shades[shadeOf(classOf(this.#borders, cell[this.#attribute]), this.#borders.length)], cover);
    };
  }

  #thin(colour) {
    const far = drawn(colour, 0.4), near = drawn(colour, 1);
    return (_, metresPerPixel) => (this.#spacing / metresPerPixel > DOT_SPACING ? near : far);
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

/** Cells whose place is not handed out are hatched, so that nobody has to tell them by colour alone. */
function hatched(colour, cover) {
  const tile = new OffscreenCanvas(8, 8);
  const pen = tile.getContext("2d");
  pen.strokeStyle = colour + cover;
  pen.lineWidth = 2;
  for (const shift of [-8, 0, 8]) {
    pen.moveTo(shift, 8);
    pen.lineTo(shift + 8, 0);
  }
  pen.stroke();
  return filled(pen.createPattern(tile, "repeat"));
}

/** The distance of neighbouring places, roughly: the root of their share of the extent. */
function spacingOf(places) {
  if (places.length < 2) return WORLD;
  const [west, south, east, north] = extentOf(places.map(({ longitude, latitude }) => fromLonLat([longitude, latitude])));
  return Math.sqrt(((east - west) * (north - south)) / places.length);
}
