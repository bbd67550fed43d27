/**
 * The clear sky above chosen rows of a meter, and the power that planes give under it: what a fit tries a hundred planes with.
 *
 * The chain is a plain one: clear sky of Ineichen, transposition of Perez 1990, reflection of plain glass, cells 28 °C above the air at
 * 1000 W/m², −0.4 %/°C, less power in low light, an inverter by PVWatts. What it misses is within the bands that are given with a system.
 */
import { asin, cos, DEG, log, RAD, sin } from "../../foundation/math/index.js";
import { HOUR, MINUTE } from "../../foundation/time/calendar.js";
import { monthlyRows } from "../../foundation/time/monthly.js";
import { solarDayShift } from "../../foundation/time/solar-day.js";
import { physical } from "../../physics/models/incidence/beam.js";
import { extraterrestrialRows, SOLAR_CONSTANT } from "../../physics/models/solar-position/extraterrestrial.js";
import { perezRows, perezTable } from "../../physics/models/transposition/perez.js";
import { COS_85 } from "../../physics/models/transposition/sky-model.js";
import { airmassRows } from "../../physics/sky/kernels.js";
import { SunAndSky, skyRoom } from "../../physics/sky/sun-and-sky.js";
import type { Direction, MeterPlace, MeterRows } from "./types.js";
import type { MeterWeather } from "./weather.js";

/** Longer rows are means of moments as far apart. */
const MOMENT = 15 * MINUTE;
/** Moments computed at once. */
const ROOM = 2880;
/**
 * Days that are chosen as clear are clearer than clear hours at large. With the climatology's haze at full strength the tilt of nine
 * metered systems comes out 3° too steep in the middle, with 0.7 of what is above a clean, dry sky (1) 1°.
 */
const CLEARER = 0.7;
/** K, the half of a day's wave of temperature, and the hour of solar time at which it is highest. */
const WAVE = 6;
const WARMEST = 15;
/** K above the air at 1000 W/m²; power by K; less power by the logarithm of light: −3 % at 200 W/m². */
const HEAT = 28;
const BY_KELVIN = -0.004;
const BY_LOG_LIGHT = 0.02;
/** What glass lets pass of the light of the whole sky and of the ground. */
const [SKY_PASSES, GROUND_PASSES] = [0.95, 0.9];
const ALBEDO = 0.2;

/** Modifier of the beam by 1,024ths of the cosine of incidence. */
const CELLS = 1024;
const MODIFIER = /* @__PURE__ */ (() => {
  const cosine = Float64Array.from({ length: CELLS + 2 }, (_, k) => Math.min(1, k / CELLS));
  const iam = new Float64Array(CELLS + 2);
  physical.cosineRows(0, CELLS + 2, cosine, { n: 1.526, K: 4, L: 0.002, nAr: 1.526 }, iam);
  return iam;
})();

/** One value a moment. */
interface Moments {
  /** Unit vector to the apparent sun. */
  readonly east: Float64Array;
  readonly north: Float64Array;
  readonly up: Float64Array;
  /** W/m² under a clear sky: normal to the sun, of the sky and in sum on level ground. */
  readonly beam: Float64Array;
  readonly diffuse: Float64Array;
  readonly global: Float64Array;
  /** Perez' F1 and F2. */
  readonly circumsolar: Float64Array;
  readonly horizonBand: Float64Array;
  /** °C of the air. */
  readonly air: Float64Array;
}

const COLUMNS = ["east", "north", "up", "beam", "diffuse", "global", "circumsolar", "horizonBand", "air"] as const;

/** ms from the stamp of a row to the true beginning of its interval. */
export type ClockShift = (row: number) => number;

export class SkyRows {
  /** Rows of the meter. */
  readonly index: Int32Array;
  /** Moments of each row. */
  readonly many: number;
  readonly moments: Moments;

  private constructor(index: Int32Array, many: number) {
    const count = index.length * many;
    const columns = COLUMNS.map((name) => [name, new Float64Array(count)]);
    [this.index, this.many, this.moments] = [index, many, Object.fromEntries(columns) as Moments];
  }

  /**
   * @param index which rows of the meter
   * @param shift 0 where stamps are beginnings
   */
  static above(
    meter: Pick<MeterRows, "start" | "step">,
    place: MeterPlace,
    index: Int32Array,
    shift: ClockShift,
    weather?: MeterWeather,
  ): SkyRows {
    const rows = new SkyRows(index, Math.max(1, Math.round(meter.step / MOMENT)));
    const { many } = rows;
    const count = index.length * many;
    const sky = new SunAndSky(place, skyRoom(Math.min(ROOM, count)));
    for (let first = 0; first < count; first += ROOM) {
      const n = Math.min(ROOM, count - first);
      for (let k = 0; k < n; k++) {
        const row = Math.floor((first + k) / many);
        const part = (first + k - row * many + 0.5) / many;
        sky.time[k] = meter.start + shift(index[row]!) + (index[row]! + part) * meter.step;
      }
      rows.#compute(sky, place, first, n, weather, meter.step / many);
    }
    return rows;
  }

  /** Some of these rows, by their places. */
  part(places: readonly number[]): SkyRows {
    const { many } = this;
    const rows = new SkyRows(
      Int32Array.from(places, (place) => this.index[place]!),
      many,
    );
    for (const name of COLUMNS)
      for (const [row, place] of places.entries())
        rows.moments[name].set(this.moments[name].subarray(place * many, (place + 1) * many), row * many);
    return rows;
  }

  #compute(
    sky: SunAndSky,
    place: MeterPlace,
    first: number,
    n: number,
    weather: MeterWeather | undefined,
    width: number,
  ): void {
    const part = (column: Float64Array) => column.subarray(first, first + n);
    const out = Object.fromEntries(COLUMNS.map((name) => [name, part(this.moments[name])])) as Record<
      (typeof COLUMNS)[number],
      Float64Array
    >;
    monthlyRows(place.linkeTurbidity, sky.time, n, sky.turbidity);
    for (let k = 0; k < n; k++) sky.turbidity[k] = 1 + CLEARER * (sky.turbidity[k]! - 1);
    sky.compute(n);
    airRows(place, sky.time, n, out.air);
    weather?.lay(sky, n, width, out.air);
    for (let k = 0; k < n; k++) {
      const up = sky.apparentSine[k]!;
      // Refraction lifts the sun and leaves its azimuth.
      const level = Math.sqrt(Math.max(0, 1 - up * up) / (sky.east[k]! * sky.east[k]! + sky.north[k]! * sky.north[k]!));
      out.east[k] = sky.east[k]! * level;
      out.north[k] = sky.north[k]! * level;
    }
    out.up.set(sky.apparentSine.subarray(0, n));
    out.beam.set(sky.beam.subarray(0, n));
    out.diffuse.set(sky.diffuse.subarray(0, n));
    out.global.set(sky.global.subarray(0, n));
    perez(sky, n, out.circumsolar, out.horizonBand);
  }

  /** Whether there is light of all its moments. */
  isKnown(row: number): boolean {
    const { many } = this;
    return this.moments.diffuse.subarray(row * many, (row + 1) * many).every((light) => light > 0);
  }

  /** Sine of the lowest sun of a row. */
  lowest(row: number): number {
    let least = 1;
    for (let k = row * this.many; k < (row + 1) * this.many; k++) least = Math.min(least, this.moments.up[k]!);
    return least;
  }

  /**
   * Power of a plane by row, as a share of its power under 1000 W/m² at 25 °C.
   *
   * @param passes share of the beam that reaches the plane, by moment: 1 where nothing shades it; default: all
   * @param out one value a row; default: new
   */
  power({ tilt, azimuth }: Direction, passes?: Float64Array, out = new Float64Array(this.index.length)): Float64Array {
    const { east, north, up, beam, diffuse, global, circumsolar, horizonBand, air } = this.moments;
    const [flat, steep] = [cos(tilt * DEG), sin(tilt * DEG)];
    const [toEast, toNorth] = [steep * sin(azimuth * DEG), steep * cos(azimuth * DEG)];
    const [dome, ground] = [((1 + flat) / 2) * SKY_PASSES, ((1 - flat) / 2) * ALBEDO * GROUND_PASSES];
    const { many } = this;
    for (let row = 0; row < out.length; row++) {
      let sum = 0;
      for (let k = row * many; k < (row + 1) * many; k++) {
        const height = up[k]!;
        if (!(height > 0)) continue;
        const incidence = east[k]! * toEast + north[k]! * toNorth + height * flat;
        const sky = diffuse[k]!;
        const near = circumsolar[k]!;
        let light = sky * ((1 - near) * dome + horizonBand[k]! * steep * SKY_PASSES) + global[k]! * ground;
        if (light < 0) light = 0;
        if (incidence > 0) {
          const cell = incidence * CELLS;
          const whole = cell | 0;
          const modifier = MODIFIER[whole]! + (cell - whole) * (MODIFIER[whole + 1]! - MODIFIER[whole]!);
          const direct = (beam[k]! + (sky * near) / Math.max(height, COS_85)) * incidence * modifier;
          light += passes === undefined ? direct : direct * passes[k]!;
        }
        sum += systemPower(light / 1000, air[k]!);
      }
      out[row] = sum / many;
    }
    return out;
  }
}

/** Of 1 at 1000 W/m² and 25 °C, behind the inverter; light in kW/m². */
function systemPower(light: number, air: number): number {
  if (light <= 0) return 0;
  const dc = light * (1 + BY_KELVIN * (air + HEAT * light - 25)) * (1 + BY_LOG_LIGHT * log(Math.max(light, 0.02)));
  return Math.max(0, ((-0.0162 * dc + 0.9858) * dc - 0.0059) / (0.9858 - 0.0162 - 0.0059));
}

/** °C of the climate's month and hour. */
function airRows({ temperature, longitude }: MeterPlace, time: Float64Array, n: number, air: Float64Array): void {
  monthlyRows(Array.from(temperature), time, n, air);
  const toSolar = solarDayShift(longitude);
  for (let k = 0; k < n; k++) {
    const hours = (time[k]! + toSolar) / HOUR;
    air[k]! += WAVE * cos(((hours - WARMEST) / 24) * 360 * DEG);
  }
}

const TABLE = /* @__PURE__ */ perezTable("SkyRows");

function perez(sky: SunAndSky, n: number, circumsolar: Float64Array, horizonBand: Float64Array): void {
  const column = () => new Float64Array(n);
  const [extra, elevation, airmass] = [column(), column(), column()];
  extraterrestrialRows(0, n, sky.distance, SOLAR_CONSTANT, extra);
  airmassRows(0, n, sky.apparentSine, airmass);
  for (let k = 0; k < n; k++) elevation[k] = asin(Math.min(1, sky.apparentSine[k]!)) * RAD;
  perezRows(0, n, sky.diffuse, sky.beam, extra, elevation, airmass, TABLE, circumsolar, horizonBand);
  // As in the pipeline: more than all of the sky's light would leave a negative rest.
  for (let k = 0; k < n; k++) circumsolar[k] = Math.min(circumsolar[k]!, 1);
}
