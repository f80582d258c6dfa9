// Checks a Shoal specification and finds a respondent's cell, in a browser or in Node, without any network.
//
// The cells are those of the Python library, to the last bit: coordinates and distances are computed by the same
// operations in the same order, IEEE 754 rounds each of them in one way only, and ties go to the lower cell. Shared test
// vectors (tests/survey/vectors) hold both to it. Nothing here keeps, logs or sends an answer, and no message shows one.
//
//   import { readSpecification, verify, questions, cellOf } from "./shoal-specification.js";
//   const specification = readSpecification(text);
//   const findings = await verify(specification);            // { ok, checks: [{ name, ok, words, open }] }
//   const cell = cellOf(specification, { age: "41", sex: "female" });

export const FORMAT = 3; // the newest that is read: the frame has a source; 2: members depend on each other, or their share is not known; else 1
const WHAT = "shoal specification";
const KEY_BYTES = 32; // of an Ed25519 public key (RFC 8032)
const KEY_HEADER = "MCowBQYDK2VwAyEA"; // what stands before it in a .pub file: SubjectPublicKeyInfo of Ed25519 (RFC 8410), 12 bytes
const DAMAGED = "Get the file again from where it came.";
const LARGEST_SAFE = 2n ** 53n - 1n;
const INTEGER_KEY = "$integer"; // {"$integer": "…"} is a whole number that no double holds
// As in kernels/participation/poisson_binomial.py: probabilities are carried 2^500 times as large, so that none underflows, and a
// failure above the acceptable one by less than this share is equal to it.
const SCALE = 2 ** 500;
const FLOOR = 2 ** -1000;
const ROUNDING_SLACK = 1e-11;
const SAME_FAILURE = 1e-8; // two computations of one failure agree to this share
const SHARE_STEP = 0.05;  // of a mean share that is told; below it, one digit that counts
const SHARE_ROUNDING = 1e-9;
const FAR = 2; // standard deviations of the frame beyond the outermost cell: from there on, an answer is asked about
const JEFFREYS = 0.5; // added to the answers and to the refusals of an earlier survey
const FEWEST_POINTS = 16; // of Gauss's rule
const LARGEST_CELL = 2047; // members whose answers depend on each other
const SAME_DIFFERENCE = 1e-14; // in an interval a failure has a difference of two probabilities in it
const TINY = 1e-300; // stands for a pivot that is exactly 0
const MOST_STEPS = 1e9; // of the recursion for n_min; a specification that asks for more is not checked here

// column and hint are set where a single answer is wrong: the hint stands beside its question, and names no column.
export class SpecificationError extends Error {
  constructor(message, column = null, hint = null) {
    super(message);
    this.name = "SpecificationError";
    this.column = column;
    this.hint = hint;
  }
}

// --- reading

export function readSpecification(text) {
  return readDocument(text, WHAT, "This is not a Shoal specification. Give the .json file that the survey published.");
}

// A file of Shoal that says `what` it is.
export function readDocument(text, what, otherwise) {
  let document, isOnce;
  try {
    document = JSON.parse(text);
    isOnce = keysIn(text) === keysOf(document);
  } catch {
    throw new SpecificationError(`This is not JSON: it is cut off, damaged, or something else. ${DAMAGED}`);
  }
  if (!isOnce) {
    throw new SpecificationError(`The file gives a key twice, so nobody can tell which one counts: it is damaged. ${DAMAGED}`);
  }
  if (!isObject(document) || document.what !== what) {
    throw new SpecificationError(otherwise);
  }
  if (Number.isInteger(document.format) && document.format > FORMAT) {
    throw new SpecificationError(`The file has the format number ${document.format}, and ${FORMAT} is read here. Get a newer version of this page.`);
  }
  return document;
}

// JSON.parse silently takes the last of equal keys. In JSON a text before a colon is a key and nothing else.
function keysIn(text) {
  let count = 0;
  for (const [, colon] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/g)) count += colon.length;
  return count;
}

function keysOf(value) {
  if (typeof value !== "object" || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((count, inner) => count + keysOf(inner), own);
}

// RFC 8785: keys in the order of their UTF-16 code units, numbers as JavaScript prints them.
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (isObject(value)) {
    return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new SpecificationError(`The file holds infinite numbers. ${DAMAGED}`);
  }
  return JSON.stringify(value);
}

export async function digestOf(document) {
  const { digest, signature, ...covered } = document;
  const hash = await subtle().digest("SHA-256", new TextEncoder().encode(canonical(covered)));
  return `sha256:${Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

function subtle() {
  if (!globalThis.crypto?.subtle) {
    throw new SpecificationError("This browser gives no cryptography to this page. Open it as a file, or over https.");
  }
  return globalThis.crypto.subtle;
}

// --- checking

export async function verify(document, { publicKey = null } = {}) {
  if (publicKey !== null && !isPublicKey(publicKey)) throw new SpecificationError("This is not a public key: copy it again.");
  const checks = [];
  // open: nothing speaks against it, but the file alone cannot answer.
  const note = (name, ok, words, open = false) => checks.push({ name, ok, words, open });
  const wrong = structureProblem(document);
  note("structure", wrong === null, wrong ?? "The file is complete, and its parts fit together.");
  if (wrong !== null) return { ok: false, checks };
  await checkOrigin(document, publicKey, note);
  checkRule(document, note);
  if (isDependent(document) || isModel(document)) checkDependent(document, note);
  else if (document.participation.model === "uneven") checkUneven(document, note);
  else checkEven(document, note);
  const source = sourceWords(document);
  if (source !== null) note("source", true, source, isModel(document));
  return { ok: checks.every((check) => check.ok), checks };
}

function structureProblem(document) {
  const bad = (what) => `${what} is not as it should be. ${DAMAGED}`;
  const { promise, participation, cells, frame, quantizer } = document;
  if (!isObject(frame) || document.format !== formatOf(document)) return bad("The format number");
  if (!isObject(promise) || !isCount(promise.k, 2) || !isShare(promise.failure) || promise.failure >= 1) return bad("The promise");
  if (typeof document.title !== "string" || typeof document.digest !== "string") return bad("The title or the digest");
  if (!isObject(quantizer) || !isObject(quantizer.header) || !isObject(quantizer.arrays)) return bad("The quantizer");
  const { header, arrays } = quantizer;
  if (header.k !== promise.k || !isCount(header.n_cells, 1) || !isCount(header.n_coordinates, 1)) return bad("The quantizer");
  for (const listed of Array.isArray(header.arrays) ? header.arrays : [{}]) {
    if (!isArrayOf(arrays[listed.name], listed.shape)) return bad("An array of the quantizer");
  }
  if (!isArrayOf(arrays.centroids, [header.n_cells, header.n_coordinates]) || !isArrayOf(arrays.sizes, [header.n_cells])) return bad("The quantizer");
  if (!isArrayOf(arrays.centre, [header.n_coordinates]) || !isObject(header.encoding)) return bad("The encoding");
  const coordinates = header.encoding.attributes.reduce((sum, attribute) => sum + nCoordinates(attribute), 0);
  if (coordinates !== header.n_coordinates) return bad("The encoding");
  if (!Array.isArray(header.blocks) || header.blocks.reduce((sum, block) => sum + block.n_cells, 0) !== header.n_cells) return bad("The blocks");
  for (const [number, block] of header.blocks.entries()) {
    const sites = arrays[`blocks/${number}/sites`];
    if (block.rule === "power" && !isArrayOf(arrays[`blocks/${number}/costs`], [block.n_cells])) return bad("The costs of a block");
    if (sites !== undefined && !isArrayOf(sites, [block.n_cells, header.n_coordinates])) return bad("The sites of a block");
  }
  const listed = Array.isArray(cells) && cells.length === header.n_cells && cells.every((cell, index) => isObject(cell)
    && cell.cell === index && cell.frame_records === arrays.sizes[index] && Number.isFinite(cell.failure) && cell.failure >= 0);
  if (!listed) return bad("The list of cells");
  const total = arrays.sizes.reduce((sum, size) => sum + size, 0);
  if (frame.n_records !== total || frame.n_cells !== header.n_cells) return bad("The count of the frame");
  if (document.questions !== undefined && !areQuestions(document.questions, header)) return bad("The list of questions");
  return sharesProblem(participation, header, document.n_min, bad) ?? householdsProblem(document, bad) ?? modelProblem(document, bad);
}

function formatOf(document) {
  if (document.frame.source !== undefined) return FORMAT;
  return isDependent(document) ? 2 : 1;
}

// A model is of people who decide alone, and of at least as many as its cells have members.
function modelProblem({ frame, participation }, bad) {
  const { source, people, margins } = frame;
  if (!isModel({ frame })) return (source === undefined || source === "counts") && people === undefined && margins === undefined ? null : bad("The source of the frame");
  const areNames = (names) => Array.isArray(names) && names.length > 0 && names.every((name) => typeof name === "string");
  const alone = participation.households === undefined && participation.overdispersion === undefined && participation.model !== "uneven"
    && sharesOf(participation).every((share) => !isObject(share) || share.asked === undefined);
  return alone && isCount(people, frame.n_records) && Array.isArray(margins) && margins.length > 0 && margins.every(areNames) ? null : bad("The model of the frame");
}

function areQuestions(given, header) {
  const asked = new Set(header.columns.map((column) => column.name));
  return isObject(given) && Object.entries(given).every(([name, text]) => asked.has(name) && typeof text === "string" && text.trim() !== "");
}

function sharesProblem(participation, header, nMin, bad) {
  if (!isObject(participation)) return bad("The participation");
  const wanted = { constant: 1, "per stratum": header.blocks.length, uneven: header.n_cells }[participation.model];
  const shares = sharesOf(participation);
  const uneven = participation.model === "uneven";
  const isRight = uneven ? isShare : isAssumed;
  if (wanted === undefined || !Array.isArray(shares) || shares.length !== wanted || !shares.every(isRight)) return bad("The participation");
  const { households, overdispersion = 0 } = participation;
  if (overdispersion !== 0 && (uneven || !isShare(overdispersion) || overdispersion === 1)) return bad("The participation");
  if (households !== undefined && (!isObject(households) || !isShare(households.together))) return bad("The participation");
  const sizes = Array.isArray(nMin) ? nMin : [nMin];
  const differs = uneven || households !== undefined; // cells of one size
  if (differs ? nMin !== null : !sizes.every((size) => isCount(size, 2))) return bad("n_min");
  if (!differs && Array.isArray(nMin) && nMin.length !== header.blocks.length) return bad("n_min");
  return null;
}

// Digest and signature. What is signed begins with the words that say what the file is.
export async function checkOrigin(document, publicKey, note) {
  const digest = await digestOf(document);
  note("digest", digest === document.digest, digest === document.digest
    ? `The content has the digest that the file states: ${digest}.`
    : `The content does not have the digest that the file states: it was changed or damaged. ${DAMAGED}`);
  await checkSignature(document, digest, publicKey, note);
}

function isAssumed(share) {
  if (!isObject(share)) return isShare(share);
  if (share.asked !== undefined) return Number.isFinite(share.answered) && share.answered >= 0 && share.answered <= share.asked && share.asked > 0;
  return isShare(share.low) && isShare(share.high) && share.low <= share.high;
}

// Where told, the households of each cell, and only where they matter; every cell's members are in them.
function householdsProblem({ participation, cells }, bad) {
  const told = cells.filter((cell) => cell.households !== undefined);
  if (told.length === 0) return null;
  const matters = participation.households !== undefined && participation.model !== "uneven";
  const fits = ({ households, frame_records: members }) => Array.isArray(households) && households.every((count) => isCount(count, 0))
    && households.reduce((sum, count, at) => sum + count * (at + 1), 0) === members;
  return matters && told.length === cells.length && told.every(fits) ? null : bad("The list of households");
}

async function checkSignature(document, digest, publicKey, note) {
  const { signature } = document;
  if (!isObject(signature)) {
    note("signature", publicKey === null, publicKey === null
      ? "The file is not signed. So this check cannot say who wrote it."
      : "The file is not signed, so it cannot be checked with the public key that was given.", publicKey === null);
    return;
  }
  if (publicKey !== null && rawKey(publicKey) !== signature.public_key) {
    note("signature", false, "The file is signed with a key other than the one that was given. If you typed the key, check every letter of it first.");
    return;
  }
  let fits;
  try {
    const key = await subtle().importKey("raw", bytesOf(signature.public_key), { name: "Ed25519" }, false, ["verify"]);
    fits = await subtle().verify({ name: "Ed25519" }, key, bytesOf(signature.value), new TextEncoder().encode(`${document.what}\n${digest}`));
  } catch (error) {
    if (error?.name === "NotSupportedError" || error instanceof SpecificationError) {
      note("signature", publicKey === null, "The file is signed, but this browser cannot check signatures of the kind Ed25519.", publicKey === null);
      return;
    }
    fits = false;
  }
  const whose = publicKey === null ? "a key that was not checked. Compare it with the key that the survey published" : "the key that was given";
  note("signature", fits, fits ? `The file is signed with ${whose} (${KEY_HEADER}${signature.public_key}).` : "The signature does not fit the content.", publicKey === null);
}

function checkRule(document, note) {
  const { header } = document.quantizer;
  const others = header.blocks.filter((block) => block.rule !== "power").length;
  const rare = Object.keys(header.rare ?? {}).length;
  note("rule", others === 0 && rare === 0, others || rare
    ? "The file holds the values of single members of the frame, or categories that only a few people have. It should not have been published."
    : "The file holds means of cells and no member of the frame. Your cell is computed from the details about you and these means alone.");
}

function checkEven(document, note) {
  const { promise: { k, failure }, cells } = document;
  const shares = sharesOfCells(document), sizes = sizesOfCells(document);
  const sizeOf = new Map(), failureOf = new Map();
  let ok = true, fewest = Infinity, worst = 0, kept = true, stated = true;
  for (const [index, cell] of cells.entries()) {
    const share = shares[index];
    if (!sizeOf.has(share)) sizeOf.set(share, effectiveSize(k, share, failure));
    ok &&= sizeOf.get(share) === sizes[index];
    const pair = `${cell.frame_records} ${share}`;
    if (!failureOf.has(pair)) failureOf.set(pair, cellFailure(cell.frame_records, k, share));
    const own = failureOf.get(pair);
    kept &&= cell.frame_records >= sizeOf.get(share) && own <= failure * (1 + ROUNDING_SLACK);
    stated &&= Math.abs(own - cell.failure) <= SAME_FAILURE * own;
    fewest = Math.min(fewest, cell.frame_records);
    worst = Math.max(worst, own);
  }
  const all = [...new Set(sizeOf.values())].join(", ");
  note("n_min", ok, ok ? `A cell needs ${all} members of the frame. This was computed again from k = ${k}, the failure ${failure} and the participation.` : `The file states a wrong n_min. Its promise needs ${all}.`);
  note("frame", kept, kept
    ? `Each of the ${cells.length} cells has enough members of the frame. The smallest has ${fewest}.`
    : `Some of the ${cells.length} cells have too few members of the frame for the promise. The smallest has ${fewest}.`);
  note("failure", kept && stated, stated ? `The failure of each cell was computed again. The largest is ${worst.toPrecision(3)}.` : "The file states wrong failures of its cells.");
}

function checkUneven(document, note) {
  const { promise: { k, failure }, cells } = document;
  const shares = sharesOfCells(document);
  const kept = cells.every((cell) => cell.frame_records >= k && cell.failure <= failure * (1 + ROUNDING_SLACK));
  const possible = cells.every((cell, index) => isPossible(cell.failure, cell.frame_records, shares[index], k));
  note("frame", kept, kept
    ? `Each of the ${cells.length} cells states a failure of at most ${failure}, and has at least k = ${k} members.`
    : "Some cells have a larger failure than promised, or fewer than k members of the frame.");
  note("failure", possible, possible
    ? "The stated failures are possible for the counts and the mean participation of the cells. Both are rounded."
    : "Some stated failures are impossible for cells of that size and mean participation.");
}

// Whether more is said of who answers than a probability for each member.
function isDependent({ participation }) {
  if (!isObject(participation)) return false;
  const shares = sharesOf(participation);
  return participation.households !== undefined || participation.overdispersion !== undefined || (Array.isArray(shares) && shares.some(isObject));
}

// Whether nobody counted how many people a cell has.
export function isModel({ frame }) {
  return frame.source === "model";
}

// As in frame_source.py; null where the frame had a row for each person.
function sourceWords({ frame }) {
  if (frame.source === undefined) return null;
  if (frame.source === "counts") return "The frame is a table of counts: so many people have these values.";
  return `The frame is a model of ${frame.people} people, made from tables of ${frame.margins.map((names) => names.join(", ")).join("; ")}. Each person is taken `
    + "to be in a cell by chance, as often as the model says. Where real people are combined otherwise, cells can fail more often.";
}

function checkDependent(document, note) {
  const { promise: { k, failure }, cells, participation } = document;
  const most = failure * (1 + ROUNDING_SLACK);
  const models = modelsOfCells(document), households = householdsOfCells(document);
  const sizes = document.n_min === null ? cells.map(() => k) : sizesOfCells(document);
  if (document.n_min !== null) checkFewest(models, sizes, document, note);
  const known = new Map();
  const failures = households === null ? cells.map((cell) => cell.failure) : cells.map((cell, index) => {
    const kind = JSON.stringify([models[index], households[index]]);
    if (!known.has(kind)) known.set(kind, answersOf(models[index], households[index], k).failure);
    return known.get(kind);
  });
  const kept = cells.every((cell, index) => cell.frame_records >= sizes[index] && failures[index] <= most);
  const fewest = Math.min(...cells.map((cell) => cell.frame_records));
  note("frame", kept, kept
    ? `Each of the ${cells.length} cells has enough members of the frame. The smallest has ${fewest}.`
    : "Some cells have too few members of the frame for the promise, or a larger failure than promised.");
  if (households === null) {
    note("failure", true, "The stated failures cannot be computed again: the file does not tell who lives together, because that would tell of a few people. So they are as true as the count of the frame.", true);
    return;
  }
  const stated = cells.every((cell, index) => Math.abs(failures[index] - cell.failure) <= SAME_FAILURE * cell.failure + SAME_DIFFERENCE);
  const worst = Math.max(...failures).toPrecision(3);
  note("failure", kept && stated, stated ? `The failure of each cell was computed again. The largest is ${worst}.` : "The file states wrong failures of its cells.");
}

function checkFewest(models, sizes, { promise: { k, failure } }, note) {
  const most = failure * (1 + ROUNDING_SLACK), failureOf = (model, size) => answersOf(model, [size], k).failure;
  const kinds = new Map(models.map((model, index) => [JSON.stringify([model, sizes[index]]), [model, sizes[index]]]));
  const ok = [...kinds.values()].every(([model, size]) => size >= k && failureOf(model, size) <= most && (size === k || failureOf(model, size - 1) > most));
  const all = [...new Set(sizes)].join(", ");
  note("n_min", ok, ok
    ? `A cell needs ${all} members of the frame. This was computed again from k = ${k}, the failure ${failure} and what the file says about who answers.`
    : "The file states a wrong n_min.");
}

// Of each cell: the share of its members, how they depend on each other.
function modelsOfCells(document) {
  const { households, overdispersion = 0 } = document.participation;
  return sharesOfCells(document).map((share) => ({ share, together: households?.together ?? 0, overdispersion, people: document.frame.people ?? 0 }));
}

// Of each cell how many households have 1, 2, … members in it; null where the file does not tell, or members differ.
function householdsOfCells({ cells, participation }) {
  if (participation.model === "uneven") return null;
  if (participation.households === undefined) return cells.map((cell) => [cell.frame_records]);
  return cells[0].households === undefined ? null : cells.map((cell) => cell.households);
}

// As in answering.py: P(0 answer), …, P(k - 1 answer), the failure, and the chance of somebody who answers that fewer than k do.
function answersOf({ share, together, overdispersion, people }, households, k) {
  const n = households.reduce((sum, count, at) => sum + count * (at + 1), 0);
  const below = (assumed) => (people > 0 ? answersBelow([people], [[assumed * Math.min(1, n / people), 1]], 0, k)
    : answersBelow(households, levelsOf(assumed, overdispersion, n), together, k));
  const isBetween = isObject(share) && share.low !== undefined;
  const pmf = below(isBetween ? share.low : share);
  const isUnbounded = people > 0 && n * expectedShare(share) < k - 1; // nothing is promised of such cells
  const nobodyLess = isUnbounded ? 1 : isBetween ? Math.max(0, pmf[0] - below(share.high)[0]) : 0;
  const failing = pmf.reduce((sum, mass, count) => (count === 0 ? 0 : sum + mass), 0);
  const expected = pmf.reduce((sum, mass, count) => sum + mass * count, 0);
  return { failure: failing + nobodyLess, ownChance: Math.min(1, expected / (n * expectedShare(share))) };
}

function expectedShare(share) {
  if (!isObject(share)) return share;
  return share.low ?? (share.answered + JEFFREYS) / (share.asked + 2 * JEFFREYS);
}

function answersBelow(households, levels, together, k) {
  const mixed = new Float64Array(k);
  for (const [level, weight] of levels) {
    let total = point(k);
    for (const [at, count] of households.entries()) {
      if (count > 0) total = convolved(total, power(householdOfSize(at + 1, level, together, k), count));
    }
    for (let i = 0; i < k; i += 1) mixed[i] += weight * total[i];
  }
  return mixed;
}

function point(k) {
  const made = new Float64Array(k);
  made[0] = 1;
  return made;
}

function convolved(one, two) {
  const k = one.length, total = new Float64Array(k);
  for (let i = 0; i < k; i += 1) {
    if (one[i] > 0) for (let j = 0; j < k - i; j += 1) total[i + j] += one[i] * two[j];
  }
  return total;
}

function power(block, count) {
  let total = point(block.length), square = block;
  for (let left = count; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) total = convolved(total, square);
    if (left > 1) square = convolved(square, square);
  }
  return total;
}

function householdOfSize(size, level, together, k) {
  let one = point(k);
  const alone = new Float64Array(k);
  alone[0] = 1 - level;
  alone[1] = level;
  for (let member = 0; member < size; member += 1) one = convolved(one, alone);
  if (size === 1) return one;
  one = one.map((mass) => mass * (1 - together));
  one[0] += together * (1 - level);
  if (size < k) one[size] += together * level;
  return one;
}

// [level, probability] pairs, exact for cells of n members.
function levelsOf(share, overdispersion, n) {
  if (n > LARGEST_CELL) throw new SpecificationError("A cell is too large to be computed here. Use shoal verify.");
  if (!isObject(share)) return levelsAround(share, overdispersion, n);
  const shares = betaLevels(share.answered + JEFFREYS, share.asked - share.answered + JEFFREYS, nPoints(n));
  if (overdispersion === 0) return shares;
  const name = `${share.answered} ${share.asked} ${overdispersion} ${nPoints(n)}`;
  if (!RULES.has(name)) {
    const all = shares.flatMap(([level, weight]) => levelsAround(level, overdispersion, n).map(([inner, own]) => [inner, weight * own]));
    RULES.set(name, fewerLevels(all, nPoints(n)));
  }
  return RULES.get(name);
}

// One rule for a distribution of many levels, with the same moments (Stieltjes's procedure).
function fewerLevels(all, n) {
  const diagonal = new Float64Array(n), squared = new Float64Array(n), sum = (of) => all.reduce((total, [level, weight], at) => total + weight * of(level, at), 0);
  let before = all.map(() => 0), own = all.map(() => 1), side = 0, norm = sum(() => 1);
  for (let j = 0; j < n; j += 1) {
    diagonal[j] = sum((level, at) => level * own[at] * own[at]) / norm;
    const following = all.map(([level], at) => (level - diagonal[j]) * own[at] - side * before[at]);
    before = own;
    own = following;
    const after = sum((_, at) => own[at] * own[at]);
    side = squared[j] = after / norm;
    norm = after;
  }
  return ruleOf(diagonal, squared);
}

function levelsAround(share, overdispersion, n) {
  if (overdispersion === 0 || share === 1) return [[share, 1]];
  const both = (1 - overdispersion) / overdispersion;
  return betaLevels(share * both, (1 - share) * both, nPoints(n));
}

function nPoints(n) {
  let points = FEWEST_POINTS;
  while (2 * points - 1 < n) points *= 2;
  return points;
}

// Gauss's rule for Beta(a, b), as in kernels/participation/levels.py.
const RULES = new Map();
function betaLevels(a, b, n) {
  const name = `${a} ${b} ${n}`;
  if (!RULES.has(name)) RULES.set(name, gaussRule(a, b, n));
  return RULES.get(name);
}

function gaussRule(a, b, n) {
  const total = a + b, diagonal = new Float64Array(n), squared = new Float64Array(n);
  diagonal[0] = a / total;
  squared[0] = a * b / (total * total * (total + 1));
  for (let j = 1; j < n; j += 1) {
    const s = 2 * j + total, i = j + 1, t = 2 * i + total - 2;
    diagonal[j] = (2 * j * (j + total - 1) + a * (total - 2)) / ((s - 2) * s);
    squared[j] = i * (i + a - 1) * (i + b - 1) * (i + total - 2) / (t * t * (t + 1) * (t - 1));
  }
  return ruleOf(diagonal, squared);
}

function ruleOf(diagonal, squared) {
  return Array.from(diagonal, (_, number) => {
    const level = eigenvalue(diagonal, squared, number);
    return [level, weightAt(diagonal, squared, level)];
  });
}

function eigenvalue(diagonal, squared, number) {
  let low = 0, high = 1;
  for (;;) {
    const middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) return high;
    if (countBelow(diagonal, squared, middle) > number) high = middle;
    else low = middle;
  }
}

function countBelow(diagonal, squared, x) {
  let count = 0, pivot = 1;
  for (let j = 0; j < diagonal.length; j += 1) {
    pivot = diagonal[j] - x - (j > 0 ? squared[j - 1] / pivot : 0);
    if (pivot === 0) pivot = TINY;
    if (pivot < 0) count += 1;
  }
  return count;
}

function weightAt(diagonal, squared, x) {
  let before = 0, own = 1, total = 1;
  for (let j = 0; j < diagonal.length - 1; j += 1) {
    const side = j > 0 ? Math.sqrt(squared[j - 1]) : 0;
    const following = ((x - diagonal[j]) * own - side * before) / Math.sqrt(squared[j]);
    before = own;
    own = following;
    total += own * own;
    if (total > 1 / TINY) return 0;
  }
  return 1 / total;
}

// Of somebody in this cell who answers: the probability that fewer than k of its members do. isBound: it is at most this,
// because the file does not tell all that it follows from: E[K; K < k] is at most (k - 1)·failure. In an interval it is that of the
// worst member: at most failure/P(this one answers).
export function ownChance(document, cell) {
  const { promise: { k }, cells, participation } = document;
  const { frame_records: n, failure } = cells[cell], share = sharesOfCells(document)[cell];
  const households = householdsOfCells(document);
  if (households === null) {
    const bound = isObject(share) && share.low !== undefined ? failure / share.low : (k - 1) * failure / (n * expectedShare(share));
    return { chance: Math.min(1, bound), isBound: true };
  }
  if (isDependent(document) || isModel(document)) {
    const model = modelsOfCells(document)[cell];
    const isWorst = isObject(model.share) && model.share.low !== undefined && model.people === 0;
    return { chance: isWorst ? worstOwnChance(model, households[cell], k) : answersOf(model, households[cell], k).ownChance, isBound: false };
  }
  const expected = pmfAfter(n, k, share).reduce((sum, mass, count) => sum + mass * count, 0) / SCALE;
  return { chance: Math.min(1, expected / (n * share)), isBound: false };
}

// As own_chance of answering.py in an interval: of the worst member, who has the high end, all others having the low one.
function worstOwnChance({ share, together, overdispersion }, households, k) {
  const n = households.reduce((sum, count, at) => sum + count * (at + 1), 0);
  const levels = levelsOf(share.low, overdispersion, n), joins = overdispersion === 0 ? share.low / share.high : 0;
  const chances = households.flatMap((count, at) => {
    if (count === 0) return [];
    const others = households.map((one, place) => (place === at ? one - 1 : one));
    return [levels.reduce((sum, [level, weight]) => {
      const mates = power(householdOfSize(1, level, 0, k), at);
      const own = point(k).map((_, answers) => (answers === 0 ? 0 : (1 - together) * mates[answers - 1]));
      if (at + 1 < k) own[at + 1] += together * joins;
      own[1] += together * (1 - joins);
      return sum + weight * convolved(own, answersBelow(others, [[level, 1]], together, k)).reduce((all, mass) => all + mass, 0);
    }, 0)];
  });
  return Math.min(1, Math.max(...chances));
}

// What the cells were computed for, in a sentence.
export function assumed(document) {
  const { participation } = document, shares = sharesOf(participation);
  const [low, high] = assumedShares(document);
  const per = (share) => `${Number((100 * share).toPrecision(3))} %`;
  const said = [low === high ? `${per(low)} of the people who are asked take part` : `between ${per(low)} and ${per(high)} of the people who are asked take part`];
  if (shares.some((share) => isObject(share) && share.asked !== undefined)) said.push("as in an earlier survey, with the uncertainty of that");
  if (participation.households !== undefined) said.push("people who live together often decide together");
  if (participation.overdispersion !== undefined) said.push("the share differs from cell to cell");
  if (!isDependent(document)) said.push("everybody decides independently of the others");
  return `This is computed for a survey in which ${said.join(", and ")}.`;
}

// Of all cells with this mean, the one with equal shares has the most probable shortfall if k answers are expected, and
// the least probable one, and so the least failure, if no more than k - 1 are (Hoeffding 1956). The true mean lies
// between the told share and the next one that could be told; the true failure between half of the told one and it.
function isPossible(stated, count, share, k) {
  if (count * share >= k) return stated / 2 <= atMost(count, k - 1, share) * (1 + SAME_FAILURE);
  const most = Math.min(1, share + shareStep(share));
  if (count * most > k - 1) return true;
  return stated >= Math.min(cellFailure(count, k, share), cellFailure(count, k, most)) * (1 - SAME_FAILURE);
}

function shareStep(share) {
  const up = share * (1 + SHARE_ROUNDING);
  return up >= SHARE_STEP ? SHARE_STEP : 10 ** Math.floor(Math.log10(up));
}

// P(0 < answers < k) and P(answers <= most) in a cell of n members who answer with probability share each.
export function cellFailure(n, k, share) {
  return pmfAfter(n, k, share).reduce((sum, mass, count) => (count === 0 ? 0 : sum + mass), 0) / SCALE;
}

function atMost(n, most, share) {
  return pmfAfter(n, most + 1, share).reduce((sum, mass) => sum + mass, 0) / SCALE;
}

function pmfAfter(n, k, share) {
  const pmf = newPmf(k);
  for (let member = 0; member < n; member += 1) oneMore(pmf, share);
  return pmf;
}

// The fewest members, at least k, with an acceptable failure.
export function effectiveSize(k, share, failure) {
  const acceptable = failure * SCALE * (1 + ROUNDING_SLACK);
  const pmf = newPmf(k);
  for (let n = 1; n * k <= MOST_STEPS; n += 1) {
    oneMore(pmf, share);
    if (n < k) continue;
    let total = 0;
    for (let count = 1; count < k && total <= acceptable; count += 1) total += pmf[count];
    if (total <= acceptable) return n;
  }
  throw new SpecificationError("n_min is too large to be computed here. Use shoal verify.");
}

function newPmf(k) {
  const pmf = new Float64Array(k);
  pmf[0] = SCALE;
  return pmf;
}

function oneMore(pmf, share) {
  const rest = 1 - share;
  for (let count = pmf.length - 1; count > 0; count -= 1) {
    const mass = rest * pmf[count] + share * pmf[count - 1];
    pmf[count] = mass < FLOOR ? 0 : mass;
  }
  pmf[0] = rest * pmf[0] < FLOOR ? 0 : rest * pmf[0];
}

function sharesOf(participation) {
  return { constant: [participation.share], "per stratum": participation.shares, uneven: participation.mean_shares }[participation.model];
}

function sharesOfCells(document) {
  const shares = sharesOf(document.participation);
  if (document.participation.model === "uneven") return shares;
  return document.quantizer.header.blocks.flatMap((block, number) => Array(block.n_cells).fill(shares.length > 1 ? shares[number] : shares[0]));
}

function sizesOfCells(document) {
  const { n_min: sizes } = document;
  return document.quantizer.header.blocks.flatMap((block, number) => Array(block.n_cells).fill(Array.isArray(sizes) ? sizes[number] : sizes));
}

// --- applying

// The details that a respondent is asked for: one entry for each column, with the question, the kind of value and, where there is one, the
// list of possible answers.
export function questions(document) {
  const { columns, encoding, blocks } = document.quantizer.header;
  const held = new Map(columns.map((column) => [column.name, column]));
  const asked = encoding.attributes.flatMap((attribute) => attribute.columns.map((name) => ({
    name, text: questionText(document, name), kind: attribute.kind, held: held.get(name).held, choices: choicesOf(attribute), clock: attribute.clock ?? null,
    mayBeMissing: held.get(name).missing !== "refuse",
  })));
  const strata = columns.filter((column) => column.role === "stratum").map((column, place) => ({
    name: column.name, text: questionText(document, column.name), kind: "stratum", held: column.held, clock: null, mayBeMissing: false,
    choices: [...new Set(blocks.map((block) => block.stratum[place]))],
  }));
  return [...asked, ...strata];
}

// The question in the words of the survey, or the name of the column as a person would write it.
function questionText({ questions: asked = {} }, name) {
  return Object.hasOwn(asked, name) ? asked[name] : readable(name);
}

// As in asked_words.py: net_income becomes "Net income".
export function readable(name) {
  const words = name.split(/[\s_.-]+/u).filter((word) => word !== "").join(" ").replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ");
  return words === "" ? name : words[0].toUpperCase() + words.slice(1);
}

function choicesOf(attribute) {
  const listed = { nominal: attribute.categories, ordinal: attribute.order, taxonomy: attribute.nodes }[attribute.kind];
  return listed === undefined ? null : listed.map(textOf);
}

// The largest such chance over all cells: what can be promised to somebody who has no cell yet.
export function largestChance(document) {
  return document.cells.reduce((most, _, cell) => Math.max(most, ownChance(document, cell).chance), 0);
}

// The smallest and the largest share of members who were assumed to answer.
export function assumedShares({ participation }) {
  const shares = sharesOf(participation);
  return [Math.min(...shares.map(expectedShare)), Math.max(...shares.map((share) => share.high ?? expectedShare(share)))];
}

// A number as people type it, in the spelling that cellOf reads: "45 180,5" becomes "45180.5"; null if it is no number.
// other: the number that the same text would be if its comma or point stood between thousands. hasCurrency: a sign such as €
// stood before or after it.
export function typedNumber(typed) {
  const whole = typed.normalize("NFKC").trim();
  const bare = whole.replace(/^\p{Sc}\s*|\s*\p{Sc}$/u, ""), hasCurrency = bare !== whole;
  const text = bare.replace("\u2212", "-").replace(/(\d)[\s'\u2019](?=\d{3}(?:\D|$))/g, "$1");
  const [, sign, figures] = /^([+-]?)(.*)$/s.exec(text);
  const grouped = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$|^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.exec(figures);
  const marks = figures.replace(/[^.,]/g, "");
  if (grouped && marks.length > 1) {
    const plain = new Set(marks).size > 1 ? figures.replaceAll(marks[0], "") : figures.replace(/[.,]/g, "");
    return { text: sign + plain.replace(",", "."), other: null, hasCurrency };
  }
  const plain = sign + figures.replace(",", ".");
  if (!NUMBER.test(plain)) return null;
  const other = grouped && marks.length === 1 && !figures.startsWith("0") ? sign + figures.replace(/[.,]/, "") : null;
  return { text: plain, other, hasCurrency };
}

// Whether farFrom can tell that a value of this column is far from everybody's.
export function hasRange(document, name) {
  const { header } = document.quantizer;
  const attribute = header.encoding.attributes.find(({ columns: [first] }) => first === name);
  return (attribute?.kind === "numeric" || attribute?.kind === "moment") && !attribute.constant && cellsWith(header, name).length > 0;
}

// Whether a number or a date is far beyond everybody for whom the cells were designed: -1 below, 1 above, 0 not at all. A
// slip of the finger then does not become somebody else's cell.
export function farFrom(document, name, answer) {
  if (!hasRange(document, name)) return 0;
  const { header, arrays } = document.quantizer;
  let place = 0;
  for (const attribute of header.encoding.attributes) {
    if (attribute.columns[0] === name) {
      const column = header.columns.find((each) => each.name === name);
      const value = valueOf(answer, column.held);
      if (value === null) return 0;
      const own = ENCODERS[attribute.kind](attribute, [value])[0] * Math.sqrt(attribute.weight);
      const means = cellsWith(header, name).map((cell) => arrays.centroids[cell][place]);
      const margin = FAR * Math.sqrt(attribute.weight);
      const isNeverNegative = document.cells.every(({ released }) => released[name] === null || released[name] >= 0);
      if (attribute.kind === "numeric" && isNeverNegative && Number(value) < 0) return -1;
      if (means.every((mean) => own < mean - margin)) return -1;
      return means.every((mean) => own > mean + margin) ? 1 : 0;
    }
    place += nCoordinates(attribute);
  }
  return 0;
}

// The cells of people who have a value in this column.
function cellsWith(header, name) {
  let first = 0;
  return header.blocks.flatMap((block) => {
    const cells = block.void.includes(name) ? [] : Array.from({ length: block.n_cells }, (_, cell) => first + cell);
    first += block.n_cells;
    return cells;
  });
}

// The cell of somebody with these values (texts as in a CSV file, numbers or booleans, by column); -1 if the design
// leaves out people who lack a value.
export function cellOf(document, answers) {
  const { header, arrays } = document.quantizer;
  const values = valuesOf(header, answers);
  if (values === null) return -1;
  const number = blockOf(header, values);
  const block = header.blocks[number];
  if (block.rule !== "power") throw new SpecificationError("This page finds cells by sites and costs only. Use shoal apply.");
  const point = pointOf(header, arrays, values, new Set(block.void));
  const first = header.blocks.slice(0, number).reduce((sum, before) => sum + before.n_cells, 0);
  const sites = arrays[`blocks/${number}/sites`] ?? arrays.centroids.slice(first, first + block.n_cells);
  return first + cheapest(point, sites, arrays[`blocks/${number}/costs`]);
}

function cheapest(point, sites, costs) {
  let best = Infinity, chosen = 0;
  for (let cell = 0; cell < sites.length; cell += 1) {
    let total = 0;
    for (let j = 0; j < point.length; j += 1) {
      const apart = sites[cell][j] - point[j];
      total += apart * apart;
    }
    total += costs[cell];
    if (total < best) {
      best = total;
      chosen = cell;
    }
  }
  return chosen;
}

// Column -> value or null (missing); null altogether when the design drops people who lack this value.
function valuesOf(header, answers) {
  const values = new Map();
  let dropped = false;
  const strata = header.columns.filter((column) => column.role === "stratum").map((column) => column.name);
  const encoded = header.encoding.attributes.flatMap((attribute) => attribute.columns);
  for (const column of header.columns) {
    if (!encoded.includes(column.name) && !strata.includes(column.name)) continue;
    if (!Object.hasOwn(answers, column.name)) throw new SpecificationError(`There is no value of '${column.name}', which the specification needs.`);
    const value = valueOf(answers[column.name], column.held);
    if (value === null && (column.role === "stratum" || column.missing === "refuse")) {
      throw new SpecificationError(`The value of '${column.name}' is missing. Give it: without it there is no cell.`, column.name, "Please answer this question.");
    }
    dropped ||= value === null && column.missing === "drop";
    values.set(column.name, value);
  }
  return dropped ? null : values;
}

function blockOf(header, values) {
  const strata = header.columns.filter((column) => column.role === "stratum").map((column) => textOf(plainValue(values.get(column.name))));
  const encoded = header.encoding.attributes.flatMap((attribute) => attribute.columns);
  const lacking = header.encoding.attributes.flatMap((attribute) => // half a position is no position
    (attribute.columns.some((name) => values.get(name) === null) ? attribute.columns : []));
  const same = (one, two) => one.length === two.length && one.every((item, index) => item === two[index]);
  const at = (wanted) => header.blocks.findIndex((block) => same(block.stratum, strata) && same(block.void, wanted));
  const found = at(lacking) >= 0 ? at(lacking) : at(encoded);
  if (found >= 0) return found;
  if (!header.blocks.some((block) => same(block.stratum, strata))) {
    throw new SpecificationError("No cells were designed for this stratum. Check what you typed. If it is right, this survey is not meant for you.");
  }
  throw new SpecificationError("The survey has no cell for people who leave out just these details. Give them if you can.");
}

function pointOf(header, arrays, values, isVoid) {
  const point = [];
  for (const attribute of header.encoding.attributes) {
    const n = nCoordinates(attribute);
    if (isVoid.has(attribute.columns[0])) {
      point.push(...arrays.centre.slice(point.length, point.length + n));
      continue;
    }
    const coordinates = ENCODERS[attribute.kind](attribute, attribute.columns.map((name) => values.get(name)));
    const factor = attribute.weight === 1 ? 1 : Math.sqrt(attribute.weight);
    point.push(...coordinates.map((coordinate) => coordinate * factor));
  }
  return point;
}

function nCoordinates(attribute) {
  if (attribute.kind === "nominal") return attribute.categories.length > 2 ? attribute.categories.length : 1;
  if (attribute.kind === "taxonomy") return Math.max(1, attribute.edges.length);
  return attribute.kind === "location" ? 3 : 1;
}

const ENCODERS = {
  numeric(attribute, [value]) {
    const number = numberOf(attribute.columns[0], value);
    if (attribute.constant) return [0];
    return [(number - asNumber(attribute.reference) - asNumber(attribute.offset)) / asNumber(attribute.scale)];
  },
  nominal(attribute, [value]) {
    const code = indexIn(attribute.categories, value);
    if (code < 0) refuse(attribute, "is not one of the choices that the survey knows");
    if (nCoordinates(attribute) === 1) return [Math.SQRT2 * attribute.scale * code];
    return attribute.categories.map((_, index) => (index === code ? attribute.scale : 0));
  },
  ordinal(attribute, [value]) {
    const rank = indexIn(attribute.order, value);
    if (rank < 0) refuse(attribute, "is not one of the choices that the survey knows");
    return [(rank - attribute.mean_rank) / attribute.scale];
  },
  taxonomy(attribute, [value]) {
    let node = indexIn(attribute.nodes, value);
    if (node < 0) refuse(attribute, "is not one of the choices that the survey knows");
    const coordinates = Array(nCoordinates(attribute)).fill(0);
    for (; node >= 0; node = attribute.parent[node]) {
      const coordinate = attribute.edges.indexOf(node);
      if (coordinate >= 0) coordinates[coordinate] = attribute.scale * Math.sqrt(attribute.edge_weight[node]);
    }
    return coordinates;
  },
  location(attribute, [north, east]) {
    const latitude = numberOf(attribute.columns[0], north), longitude = numberOf(attribute.columns[1], east);
    if (Math.abs(latitude) > 90) refuse(attribute, "is not between −90 and 90 degrees", 0);
    if (longitude < -180 || longitude > 360) refuse(attribute, "is not between −180 and 180 (or 0 and 360) degrees", 1);
    const [sineUp, cosineUp] = sineAndCosine(latitude), [sineTurn, cosineTurn] = sineAndCosine(longitude);
    return [cosineUp * cosineTurn, cosineUp * sineTurn, sineUp].map((coordinate, axis) =>
      (coordinate - attribute.centre[axis] - attribute.centre_offset[axis]) / attribute.scale);
  },
  moment(attribute, [value]) {
    if (!isObject(value) || value.clock === undefined) refuse(attribute, "is not a date or time (write it as YYYY-MM-DD)");
    if (value.clock !== attribute.clock) refuse(attribute, `is a ${value.clock}, and the survey expects a ${attribute.clock}`);
    const theirs = NANOSECONDS[value.unit], ours = NANOSECONDS[attribute.unit];
    const common = greatestCommon(theirs, ours);
    const [per, own] = [theirs / common, ours / common];
    const scaled = asBigInt(attribute.reference) * own;
    const anchor = floorDivided(scaled, per), rest = scaled - anchor * per;
    const since = (sinceAnchor(value.instant, anchor) * Number(per) - Number(rest)) / Number(own);
    return [(since - asNumber(attribute.offset)) / asNumber(attribute.scale)];
  },
};

function refuse(attribute, problem, place = 0) {
  const name = attribute.columns[place];
  throw new SpecificationError(`The value of '${name}' ${problem}. Correct it.`, name, `This ${problem}. Please correct it.`);
}

function indexIn(categories, value) {
  const wanted = textOf(plainValue(value));
  return categories.findIndex((category) => textOf(category) === wanted);
}

// encode/arithmetic/angles.py, operation by operation.
const SINE_TERMS = [], COSINE_TERMS = [];
for (let m = 8; m > 0; m -= 1) SINE_TERMS.push((-1) ** m / factorial(2 * m + 1));
for (let m = 9; m > 0; m -= 1) COSINE_TERMS.push((-1) ** m / factorial(2 * m));

function factorial(n) {
  let product = 1;
  for (let factor = 2; factor <= n; factor += 1) product *= factor;
  return product;
}

export function sineAndCosine(degrees) {
  const turns = Math.floor(degrees / 90 + 0.5);
  const angle = (degrees - turns * 90) * (Math.PI / 180);
  const square = angle * angle;
  const horner = (terms) => terms.slice(1).reduce((total, term) => total * square + term, terms[0]);
  const sine = angle + angle * (square * horner(SINE_TERMS));
  const cosine = 1 + square * horner(COSINE_TERMS);
  const quarter = ((turns % 4) + 4) % 4;
  return [[sine, cosine, -sine, -cosine][quarter] + 0, [cosine, -sine, -cosine, sine][quarter] + 0];
}

// --- values as they are typed in or stand in a CSV file

const MISSING_WORDS = new Set(["NA", "N/A", "n/a", "NaN", "nan", "NAN", "null", "NULL", "Null", "None", "none", ".", "-", "#N/A"]);
const NUMBER = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const INTEGER = /^[+-]?[0-9]+$/;
const TRUTHS = new Map([["true", true], ["True", true], ["TRUE", true], ["false", false], ["False", false], ["FALSE", false]]);
const DATE_FORMS = [
  [/^([0-9]{4})-([0-9]{2})-([0-9]{2})$/, [0, 1, 2]],
  [/^([0-9]{4})\/([0-9]{2})\/([0-9]{2})$/, [0, 1, 2]],
  [/^([0-9]{2})\.([0-9]{2})\.([0-9]{4})$/, [2, 1, 0]],
  [/^([0-9]{2})\/([0-9]{2})\/([0-9]{4})$/, [2, 1, 0]],
  [/^([0-9]{2})\/([0-9]{2})\/([0-9]{4})$/, [2, 0, 1]],
];
const DATETIME = /^([0-9]{4})-([0-9]{2})-([0-9]{2})[ T]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,9}))?(Z|[+-][0-9]{2}:?[0-9]{2})?)?$/;
const NANOSECONDS = { day: 86400000000000n, ms: 1000000n, us: 1000n, ns: 1n };
const INT64 = [-(2n ** 63n), 2n ** 63n - 1n];

// What a text means in a column that held this kind in the frame; null when it is missing.
function valueOf(given, held) {
  if (given === null || given === undefined || (typeof given === "number" && Number.isNaN(given))) return null;
  if (typeof given !== "string") return given;
  const trimmed = given.trim();
  if (trimmed === "") return null;
  if (held === "text") return given;
  if (MISSING_WORDS.has(trimmed)) return null;
  if (held === "boolean") return TRUTHS.get(trimmed) ?? trimmed;
  if (held === "date") return dateOf(trimmed) ?? trimmed;
  if (held === "datetime") return datetimeOf(trimmed) ?? trimmed;
  if (!NUMBER.test(trimmed)) return trimmed;
  if (INTEGER.test(trimmed) && absolute(BigInt(trimmed.replace("+", ""))) > LARGEST_SAFE) return BigInt(trimmed.replace("+", ""));
  return Number(trimmed);
}

// What strata and categories are compared by.
function plainValue(value) {
  return isObject(value) && value.text !== undefined ? value.text : value;
}

function numberOf(name, value) {
  const number = typeof value === "string" && NUMBER.test(value.trim()) ? Number(value.trim()) : value;
  if (typeof number === "boolean") return number ? 1 : 0;
  if (typeof number === "bigint") return Number(number);
  if (typeof number !== "number") throw new SpecificationError(`The value of '${name}' is not a number. Write it with digits and a decimal point.`, name, "This is not a number. Write figures only.");
  if (!Number.isFinite(number)) throw new SpecificationError(`The value of '${name}' is infinite. Correct it.`, name, "This number is too large.");
  return number;
}

function dateOf(text) {
  const readings = DATE_FORMS.map(([form, order]) => {
    const parts = form.exec(text)?.slice(1).map(Number);
    return parts === undefined ? null : dayNumber(parts[order[0]], parts[order[1]], parts[order[2]]);
  }).filter((day) => day !== null);
  // Day and month of 03/04/2020 cannot be told apart, so only one reading may be left.
  if (readings.length !== 1) return null;
  const iso = new Date(readings[0] * 86400000).toISOString();
  return { clock: "date", unit: "day", instant: BigInt(readings[0]), text: iso.slice(0, iso.indexOf("T")) };
}

function dayNumber(year, month, day) {
  const moment = new Date(0);
  moment.setUTCFullYear(year, month - 1, day); // Date.UTC takes the years 0..99 for 1900..1999
  const fits = moment.getUTCFullYear() === year && moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day;
  return fits ? moment.getTime() / 86400000 : null;
}

function datetimeOf(text) {
  const parts = DATETIME.exec(text);
  if (parts === null) return null;
  const day = dayNumber(Number(parts[1]), Number(parts[2]), Number(parts[3]));
  const [hour, minute, second] = [parts[4], parts[5], parts[6] ?? "0"].map(Number);
  if (day === null || hour > 23 || minute > 59 || second > 59) return null;
  const fraction = parts[7] ?? "", offset = parts[8];
  const unit = fraction.length > 6 ? "ns" : "us";
  const digits = unit === "ns" ? 9 : 6;
  const east = offset === undefined || offset === "Z" ? 0 : (offset[0] === "-" ? -1 : 1) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2)));
  const seconds = BigInt(day) * 86400n + BigInt(hour * 3600 + (minute - east) * 60 + second);
  const instant = seconds * 10n ** BigInt(digits) + BigInt(fraction.padEnd(digits, "0"));
  return { clock: offset === undefined ? "datetime" : "zoned datetime", unit, instant };
}

function sinceAnchor(instant, anchor) {
  const apart = instant - anchor;
  return apart < INT64[0] || apart > INT64[1] ? Number(instant) - Number(anchor) : Number(apart);
}

// --- small things

// A category as Python's text_of writes it.
export function textOf(category) {
  if (isObject(category)) return category[INTEGER_KEY];
  if (typeof category === "boolean") return category ? "True" : "False";
  if (typeof category !== "number") return String(category);
  if (Number.isInteger(category)) return BigInt(category).toString();
  const [mantissa, exponent] = category.toExponential().split("e");
  if (Number(exponent) >= -4) return String(category).includes("e") ? fixedText(mantissa, Number(exponent)) : String(category);
  return `${mantissa}e-${String(-Number(exponent)).padStart(2, "0")}`;
}

function fixedText(mantissa, exponent) {
  const sign = mantissa.startsWith("-") ? "-" : "";
  return `${sign}0.${"0".repeat(-exponent - 1)}${mantissa.replace(/[-.]/g, "")}`;
}

function asNumber(value) {
  return isObject(value) ? Number(BigInt(value[INTEGER_KEY])) : value;
}

function asBigInt(value) {
  return BigInt(isObject(value) ? value[INTEGER_KEY] : value);
}

function absolute(value) {
  return value < 0n ? -value : value;
}

function greatestCommon(one, two) {
  return two === 0n ? one : greatestCommon(two, one % two);
}

function floorDivided(value, by) {
  const quotient = value / by;
  return value < 0n && quotient * by !== value ? quotient - 1n : quotient;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value, least) {
  return Number.isInteger(value) && value >= least;
}

function isShare(value) {
  return typeof value === "number" && value > 0 && value <= 1;
}

function isArrayOf(values, shape) {
  if (!Array.isArray(values) || !Array.isArray(shape) || values.length !== shape[0]) return false;
  return values.every((value) => (shape.length === 1 ? Number.isFinite(value) : isArrayOf(value, shape.slice(1))));
}

function bytesOf(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

// Whether a text is a public key: the content of a .pub file, its line of base64, or the base64 of the key alone.
export function isPublicKey(given) {
  return rawKey(given) !== null;
}

// The base64 of the 32 bytes of a public key, as it stands in a specification; null if the text is no key.
function rawKey(given) {
  const text = given.replace(/-----(?:BEGIN|END) PUBLIC KEY-----/g, "").replace(/\s/g, "");
  const key = text.startsWith(KEY_HEADER) ? text.slice(KEY_HEADER.length) : text;
  try {
    const raw = atob(key);
    return raw.length === KEY_BYTES ? btoa(raw) : null;
  } catch {
    return null;
  }
}
