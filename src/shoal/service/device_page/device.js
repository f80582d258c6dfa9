// The device's page: signs up, shows its place, asks providers, moves, cancels. It remembers in this browser only.

import { HomeDevice } from "./home-device.js";
import { OfflineMap, ZOOM_STEP, dot, pointsAt } from "./map.js";
import { at, make, say } from "./elements.js";
import { metres } from "./format.js";

const STORED = "shoal device";
const POLL_MS = 3600_000; // an hour: a new generation is seldom, and the hour of a poll should say nothing
const ANSWERS = 35; // order of the layer, between place and marker

let device = stored();
let moving = false;
const map = new OfflineMap(at("map"), { onClick: choose });
const answers = map.addLayer((colour) => dot(6, colour("coast"), colour("halo")), ANSWERS);

function stored() {
  const kept = localStorage.getItem(STORED);
  return kept === null ? null : new HomeDevice(JSON.parse(kept), keep);
}

function keep(state) {
  localStorage.setItem(STORED, JSON.stringify(state));
}

// --- what is shown

function show() {
  const placed = device?.state.place.status === "placed";
  at("home-card").hidden = device !== null && !moving;
  at("place-card").hidden = device === null || moving;
  at("question-card").hidden = !placed || moving || device.state.providers.length === 0;
  at("stay").hidden = !moving;
  at("sign-up-key").hidden = at("sign-up-key-label").hidden = moving;
  at("home-button").textContent = moving ? "Move there" : "Sign up";
  say(at("map-help"), device === null || moving ? "Tap the map to choose a home. Arrow keys move it, + and − zoom."
    : "The large dot is your home, the small one your place, those between are answers.");
  if (device !== null) showDevice();
}

function showDevice() {
  const { place, providers, proofs } = device.state;
  const placed = place.status === "placed";
  say(at("place"), placed ? `At least ${place.k} devices share it: ${place.latitude}, ${place.longitude} (generation ${place.generation}).`
    : "You have no place yet: too few devices share one. This page asks again every hour.");
  const ready = proofs === null ? [] : providers.filter((name) => name in proofs.credentials);
  say(at("proof"), placed && providers.length ? `Credentials: ${ready.length} of ${providers.length} providers.` : "");
  const chosen = at("provider").value;
  at("provider").replaceChildren(...providers.map((name) => make("option", { value: name, selected: name === chosen }, name)));
}

function showOnMap() {
  const { place, home } = device.state;
  const spots = place.status === "placed" ? [place] : [];
  map.showMarker(home);
  map.showPlaces(spots);
  map.fit([home, ...spots]);
}

function choose({ latitude, longitude }) {
  if (device !== null && !moving) return;
  at("latitude").value = latitude.toFixed(5);
  at("longitude").value = longitude.toFixed(5);
  map.showMarker({ latitude, longitude });
}

// --- what is done

async function carefully(act) {
  say(at("problem"), "");
  try {
    await act();
  } catch (error) {
    if (error.type === "cancelled") forget();
    say(at("problem"), error.message);
  }
  show();
}

function forget() {
  localStorage.removeItem(STORED);
  device = null;
  moving = false;
  answers.show([]);
  at("answers").replaceChildren();
  say(at("sure"), "");
  map.showMarker(null);
  map.showPlaces([]);
}

async function offered() {
  return (await (await fetch("/v1/providers", { cache: "no-store" })).json()).providers;
}

async function poll() {
  if (device === null) return;
  await carefully(async () => {
    showOnMap();
    device.use(await offered());
    await device.refresh();
    showOnMap();
  });
}

at("home-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const home = { latitude: at("latitude").valueAsNumber, longitude: at("longitude").valueAsNumber };
  carefully(async () => {
    if (moving) await device.move(home);
    else device = await HomeDevice.signUp(home, await offered(), keep, at("sign-up-key").value);
    moving = false;
    answers.show([]);
    at("answers").replaceChildren();
    say(at("sure"), "");
    await device.refresh().finally(showOnMap);
  });
});

at("question-form").addEventListener("submit", (event) => {
  event.preventDefault();
  carefully(async () => {
    const found = await device.nearest(at("provider").value, at("count").valueAsNumber);
    at("answers").replaceChildren(...found.points.map((own) => make("li", {}, `${own.name} `, make("small", {}, metres(own.metres)))));
    say(at("sure"), found.sure ? "These are the nearest. The provider knows your place, not your home."
      : "Something nearer may exist: your home is far from its place.");
    answers.show(pointsAt(found.points));
    map.fit([device.state.home, device.state.proofs, ...found.points]);
  });
});

at("move").addEventListener("click", () => {
  moving = true;
  at("latitude").value = device.state.home.latitude;
  at("longitude").value = device.state.home.longitude;
  show();
});
at("stay").addEventListener("click", () => {
  moving = false;
  showOnMap();
  show();
});
at("cancel").addEventListener("click", () => at("sure-cancel").showModal());
at("sure-cancel").addEventListener("close", () => {
  if (at("sure-cancel").returnValue !== "yes") return;
  carefully(async () => {
    await device.cancel();
    forget();
  });
});
at("closer").addEventListener("click", () => map.zoom(ZOOM_STEP));
at("farther").addEventListener("click", () => map.zoom(1 / ZOOM_STEP));

map.fit([]);
show();
poll();
setInterval(poll, POLL_MS);
