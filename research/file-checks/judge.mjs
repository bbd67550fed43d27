/** One case of the study: a series is broken, examined, and the answer compared with what was wanted. */
import { broken, CLOCK_CODES, wanted } from "./break.mjs";
import { knownOf, rowsOf } from "./series.mjs";
import { GHI } from "./ways/rows.mjs";

const HOUR = 3_600_000;
const LOST = ["dead", "stuck", "saturated"];
const FREQUENCY = { 60: "1_minute", 900: "15_minutes", 1800: "30_minutes", 3600: "1_hour" };
const PLACE_IN_STEP = { start: 0, center: 0.5, end: 1 };
/** A told clock may be off by so many minutes, in steps of an hour and in shorter ones. */
const [COARSE_MINUTES, FINE_MINUTES] = [10, 5];

/**
 * @typedef {object} Case
 * @property {string} name of the series
 * @property {object} entry of the lists of series.mjs
 * @property {object} series clean
 */

/**
 * @param {object} engine
 * @param {Case} item
 * @param {import("./break.mjs").Way} way
 * @param {number} k of the size
 * @param {{ step: number, seed: number, planes?: boolean }} options
 */
export function judged(engine, { name, entry, series }, way, k, options) {
  const { step } = options;
  const made = broken(series, way, k, options);
  if (made === undefined) return undefined;
  const known = knownOf(engine, series.place, entry);
  const want = wanted(way, made, { step, climate: known.climate });
  const label = way.label ?? "start";
  const began = performance.now();
  const found = engine.examineWeather(made.made, { ...knownOf(engine, made.made.place, entry), label });
  const took = performance.now() - began;
  const findings = found?.findings ?? [];
  const codes = findings.map(({ code }) => code);
  const hits = findings.filter((finding) => want.right.includes(finding.code) && mends(finding, want, { step, label }));
  const wrong = codes.filter((code) => (want.wrong === undefined ? true : want.wrong.includes(code)));
  return {
    ...{ series: name, way: way.name, size: made.size, unit: way.unit, k, step, took },
    ...{
      isHarmless: way.right.length === 0,
      must: want.must,
      isFound: hits.length > 0,
      codes,
      wrong,
      verdict: found?.verdict,
      rows: rowsOf(made.made),
    },
    ...{ isConfirmed: found?.clock?.isConfirmed, best: found?.clock?.bestShift, margin: found?.clock?.margin },
    ...effects(engine, made, want, hits, options),
    messages: findings.map(({ code, verdict, message, remedy }) => `${code} (${verdict}): ${message}; ${remedy}`),
  };
}

/** Whether what a finding says to pass sets the times right; of values any finding does. */
function mends({ code, pass }, { shift }, { step, label }) {
  if (shift === 0 || !CLOCK_CODES.includes(code)) return true;
  if (pass === undefined) return false;
  const byLabel = pass.label === undefined ? 0 : PLACE_IN_STEP[label] - PLACE_IN_STEP[pass.label];
  const later = (byLabel * step) / 60 - 60 * (pass.timeOffsetChange ?? 0);
  return Math.abs(later + shift) <= (step >= 3600 ? COARSE_MINUTES : FINE_MINUTES);
}

/** Effects on the year, true and told, of the horizontal or of each plane; none where nothing was told. */
function effects(engine, { clean, made }, want, hits, { planes = false, step }) {
  const told = hits.find(({ effect }) => effect !== undefined)?.effect;
  if (told === undefined) return {};
  if (want.effect !== undefined) return { effects: [{ true: want.effect, told: lightLost(hits) ?? told.horizontal }] };
  if (!planes || want.shift === 0 || told.planes === undefined || FREQUENCY[step] === undefined) return {};
  return {
    effects: told.planes.map(({ surfaceTilt, surfaceAzimuth, change }) => ({
      true: onPlane(engine, made, clean, surfaceTilt, surfaceAzimuth),
      told: change,
    })),
  };
}

/** Rows that are dead, stuck and saturated are different rows: their effects add up. */
function lightLost(hits) {
  const lost = hits.filter(({ code, effect }) => LOST.includes(code) && effect !== undefined);
  return lost.length === 0 ? undefined : lost.reduce((sum, { effect }) => sum + effect.horizontal, 0);
}

/** The engine's own change of a plane's light of the year, with the clock as it was read over the right one. */
function onPlane(engine, made, clean, tilt, azimuth) {
  const start = Math.ceil(Math.max(made.start, clean.start) / HOUR) * HOUR;
  const ends = [made, clean].map((one) => one.start + rowsOf(one) * one.interval * 1000);
  const end = Math.floor(Math.min(...ends) / HOUR) * HOUR;
  const [after, before] = [made, clean].map(({ place, interval, start: first, columns }) => {
    const query = {
      ...{ lat: place.latitude, lon: place.longitude, start: iso(start), end: iso(end) },
      ...{
        frequency: FREQUENCY[interval],
        parameters: "global_tilted_irradiance",
        surface_tilt: tilt,
        surface_azimuth: azimuth,
      },
    };
    const weather = { start: first, interval, columns: { [GHI]: columns[GHI] } };
    const { values } = engine.computeColumns(query, weather, { altitude: place.altitude ?? 0 });
    return values.global_tilted_irradiance;
  });
  let [sum, was] = [0, 0];
  for (let row = 0; row < before.length; row++) {
    if (Number.isNaN(before[row] + after[row])) continue;
    sum += after[row];
    was += before[row];
  }
  return sum / was - 1;
}

const iso = (time) => `${new Date(time).toISOString().slice(0, 19)}Z`;
