/** What a place's own past taught, as a file keeps it. */
import { shown } from "../text/shown.js";
import type { DayAheadTable } from "./day-ahead/table.js";
import { PROBABILITIES, SPREAD_INDICES } from "./spread.js";
import {
  type CorrectionTable,
  type Fit,
  LONGEST_LEAD,
  type ObservationStep,
  PREDICTORS,
  SKIES,
  SPREAD_SKIES,
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
  readonly evidence: TuningEvidence;
  /** What its observations are; undefined: a file of an earlier version, whose observations were measured or seen by satellite. */
  readonly teacher?: "measured" | "satellite" | "reanalysis" | undefined;
  /** What corrects runs at every lead; undefined: nothing, or nothing that helped. */
  readonly dayAhead?: DayAheadTable | undefined;
  readonly table: CorrectionTable;
  readonly spread: SpreadTable;
}

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
}

/** @experimental */
export interface JudgedDays {
  /** Unix ms. */
  readonly start: number;
  readonly end: number;
  readonly days: number;
  readonly leads: readonly JudgedLead[];
  /** Share of the quarters of an hour between the 10 % and the 90 % quantile. */
  readonly held: { readonly before: number; readonly after: number };
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
const VERSION = 1;

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
  if (given.version !== VERSION) throw new TypeError(`version must be ${VERSION}, got ${shown(given.version)}`);
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
    evidence: evidenceAt(given.evidence),
    table: tableAt(given.table),
    spread: spreadAt(given.spread),
  };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TypeError(`the file is truncated or not JSON (${(cause as Error).message})`, { cause });
  }
}

function evidenceAt(value: unknown): TuningEvidence {
  const { judged: given, ...of } = objectAt(value, "evidence");
  const step = of.step;
  if (step !== "quarter" && step !== "hour") {
    throw new TypeError(`evidence.step must be quarter or hour, got ${shown(step)}`);
  }
  const judged = objectAt(given, "evidence.judged");
  const held = objectAt(judged.held, "evidence.judged.held");
  const share = (name: string) => numberAt(held[name], `evidence.judged.held.${name}`, 0, 1);
  return {
    ...timesAt(of, "evidence"),
    days: countAt(of.days, "evidence.days"),
    runs: countAt(of.runs, "evidence.runs"),
    step,
    judged: {
      ...timesAt(judged, "evidence.judged"),
      days: countAt(judged.days, "evidence.judged.days"),
      leads: listAt(judged.leads, "evidence.judged.leads").map(judgedLeadAt),
      held: { before: share("before"), after: share("after") },
    },
  };
}

function judgedLeadAt(value: unknown, k: number): JudgedLead {
  const where = `evidence.judged.leads[${k}]`;
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
  const leads = leadsAt(of.leads, "table.leads");
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

function spreadAt(value: unknown): SpreadTable {
  const of = objectAt(value, "spread");
  const leads = leadsAt(of.leads, "spread.leads");
  const departures = listAt(of.departures, "spread.departures", leads.length).map((one, k) =>
    bySky(SPREAD_SKIES, one, `spread.departures[${k}]`, (bins, where) =>
      listAt(bins, where, SPREAD_INDICES.length).map((list, bin) => quantilesAt(list, `${where}[${bin}]`)),
    ),
  );
  return { name: textAt(of.name, "spread.name"), evidence: textAt(of.evidence, "spread.evidence"), leads, departures };
}

function quantilesAt(value: unknown, where: string): readonly number[] {
  const list = numbersAt(value, where, PROBABILITIES.length, -MOST_DEPARTURE, MOST_DEPARTURE);
  const crossed = list.findIndex((one, k) => k > 0 && one < list[k - 1]!);
  if (crossed < 0) return list;
  throw new RangeError(`${where} must not descend, got ${list[crossed]} after ${list[crossed - 1]}`);
}

/** Weights are near 1 at most, moments those of indices and kW/m², departures those of indices: far beyond is damage. */
const MOST_WEIGHT = 20;
const MOST_MOMENT = 20;
const MOST_DEPARTURE = 5;
const MOST_INDEX = 1.5;
/** W/m². */
const MOST_LIGHT = 2000;

type Given = { readonly [name: string]: unknown };

function objectAt(value: unknown, where: string): Given {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Given;
  throw new TypeError(`${where} must be an object, got ${shown(value)}`);
}

function bySky<Name extends string, T>(
  names: readonly Name[],
  value: unknown,
  where: string,
  read: (one: unknown, where: string) => T,
): { readonly [name in Name]: T } {
  const of = objectAt(value, where);
  return Object.fromEntries(names.map((name) => [name, read(of[name], `${where}.${name}`)])) as { [name in Name]: T };
}

function listAt(value: unknown, where: string, length?: number): readonly unknown[] {
  if (Array.isArray(value) && (length === undefined ? value.length > 0 : value.length === length)) return value;
  throw new TypeError(`${where} must be a list${length === undefined ? "" : ` of ${length}`}, got ${shown(value)}`);
}

function numbersAt(value: unknown, where: string, length: number, least: number, most: number): readonly number[] {
  return listAt(value, where, length).map((one, k) => numberAt(one, `${where}[${k}]`, least, most));
}

function numberAt(value: unknown, where: string, least: number, most: number): number {
  if (typeof value === "number" && value >= least && value <= most) return value;
  throw new RangeError(`${where} must be a number from ${least} to ${most}, got ${shown(value)}`);
}

function countAt(value: unknown, where: string): number {
  if (Number.isSafeInteger(value) && (value as number) > 0) return value as number;
  throw new RangeError(`${where} must be a whole number above 0, got ${shown(value)}`);
}

function leadsAt(value: unknown, where: string): readonly number[] {
  const leads = listAt(value, where).map((one, k) => numberAt(one, `${where}[${k}]`, 1, LONGEST_LEAD));
  if (leads.length > 1 && leads.every((one, k) => k === 0 || one > leads[k - 1]!)) return leads;
  throw new RangeError(`${where} must be two lead times or more that ascend, got ${leads.join(", ")}`);
}

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

function textAt(value: unknown, where: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new TypeError(`${where} must be a text, got ${shown(value)}`);
}
