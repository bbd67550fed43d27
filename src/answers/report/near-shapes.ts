/** The sheet of what stands near a system: the shade on each plane under the sun's paths, and the scene from above and from the sun. */
import { shadeOfPlane } from "../../data/obstacles/placed.js";
import { type CheckedPlane, checkSystem } from "../../data/system/checked.js";
import type { PvSystem } from "../../data/system/types.js";
import { atan, cos, DEG, RAD, sin } from "../../foundation/math/index.js";
import { HOUR } from "../../foundation/time/calendar.js";
import { formatTime, parseIsoTime } from "../../foundation/time/iso-time.js";
import { passAt, type ShadeMap } from "../../physics/models/shading/shade-map.js";
import { dayLabel } from "./labels.js";
import { fromAbove, fromSun } from "./near-scene.js";
import { label } from "./scene/axes.js";
import { cellShapes } from "./scene/cells.js";
import { SOFT, SUN } from "./scene/palette.js";
import { type Area, bottomOf, rightOf, type Shape, shape, text } from "./scene/shape.js";
import type { Course } from "./scene/sky.js";

/** The sky of a place over an area, and what is drawn in it. */
export interface SkyChart {
  readonly area: Area;
  /** Azimuth at the left edge, elevation at the top, degrees. */
  readonly origin: number;
  readonly top: number;
  /** @param courses beside the sun's */
  chart(area: Area, courses: readonly Course[]): Shape[];
  /** Degrees. @param time Unix ms */
  sunAt(time: number): { readonly azimuth: number; readonly elevation: number };
}

interface Sky {
  readonly latitude: number;
  readonly timeZone: number;
  readonly year: number;
}

const CALLER = "sunPathSvg";
/** From light shade to dark. */
const SHADES = ["#dfe3e8", "#c6ccd4", "#adb5c0", "#949eac", "#7c8798", "#657185"];
/** Shares of light below which nothing is seen of the shade. */
const FAINT = 0.01;
/** Room for the marks of a chart, px. */
const BELOW = 96;
const VIEW = { width: 370, height: 370 } as const;
const MOST_CHARTS = 6;
/** Degrees from where on the sun may be down at noon in winter. */
const POLAR = 60;

/** @throws RangeError, TypeError for a system where nothing stands near, and a time with the sun down */
export function nearShapes(
  system: PvSystem,
  sky: Sky,
  given: number | string | undefined,
  to: SkyChart,
): { readonly shapes: Shape[]; readonly bottom: number } {
  const { planes } = checkSystem(system, CALLER);
  const time = given === undefined ? winterNoon(sky) : typeof given === "number" ? given : parseIsoTime(given);
  if (Number.isNaN(time)) throw new RangeError(`${CALLER}: time must be Unix ms or ISO 8601 UTC, got ${given}`);
  const local = formatTime(time + sky.timeZone * HOUR);
  const month = Number(local.slice(5, 7)) - 1;
  const sun = to.sunAt(time);
  if (!(sun.elevation > 0))
    throw new RangeError(
      `${CALLER}: time must be one with the sun up, got ${local.slice(0, 16)} of local standard time, when it is down`,
    );
  const maps = planes.flatMap((plane, k) => {
    const map = plane.scene ? shadeOfPlane(plane.scene.placed, plane.scene.plane, sky.latitude) : plane.shade;
    return map ? [{ plane, map, name: `plane ${k + 1}` }] : [];
  });
  if (maps.length === 0) throw new RangeError(`${CALLER}: system must have a scene or a map of shade`);
  const { area } = to;
  const areas = maps
    .slice(0, MOST_CHARTS)
    .map((_, k): Area => ({ ...area, top: area.top + k * (area.height + BELOW) }));
  const charts = areas.flatMap((at, k) => chartOf(maps[k]!, month, sun, at, to));
  const below = bottomOf(areas.at(-1)!);
  const placed = planes[0]!.scene?.placed;
  if (placed === undefined) return { shapes: charts, bottom: below };
  const scene = { placed, obstacles: system.scene!.obstacles, month };
  const [plan, view] = [area.left, rightOf(area) - VIEW.width].map(
    (left): Area => ({ left, top: below + BELOW, ...VIEW }),
  ) as [Area, Area];
  const lit =
    maps.reduce(
      (sum, { plane, map }) => sum + litOf(plane, map, month, sun) * placed.planes[plane.scene!.plane]!.length,
      0,
    ) / placed.planes.flat().length;
  const when = `${dayLabel(local.slice(0, 10))}, ${local.slice(11, 16)}`;
  return {
    shapes: [
      ...charts,
      text(plan.left, plan.top - 10, "From above"),
      fromAbove(scene, plan),
      text(view.left, view.top - 10, `From the sun on ${when}: it lights ${label(100 * lit, 0)} % of the modules`),
      fromSun(scene, sun, view),
    ],
    bottom: bottomOf(plan),
  };
}

/** Noon of the shortest day; near the poles of a day in March. */
function winterNoon({ latitude, timeZone, year }: Sky): number {
  const month = Math.abs(latitude) > POLAR ? 3 : latitude < 0 ? 6 : 12;
  return parseIsoTime(`${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-21T12:00Z`) - timeZone * HOUR;
}

/** Share of a plane that the sun lights, 0 behind it. */
function litOf(
  { surfaceTilt, surfaceAzimuth }: CheckedPlane,
  map: ShadeMap,
  month: number,
  sun: { azimuth: number; elevation: number },
): number {
  const ahead = sin(surfaceTilt * DEG) * cos((sun.azimuth - surfaceAzimuth) * DEG) * cos(sun.elevation * DEG);
  return ahead + cos(surfaceTilt * DEG) * sin(sun.elevation * DEG) > 0
    ? passOf(map, month, sun.azimuth, sun.elevation)
    : 0;
}

function passOf(map: ShadeMap, month: number, azimuth: number, elevation: number): number {
  return passAt(map, map.passes.length === 1 ? 0 : month, azimuth, elevation);
}

interface MappedPlane {
  readonly plane: CheckedPlane;
  readonly map: ShadeMap;
  readonly name: string;
}

function chartOf(
  { plane, map, name }: MappedPlane,
  month: number,
  sun: { azimuth: number; elevation: number },
  area: Area,
  to: SkyChart,
): Shape[] {
  const { origin, top, chart } = to;
  const cells = cellShapes({
    ...{
      columns: 360,
      rows: top,
      width: area.width / 360,
      height: area.height / top,
      left: area.left,
      bottom: bottomOf(area),
    },
    shadeOf: (column, row) => {
      const lost = 1 - passOf(map, month, (column + 0.5 + origin) % 360, row + 0.5);
      return lost < FAINT ? -1 : Math.min(SHADES.length - 1, Math.floor(lost * SHADES.length));
    },
    colours: SHADES,
  });
  const x = area.left + (((sun.azimuth - origin + 360) % 360) / 360) * area.width;
  const y = bottomOf(area) - (sun.elevation / top) * area.height;
  const { surfaceTilt, surfaceAzimuth } = plane;
  const words = `Shade on ${name} (tilt ${label(surfaceTilt)}°, azimuth ${label(surfaceAzimuth)}°): the darker, the more; below the dashed line the sun is behind it`;
  return [
    cells,
    ...chart(area, [edgeOf(plane)]),
    shape("circle", { class: "sun", cx: x, cy: y, r: 7, fill: "none", stroke: SUN, "stroke-width": 2 }),
    text(area.left + 8, area.top + 18, words),
  ];
}

/** Where the sun passes from before the plane to behind it. */
function edgeOf({ surfaceTilt, surfaceAzimuth }: CheckedPlane): Course {
  const steep = surfaceTilt < 90 ? sin(surfaceTilt * DEG) / cos(surfaceTilt * DEG) : 1e9;
  const azimuth = Float64Array.from({ length: 361 }, (_, degree) => degree);
  const elevation = azimuth.map((degree) => atan(-steep * cos((degree - surfaceAzimuth) * DEG)) * RAD);
  return {
    azimuth,
    elevation,
    attributes: { class: "edge", stroke: SOFT, "stroke-width": 1.2, "stroke-dasharray": "7 4" },
  };
}
