/** The sun on one day of a place's clock, in words and as a picture: its paths of the day and the seasons over the horizon line. */
import * as pen from "irradiance-engine/internal/report/scene";
import type { Picture } from "../../chart/picture.js";
import { clockText, DAY, HOUR, localOf, MINUTE, midnight, type Zone } from "../../chart/time.js";
import { figure } from "../../texts/numbers.js";
import { FINE, highestOf, lineAt, lowestOf, risesAndSets, type Sun, sunCourse } from "./course.js";
import { words } from "./words.js";

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
  const t = words();
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
  const t = words();
  if (sunrise === null) return t.setsOnly(clock(sunset as number));
  if (sunset === null) return t.risesOnly(clock(sunrise));
  if (sunset < sunrise) return t.setsAndRises(clock(sunset), clock(sunrise));
  return t.riseAndSet(clock(sunrise), clock(sunset), durationWords(sunset - sunrise));
}

function highestWords({ elevation, time }: Sun, clock: (time: number) => string): string {
  const t = words();
  if (elevation <= 0) return "";
  const shadow = shadowOf(elevation);
  const high = t.highest(figure(elevation, 1), clock(time));
  return shadow > LONGEST_SHADOW ? high : `${high} ${t.shadow(figure(shadow, 2))}`;
}

/** How long the line hides the sun; "" without a sun to hide, or without a line. */
export function hiddenWords(day: SunDay, line: readonly number[]): string {
  const t = words();
  if (line.every((height) => height === 0)) return "";
  const { up, hidden } = hiddenTime(day, line);
  if (up === 0) return "";
  if (hidden === 0) return t.hiddenNever;
  return hidden === up ? t.hiddenAlways : t.hidden(durationWords(hidden));
}

/** "15 h 57 min" */
function durationWords(ms: number): string {
  const minutes = Math.round(ms / MINUTE);
  return words().duration(figure(Math.floor((minutes * MINUTE) / HOUR)), figure(minutes % 60));
}

/** The day before or after, as the state writes it. @param steps in days */
export function dateBeside({ from }: SunDay, zone: Zone, steps: number): string {
  return new Date(localOf(from, zone) + steps * DAY).toISOString().slice(0, 10);
}

const HEIGHT = 458;
const TOP = 90;
/** Pixels from which there is room for a mark every 45°. */
const ROOMY = 600;
/** Month and day of the paths behind the chosen day's. */
const SEASONS = [
  ["06-21", "june"],
  ["03-20", "march"],
  ["12-21", "december"],
] as const;
/** Degrees: lower hours would stand among the labels of the axis, lower seasons on the horizon. */
const LEAST_LABELLED = 8;
/** Degrees that a season's name takes above its path. */
const NAME_HEIGHT = 5;
const OF_SEASON = { class: "season", stroke: pen.SUN, "stroke-width": 1, "stroke-dasharray": "5 4" };
const OF_DAY = { class: "today", stroke: pen.SUN, "stroke-width": 2.5 };
const OF_NOW = { class: "sun-now", fill: pen.SUN, stroke: pen.SUN, "stroke-width": 6, "stroke-opacity": 0.3 };

interface Sky {
  readonly lat: number;
  readonly lon: number;
  /** First moment of the day, Unix ms. */
  readonly day: number;
  /** As people read it. */
  readonly date: string;
  readonly zone: Zone;
  /** Its course from the first moment of the day to the first of the next. */
  readonly suns: readonly Sun[];
  /** Where it is now, on the day that is today. */
  readonly now?: Sun | undefined;
  /** 360 elevations, degrees, from north over east. */
  readonly horizon: readonly number[];
  /** Azimuth at the left edge, so that the noon side of the sky stands in the middle. */
  readonly origin: number;
  readonly width: number;
}

function areaOf(width: number): pen.Area {
  return { left: 52, top: 20, width: width - 82, height: HEIGHT - 78 };
}

/** Azimuth and elevation of a point of the picture. */
export function directionAt(
  x: number,
  y: number,
  width: number,
  origin: number,
): { azimuth: number; elevation: number } {
  const area = areaOf(width);
  const across = Math.min(359.99, Math.max(0, ((x - area.left) / area.width) * 360));
  return { azimuth: (across + origin) % 360, elevation: ((pen.bottomOf(area) - y) / area.height) * TOP };
}

export function skyPicture({ lat, lon, day, date, zone, suns, now, horizon, origin, width }: Sky): Picture {
  const t = words();
  const area = areaOf(width);
  const crest = highestOf(suns).elevation;
  const year = new Date(localOf(day, zone)).getUTCFullYear();
  const seasons = SEASONS.map(([monthAndDay, name]) => {
    const from = zone.momentOf(Date.parse(`${year}-${monthAndDay}`));
    return { name: t.seasons[name], suns: sunCourse(from, from + DAY, FINE, lat, lon) };
  });
  const hours = suns.slice(0, -1).filter(({ time, elevation }) => localOf(time, zone) % HOUR === 0 && elevation > 0);
  const dots: pen.SkyDot[] = hours.map((sun) => ({ ...sun, attributes: { class: "hour", fill: pen.SUN } }));
  const shapes = pen.skyShapes({
    area,
    origin,
    top: TOP,
    steps: [width < ROOMY ? 90 : 45, 15],
    courses: [...seasons.map(({ suns }) => courseOf(suns, OF_SEASON)), courseOf(suns, OF_DAY)],
    horizon,
    dots: now && now.elevation > 0 ? [...dots, { ...now, attributes: OF_NOW, radius: 6 }] : dots,
    names: [
      ...seasons.flatMap(({ name, suns }) => seasonName(name, highestOf(suns), crest)),
      ...hours.flatMap((sun) => hourName(sun, zone, origin)),
    ],
    words: { azimuth: t.azimuth, elevation: t.elevation, compass: t.compass.split(" ") },
  });
  const lines = width < ROOMY ? [date, t.hours(zone.label)] : [t.hoursIn(date, zone.label)];
  const notes = [
    ...lines.map((line, k) =>
      pen.text(area.left + 8, area.top + 16 * (k + 1), line, { "font-size": width < ROOMY ? 11 : 13 }),
    ),
    ...(crest > 0 ? [] : [noSun(area)]),
  ];
  return { width, height: HEIGHT, title: t.pictureName(date), parts: [...shapes, ...notes] };
}

function noSun(area: pen.Area) {
  // With a rim of the ground: the courses of other seasons run through it.
  const rim = { stroke: pen.GROUND, "stroke-width": 6, "paint-order": "stroke", "stroke-linejoin": "round" };
  const attributes = { "text-anchor": "middle", "font-size": area.width < ROOMY ? 14 : 18, class: "no-sun", ...rim };
  return pen.text((area.left + pen.rightOf(area)) / 2, pen.bottomOf(area) - 20, words().noRise, attributes);
}

function courseOf(suns: readonly Sun[], attributes: pen.Course["attributes"]): pen.Course {
  return { azimuth: suns.map(({ azimuth }) => azimuth), elevation: suns.map(({ elevation }) => elevation), attributes };
}

/** Where the day's own path runs at the same height or just above, with its hours, the name stands below. */
function seasonName(name: string, { azimuth, elevation }: Sun, crest: number): pen.SkyName[] {
  if (elevation < LEAST_LABELLED) return [];
  const isUnder = crest > elevation - 1 && crest < elevation + NAME_HEIGHT;
  return [{ azimuth, elevation, name, aside: [0, isUnder ? 18 : -5] }];
}

/** Outside of the path. */
function hourName({ time, azimuth, elevation }: Sun, zone: Zone, origin: number): pen.SkyName[] {
  if (elevation < LEAST_LABELLED) return [];
  const side = Math.sign(((azimuth - origin + 360) % 360) - 180);
  return [{ azimuth, elevation, name: clockText(time, zone).slice(0, 2), aside: [15 * side, 2] }];
}
