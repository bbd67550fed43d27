// The rows that all methods are judged on: issue times every quarter of an hour, leads of 15 min to 6 h, mean zenith < 85°, measured GHI,
// every reference and the run there.

import { indexBefore } from "./references.mjs";
import { MOST_ZENITH } from "./stations.mjs";

/**
 * @typedef {object} Row
 * @property {number} issue row of the quarter that begins at the issue time
 * @property {number} lead quarters to the end of the target
 * @property {number} length quarters of the target
 * @property {number} truth W/m²
 * @property {number} clear W/m²
 * @property {number} climate index
 * @property {number} last index of the last interval of the target's length; NaN before the first of a morning
 * @property {number} run W/m²
 * @property {number} persistence W/m²
 */

/** @returns {Row[]} of one lead */
export function rowsOf(station, climate, runAt, lead, length) {
  const { count, ghi, clear, zenith } = station;
  const rows = [];
  for (let issue = 5; issue + lead <= count; issue++) {
    const [from, to] = [issue + lead - length, issue + lead];
    const served = runAt(issue);
    if (served === undefined) continue;
    let [truth, sky, sun, mean, run] = [0, 0, 0, 0, 0];
    for (let i = from; i < to; i++) {
      truth += ghi[i] / length;
      sky += clear[i] / length;
      sun += zenith[i] / length;
      mean += (climate[i] * clear[i]) / length;
      run += (served.light[i - served.shift] ?? Number.NaN) / length;
    }
    if (!(sun < MOST_ZENITH) || Number.isNaN(truth) || Number.isNaN(run)) continue;
    const last = indexBefore(station, issue - 1, length);
    const persistence = lastLight(station, issue - 1, length);
    const isNight = zenith[issue - 1 - length] >= MOST_ZENITH;
    // A gap in the day: no reference has anything to go by.
    if (Number.isNaN(persistence) || (Number.isNaN(last) && !isNight)) continue;
    rows.push({ issue, lead, length, truth, clear: sky, climate: mean / sky, last, run, persistence });
  }
  return rows;
}

/** GHI of the quarters before row `end`; 0 with the sun down, whether or not a station writes its nights. */
function lastLight({ ghi, clear }, end, length) {
  let sum = 0;
  for (let i = end - length; i < end; i++) sum += clear[i] > 0 ? ghi[i] : 0;
  return sum / length;
}
