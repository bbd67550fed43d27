/** Where the sun was in each row of a meter, and the rows of each solar day. */
import type { RowSpan } from "../../data/weather/believe/types.js";
import { cos, DEG, exp, sin } from "../../foundation/math/index.js";
import { DAY, HOUR } from "../../foundation/time/calendar.js";
import { solarDayShift } from "../../foundation/time/solar-day.js";
import { SunAndSky, skyRoom } from "../../physics/sky/sun-and-sky.js";
import type { ClockShift } from "./sky-rows.js";
import type { MeterPlace, MeterRows } from "./types.js";

const BLOCK = 4096;
/** Degrees by which most roofs are flatter than their latitude. */
const FLATTER = 10;
/** Share of the clear sky's light that comes from all around, and the lowest sine that beams are divided by. */
const DIFFUSE = 0.15;
const LOWEST = 0.05;
/** °C of the climate's month: snow may lie. */
const COLD = 4;

export class SunDays {
  readonly power: Float64Array;
  readonly count: number;
  readonly step: number;
  readonly start: number;
  /** Sines of the sun's true elevation in the middle of each row. */
  readonly sine: Float64Array;
  /** Rough light of a clear sky on a plane as most are, kW/m². */
  readonly light: Float64Array;
  /** Rows [from[d], from[d + 1]) are those of a day of mean solar time. */
  readonly from: readonly number[];
  /** Of each row within its solar day. */
  readonly slot: Int32Array;
  readonly slots: number;
  readonly place: MeterPlace;
  private readonly north: Float64Array;

  constructor({ power, step, start }: MeterRows, place: MeterPlace, shift: ClockShift) {
    [this.power, this.step, this.start, this.place] = [power, step, start, place];
    this.count = power.length;
    this.slots = Math.ceil(DAY / step);
    this.sine = new Float64Array(this.count);
    this.north = new Float64Array(this.count);
    this.slot = new Int32Array(this.count);
    this.from = this.computed(shift);
    this.light = this.lightOn(Math.max(0, Math.abs(place.latitude) - FLATTER));
  }

  get days(): number {
    return this.from.length - 1;
  }

  span(day: number, last = day): RowSpan {
    return { from: this.from[day]!, to: this.from[last + 1]! };
  }

  private computed(shiftOf: ClockShift): number[] {
    const sun = new SunAndSky(this.place, skyRoom(Math.min(BLOCK, this.count)));
    const ahead = solarDayShift(this.place.longitude);
    const from: number[] = [];
    let last = Number.NEGATIVE_INFINITY;
    for (let first = 0; first < this.count; first += BLOCK) {
      const n = Math.min(BLOCK, this.count - first);
      for (let k = 0; k < n; k++) {
        const row = first + k;
        sun.time[k] = this.start + (row + 0.5) * this.step + shiftOf(row);
        const solar = (sun.time[k]! + ahead) / DAY;
        const day = Math.floor(solar);
        // A clock that is put back at midnight begins no day twice.
        if (day > last) {
          last = day;
          from.push(row);
        }
        this.slot[row] = Math.floor((solar - day) * this.slots);
      }
      sun.computeSun(n);
      this.sine.set(sun.sine.subarray(0, n), first);
      this.north.set(sun.north.subarray(0, n), first);
    }
    return [...from, this.count];
  }

  /** Rough light of a clear sky, kW/m², on a plane that is tilted to the equator by so many degrees. */
  lightOn(tilt: number): Float64Array {
    const toEquator = this.place.latitude < 0 ? sin(tilt * DEG) : -sin(tilt * DEG);
    const up = cos(tilt * DEG);
    return this.sine.map((sine, row) => (sine > 0 ? clearLight(sine, this.north[row]! * toEquator + sine * up) : 0));
  }

  /** Snow may lie, by the climate of the month. */
  isCold(row: number): boolean {
    return this.place.temperature[new Date(this.start + row * this.step).getUTCMonth()]! < COLD;
  }

  /** The sun is down, an hour before and after, too. */
  isDark(row: number): boolean {
    const hour = Math.ceil(HOUR / this.step);
    return this.sine[row]! < 0 && !(this.sine[row - hour]! >= 0) && !(this.sine[row + hour]! >= 0);
  }

  /** The third highest power of each day: two spikes do not make it. NaN without three rows of light. */
  tops(reasons: Uint8Array): Float64Array {
    return Float64Array.from({ length: this.days }, (_, day) => {
      const { from, to } = this.span(day);
      let [first, second, third] = [Number.NaN, Number.NaN, Number.NaN];
      for (let row = from; row < to; row++) {
        const value = this.power[row]!;
        if (!(this.sine[row]! > 0) || reasons[row] !== 0) continue;
        if (!(value <= first)) [first, second, third] = [value, first, second];
        else if (!(value <= second)) [second, third] = [value, second];
        else if (!(value <= third)) third = value;
      }
      return third;
    });
  }
}

/** Haurwitz' clear sky (1945, Journal of Meteorology 2, 154–166), kW/m², its beam turned to a plane. */
function clearLight(sine: number, facing: number): number {
  const level = 1.098 * sine * exp(-0.057 / sine);
  return level * (DIFFUSE + ((1 - DIFFUSE) * Math.max(0, facing)) / Math.max(LOWEST, sine));
}
