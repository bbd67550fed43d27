/** From a meter to a system: its clock first, what cannot be learnt from next, then the plane, its limit, its shade, and what it is worth. */
import type { WeatherSeries } from "../../data/weather/series.js";
import { mean } from "../../foundation/statistics/order.js";
import { DAY, HOUR, MINUTE } from "../../foundation/time/calendar.js";
import { bandsOf, type PlaneBands } from "./band.js";
import { clockOfMeter, type MeterClock } from "./clock.js";
import { daysOf, type MeterDays } from "./days.js";
import { expectedPower, type LearntPower, powerUnder } from "./expected.js";
import { type FitOptions, type FitRows, fitRows, ofDays } from "./fit-rows.js";
import { type FreeRows, freeRows } from "./free-rows.js";
import { type HeldOutGain, heldOutGain, usualPlane } from "./gain.js";
import { type Health, healthOf } from "./health.js";
import { heldRows } from "./held-rows.js";
import { checkKnown, contradiction, fixedOf, type KnownFacts } from "./known.js";
import { type LearntShade, learnShade } from "./learn-shade.js";
import { type MeterMonth, monthsOf } from "./months.js";
import { type PlaneFit, scoreAt } from "./plane.js";
import { type FreeFinding, ofWhole, type Refusal, reasonByte } from "./reasons.js";
import {
  cloudless,
  elsewhere,
  FEWEST_CLEAR,
  FEWEST_DAYS,
  remarks,
  tooFewDays,
  tooShort,
  withoutClock,
} from "./remarks.js";
import { fitTwoPlanes } from "./two-planes.js";
import type { LearntPlane, MeterPlace, MeterRows } from "./types.js";
import { type FittedPlane, isEnough, settled, together } from "./under-weather.js";
import { MeterWeather } from "./weather.js";

/** Rows are joined to so long ones: the sun does not move more within, and ten years of minutes are a million of them. */
const SHORTEST = 5 * MINUTE;
/** Days of months without snow that show what weather is worth: a factor of snow makes spring half as bright. */
const FEWEST_WARM = 20;
/** Degrees of zenith to which a map of shade reaches. */
const LOW_SUN = 88;

/** What is known beside the meter. @experimental */
export interface LearnOptions {
  /**
   * Light, and temperature if there is some, of the meter's time or a part of it, by a clock that is right: at most hourly. It mends planes
   * and clocks that shade has turned, and judges weeks without a clear hour; its level enters the power only where clear days give none.
   */
  readonly weather?: WeatherSeries | undefined;
  readonly known?: KnownFacts | undefined;
}

/** What weather was good for. */
export interface WeatherUse {
  /** Days that could be learnt from. */
  readonly days: number;
  /** What its light is worth: effective power under it over that of clear days. Undefined: all its days are of months with snow. */
  readonly factor: number | undefined;
  /** Whether the plane explains the days under their weather, too, and whether the power is from them. */
  readonly plane: boolean;
  readonly power: boolean;
}

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
  /** Undefined without weather. */
  readonly weather?: WeatherUse | undefined;
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
  /** Measured energy by month beside that of the learnt system; undefined without one. */
  readonly months: readonly MeterMonth[] | undefined;
  /** What was learnt from: as given, or in steps of 5 minutes. */
  readonly rows: MeterRows;
  readonly known: KnownFacts;
}

/**
 * Learns a PV system from the power that its meter has recorded: what clear days show, and all days under their weather where it is given.
 *
 * @param meter AC power in equal intervals of 1 to 60 minutes, as `readPower` gives it, by a clock that may be wrong
 * @param place where it stands, with turbidity and temperature of the place
 * @param options weather, and facts of the system: used, and checked
 * @returns the system with its bands, or why nothing can be learnt; findings by stretches of rows in either case
 * @throws RangeError for steps that are longer than an hour, and facts out of range; WeatherError for weather that is none
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
export function learnSystem(meter: MeterRows, place: MeterPlace, options: LearnOptions = {}): Learning {
  const { known = {} } = options;
  checkKnown(known);
  if (!(meter.step > 0 && meter.step <= HOUR))
    throw new RangeError(`learnSystem: steps must be of at most 60 minutes, got ${meter.step / MINUTE}`);
  const rows = joined(meter);
  const length = (rows.power.length * rows.step) / DAY;
  const nothing = {
    system: undefined,
    clock: undefined,
    findings: [],
    health: undefined,
    expected: undefined,
    months: undefined,
    rows,
    known,
  };
  const weather = options.weather && new MeterWeather(options.weather, place);
  if (length < FEWEST_DAYS) return { ...nothing, refusal: tooShort(length) };
  const clock = clockOfMeter(rows, place, weather);
  if ("reason" in clock) return { ...nothing, refusal: withoutClock(clock) };
  const refusal = elsewhere(clock, place);
  if (refusal !== undefined) return { ...nothing, clock, refusal };
  const free = freeRows(rows, place, clock.shiftAt, known);
  if (free.refusal !== undefined) return { ...nothing, clock, findings: free.findings, refusal: free.refusal };
  return new Lesson({ rows, place, clock, free, weather, known }).learn();
}

interface Subject {
  readonly rows: MeterRows;
  readonly place: MeterPlace;
  readonly clock: MeterClock;
  readonly free: FreeRows;
  readonly weather: MeterWeather | undefined;
  readonly known: KnownFacts;
}

/** A plane with the rows it was fitted to; those of all days, where weather covers enough of them. */
interface Fitted extends FittedPlane {
  readonly all: FitRows | undefined;
  /** What weather was used for. */
  readonly use: Pick<WeatherUse, "plane" | "power">;
}

/** What one pass over the rows carries from step to step. */
class Lesson {
  private readonly subject: Subject;
  private readonly rows: MeterRows;
  private free: FreeRows;

  constructor(subject: Subject) {
    const { rows, free } = subject;
    [this.subject, this.free] = [subject, free];
    this.rows = free.offset === 0 ? rows : { ...rows, power: rows.power.map((power) => power - free.offset) };
  }

  /** Power at a limit says "at least": a fit holds it there, and does not drop it. */
  private readonly usable = (row: number) => isLearntFrom(this.free, row);

  learn(): Learning {
    const { clock, place, known } = this.subject;
    // The night is part of a day.
    const { start, power } = this.rows;
    const right = { ...this.rows, start: start + clock.shiftAt(power.length >> 1) };
    const days = daysOf(right, place, (row) => this.usable(row) || this.free.reasons[row] === DARK);
    const all = this.#underWeather(days);
    const tooFew = tooFewDays(days, this.free, all !== undefined);
    if (tooFew !== undefined) return this.#refused(tooFew);
    const fitted = this.#fit(days, all);
    const { plane, use } = fitted;
    const expected = this.#expected({ planes: [{ ...plane }], limit: this.free.limit });
    const before = this.free.reasons;
    const isKnown = known.tilt !== undefined && known.azimuth !== undefined;
    this.free = heldRows(this.free, { expected, score: plane.score, isUnderWeather: use.power, isKnown });
    if (this.free.refusal !== undefined) return this.#refused(this.#doubt(fitted) ?? this.free.refusal);
    const isSame = this.free.reasons.every((reason, row) => reason === before[row]);
    return this.#believed(days, isSame ? fitted : this.#fit(days, this.#underWeather(days)));
  }

  #rowsOf(days: MeterDays, options: FitOptions): FitRows {
    const { place, clock, known } = this.subject;
    const facts = { limit: this.free.limit, fixed: fixedOf(known) };
    return fitRows(this.rows, place, days, clock.shiftAt, { isUsed: this.usable, ...facts, ...options });
  }

  /** Undefined where weather covers too few days. */
  #underWeather(days: MeterDays): FitRows | undefined {
    const { weather } = this.subject;
    const all = weather && this.#rowsOf(days, { weather });
    return all && isEnough(all) ? all : undefined;
  }

  #fit(days: MeterDays, all: FitRows | undefined): Fitted {
    const { clear } = this.free;
    if (all !== undefined && clear === undefined && cloudless(days) < FEWEST_CLEAR)
      return { ...settled(all), all, use: { plane: true, power: true } };
    const alone = settled(this.#rowsOf(days, { clear }));
    const both = all && together(alone, all);
    return { ...(both ?? alone), all, use: { plane: both !== undefined, power: false } };
  }

  #believed(days: MeterDays, fitted: Fitted): Learning {
    const { place, clock } = this.subject;
    const { rows } = fitted;
    const { limit } = this.free;
    const gain = heldOutGain(rows, fitted.plane, place.latitude);
    // What is known of a plane is no guess.
    const isUsual = gain.learnt > gain.usual && rows.fixed === undefined;
    const plane = isUsual ? scoreAt(rows)(usualPlane(place.latitude)) : fitted.plane;
    const two = isUsual || rows.fixed !== undefined ? undefined : fitTwoPlanes(rows, plane);
    const { tilt, azimuth } = plane;
    const planes: readonly LearntPlane[] = two?.planes ?? [{ tilt, azimuth, power: plane.power }];
    const shade = fitted.use.power ? undefined : this.#shade(days, { planes, limit });
    const power = planes.reduce((sum, one) => sum + one.power, 0);
    const weather = this.#weatherUse(fitted, plane);
    const system: LearntSystem = {
      ...{ planes, power, limit, shade: shade?.map, shadeGain: shade?.gain, gain, weather },
      bands: two === undefined ? bandsOf(rows, plane, clock.band) : undefined,
      score: two?.score ?? plane.score,
      clearDays: fitted.use.power ? cloudless(days) : rows.days.length - 1,
    };
    const isWeatherShort = this.subject.weather !== undefined && weather === undefined;
    const findings = [
      ...this.free.findings,
      ...remarks({ isUsual, gain, warm: this.#warm(rows).days.length - 1, isWeatherShort }, this.rows),
    ];
    const doubt = this.#doubt({ rows, plane });
    if (doubt !== undefined) findings.push(ofWhole(doubt.code, this.rows, doubt.message));
    const expected = this.#expected(system);
    const withWeather = this.#withWeather(system);
    const health = this.#health(days, expected, withWeather, system.limit);
    const { reasons } = this.free;
    const months = monthsOf(this.rows, place, clock.shiftAt, { clear: expected, weather: withWeather, reasons });
    return { ...this.#base, findings, system, refusal: undefined, expected, months, health };
  }

  #weatherUse({ all, use }: Fitted, plane: PlaneFit): WeatherUse | undefined {
    if (all === undefined) return undefined;
    const warm = this.#warm(all);
    const factor = warm.days.length > FEWEST_WARM ? scoreAt(warm)(plane).power / plane.power : undefined;
    return { days: all.days.length - 1, factor, ...use };
  }

  /** Of what is known of the plane. */
  #doubt({ rows, plane }: FittedPlane): Refusal | undefined {
    return rows.fixed && contradiction(rows, plane, this.subject.clock.band);
  }

  /** Days of months without snow. */
  #warm(rows: FitRows): FitRows {
    return ofDays(rows, (day) => !this.free.days.isCold(rows.sky.index[rows.days[day]!]!));
  }

  #shade(days: MeterDays, system: LearntPower): LearntShade | undefined {
    const low = this.#rowsOf(days, { lowest: LOW_SUN });
    return learnShade(low, { open: powerUnder(low.sky, system, 1), closed: powerUnder(low.sky, system, 0) });
  }

  #health(
    days: MeterDays,
    expected: Float64Array,
    withWeather: Float64Array | undefined,
    limit: number | undefined,
  ): Health | undefined {
    const isUsed = (row: number) => this.usable(row) || isFault(this.free, row);
    return healthOf(this.rows, { place: this.subject.place, days, expected, withWeather, isUsed, limit });
  }

  /** Its own level is no fault of the system. */
  #withWeather(system: LearntSystem): Float64Array | undefined {
    const { weather } = this.subject;
    const { factor = 1 } = system.weather ?? {};
    return weather && this.#expected(system, weather).map((power) => factor * power);
  }

  #expected(system: LearntPower, weather?: MeterWeather): Float64Array {
    const { place, clock } = this.subject;
    return expectedPower(this.rows, place, system, clock.shiftAt, weather);
  }

  get #base() {
    const { clock, known } = this.subject;
    return { clock, known, findings: this.free.findings, rows: this.rows };
  }

  #refused(refusal: Refusal): Learning {
    return { ...this.#base, system: undefined, refusal, health: undefined, expected: undefined, months: undefined };
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

/** Means over 5 minutes of shorter rows; missing where more than half of them are. */
export function joined(meter: MeterRows): MeterRows {
  const { start, step, power } = meter;
  const many = Math.floor(SHORTEST / step);
  if (many < 2) return meter;
  const out = Float64Array.from({ length: Math.floor(power.length / many) }, (_, row) => {
    const known = power.subarray(row * many, (row + 1) * many).filter((value) => !Number.isNaN(value));
    return 2 * known.length > many ? mean(known) : Number.NaN;
  });
  return { start, step: step * many, power: out };
}
