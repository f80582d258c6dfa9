// Figures, distances and times in words.

const WHOLE = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const MINUTE = { hour: "2-digit", minute: "2-digit" };
const DAY = { day: "numeric", month: "short" };

export function whole(number) {
  return number === null || number === undefined ? "–" : WHOLE.format(number);
}

export function metres(distance) {
  if (distance === null || distance === undefined) return "–";
  if (distance < 1000) return `${WHOLE.format(distance)} m`;
  const kilometres = distance / 1000;
  return `${kilometres < 10 ? kilometres.toFixed(1) : WHOLE.format(kilometres)} km`;
}

export function percent(share) {
  return `${Math.floor(100 * share)} %`;
}

export function moment(iso) {
  if (!iso) return "–";
  const when = new Date(iso);
  const today = when.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat("en-GB", today ? MINUTE : { ...DAY, ...MINUTE }).format(when);
}

export function count(number, one, many) {
  return `${whole(number)} ${number === 1 ? one : many}`;
}
