// An offline map: land, cells, places and a marker, moved by mouse, touch and keyboard. No tiles, and no other server.
//
//   const map = new OfflineMap(element, { onView, onClick });   // element: empty, with a size, an aria-label, and map.css
//   map.showCells(collection);                                  // GeoJSON of polygons; null: none
//   map.showPlaces([{ longitude, latitude }, …]);
//   map.showMarker({ longitude, latitude });                    // one spot that matters; null: none
//   map.fit(spots);                                             // [{ longitude, latitude }, …]; none: the world
//   map.zoom(factor);
//
// onView(metresPerPixel) after every move; onClick({ longitude, latitude }). A page with layers of its own uses addLayer.

import {
  Circle, Feature, Fill, KeyboardPan, KeyboardZoom, Map as Chart, MultiPoint, Stroke, Style, VectorLayer, VectorSource, View,
  getPointResolution, interactions, toLonLat,
} from "./vendored/openlayers.js";
import { metres } from "./format.js";
import { loadLand } from "./land.js";
import { PROJECTION, WORLD, borderOf, extentOf, polygonsOf, projected, projectedFeatures, turnsOf } from "./outlines.js";

export const ZOOM_STEP = 1.6;
export const CELLS = 10, PLACES = 30; // where layers of a page's own lie: below the coasts, and above them

const LAND = 0, COAST = 20, MARKER = 40;
const SCALE_BAR_PIXELS = 110; // at most
const ZOOM_0_PIXELS = 256; // side of the world at zoom 0 of OpenLayers
const FINEST_ZOOM = 20; // about 15 cm a pixel
const DETAIL_METRES = WORLD / 12000; // a pixel; from here on the finer outlines are worth loading
const PAN_PIXELS = 90;
const MOVE_MS = 150; // none for who wants less motion
const FIT_MARGIN = 1.35; // the extent is that of places; cells reach further
const SMALLEST_EXTENT = 150; // metres of the projection
const WHOLE_WORLD = { longitude: 0, latitude: 28 }; // middle of the inhabited world

export class OfflineMap {
  #chart;
  #view;
  #element;
  #land = {}; // by scale: a promise, then { areas, coasts }
  #layers = {};
  #styles = []; // of each layer: { layer, make }
  #onView;

  constructor(element, { onView = () => {}, onClick = () => {} } = {}) {
    this.#element = element;
    this.#onView = onView;
    element.classList.add("offline-map");
    element.tabIndex = 0;
    if (!element.hasAttribute("role")) element.setAttribute("role", "application");
    this.#view = new View({
      center: projected(WHOLE_WORLD), zoom: 0, maxZoom: FINEST_ZOOM, projection: PROJECTION,
      extent: [-1.5 * WORLD, -WORLD / 2, 1.5 * WORLD, WORLD / 2],
      enableRotation: false, smoothExtentConstraint: false, smoothResolutionConstraint: false,
    });
    const duration = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : MOVE_MS;
    const delta = Math.log2(ZOOM_STEP);
    const hands = interactions({ altShiftDragRotate: false, pinchRotate: false, keyboard: false, zoomDelta: delta, zoomDuration: duration });
    hands.extend([new KeyboardPan({ duration, pixelDelta: PAN_PIXELS }), new KeyboardZoom({ duration, delta })]);
    this.#chart = new Chart({ target: element, view: this.#view, controls: [], interactions: hands });
    this.#layers.land = this.addLayer((colour) => filled(colour("land")), LAND);
    this.#layers.coast = this.addLayer((colour) => drawn(colour("coast"), 0.8), COAST);
    this.#chart.on("click", ({ coordinate }) => onClick(spotAt(coordinate)));
    this.#chart.on("change:size", () => this.#fill());
    this.#chart.on("moveend", () => this.#moved());
    this.#view.on(["change:center", "change:resolution"], () => this.#tell());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
    this.#fill();
    this.#showLand("50m");
  }

  // --- what is shown

  showCells(collection) {
    const shapes = collection === null ? [] : projectedFeatures(collection).map((feature) => feature.getGeometry());
    const areas = shapes.filter(Boolean).flatMap(polygonsOf);
    this.#own("cells", (colour) => filled(colour("area")), CELLS).show(areas.map((area) => new Feature(area)));
    this.#own("borders", (colour) => drawn(colour("chosen"), 2), CELLS).show(areas.map((area) => new Feature(borderOf(area))));
  }

  showPlaces(spots) {
    this.#own("places", (colour) => dot(4, colour("place"), colour("halo")), PLACES).show(pointsAt(spots));
  }

  showMarker(spot) {
    this.#own("marker", (colour) => dot(8, colour("chosen"), colour("halo")), MARKER).show(pointsAt(spot === null ? [] : [spot]));
  }

  /**
   * A layer of a page's own. makeStyle(colour) gives a style of OpenLayers, or a function that gives one for a feature and
   * the metres of a pixel; colour(name) is --map-name of map.css. It is asked again when the theme changes.
   */
  addLayer(makeStyle, order) {
    const source = new VectorSource(); // repeats its shapes beyond the antimeridian
    const layer = new VectorLayer({ source, zIndex: order, updateWhileAnimating: true, updateWhileInteracting: true });
    this.#styles.push({ layer, makeStyle });
    this.redraw();
    this.#chart.addLayer(layer);
    return {
      layer,
      show(features) {
        source.clear(true);
        source.addFeatures(features);
      },
      at: (spot) => source.getFeaturesAtCoordinate(projected(spot)),
    };
  }

  #own(name, makeStyle, order) {
    this.#layers[name] ??= this.addLayer(makeStyle, order);
    return this.#layers[name];
  }

  /** Make all styles anew, after a change of what they depend on. */
  redraw() {
    const style = getComputedStyle(this.#element);
    const colour = (name) => style.getPropertyValue(`--map-${name}`).trim();
    for (const { layer, makeStyle } of this.#styles) layer.setStyle(makeStyle(colour));
  }

  async #showLand(scale) {
    this.#land[scale] ??= loadLand(scale).catch(() => { delete this.#land[scale]; return null; });
    const land = await this.#land[scale];
    const fine = this.#view.getResolution() < DETAIL_METRES;
    if (land === null || (scale === "50m" && fine && this.#layers.fine)) return;
    this.#layers.land.layer.setSource(land.areas);
    this.#layers.coast.layer.setSource(land.coasts);
  }

  // --- where it looks

  fit(spots = []) {
    this.#chart.updateSize();
    this.#fill();
    const extent = spots.length === 0 ? null : extentOf(spots.map(projected));
    if (extent === null) {
      this.#view.setZoom(this.#view.getMinZoom());
      this.#view.setCenter(projected(WHOLE_WORLD));
      return;
    }
    const [west, south, east, north] = extent;
    const [width, height] = this.#size();
    const spans = [east - west, north - south].map((span) => FIT_MARGIN * Math.max(span, SMALLEST_EXTENT));
    this.#view.setResolution(Math.max(spans[0] / width, spans[1] / height)); // first: it says how far the centre may go
    this.#view.setCenter([(west + east) / 2, (south + north) / 2]);
  }

  zoom(factor) {
    this.#view.adjustResolution(1 / factor);
  }

  /** Go there, unless it is in sight. */
  reveal(spot) {
    const point = projected(spot);
    const [x, y] = this.#view.getCenter(), [width, height] = this.#size(), scale = 0.45 * this.#view.getResolution();
    const away = point[0] - x - WORLD * turnsOf(point[0] - x);
    if (Math.abs(away) > width * scale || Math.abs(point[1] - y) > height * scale) this.#view.setCenter(point);
  }

  #size() {
    return (this.#chart.getSize() ?? [1, 1]).map((side) => Math.max(1, side));
  }

  /** The world is never smaller than the map. */
  #fill() {
    this.#view.setMinZoom(Math.log2(Math.max(...this.#size()) / ZOOM_0_PIXELS));
  }

  /** Back into the middle one of the three worlds. */
  #moved() {
    const [x, y] = this.#view.getCenter();
    if (turnsOf(x) !== 0) this.#view.setCenter([x - WORLD * turnsOf(x), y]);
    this.#showLand(this.#view.getResolution() < DETAIL_METRES ? "10m" : "50m");
  }

  #tell() {
    this.#onView(getPointResolution(PROJECTION, this.#view.getResolution(), this.#view.getCenter(), "m"));
  }
}

/** A bar of a round length, in an element that holds a span for its words and an i for the bar. */
export function showScale(element, metresPerPixel) {
  const widest = SCALE_BAR_PIXELS * metresPerPixel;
  const power = 10 ** Math.floor(Math.log10(widest));
  const length = [5, 2, 1].find((factor) => factor * power <= widest) * power;
  const [words, bar] = element.children;
  words.textContent = length < 1 ? `${length.toPrecision(1)} m` : metres(length).replace(".0 ", " ");
  bar.style.width = `${length / metresPerPixel}px`;
}

// --- shapes and styles, for layers of a page's own too

export function pointsAt(spots) {
  return spots.length === 0 ? [] : [new Feature(new MultiPoint(spots.map(projected)))];
}

function spotAt(coordinate) {
  const [longitude, latitude] = toLonLat(coordinate);
  return { longitude, latitude };
}

export function filled(color) {
  return new Style({ fill: new Fill({ color }) });
}

export function drawn(color, width) {
  return new Style({ stroke: new Stroke({ color, width }) });
}

export function dot(radius, color, halo) {
  return new Style({ image: new Circle({ radius, fill: new Fill({ color }), stroke: new Stroke({ color: halo, width: 1.2 }) }) });
}
