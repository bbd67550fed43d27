/** Checks the clock of weather against the night: there is no light in it. */

import { DAY, HOUR } from "../../../foundation/time/calendar.js";
import { solarDayShift } from "../../../foundation/time/solar-day.js";
import { NIGHT, sunAt } from "../../../physics/sky/clear-sky.js";
import type { Notice } from "../../contract/observation/types.js";
import type { WeatherPlace, WeatherSeries } from "../series.js";
import { AT_NIGHT, FEWEST_DAYS, LATE } from "./context.js";
import { Dial, percent, withinDay } from "./daily-light.js";

/** Number of rows used: enough for weeks of minutes; longer series are thinned evenly. */
const MOST_ROWS = 20_000;

/**
 * Share of the global irradiance that falls while the sun is more than 6° below the horizon, at all times of an interval;
 * 0 for a series without light.
 *
 * @param shift hours by which the sun's time is later than the series'
 */
export function lightAtNight(
  { start, interval, sampling, columns }: WeatherSeries,
  place: WeatherPlace,
  shift: number,
): number {
  const ghi = columns.global_horizontal_irradiance;
  if (ghi === undefined || typeof start !== "number") return 0;
  const stride = Math.ceil(ghi.length / MOST_ROWS);
  const rows: number[] = [];
  for (let row = 0; row < ghi.length; row += stride) if (Number(ghi[row]) > 0) rows.push(row);
  const step = interval * 1000;
  const first = start + shift * HOUR - (sampling === "instant" ? step / 2 : 0);
  const [begin, end] = [0, step].map((within) => rows.map((row) => first + row * step + within));
  const [heightBefore, heightAfter] = [begin!, end!].map((times) => sunAt(Float64Array.from(times), place).sine);
  let [night, all] = [0, 0];
  for (const [k, row] of rows.entries()) {
    const light = ghi[row]!;
    all += light;
    // Intervals of hours may hold a whole dusk and dawn: dark at both ends is not dark throughout.
    if (step <= 2 * HOUR && heightBefore![k]! < NIGHT && heightAfter![k]! < NIGHT) night += light;
  }
  return all > 0 ? night / all : 0;
}

/** Whole hours ahead of UTC, −12…14, at which the light falls by day. */
export function fittingOffsets(series: WeatherSeries, place: WeatherPlace): number[] {
  const offsets = Array.from({ length: 27 }, (_, k) => k - 12);
  return offsets.filter((hours) => lightAtNight(series, place, -hours) < AT_NIGHT.notable);
}

/**
 * By how many hours the middle of the light is later than the sun's, of all days together, and its standard error; undefined for fewer than
 * three days with light.
 */
export function middleOfLight(
  { start, interval, sampling, columns }: WeatherSeries,
  place: WeatherPlace,
): { readonly late: number; readonly error: number } | undefined {
  const ghi = columns.global_horizontal_irradiance;
  if (ghi === undefined || typeof start !== "number") return undefined;
  const stride = Math.ceil(ghi.length / MOST_ROWS);
  const first = start + (sampling === "instant" ? 0 : interval * 500);
  const times = Float64Array.from(
    { length: Math.ceil(ghi.length / stride) },
    (_, k) => first + k * stride * interval * 1000,
  );
  const { sine } = sunAt(times, place);
  const shift = solarDayShift(place.longitude);
  const days = new Map<number, [light: Dial, sun: Dial]>();
  for (const [k, time] of times.entries()) {
    const value = Number(ghi[k * stride]);
    if (!(value >= 0)) continue;
    const day = Math.floor((time + shift) / DAY);
    const [light, sun] = days.get(day) ?? days.set(day, [new Dial(), new Dial()]).get(day)!;
    light.add(value, time);
    sun.add(Math.max(0, sine[k]!), time);
  }
  const lit = [...days.values()].filter(([light, sun]) => light.length > 0 && sun.length > 0);
  if (lit.length < FEWEST_DAYS.middle) return undefined;
  const [light, sun] = [new Dial(), new Dial()];
  for (const [ofLight, ofSun] of lit) {
    light.addAll(ofLight);
    sun.addAll(ofSun);
  }
  const late = light.hoursAfter(sun);
  const off = lit.map(([one, other]) => withinDay(one.hoursAfter(other) - late));
  const spread = Math.sqrt(off.reduce((sum, hours) => sum + hours * hours, 0) / lit.length);
  return { late, error: Math.max(spread, LATE.clouds) / Math.sqrt(lit.length) };
}

/**
 * Says so if light falls at night: the clock, the place or the values are wrong. A clock an hour off is not seen in hours, nor is any in
 * days without a night.
 *
 * @param name of the weather, as the notice has it
 */
export function lightNotice(name: string, series: WeatherSeries, place: WeatherPlace): Notice | undefined {
  const night = nightOf(series, place);
  if (night === undefined) return undefined;
  const { share, hours } = night;
  const message =
    `${percent(share)} of the light of ${name} falls while the sun is more than 6° below the horizon at ` +
    `${place.latitude}, ${place.longitude}: are its times and the place right?` +
    (hours === undefined ? "" : ` It would fall by day if all times were ${hours}`);
  return { code: "light", message };
}

/** Share of the light that falls at night, where it is notable, and clocks with which it would fall by day: "5 to 9 h later". */
export function nightOf(series: WeatherSeries, place: WeatherPlace): { share: number; hours?: string } | undefined {
  const share = lightAtNight(series, place, 0);
  if (share < AT_NIGHT.notable) return undefined;
  const hours = clocksByDay(fittingOffsets(series, place));
  return { share, ...(hours !== undefined && { hours }) };
}

/** Clocks that would do, on the side of the nearest: light has no sharper opinion. */
function clocksByDay(offsets: readonly number[]): string | undefined {
  const [nearest] = [...offsets].sort((a, b) => Math.abs(a) - Math.abs(b));
  if (nearest === undefined) return undefined;
  const hours = offsets.filter((offset) => offset * nearest > 0).map(Math.abs);
  const [least, most] = [Math.min(...hours), Math.max(...hours)];
  const span = least === most ? `${least}` : `${least} to ${most}`;
  return `${span} h ${nearest > 0 ? "earlier" : "later"}`;
}
