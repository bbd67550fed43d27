/** Options of a simulation, checked once before anything runs. */
import { shown } from "../../contract/observation/errors.js";
import { parseObservationRequest } from "../../contract/observation/request.js";
import type { ObservationQuery, ObservationRequest } from "../../contract/observation/types.js";
import type { Accelerator } from "../../gpu/types.js";
import type { RunSpec } from "../messages/messages.js";
import { columnNames } from "../results/columns.js";
import type { Aggregate, BulkSite, Precision, SimulationOptions, WeatherFunction } from "../types.js";
import { acceleratedContext } from "./accelerated-context.js";
import { checkDeadline, checkSignal, checkThreads } from "./checks.js";
import { postableContext } from "./context.js";
import { isModuleExport, resolvedModule } from "./modules.js";
import { shareWeather } from "./weather.js";

const OWNER = "simulate";
const DEADLINE = 60_000;

/** A simulation with every default filled in. */
export interface RunOptions {
  readonly spec: RunSpec;
  readonly sites: Iterable<BulkSite> | AsyncIterable<BulkSite>;
  /** Called in the main thread; undefined: the weather comes from the spec or the site. */
  readonly load: WeatherFunction | undefined;
  readonly accelerator: Accelerator | undefined;
  readonly threads: number;
  readonly memoryLimit: number | undefined;
  readonly from: number;
  readonly done: (index: number, site: BulkSite) => boolean;
  readonly signal: AbortSignal | undefined;
  readonly deadline: number;
  readonly reuse: boolean;
}

/** @throws TypeError, RangeError, RequestError, WeatherError, GpuError for options that concern all sites, naming the option */
export function checkOptions(options: SimulationOptions): RunOptions {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`${OWNER}: options must be an object, got ${String(options)}`);
  }
  const { sites, weather, context: given = {}, from = 0, done = () => false, signal, deadline = DEADLINE } = options;
  if (!isIterable(sites)) throw new TypeError(`${OWNER}: sites must be an iterable of sites, got ${String(sites)}`);
  if (!Number.isInteger(from) || from < 0) {
    throw new RangeError(`${OWNER}: from must be a whole number of 0 or more, got ${from}`);
  }
  if (typeof done !== "function") throw new TypeError(`${OWNER}: done must be a function, got ${String(done)}`);
  checkDeadline(OWNER, deadline);
  checkSignal(OWNER, signal);
  const threads = checkThreads(OWNER, options);
  const query = commonQuery(options);
  const context = postableContext(given);
  const aggregate = checkAggregate(options.aggregate);
  const surface = checkFlag("surface", options.surface);
  if (surface && aggregate) throw new RangeError(`${OWNER}: surface angles cannot be aggregated`);
  const { parameters } = commonRequest(options);
  const accelerator = checkAccelerator(options.accelerator);
  const spec: RunSpec = {
    query: { ...query, parameters },
    context: accelerator ? acceleratedContext(context) : context,
    weather: sharedWeather(weather),
    names: columnNames(parameters, surface, context.extra ?? []),
    aggregate,
    precision: checkPrecision(options.precision ?? "float64"),
  };
  const load = typeof weather === "function" ? weather : undefined;
  const reuse = checkFlag("reuse", options.reuse);
  const { memoryLimit } = options;
  return { spec, sites, load, accelerator, threads, memoryLimit, from, done, signal, deadline, reuse };
}

function checkAccelerator(accelerator: Accelerator | undefined): Accelerator | undefined {
  if (accelerator === undefined || typeof accelerator?.compute === "function") return accelerator;
  throw new TypeError(`${OWNER}: accelerator must come from openAccelerator, got ${String(accelerator)}`);
}

/**
 * The request of a site without values of its own, at an arbitrary place.
 *
 * @throws RequestError, TypeError, RangeError as `parseObservationRequest`
 */
export function commonRequest(options: SimulationOptions): ObservationRequest {
  const now = options.context?.now;
  return parseObservationRequest({ ...commonQuery(options), lat: 0, lon: 0 }, now === undefined ? {} : { now });
}

function commonQuery(options: SimulationOptions): Omit<ObservationQuery, "lat" | "lon"> {
  const query: { [key: string]: unknown } = { ...options.query };
  for (const key of ["parameters", "frequency", "start", "end"] as const) {
    if (options[key] !== undefined) query[key] = options[key];
  }
  return query;
}

function isIterable(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Symbol.iterator in value || Symbol.asyncIterator in value;
}

function sharedWeather(weather: SimulationOptions["weather"]): RunSpec["weather"] {
  if (weather === undefined || typeof weather === "function") return undefined;
  return isModuleExport(weather) ? resolvedModule("weather", weather) : shareWeather(weather);
}

function checkFlag(key: string, value: unknown): boolean {
  if (value === undefined || typeof value === "boolean") return value ?? false;
  throw new TypeError(`${OWNER}: ${key} must be true or false, got ${String(value)}`);
}

const PERIODS = ["hourly", "daily", "monthly", "annual"];

function checkAggregate(aggregate: SimulationOptions["aggregate"]): Required<Aggregate> | null {
  if (aggregate === undefined) return null;
  if (typeof aggregate !== "string" && (typeof aggregate !== "object" || aggregate === null)) {
    throw new TypeError(
      `${OWNER}: aggregate must be the name of a period or { period, statistic }, got ${shown(aggregate)}`,
    );
  }
  const { period, statistic = "sum" } = typeof aggregate === "string" ? { period: aggregate } : aggregate;
  if (!PERIODS.includes(period as string)) {
    throw new RangeError(`${OWNER}: aggregate must be one of ${PERIODS.join(", ")}, got ${String(period)}`);
  }
  if (statistic !== "sum" && statistic !== "mean") {
    throw new RangeError(`${OWNER}: aggregate.statistic must be "sum" or "mean", got ${String(statistic)}`);
  }
  return { period: period as Aggregate["period"], statistic };
}

function checkPrecision(precision: unknown): Precision {
  if (precision === "float32" || precision === "float64") return precision;
  throw new RangeError(`${OWNER}: precision must be "float32" or "float64", got ${String(precision)}`);
}
