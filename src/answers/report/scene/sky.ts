/** The sky by azimuth and elevation: courses of the sun over a horizon line. */
import { axes, linearScale, type Scale } from "./axes.js";
import { HILL, SOFT } from "./palette.js";
import {
  type Area,
  type Attributes,
  bottomOf,
  type Point,
  polygon,
  polyline,
  rightOf,
  type Shape,
  shape,
  text,
} from "./shape.js";

/** Where the sun is, in order of time. Degrees; azimuths from north over east. */
export interface Course {
  readonly azimuth: ArrayLike<number>;
  readonly elevation: ArrayLike<number>;
  readonly attributes: Attributes;
}

/** A point in the sky. */
export interface SkyDot {
  readonly azimuth: number;
  readonly elevation: number;
  readonly attributes: Attributes;
  /** Pixels; default 3. */
  readonly radius?: number | undefined;
}

/** A name beside a point. */
export interface SkyName {
  readonly azimuth: number;
  readonly elevation: number;
  readonly name: string;
  /** Pixels from the point, to the right and downwards. */
  readonly aside: Point;
}

/** The words of a sky's axes, for pictures in another language. */
export interface SkyWords {
  readonly azimuth: string;
  readonly elevation: string;
  /** N, NE, E and so on. */
  readonly compass: readonly string[];
}

const ENGLISH: SkyWords = {
  azimuth: "azimuth",
  elevation: "elevation above the horizontal",
  compass: ["N", "NE", "E", "SE", "S", "SW", "W", "NW"],
};

/** The sky with the courses, points and names in it. */
export interface SkyScene {
  readonly area: Area;
  /** Azimuth at the left edge, degrees. */
  readonly origin: number;
  /** Elevation at the top, degrees. */
  readonly top: number;
  /** Degrees between the marks of azimuth, and of elevation. */
  readonly steps: readonly [azimuth: number, elevation: number];
  readonly courses: readonly Course[];
  /** 360 elevations in degrees, index = azimuth. */
  readonly horizon: ArrayLike<number>;
  readonly dots: readonly SkyDot[];
  /** The first ones first: a name that would lie on one before is left out. */
  readonly names: readonly SkyName[];
  /** Default: English. */
  readonly words?: SkyWords | undefined;
}

/** Pixels of a letter of a name, of a name's height, and those that its middle keeps from the sides. */
const NAME = { letter: 6.5, height: 12, edge: 14 } as const;

/** Courses of the sun over a horizon line, with their axes. */
export function skyShapes({
  area,
  origin,
  top,
  steps,
  courses,
  horizon,
  dots,
  names,
  words = ENGLISH,
}: SkyScene): Shape[] {
  const x = linearScale(0, 360, area.left, rightOf(area));
  const y = linearScale(0, top, bottomOf(area), area.top);
  const across = (azimuth: number) => x((azimuth - origin + 360) % 360);
  const marks = (most: number, step: number) => Array.from({ length: most / step + 1 }, (_, k) => step * k);
  return [
    axes(area, {
      x: marks(360, steps[0]).map((right) => ({
        at: x(right),
        label: azimuthLabel((origin + right) % 360, words.compass),
      })),
      y: marks(top, steps[1]).map((elevation) => ({ at: y(elevation), label: `${elevation}°` })),
      xTitle: words.azimuth,
      yTitle: words.elevation,
    }),
    ...courses.flatMap((course) => courseShapes(course, origin, x, y)),
    ridge(horizon, origin, x, y),
    ...dots.map(({ azimuth, elevation, attributes, radius = 3 }) =>
      shape("circle", { ...attributes, cx: across(azimuth), cy: y(elevation), r: radius }),
    ),
    ...nameShapes(
      names.map(({ azimuth, elevation, name, aside }) => {
        const at = across(azimuth) + aside[0];
        const inside = Math.min(Math.max(at, area.left + NAME.edge), rightOf(area) - NAME.edge);
        return { name, place: [inside, y(elevation) + aside[1]] };
      }),
    ),
  ];
}

function azimuthLabel(azimuth: number, compass: SkyWords["compass"]): string {
  const direction = compass[azimuth / 45];
  return direction === undefined ? `${azimuth}°` : `${azimuth}°\n${direction}`;
}

/** The part of a course above the horizontal, cut at the edges of the picture. */
function courseShapes({ azimuth, elevation, attributes }: Course, origin: number, x: Scale, y: Scale): Shape[] {
  const across = Float64Array.from(azimuth, (value) => (value - origin + 360) % 360);
  return pieces(across, elevation, x, y).map((pairs) => polyline(pairs, { ...attributes, "stroke-linejoin": "round" }));
}

function pieces(across: Float64Array, elevation: ArrayLike<number>, x: Scale, y: Scale): Point[][] {
  const found: Point[][] = [];
  let piece: Point[] = [];
  const finish = () => {
    if (piece.length > 1) found.push(piece);
    piece = [];
  };
  for (let i = 0; i < across.length; i++) {
    const [e, a] = [elevation[i]!, across[i]!];
    const before = i > 0 ? elevation[i - 1]! : e;
    const turn = i > 0 ? a - across[i - 1]! : 0;
    // Beyond one edge the course continues at the other.
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
  return found;
}

function ridge(horizon: ArrayLike<number>, origin: number, x: Scale, y: Scale): Shape {
  const line = Array.from({ length: 361 }, (_, k): Point => [x(k), y(horizon[(k + origin) % 360]!)]);
  return polygon([[x(0), y(0)], ...line, [x(360), y(0)]], {
    class: "horizon",
    fill: HILL,
    "fill-opacity": 0.55,
    stroke: HILL,
    "stroke-width": 1.2,
  });
}

/** Without those that would lie on one before: near the poles the lines of hours meet. */
function nameShapes(names: readonly { readonly name: string; readonly place: Point }[]): Shape[] {
  const taken: { readonly place: Point; readonly half: number }[] = [];
  return names.flatMap(({ name, place: [x, y] }) => {
    const half = (name.length * NAME.letter) / 2;
    const isFree = taken.every(
      (other) => Math.abs(other.place[0] - x) > half + other.half || Math.abs(other.place[1] - y) > NAME.height,
    );
    if (!isFree) return [];
    taken.push({ place: [x, y], half });
    return [text(x, y, name, { "text-anchor": "middle", "font-size": 11, fill: SOFT })];
  });
}
