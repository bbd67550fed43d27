/** What a caller may decide about a selection, checked. */
import { shown } from "../../text/shown.js";
import { SELECTION_METHODS, type SelectionMethod } from "./audit.js";
import type { Plotting } from "./finkelstein-schafer.js";
import { PERSISTENCE_RULES, type PersistenceRule } from "./persistence.js";
import { checkWeights, type IndexWeights, PUBLISHED_WEIGHTS } from "./weights.js";

/** @experimental */
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
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`${caller}: options must be an object, got ${shown(options)}`);
  }
  const { timeZone, weights, plotting, persistence } = options;
  if (weights !== undefined && options.method !== undefined) {
    throw new TypeError(`${caller}: options.method and options.weights exclude each other, got both`);
  }
  const method = weights === undefined ? oneOf(caller, "method", options.method ?? "tmy3", PUBLISHED) : "weights";
  const isIso = method === "iso15927";
  for (const [name, value] of Object.entries({ plotting, persistence })) {
    if (isIso && value !== undefined) {
      throw new TypeError(`${caller}: ISO 15927-4 fixes ${name}: omit options.${name}`);
    }
  }
  const { joinHours = isIso ? 8 : 6 } = options;
  if (typeof joinHours !== "number" || !(joinHours >= 0 && joinHours <= 24)) {
    throw new RangeError(`${caller}: options.joinHours must be a number from 0 to 24, got ${shown(joinHours)}`);
  }
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
