// Colours of the map, from the variables of the style sheet.

import { N_CLASSES } from "./cells.js";

/** What the style sheet says, for the theme of the moment. */
export function coloursOf(element) {
  const style = getComputedStyle(element);
  const named = (name) => style.getPropertyValue(`--map-${name}`).trim();
  return {
    sea: named("sea"), land: named("land"), coast: named("coast"), border: named("border"), place: named("place"), halo: named("halo"),
    chosen: named("chosen"),
    withheld: named("withheld"),
    shades: Array.from({ length: N_CLASSES }, (_, number) => named(`shade-${number}`)),
  };
}

/** Cells whose place is not handed out are hatched, so that nobody has to tell them by colour alone. */
export function hatched(pen, colours) {
  const tile = new OffscreenCanvas(8, 8);
  const tilePen = tile.getContext("2d");
  tilePen.strokeStyle = colours.withheld;
  tilePen.lineWidth = 2;
  for (const shift of [-8, 0, 8]) {
    tilePen.moveTo(shift, 8);
    tilePen.lineTo(shift + 8, 0);
  }
  tilePen.stroke();
  return pen.createPattern(tile, "repeat");
}
