// The operator's page: asks the service for its state, shows it, and passes the operator's wishes on.

import { Api, Refused, Unreachable } from "./api.js";
import { CellMap } from "./cell-map.js";
import { cellsOf } from "./cells.js";
import { Charts } from "./charts.js";
import { at, make, say, write } from "./elements.js";
import { count, metres, percent, whole } from "./format.js";
import { ZOOM_STEP, showScale } from "./map.js";
import { overTime } from "./over-time.js";
import { generationRows, reportItems } from "./tables.js";

const REFRESH_MS = 4000;
const RETRY_MS = 2000;
const POLL_MS = 1000; // of a design, where the stream of events does not get through
const STORED_KEY = "shoal operator key"; // in sessionStorage, if the operator wants that
const UNAUTHORISED = 401;

const state = {
  api: null,
  onFirstAnswer: null, // what to do once the key is known to be right
  overview: null,
  generations: [],
  shown: null, // number of the generation on the map; null: the current one, else the newest design
  cells: [], // of that generation
  drawn: "", // which cells the map has, in which version
  watched: null, // number of the design whose progress is followed
  watching: null, // AbortController of that
  timer: 0,
};

const map = new CellMap(at("map"), { onChoice: showChoice, onView: (metresPerPixel) => showScale(at("scale-bar"), metresPerPixel) });
const charts = new Charts(at("charts"));

// --- signing in and out

at("sign-in-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const key = at("key").value.trim();
  if (!/^[\x21-\x7e]+$/.test(key)) {
    say(at("sign-in-problem"), "A key has letters, digits and signs only, without spaces.");
    return;
  }
  signIn(key, at("keep-key").checked);
});
at("sign-out").addEventListener("click", () => signOut(""));

function signIn(key, keep) {
  state.api = new Api(key);
  state.onFirstAnswer = () => {
    if (keep) sessionStorage.setItem(STORED_KEY, key);
    at("key").value = "";
  };
  say(at("sign-in-problem"), "");
  refresh();
}

function signOut(why) {
  state.watching?.abort();
  clearTimeout(state.timer);
  sessionStorage.removeItem(STORED_KEY);
  Object.assign(state, { api: null, onFirstAnswer: null, overview: null, generations: [] });
  Object.assign(state, { shown: null, cells: [], drawn: "", watched: null, watching: null });
  map.show([], { fit: true });
  at("desk").hidden = true;
  at("sign-out").hidden = true;
  at("sign-in").hidden = false;
  say(at("connection"), "");
  say(at("banner"), "");
  say(at("sign-in-problem"), why);
  at("key").focus();
}

// --- asking

/** Ask for everything that may have changed, and again by itself after a while. */
async function refresh() {
  const { api } = state;
  if (api === null) return;
  clearTimeout(state.timer);
  let pause = REFRESH_MS;
  try {
    const overview = await api.overview(); // first alone: a wrong key then counts once for the rate limit
    const generations = await api.generations();
    if (api !== state.api) return;
    Object.assign(state, { overview, generations });
    connected();
    showState();
    await showCells();
    watchDesign();
  } catch (error) {
    if (api !== state.api) return;
    pause = RETRY_MS;
    failed(error);
  } finally {
    if (api === state.api && state.overview !== null) {
      clearTimeout(state.timer);
      state.timer = setTimeout(refresh, pause);
    }
  }
}

/** Carry out a wish of the operator; a refusal is said where the wish was made. */
async function wish(action, where) {
  say(where, "");
  try {
    await action();
  } catch (error) {
    if (error instanceof Refused && error.status !== UNAUTHORISED) {
      const fields = error.fields.map(({ field, message }) => `${field}: ${message}`).join("; ");
      say(where, fields || error.message);
    } else failed(error);
  }
  await refresh();
}

function failed(error) {
  if (error instanceof Refused && error.status === UNAUTHORISED) {
    signOut("This key is wrong.");
  } else if (state.overview === null) {
    say(at("sign-in-problem"), error.message);
    state.api = null;
  } else if (error instanceof Unreachable) {
    at("banner").className = "banner bad";
    say(at("banner"), `${error.message} What you see may be out of date. Trying again …`);
    at("connection").className = "connection lost";
    say(at("connection"), "Connection lost");
    document.body.classList.add("stale");
  } else {
    at("banner").className = "banner bad";
    say(at("banner"), error.message);
  }
}

function connected() {
  state.onFirstAnswer?.();
  state.onFirstAnswer = null;
  at("sign-in").hidden = true;
  at("sign-out").hidden = false;
  at("desk").hidden = false;
  at("connection").className = "connection";
  say(at("connection"), "Connected");
  document.body.classList.remove("stale");
}

// --- showing

function showState() {
  const { overview, generations } = state;
  const current = generations.find((generation) => generation.current) || null;
  write("tile-active", whole(overview.n_active));
  write("tile-active-note", overview.n_active === 0 ? "nobody has signed up yet"
    : overview.current === null ? "no place is in use yet"
    : overview.n_waiting === overview.n_active ? "no place is handed out" : `${count(overview.n_places, "place", "places")} in use`);
  showAnonymity(overview);
  showWaiting(overview);
  const distance = current === null || current.figures === null ? {} : current.figures.distortion_m;
  write("tile-distance", metres(distance.median));
  write("tile-distance-note", current === null ? "no generation yet" : `95 % within ${metres(distance.p95)}`);
  if (at("k").value === "" && document.activeElement !== at("k") && overview.k !== null) at("k").value = overview.k;
  showBanner(overview);
  showGenerations();
  showOutcome();
}

function showAnonymity({ k, k_min: fewest, current }) {
  write("tile-k-min", whole(fewest));
  const low = current !== null && fewest < k;
  at("anonymity-tile").classList.toggle("alarm", low);
  write("tile-k-min-note", current === null ? "no generation yet"
    : low ? `below k = ${whole(k)}: withheld` : `k = ${whole(k)}, generation ${current}`);
}

function showBanner({ current, designing, n_active: active, n_waiting: waiting, k, by_state: byState }) {
  at("banner").className = "banner";
  if (current !== null) say(at("banner"), waiting === 0 ? "" : waitingFor(waiting, active, k));
  else if (active === 0) say(at("banner"), "Nobody has signed up yet. Cells can be designed as soon as k devices are there.");
  else if (designing !== null) say(at("banner"), "The first generation is being designed. Everybody is waiting until it is published.");
  else if (byState.designed > 0) say(at("banner"), "A design is ready. Everybody is waiting until it is published.");
  else say(at("banner"), "No generation yet: everybody is waiting for a place. Design one and publish it.");
}

/** Cells that become too small are joined, so this is so only when all devices together are fewer than k. */
function waitingFor(waiting, active, k) {
  const who = count(waiting, "device is", "devices are");
  if (active >= k) return `${who} told no place. Design a new generation and publish it.`;
  return `${who} told no place, because fewer than k = ${whole(k)} are active. That is safe, but they are not served. `
    + `They get a place when ${whole(k - active)} more have signed up, or when you publish a design with a smaller k.`;
}

/** The generation on the map: the one that was asked for while it exists, else the current one, else the newest. */
function shownGeneration() {
  const designed = state.generations.filter(({ figures }) => figures !== null);
  return designed.find(({ id }) => id === state.shown) || designed.find(({ current }) => current) || designed[0] || null;
}

function showGenerations() {
  const { generations, overview } = state;
  const shown = shownGeneration()?.id ?? null;
  const actions = { show: showGeneration, publish, rollBack, discard };
  const focused = document.activeElement?.closest?.("#generations button")?.getAttribute("aria-label");
  at("generations").tBodies[0].replaceChildren(...generationRows(generations, overview, shown, actions));
  if (focused) at("generations").querySelector(`button[aria-label="${focused}"]`)?.focus();
  for (const id of ["generations", "generations-help"]) at(id).hidden = generations.length === 0;
  at("generations-empty").hidden = generations.length > 0;
  const drawn = overTime(generations, shown);
  charts.show(drawn);
  at("charts-empty").hidden = drawn.length > 0;
  const choices = generations.filter(({ figures }) => figures !== null);
  const wanted = choices.map(({ id, current, state: word }) => [String(id), `${id} · ${current ? "current" : word}`]);
  const select = at("shown");
  const present = [...select.options].map(({ value, text }) => [value, text]);
  if (JSON.stringify(present) !== JSON.stringify(wanted)) {
    select.replaceChildren(...wanted.map(([value, text]) => make("option", { value }, text)));
  }
  select.value = String(shown);
  at("shown-label").hidden = choices.length === 0;
}

/** Cells and report of the generation on the map; asked for when something changed. */
async function showCells() {
  const { overview, api } = state;
  const shown = shownGeneration();
  const version = JSON.stringify([shown?.id, shown?.state, overview.n_active, overview.k_min, overview.n_places, overview.current]);
  if (version === state.drawn) return;
  const [collection, report] = shown === null ? [null, null] : await Promise.all([api.cells(shown.id), api.report(shown.id)]);
  const cells = collection === null ? [] : cellsOf(collection);
  if (api !== state.api) return;
  const sameGeneration = state.drawn !== "" && JSON.parse(state.drawn)[0] === shown?.id;
  state.drawn = version;
  state.cells = cells;
  map.show(cells, { fit: !sameGeneration });
  say(at("map-empty"), shown === null ? "No cells yet" : "");
  at("map").setAttribute("aria-label", shown === null ? "Map, no cells yet" : `Map of the ${cells.length} cells of generation ${shown.id}`);
  showLegend();
  at("report").replaceChildren(...(report === null ? [] : reportItems(report, goToDesign)));
  at("report").hidden = report === null;
  at("report-empty").hidden = report !== null;
}

function showWaiting({ n_waiting: waiting, n_active: active, current }) {
  write("tile-waiting", whole(waiting));
  at("waiting-tile").classList.toggle("alarm", waiting > 0);
  write("tile-waiting-note", waiting === 0 ? (active === 0 ? "nobody is here" : "everybody has a place")
    : current === null ? "no generation yet" : "too few at their place");
}

function showLegend() {
  const inMetres = document.querySelector("[name=colour]:checked").value === "spacing_m";
  const format = inMetres ? metres : whole;
  const items = map.legend().map(({ shade, from, to, cells: number }) => {
    const range = format(from) === format(to) ? format(from) : `${format(from)} – ${format(to)}`;
    return make("li", { title: count(number, "cell", "cells") }, make("i", { class: `swatch shade-${shade}` }), range);
  });
  const withheld = state.cells.filter(({ handed_out }) => !handed_out).length;
  if (withheld > 0) items.push(make("li", {}, make("i", { class: "swatch withheld" }), `below k, withheld (${withheld})`));
  const unit = make("li", { class: "unit" }, inMetres ? "To the next places" : "Devices at the place");
  at("legend").replaceChildren(...(items.length === 0 ? [] : [unit, ...items]));
}

function showChoice(cell) {
  if (cell === null) {
    write("cell-details", "");
    return;
  }
  const { longitude, latitude } = cell;
  const place = `${Math.abs(latitude).toFixed(4)}° ${latitude < 0 ? "S" : "N"}, ${Math.abs(longitude).toFixed(4)}° ${longitude < 0 ? "W" : "E"}`;
  const told = cell.handed_out ? `${count(cell.active, "device", "devices")} at ${place}` : `${count(cell.active, "device", "devices")}, fewer than k: no place is handed out`;
  write("cell-details", `Cell ${cell.cell}: ${told}; next places ${metres(cell.spacing_m)} away${cell.merged ? "; merged with a neighbour" : ""}.`);
}

// --- a running design

function watchDesign() {
  const number = state.overview.designing;
  at("design").disabled = number !== null;
  at("running").hidden = number === null;
  if (number === null || number === state.watched) return;
  state.watching?.abort();
  state.watched = number;
  state.watching = new AbortController();
  follow(number, state.watching.signal);
}

async function follow(number, signal) {
  write("running-title", `Designing generation ${number}`);
  const { api } = state;
  let last = null;
  try {
    for await (const { data } of api.events(number, signal)) showProgress((last = data));
  } catch {
    // a proxy may hold the stream back, or the connection broke: ask instead
  }
  while (!signal.aborted && (last === null || last.state === "designing")) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    if (signal.aborted) return;
    try {
      showProgress((last = await api.generation(number)));
    } catch (error) {
      if (error instanceof Refused) break;
    }
  }
  if (signal.aborted) return;
  state.watched = null;
  refresh();
}

function showProgress({ progress, stage, state: word }) {
  at("progress").value = progress;
  write("running-share", percent(progress));
  write("running-stage", word === "designing" ? stage : word);
}

/** How the newest design ended, as long as nothing newer is there. */
function showOutcome() {
  const newest = state.generations[0];
  const box = at("outcome");
  box.className = "outcome";
  if (!newest || !["designed", "failed"].includes(newest.state)) say(box, "");
  else if (newest.state === "failed") {
    box.className = "outcome bad";
    say(box, `Generation ${newest.id} failed. ${newest.failure || ""}`);
  } else say(box, `Generation ${newest.id} is designed: look at it, then publish or discard it.`);
}

// --- wishes

at("design-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const asked = { publish: at("publish-at-once").checked };
  if (at("k").value !== "") asked.k = at("k").valueAsNumber;
  if (at("reserve").value !== "") asked.reserve = at("reserve").valueAsNumber / 100;
  if (at("sticky").value !== "") asked.sticky = at("sticky").value === "yes";
  wish(async () => {
    await state.api.design(asked);
    state.shown = null;
  }, at("design-problem"));
});
at("stop").addEventListener("click", () => discard(state.overview.designing));

/** From a piece of advice to the form that it speaks of. */
function goToDesign(sticky) {
  if (sticky) at("sticky").value = "yes";
  at("design-title").scrollIntoView({ block: "start" });
  at("k").focus({ preventScroll: true });
}

function showGeneration(number) {
  state.shown = number;
  showGenerations();
  showCells().catch(failed);
}

async function publish(number) {
  const sure = await confirmed(`Publish generation ${number}?`, "Every device gets its new place the next time it asks.", "Publish");
  if (sure) wish(async () => { await state.api.publish(number); state.shown = null; }, at("action-problem"));
}

async function rollBack() {
  const sure = await confirmed("Roll back?", "The generation before becomes current again, with everybody who is signed up now.", "Roll back");
  if (sure) wish(async () => { await state.api.rollBack(); state.shown = null; }, at("action-problem"));
}

async function discard(number) {
  const sure = await confirmed(`Discard generation ${number}?`, "Its design is stopped or forgotten. Devices do not notice.", "Discard");
  if (sure) wish(() => state.api.discard(number), at("action-problem"));
}

function confirmed(title, text, word) {
  write("confirm-title", title);
  write("confirm-text", text);
  write("confirm-yes", word);
  const dialog = at("confirm");
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }));
}

at("confirm-yes").addEventListener("click", () => at("confirm").close("yes"));
at("confirm-no").addEventListener("click", () => at("confirm").close(""));

// --- the map's own controls

at("shown").addEventListener("change", () => showGeneration(Number(at("shown").value)));
for (const choice of document.querySelectorAll("[name=colour]")) {
  choice.addEventListener("change", () => {
    map.colourBy(choice.value);
    showLegend();
  });
}
at("zoom-in").addEventListener("click", () => map.zoom(ZOOM_STEP));
at("zoom-out").addEventListener("click", () => map.zoom(1 / ZOOM_STEP));
at("fit").addEventListener("click", () => map.fit());
document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });

const kept = sessionStorage.getItem(STORED_KEY);
if (kept !== null) signIn(kept, true);
else at("key").focus();
