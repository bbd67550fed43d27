/** What a place's own past taught, as a file keeps it. */
import { shown } from "../text/shown.js";
import type { JudgedAhead } from "./day-ahead/held-out-ahead.js";
import type { DayAheadTable } from "./day-ahead/table.js";
import { dayAheadAt, judgedAheadAt } from "./day-ahead/table-file.js";
import {
  ascendingAt,
  bySky,
  countAt,
  type Given,
  listAt,
  MOST_LIGHT,
  numberAt,
  numbersAt,
  objectAt,
  textAt,
} from "./file-values.js";
import { spreadAt } from "./spread-file.js";
import {
  type CorrectionTable,
  type Fit,
  LONGEST_LEAD,
  type ObservationStep,
  PREDICTORS,
  SKIES,
  type SpreadTable,
} from "./table.js";

/** Weights and spread of a place, what they are for, and what they were learnt from. @experimental */
export interface SiteTuning {
  /** Degrees; metres. */
  readonly place: { readonly latitude: number; readonly longitude: number; readonly altitude?: number | undefined };
  /** Data sets of the runs and of the observations, by their names: for others the weights are not. */
  readonly runs: readonly string[];
  readonly observations: readonly string[];
  /** Mean clear-sky index, 1, 12 or 288 values: weights are of departures from this one. */
  readonly climatology: readonly number[];
  /** What observed: the light that came, a satellite's view of it, or a reanalysis, which teaches day-ahead only. */
  readonly teacher?: TeacherKind | undefined;
  readonly evidence: TuningEvidence;
  /** Corrects runs at every lead; undefined: not in use, `evidence.unused` says why. */
  readonly dayAhead?: DayAheadTable | undefined;
  readonly table: CorrectionTable;
  readonly spread: SpreadTable;
}

export const TEACHERS = ["measured", "satellite", "reanalysis"] as const;
/** @experimental */
export type TeacherKind = (typeof TEACHERS)[number];

/** @experimental */
export interface TuningEvidence {
  /** Unix ms: the period learnt from. */
  readonly start: number;
  readonly end: number;
  /** Days with observed light, and runs. */
  readonly days: number;
  readonly runs: number;
  readonly step: ObservationStep;
  /** Forecasts of the last days, with weights learnt only from the days before them. */
  readonly judged: JudgedDays;
  /** Observations that were not believed, a sentence for each reason; none in a file of the first version. */
  readonly leftOut: readonly string[];
  /** What was learnt but is not used. */
  readonly unused: readonly UnusedPart[];
}

/** A part of a tuning that gains nothing: forecasts have the usual one. @experimental */
export interface UnusedPart {
  readonly part: (typeof PARTS)[number];
  readonly reason: string;
}

const PARTS = ["day-ahead", "first-hours"] as const;

/** @experimental */
export interface JudgedDays {
  /** Unix ms. */
  readonly start: number;
  readonly end: number;
  readonly days: number;
  /** Of the first hours after an observation; none if no forecast of these days had one. */
  readonly leads: readonly JudgedLead[];
  /** Share of the quarters of an hour in `leads` between the 10 % and the 90 % quantile. */
  readonly held?: { readonly before: number; readonly after: number } | undefined;
  /** Of hours that nothing was observed for; none in a file of the first version. */
  readonly ahead: readonly JudgedAhead[];
}

/** RMSE of GHI, W/m². @experimental */
export interface JudgedLead {
  /** Seconds. */
  readonly lead: number;
  readonly count: number;
  readonly run: number;
  /** With the initial weights, and with the learnt ones. */
  readonly before: number;
  readonly after: number;
}

const FORMAT = "irradiance-engine/site-tuning";
/** The second has the correction of every lead and its quantiles; the first is still read. */
const VERSION = 2;

/** As JSON, every number to its last digit: `parseSiteTuning` gives the same back. @experimental */
export function siteTuningText(tuning: SiteTuning): string {
  const { evidence } = tuning;
  const { judged } = evidence;
  const dated = <T extends { readonly start: number; readonly end: number }>(of: T) => ({
    ...of,
    start: new Date(of.start).toISOString(),
    end: new Date(of.end).toISOString(),
  });
  const content = {
    format: FORMAT,
    version: VERSION,
    ...tuning,
    evidence: { ...dated(evidence), judged: dated(judged) },
  };
  // A line for each lead time, fit or list of numbers.
  return `${JSON.stringify(content).replaceAll(/([}\]],)(?=["[{])/g, "$1\n")}\n`;
}

/**
 * @param text of `siteTuningText`
 * @throws TypeError for a text that is not whole or of something else, RangeError for numbers that weights cannot have, naming them
 * @experimental
 */
export function parseSiteTuning(text: string): SiteTuning {
  const given = objectAt(json(text), "the file");
  if (given.format !== FORMAT) throw new TypeError(`format must be "${FORMAT}", got ${shown(given.format)}`);
  const version = given.version === 1 ? 1 : VERSION;
  if (given.version !== version) throw new TypeError(`version must be 1 or ${VERSION}, got ${shown(given.version)}`);
  const evidence = evidenceAt(given.evidence, version);
  const { latitude, longitude, altitude } = objectAt(given.place, "place");
  return {
    place: {
      latitude: numberAt(latitude, "place.latitude", -90, 90),
      longitude: numberAt(longitude, "place.longitude", -180, 180),
      ...(altitude !== undefined && { altitude: numberAt(altitude, "place.altitude", -500, 9000) }),
    },
    runs: namesAt(given.runs, "runs"),
    observations: namesAt(given.observations, "observations"),
    climatology: climatologyAt(given.climatology),
    ...(given.teacher !== undefined && { teacher: nameAt(TEACHERS, given.teacher, "teacher") }),
    evidence,
    ...(given.dayAhead !== undefined && { dayAhead: dayAheadAt(given.dayAhead) }),
    table: tableAt(given.table),
    spread: spreadAt(given.spread, version, evidence.step),
  };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TypeError(`the file is truncated or not JSON (${(cause as Error).message})`, { cause });
  }
}

function evidenceAt(value: unknown, version: number): TuningEvidence {
  const { judged, ...of } = objectAt(value, "evidence");
  return {
    ...timesAt(of, "evidence"),
    days: countAt(of.days, "evidence.days"),
    runs: countAt(of.runs, "evidence.runs"),
    step: nameAt(["quarter", "hour"], of.step, "evidence.step"),
    judged: judgedAt(objectAt(judged, "evidence.judged"), version),
    leftOut: version === 1 ? [] : listOf(of.leftOut, "evidence.leftOut", textAt),
    unused: version === 1 ? [] : listOf(of.unused, "evidence.unused", unusedAt),
  };
}

function judgedAt(of: Given, version: number): JudgedDays {
  const leads = listOf(of.leads, "evidence.judged.leads", judgedLeadAt);
  return {
    ...timesAt(of, "evidence.judged"),
    days: countAt(of.days, "evidence.judged.days"),
    leads,
    ...(leads.length > 0 && { held: heldAt(objectAt(of.held, "evidence.judged.held")) }),
    ahead: version === 1 ? [] : listOf(of.ahead, "evidence.judged.ahead", judgedAheadAt),
  };
}

function heldAt(of: Given) {
  const share = (name: string) => numberAt(of[name], `evidence.judged.held.${name}`, 0, 1);
  return { before: share("before"), after: share("after") };
}

function unusedAt(value: unknown, where: string): UnusedPart {
  const { part, reason } = objectAt(value, where);
  return { part: nameAt(PARTS, part, `${where}.part`), reason: textAt(reason, `${where}.reason`) };
}

function judgedLeadAt(value: unknown, where: string): JudgedLead {
  const of = objectAt(value, where);
  const rmse = (name: string) => numberAt(of[name], `${where}.${name}`, 0, MOST_LIGHT);
  const [lead, count] = [countAt(of.lead, `${where}.lead`), countAt(of.count, `${where}.count`)];
  return { lead, count, run: rmse("run"), before: rmse("before"), after: rmse("after") };
}

function timesAt(of: Given, where: string): { start: number; end: number } {
  const time = (name: string) => {
    const found = typeof of[name] === "string" ? Date.parse(of[name]) : Number.NaN;
    if (Number.isNaN(found)) throw new TypeError(`${where}.${name} must be a time, got ${shown(of[name])}`);
    return found;
  };
  return { start: time("start"), end: time("end") };
}

function tableAt(value: unknown): CorrectionTable {
  const of = objectAt(value, "table");
  const leads = ascendingAt(of.leads, "table.leads", "lead times", 1, LONGEST_LEAD);
  const fits = objectAt(of.fits, "table.fits");
  const each = <T>(name: string, list: unknown, read: (one: unknown, where: string) => T) =>
    listAt(list, `table.${name}`, leads.length).map((one, k) => read(one, `table.${name}[${k}]`));
  const ofStep = (step: ObservationStep) =>
    each(`fits.${step}`, fits[step], (one, where) =>
      bySky(SKIES, one, where, (fit, name) => fitAt(fit, name, PREDICTORS[step].length)),
    );
  return {
    name: textAt(of.name, "table.name"),
    evidence: textAt(of.evidence, "table.evidence"),
    leads,
    fits: { quarter: ofStep("quarter"), hour: ofStep("hour") },
    unobserved: each("unobserved", of.unobserved, (fit, where) => fitAt(fit, where, 1)),
    persistence: each("persistence", of.persistence, (one, where) => numberAt(one, where, -1, 1)),
  };
}

function fitAt(value: unknown, where: string, size: number): Fit {
  const { weights, moments } = objectAt(value, where);
  return {
    weights: numbersAt(weights, `${where}.weights`, size, -MOST_WEIGHT, MOST_WEIGHT),
    moments: numbersAt(moments, `${where}.moments`, (size * (size + 1)) / 2, -MOST_MOMENT, MOST_MOMENT),
  };
}

/** Weights are near 1 at most, moments those of indices and kW/m²: far beyond is damage. */
const MOST_WEIGHT = 20;
const MOST_MOMENT = 20;
const MOST_INDEX = 1.5;

function climatologyAt(value: unknown): readonly number[] {
  const list = listAt(value, "climatology");
  if (![1, 12, 288].includes(list.length)) {
    throw new TypeError(`climatology must be 1, 12 or 288 clear-sky indices, got ${shown(value)}`);
  }
  return numbersAt(list, "climatology", list.length, 0, MOST_INDEX);
}

function namesAt(value: unknown, where: string): readonly string[] {
  return listAt(value, where).map((one, k) => textAt(one, `${where}[${k}]`));
}

/** A list that may be empty. */
function listOf<T>(value: unknown, where: string, read: (one: unknown, where: string) => T): readonly T[] {
  if (!Array.isArray(value)) throw new TypeError(`${where} must be a list, got ${shown(value)}`);
  return value.map((one, k) => read(one, `${where}[${k}]`));
}

function nameAt<Name extends string>(names: readonly Name[], value: unknown, where: string): Name {
  const known = names.find((name) => name === value);
  if (known !== undefined) return known;
  throw new TypeError(`${where} must be one of "${names.join('", "')}", got ${shown(value)}`);
}
