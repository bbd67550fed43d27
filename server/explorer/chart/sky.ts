/** The picture of the sky: the sun's paths over the horizon line, by azimuth and elevation. */
import { s } from "../dom.js";
import { linear } from "./linear.js";
import { type Area, axes, bottomOf, picture, rightOf } from "./picture.js";
import { FINE, type Sun, sunCourse } from "./sun.js";
import { clockText, dateText, HOUR, type Zone } from "./time.js";

const HEIGHT = 444;
const COMPASS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"] as const;
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
/** Pixels of an hour's label. */
const LABEL = { width: 20, height: 15 };

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
  return { left: 52, top: 20, width: width - 82, height: HEIGHT - 64 };
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
  return { azimuth: (across + origin) % 360, elevation: ((bottomOf(area) - y) / area.height) * 90 };
}

export function skyPicture({ lat, lon, day, zone, horizon, origin, width }: Sky): SVGSVGElement {
  const area = areaOf(width);
  const [left, right, bottom] = [area.left, rightOf(area), bottomOf(area)];
  const xAt = linear(0, 360, left, right);
  const yAt = linear(0, 90, bottom, area.top);
  const xOf = (azimuth: number) => xAt((azimuth - origin + 360) % 360);
  const date = dateText(day, zone);
  const step = width < 600 ? 2 : 1;
  const marks = Array.from({ length: 8 / step + 1 }, (_, k) => {
    const azimuth = (k * 45 * step + origin) % 360;
    return { at: k * 45 * step, label: `${COMPASS[azimuth / 45]} ${azimuth}°` };
  });
  const path = (suns: readonly Sun[], kind: string) =>
    s("path", { class: `sun ${kind}`, d: pathOf(suns, xOf, yAt, area.width / 2) });
  const suns = sunCourse(day, FINE, lat, lon);
  const crest = highest(suns).elevation;
  const seasons = SEASONS.flatMap(([monthAndDay, name]) => {
    const course = sunCourse(Date.parse(`${date.slice(0, 4)}-${monthAndDay}`) - zone.offset, FINE, lat, lon);
    const top = highest(course);
    const curve = path(course, "season");
    if (top.elevation < LEAST_LABELLED) return [curve];
    // Where the day's own path runs just above, the name stands below.
    const isUnder = crest > top.elevation + 0.2 && crest < top.elevation + NAME_HEIGHT;
    const y = yAt(top.elevation) + (isUnder ? 15 : -5);
    return [curve, s("text", { x: xOf(top.azimuth), y, "text-anchor": "middle" }, name)];
  });
  const skyline = Array.from(
    { length: 361 },
    (_, k) => `${xAt(k).toFixed(1)} ${yAt(horizon[(k + origin) % 360] ?? 0).toFixed(1)}`,
  );
  return picture(
    width,
    HEIGHT,
    `Sun path on ${date} over the horizon`,
    axes(area, {
      x: marks,
      y: [0, 15, 30, 45, 60, 75, 90].map((value) => ({ at: value, label: `${value}°` })),
      xAt,
      yAt,
      xTitle: "Azimuth",
      yTitle: "Elevation",
    }),
    ...seasons,
    path(suns, "today"),
    ...hourMarks(suns, zone, xOf, yAt, area.left + area.width / 2),
    s("path", { class: "horizon", d: `M${left} ${bottom}L${skyline.join("L")}L${right} ${bottom}Z` }),
    s("rect", { class: "frame", x: left, y: area.top, width: area.width, height: area.height }),
    s("text", { x: left + 8, y: area.top + 16, "text-anchor": "start" }, `${date}, hours in ${zone.label}`),
  );
}

type Scale = (value: number) => number;

/** Labels stand outside of the path; where they would cover each other, one is left out. */
function hourMarks(suns: readonly Sun[], zone: Zone, xOf: Scale, yAt: Scale, middle: number): SVGElement[] {
  let last = { x: Number.NaN, y: Number.NaN };
  const hours = suns.slice(0, -1).filter(({ time, elevation }) => (time + zone.offset) % HOUR === 0 && elevation > 0);
  return hours.flatMap(({ time, azimuth, elevation }) => {
    const [x, y] = [xOf(azimuth), yAt(elevation)];
    const dot = s("circle", { class: "hour", cx: x, cy: y, r: 3 });
    const isNear = Math.abs(x - last.x) < LABEL.width && Math.abs(y - last.y) < LABEL.height;
    if (elevation < LEAST_LABELLED || isNear) return [dot];
    last = { x, y };
    const side = Math.sign(x - middle);
    const anchor = side < 0 ? "end" : "start";
    return [dot, s("text", { x: x + 8 * side, y: y + 2, "text-anchor": anchor }, clockText(time, zone).slice(0, 2))];
  });
}

function highest(suns: readonly Sun[]): Sun {
  return suns.reduce((best, sun) => (sun.elevation > best.elevation ? sun : best));
}

/** While the sun is up; broken where the path leaves the picture on one side. */
function pathOf(suns: readonly Sun[], xOf: Scale, yAt: Scale, leap: number): string {
  let path = "";
  let before = Number.NaN;
  for (const { azimuth, elevation } of suns) {
    const x = xOf(azimuth);
    if (elevation < 0) before = Number.NaN;
    else {
      path += `${Math.abs(x - before) < leap ? "L" : "M"}${x.toFixed(1)} ${yAt(elevation).toFixed(1)}`;
      before = x;
    }
  }
  return path;
}
