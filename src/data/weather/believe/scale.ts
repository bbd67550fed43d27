/**
 * A wrong factor: the light against the clear sky, which clear days nearly reach everywhere, and against the climate of the place. And weeks
 * without one cloud: the column of a clear-sky model in the place of a measured one.
 */
import { exp, log } from "../../../foundation/math/index.js";
import { weightedQuantile } from "../../../foundation/statistics/order.js";
import { HOUR } from "../../../foundation/time/calendar.js";
import { airmassOfSine, cleanSky } from "../../../physics/models/clear-sky/clearest.js";
import { CLEAR, FEWEST_DAYS, type Found, WHOLE } from "./context.js";
import type { Days, MonthOfDays } from "./days.js";
import type { ExpectedLight, RowSpan } from "./types.js";

/**
 * Logarithm of the light of clear days over a clear sky's, by the climate's clear-sky index: the cloudier a place, the less clear are its clear days. Found at twelve
 * places; generated years have the same, to 0.02 (research/fit-clear-days.mjs and file-checks.md).
 */
export const ENVELOPE = [-0.34, 0.43] as const;
/** And its spread: above, where only turbidity and height can raise it, and below, where also clouds that never go, as in Bogotá. */
const SPREAD_ABOVE = 0.055;
const SPREAD_BELOW = 0.09;
/** The climate's clear-sky index where it is not known, and the spread that comes on top. */
const USUAL_INDEX = 0.8;
const SPREAD_OF_CLIMATES = 0.035;
/** Of a single day; days of a few weeks are not independent of their season (snow, haze). */
const SPREAD_OF_DAYS = 0.6;

/** Days that have to be clearer than the clearest that count. */
const LEAST_CLEAREST = 8;
/** The logarithm of their light over a sky's without haze, by the climate's clear-sky index, in the same way as ENVELOPE. */
const CLEAREST = [-0.22, 0.23] as const;
/** No day is so much brighter than a sky without haze, nor is a file too bright whose clearest days are darker than that. */
const IMPOSSIBLE = 1.07;
/** Heights of the sun at which a sky without haze is computed. */
const HEIGHTS = 512;

/** The light of the clearest days over that of a clean sky (`cleanSky`); NaN where too few are whole. */
function clearestOf(days: Days): number {
  const { place, sunHeight, extraterrestrial } = days.context;
  const clean = cleanSky(place.altitude ?? 0);
  const clearness = Float64Array.from({ length: HEIGHTS + 1 }, (_, k) => clean(airmassOfSine(k / HEIGHTS)));
  const pairs: [number, number][] = [];
  for (let day = 0; day < days.count; day++) {
    if (!days.isWhole(day)) continue;
    let sum = 0;
    for (let row = days.from[day]!; row < days.from[day + 1]!; row++) {
      const height = sunHeight[row]!;
      if (height > 0) sum += extraterrestrial[row]! * clearness[Math.round(HEIGHTS * height)]!;
    }
    // As if the rows that are missing were as the others.
    pairs.push([(days.light[day]! * days.all[day]!) / (days.clear[day]! * sum), sum]);
  }
  return weightedQuantile(pairs, Math.min(CLEAR.clearest, 1 - LEAST_CLEAREST / pairs.length));
}

/** The light of clear days over the clear sky's; NaN without a whole day. */
export function envelopeOf(days: Days): number {
  return weightedQuantile(days.indices(), CLEAR.days);
}

/** 80 % of a normal distribution lie within so many standard deviations. */
const SIGMAS_OF_80 = 1.2816;
/** Of one month against its mean over the years. */
const SPREAD_OF_MONTH = 0.1;

/** The logarithm of the file's light over the climate's in the same months, its standard error, and the climate's clear-sky index. */
function againstClimate(days: Days, climate: ExpectedLight) {
  const months = days.months();
  const sum = (of: (month: MonthOfDays) => number) => months.reduce((all, month) => all + of(month), 0);
  const light = sum((month) => month.light);
  const expected = sum(({ month }) => climate.globalHorizontal[month - 1]!);
  if (!(light > 0 && expected > 0)) return undefined;
  // Errors of a climate differ by season: a part of the year has not seen them even out.
  const { annualWithin80, knownMiss } = climate.expectedError;
  const ofYear = Math.max(annualWithin80 / SIGMAS_OF_80, Math.abs(knownMiss?.error ?? 0));
  const place = ofYear * Math.sqrt(12 / Math.min(12, months.length));
  const error = Math.sqrt(place * place + (SPREAD_OF_MONTH * SPREAD_OF_MONTH) / months.length);
  return { ln: log(light / expected), error, index: expected / sum((month) => month.clear) };
}

/** So many standard errors, as one in four hundred; and so much, whatever they are. */
const SIGMAS = 3;
const LEAST = 0.12;
/** Beyond the 95 % range of the climate, clear days that are off by so much to the same side are enough. */
const SIGMAS_OF_95 = 1.96;
const SAME_SIDE = 0.08;

/**
 * How far the light is from what clear days and the climate let expect: logarithms of the factor of clear days (`ln`), and with the climate,
 * weighted by what each is worth (`mean`, `weight`); clear days against the clear sky, the clearest against one without haze. Undefined where
 * too few days tell.
 */
export function strayOf(days: Days) {
  const pairs = days.indices();
  const whole = pairs.length;
  const envelope = weightedQuantile(pairs, CLEAR.days);
  // With fewer days the climate alone would judge.
  if (!(envelope > 0) || whole < FEWEST_DAYS.factor) return undefined;
  const { climate } = days.context.options;
  const known = climate && againstClimate(days, climate);
  const clearest = clearestOf(days);
  const usual = ([constant, byIndex]: readonly [number, number]) => constant + byIndex * (known?.index ?? USUAL_INDEX);
  const ln = (log(envelope) - usual(ENVELOPE) + log(clearest) - usual(CLEAREST)) / 2;
  const spread = ln > 0 ? SPREAD_ABOVE : SPREAD_BELOW;
  const unknown = known === undefined ? SPREAD_OF_CLIMATES : 0;
  const weightOfDays = 1 / (spread * spread + unknown * unknown + (SPREAD_OF_DAYS * SPREAD_OF_DAYS) / whole);
  const weightOfClimate = known === undefined ? 0 : 1 / (known.error * known.error);
  const weight = weightOfDays + weightOfClimate;
  const mean = (weightOfDays * ln + weightOfClimate * (known?.ln ?? 0)) / weight;
  return { ln, mean, weight, envelope, clearest, known };
}

/** Sine of a sun at 10°: where it is never higher, haze, horizon and twilight decide what the light is beside a clear sky's. */
const HIGH = 0.173_648;

/** Whether the sun is ever as high in a row that has light. */
function isHigh({ context: { sunHeight, light }, from, count }: Days): boolean {
  for (let row = from[0]!; row < from[count]!; row++) if (sunHeight[row]! > HIGH && light[row]! >= 0) return true;
  return false;
}

/** Beyond, nothing computed from it should be believed. */
const UNUSABLE_ABOVE = 1.35;
const UNUSABLE_BELOW = 0.7;

/** What clear days and the climate say together; undefined where nothing is wrong, or nobody can tell. */
export function scaleFinding(days: Days): Found | undefined {
  const stray = isHigh(days) ? strayOf(days) : undefined;
  if (stray === undefined) return undefined;
  const { ln, mean, weight, envelope, clearest, known } = stray;
  const isFar = mean * ln > 0 && Math.abs(mean) > LEAST && Math.abs(mean) * Math.sqrt(weight) > SIGMAS;
  const isBeyond =
    known !== undefined && Math.abs(known.ln) > SIGMAS_OF_95 * known.error && (known.ln > 0 ? ln : -ln) > SAME_SIDE;
  const isImpossible = clearest > IMPOSSIBLE && ln > SAME_SIDE && (known === undefined || known.ln > 0);
  if (!(isFar || isBeyond || isImpossible) || (mean > 0 && clearest < 1)) return undefined;
  const factor = exp(mean);
  const beside = known === undefined ? "" : `, and the light is ${besideOne(exp(known.ln))} the climate's`;
  const times = factor < 0.1 ? factor.toPrecision(1) : factor.toPrecision(2);
  return {
    code: "scale",
    verdict: factor > UNUSABLE_ABOVE || factor < UNUSABLE_BELOW ? "unusable" : "look",
    spans: days.context.whole,
    effect: { horizontal: factor - 1 },
    message: `the values look like ${times} times the light, as clear days are ${besideOne(envelope)} a clear sky's${beside}`,
    remedy: isOtherHemisphere(days) ? OTHER_HEMISPHERE : remedyOf(days.context.step / 1000, factor),
  };
}

function besideOne(factor: number): string {
  const percent = Math.round(100 * (factor - 1));
  return percent === 0 ? "at" : `${Math.abs(percent)} % ${percent > 0 ? "above" : "below"}`;
}

/** Days of a year, and how little light and clear sky go together, as a correlation: cloudy summers are far above it. */
const YEAR = 330;
const AGAINST = -0.3;
const OTHER_HEMISPHERE =
  "the days are brightest in the winter of the place, as in the other hemisphere: is the sign of the latitude right?";

/** Whether the light goes against the seasons of the place, as where a latitude has lost its sign. */
function isOtherHemisphere({ count, light, clear }: Days): boolean {
  if (count < YEAR) return false;
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / count;
  const [ofLight, ofClear] = [mean(light), mean(clear)];
  let [both, own, sky] = [0, 0, 0];
  for (let day = 0; day < count; day++) {
    const [a, b] = [light[day]! - ofLight, clear[day]! - ofClear];
    both += a * b;
    own += a * a;
    sky += b * b;
  }
  return both < AGAINST * Math.sqrt(own * sky);
}

/** Factors that units make. */
function remedyOf(seconds: number, factor: number): string {
  const units = [
    { name: "kJ/m²", key: "kJ/m2", factor: seconds / 1000 },
    { name: "Wh/m²", key: "Wh/m2", factor: seconds / 3600 },
    { name: "MJ/m²", key: "MJ/m2", factor: seconds / 1e6 },
  ];
  const unit = units.find((one) => one.factor !== 1 && Math.abs(log(factor / one.factor)) < 0.1);
  if (unit !== undefined) {
    return `the values may be energies of an interval in ${unit.name}: for a table pass units { ghi: "${unit.key}" }, otherwise convert them to W/m²`;
  }
  return "look at the unit, at the calibration of the sensor, and at the place";
}

/** Sine of a sun at 15°, and hours of it that a day needs. */
const HIGH_SUN = 0.26;
const LEAST_HOURS = 3;
/** An hour of a clear day is so near the mean of its day, beside a clear sky, whichever model either is of; and a day so near the clearest. */
const NEAR = 0.1;
const NEAR_CLEAREST = 0.8;
/**
 * Days without a cloud, one after the other: at most 20 in 62 clean series, of Nevada; columns of clear-sky models have all of a year.
 * Where the climate has a clear sky, or nobody knows, only what is longer than its dry season.
 */
const MANY_DAYS = 28;
const SEASON = 120;
/** Light of a climate over a clear sky's, above which there are months without a cloud. */
const CLEAR_CLIMATE = 0.85;

export function cloudlessFinding(days: Days): Found | undefined {
  const spans = cloudlessSpans(days);
  if (spans.length === 0) return undefined;
  return {
    code: "cloudless",
    verdict: "look",
    spans,
    message: `there is not one cloud from ${days.context.clockSpans(spans)}: is it the column of a clear-sky model?`,
    remedy: "take the column that was measured: for a table pass columns, which names it",
  };
}

function cloudlessSpans(days: Days): RowSpan[] {
  const least = isCloudy(days) ? MANY_DAYS : SEASON;
  const clearest = NEAR_CLEAREST * envelopeOf(days);
  const spans: RowSpan[] = [];
  let [from, to, many] = [-1, -1, 0];
  const close = () => {
    if (many >= least) spans.push({ from: days.from[from]!, to: days.from[to]! });
    [from, many] = [-1, 0];
  };
  for (let day = 0; day < days.count; day++) {
    const isClear = isCloudless(days, day, clearest);
    if (isClear === undefined) continue;
    if (!isClear) {
      close();
      continue;
    }
    if (from < 0) from = day;
    to = day + 1;
    many++;
  }
  close();
  return spans;
}

function isCloudy(days: Days): boolean {
  const { climate } = days.context.options;
  if (climate === undefined) return false;
  let [expected, clear] = [0, 0];
  for (const month of days.months()) {
    expected += climate.globalHorizontal[month.month - 1]!;
    clear += month.clear;
  }
  return expected < CLEAR_CLIMATE * clear;
}

/** Undefined where the day tells nothing. */
function isCloudless(days: Days, day: number, clearest: number): boolean | undefined {
  const { light, clear, sunHeight, step } = days.context;
  if (!(days.clear[day]! > WHOLE.cloudless * days.all[day]!)) return undefined;
  const index = days.light[day]! / days.clear[day]!;
  if (index < clearest) return false;
  let rows = 0;
  for (let row = days.from[day]!; row < days.from[day + 1]!; row++) {
    if (!(sunHeight[row]! > HIGH_SUN) || Number.isNaN(light[row]!)) continue;
    rows++;
    if (Math.abs(light[row]! - index * clear[row]!) > NEAR * index * clear[row]!) return false;
  }
  return rows * step >= LEAST_HOURS * HOUR ? true : undefined;
}
