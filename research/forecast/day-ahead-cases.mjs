// Real runs hour by hour beside what came of them: what each method of validate-day-ahead.mjs learns from and is judged on.
import { clearSkyOn } from "irradiance-engine/internal/series";
import { realRuns } from "./real-runs.mjs";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Degrees: hours with the sun 10° up. */
const HIGHEST_ZENITH = 80;
export const REGIONS = { ba: "Buenos Aires", ar: "Pampas" };
/** Hours after the issue, both ends included. */
export const LEADS = [
  [1, 6],
  [7, 12],
  [13, 24],
  [25, 48],
  [13, 48],
  [49, 72],
];

/**
 * @typedef {object} Hour one hour of one run
 * @property {number} time its start, Unix ms
 * @property {number} issued of its run
 * @property {number} lead from the issue to its end, hours; below 1 where it had ended
 * @property {number} forecast GHI of the run, W/m²
 * @property {number} humidity 0…1
 * @property {number} rain mm
 * @property {number} clear GHI of our clear sky
 * @property {number} cosZenith
 * @property {number} measured
 * @property {number} month 0…11, in UTC
 * @property {number} hour 0…23, in UTC
 */

/**
 * @param {"ba" | "ar"} station
 * @returns what the library is given, and every judged hour of every run
 */
export async function stationCases(station) {
  const { place, runs, observations, zenith } = await realRuns(station);
  const count = observations.columns.global_horizontal_irradiance.length;
  const clear = clearSkyOn({ start: observations.start, step: HOUR, count }, place, place.linkeTurbidity).global;
  const measured = observations.columns.global_horizontal_irradiance;
  const hours = runs.flatMap(({ issued, series }) => hoursOf(series, issued));
  return { station, place, runs, observations, clear, hours };

  function hoursOf({ start, columns }, issued) {
    const { global_horizontal_irradiance: global, relative_humidity: humidity, precipitation } = columns;
    return [...global].flatMap((forecast, k) => {
      const time = start + k * HOUR;
      const row = (time - observations.start) / HOUR;
      const isJudged = measured[row] >= 0 && zenith[row] < HIGHEST_ZENITH && forecast >= 0 && clear[row] > 0;
      if (!isJudged) return [];
      const date = new Date(time);
      return [
        {
          ...{ time, issued, lead: (time - issued) / HOUR + 1, forecast, clear: clear[row], measured: measured[row] },
          ...{
            humidity: humidity[k] / 100,
            rain: precipitation[k],
            cosZenith: Math.cos((zenith[row] * Math.PI) / 180),
          },
          ...{ year: date.getUTCFullYear(), month: date.getUTCMonth(), hour: date.getUTCHours() },
        },
      ];
    });
  }
}

/**
 * What is learnt from, and what is judged: 2023 and 2024, or each month of 2023 and the rest of it, three days apart on both sides.
 *
 * @typedef {object} Split
 * @property {readonly Hour[]} taught
 * @property {readonly Hour[]} judged
 */
export function yearSplits({ station, hours }) {
  if (station === "ba") {
    const isIn = (year) => (time) => new Date(time).getUTCFullYear() === year;
    return [splitOf(hours, isIn(2023), isIn(2024))];
  }
  return Array.from({ length: 12 }, (_, month) => {
    const [from, to] = [Date.UTC(2023, month), Date.UTC(2023, month + 1)];
    return splitOf(hours, (time) => time < from - GAP || time >= to + GAP, isWithin(from, to));
  }).filter(({ judged }) => judged.length > 0);
}

/** Starts every 20 days: the days before are learnt from, the 30 days after are judged. */
export function recentSplits(days) {
  return ({ station, hours }) => {
    const first = Date.UTC(station === "ba" ? 2024 : 2023, 0);
    return Array.from({ length: 18 }, (_, k) => {
      const start = first + 20 * k * DAY;
      return splitOf(hours, isWithin(start - days * DAY, start), isWithin(start, start + 30 * DAY));
    }).filter(({ taught, judged }) => judged.length > 0 && daysIn(taught) >= 0.8 * days);
  };
}

/** Longer than a run. */
const GAP = 3 * DAY;
const isWithin = (from, to) => (time) => time >= from && time < to;

function splitOf(hours, isTaught, isJudged) {
  const taught = hours.filter(({ time }) => isTaught(time));
  // A run that was there before the last taught hour would be judged with what came after it.
  const judged = hours.filter(({ time, issued }) => isJudged(time) && !isTaught(issued));
  return { taught, judged };
}

function daysIn(hours) {
  return new Set(hours.map(({ time }) => Math.floor(time / DAY))).size;
}
