/** The sky over a place on a day: the sun's paths of the day and the seasons over the horizon line. */
import {
  type Area,
  bottomOf,
  type Course,
  GROUND,
  rightOf,
  type SkyDot,
  type SkyName,
  SUN,
  skyShapes,
  text,
} from "irradiance-engine/report/scene";
import type { Picture } from "../../chart/picture.js";
import { clockText, DAY, HOUR, localOf, type Zone } from "../../chart/time.js";
import { texts } from "../../texts/texts.js";
import { FINE, highestOf, type Sun, sunCourse } from "./course.js";

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
const OF_SEASON = { class: "season", stroke: SUN, "stroke-width": 1, "stroke-dasharray": "5 4" };
const OF_DAY = { class: "today", stroke: SUN, "stroke-width": 2.5 };
const OF_NOW = { class: "sun-now", fill: SUN, stroke: SUN, "stroke-width": 6, "stroke-opacity": 0.3 };

export interface Sky {
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

function areaOf(width: number): Area {
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
  return { azimuth: (across + origin) % 360, elevation: ((bottomOf(area) - y) / area.height) * TOP };
}

export function skyPicture({ lat, lon, day, date, zone, suns, now, horizon, origin, width }: Sky): Picture {
  const words = texts().sun;
  const area = areaOf(width);
  const crest = highestOf(suns).elevation;
  const year = new Date(localOf(day, zone)).getUTCFullYear();
  const seasons = SEASONS.map(([monthAndDay, name]) => {
    const from = zone.momentOf(Date.parse(`${year}-${monthAndDay}`));
    return { name: words.seasons[name], suns: sunCourse(from, from + DAY, FINE, lat, lon) };
  });
  const hours = suns.slice(0, -1).filter(({ time, elevation }) => localOf(time, zone) % HOUR === 0 && elevation > 0);
  const dots: SkyDot[] = hours.map((sun) => ({ ...sun, attributes: { class: "hour", fill: SUN } }));
  const shapes = skyShapes({
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
    words: { azimuth: words.azimuth, elevation: words.elevation, compass: words.compass.split(" ") },
  });
  const lines = width < ROOMY ? [date, words.hours(zone.label)] : [words.hoursIn(date, zone.label)];
  const notes = [
    ...lines.map((line, k) =>
      text(area.left + 8, area.top + 16 * (k + 1), line, { "font-size": width < ROOMY ? 11 : 13 }),
    ),
    ...(crest > 0 ? [] : [noSun(area)]),
  ];
  return { width, height: HEIGHT, title: words.pictureName(date), parts: [...shapes, ...notes] };
}

function noSun(area: Area) {
  // With a rim of the ground: the courses of other seasons run through it.
  const rim = { stroke: GROUND, "stroke-width": 6, "paint-order": "stroke", "stroke-linejoin": "round" };
  const attributes = { "text-anchor": "middle", "font-size": area.width < ROOMY ? 14 : 18, class: "no-sun", ...rim };
  return text((area.left + rightOf(area)) / 2, bottomOf(area) - 20, texts().sun.noRise, attributes);
}

function courseOf(suns: readonly Sun[], attributes: Course["attributes"]): Course {
  return {
    azimuth: suns.map(({ azimuth }) => azimuth),
    elevation: suns.map(({ elevation }) => elevation),
    attributes,
  };
}

/** Where the day's own path runs at the same height or just above, with its hours, the name stands below. */
function seasonName(name: string, { azimuth, elevation }: Sun, crest: number): SkyName[] {
  if (elevation < LEAST_LABELLED) return [];
  const isUnder = crest > elevation - 1 && crest < elevation + NAME_HEIGHT;
  return [{ azimuth, elevation, name, aside: [0, isUnder ? 18 : -5] }];
}

/** Outside of the path. */
function hourName({ time, azimuth, elevation }: Sun, zone: Zone, origin: number): SkyName[] {
  if (elevation < LEAST_LABELLED) return [];
  const side = Math.sign(((azimuth - origin + 360) % 360) - 180);
  return [{ azimuth, elevation, name: clockText(time, zone).slice(0, 2), aside: [15 * side, 2] }];
}
