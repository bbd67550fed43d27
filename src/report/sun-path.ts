/** The sun's paths of a year over the horizon line of a place. */
import { standardPressure } from "../models/atmosphere/pressure.js";
import { solarPosition } from "../models/solar-position/spa.js";
import { sunRiseSetTransit } from "../models/solar-position/sun-rise-set-transit.js";
import { DAY, HOUR, MINUTE } from "../time/calendar.js";
import { parseIsoTime } from "../time/iso-time.js";
import { checkOptions } from "./checks.js";
import { MONTHS, placeLabel, twoDigits, zoneLabel } from "./labels.js";
import {
  type Area,
  axes,
  COLOURS,
  element,
  GREY,
  label,
  line,
  linearScale,
  picture,
  points,
  type Scale,
  text,
} from "./svg.js";

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
  /** Default "Sun path and horizon". */
  title?: string | undefined;
}

const WIDTH = 1010;
const AREA: Area = { left: 64, top: 60, width: 780, height: 420 };
const BOTTOM = AREA.top + AREA.height;
const COMPASS = ["N", "E", "S", "W"] as const;

/** Two months whose 21st has nearly the same path share a colour and a label. */
const PATHS: readonly { months: readonly [number, ...number[]]; colour: string }[] = [
  { months: [6], colour: COLOURS[1] },
  { months: [5, 7], colour: COLOURS[3] },
  { months: [4, 8], colour: COLOURS[4] },
  { months: [3, 9], colour: COLOURS[2] },
  { months: [2, 10], colour: COLOURS[5] },
  { months: [1, 11], colour: COLOURS[7] },
  { months: [12], colour: COLOURS[0] },
];

interface Sky {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
  readonly timeZone: number;
  readonly year: number;
}

/** Where the sun is: degrees to the right of the chart's left edge (0…360) and apparent elevation. */
interface Track {
  readonly across: Float64Array;
  readonly elevation: Float64Array;
}

/** The sun at its transit. */
interface Noon {
  readonly across: number;
  readonly elevation: number;
}

/**
 * A chart of azimuth × elevation: the horizon line filled, the sun's paths on the 21st of each month with their noon
 * altitudes, and a line per hour of local standard time (the analemma). In the middle is south, east on its left; on the
 * southern hemisphere north, east on its right. Positions by the full SPA, with refraction.
 *
 * @returns a complete SVG document without external references
 * @throws TypeError for values that are not numbers; RangeError for values outside the ranges given at the options
 */
export function sunPathSvg(options: SunPathOptions): string {
  checkOptions("sunPathSvg", options);
  const { latitude, longitude, altitude = 0, year = 2025, title = "Sun path and horizon" } = options;
  checkNumber("latitude", latitude, -90, 90);
  checkNumber("longitude", longitude, -180, 180);
  const { timeZone = Math.round(longitude / 15) } = options;
  checkNumber("timeZone", timeZone, -12, 14);
  checkNumber("altitude", altitude, -500, 9000);
  checkNumber("year", year, 1, 9998);
  if (!Number.isInteger(year)) throw new RangeError(`sunPathSvg: year must be a whole number, got ${year}`);
  const horizon = checkHorizon(options.horizon ?? new Float64Array(360));
  const sky: Sky = { latitude, longitude, altitude, timeZone, year };

  const leftAzimuth = latitude < 0 ? 180 : 0;
  const noons = PATHS.map(({ months }) => months.map((month) => noonOf(sky, month, leftAzimuth)));
  const highest = Math.max(...noons.flat().map(({ elevation }) => elevation), ...horizon);
  const top = Math.min(90, 10 * Math.ceil((highest + 6) / 10));
  const x = linearScale(0, 360, AREA.left, AREA.left + AREA.width);
  const y = linearScale(0, top, BOTTOM, AREA.top);

  const paths = PATHS.flatMap(({ months, colour }) =>
    months.flatMap((month) =>
      lines(dayTrack(sky, month, leftAzimuth), x, y, { class: `path-${month}`, stroke: colour, "stroke-width": 2 }),
    ),
  );
  const hours = Array.from({ length: 24 }, (_, hour) => hourLine(sky, hour, leftAzimuth, x, y));
  return picture(
    WIDTH,
    BOTTOM + 64,
    title,
    `${placeLabel(latitude, longitude)} · paths of the 21st, ${year} · hours of local standard time (${zoneLabel(timeZone)})`,
    axes(
      AREA,
      Array.from({ length: 13 }, (_, k) => ({ at: x(30 * k), label: azimuthLabel((leftAzimuth + 30 * k) % 360) })),
      Array.from({ length: top / 10 + 1 }, (_, k) => ({ at: y(10 * k), label: `${10 * k}°` })),
      { x: "azimuth", y: "elevation above the horizontal" },
    ),
    ...paths,
    ...hours.map(({ curve }) => curve),
    horizonShape(horizon, leftAzimuth, x, y),
    ...noonMarks(noons, x, y),
    ...hourNames(hours.map(({ place }) => place)),
    noonTable(noons),
  );
}

function checkNumber(name: string, value: unknown, least: number, most: number): void {
  if (typeof value !== "number") throw new TypeError(`sunPathSvg: ${name} must be a number, got ${String(value)}`);
  if (!(value >= least && value <= most)) {
    throw new RangeError(`sunPathSvg: ${name} must be from ${least} to ${most}, got ${value}`);
  }
}

function checkHorizon(horizon: ArrayLike<number>): Float64Array {
  if (typeof horizon !== "object" || horizon === null || typeof horizon.length !== "number") {
    throw new TypeError(`sunPathSvg: horizon must be an array of 360 numbers, got ${String(horizon)}`);
  }
  if (horizon.length !== 360) {
    throw new RangeError(`sunPathSvg: horizon must have 360 values, got ${horizon.length}`);
  }
  return Float64Array.from({ length: 360 }, (_, azimuth) => {
    checkNumber(`horizon[${azimuth}]`, horizon[azimuth], -90, 90);
    return Math.max(horizon[azimuth]!, 0);
  });
}

function track({ latitude, longitude, altitude }: Sky, time: Float64Array, leftAzimuth: number): Track {
  const sun = solarPosition({
    time,
    latitude,
    longitude,
    altitude,
    pressure: standardPressure(altitude),
    temperature: 12,
  });
  return {
    across: sun.azimuth.map((azimuth) => (azimuth - leftAzimuth + 360) % 360),
    elevation: sun.apparentElevation,
  };
}

/** Local midnight that begins the 21st, as Unix ms. */
function midnightOf({ year, timeZone }: Sky, month: number): number {
  return parseIsoTime(`${String(year).padStart(4, "0")}-${twoDigits(month)}-21T00:00Z`) - timeZone * HOUR;
}

function dayTrack(sky: Sky, month: number, leftAzimuth: number): Track {
  const midnight = midnightOf(sky, month);
  const step = 4 * MINUTE;
  const time = Float64Array.from({ length: DAY / step + 1 }, (_, k) => midnight + k * step);
  return track(sky, time, leftAzimuth);
}

function noonOf(sky: Sky, month: number, leftAzimuth: number): Noon {
  // The transit that belongs to the UTC date of the place's mean noon.
  const meanNoon = midnightOf(sky, month) + (12 + sky.timeZone) * HOUR - (sky.longitude / 15) * HOUR;
  const { latitude, longitude, altitude } = sky;
  const { transit } = sunRiseSetTransit({ time: meanNoon, latitude, longitude, altitude });
  const { across, elevation } = track(sky, transit, leftAzimuth);
  return { across: across[0]!, elevation: elevation[0]! };
}

/** The part of a track above the horizontal, as polylines cut at the chart's edges. */
function lines(
  { across, elevation }: Track,
  x: Scale,
  y: Scale,
  attributes: { [name: string]: string | number },
): string[] {
  const pieces: [number, number][][] = [];
  let piece: [number, number][] = [];
  const finish = () => {
    if (piece.length > 1) pieces.push(piece);
    piece = [];
  };
  for (let i = 0; i < across.length; i++) {
    const [e, a] = [elevation[i]!, across[i]!];
    const before = i > 0 ? elevation[i - 1]! : e;
    const turn = i > 0 ? a - across[i - 1]! : 0;
    // Beyond one edge the track continues at the other.
    const wrap = turn > 180 ? -360 : turn < -180 ? 360 : 0;
    const at = (share: number) => a - (1 - share) * (turn + wrap);
    if (before > 0 !== e > 0) {
      const crossing = at(before / (before - e));
      if (e > 0) piece = [[x(Math.min(Math.max(crossing, 0), 360)), y(0)]];
      else piece.push([x(Math.min(Math.max(crossing - wrap, 0), 360)), y(0)]);
    } else if (wrap !== 0 && e > 0) {
      const edge = wrap > 0 ? 360 : 0;
      const share = (edge - across[i - 1]!) / (turn + wrap);
      const height = y(before + share * (e - before));
      piece.push([x(edge), height]);
      finish();
      piece = [[x(360 - edge), height]];
    }
    if (e > 0) piece.push([x(a), y(e)]);
    else finish();
  }
  finish();
  return pieces.map((pairs) =>
    element("polyline", { ...attributes, points: points(pairs), fill: "none", "stroke-linejoin": "round" }),
  );
}

interface HourLine {
  readonly curve: string;
  /** Where the hour's name stands; undefined: the sun is down. */
  readonly place: readonly [x: number, y: number] | undefined;
}

/** Pixels that a name of an hour takes. */
const NAME = { width: 26, height: 12 } as const;

/** The names of the hours, but for those that would lie on one before: near the poles lines meet. */
function hourNames(places: readonly HourLine["place"][]): string[] {
  const taken: (readonly [number, number])[] = [];
  return places.flatMap((place, hour) => {
    const isFree = ([x, y]: readonly [number, number]) =>
      taken.every((other) => Math.abs(other[0] - x) > NAME.width || Math.abs(other[1] - y) > NAME.height);
    if (place === undefined || !isFree(place)) return [];
    taken.push(place);
    return [text(place[0], place[1], `${hour} h`, { "text-anchor": "middle", "font-size": 11, fill: GREY })];
  });
}

/** The sun at one hour of the clock through the year, every fifth day, with the hour's name where it is highest. */
function hourLine(sky: Sky, hour: number, leftAzimuth: number, x: Scale, y: Scale): HourLine {
  const first = midnightOf(sky, 1) - 20 * DAY + hour * HOUR;
  const sun = track(
    sky,
    Float64Array.from({ length: 74 }, (_, k) => first + Math.min(5 * k, 365) * DAY),
    leftAzimuth,
  );
  const curve = lines(sun, x, y, {
    class: `hour-${hour}`,
    stroke: GREY,
    "stroke-width": 0.8,
    "stroke-dasharray": "4 3",
  });
  const highest = sun.elevation.reduce((best, value, i) => (value > sun.elevation[best]! ? i : best), 0);
  const elevation = sun.elevation[highest]!;
  // Outside the highest path: to the left of what rises, to the right of what sets.
  const at = x(sun.across[highest]!);
  const aside = at + 14 * Math.min(Math.max((at - x(180)) / 60, -1), 1);
  const place = Math.min(Math.max(aside, AREA.left + 14), AREA.left + AREA.width - 14);
  return { curve: curve.join(""), place: elevation > 2 ? [place, y(elevation) - 5] : undefined };
}

/** What the colours are, with the altitude at the sun's highest; two months of one path share a line. */
function noonTable(noons: readonly (readonly Noon[])[]): string {
  const left = AREA.left + AREA.width + 18;
  const parts = [text(left, AREA.top + 10, "Altitude at noon", { fill: GREY })];
  PATHS.forEach(({ months, colour }, k) => {
    const names = months.map((month) => MONTHS[month - 1]!).join("/");
    const altitudes = noons[k]!.map(({ elevation }) => (elevation > 0 ? `${label(elevation, 1)}°` : "no sun"));
    const shared = altitudes[0] === altitudes.at(-1) ? altitudes[0]! : altitudes.join(" / ");
    const y = AREA.top + 34 + 36 * k;
    parts.push(
      line(left, y - 4, left + 18, y - 4, { stroke: colour, "stroke-width": 3 }),
      text(left + 24, y, `21 ${names}`),
      text(left + 24, y + 15, shared, { class: `noon-${months.join("-")}` }),
    );
  });
  return element("g", { class: "noons" }, ...parts);
}

function noonMarks(noons: readonly (readonly Noon[])[], x: Scale, y: Scale): string[] {
  return noons.flatMap((pair, k) =>
    pair
      .filter(({ elevation }) => elevation > 0)
      .map(({ across, elevation }) =>
        element("circle", { class: "noon", cx: x(across), cy: y(elevation), r: 3, fill: PATHS[k]!.colour }),
      ),
  );
}

function horizonShape(horizon: Float64Array, leftAzimuth: number, x: Scale, y: Scale): string {
  const ridge = Array.from({ length: 361 }, (_, k) => [x(k), y(horizon[(k + leftAzimuth) % 360]!)] as const);
  const shape = [[x(0), y(0)] as const, ...ridge, [x(360), y(0)] as const];
  return element("polygon", {
    class: "horizon",
    points: points(shape),
    fill: "#9a9a9a",
    "fill-opacity": 0.75,
    stroke: "#444444",
    "stroke-width": 1.2,
  });
}

function azimuthLabel(azimuth: number): string {
  return azimuth % 90 === 0 ? `${azimuth}°\n${COMPASS[azimuth / 90]}` : `${azimuth}°`;
}
