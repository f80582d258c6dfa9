// The organiser's page: asks the repository for totals, shows them against the design, and closes the survey.

import { at, make, say, write } from "./elements.js";
import { whole } from "./format.js";
import { Refused, Requests, Unreachable } from "./requests.js";

const REFRESH_MS = 60_000; // totals change once a day; opening and closing by the clock should be seen
const RETRY_MS = 5_000;
const UNAUTHORISED = 401;
const UNLIKELY = 0.001; // so few answers once in a thousand surveys: then fewer take part than was assumed

const state = { requests: null, survey: "", timer: 0 };
const DATE = new Intl.DateTimeFormat("en-GB", { // of this device: the days in the table are those of UTC
  day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", timeZoneName: "short",
});

at("sign-in-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const key = at("key").value.trim();
  if (!/^[\x21-\x7e]+$/.test(key)) {
    say(at("sign-in-problem"), "A key has letters, digits and signs only, without spaces.");
    return;
  }
  state.requests = new Requests(key);
  say(at("sign-in-problem"), "");
  refresh();
});
at("sign-out").addEventListener("click", () => signOut(""));
at("open").addEventListener("click", () => act("opening"));
at("close").addEventListener("click", () => at("confirm").showModal());
at("confirm-no").addEventListener("click", () => at("confirm").close());
at("confirm-yes").addEventListener("click", () => {
  at("confirm").close();
  act("closing");
});
at("bundle").addEventListener("click", () => saveBundle());

function signOut(why) {
  clearTimeout(state.timer);
  Object.assign(state, { requests: null, survey: "" });
  at("desk").hidden = at("sign-out").hidden = true;
  at("sign-in").hidden = false;
  say(at("connection"), "");
  say(at("sign-in-problem"), why);
  at("key").focus();
}

async function refresh() {
  clearTimeout(state.timer);
  let wait = REFRESH_MS;
  try {
    const { survey } = await state.requests.json("GET", "/survey");
    const seen = await state.requests.json("GET", `/surveys/${survey}/totals`);
    at("key").value = "";
    show(seen);
  } catch (error) {
    if (error instanceof Refused && error.status === UNAUTHORISED) return signOut("The key is wrong.");
    if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
    at("connection").classList.add("lost");
    say(at("connection"), error.message);
    wait = RETRY_MS;
  }
  state.timer = setTimeout(refresh, wait);
  return undefined;
}

async function act(deed) {
  say(at("action-problem"), "");
  try {
    await state.requests.json("POST", `/surveys/${state.survey}/${deed}`);
  } catch (error) {
    if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
    say(at("action-problem"), error.message);
  }
  await refresh();
}

async function saveBundle() {
  say(at("action-problem"), "");
  try {
    const answer = await state.requests.send("GET", `/surveys/${state.survey}/bundle`);
    const link = make("a", { href: URL.createObjectURL(await answer.blob()), download: "bundle.jsonl" });
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
    say(at("action-problem"), error.message);
  }
}

function show(seen) {
  state.survey = seen.survey;
  at("sign-in").hidden = true;
  at("desk").hidden = at("sign-out").hidden = false;
  at("connection").classList.remove("lost");
  say(at("connection"), "Connected");
  showTiles(seen);
  showDays(seen);
  write("fact-title", seen.title || "–");
  write("fact-digest", seen.survey);
  write("fact-stage", worded(seen));
  at("fact-stage").className = `state ${seen.stage}`;
  write("fact-opens", DATE.format(new Date(seen.opens)));
  write("fact-closes", DATE.format(new Date(seen.closes)));
  at("open").hidden = seen.stage !== "waiting";
  at("close").hidden = seen.stage === "closed";
  at("bundle").hidden = seen.stage !== "closed";
}

function worded({ stage, closed_by: by }) {
  if (stage === "closed") return by === "clock" ? "closed at its time" : "closed by command";
  return stage === "open" ? "open" : "not open yet";
}

function showTiles(seen) {
  const { outlook, answers } = seen;
  const so_far = seen.stage === "closed" ? "" : "if nobody else answers";
  write("tile-answers", whole(answers));
  write("tile-answers-note", answers === null ? "no total to show yet" : `of ${whole(seen.invited)} who were asked`);
  write("tile-expected", whole(seen.expected));
  write("tile-expected-note", "by design");
  write("tile-few", outlook === null ? "–" : probability(outlook.as_few));
  write("tile-few-note", outlook === null ? "" : so_far);
  at("few-tile").classList.toggle("alarm", seen.stage === "closed" && outlook.as_few < UNLIKELY);
  const failing = outlook?.failing_cells ?? null;
  write("tile-failing", failing === null ? "–" : few(failing));
  const unknown = outlook && failing === null ? "; the survey file does not tell who lives together" : "";
  write("tile-failing-note",
    `of ${whole(seen.cells)}; ${few(seen.designed_failing_cells)} by design${so_far && failing !== null ? `; ${so_far}` : unknown}`);
}

function showDays(seen) {
  at("days-empty").hidden = seen.days.length > 0;
  at("days").hidden = seen.days.length === 0;
  write("days-k", String(seen.k));
  at("days").tBodies[0].replaceChildren(...seen.days.map(({ day, answers }) =>
    make("tr", {},
      make("td", { "data-name": "Day" }, day),
      make("td", { class: "number", "data-name": "Answers" }, whole(answers)),
      make("td", { class: "number", "data-name": "Share" }, `${((100 * answers) / seen.invited).toFixed(1)} %`))));
}

/** A number of cells that may be far below one. */
function few(value) {
  return value > 0 && value < 0.1 ? "< 0.1" : value.toFixed(1);
}

/** At most so much: what is far below is said to be below. */
function probability(value) {
  if (value >= 0.01) return value.toFixed(2);
  return value < 1e-6 ? "< 10⁻⁶" : value.toPrecision(1);
}
