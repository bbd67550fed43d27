/**
 * Whether light comes as the sun sends it: its amount, its course within the day and its nights tell wrong units, sums read as
 * values of their step, and clocks of another zone. A net for gross errors, in which no weather and no sensor is caught.
 */

import { type DayOfLight, daysOfLight, growsByDay, type TimeGrid } from "irradiance-engine/series";
import { HOUR } from "irradiance-engine/shared";
import type { FindingCode } from "irradiance-engine/weather";
import type { Place } from "./source.js";

/** Days that tell something: W/m² of the sun without an atmosphere, in the mean; share of them with values. */
const SUNNY = 100;
const SEEN = 0.7;
const FEWEST = 2;
/**
 * Of the light without an atmosphere, that of the brightest day. In three years and a half at four stations, cut into stretches of
 * three days, it was 0.095 at the least, and that of a day 0.81 at the most.
 */
const DARKEST = 0.01;
const BRIGHTEST = 1.1;
/** A day with less of it has none: the darkest of any in 120 files of stations and typical years has more than a hundredth. */
const DEAD = 0.001;
/** Share of the light: of those stations 0.0005 in the night at the most. */
const MOST_AT_NIGHT = 0.01;
/**
 * Hours of three quarters of the days: of the median day it was 1.6 in three days at those stations and 0.8 in ten, and a valley may
 * lose its mornings. So a clock that is an hour or two off is not seen here.
 */
const LATE = 2.5;

/** Steps with no course within the day tell nothing, ms. */
const LONGEST = 6 * HOUR;

/** What is doubtful of light: its kind, as of findings in files, and a sentence without its full stop. */
export interface LightDoubt {
  readonly code: Extract<FindingCode, "meter" | "unit" | "dead" | "clock" | "night">;
  readonly message: string;
}

/** Of global irradiance; undefined: nothing, or too little to tell. */
export function doubtAboutLight(values: Float64Array, grid: TimeGrid, place: Place): LightDoubt | undefined {
  if (grid.step > LONGEST) return undefined;
  const days = daysOfLight(values, grid, place).filter(({ sun, seen }) => sun >= SUNNY && seen >= SEEN);
  // Impossible sums are left out of the series: too few values remain for those days.
  if (growsByDay(values, grid)) return GROWS;
  if (days.length < FEWEST) return undefined;
  const dark = tooDark(days, grid.step / 1000);
  return dark ?? tooBright(days) ?? wrongClock(days) ?? atNight(days) ?? dead(days);
}

const GROWS: LightDoubt = {
  code: "meter",
  message:
    "values only grow from 00 UTC to 00 UTC, like sums since midnight that are read as values of single steps: " +
    '`"product": "era5-land"`, or `"is": "sum-since-midnight"` in `variables`',
};

function tooDark(days: readonly DayOfLight[], seconds: number): LightDoubt | undefined {
  const most = Math.max(...days.map(({ clearness }) => clearness));
  if (most >= DARKEST) return undefined;
  const isUsual = (scale: number) => most * scale > 0.3 && most * scale < 1;
  const likely = isUsual(seconds) ? "W/m² with the unit J/m²" : isUsual(1000) ? "kW/m²" : "values in another unit";
  const message = `the brightest of ${days.length} days has ${percent(most)} of the sun's light without an atmosphere: they look like ${likely}`;
  return { code: "unit", message };
}

function tooBright(days: readonly DayOfLight[]): LightDoubt | undefined {
  const bright = days.filter(({ clearness }) => clearness > BRIGHTEST);
  if (bright.length < days.length / 4) return undefined;
  const most = Math.max(...bright.map(({ clearness }) => clearness));
  const message =
    `${bright.length} of ${days.length} days have more light than the sun sends, up to ${percent(most)} of it: ` +
    "they look like values in another unit, or sums over longer steps";
  return { code: "unit", message };
}

function wrongClock(days: readonly DayOfLight[]): LightDoubt | undefined {
  const hours = days.map(({ late }) => late).filter((late) => !Number.isNaN(late));
  if (hours.length < Math.max(FEWEST, days.length / 2)) return undefined;
  const late = leastOfMost(hours);
  if (Math.abs(late) < LATE) return undefined;
  const zone = Math.round(late);
  const clock = `UTC${zone < 0 ? "−" : "+"}${Math.abs(zone)}`;
  const message =
    `the middle of the light is ${Math.abs(late).toFixed(1)} h ${late < 0 ? "earlier" : "later"} than the sun's noon: ` +
    `its times look like ${clock} times read as UTC (\`timeShift\`: ${-3600 * zone})`;
  return { code: "clock", message };
}

/** What three quarters of the days exceed, in either direction. Twelve hours late are twelve early: they are sorted around the first. */
function leastOfMost(hours: readonly number[]): number {
  const turned = hours.map((late) => late - hours[0]!).map((apart) => hours[0]! + apart - 24 * Math.round(apart / 24));
  turned.sort((a, b) => a - b);
  const quarter = turned.length >> 2;
  const late = turned[turned.length >> 1]! < 0 ? turned[turned.length - 1 - quarter]! : turned[quarter]!;
  return late - 24 * Math.round(late / 24);
}

function atNight(days: readonly DayOfLight[]): LightDoubt | undefined {
  const mean = (of: (day: DayOfLight) => number) => days.reduce((sum, day) => sum + of(day), 0) / days.length;
  const share = mean(({ night, clearness, sun }) => night * clearness * sun) / mean((day) => day.clearness * day.sun);
  if (!(share > MOST_AT_NIGHT)) return undefined;
  const message = `${percent(share)} of the light falls while the sun is more than 6° below the horizon: its times or its values are wrong`;
  return { code: "night", message };
}

function dead(days: readonly DayOfLight[]): LightDoubt | undefined {
  const without = days.filter(({ clearness }) => clearness < DEAD);
  if (without.length === 0) return undefined;
  const message = `${without.length} of ${days.length} days looked at have no light while the sun is up: zeros that stand for missing values?`;
  return { code: "dead", message };
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}
