/** Checks the clock of weather against the sun: there is no light at night. */
import type { Notice } from "../contract/observation/types.js";
import { atan2, cos, DEG, sin } from "../math/index.js";
import { NIGHT, sunAt } from "../sky/clear-sky.js";
import { DAY, HOUR } from "../time/calendar.js";
import type { WeatherPlace, WeatherSeries } from "./series.js";

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
  return offsets.filter((hours) => lightAtNight(series, place, -hours) < NOTABLE);
}

/** Days with light that are needed, and the hours by which clouds move the middle of one. */
const FEWEST_DAYS = 3;
const CLOUDS = 0.3;

/**
 * By how many hours the middle of the light is later than the sun's, of all days together, and its standard error; undefined for fewer than
 * three days with light. Light is an arrow on the dial of a day, so that no clock is too far off.
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
  const days = new Map<number, [light: Arrow, sun: Arrow]>();
  for (const [k, time] of times.entries()) {
    const value = Number(ghi[k * stride]);
    if (!(value >= 0)) continue;
    const day = Math.floor(time / DAY + place.longitude / 360);
    const [light, sun] = days.get(day) ?? days.set(day, [new Arrow(), new Arrow()]).get(day)!;
    light.add(time, value);
    sun.add(time, Math.max(0, sine[k]!));
  }
  const lit = [...days.values()].filter(([light, sun]) => light.length > 0 && sun.length > 0);
  if (lit.length < FEWEST_DAYS) return undefined;
  const [light, sun] = [0, 1].map((which) => lit.reduce((all, day) => all.with(day[which]!), new Arrow())) as [
    Arrow,
    Arrow,
  ];
  const late = hoursAfter(light, sun);
  const off = lit.map(([one, other]) => hoursWithin(hoursAfter(one, other) - late));
  const spread = Math.sqrt(off.reduce((sum, hours) => sum + hours * hours, 0) / lit.length);
  return { late, error: Math.max(spread, CLOUDS) / Math.sqrt(lit.length) };
}

/** A sum of directions on the dial of a day. */
class Arrow {
  x = 0;
  y = 0;

  add(time: number, weight: number): void {
    const angle = (360 * DEG * (time % DAY)) / DAY;
    this.x += weight * cos(angle);
    this.y += weight * sin(angle);
  }

  with(other: Arrow): this {
    this.x += other.x;
    this.y += other.y;
    return this;
  }

  get length(): number {
    return Math.sqrt(this.x * this.x + this.y * this.y);
  }

  get hours(): number {
    return (atan2(this.y, this.x) / (360 * DEG)) * 24;
  }
}

function hoursAfter(one: Arrow, other: Arrow): number {
  return hoursWithin(one.hours - other.hours);
}

/** −12…12 */
function hoursWithin(hours: number): number {
  return hours - 24 * Math.round(hours / 24);
}

/** A share of light at night above this is no matter of sensors or of clocks a minute off. */
export const NOTABLE = 0.002;

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
  if (share < NOTABLE) return undefined;
  const hours = clocksByDay(fittingOffsets(series, place));
  return { share, ...(hours !== undefined && { hours }) };
}

export function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
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
