/** The options of a run of yields, checked once before anything runs. */
import { shown } from "../../text/shown.js";
import type { SitePlane, YieldSpec } from "../messages/messages.js";
import type { BulkContext, SimulationOptions, YieldPeriod } from "../types.js";
import { PLANE_KEYS, readPart } from "./site-system.js";

const PERIODS: readonly string[] = ["annual", "monthly", "hourly"];
/** Options of observations. */
const OTHERS = ["parameters", "frequency", "start", "end", "surface", "accelerator"] as const;

/**
 * @param context of the run, checked as that of observations
 * @returns null: the run is one of observations
 * @throws TypeError, RangeError naming the option
 */
export function checkYields(owner: string, options: SimulationOptions, context: BulkContext): YieldSpec | null {
  const { yields } = options;
  if (yields === undefined) return null;
  if (typeof yields !== "object" || yields === null) {
    throw new TypeError(`${owner}: yields must be an object, got ${shown(yields)}`);
  }
  const other = OTHERS.find((key) => options[key] !== undefined);
  if (other !== undefined) {
    throw new RangeError(`${owner}: ${other} does not apply to yields, got ${shown(options[other])}`);
  }
  if (context.snow !== undefined) throw new RangeError(`${owner}: context.snow does not apply to yields`);
  if (context.models?.pv !== undefined) {
    throw new RangeError(`${owner}: context.models.pv does not apply to yields: the system says what is computed`);
  }
  const { system, kwp, randomSeed, typicalYear, horizonInLight, examination, lightSource, ...rest } = yields;
  const { horizon: _horizon, ...query } = options.query ?? {};
  const odd = Object.keys(query).find((key) => !PLANE_KEYS.includes(key as never));
  if (odd !== undefined) throw new RangeError(`${owner}: query.${odd} does not apply to yields`);
  return {
    period: checkPeriod(owner, options.aggregate),
    system: readPart(system, `${owner}: yields.system`),
    plane: { ...(query as SitePlane), ...(kwp !== undefined && { kwp }) },
    tracker: context.tracker,
    options: rest,
    weather: { typicalYear, horizonInLight, examination, lightSource },
    randomSeed,
  };
}

function checkPeriod(owner: string, aggregate: SimulationOptions["aggregate"] = "annual"): YieldPeriod {
  const { period, statistic } = typeof aggregate === "object" ? aggregate : { period: aggregate, statistic: undefined };
  if (statistic !== undefined) {
    throw new RangeError(`${owner}: aggregate.statistic does not apply to yields, got ${shown(statistic)}`);
  }
  if (PERIODS.includes(period)) return period as YieldPeriod;
  throw new RangeError(`${owner}: aggregate must be one of ${PERIODS.join(", ")} for yields, got ${shown(period)}`);
}
