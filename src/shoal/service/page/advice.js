// What it means when a figure of the report is below k, and what to do about it.

import { count, whole } from "./format.js";

const RETIRED = {
  inShort: "Nothing to do: it is retired",
  todo: "Nothing. This generation is not handed out any more.",
  design: false,
};

/** For each figure below k: { inShort, what, means, todo, design: whether a new design helps, sticky: of that kind }. */
export function adviceOf(report) {
  const found = {};
  const add = (name, advise) => {
    if (report[name] === null || report[name] >= report.k) return;
    found[name] = { ...advise(report), ...(report.state === "retired" ? RETIRED : {}) };
  };
  add("k_min", atPlaces);
  add("k_min_knowing_cancelled", afterCancellations);
  add("k_min_knowing_newcomers", afterSignUps);
  add("k_min_all_generations", followed);
  return found;
}

function atPlaces({ state, k, k_min: fewest, n_active: active }) {
  if (state === "designed") {
    return {
      inShort: "Nothing to do before it is published",
      what: `Devices cancelled or moved since this design. ${count(fewest, "device is", "devices are")} left in one of its cells.`,
      means: "No device gets this place.",
      todo: "Nothing: publishing joins such a cell with a neighbour.",
    };
  }
  return {
    inShort: `Wait for ${count(k - active, "more sign-up", "more sign-ups")}`,
    what: `${count(active, "device is", "devices are")} active, and k is ${whole(k)}.`,
    means: "They get no place. That is safe, but they are not served.",
    todo: `Wait for ${count(k - active, "more sign-up", "more sign-ups")}: then they get their place automatically. Or design with a smaller k.`,
    design: true,
  };
}

function afterCancellations({ k_min: fewest, k_min_knowing_cancelled: left }) {
  return {
    inShort: "Design and publish a new generation",
    what: `Devices cancelled. Of those who shared one place on the first day, ${whole(left)} ${left === 1 ? "is" : "are"} left.`,
    means: `Somebody who saw the places on that day, and knows who cancelled, can narrow a pseudonym down to ${whole(left)}. For all others it is still one of ${whole(fewest)} or more.`,
    todo: "Design a new generation and publish it. With a reserve, more devices can cancel before this happens again.",
    design: true,
  };
}

function afterSignUps({ n_newcomers: newcomers, k_min_knowing_newcomers: together }) {
  return {
    inShort: "Wait until more have come",
    what: `${count(newcomers, "device has", "devices have")} come since the publication, to one place only ${whole(together)} of them.`,
    means: `Somebody who knows who came can narrow a new pseudonym there down to ${whole(together)}.`,
    todo: "Wait until more have come, or sign up many at once. When they are many, design a new generation and publish it: then newcomers are like all others.",
    design: true,
  };
}

function followed(report) {
  const { state, n_below_k_when_followed: concerned, k_min_all_generations: fewest, k } = report;
  return {
    inShort: state === "designed" ? "Discard it and make a sticky design" : "Ask for new pseudonyms",
    what: `Cells changed from generation to generation. ${count(concerned, "device shares", "devices share")} all of their places with fewer than ${whole(k)}; the fewest is ${whole(fewest)}.`,
    means: `Somebody who recognises a pseudonym after a change of generation can narrow it down to ${whole(fewest)}.`,
    todo: state === "designed"
      ? "Discard this design, and design again with “Keep anonymity across generations”. Or publish it, and ask those who show places to use a new pseudonym from then on."
      : "Ask those who show places to use a new pseudonym after every change of generation. Tick “Keep anonymity across generations” for the next design. What was seen before cannot be undone.",
    design: true,
    sticky: true,
  };
}
