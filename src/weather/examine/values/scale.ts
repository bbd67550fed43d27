/** A wrong factor: the light against the clear sky, which clear days nearly reach everywhere, and against the climate of the place. */
import { exp, log } from "../../../math/index.js";
import { airmassOfSine, cleanSky } from "../../../models/clear-sky/clearest.js";
import type { ExpectedLight, SkyRows } from "../types.js";
import type { Doubt } from "./columns.js";
import { type Days, type MonthOfDays, monthsOfDays, weightedQuantile } from "./look.js";

interface Scale {
  /** The likely factor, and what was seen. */
  readonly factor: number;
  /** Of clear days against the clear sky, and of the months against the climate; undefined where there is none. */
  readonly envelope: number;
  readonly climate: number | undefined;
}

/** Clear days: one tenth of the clear-sky light falls on days that are clearer. */
const CLEAR_DAYS = 0.9;
/** A day counts from so much of its light on. */
const WHOLE_DAY = 0.9;
/**
 * Logarithm of that envelope, by the climate's clear-sky index: the cloudier a place, the less clear are its clear days. Found at twelve
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

/** The clearest days: the fiftieth part of the clear-sky light falls on days that are clearer; and so many of them there have to be. */
const CLEAREST_DAYS = 0.98;
const LEAST_CLEAREST = 8;
/** The logarithm of their light over a sky's without haze, by the climate's clear-sky index, in the same way as ENVELOPE. */
const CLEAREST = [-0.22, 0.23] as const;
/** No day is so much brighter than a sky without haze, nor is a file too bright whose clearest days are darker than that. */
const IMPOSSIBLE = 1.07;
/** Heights of the sun at which a sky without haze is computed. */
const HEIGHTS = 512;

/** The light of the clearest days over that of a clean sky (`cleanSky`); NaN where too few are whole. */
function clearestOf({ place, sunHeight, extraterrestrial }: SkyRows, { count, from, light, clear, all }: Days): number {
  const clean = cleanSky(place.altitude ?? 0);
  const clearness = Float64Array.from({ length: HEIGHTS + 1 }, (_, k) => clean(airmassOfSine(k / HEIGHTS)));
  const pairs: [number, number][] = [];
  for (let day = 0; day < count; day++) {
    if (!(clear[day]! > 0 && clear[day]! >= WHOLE_DAY * all[day]!)) continue;
    let sum = 0;
    for (let row = from[day]!; row < from[day + 1]!; row++) {
      const height = sunHeight[row]!;
      if (height > 0) sum += extraterrestrial[row]! * clearness[Math.round(HEIGHTS * height)]!;
    }
    // As if the rows that are missing were as the others.
    pairs.push([(light[day]! * all[day]!) / (clear[day]! * sum), sum]);
  }
  return weightedQuantile(pairs, Math.min(CLEAREST_DAYS, 1 - LEAST_CLEAREST / pairs.length));
}

/** What clear days say; NaN without a whole day. */
export function envelopeOf({ count, light, clear, all }: Days): { factor: number; days: number } {
  const pairs: [number, number][] = [];
  for (let day = 0; day < count; day++) {
    if (clear[day]! > 0 && clear[day]! >= WHOLE_DAY * all[day]!) pairs.push([light[day]! / clear[day]!, clear[day]!]);
  }
  return { factor: weightedQuantile(pairs, CLEAR_DAYS), days: pairs.length };
}

/** 80 % of a normal distribution lie within so many standard deviations. */
const SIGMAS_OF_80 = 1.2816;
/** Of one month against its mean over the years. */
const SPREAD_OF_MONTH = 0.1;

interface AgainstClimate {
  /** The logarithm of the file's light over the climate's in the same months, and its standard error. */
  readonly ln: number;
  readonly error: number;
  /** The climate's clear-sky index. */
  readonly index: number;
}

function againstClimate(sky: SkyRows, days: Days, climate: ExpectedLight): AgainstClimate | undefined {
  const months = monthsOfDays(days, sky.step);
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

/** Whole days, without which the climate alone would judge. */
const LEAST_DAYS = 20;
/** So many standard errors, as one in four hundred; and so much, whatever they are. */
const SIGMAS = 3;
const LEAST = 0.12;
/** Beyond the 95 % range of the climate, clear days that are off by so much to the same side are enough. */
const SIGMAS_OF_95 = 1.96;
const SAME_SIDE = 0.08;

interface Stray {
  /** Logarithms of the factor: of clear days, and with the climate, weighted by what each is worth; the weight of both. */
  readonly ln: number;
  readonly mean: number;
  readonly weight: number;
  /** Clear days against the clear sky, the clearest against one without haze. */
  readonly envelope: number;
  readonly clearest: number;
  readonly known: AgainstClimate | undefined;
}

/** How far the light is from what clear days and the climate let expect; undefined where too few days tell. */
export function strayOf(sky: SkyRows, days: Days): Stray | undefined {
  const { factor: envelope, days: whole } = envelopeOf(days);
  if (!(envelope > 0) || whole < LEAST_DAYS) return undefined;
  const known = sky.options.climate === undefined ? undefined : againstClimate(sky, days, sky.options.climate);
  const clearest = clearestOf(sky, days);
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
function isHigh({ sunHeight, light }: SkyRows, { from, count }: Days): boolean {
  for (let row = from[0]!; row < from[count]!; row++) if (sunHeight[row]! > HIGH && light[row]! >= 0) return true;
  return false;
}

/** What clear days and the climate say together; undefined where nothing is wrong, or nobody can tell. */
function scaleOf(sky: SkyRows, days: Days): Scale | undefined {
  const stray = isHigh(sky, days) ? strayOf(sky, days) : undefined;
  if (stray === undefined) return undefined;
  const { ln, mean, weight, envelope, clearest, known } = stray;
  const isFar = mean * ln > 0 && Math.abs(mean) > LEAST && Math.abs(mean) * Math.sqrt(weight) > SIGMAS;
  const isBeyond =
    known !== undefined && Math.abs(known.ln) > SIGMAS_OF_95 * known.error && (known.ln > 0 ? ln : -ln) > SAME_SIDE;
  const isImpossible = clearest > IMPOSSIBLE && ln > SAME_SIDE && (known === undefined || known.ln > 0);
  if (!(isFar || isBeyond || isImpossible) || (mean > 0 && clearest < 1)) return undefined;
  return { factor: exp(mean), envelope, climate: known === undefined ? undefined : exp(known.ln) };
}

/** Beyond, nothing computed from it should be believed. */
const UNUSABLE_ABOVE = 1.35;
const UNUSABLE_BELOW = 0.7;

export function scaleFinding(sky: SkyRows, days: Days): Doubt | undefined {
  const scale = scaleOf(sky, days);
  if (scale === undefined) return undefined;
  const { factor, envelope, climate } = scale;
  const mean = climate === undefined ? "" : `, and the light is ${besideOne(climate)} the climate's`;
  const times = factor < 0.1 ? factor.toPrecision(1) : factor.toPrecision(2);
  return {
    code: "scale",
    verdict: factor > UNUSABLE_ABOVE || factor < UNUSABLE_BELOW ? "unusable" : "look",
    spans: [{ from: 0, to: sky.count }],
    effect: { horizontal: factor - 1 },
    message: `the values look like ${times} times the light, as clear days are ${besideOne(envelope)} a clear sky's${mean}`,
    remedy: isOtherHemisphere(days) ? OTHER_HEMISPHERE : remedyOf(sky.step / 1000, factor),
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
