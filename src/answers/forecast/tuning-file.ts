/** A tuning's file, which anybody may have written: each value is checked against a table of shapes, and an error names it. */
import { normalQuantile } from "../../foundation/statistics/normal.js";
import { shown } from "../../foundation/text/shown.js";
import { alongCurve, between, KNOT_SCORES, KNOTS } from "./curves.js";
import type { AheadBands } from "./day-ahead/bands.js";
import type { JudgedAhead } from "./day-ahead/held-out-ahead.js";
import { DAY_AHEAD_PREDICTORS, type DayAheadFit, type DayAheadTable } from "./day-ahead/predictors.js";
import { DEFAULT_SPREAD } from "./default-table.generated.js";
import { PROBABILITIES } from "./spread.js";
import {
  type CorrectionTable,
  type Fit,
  LONGEST_LEAD,
  type ObservationStep,
  PREDICTORS,
  SKIES,
  SPREAD_INDICES,
  type SpreadTable,
} from "./table.js";
import {
  FORMAT,
  type JudgedDays,
  type SiteTuning,
  TEACHERS,
  type TuningEvidence,
  UNUSED_PARTS,
  VERSION,
} from "./tuning.js";

/** W/m²: no light, clear sky or error in a file is larger. */
const MOST_LIGHT = 2000;
/** Weights and moments (of indices and kW/m²) are near 1, as are sizes; a ridge keeps the day-ahead weights there. Far beyond is damage. */
const MOST_WEIGHT = 20;
const MOST_AHEAD_WEIGHT = 100;
/** Departures of indices, and ranks as normal scores. */
const MOST_DEPARTURE = 5;
const MOST_SCORE = 10;
const MOST_INDEX = 1.5;
/** Hours of 40 days. */
const MOST_HOURS = 960;
/** Indices of the first version, and its probabilities: 5, 10 … 95 %. */
const FIRST_INDICES = [0.2, 0.4, 0.6, 0.8, 1];
const FIRST_SCORES = PROBABILITIES.map(normalQuantile);

/** @throws TypeError, RangeError that name the value */
type Read<T> = (value: unknown, where: string) => T;
type Shape<T> = { readonly [key in keyof T]-?: Read<T[key]> };

function object(value: unknown, where: string): { readonly [key: string]: unknown } {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as { [key: string]: unknown };
  throw new TypeError(`${where || "the file"} must be an object, got ${shown(value)}`);
}

/** An object with these values, in this order; without keys whose value is undefined. */
function shape<T extends object>(of: Shape<T>): Read<T> {
  return (value, where) => {
    const given = object(value, where);
    const entries = Object.entries<Read<unknown>>(of).map(
      ([key, read]) => [key, read(given[key], where === "" ? key : `${where}.${key}`)] as const,
    );
    return Object.fromEntries(entries.filter(([, found]) => found !== undefined)) as T;
  };
}

function optional<T>(read: Read<T>): Read<T | undefined> {
  return (value, where) => (value === undefined ? undefined : read(value, where));
}

function number(least: number, most: number): Read<number> {
  return (value, where) => {
    if (typeof value === "number" && value >= least && value <= most) return value;
    throw new RangeError(`${where} must be a number from ${least} to ${most}, got ${shown(value)}`);
  };
}

const count: Read<number> = (value, where) => {
  if (Number.isSafeInteger(value) && (value as number) > 0) return value as number;
  throw new RangeError(`${where} must be a whole number above 0, got ${shown(value)}`);
};

const text: Read<string> = (value, where) => {
  if (typeof value === "string" && value !== "") return value;
  throw new TypeError(`${where} must be a text, got ${shown(value)}`);
};

const time: Read<number> = (value, where) => {
  const found = typeof value === "string" ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(found)) return found;
  throw new TypeError(`${where} must be a time, got ${shown(value)}`);
};

function oneOf<Name extends string>(names: readonly Name[]): Read<Name> {
  return (value, where) => {
    const known = names.find((name) => name === value);
    if (known !== undefined) return known;
    throw new TypeError(`${where} must be one of "${names.join('", "')}", got ${shown(value)}`);
  };
}

/** @param length default: one item or more */
function list<T>(read: Read<T>, length?: number): Read<readonly T[]> {
  return (value, where) => {
    if (Array.isArray(value) && (length === undefined ? value.length > 0 : value.length === length))
      return value.map((one, k) => read(one, `${where}[${k}]`));
    throw new TypeError(`${where} must be a list${length === undefined ? "" : ` of ${length}`}, got ${shown(value)}`);
  };
}

/** A list that may be empty, and that the first version lacks. */
function later<T>(read: Read<T>, version: number): Read<readonly T[]> {
  return (value, where) => {
    if (version === 1) return [];
    return Array.isArray(value) && value.length === 0 ? [] : list(read)(value, where);
  };
}

/** Two numbers or more. @param what they are, such as "lead times" */
function ascending(what: string, least: number, most: number): Read<readonly number[]> {
  return (value, where) => {
    const found = list(number(least, most))(value, where);
    if (found.length > 1 && found.every((one, k) => k === 0 || one > found[k - 1]!)) return found;
    throw new RangeError(`${where} must be two ${what} or more that ascend, got ${found.join(", ")}`);
  };
}

function bySky<T>(read: Read<T>): Read<{ readonly [sky in (typeof SKIES)[number]]: T }> {
  return shape(Object.fromEntries(SKIES.map((sky) => [sky, read])) as Shape<{ [sky in (typeof SKIES)[number]]: T }>);
}

function leastSquares(size: number): Read<Fit> {
  return shape<Fit>({
    weights: list(number(-MOST_WEIGHT, MOST_WEIGHT), size),
    moments: list(number(-MOST_WEIGHT, MOST_WEIGHT), (size * (size + 1)) / 2),
  });
}

const leadTimes = ascending("lead times", 1, LONGEST_LEAD);
const light = number(0, MOST_LIGHT);

const correctionTable: Read<CorrectionTable> = (value, where) => {
  const { length } = leadTimes(object(value, where).leads, `${where}.leads`);
  const ofStep = (step: ObservationStep) => list(bySky(leastSquares(PREDICTORS[step].length)), length);
  return shape<CorrectionTable>({
    name: text,
    evidence: text,
    leads: leadTimes,
    fits: shape({ quarter: ofStep("quarter"), hour: ofStep("hour") }),
    unobserved: list(leastSquares(1), length),
    persistence: list(number(-1, 1), length),
  })(value, where);
};

const dayAheadFit: Read<DayAheadFit> = (value, where) => {
  const predictors = list(oneOf(DAY_AHEAD_PREDICTORS))(object(value, where).predictors, `${where}.predictors`);
  if (new Set(predictors).size < predictors.length)
    throw new TypeError(`${where}.predictors must differ, got ${predictors.join(", ")}`);
  const weights = list(number(-MOST_AHEAD_WEIGHT, MOST_AHEAD_WEIGHT), predictors.length);
  return { predictors, weights: weights(object(value, where).weights, `${where}.weights`) };
};

const dayAheadTable = shape<DayAheadTable>({
  name: text,
  evidence: text,
  reach: number(0, MOST_HOURS),
  fits: list(dayAheadFit),
});

const meanError = number(-MOST_LIGHT, MOST_LIGHT);
const judgedAhead = shape<JudgedAhead>({
  from: count,
  to: count,
  count,
  mean: optional(light),
  run: light,
  after: light,
  bias: shape({ run: meanError, after: meanError }),
});

const share = number(0, 1);
const judgedDays =
  (version: number): Read<JudgedDays> =>
  (value, where) => {
    const leads = later(shape({ lead: count, count, run: light, before: light, after: light }), 2);
    const held = shape({ before: share, after: share });
    const { length } = leads(object(value, where).leads, `${where}.leads`);
    return shape<JudgedDays>({
      start: time,
      end: time,
      days: count,
      leads,
      held: length > 0 ? held : () => undefined,
      ahead: later(judgedAhead, version),
    })(value, where);
  };

const evidence = (version: number) =>
  shape<TuningEvidence>({
    start: time,
    end: time,
    days: count,
    runs: count,
    step: oneOf(["quarter", "hour"]),
    judged: judgedDays(version),
    leftOut: later(text, version),
    unused: later(shape({ part: oneOf(UNUSED_PARTS), reason: text }), version),
  });

const climatology: Read<readonly number[]> = (value, where) => {
  if (Array.isArray(value) && ![0, 1, 12, 288].includes(value.length))
    throw new TypeError(`climatology must be 1, 12 or 288 clear-sky indices, got ${shown(value)}`);
  return list(number(0, MOST_INDEX))(value, where);
};

/** Quantiles of departures. */
function quantiles(length = KNOTS.length): Read<readonly number[]> {
  return (value, where) => {
    const found = list(number(-MOST_DEPARTURE, MOST_DEPARTURE), length)(value, where);
    const crossed = found.findIndex((one, k) => k > 0 && one < found[k - 1]!);
    if (crossed < 0) return found;
    throw new RangeError(`${where} must not descend, got ${found[crossed]} after ${found[crossed - 1]}`);
  };
}

const aheadBands: Read<AheadBands> = (value, where) => {
  const indices = ascending("clear-sky indices", 0, MOST_DEPARTURE);
  const clears = ascending("clear skies", 0, MOST_LIGHT);
  const leads = ascending("lead times", 0, MOST_HOURS);
  const given = object(value, where);
  const lengthOf = (key: string, read: Read<readonly number[]>) => read(given[key], `${where}.${key}`).length;
  const ofClears = list(quantiles(), lengthOf("clears", clears));
  const width = number(0, MOST_WEIGHT);
  return shape<AheadBands>({
    indices,
    clears,
    departures: list(ofClears, lengthOf("indices", indices)),
    size: width,
    leads,
    widths: list(width, lengthOf("leads", leads)),
    hours: shape({ shifts: list(number(-MOST_SCORE, MOST_SCORE), 24), widths: list(width, 24) }),
    correlation: shape({ common: share, hourly: share }),
  })(value, where);
};

const stepOfSpread: Read<ObservationStep> = (value, where) => {
  const step = text(value, where);
  if (step === "quarter" || step === "hour") return step;
  throw new TypeError(`${where} must be quarter or hour, got ${step}`);
};

/** @param step of the observations, which the first version has elsewhere */
function spreadTable(version: number, step: ObservationStep): Read<SpreadTable> {
  const isFirst = version === 1;
  const bins = isFirst ? firstBins : list(quantiles(), SPREAD_INDICES.length);
  return (value, where) => {
    const { length } = leadTimes(object(value, where).leads, `${where}.leads`);
    return shape<SpreadTable>({
      name: text,
      evidence: text,
      leads: leadTimes,
      step: isFirst ? () => step : stepOfSpread,
      departures: list(bySky(bins), length),
      quarters: isFirst ? () => DEFAULT_SPREAD.quarters : number(1, MOST_WEIGHT),
      ahead: isFirst ? () => DEFAULT_SPREAD.ahead : aheadBands,
    })(value, where);
  };
}

/** Quantiles of the first version at the indices and probabilities of today. */
const firstBins: Read<readonly (readonly number[])[]> = (value, where) => {
  const bins = list(quantiles(PROBABILITIES.length), FIRST_INDICES.length)(value, where).map(atKnots);
  return SPREAD_INDICES.map((index) => KNOTS.map((_, q) => between(FIRST_INDICES, index, (bin) => bins[bin]![q]!)));
};

/** From 19 quantiles; beyond them as a normal distribution goes on. */
function atKnots(given: readonly number[]): readonly number[] {
  const last = FIRST_SCORES.length - 1;
  const beyond = (end: number, next: number, score: number) => {
    const slope = (given[end]! - given[next]!) / (FIRST_SCORES[end]! - FIRST_SCORES[next]!);
    return given[end]! + slope * (score - FIRST_SCORES[end]!);
  };
  return KNOT_SCORES.map((score) => {
    if (score < FIRST_SCORES[0]!) return beyond(0, 1, score);
    if (score > FIRST_SCORES[last]!) return beyond(last, last - 1, score);
    return alongCurve(given, score, FIRST_SCORES);
  });
}

/**
 * @param given text of `siteTuningText`
 * @throws TypeError for a text that is not whole or of something else, RangeError for numbers that weights cannot have, naming them
 * @experimental
 */
export function parseSiteTuning(given: string): SiteTuning {
  const file = object(json(given), "");
  if (file.format !== FORMAT) throw new TypeError(`format must be "${FORMAT}", got ${shown(file.format)}`);
  const version = file.version === 1 ? 1 : VERSION;
  if (file.version !== version) throw new TypeError(`version must be 1 or ${VERSION}, got ${shown(file.version)}`);
  const { step } = evidence(version)(file.evidence, "evidence");
  return shape<SiteTuning>({
    place: shape({ latitude: number(-90, 90), longitude: number(-180, 180), altitude: optional(number(-500, 9000)) }),
    runs: list(text),
    observations: list(text),
    climatology,
    teacher: optional(oneOf(TEACHERS)),
    evidence: evidence(version),
    dayAhead: optional(dayAheadTable),
    table: correctionTable,
    spread: spreadTable(version, step),
  })(file, "");
}

function json(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch (cause) {
    throw new TypeError(`the file is truncated or not JSON (${(cause as Error).message})`, { cause });
  }
}
