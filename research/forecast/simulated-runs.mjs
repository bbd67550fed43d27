// Simulated runs: what a weather model might have said, made from what was measured. No archive of real runs is at hand: every figure
// from them says "simulated run".
//
// A run each 6 hours, there 4 hours after its time. Clear-sky index of hour h:
//   m + 0.7·(k3(h + τ) − m) + b + e
// m: mean by month and hour of the other stations; k3: centred mean over 3 hours of the measured index (ΣGHI/ΣGc); τ of each run from
// −1, 0, 0, +1 h; b normal with a standard deviation of 0.04, one for each run; e an AR(1) by the hour, φ = 0.85, whose standard
// deviation gives GHI the wanted nRMSE at leads of 1 to 24 h (zenith < 85°). b and e of successive runs are correlated by 0.7.
import { Random } from "irradiance-engine/internal/climate";
import { runToSeries } from "irradiance-engine/forecast";
import { MOST_ZENITH, QUARTER } from "./stations.mjs";

const HOUR = 3_600_000;
export const RUN_EVERY = 6 * HOUR;
export const THERE_AFTER = 4 * HOUR;
/** Hours of a run: of those the newest there is has up to 10 + 6 to serve. */
const LENGTH = 24;
/** Hours for which errors are drawn, so that the run before reaches beyond the end of the next. */
const DRAWN = 48;
const SHRINK = 0.7;
const OFFSET_SD = 0.04;
const PHI = 0.85;
const BETWEEN_RUNS = 0.7;
const SHIFTS = [-1, 0, 0, 1];
const PURPOSE = { shift: 1, offset: 2, error: 3, shuffle: 4 };

/**
 * @param {import("./stations.mjs").Station} station
 * @param {Float64Array} climate of the other stations, at the station's quarters
 * @param {{ nrmse: number, seed: number, useless?: boolean }} options nrmse 0.25: 25 %; useless: each run has the departures from the
 *   climatology of another run of the same time of day
 */
export function simulateRuns(station, climate, { nrmse, seed, useless = false }) {
  const hours = hourly(station, climate);
  const draws = drawErrors(hours.count, seed);
  const indexOf = (sd) => draws.map((draw) => runIndex(hours, draw, sd));
  let [low, high] = [0, 1];
  for (let turn = 0; turn < 30; turn++) {
    const middle = (low + high) / 2;
    if (errorOf(hours, draws, indexOf(middle)) < nrmse) low = middle;
    else high = middle;
  }
  const indices = indexOf(low);
  const found = errorOf(hours, draws, indices);
  const used = useless ? shuffled(hours, draws, indices, seed) : indices;
  return { sd: low, nrmse: found, runAt: serve(station, hours, draws, used) };
}

function hourly({ count, ghi, clear, zenith, index }, climate) {
  const n = count / 4;
  const [mean, sky, high, k3, m] = [0, 1, 2, 3, 4].map(() => new Float64Array(n).fill(Number.NaN));
  for (let h = 0; h < n; h++) {
    const of = (values) => (values[4 * h] + values[4 * h + 1] + values[4 * h + 2] + values[4 * h + 3]) / 4;
    mean[h] = of(ghi);
    sky[h] = of(clear);
    high[h] = of(zenith) < MOST_ZENITH ? 1 : 0;
    m[h] = of(climate);
    let [light, full] = [0, 0];
    for (let i = Math.max(0, 4 * h - 4); i < Math.min(count, 4 * h + 8); i++) {
      if (Number.isNaN(index[i])) continue;
      light += ghi[i];
      full += clear[i];
    }
    k3[h] = full > 0 ? light / full : Number.NaN;
  }
  return { count: n, mean, sky, high, k3, m };
}

function drawErrors(hours, seed) {
  const random = new Random(seed);
  const runs = Math.floor((hours - LENGTH) / 6);
  const draws = [];
  for (let j = 0; j < runs; j++) {
    const before = draws[j - 1];
    const fresh = Math.sqrt(1 - BETWEEN_RUNS ** 2);
    const own = random.normal(PURPOSE.offset, j, 0, 0);
    const offset = before === undefined ? own : BETWEEN_RUNS * before.offset + fresh * own;
    const error = new Float64Array(DRAWN);
    let e = 0;
    for (let h = 0; h < DRAWN; h++) {
      const noise = random.normal(PURPOSE.error, j, h, 0);
      e = h === 0 ? noise : PHI * e + Math.sqrt(1 - PHI ** 2) * noise;
      error[h] = before === undefined || h + 6 >= DRAWN ? e : BETWEEN_RUNS * before.error[h + 6] + fresh * e;
    }
    draws.push({ first: 6 * j, shift: SHIFTS[Math.floor(4 * random.uniform(PURPOSE.shift, j, 0, 0))], offset, error });
  }
  return draws;
}

function runIndex({ k3, m }, { first, shift, offset, error }, sd) {
  return Float64Array.from({ length: LENGTH }, (_, h) => {
    const at = first + h;
    const moved = k3[at + shift] ?? Number.NaN;
    const seen = Number.isNaN(moved) ? k3[at] : moved;
    if (Number.isNaN(seen)) return Math.max(0, m[at]);
    return Math.max(0, m[at] + SHRINK * (seen - m[at]) + OFFSET_SD * offset + sd * error[h]);
  });
}

function errorOf({ mean, sky, high }, draws, indices) {
  let [squares, total, n] = [0, 0, 0];
  draws.forEach(({ first }, j) => {
    for (let h = 0; h < LENGTH; h++) {
      const at = first + h;
      if (!high[at] || Number.isNaN(mean[at])) continue;
      squares += (indices[j][h] * sky[at] - mean[at]) ** 2;
      total += mean[at];
      n++;
    }
  });
  return Math.sqrt(squares / n) / (total / n);
}

/** The departures of run j from the climatology become those of another run of the same time of day. */
function shuffled({ m }, draws, indices, seed) {
  const random = new Random(seed);
  const others = draws.map((_, j) => j);
  for (let j = draws.length - 1; j > 3; j--) {
    const choices = Math.floor(j / 4) + 1;
    const k = (j % 4) + 4 * Math.min(choices - 1, Math.floor(choices * random.uniform(PURPOSE.shuffle, j, 0, 0)));
    if (k <= j) [others[j], others[k]] = [others[k], others[j]];
  }
  return draws.map(({ first }, j) => {
    const other = others[j];
    return indices[other].map((value, h) => Math.max(0, m[first + h] + value - m[draws[other].first + h]));
  });
}

/** For each quarter of an hour at which a forecast is issued the newest run there is. */
function serve({ start, place }, { sky }, draws, indices) {
  const runs = draws.map(({ first }, j) => {
    const edges = Array.from({ length: LENGTH + 1 }, (_, h) => start + (first + h) * HOUR);
    const ghi = indices[j].map((value, h) => value * sky[first + h]);
    const run = { model: "simulated run", run: edges[0], edges, columns: { global_horizontal_irradiance: ghi } };
    const { series } = runToSeries(run, place);
    return { light: series.columns.global_horizontal_irradiance, shift: 24 * j };
  });
  /** GHI in W/m²: row k of `light` is quarter k + `shift` of the station; undefined before the first run. */
  return (issue) => runs[Math.floor((issue * QUARTER - THERE_AFTER) / RUN_EVERY)];
}
