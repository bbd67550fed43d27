// Scores of bands over hours and days that were forecast.
const GROUPS = [
  [1, 6],
  [7, 12],
  [13, 24],
  [25, 48],
  [49, 72],
];
/** Days without which the median of an hour of the day says nothing. */
const FEWEST_DAYS = 200;

export const inGroup =
  ([from, to]) =>
  (row) =>
    row.lead >= from && row.lead <= to;
export const groupsOf = () => GROUPS;

/** Share of rows from the 10 % to the 90 % quantile. @param rows with `observed` and `quantiles`, at `probabilities` */
export function held(rows, probabilities) {
  const [low, high] = [0.1, 0.9].map((p) => probabilities.indexOf(p));
  return shareOf(rows, ({ observed, quantiles }) => observed >= quantiles[low] && observed <= quantiles[high]);
}

export function below(rows, probabilities, p) {
  const q = probabilities.indexOf(p);
  return shareOf(rows, ({ observed, quantiles }) => observed <= quantiles[q]);
}

/** Thirds of the rows by the clear-sky index that was forecast. */
export function terciles(rows) {
  const sorted = rows.map(({ index }) => index).sort((a, b) => a - b);
  const [low, high] = [1 / 3, 2 / 3].map((p) => sorted[Math.floor(p * sorted.length)]);
  const third = ({ index }) => (index <= low ? 0 : index <= high ? 1 : 2);
  return [0, 1, 2].map((k) => rows.filter((row) => third(row) === k));
}

/** Share below the median by hour of the day (UTC), of hours with 200 days or more. */
export function medians(rows, probabilities) {
  return Array.from({ length: 24 }, (_, hour) => rows.filter((row) => row.hour === hour))
    .filter((own) => new Set(own.map(({ day }) => day)).size >= FEWEST_DAYS)
    .map((own) => ({ hour: own[0].hour, below: below(own, probabilities, 0.5) }));
}

/** Twice the mean pinball loss. */
export function crps(rows, probabilities) {
  const loss = ({ observed, quantiles }) =>
    probabilities.reduce((sum, p, q) => {
      const miss = observed - quantiles[q];
      return sum + (miss >= 0 ? p * miss : (p - 1) * miss);
    }, 0);
  return (2 * rows.reduce((sum, row) => sum + loss(row), 0)) / (rows.length * probabilities.length);
}

/** Mean width from the 10 % to the 90 % quantile over the mean observed. */
export function width(rows, probabilities) {
  const [low, high] = [0.1, 0.9].map((p) => probabilities.indexOf(p));
  const sum = (of) => rows.reduce((total, row) => total + of(row), 0);
  return sum(({ quantiles }) => quantiles[high] - quantiles[low]) / sum(({ observed }) => observed);
}

/** CRPS of the raw runs with the errors that they had by lead time, never negative. @param taught, rows with `raw` and `observed` */
export function dressedCrps(taught, rows, probabilities) {
  const errors = new Map();
  for (const { lead, raw, observed } of taught) errors.set(lead, [...(errors.get(lead) ?? []), observed - raw]);
  for (const list of errors.values()) list.sort((a, b) => a - b);
  const dressed = rows
    .filter(({ lead }) => errors.has(lead))
    .map((row) => {
      const list = errors.get(row.lead);
      return { ...row, quantiles: probabilities.map((p) => Math.max(0, row.raw + list[Math.floor(p * list.length)])) };
    });
  return crps(dressed, probabilities);
}

function shareOf(rows, isOwn) {
  return rows.filter(isOwn).length / rows.length;
}
