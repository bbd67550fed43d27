// The library's correction at every lead, learnt from and applied to real runs as a user would.
import { correctForecast, learnFromPast } from "irradiance-engine/forecast";

const HOUR = 3_600_000;
const QUARTERS = 4;
/** Runs before one that are at hand. */
const KEPT = 16;
/** Hours before the first and after the last with the sun 10° up. */
const LOW_SUN = 2;
/** Mean clear-sky index where nothing is known of a place. */
const climatology = 0.65;

/** Each learns from hours, and then gives GHI for an hour; NaN where it does not know. */
export const CORRECTED = {
  corrected: (taught, cases) => learnt(taught, cases, () => undefined),
  "corrected, with observations": (taught, cases) => learnt(taught, cases, (issued) => seenBefore(cases, issued)),
};

function learnt(taught, cases, seen) {
  const { place, runs } = cases;
  const issued = new Set(taught.map((one) => one.issued));
  const past = { runs: runs.filter((run) => issued.has(run.issued)), observations: taughtOnly(taught, cases) };
  const learned = learnFromPast(past, { place, climatology });
  let last;
  return ({ issued, time }) => {
    if (last?.issued !== issued) {
      const k = runs.findIndex((run) => run.issued === issued);
      const options = { ...learned, now: issued, place, climatology, earlier: runs.slice(Math.max(0, k - KEPT), k) };
      last = { issued, ...correctForecast(runs[k].series, seen(issued) ?? nothing(issued), options) };
    }
    const { start, columns } = last.series;
    const row = ((time - start) / HOUR) * QUARTERS;
    const quarters = columns.global_horizontal_irradiance.subarray(row, row + QUARTERS);
    return quarters.reduce((sum, value) => sum + value, 0) / QUARTERS;
  };
}

/** Observations of the days taught, their low sun too, from the first to the last; the others missing. */
function taughtOnly(taught, { observations: { start, columns } }) {
  const rows = new Set(taught.map(({ time }) => (time - start) / HOUR));
  const from = Math.min(...rows);
  const light = columns.global_horizontal_irradiance.slice(from, Math.max(...rows) + 1);
  const isNear = (row) =>
    Array.from({ length: 2 * LOW_SUN + 1 }, (_, k) => row + k - LOW_SUN).some((at) => rows.has(at));
  const ghi = light.map((value, k) => (isNear(from + k) ? value : Number.NaN));
  return { start: start + from * HOUR, interval: 3600, columns: { global_horizontal_irradiance: ghi } };
}

/** The last day of observations at an issue. */
function seenBefore({ observations: { start, columns } }, issued) {
  const until = (issued - start) / HOUR;
  const from = Math.max(0, until - 24);
  const ghi = columns.global_horizontal_irradiance.subarray(from, until);
  if (ghi.length === 0) return undefined;
  return { start: start + from * HOUR, interval: 3600, columns: { global_horizontal_irradiance: ghi } };
}

function nothing(now) {
  return { start: now, interval: 3600, columns: { global_horizontal_irradiance: [Number.NaN] } };
}
