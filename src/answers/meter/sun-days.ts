/** Where the sun was in each row of a meter, and the rows of each solar day. */
import { asin, cos, DEG, exp, sin } from "../../foundation/math/index.js";
import { valueAtShare } from "../../foundation/statistics/order.js";
import { DAY } from "../../foundation/time/calendar.js";
import { solarDayShift } from "../../foundation/time/solar-day.js";
import { SunAndSky, skyRoom } from "../../physics/sky/sun-and-sky.js";
import type { MeterPlace, MeterRows } from "./types.js";

/** ms by which true time is ahead of the stamps, of all rows or of each. */
export type MeterShift = number | ArrayLike<number>;

export class SunDays {
  readonly power: Float64Array;
  readonly count: number;
  readonly step: number;
  readonly start: number;
  /** Sines of the sun's true elevation in the middle of each row. */
  readonly sine: Float64Array;
  private readonly north: Float64Array;
  /** Rough light of a clear sky on a plane as most are, kW/m². */
  readonly light: Float64Array;
  /** Rows [from[d], from[d + 1]) are those of a day of mean solar time. */
  readonly from: readonly number[];
  /** Of each row within its solar day. */
  readonly slot: Int32Array;
  readonly slots: number;

  readonly place: MeterPlace;

  constructor(meter: MeterRows, place: MeterPlace, shift: MeterShift) {
    this.place = place;
    this.power = meter.power;
    this.step = meter.step;
    this.start = meter.start;
    this.count = meter.power.length;
    this.slots = Math.ceil(DAY / meter.step);
    this.sine = new Float64Array(this.count);
    this.north = new Float64Array(this.count);
    this.slot = new Int32Array(this.count);
    this.from = this.computed(typeof shift === "number" ? () => shift : (row) => shift[row]!);
    this.light = this.lightOn(Math.max(0, Math.abs(place.latitude) - FLATTER));
  }

  /** Rough light of a clear sky, kW/m², on a plane that is tilted to the equator by so many degrees. */
  lightOn(tilt: number): Float64Array {
    const toEquator = this.place.latitude < 0 ? sin(tilt * DEG) : -sin(tilt * DEG);
    const up = cos(tilt * DEG);
    const { north } = this;
    return this.sine.map((sine, row) => (sine > 0 ? clearLight(sine, north[row]! * toEquator + sine * up) : 0));
  }

  get days(): number {
    return this.from.length - 1;
  }

  private computed(shiftOf: (row: number) => number): number[] {
    const sun = new SunAndSky(this.place, skyRoom(Math.min(BLOCK, this.count)));
    const ahead = solarDayShift(this.place.longitude);
    const from: number[] = [];
    let day = Number.NEGATIVE_INFINITY;
    for (let first = 0; first < this.count; first += BLOCK) {
      const n = Math.min(BLOCK, this.count - first);
      for (let k = 0; k < n; k++) {
        const row = first + k;
        sun.time[k] = this.start + (row + 0.5) * this.step + shiftOf(row);
        const solar = (sun.time[k]! + ahead) / DAY;
        // A clock that is put back at midnight begins no day twice.
        if (Math.floor(solar) > day) {
          day = Math.floor(solar);
          from.push(row);
        }
        this.slot[row] = Math.min(this.slots - 1, Math.floor((solar - Math.floor(solar)) * this.slots));
      }
      sun.computeSun(n);
      this.sine.set(sun.sine.subarray(0, n), first);
      this.north.set(sun.north.subarray(0, n), first);
    }
    return [...from, this.count];
  }

  /** No power but a battery's: the sun is down, an hour before and after, too. */
  isDark(row: number): boolean {
    const hour = Math.ceil(HOUR_OF_DAY * this.slots);
    return this.sine[row]! < 0 && !(this.sine[row - hour]! >= 0) && !(this.sine[row + hour]! >= 0);
  }

  /** The third highest power of each day: two spikes do not make it. NaN without three rows of light. */
  tops(reasons: Uint8Array): Float64Array {
    return Float64Array.from({ length: this.days }, (_, day) => {
      let [first, second, third, rows] = [
        Number.NEGATIVE_INFINITY,
        Number.NEGATIVE_INFINITY,
        Number.NEGATIVE_INFINITY,
        0,
      ];
      for (let row = this.from[day]!; row < this.from[day + 1]!; row++) {
        const value = this.power[row]!;
        if (!(this.sine[row]! > 0) || reasons[row] !== 0 || Number.isNaN(value)) continue;
        rows++;
        if (value > first) [first, second, third] = [value, first, second];
        else if (value > second) [second, third] = [value, second];
        else if (value > third) third = value;
      }
      return rows < 3 ? Number.NaN : third;
    });
  }

  /** What the system reaches, kW: 0 where it never gives any. */
  scale(reasons: Uint8Array): number {
    return (
      valueAtShare(
        this.tops(reasons).filter((top) => top > 0),
        REACHED,
      ) ?? 0
    );
  }

  /** Climatological air of a day, °C. */
  airOf(day: number): number {
    const month = new Date(this.start + this.from[day]! * this.step).getUTCMonth();
    return this.place.temperature[month]!;
  }

  /** Elevation in degrees. */
  elevation(row: number): number {
    return asin(Math.max(-1, Math.min(1, this.sine[row]!))) / DEG;
  }
}

const BLOCK = 4096;
const HOUR_OF_DAY = 1 / 24;
/** Of the days, to be no single one's. */
const REACHED = 0.95;
/** Degrees by which most roofs are flatter than their latitude. */
const FLATTER = 10;
/** Share of the clear sky's light that comes from all around, and the lowest sine that beams are divided by. */
const DIFFUSE = 0.15;
const LOWEST = 0.05;

/** Haurwitz' clear sky (1945, Journal of Meteorology 2, 154–166), kW/m², its beam turned to a plane. */
function clearLight(sine: number, facing: number): number {
  const level = 1.098 * sine * exp(-0.057 / sine);
  return level * (DIFFUSE + ((1 - DIFFUSE) * Math.max(0, facing)) / Math.max(LOWEST, sine));
}
