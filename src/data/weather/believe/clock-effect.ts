/**
 * What a wrong clock does to the answers of a year: the light on walls and a roof with the sun as read beside that of the right time.
 *
 * The light on planes is found from GHI alone, as the engine's default chain does it: split by DIRINT and Starke, spread along the clear
 * sky, transposed by Perez and Driesse, with the engine's limits for a low sun and for twilight. It lacks the engine's smooth course from
 * interval to interval, which a ratio of years does not need.
 */
import { asin, cos, DEG, RAD, sin } from "../../../foundation/math/index.js";
import { DAY, MINUTE } from "../../../foundation/time/calendar.js";
import { solarDayShift } from "../../../foundation/time/solar-day.js";
import { kastenYoungRows, STANDARD_PRESSURE } from "../../../physics/models/atmosphere/airmass.js";
import { standardPressure } from "../../../physics/models/atmosphere/pressure.js";
import { dirintStarke } from "../../../physics/models/decomposition/mean-of-two.js";
import { upperLimit } from "../../../physics/models/quality/limits.js";
import { SOLAR_CONSTANT } from "../../../physics/models/solar-position/extraterrestrial.js";
import { TWILIGHT } from "../../../physics/models/solar-position/refraction.js";
import type { Block } from "../../../physics/models/stage.js";
import { perezDriesseRows } from "../../../physics/models/transposition/perez-driesse.js";
import { skyDiffuseRows, skyOnPlaneRows } from "../../../physics/models/transposition/sky-model.js";
import type { SunAndSky } from "../../../physics/sky/sun-and-sky.js";
import { mostDecomposed, mostInTwilight, mostMeasured, UPPER_LIMITS } from "../limits.js";
import type { CheckContext } from "./context.js";
import type { Effect } from "./types.js";

/** Shorter steps are joined to intervals as long. */
const LEAST_STEP = 15 * MINUTE;
/** Days that are looked at, evenly chosen. */
const MOST_DAYS = 366;

/** @param shiftAt minutes by which the right sun of a row is later */
export function clockEffect(context: CheckContext, shiftAt: (row: number) => number): Effect {
  const planes = [planeOf(90, 90), planeOf(90, 270), planeOf(30, context.place.latitude >= 0 ? 180 : 0)];
  const join = Math.max(1, Math.round(LEAST_STEP / context.step));
  const length = join * context.step;
  const n = Math.round(DAY / length);
  const days = daysOf(context, Math.round(DAY / context.step));
  const [asRead, right] = [0, 1].map(() => new LightOnPlanes(context, planes, length, n)) as [
    LightOnPlanes,
    LightOnPlanes,
  ];
  const [sums, wanted] = [0, 1].map(() => new Float64Array(planes.length + 1)) as [Float64Array, Float64Array];
  const slots = new Int32Array(n);
  for (const first of days) {
    for (let k = 0; k < n; k++) slots[k] = k;
    for (let k = 0; k < n; k++) {
      const row = first + k * join;
      const shift = shiftAt(row + (join >> 1));
      const start = context.start + row * context.step;
      asRead.light[k] = right.light[k] = meanOf(context.light, row, row + join);
      asRead.start[k] = start;
      right.start[k] = start + shift * MINUTE;
      // Where a right clock would have this row: around the clock, for one day is like the next.
      slots[(((k + Math.round((shift * MINUTE) / length)) % n) + n) % n] = k;
    }
    asRead.run();
    right.run();
    // Only times for which both clocks have a value make a ratio, as with any two answers.
    for (let p = 0; p <= planes.length; p++) {
      for (let k = 0; k < n; k++) {
        const [one, other] = [asRead.result[p]![k]!, right.result[p]![slots[k]!]!];
        if (Number.isNaN(one + other)) continue;
        sums[p]! += one;
        wanted[p]! += other;
      }
    }
  }
  const change = (p: number) => (wanted[p]! > 0 ? sums[p]! / wanted[p]! - 1 : 0);
  return {
    horizontal: change(planes.length),
    planes: planes.map(({ surfaceTilt, surfaceAzimuth }, p) => ({ surfaceTilt, surfaceAzimuth, change: change(p) })),
  };
}

/** First rows of whole days of the sun, evenly chosen. */
function daysOf({ start, step, count, place }: CheckContext, perDay: number): number[] {
  const solar = start + solarDayShift(place.longitude);
  const first = Math.round((Math.ceil(solar / DAY) * DAY - solar) / step);
  const many = Math.max(0, Math.floor((count - first) / perDay));
  const most = Math.min(many, MOST_DAYS);
  return Array.from({ length: most }, (_, k) => first + perDay * Math.floor(((k + 0.5) * many) / most));
}

/** NaN where half of the rows and more are missing. */
function meanOf(values: Float64Array, from: number, to: number): number {
  let [sum, seen] = [0, 0];
  for (let row = from; row < to; row++) {
    if (Number.isNaN(values[row]!)) continue;
    sum += Math.max(0, values[row]!);
    seen++;
  }
  return 2 * seen > to - from ? sum / seen : Number.NaN;
}

/** The engine's. */
const ALBEDO = 0.2;
/** The sun is looked at as often within an interval, and twice at least. */
const MOMENT = 15 * MINUTE;

/** Degrees, and the unit vector that points away from it. */
interface Plane {
  readonly surfaceTilt: number;
  readonly surfaceAzimuth: number;
  readonly east: number;
  readonly north: number;
  readonly up: number;
}

function planeOf(surfaceTilt: number, surfaceAzimuth: number): Plane {
  const [tilt, azimuth] = [surfaceTilt * DEG, surfaceAzimuth * DEG];
  const level = sin(tilt);
  return { surfaceTilt, surfaceAzimuth, east: level * sin(azimuth), north: level * cos(azimuth), up: cos(tilt) };
}

/** What the intervals have, and what their moments have. */
const INTERVALS = [
  "time",
  "ghi",
  "kt",
  "extraterrestrialNormal",
  "extraterrestrialHorizontal",
  "zenith",
  "sunlitFraction",
  "clearGhi",
  "pressure",
  "diffuseFraction",
] as const;
const MOMENTS = [
  "extraterrestrialNormal",
  "elevation",
  "zenith",
  "airmass",
  "direct",
  "directCap",
  "diffuse",
  "diffuseCap",
  "dni",
  "circumsolar",
  "isotropic",
  "horizonBand",
  "visible",
  "cosIncidence",
  "cosTilt",
  "sky",
] as const;

type Columns<Name extends string> = { readonly [name in Name]: Float64Array };

function columnsOf<Name extends string>(names: readonly Name[], length: number): Columns<Name> {
  return Object.fromEntries(names.map((name) => [name, new Float64Array(length)])) as Columns<Name>;
}

class LightOnPlanes {
  /** ms of the intervals' starts, and their GHI: the caller writes both before each run. */
  readonly start: Float64Array;
  readonly light: Float64Array;
  /** Of each interval, W/m²: on each of the planes, and on level ground; NaN where GHI is missing or impossible. */
  readonly result: readonly Float64Array[];

  private readonly context: CheckContext;
  private readonly planes: readonly Plane[];
  private readonly length: number;
  private readonly moments: number;
  private readonly pressure: number;
  private readonly split: unknown;
  private readonly sun: SunAndSky;
  private readonly w: Columns<(typeof INTERVALS)[number]>;
  private readonly s: Columns<(typeof MOMENTS)[number]>;

  /** @param length ms of an interval, `rows` of which are computed at once: neighbours in time */
  constructor(context: CheckContext, planes: readonly Plane[], length: number, rows: number) {
    const { latitude, longitude, altitude = 0 } = context.place;
    [this.context, this.planes, this.length] = [context, planes, length];
    this.moments = Math.max(2, Math.ceil(length / MOMENT));
    this.pressure = standardPressure(altitude);
    this.split = dirintStarke.stage.prepare({ latitude, longitude, altitude }, {});
    this.sun = context.sunAndSky(rows * this.moments);
    this.w = columnsOf(INTERVALS, rows);
    this.s = columnsOf(MOMENTS, rows * this.moments);
    this.start = new Float64Array(rows);
    this.light = this.w.ghi;
    this.result = [...planes, null].map(() => new Float64Array(rows));
    this.w.pressure.fill(this.pressure);
  }

  run(): void {
    this.findSun();
    this.findMeans();
    this.splitLight();
    this.onPlanes();
  }

  private findSun(): void {
    const { sun, s, start, moments } = this;
    const spacing = this.length / moments;
    const n = start.length * moments;
    for (let i = 0; i < n; i++) sun.time[i] = start[Math.floor(i / moments)]! + ((i % moments) + 0.5) * spacing;
    this.context.computeAt(sun, n);
    for (let i = 0; i < n; i++) {
      s.elevation[i] = asin(sun.apparentSine[i]!) * RAD;
      s.zenith[i] = 90 - Math.max(s.elevation[i]!, 0);
      s.visible[i] = sun.apparentSine[i]! > 0 ? 1 : 0;
    }
    kastenYoungRows(0, n, s.zenith, s.airmass);
  }

  /** What the split asks of an interval: means over its moments. */
  private findMeans(): void {
    const { sun, w, start, moments, length } = this;
    for (let j = 0; j < start.length; j++) {
      let [lit, sines, extra, clear, highest] = [0, 0, 0, 0, -1];
      for (let i = j * moments; i < (j + 1) * moments; i++) {
        clear += sun.global[i]! / moments;
        extra += sun.extraterrestrial[i]! / moments;
        highest = Math.max(highest, sun.sine[i]!);
        if (!(sun.sine[i]! > 0)) continue;
        lit++;
        sines += sun.sine[i]!;
      }
      const distance = sun.distance[j * moments]!;
      const normal = SOLAR_CONSTANT / (distance * distance);
      w.time[j] = start[j]! + length / 2;
      w.extraterrestrialNormal[j] = normal;
      w.extraterrestrialHorizontal[j] = extra;
      w.sunlitFraction[j] = lit / moments;
      w.zenith[j] = lit > 0 ? 90 - asin(sines / lit) * RAD : 90;
      w.clearGhi[j] = clear;
      // The sun is highest at an edge of the interval, half a moment beyond.
      const edge = (i: number, beside: number) => 1.5 * sun.sine[i]! - 0.5 * sun.sine[beside]!;
      const [first, last] = [j * moments, (j + 1) * moments - 1];
      highest = Math.max(highest, edge(first, first + 1), edge(last, last - 1), 0);
      if (!(w.ghi[j]! <= upperLimit(UPPER_LIMITS.ghi, normal, highest))) w.ghi[j] = Number.NaN;
      w.kt[j] = extra > 0 ? w.ghi[j]! / extra : 0;
    }
    const rows = { from: 0, to: start.length, first: 0, last: start.length, interval: length / 1000 };
    dirintStarke.stage.run({ ...rows, columns: w as unknown as Block["columns"] }, this.split);
  }

  /** Direct and diffuse light on level ground at the moments. */
  private splitLight(): void {
    const { sun, s, w, moments } = this;
    const pressure = this.pressure / STANDARD_PRESSURE;
    for (let j = 0; j < this.start.length; j++) {
      const [from, to] = [j * moments, (j + 1) * moments];
      let [most, beam, sky, isDark] = [0, 0, 0, true];
      for (let i = from; i < to; i++) {
        const mu = Math.max(sun.apparentSine[i]!, 0);
        const normal = w.extraterrestrialNormal[j]!;
        const elevation = s.elevation[i]!;
        s.extraterrestrialNormal[i] = normal;
        s.directCap[i] = mostMeasured(normal, s.airmass[i]! * pressure) * mu;
        s.diffuseCap[i] =
          mu > 0 ? upperLimit(UPPER_LIMITS.ghi, normal, mu) : mostInTwilight(sun.sine[i]!, sun.sine[i]!);
        most += Math.min(mostDecomposed(sun.beam[i]!, elevation) * mu, s.directCap[i]!) / moments;
        s.direct[i] = sun.direct[i]!;
        // A little down to the end of twilight, as the engine spreads it.
        const rise = elevation - TWILIGHT;
        s.diffuse[i] = sun.diffuse[i]! + (rise > -TWILIGHT ? 2 : rise < 0 ? 0 : (rise * rise) / 18);
        beam += s.direct[i]! / moments;
        sky += s.diffuse[i]! / moments;
        if (s.diffuse[i]! > 0) isDark = false;
      }
      const global = isDark && w.ghi[j]! >= 0 ? 0 : w.ghi[j]!;
      const direct = beam > 0 ? Math.min(global * (1 - w.diffuseFraction[j]!), most) : 0 * global;
      spread(s.direct, s.directCap, from, to, beam > 0 ? direct / beam : 0);
      spread(s.diffuse, s.diffuseCap, from, to, sky > 0 ? (global - direct) / sky : 0 * global);
    }
  }

  private onPlanes(): void {
    const { sun, s, start, moments, planes, result } = this;
    const n = start.length * moments;
    const up = sun.apparentSine;
    for (let i = 0; i < n; i++) {
      s.dni[i] = up[i]! > 0 ? Math.min(s.direct[i]! / up[i]!, s.extraterrestrialNormal[i]!) : 0;
    }
    for (const [p, plane] of planes.entries()) {
      perezDriesseRows(
        ...([0, n, s.diffuse, s.dni, s.extraterrestrialNormal, s.elevation, s.airmass] as const),
        s.circumsolar,
        s.horizonBand,
      );
      s.cosTilt.fill(plane.up);
      skyOnPlaneRows(0, n, s.cosTilt, s.isotropic, s.horizonBand);
      for (let i = 0; i < n; i++) s.cosIncidence[i] = this.cosIncidence(plane, i);
      skyDiffuseRows(0, n, { ...s, dhi: s.diffuse, up, skyDiffuse: s.sky });
      const ground = (ALBEDO * (1 - plane.up)) / 2;
      this.meanOf(result[p]!, (i) => {
        const global = s.direct[i]! + s.diffuse[i]!;
        return s.dni[i]! * Math.max(s.cosIncidence[i]!, 0) + s.sky[i]! + global * ground;
      });
    }
    this.meanOf(result[planes.length]!, (i) => s.direct[i]! + s.diffuse[i]!);
  }

  private meanOf(into: Float64Array, at: (moment: number) => number): void {
    const { moments } = this;
    for (let j = 0; j < into.length; j++) {
      let sum = 0;
      for (let i = j * moments; i < (j + 1) * moments; i++) sum += at(i);
      into[j] = sum / moments;
    }
  }

  /** Of the apparent sun. */
  private cosIncidence(plane: Plane, i: number): number {
    const { east, north, sine, apparentSine } = this.sun;
    const up = apparentSine[i]!;
    const level = Math.sqrt(Math.max(0, 1 - up * up) / Math.max(1e-12, 1 - sine[i]! * sine[i]!));
    return level * (plane.east * east[i]! + plane.north * north[i]!) + plane.up * up;
  }
}

/** A shape times a factor, as far as its caps allow; what is above goes where there is room. */
function spread(values: Float64Array, caps: Float64Array, from: number, to: number, factor: number): void {
  let [excess, room] = [0, 0];
  for (let i = from; i < to; i++) {
    values[i] = values[i]! * factor;
    const over = values[i]! - caps[i]!;
    if (over > 0) excess += over;
    else room -= over;
  }
  if (!(excess > 0)) return;
  const share = room > 0 ? Math.min(1, excess / room) : 0;
  for (let i = from; i < to; i++) {
    const left = caps[i]! - values[i]!;
    values[i] = left < 0 ? caps[i]! : values[i]! + share * left;
  }
}
