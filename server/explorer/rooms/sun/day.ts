/** The sun on one day of a place's clock, over a level horizon and over a line, and in words. */
import { DAY, HOUR, localOf, MINUTE, midnight, type Zone } from "../../chart/time.js";
import { figure } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { highestOf, lineAt, lowestOf, risesAndSets, type Sun, sunCourse } from "./course.js";

export interface SunDay {
  /** First moments of the day and of the next, Unix ms. */
  readonly from: number;
  readonly to: number;
  /** Minute by minute, from `from` to `to`. */
  readonly suns: readonly Sun[];
  /** Unix ms; null where the sun does not on this day. */
  readonly sunrise: number | null;
  readonly sunset: number | null;
}

/** The day of a zone that a time is in: 23 or 25 hours long where clocks change. */
export function sunDayOf(time: number, zone: Zone, lat: number, lon: number): SunDay {
  const from = midnight(time, zone);
  // A day and a half on is the next day even after a day of 25 hours.
  const to = midnight(from + 1.5 * DAY, zone);
  return { from, to, suns: sunCourse(from, to, MINUTE, lat, lon), ...risesAndSets(from, to, lat, lon) };
}

/** Of the minutes with the sun's centre above the horizontal: all, and those behind the line. ms */
export function hiddenTime(
  { suns }: SunDay,
  line: readonly number[],
): { readonly up: number; readonly hidden: number } {
  const up = suns.slice(0, -1).filter(({ elevation }) => elevation > 0);
  const hidden = up.filter(({ azimuth, elevation }) => elevation <= lineAt(azimuth, line));
  return { up: up.length * MINUTE, hidden: hidden.length * MINUTE };
}

/** Length of the shadow of a pole of 1 m on level ground, m. */
export function shadowOf(elevation: number): number {
  return 1 / Math.tan((elevation * Math.PI) / 180);
}

/** A sun on the horizon throws longer ones. */
const LONGEST_SHADOW = 20;

/** @param clock of a moment, in the zone of the place */
export function dayWords(day: SunDay, clock: (time: number) => string): string {
  const t = texts().sun;
  const [highest, lowest] = [highestOf(day.suns), lowestOf(day.suns)];
  if (day.sunrise === null && day.sunset === null) {
    const degrees = (elevation: number) => figure(Math.abs(elevation), 1);
    if (highest.elevation <= 0)
      return sentence(t.polarNight, t.highestBelow(degrees(highest.elevation), clock(highest.time)));
    return sentence(
      t.midnightSun,
      highestWords(highest, clock),
      t.lowest(degrees(lowest.elevation), clock(lowest.time)),
    );
  }
  return sentence(riseAndSetWords(day, clock), highestWords(highest, clock));
}

function sentence(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" ");
}

function riseAndSetWords({ sunrise, sunset }: SunDay, clock: (time: number) => string): string {
  const t = texts().sun;
  if (sunrise === null) return t.setsOnly(clock(sunset as number));
  if (sunset === null) return t.risesOnly(clock(sunrise));
  if (sunset < sunrise) return t.setsAndRises(clock(sunset), clock(sunrise));
  return t.riseAndSet(clock(sunrise), clock(sunset), durationWords(sunset - sunrise));
}

function highestWords({ elevation, time }: Sun, clock: (time: number) => string): string {
  const t = texts().sun;
  if (elevation <= 0) return "";
  const shadow = shadowOf(elevation);
  const high = t.highest(figure(elevation, 1), clock(time));
  return shadow > LONGEST_SHADOW ? high : `${high} ${t.shadow(figure(shadow, 2))}`;
}

/** How long the line hides the sun; "" without a sun to hide, or without a line. */
export function hiddenWords(day: SunDay, line: readonly number[]): string {
  const t = texts().sun;
  if (line.every((height) => height === 0)) return "";
  const { up, hidden } = hiddenTime(day, line);
  if (up === 0) return "";
  if (hidden === 0) return t.hiddenNever;
  return hidden === up ? t.hiddenAlways : t.hidden(durationWords(hidden));
}

/** "15 h 57 min" */
export function durationWords(ms: number): string {
  const minutes = Math.round(ms / MINUTE);
  return texts().sun.duration(figure(Math.floor((minutes * MINUTE) / HOUR)), figure(minutes % 60));
}

/** The day before or after, as the state writes it. @param steps in days */
export function dateBeside({ from }: SunDay, zone: Zone, steps: number): string {
  return new Date(localOf(from, zone) + steps * DAY).toISOString().slice(0, 10);
}
