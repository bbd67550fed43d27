/** The sky over a place on a day: the sun's paths of the day and the seasons over the horizon line. */
import { type Area, bottomOf, type Course, type SkyName, SUN, skyShapes, text } from "irradiance-engine/report/scene";
import type { Picture } from "./picture.js";
import { FINE, type Sun, sunCourse } from "./sun.js";
import { clockText, dateText, HOUR, localOf, type Zone } from "./time.js";

const HEIGHT = 458;
const TOP = 90;
/** Pixels from which there is room for a mark every 45°. */
const ROOMY = 600;
/** Month and day of the paths behind the chosen day's. */
const SEASONS = [
  ["06-21", "21 Jun"],
  ["03-20", "20 Mar"],
  ["12-21", "21 Dec"],
] as const;
/** Degrees: lower hours would stand among the labels of the axis, lower seasons on the horizon. */
const LEAST_LABELLED = 8;
/** Degrees that a season's name takes above its path. */
const NAME_HEIGHT = 5;
const OF_SEASON = { class: "season", stroke: SUN, "stroke-width": 1, "stroke-dasharray": "5 4" };
const OF_DAY = { class: "today", stroke: SUN, "stroke-width": 2.5 };

export interface Sky {
  readonly lat: number;
  readonly lon: number;
  /** Midnight of the day, Unix ms. */
  readonly day: number;
  readonly zone: Zone;
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

export function skyPicture({ lat, lon, day, zone, horizon, origin, width }: Sky): Picture {
  const area = areaOf(width);
  const date = dateText(day, zone);
  const suns = sunCourse(day, FINE, lat, lon);
  const crest = highest(suns).elevation;
  const seasons = SEASONS.map(([monthAndDay, name]) => ({
    name,
    suns: sunCourse(zone.momentOf(Date.parse(`${date.slice(0, 4)}-${monthAndDay}`)), FINE, lat, lon),
  }));
  const hours = suns.slice(0, -1).filter(({ time, elevation }) => localOf(time, zone) % HOUR === 0 && elevation > 0);
  const shapes = skyShapes({
    area,
    origin,
    top: TOP,
    steps: [width < ROOMY ? 90 : 45, 15],
    courses: [...seasons.map(({ suns }) => courseOf(suns, OF_SEASON)), courseOf(suns, OF_DAY)],
    horizon,
    dots: hours.map((sun) => ({ ...sun, attributes: { class: "hour", fill: SUN } })),
    names: [
      ...seasons.flatMap(({ name, suns }) => seasonName(name, highest(suns), crest)),
      ...hours.flatMap((sun) => hourName(sun, zone, origin)),
    ],
  });
  const note = text(area.left + 8, area.top + 16, `${date}, hours in ${zone.label}`);
  return { width, height: HEIGHT, title: `Sun path on ${date} over the horizon`, parts: [...shapes, note] };
}

function courseOf(suns: readonly Sun[], attributes: Course["attributes"]): Course {
  return {
    azimuth: suns.map(({ azimuth }) => azimuth),
    elevation: suns.map(({ elevation }) => elevation),
    attributes,
  };
}

/** Where the day's own path runs just above, the name stands below. */
function seasonName(name: string, { azimuth, elevation }: Sun, crest: number): SkyName[] {
  if (elevation < LEAST_LABELLED) return [];
  const isUnder = crest > elevation + 0.2 && crest < elevation + NAME_HEIGHT;
  return [{ azimuth, elevation, name, aside: [0, isUnder ? 15 : -5] }];
}

/** Outside of the path. */
function hourName({ time, azimuth, elevation }: Sun, zone: Zone, origin: number): SkyName[] {
  if (elevation < LEAST_LABELLED) return [];
  const side = Math.sign(((azimuth - origin + 360) % 360) - 180);
  return [{ azimuth, elevation, name: clockText(time, zone).slice(0, 2), aside: [15 * side, 2] }];
}

function highest(suns: readonly Sun[]): Sun {
  return suns.reduce((best, sun) => (sun.elevation > best.elevation ? sun : best));
}
