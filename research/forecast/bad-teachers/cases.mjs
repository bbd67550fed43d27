// A station's record as a past to learn from, broken or not, and how good what it teaches is on the true light of the days after.
import { betterLight, expectedIndex } from "../../../dist/answers/forecast/day-ahead/predictors.js";
import { fitDayAhead, newestFirst } from "../../../dist/answers/forecast/day-ahead/fit.js";
import { knownPast, trustedPast } from "../../../dist/answers/forecast/known-past.js";
import { observedOn, quarterHoursOf } from "../../../dist/answers/forecast/quarter-hours.js";
import { realRuns } from "../real-runs.mjs";

const HOUR = 3_600_000;
const GHI = "global_horizontal_irradiance";
/** Hours after the issue, and the sun, of the hours that are judged. */
const [FIRST, LAST] = [13, 48];
const LEAST_SINE = Math.sin((10 * Math.PI) / 180);
/** Days after those learnt from. */
export const JUDGED = 60;

/** @param {"ba" | "ar"} name */
export async function recordOf(name) {
  const { place, runs, observations } = await realRuns(name);
  runs.sort((a, b) => a.issued - b.issued);
  const known = knownPast({ runs, observations }, place, 0.7, "bad-teachers");
  const truth = observations.columns[GHI];
  return { name, place, known, truth, start: observations.start, days: Math.floor(truth.length / 24) };
}

/** Measured light of some days, as a series with its place. */
export function lightOf({ start, truth, place }, first, days) {
  const { latitude, longitude, altitude } = place;
  const columns = { [GHI]: truth.slice(24 * first, 24 * (first + days)) };
  return { start: start + 24 * first * HOUR, interval: 3600, columns, place: { latitude, longitude, altitude } };
}

/** @returns what is said of the observations, and the table that they teach; none of a refused teacher */
export function taught({ known, place }, observations) {
  const { clearHours } = known;
  const light = observations.columns[GHI];
  const end = observations.start + light.length * HOUR;
  const { ghi } = observedOn(quarterHoursOf({ start: observations.start, end }, place, 0.7), observations);
  const from = (observations.start - clearHours.start) / HOUR;
  const hourlyIndex = clearHours.global.map((clear, hour) => {
    const quarters = ghi.subarray(Math.max(0, 4 * (hour - from)), Math.max(0, 4 * (hour - from + 1)));
    return clear >= 5 && quarters.length === 4
      ? quarters.reduce((sum, value) => sum + value, 0) / 4 / clear
      : Number.NaN;
  });
  const runs = known.runs.filter(({ issued }) => issued >= observations.start - 72 * HOUR && issued < end);
  const past = { ...known, runs, hourlyIndex, light: new Float64Array(0) };
  const { known: rest, teacher } = trustedPast(past, observations, place);
  const table = teacher.verdict === "refuse" ? undefined : fitDayAhead(runs, rest.hourlyIndex, clearHours);
  return { teacher, table };
}

/** RMSE of the corrected over that of the raw runs, 13 to 48 h after the issue, in hours with the sun above 10°; NaN of few hours. */
export function ratioAfter({ known, truth, start, days }, table, first) {
  if (table === undefined) return 1;
  const { clearHours, runs } = known;
  const [begin, end] = [first, Math.min(days, first + JUDGED)].map((day) => start + 24 * day * HOUR);
  let [raw, better, count] = [0, 0, 0];
  runs.forEach((run, k) => {
    const { hours, issued } = run;
    if (issued < begin || issued >= end) return;
    const clear = clearHours.global.subarray(hours.shift, hours.shift + hours.index.length);
    const grid = { start: clearHours.start + hours.shift * HOUR, step: HOUR, count: clear.length };
    const light = hours.index.map((index, row) => index * clear[row]);
    const expected = expectedIndex(table, newestFirst(runs, k), clearHours);
    const corrected = betterLight(light, clear, grid, expected, hours, clearHours);
    light.forEach((served, row) => {
      const time = grid.start + row * HOUR;
      const lead = (time + HOUR - issued) / HOUR;
      const seen = truth[(time - start) / HOUR];
      if (lead < FIRST || lead > LAST || time >= end || !(clearHours.cosZenith[hours.shift + row] > LEAST_SINE)) return;
      if (!(seen >= 0) || Number.isNaN(served)) return;
      raw += (served - seen) ** 2;
      better += (corrected[row] - seen) ** 2;
      count++;
    });
  });
  return count < 500 ? Number.NaN : Math.sqrt(better / raw);
}
