/** Meters that are drawn: a system, a place, clouds, and at most one fault, with what has to be said of it. */
import type { FreeCode, FreeReason, Refusal } from "../../../src/answers/meter/reasons.js";
import { SkyRows } from "../../../src/answers/meter/sky-rows.js";
import type { Direction, MeterPlace, MeterRows } from "../../../src/answers/meter/types.js";
import { Random } from "../../../src/foundation/statistics/random.js";

export const FAULTS = [
  "clean",
  "frozen",
  "sentinel",
  "spikes",
  "dead",
  "offset",
  "battery",
  "net",
  "export",
  "sum",
  "snow",
  "unit",
  "capacity",
  "limit",
  "full-battery",
  "zero-export",
  "load",
  "wind",
  "short",
  "zero",
  "turned",
  "partial",
] as const;
export type Fault = (typeof FAULTS)[number];

export interface Drawn {
  readonly fault: Fault;
  readonly meter: MeterRows;
  readonly place: MeterPlace;
  readonly plane: Direction;
  /** kW of a clear sky. */
  readonly clear: Float64Array;
  /** Rows that must not be learnt from. */
  readonly faulty: ReadonlySet<number>;
  /** One of these findings or refusals is due; none: nothing may be said. */
  readonly due: readonly (FreeCode | Refusal["code"])[];
  readonly reason?: FreeReason | undefined;
  /** kW. */
  readonly limit?: number | undefined;
}

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Uniform and normal draws of a seed, one after the other. */
class Draws {
  private count = 0;
  private readonly random: Random;

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.random.uniform(1, this.count++, 0, 0);
  }

  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1));
  }

  normal(): number {
    return this.random.normal(2, this.count++, 0, 0);
  }
}

interface System {
  readonly place: MeterPlace;
  readonly plane: Direction;
  readonly start: number;
  readonly step: number;
  readonly kw: number;
  readonly days: number;
}

function drawSystem(draws: Draws, days: number): System {
  const latitude = draws.between(25, 60) * (draws.between(0, 1) < 0.3 ? -1 : 1);
  const longitude = draws.between(-180, 180);
  const season = (Math.abs(latitude) / 4) * Math.sign(latitude);
  const warm = 29 - 0.45 * Math.abs(latitude);
  const temperature = Array.from({ length: 12 }, (_, k) => warm - season * Math.cos((2 * Math.PI * k) / 12));
  const linkeTurbidity = Array.from({ length: 12 }, () => draws.between(2.2, 4));
  const azimuth = ((latitude > 0 ? 180 : 0) + draws.between(-70, 70) + 360) % 360;
  const step = [15, 30, 60][draws.whole(0, 2)]! * 60_000;
  // Midnight at the place.
  const start = Date.UTC(2021, draws.whole(0, 11), 1) - Math.round(longitude / 15) * HOUR;
  const place = { latitude, longitude, altitude: draws.between(0, 800), linkeTurbidity, temperature };
  return { place, plane: { tilt: draws.between(5, 50), azimuth }, start, step, kw: draws.between(2, 8), days };
}

/** Days are clear, mixed or dull, and clouds last for an hour or so. */
function clouds(draws: Draws, { days, step }: System): Float64Array {
  const rows = DAY / step;
  const fair = draws.between(0.25, 0.55);
  const kept = Math.exp(-step / HOUR);
  const out = new Float64Array(days * rows);
  let cloud = 0;
  for (let day = 0; day < days; day++) {
    const kind = draws.between(0, 1);
    const haze = 1 + 0.03 * draws.normal();
    for (let k = 0; k < rows; k++) {
      cloud = kept * cloud + Math.sqrt(1 - kept * kept) * draws.normal();
      const passes = 1 / (1 + Math.exp(-3 * cloud));
      const clear = haze * (1 + 0.005 * draws.normal());
      out[day * rows + k] = kind < fair ? clear : kind < 0.75 ? 0.25 + 0.8 * passes : 0.06 + 0.3 * passes;
    }
  }
  return out;
}

/** A house, kW: little at night, more in the morning and the evening, and kettles. */
function house(draws: Draws, { days, step }: System, mean: number): Float64Array {
  const rows = DAY / step;
  return Float64Array.from({ length: days * rows }, (_, k) => {
    const hour = ((k % rows) * step) / HOUR;
    const peak = Math.exp(-((hour - 8) ** 2) / 4) + 1.6 * Math.exp(-((hour - 19) ** 2) / 8);
    return mean * (0.5 + peak) * Math.exp(0.45 * draws.normal());
  });
}

/** @param seed of the system, the clouds and the fault's place and size @param few rows: 200 days of hours */
export function drawMeter(fault: Fault, seed: number, few = false): Drawn {
  const draws = new Draws(seed);
  const any = drawSystem(draws, fault === "short" ? draws.whole(5, 50) : draws.whole(220, 400));
  const system = few ? { ...any, step: HOUR, days: Math.min(any.days, 200) } : any;
  const { place, plane, start, step, kw, days } = system;
  const rows = DAY / step;
  const every = Int32Array.from({ length: days * rows }, (_, row) => row);
  const clear = SkyRows.above({ start, step }, place, every, () => 0)
    .power(plane)
    .map((power) => kw * power);
  const sky = clouds(draws, system);
  const power = clear.map((value, row) => Math.round(1000 * value * sky[row]!) / 1000);
  const base = { fault, place, plane, clear };
  const drawn = { power, clear, draws, system, rows, count: power.length, kw };
  return { ...base, meter: { start, step, power }, faulty: new Set(), due: [], ...CHANGES[fault](drawn) };
}

interface Room {
  readonly power: Float64Array;
  readonly clear: Float64Array;
  readonly draws: Draws;
  readonly system: System;
  readonly rows: number;
  readonly count: number;
  readonly kw: number;
}

type Change = Partial<Pick<Drawn, "faulty" | "due" | "reason" | "limit" | "meter">>;

/** Rows of so many days in the middle of the file. */
function stretch({ draws, rows, system }: Room, fewest: number, most: number): number[] {
  const length = draws.whole(fewest, most);
  const first = draws.whole(20, system.days - length - 20);
  return Array.from({ length: length * rows }, (_, k) => first * rows + k);
}

const lit = ({ clear, kw }: Room, list: readonly number[]) => new Set(list.filter((row) => clear[row]! > 0.02 * kw));

const CHANGES: { readonly [fault in Fault]: (room: Room) => Change } = {
  clean: () => ({}),
  offset({ power, draws, kw }) {
    const by = draws.between(-0.004, 0.004) * kw;
    for (const [row, value] of power.entries()) power[row] = value + by;
    return {};
  },
  frozen(room) {
    const list = stretch(room, 2, 20);
    const value = room.draws.between(0.1, 0.6) * room.kw;
    for (const row of list) room.power[row] = value;
    return { faulty: lit(room, list), due: ["frozen"] };
  },
  sentinel(room) {
    const list = stretch(room, 1, 25);
    const value = [-999, -9999, -1e9, 65_535, 1e9][room.draws.whole(0, 4)]!;
    for (const row of list) room.power[row] = value;
    return { faulty: new Set(list), due: ["spike", "frozen"] };
  },
  spikes({ power, draws, count }) {
    const list = Array.from({ length: 25 }, () => draws.whole(0, count - 1));
    for (const row of list) power[row] = draws.between(40, 4000);
    return { faulty: new Set(list), due: ["spike"] };
  },
  dead(room) {
    const list = stretch(room, 20, 120);
    const value = room.draws.between(0, 0.003) * room.kw;
    for (const row of list) room.power[row] = value;
    return { faulty: lit(room, list), due: ["dead", "frozen"] };
  },
  battery({ power, draws, kw, rows, count }) {
    const [from, length] = [draws.between(17, 20), draws.between(3, 9)];
    const faulty = new Set<number>();
    const given = draws.between(0.08, 0.4) * kw;
    for (let row = 0; row < count; row++) {
      const after = ((((row % rows) / rows) * 24 - from + 24) % 24) / length;
      if (after < 1) faulty.add(row);
      if (after < 1) power[row]! += given * draws.between(0.9, 1.1);
    }
    return { faulty, due: ["night-power"] };
  },
  net(room) {
    const load = house(room.draws, room.system, 0.1 * room.kw);
    for (const [row, value] of load.entries()) room.power[row]! -= value;
    return { faulty: new Set(load.keys()), due: ["night-power", "no-sun"] };
  },
  export(room) {
    const load = house(room.draws, room.system, room.draws.between(0.08, 0.2) * room.kw);
    for (const [row, value] of load.entries()) room.power[row] = Math.max(0, room.power[row]! - value);
    return { faulty: new Set(load.keys()), due: ["follows-load", "poor-fit", "no-sun"] };
  },
  sum(room) {
    const load = house(room.draws, room.system, 0.1 * room.kw);
    for (const [row, value] of load.entries()) room.power[row]! += value;
    return { faulty: new Set(load.keys()), due: ["night-power"] };
  },
  snow(room) {
    const { system, draws, rows, power, clear, kw, count } = room;
    const list: number[] = [];
    for (let day = 0; day < system.days; day++) {
      if (draws.between(0, 1) > 0.08) continue;
      for (let k = 0; k < rows; k++) list.push(day * rows + k);
    }
    for (const row of list) if (row < count) power[row] = 0;
    return { faulty: new Set(list.filter((row) => clear[row]! > 0.05 * kw)), due: ["outage"] };
  },
  unit({ power, draws, count }) {
    const [from, factor] = [draws.whole(0.2 * count, 0.8 * count), draws.between(0, 1) < 0.5 ? 1000 : 0.001];
    for (let row = from; row < count; row++) power[row]! *= factor;
    return { faulty: new Set(), due: ["unit"] };
  },
  capacity({ power, draws, count }) {
    const [from, factor] = [draws.whole(0.25 * count, 0.6 * count), draws.between(1.4, 2.5)];
    for (let row = from; row < count; row++) power[row]! *= factor;
    return { faulty: new Set(Array.from({ length: from }, (_, row) => row)), due: ["capacity"] };
  },
  limit(room) {
    const { power, clear, draws, kw } = room;
    const top = power.reduce((most, value) => Math.max(most, value));
    const limit = draws.between(0.5, 0.8) * Math.min(top, kw);
    for (const [row, value] of power.entries()) power[row] = Math.min(value, limit);
    for (const [row, value] of clear.entries()) clear[row] = Math.min(value, limit);
    return { due: ["limit"], limit };
  },
  "full-battery"({ power, draws, system, rows, kw, count }) {
    const load = house(draws, system, 0.06 * kw);
    const room = draws.between(1.2, 2.5) * kw;
    const faulty = new Set<number>();
    let filled = 0;
    for (let row = 0; row < count; row++) {
      if (row % rows === 0) filled = 0;
      const more = power[row]! - load[row]!;
      if (more > 0 && filled >= room) {
        power[row] = load[row]!;
        faulty.add(row);
      } else filled += (Math.max(0, more) * system.step) / HOUR;
    }
    return { faulty, due: ["curtailed"], reason: "curtailed" };
  },
  "zero-export"({ power, draws, system, kw, count }) {
    const load = house(draws, system, draws.between(0.08, 0.2) * kw);
    const faulty = new Set<number>();
    for (let row = 0; row < count; row++) {
      if (power[row]! > load[row]!) faulty.add(row);
      power[row] = Math.min(power[row]!, load[row]!);
    }
    return { faulty, due: ["follows-load", "curtailed", "poor-fit", "no-sun"] };
  },
  load({ power, draws, system }) {
    power.set(house(draws, system, 0.6));
    return { due: ["night-power", "no-sun"] };
  },
  wind({ power, draws, kw, count }) {
    let wind = 0;
    for (let row = 0; row < count; row++) {
      wind = 0.97 * wind + 0.24 * draws.normal();
      power[row] = kw * Math.min(1, Math.max(0, 0.3 + 0.35 * wind) ** 2);
    }
    return { due: ["night-power", "no-sun"] };
  },
  short: () => ({ due: ["few-days"] }),
  zero({ power, draws }) {
    power.fill([0, Number.NaN, 1.5][draws.whole(0, 2)]!);
    return { due: ["empty"] };
  },
  turned(room) {
    const list = stretch(room, 10, 60);
    for (const row of list) room.power[row]! *= -1;
    return { faulty: lit(room, list), due: ["unit", "spike"] };
  },
  partial({ power, rows, system, draws }) {
    const end = (system.days - 1) * rows + draws.whole(0.42 * rows, 0.5 * rows);
    const meter = { start: system.start, step: system.step, power: power.slice(0, end) };
    const last = Array.from({ length: end - (system.days - 1) * rows }, (_, k) => (system.days - 1) * rows + k);
    return { meter, faulty: new Set(last.filter((row) => power[row]! > 0)), due: ["partial"] };
  },
};
