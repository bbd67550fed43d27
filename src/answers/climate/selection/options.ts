/** What a caller may decide about a selection, checked. */
import { shown } from "../../../foundation/text/shown.js";
import { PERSISTENCE_RULES, type PersistenceRule, SELECTION_METHODS, type SelectionMethod } from "./audit.js";
import { DAILY_INDEX_NAMES, type DailyIndex, type Plotting } from "./daily-indices.js";

export interface SelectionOptions {
  /** Standard-time UTC offset of the place in hours; default: the weather's place. */
  timeZone?: number | undefined;
  /** Default "tmy3"; not together with `weights`. */
  method?: Exclude<SelectionMethod, "weights"> | undefined;
  /** Own weights of the daily indices; only their ratios count. */
  weights?: IndexWeights | undefined;
  /** Plotting positions of the distributions: default "step"; ISO 15927-4 fixes its own. */
  plotting?: Exclude<Plotting, "iso"> | undefined;
  /** Default "manual"; ISO 15927-4 has no such rule. */
  persistence?: PersistenceRule | undefined;
  /** Hours on either side of a join that are cross-faded, 0 to 24: default 6, of ISO 15927-4 8. */
  joinHours?: number | undefined;
}

export interface SelectionRules {
  readonly timeZone: number | undefined;
  readonly method: SelectionMethod;
  readonly weights: IndexWeights | null;
  readonly plotting: Plotting;
  readonly persistence: PersistenceRule;
  readonly joinHours: number;
}

const PLOTTINGS = ["step", "nrel", "hazen"] as const;
const PUBLISHED = SELECTION_METHODS.filter((method) => method !== "weights");

/** @throws TypeError, RangeError naming the option */
export function checkSelectionOptions(caller: string, options: SelectionOptions): SelectionRules {
  if (typeof options !== "object" || options === null)
    throw new TypeError(`${caller}: options must be an object, got ${shown(options)}`);
  const { timeZone, weights, plotting, persistence } = options;
  if (weights !== undefined && options.method !== undefined)
    throw new TypeError(`${caller}: options.method and options.weights exclude each other, got both`);
  const method = weights === undefined ? oneOf(caller, "method", options.method ?? "tmy3", PUBLISHED) : "weights";
  const isIso = method === "iso15927";
  for (const [name, value] of Object.entries({ plotting, persistence }))
    if (isIso && value !== undefined) throw new TypeError(`${caller}: ISO 15927-4 fixes ${name}: omit options.${name}`);
  const { joinHours = isIso ? 8 : 6 } = options;
  if (typeof joinHours !== "number" || !(joinHours >= 0 && joinHours <= 24))
    throw new RangeError(`${caller}: options.joinHours must be a number from 0 to 24, got ${shown(joinHours)}`);
  return {
    timeZone,
    method,
    weights: isIso ? null : method === "weights" ? checkWeights(caller, weights) : PUBLISHED_WEIGHTS[method],
    plotting: isIso ? "iso" : oneOf(caller, "plotting", plotting ?? "step", PLOTTINGS),
    persistence: isIso ? "none" : oneOf(caller, "persistence", persistence ?? "manual", PERSISTENCE_RULES),
    joinHours,
  };
}

function oneOf<Name extends string>(caller: string, option: string, value: unknown, known: readonly Name[]): Name {
  const found = known.find((name) => name === value);
  if (found !== undefined) return found;
  throw new RangeError(`${caller}: options.${option} must be one of ${known.join(", ")}, got ${shown(value)}`);
}

/*
 * What each daily index counts for: the weights of the published typical years.
 *
 * Sources: Hall, Prairie, Anderson & Boes (1978), Generation of Typical Meteorological Years for 26 SOLMET Stations,
 * SAND-78-1601; Marion & Urban (1995), User's Manual for TMY2s, appendix A; Wilcox & Marion (2008), Users Manual for TMY3
 * Data Sets, NREL/TP-581-43156, table A-1 (TMY3 and today's NSRDB have the same); typical GHI and DNI years as NREL's NSRDB has them.
 */

export type IndexWeights = { readonly [name in DailyIndex]?: number };

const PUBLISHED_WEIGHTS = {
  tmy3: {
    temperature_max: 1 / 20,
    temperature_min: 1 / 20,
    temperature_mean: 2 / 20,
    dew_point_max: 1 / 20,
    dew_point_min: 1 / 20,
    dew_point_mean: 2 / 20,
    wind_max: 1 / 20,
    wind_mean: 1 / 20,
    dni_sum: 5 / 20,
    ghi_sum: 5 / 20,
  },
  hall1978: {
    temperature_max: 1 / 24,
    temperature_min: 1 / 24,
    temperature_mean: 2 / 24,
    dew_point_max: 1 / 24,
    dew_point_min: 1 / 24,
    dew_point_mean: 2 / 24,
    wind_max: 2 / 24,
    wind_mean: 2 / 24,
    ghi_sum: 12 / 24,
  },
  tgy: { ghi_sum: 1 },
  tdy: { dni_sum: 1 },
} as const satisfies { readonly [method: string]: IndexWeights };

/** Own weights: any positive numbers; only their ratios count. */
export function checkWeights(caller: string, weights: unknown): IndexWeights {
  if (typeof weights !== "object" || weights === null)
    throw new TypeError(`${caller}: options.weights must be an object { daily index: weight }, got ${shown(weights)}`);
  const entries = Object.entries(weights);
  for (const [name, weight] of entries) {
    if (!(DAILY_INDEX_NAMES as string[]).includes(name))
      throw new RangeError(
        `${caller}: options.weights has no index ${shown(name)}: known are ${DAILY_INDEX_NAMES.join(", ")}`,
      );
    if (typeof weight !== "number" || !(weight >= 0 && weight <= 1e6))
      throw new RangeError(`${caller}: options.weights.${name} must be a number from 0 to 1e6, got ${shown(weight)}`);
  }
  if (!entries.some(([, weight]) => weight > 0))
    throw new RangeError(`${caller}: options.weights must have at least one weight above 0`);
  return weights as IndexWeights;
}

/** The weights above 0 of indices that are there, in the order of the indices, with sum 1. */
export function usableWeights(weights: IndexWeights, isThere: (name: DailyIndex) => boolean): Map<DailyIndex, number> {
  const usable = DAILY_INDEX_NAMES.filter((name) => (weights[name] ?? 0) > 0 && isThere(name));
  let total = 0;
  for (const name of usable) total += weights[name]!;
  // Published weights add up to 1 but for rounding, and stay as they are written.
  const scale = Math.abs(total - 1) < 1e-12 ? 1 : total;
  return new Map(usable.map((name) => [name, weights[name]! / scale]));
}
