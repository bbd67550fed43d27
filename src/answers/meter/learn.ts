/** From a meter to a system: its clock first, what cannot be learnt from next, then the plane, its limit, its shade, and what it is worth. */
import { mean } from "../../foundation/statistics/order.js";
import { DAY, HOUR, MINUTE } from "../../foundation/time/calendar.js";
import { bandsOf, type PlaneBands } from "./band.js";
import { clockOfMeter, type MeterClock, type NoClock } from "./clock.js";
import { daysOf, type MeterDays } from "./days.js";
import { expectedPower, type LearntPower, powerUnder } from "./expected.js";
import { type FitRows, fitRows } from "./fit-rows.js";
import { type FreeRows, freeRows } from "./free-rows.js";
import { type HeldOutGain, heldOutGain, usualPlane } from "./gain.js";
import { type Health, healthOf } from "./health.js";
import { heldRows } from "./held-rows.js";
import { type LearntShade, learnShade } from "./learn-shade.js";
import { percentText } from "./look.js";
import { fitPlane, type PlaneFit, scoreAt, withoutStrays } from "./plane.js";
import { type FreeFinding, type Refusal, reasonByte } from "./reasons.js";
import { fitTwoPlanes } from "./two-planes.js";
import type { LearntPlane, MeterPlace, MeterRows } from "./types.js";

/** Rows are joined to so long ones: the sun does not move more within, and ten years of minutes are a million of them. */
const SHORTEST = 5 * MINUTE;
/** Fewer days of power, or clear ones, show no plane: of 36 tries with 14 days 30 were wrong by 10° and more, with 60 days 2. */
const FEWEST_DAYS = 60;
const FEWEST_CLEAR = 8;
/** Degrees of zenith to which a map of shade reaches. */
const LOW_SUN = 88;

/** What a meter shows of its system. @experimental */
export interface LearntSystem extends LearntPower {
  /** kW of all planes together under 1000 W/m² at 25 °C. */
  readonly power: number;
  /** Undefined where two planes were found: each is known to some 5° and 8°. */
  readonly bands: PlaneBands | undefined;
  /** Share of the energy of clear days that is left unexplained. */
  readonly score: number;
  readonly clearDays: number;
  readonly gain: HeldOutGain;
  readonly shadeGain?: number | undefined;
}

/** What was found in a meter, and the system or why there is none. @experimental */
export interface Learning {
  /** Undefined where it is refused. */
  readonly system: LearntSystem | undefined;
  readonly refusal: Refusal | undefined;
  readonly clock: MeterClock | undefined;
  readonly findings: readonly FreeFinding[];
  readonly health: Health | undefined;
  /** Of `rows`: kW of the learnt system under a clear sky; undefined without one. */
  readonly expected: Float64Array | undefined;
  /** What was learnt from: as given, or in steps of 5 minutes. */
  readonly rows: MeterRows;
}

/**
 * Learns a PV system from the power that its meter has recorded, without any weather: what clear days show.
 *
 * @param meter AC power in equal intervals of 1 to 60 minutes, as `readPower` gives it, by a clock that may be wrong
 * @param place where it stands, with turbidity and temperature of the place
 * @returns the system with its bands, or why nothing can be learnt; findings by stretches of rows in either case
 * @throws RangeError for steps that are longer than an hour
 * @experimental
 *
 * @example
 * ```js
 * import { skyAt } from "irradiance-engine/climatology";
 * import { learnSystem } from "irradiance-engine/meter";
 * import { readPower } from "irradiance-engine/yield";
 *
 * const csv = "time,ac_power_kw\n2024-06-21T10:00Z,3.12\n2024-06-21T11:00Z,4.21\n"; // at least 60 days, better a year
 * const { measured } = await readPower(csv);
 * const { place, linkeTurbidity, climate } = await skyAt({ latitude: 47.4, longitude: 8.5 });
 * const meter = { start: measured.start, step: 1000 * measured.interval, power: measured.power };
 * const { system, refusal } = learnSystem(meter, { ...place, linkeTurbidity, temperature: climate.temperature });
 * console.log(system?.planes ?? refusal.code); // few-days
 * ```
 */
export function learnSystem(meter: MeterRows, place: MeterPlace): Learning {
  if (!(meter.step > 0 && meter.step <= HOUR))
    throw new RangeError(`learnSystem: steps must be of at most 60 minutes, got ${meter.step / MINUTE}`);
  const rows = joined(meter);
  const length = (rows.power.length * rows.step) / DAY;
  const nothing = { system: undefined, clock: undefined, findings: [], health: undefined, expected: undefined, rows };
  if (length < FEWEST_DAYS) return { ...nothing, refusal: tooShort(length) };
  const clock = clockOfMeter(rows, place);
  if ("reason" in clock) return { ...nothing, refusal: withoutClock(clock) };
  const refusal = elsewhere(clock, place);
  if (refusal !== undefined) return { ...nothing, clock, refusal };
  const free = freeRows(rows, place, clock.shiftAt);
  if (free.refusal !== undefined) return { ...nothing, clock, findings: free.findings, refusal: free.refusal };
  return new Lesson(rows, place, clock, free).learn();
}

/** What one pass over the rows carries from step to step. */
class Lesson {
  private readonly rows: MeterRows;
  private readonly place: MeterPlace;
  private readonly clock: MeterClock;
  private free: FreeRows;

  constructor(rows: MeterRows, place: MeterPlace, clock: MeterClock, free: FreeRows) {
    [this.place, this.clock, this.free] = [place, clock, free];
    const { offset } = free;
    this.rows = offset === 0 ? rows : { ...rows, power: rows.power.map((power) => power - offset) };
  }

  /** Power at a limit says "at least": a fit holds it there, and does not drop it. */
  private readonly usable = (row: number) => isLearntFrom(this.free, row);

  learn(): Learning {
    // The night is part of a day.
    const { start, power } = this.rows;
    const right = { ...this.rows, start: start + this.clock.shiftAt(power.length >> 1) };
    const days = daysOf(right, this.place, (row) => this.usable(row) || this.free.reasons[row] === DARK);
    const tooFew = tooFewDays(days, this.free);
    if (tooFew !== undefined) return this.#refused(tooFew);
    const fitted = this.#fit(days);
    const expected = this.#expected({ planes: [{ ...fitted.plane }], limit: this.free.limit });
    const before = this.free.reasons;
    this.free = heldRows(this.free, { expected, score: fitted.plane.score });
    if (this.free.refusal !== undefined) return this.#refused(this.free.refusal);
    const isSame = this.free.reasons.every((reason, row) => reason === before[row]);
    return this.#believed(days, isSame ? fitted : this.#fit(days));
  }

  #fit(days: MeterDays): { rows: FitRows; plane: PlaneFit } {
    const { clear, limit } = this.free;
    const all = fitRows(this.rows, this.place, days, this.clock.shiftAt, { isUsed: this.usable, clear });
    const first = fitPlane(all, limit);
    const rows = withoutStrays(all, first, limit);
    return { rows, plane: rows === all ? first : fitPlane(rows, limit) };
  }

  #believed(days: MeterDays, { rows, plane: fitted }: { rows: FitRows; plane: PlaneFit }): Learning {
    const { limit } = this.free;
    const gain = heldOutGain(rows, fitted, this.place.latitude, limit);
    const isUsual = gain.learnt > gain.usual;
    const plane = isUsual ? scoreAt(rows, limit)(usualPlane(this.place.latitude)) : fitted;
    const two = isUsual ? undefined : fitTwoPlanes(rows, plane, limit);
    const { tilt, azimuth } = plane;
    const planes: readonly LearntPlane[] = two?.planes ?? [{ tilt, azimuth, power: plane.power }];
    const shade = this.#shade(days, { planes, limit });
    const power = planes.reduce((sum, one) => sum + one.power, 0);
    const system: LearntSystem = {
      ...{ planes, power, limit, shade: shade?.map, shadeGain: shade?.gain, gain },
      bands: two === undefined ? bandsOf(rows, plane, this.clock.band, limit) : undefined,
      score: two?.score ?? plane.score,
      clearDays: rows.days.length - 1,
    };
    const expected = this.#expected(system);
    const findings = [...this.free.findings, ...(isUsual ? [usualFinding(gain, this.rows)] : [])];
    const health = this.#health(days, expected, limit);
    return { ...this.#base, findings, system, refusal: undefined, expected, health };
  }

  #shade(days: MeterDays, system: LearntPower): LearntShade | undefined {
    const low = fitRows(this.rows, this.place, days, this.clock.shiftAt, { isUsed: this.usable, lowest: LOW_SUN });
    const power = { open: powerUnder(low.sky, system, 1), closed: powerUnder(low.sky, system, 0) };
    return learnShade(low, power, system.limit);
  }

  #health(days: MeterDays, expected: Float64Array, limit: number | undefined): Health | undefined {
    const isUsed = (row: number) => this.usable(row) || isFault(this.free, row);
    return healthOf(this.rows, { place: this.place, days, expected, isUsed, limit });
  }

  #expected(system: LearntPower): Float64Array {
    return expectedPower(this.rows, this.place, system, this.clock.shiftAt);
  }

  get #base() {
    return { clock: this.clock, findings: this.free.findings, rows: this.rows };
  }

  #refused(refusal: Refusal): Learning {
    return { ...this.#base, system: undefined, refusal, health: undefined, expected: undefined };
  }
}

const [USED, DARK, LIMIT, OUTAGE, FORMER] = (["used", "dark", "limit", "outage", "former"] as const).map(reasonByte);

function isLearntFrom({ reasons }: FreeRows, row: number): boolean {
  return reasons[row] === USED || reasons[row] === LIMIT;
}

/** Not learnt from, and what health is about. */
function isFault({ reasons }: FreeRows, row: number): boolean {
  return reasons[row] === OUTAGE || reasons[row] === FORMER;
}

function tooFewDays({ energy, clear }: MeterDays, { clear: clearRows }: FreeRows): Refusal | undefined {
  const known = energy.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0);
  const cloudless = clear.reduce((sum, value) => sum + value, 0);
  if (known >= FEWEST_DAYS && (cloudless >= FEWEST_CLEAR || clearRows !== undefined)) return undefined;
  const message = `${known} days with power can be learnt from, ${cloudless} of them clear: it takes ${FEWEST_DAYS} days, ${FEWEST_CLEAR} of them clear`;
  return { code: "few-days", message };
}

/** What does not help on unseen days is not learnt: the factor alone is. */
function usualFinding({ learnt, usual }: HeldOutGain, { power }: MeterRows): FreeFinding {
  const message = `on clear days that were left out the learnt plane is off by ${percentText(learnt)}, a usual one with one factor by ${percentText(usual)}: the usual one is taken`;
  return { code: "usual-plane", spans: [{ from: 0, to: power.length }], rows: power.length, message };
}

/** Means over 5 minutes of shorter rows; missing where more than half of them are. */
function joined(meter: MeterRows): MeterRows {
  const { start, step, power } = meter;
  const many = Math.floor(SHORTEST / step);
  if (many < 2) return meter;
  const out = Float64Array.from({ length: Math.floor(power.length / many) }, (_, row) => {
    const known = power.subarray(row * many, (row + 1) * many).filter((value) => !Number.isNaN(value));
    return 2 * known.length > many ? mean(known) : Number.NaN;
  });
  return { start, step: step * many, power: out };
}

function tooShort(days: number): Refusal {
  return { code: "few-days", message: `the meter has ${days.toFixed(0)} days: it takes ${FEWEST_DAYS}` };
}

function withoutClock({ reason, atNight, days }: NoClock): Refusal {
  return reason === "days"
    ? { code: "few-days", message: `${days} days show first and last light: it takes ${FEWEST_DAYS}` }
    : {
        code: "night-power",
        message: `${percentText(atNight)} of the energy comes in the dark, at whatever clock: a battery or a house is in the sensor, or it is not the sun's`,
      };
}

/** Undefined where the days are as long as at the place, season by season. */
function elsewhere({ place: found }: MeterClock, { latitude }: MeterPlace): Refusal | undefined {
  if (!found?.contradicts) return undefined;
  const message = `the days of the meter are as long as at latitude ${found.latitude.toFixed(0)}, not as at ${latitude.toFixed(0)}: give the place of the system`;
  return { code: "other-place", message };
}
