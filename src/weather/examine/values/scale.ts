/** A wrong factor: the light against the clear sky, which clear days nearly reach everywhere, and against the climate of the place. */
import { exp, log } from "../../../math/index.js";
import { DAY, dateFromDays, daysFromDate } from "../../../time/calendar.js";
import type { ExpectedLight, SkyRows } from "../types.js";
import { type Days, weightedQuantile } from "./look.js";

export interface Scale {
  /** The likely factor, its logarithm in standard errors, and what was seen. */
  readonly factor: number;
  readonly sigmas: number;
  /** Of clear days against the clear sky, and of the months against the climate; undefined where there is none. */
  readonly envelope: number;
  readonly climate: number | undefined;
}

/** Clear days: one tenth of the clear-sky light falls on days that are clearer. */
const CLEAR_DAYS = 0.9;
/** A day counts from so much of its light on. */
const WHOLE_DAY = 0.9;
/**
 * Spread of the logarithm of that envelope. Above 1, where only turbidity and height can raise it; below, where also clouds that never
 * go, as in Bogotá, Aberdeen or Kuala Lumpur.
 */
const SPREAD_ABOVE = 0.06;
const SPREAD_BELOW = 0.1;
/** Of a single day; days of a few weeks are not independent of their season (snow, haze). */
const SPREAD_OF_DAYS = 0.6;

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
/** A month counts from so many of its rows on. */
const WHOLE_MONTH = 0.8;

/** The logarithm of the file's light over the climate's in the same months, and its standard error; undefined without a month. */
function againstClimate(sky: SkyRows, days: Days, climate: ExpectedLight): { ln: number; error: number } | undefined {
  const perDay = DAY / sky.step;
  let [light, expected, months] = [0, 0, 0];
  for (let day = 0; day < days.count; ) {
    const { year, month } = dateFromDays(days.first + day);
    const next = daysFromDate(year, month + 1, 1) - days.first;
    const begin = day;
    let [lit, seen, all] = [0, 0, 0];
    for (; day < Math.min(next, days.count); day++) {
      lit += days.light[day]!;
      seen += days.clear[day]!;
      all += days.all[day]!;
    }
    const length = next - (daysFromDate(year, month, 1) - days.first);
    if (day - begin < WHOLE_MONTH * length || !(seen >= all / 2) || seen === 0) continue;
    light += ((lit / seen) * all) / perDay / (day - begin);
    expected += climate.globalHorizontal[month - 1]!;
    months++;
  }
  if (!(light > 0 && expected > 0)) return undefined;
  const place = climate.expectedError.annualWithin80 / SIGMAS_OF_80;
  return { ln: log(light / expected), error: Math.sqrt(place * place + (SPREAD_OF_MONTH * SPREAD_OF_MONTH) / months) };
}

export function scaleOf(sky: SkyRows, days: Days): Scale | undefined {
  const { factor: envelope, days: whole } = envelopeOf(days);
  if (!(envelope > 0)) return undefined;
  const known = sky.options.climate === undefined ? undefined : againstClimate(sky, days, sky.options.climate);
  const ln = log(envelope);
  const spread = ln > 0 ? SPREAD_ABOVE : SPREAD_BELOW;
  const variance = spread * spread + (SPREAD_OF_DAYS * SPREAD_OF_DAYS) / whole;
  const weight = known === undefined ? 0 : 1 / (known.error * known.error);
  const sum = 1 / variance + weight;
  const mean = (ln / variance + weight * (known?.ln ?? 0)) / sum;
  const climate = known === undefined ? undefined : exp(known.ln);
  return { factor: exp(mean), sigmas: mean * Math.sqrt(sum), envelope, climate };
}

/** So many standard errors, as one in a hundred and fifty; and so much, whatever they are. */
const SIGMAS = 2.7;
const LEAST_ABOVE = 1.115;
const LEAST_BELOW = 0.88;
/** Beyond, nothing computed from it should be believed. */
const UNUSABLE_ABOVE = 1.35;
const UNUSABLE_BELOW = 0.7;

export function isOff({ factor, sigmas }: Scale): boolean {
  return Math.abs(sigmas) > SIGMAS && (factor > LEAST_ABOVE || factor < LEAST_BELOW);
}

export function scaleVerdict({ factor }: Scale): "look" | "unusable" {
  return factor > UNUSABLE_ABOVE || factor < UNUSABLE_BELOW ? "unusable" : "look";
}

const percent = (factor: number) => `${Math.abs(Math.round(100 * (factor - 1)))} % ${factor > 1 ? "above" : "below"}`;

export function scaleMessage({ factor, envelope, climate }: Scale): string {
  const seen = `clear days lie ${percent(envelope)} a clear sky`;
  const mean = climate === undefined ? "" : `, and the light is ${percent(climate)} what the climate of the place has`;
  const times = factor < 0.1 ? factor.toPrecision(1) : factor.toPrecision(2);
  return `the values look like the light times ${times}: ${seen}${mean}`;
}

/** Factors that units make, with an hour's interval as the commonest. */
export function scaleRemedy(sky: SkyRows, { factor }: Scale): string {
  const seconds = sky.step / 1000;
  const units = [
    { name: "kJ/m² of the interval", factor: seconds / 1000 },
    { name: "Wh/m² of the interval", factor: seconds / 3600 },
    { name: "MJ/m² of the interval", factor: seconds / 1e6 },
  ];
  const unit = units.find((one) => one.factor !== 1 && Math.abs(log(factor / one.factor)) < 0.1);
  if (unit !== undefined) return `the unit may be ${unit.name}: convert it to W/m²`;
  return "look at the unit, at the calibration of the sensor, and at the place; nothing was changed";
}
