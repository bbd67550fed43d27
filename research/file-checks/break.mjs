/**
 * Breaks clean series in named ways, each in five sizes, and says what a right examination has to answer. Pure: series, way, size and
 * seed decide the result.
 */

import { randomOf } from "./random.mjs";
import { part, resampled } from "./series.mjs";
import { CLOCK_WAYS } from "./ways/clock.mjs";
import { COMPONENT_WAYS } from "./ways/components.mjs";
import { LIGHT_WAYS } from "./ways/light.mjs";
import { anyDays, DNI, GHI, rowsOf, sumOf } from "./ways/rows.mjs";
import { highestSun, sunAt } from "./ways/sky.mjs";

/**
 * @typedef {object} Way
 * @property {string} name
 * @property {readonly (number | string)[]} sizes
 * @property {string} unit of the sizes
 * @property {readonly string[]} right codes of findings, one of which names the fault; empty: there is no fault, and nothing to say
 * @property {(series: object, size: any, tools: Tools) => object} apply
 * @property {readonly string[]} [wrong] codes that must not come; default those of the clock for values, and of values for the clock
 * @property {(size: any, truth: Truth) => boolean} [must] whether it has to be found; else always, unless `right` is empty
 * @property {(size: any, tools: object) => number} [shift] minutes by which all times come late
 * @property {"start" | "end"} [label] that its reader took for granted; default "start"
 * @property {(size: any) => number} [months] length of the file
 * @property {boolean} [fine] only within steps of at most 15 minutes, broken before they are averaged
 * @property {boolean} [years] only in series of several years
 * @property {boolean} [components] only where GHI, DNI and DHI are there
 * @property {boolean} [spoils] times of a part are off: the year's horizontal light is as it was
 *
 * @typedef {{ random: ReturnType<typeof randomOf>, days: (count: number) => { from: number, to: number }, step: number,
 *   place: object, shift: number }} Tools
 * @typedef {{ step: number, place: object, effect: number, lostBeam: number, nights: boolean, yearRatio?: number, within95?: number }} Truth
 */

/** @type {readonly Way[]} */
export const WAYS = [...CLOCK_WAYS, ...LIGHT_WAYS, ...COMPONENT_WAYS];
export const CLOCK_CODES = ["label", "clock", "clock-change", "clock-drift"];
const VALUE_CODES = ["dead", "stuck", "saturated", "meter", "unit", "no-beam"];

/** Months with a lower sun at noon tell too little of the clock to ask for it, degrees. */
const LOWEST_NOON = 15;
const FINE = 900;
/** Fewer minutes are within what sensors that lean do to a day. */
const FEWEST_MINUTES = 10;
/** Fewer days do not show that a clock changes. */
const FEWEST_DAYS = 120;

/**
 * The series clean and broken, or undefined where the way does not fit it.
 *
 * @param {object} series clean, at its own step, of GHI alone or of components
 * @param {Way} way
 * @param {number} k of the size
 * @param {{ step: number, seed: number }} options step in seconds of the file that is made
 */
export function broken(series, way, k, { step, seed }) {
  const random = randomOf(seed);
  const size = way.sizes[k];
  if (way.fine && step > FINE) return undefined;
  if (way.components && series.columns[DNI] === undefined) return undefined;
  if (!way.components && series.columns[GHI] === undefined) return undefined;
  const cut = way.months ? someMonths(series, way.months(size), random) : series;
  if (cut === undefined || (way.years && daysLong(cut) < 700)) return undefined;
  const from = way.fine ? cut : resampled(cut, step);
  const tools = { random, step, place: from.place, days: (count) => anyDays(from, count, random) };
  const shift = way.shift?.(size, tools) ?? 0;
  if (way.shift && shift === 0) return undefined;
  const made = resampled(way.apply(from, size, { ...tools, shift }), step);
  const clean = way.fine ? resampled(cut, step) : from;
  return { clean, made, size, shift };
}

/** What a right examination answers: codes that name the fault, codes that must not come, and whether silence would be a miss. */
export function wanted(way, { clean, made, size, shift }, { step, climate }) {
  const isSilent = way.right.length === 0;
  const effect = effectOf(clean, made);
  const truth = {
    step,
    place: clean.place,
    effect,
    nights: hasNights(clean),
    lostBeam: 1 - sumOf(made, clean.columns[DNI] ? DNI : GHI) / sumOf(clean, clean.columns[DNI] ? DNI : GHI),
    ...beside(climate, made),
  };
  const isTold = way.shift === undefined || (Math.abs(shift) >= FEWEST_MINUTES && highestSun(clean) >= LOWEST_NOON);
  const isLong = !(way.spoils || way.fine) || litDays(clean) >= FEWEST_DAYS;
  const isClock = way.right.some((code) => CLOCK_CODES.includes(code));
  return {
    right: way.right,
    wrong: isSilent
      ? undefined
      : (way.wrong ?? (isClock ? VALUE_CODES.filter((code) => !way.right.includes(code)) : CLOCK_CODES)),
    must: !isSilent && isTold && isLong && (way.must?.(size, truth) ?? true),
    shift,
    effect: way.shift || way.spoils || way.components || isSilent || lostShare(clean, made) > 0.05 ? undefined : effect,
  };
}

/** Brighter rows are missing for whoever reads them, W/m². */
const IMPOSSIBLE = 2220;

/** Change of the light of the rows that both have, as a share of the clean one's. */
function effectOf(clean, made) {
  const [before, after] = [clean.columns[GHI], made.columns[GHI]];
  let [sum, was] = [0, 0];
  for (let row = 0; row < before.length; row++) {
    if (!(before[row] >= -20) || !(after[row] >= -20 && after[row] <= IMPOSSIBLE)) continue;
    was += Math.max(0, before[row]);
    sum += Math.max(0, after[row]);
  }
  return sum / was - 1;
}

/** Share of the clean light in rows that are now too bright to be believed: what is left is not the year. */
function lostShare(clean, made) {
  const [before, after] = [clean.columns[GHI], made.columns[GHI]];
  const lost = before.reduce((sum, value, row) => (after[row] > IMPOSSIBLE ? sum + value : sum), 0);
  return lost / sumOf(clean);
}

/** Some stations' files have no rows of the night. */
function hasNights({ columns }) {
  return columns[GHI].filter((value) => value <= 1).length > 0.3 * columns[GHI].length;
}

/** The year's light over the climate's, and how far a right year strays from it, where a whole year is there. */
function beside(climate, made) {
  if (climate === undefined || daysLong(made) < 360) return {};
  const light = made.columns[GHI].filter((value) => value >= -20);
  if (light.length < 0.95 * rowsOf(made)) return {};
  const mean = light.reduce((sum, value) => sum + Math.max(0, value), 0) / light.length;
  const expected = Array.from(climate.globalHorizontal).reduce((sum, value) => sum + value, 0) / 12;
  return { yearRatio: mean / expected, within95: 1.53 * climate.expectedError.annualWithin80 };
}

function litDays(series) {
  const days = new Set();
  series.columns[GHI].forEach((value, row) => {
    if (value > 50) days.add(Math.floor((row * series.interval) / 86_400));
  });
  return days.size;
}

function daysLong(series) {
  return (rowsOf(series) * series.interval) / 86_400;
}

/** A stretch of so many months with light; all of a series that is shorter than a year where a year is asked. */
function someMonths(series, months, random) {
  const days = Math.round(months * 30.4);
  if (months >= 12) return daysLong(series) < 150 ? undefined : series;
  if (days > daysLong(series)) return undefined;
  const { from, to } = anyDays(series, days, random);
  return part(series, from, to);
}

export { GHI, resampled, sumOf, sunAt };
