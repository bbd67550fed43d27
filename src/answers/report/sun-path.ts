/** The sun's paths of a year over the horizon line of a place. */

import type { PvSystem } from "../../data/system/types.js";
import { DAY, HOUR, MINUTE, SHORT_MONTH_NAMES } from "../../foundation/time/calendar.js";
import { parseIsoTime } from "../../foundation/time/iso-time.js";
import { standardPressure } from "../../physics/models/atmosphere/pressure.js";
import { solarPosition } from "../../physics/models/solar-position/spa.js";
import { sunRiseSetTransit } from "../../physics/models/solar-position/sun-rise-set-transit.js";
import { checkOptions, placeLabel, twoDigits, zoneLabel } from "./labels.js";
import { nearShapes } from "./near-shapes.js";
import { label } from "./scene/axes.js";
import { SOFT, seriesPaint } from "./scene/palette.js";
import { type Area, bottomOf, group, line, rightOf, type Shape, sheet, text } from "./scene/shape.js";
import { type Course, type SkyName, skyShapes } from "./scene/sky.js";

export interface SunPathOptions {
  /** Degrees north, −90…90. */
  latitude: number;
  /** Degrees east, −180…180. */
  longitude: number;
  /** Standard-time offset from UTC in hours, −12…14, for the hour lines. Default: round(longitude/15). */
  timeZone?: number | undefined;
  /** 360 elevations in degrees, index = azimuth, at most 90; below 0 counts as 0. Default: flat. */
  horizon?: ArrayLike<number> | undefined;
  /** Metres above sea level: refraction at its standard pressure and 12 °C, as in the engine. Default 0. */
  altitude?: number | undefined;
  /** Year of the paths, 1…9998. Default 2025; the sun's elevation differs by up to 0.3° from year to year. */
  year?: number | undefined;
  /** Default "Sun path and horizon", or with a system "Shade of what stands near". */
  title?: string | undefined;
  /**
   * Then what stands near the modules of its planes: the scene from above (modules blue, north up) and from the sun, and the shade on each plane
   * below the paths. Default: none.
   */
  system?: PvSystem | undefined;
  /** Of the view from the sun: Unix ms, or ISO 8601 UTC; its month decides how many leaves there are. Default: noon of 21 December. */
  time?: number | string | undefined;
}

const WIDTH = 1010;
const AREA: Area = { left: 64, top: 60, width: 780, height: 420 };

/** Two months whose 21st has nearly the same path share a colour and a label: from the warm ones of June to the cold of December. */
const PATHS: readonly { months: readonly [number, ...number[]]; colour: string }[] = [
  { months: [6], colour: seriesPaint(1) },
  { months: [5, 7], colour: seriesPaint(4) },
  { months: [4, 8], colour: seriesPaint(6) },
  { months: [3, 9], colour: seriesPaint(3) },
  { months: [2, 10], colour: seriesPaint(2) },
  { months: [1, 11], colour: seriesPaint(5) },
  { months: [12], colour: seriesPaint(0) },
];

interface Sky {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
  readonly timeZone: number;
  readonly year: number;
}

/** Where the sun is: azimuth and apparent elevation, degrees. */
interface Track {
  readonly azimuth: Float64Array;
  readonly elevation: Float64Array;
}

/** The sun at its transit. */
interface Noon {
  readonly azimuth: number;
  readonly elevation: number;
}

/**
 * A chart of azimuth × elevation: the horizon line filled, the sun's paths on the 21st of each month with their noon
 * altitudes, and a line per hour of local standard time (the analemma). In the middle is south, east on its left; on
 * the southern hemisphere north, east on its right. Positions by the full SPA, with refraction.
 * @returns a complete SVG document without external references
 * @throws TypeError for values that are not numbers; RangeError for values outside the ranges given at the options
 */
export function sunPathSvg(options: SunPathOptions): string {
  checkOptions("sunPathSvg", options);
  const { latitude, longitude, altitude = 0, year = 2025, system } = options;
  const { title = system === undefined ? "Sun path and horizon" : "Shade of what stands near" } = options;
  checkNumber("latitude", latitude, -90, 90);
  checkNumber("longitude", longitude, -180, 180);
  const { timeZone = Math.round(longitude / 15) } = options;
  checkNumber("timeZone", timeZone, -12, 14);
  checkNumber("altitude", altitude, -500, 9000);
  checkNumber("year", year, 1, 9998);
  if (!Number.isInteger(year)) throw new RangeError(`sunPathSvg: year must be a whole number, got ${year}`);
  const horizon = checkHorizon(options.horizon ?? new Float64Array(360));
  const sky: Sky = { latitude, longitude, altitude, timeZone, year };

  const noons = PATHS.map(({ months }) => months.map((month) => noonOf(sky, month)));
  const highest = Math.max(...noons.flat().map(({ elevation }) => elevation), ...horizon);
  const hours = Array.from({ length: 24 }, (_, hour) => hourTrack(sky, hour));
  const origin = latitude < 0 ? 180 : 0;
  const top = Math.min(90, 10 * Math.ceil((highest + 6) / 10));
  const chart = (area: Area, more: readonly Course[] = []) =>
    skyShapes({
      ...{ area, origin, top },
      steps: [30, 10],
      horizon,
      courses: [
        ...more,
        ...PATHS.flatMap(({ months, colour }) =>
          months.map((month) => ({
            ...dayTrack(sky, month),
            attributes: { class: `path-${month}`, stroke: colour, "stroke-width": 2 },
          })),
        ),
        ...hours.map((track, hour) => ({ ...track, attributes: { class: `hour-${hour}`, ...OF_AN_HOUR } })),
      ],
      dots: noonDots(noons),
      names: hours.flatMap((track, hour) => hourName(track, hour, origin)),
    });
  const sunAt = (time: number) => {
    const { azimuth, elevation } = track(sky, Float64Array.of(time));
    return { azimuth: azimuth[0]!, elevation: elevation[0]! };
  };
  const near = system && nearShapes(system, sky, options.time, { area: AREA, origin, top, chart, sunAt });
  return sheet(
    WIDTH,
    (near?.bottom ?? bottomOf(AREA)) + 64,
    title,
    `${placeLabel(latitude, longitude)} · paths of the 21st, ${year} · hours of local standard time (${zoneLabel(timeZone)})`,
    ...(near?.shapes ?? chart(AREA)),
    noonTable(noons),
  );
}

function checkNumber(name: string, value: unknown, least: number, most: number): void {
  if (typeof value !== "number") throw new TypeError(`sunPathSvg: ${name} must be a number, got ${String(value)}`);
  if (!(value >= least && value <= most))
    throw new RangeError(`sunPathSvg: ${name} must be from ${least} to ${most}, got ${value}`);
}

function checkHorizon(horizon: ArrayLike<number>): Float64Array {
  if (typeof horizon !== "object" || horizon === null || typeof horizon.length !== "number")
    throw new TypeError(`sunPathSvg: horizon must be an array of 360 numbers, got ${String(horizon)}`);
  if (horizon.length !== 360) throw new RangeError(`sunPathSvg: horizon must have 360 values, got ${horizon.length}`);
  return Float64Array.from({ length: 360 }, (_, azimuth) => {
    checkNumber(`horizon[${azimuth}]`, horizon[azimuth], -90, 90);
    return Math.max(horizon[azimuth]!, 0);
  });
}

function track({ latitude, longitude, altitude }: Sky, time: Float64Array): Track {
  const { azimuth, apparentElevation } = solarPosition({
    time,
    latitude,
    longitude,
    altitude,
    pressure: standardPressure(altitude),
    temperature: 12,
  });
  return { azimuth, elevation: apparentElevation };
}

/** Local midnight that begins the 21st, as Unix ms. */
function midnightOf({ year, timeZone }: Sky, month: number): number {
  return parseIsoTime(`${String(year).padStart(4, "0")}-${twoDigits(month)}-21T00:00Z`) - timeZone * HOUR;
}

function dayTrack(sky: Sky, month: number): Track {
  const midnight = midnightOf(sky, month);
  const step = 4 * MINUTE;
  const time = Float64Array.from({ length: DAY / step + 1 }, (_, k) => midnight + k * step);
  return track(sky, time);
}

function noonOf(sky: Sky, month: number): Noon {
  // The transit that belongs to the UTC date of the place's mean noon.
  const meanNoon = midnightOf(sky, month) + (12 + sky.timeZone) * HOUR - (sky.longitude / 15) * HOUR;
  const { latitude, longitude, altitude } = sky;
  const { transit } = sunRiseSetTransit({ time: meanNoon, latitude, longitude, altitude });
  const { azimuth, elevation } = track(sky, transit);
  return { azimuth: azimuth[0]!, elevation: elevation[0]! };
}

const OF_AN_HOUR = { stroke: SOFT, "stroke-width": 0.8, "stroke-dasharray": "4 3" };

/** The sun at one hour of the clock through the year, every fifth day. */
function hourTrack(sky: Sky, hour: number): Track {
  const first = midnightOf(sky, 1) - 20 * DAY + hour * HOUR;
  return track(
    sky,
    Float64Array.from({ length: 74 }, (_, k) => first + Math.min(5 * k, 365) * DAY),
  );
}

/** The hour's name where the sun is highest, unless it is down. */
function hourName({ azimuth, elevation }: Track, hour: number, origin: number): SkyName[] {
  const highest = elevation.reduce((best, value, i) => (value > elevation[best]! ? i : best), 0);
  if (elevation[highest]! <= 2) return [];
  // Outside the highest path: to the left of what rises, to the right of what sets.
  const fromNoon = ((azimuth[highest]! - origin + 360) % 360) - 180;
  const aside = 14 * Math.min(Math.max((fromNoon * AREA.width) / 360 / 60, -1), 1);
  return [{ azimuth: azimuth[highest]!, elevation: elevation[highest]!, name: `${hour} h`, aside: [aside, -5] }];
}

/** What the colours are, with the altitude at the sun's highest; two months of one path share a line. */
function noonTable(noons: readonly (readonly Noon[])[]): Shape {
  const left = rightOf(AREA) + 18;
  const lines = PATHS.flatMap(({ months, colour }, k) => {
    const names = months.map((month) => SHORT_MONTH_NAMES[month - 1]!).join("/");
    const altitudes = noons[k]!.map(({ elevation }) => (elevation > 0 ? `${label(elevation, 1)}°` : "no sun"));
    const shared = altitudes[0] === altitudes.at(-1) ? altitudes[0]! : altitudes.join(" / ");
    const y = AREA.top + 34 + 36 * k;
    return [
      line(left, y - 4, left + 18, y - 4, { stroke: colour, "stroke-width": 3 }),
      text(left + 24, y, `21 ${names}`),
      text(left + 24, y + 15, shared, { class: `noon-${months.join("-")}` }),
    ];
  });
  return group("noons", text(left, AREA.top + 10, "Altitude at noon", { fill: SOFT }), ...lines);
}

function noonDots(noons: readonly (readonly Noon[])[]) {
  return noons.flatMap((pair, k) =>
    pair
      .filter(({ elevation }) => elevation > 0)
      .map((noon) => ({ ...noon, attributes: { class: "noon", fill: PATHS[k]!.colour } })),
  );
}
