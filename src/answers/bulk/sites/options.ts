/** Options of a simulation, of observations or yields, checked once before anything runs. */
import { refuse } from "../../../data/contract/observation/readers.js";
import {
  asIntervals,
  type IntervalRequest,
  parseObservationRequest,
} from "../../../data/contract/observation/request.js";
import type { ObservationQuery } from "../../../data/contract/observation/types.js";
import { isGridded, openGridded } from "../../../data/weather/gridded.js";
import { GpuError } from "../../../engine/gpu/errors.js";
import type { Accelerator } from "../../../engine/gpu/types.js";
import { shown } from "../../../foundation/text/shown.js";
import type { RunSpec, SitePlane, WorkerThreadsData, YieldSpec } from "../messages/messages.js";
import { columnNames, yieldColumns } from "../results/columns.js";
import type {
  Aggregate,
  BulkContext,
  BulkSite,
  Precision,
  SimulationOptions,
  WeatherFunction,
  YieldPeriod,
} from "../types.js";
import { acceleratedContext } from "./accelerated-context.js";
import { checkDeadline, checkSignal, checkTerrain, checkThreads, isModuleExport, resolvedModule } from "./checks.js";
import { postableContext } from "./context.js";
import { PLANE_KEYS, readPart } from "./site-system.js";
import { shareWeather } from "./weather.js";

const YIELD_PERIODS: readonly string[] = ["annual", "monthly", "hourly"] satisfies YieldPeriod[];
/** Options of observations. */
const OTHERS = ["parameters", "frequency", "start", "end", "surface", "accelerator"] as const;

/**
 * @param context of the run, checked as that of observations
 * @returns null: the run is one of observations
 * @throws TypeError, RangeError naming the option
 */
function checkYields(owner: string, options: SimulationOptions, context: BulkContext): YieldSpec | null {
  const { yields } = options;
  if (yields === undefined) return null;
  if (typeof yields !== "object" || yields === null)
    throw new TypeError(`${owner}: yields must be an object, got ${shown(yields)}`);
  const other = OTHERS.find((key) => options[key] !== undefined);
  if (other !== undefined)
    throw new RangeError(`${owner}: ${other} does not apply to yields, got ${shown(options[other])}`);
  if (context.snow !== undefined) throw new RangeError(`${owner}: context.snow does not apply to yields`);
  if (context.models?.pv !== undefined)
    throw new RangeError(`${owner}: context.models.pv does not apply to yields: the system says what is computed`);
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
  if (statistic !== undefined)
    throw new RangeError(`${owner}: aggregate.statistic does not apply to yields, got ${shown(statistic)}`);
  if (YIELD_PERIODS.includes(period)) return period as YieldPeriod;
  throw new RangeError(
    `${owner}: aggregate must be one of ${YIELD_PERIODS.join(", ")} for yields, got ${shown(period)}`,
  );
}

const OWNER = "simulate";
const DEADLINE = 60_000;

/** A simulation with every default filled in. */
export interface RunOptions {
  readonly spec: RunSpec;
  readonly sites: Iterable<BulkSite> | AsyncIterable<BulkSite>;
  /** Called in the main thread; undefined: the weather comes from the spec or the site. */
  readonly load: WeatherFunction | undefined;
  /** Sites that there must be, because the weather has so many rows. */
  readonly rows: number | undefined;
  readonly accelerator: Accelerator | undefined;
  /** Start data of the threads. */
  readonly data: WorkerThreadsData;
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
  if (typeof options !== "object" || options === null)
    throw new TypeError(`${OWNER}: options must be an object, got ${String(options)}`);
  const { sites, weather, context: given = {}, from = 0, done = () => false, signal, deadline = DEADLINE } = options;
  if (!isIterable(sites)) throw new TypeError(`${OWNER}: sites must be an iterable of sites, got ${String(sites)}`);
  if (!Number.isInteger(from) || from < 0)
    throw new RangeError(`${OWNER}: from must be a whole number of 0 or more, got ${from}`);
  if (typeof done !== "function") throw new TypeError(`${OWNER}: done must be a function, got ${String(done)}`);
  checkDeadline(OWNER, deadline);
  checkSignal(OWNER, signal);
  const threads = checkThreads(OWNER, options);
  const query = commonQuery(options);
  const context = postableContext(given);
  const yields = checkYields(OWNER, options, context);
  const aggregate = yields === null ? checkAggregate(options.aggregate) : null;
  const surface = checkFlag("surface", options.surface);
  if (surface && aggregate) throw new RangeError(`${OWNER}: surface angles cannot be aggregated`);
  const { parameters } = commonRequest(options);
  const names = columnNames(parameters, surface, context.extra ?? []);
  const accelerator = checkAccelerator(options.accelerator);
  const terrain = options.terrain === undefined ? null : checkTerrain(OWNER, options.terrain);
  if (terrain !== null && accelerator !== undefined)
    throw new GpuError(
      "ERR_GPU_UNSUPPORTED",
      `${OWNER}: with an accelerator terrain must be absent, got elevation data`,
    );
  const { shared, load, rows } = checkWeatherSource(weather, numberOf(sites));
  const spec: RunSpec = {
    query: yields === null ? { ...query, parameters } : query,
    context: accelerator ? acceleratedContext(context) : yields === null ? context : { ...context, tracker: undefined },
    weather: shared,
    names: yields === null ? names : yieldColumns(yields.period).map(({ name }) => name),
    aggregate,
    yields,
    precision: checkPrecision(options.precision ?? "float64"),
  };
  const reuse = checkFlag("reuse", options.reuse);
  const { memoryLimit } = options;
  const limits = { threads, memoryLimit, deadline };
  return { spec, sites, load, rows, accelerator, data: { terrain }, ...limits, from, done, signal, reuse };
}

function checkAccelerator(accelerator: Accelerator | undefined): Accelerator | undefined {
  if (accelerator === undefined || typeof accelerator?.compute === "function") return accelerator;
  throw new TypeError(`${OWNER}: accelerator must come from openAccelerator, got ${String(accelerator)}`);
}

/**
 * The request of a site without values of its own, at an arbitrary place.
 * @throws RequestError, TypeError, RangeError as `parseObservationRequest`; RequestError for what only single
 *   observations have: days, months and years (`aggregate` has them), and a zone
 */
export function commonRequest(options: SimulationOptions): IntervalRequest {
  const now = options.context?.now;
  const request = parseObservationRequest(
    { ...commonQuery(options), lat: 0, lon: 0 },
    now === undefined ? {} : { now },
  );
  if (request.zone !== undefined) {
    refuse(
      "time_zone",
      "omitted: simulations are in UTC, their aggregates in local standard time",
      shown(request.zone),
    );
  }
  return asIntervals(request, "many sites (aggregate has daily, monthly and annual rows)");
}

/** Of yields without their planes, which no observation could have. */
function commonQuery(options: SimulationOptions): Omit<ObservationQuery, "lat" | "lon"> {
  if (options.yields !== undefined) return { horizon: options.query?.horizon ?? "auto" };
  const query: { [key: string]: unknown } = { ...options.query };
  for (const key of ["parameters", "frequency", "start", "end"] as const)
    if (options[key] !== undefined) query[key] = options[key];
  return query;
}

function isIterable(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Symbol.iterator in value || Symbol.asyncIterator in value;
}

/** How many sites there are, where the iterable can tell before it is read. */
export function numberOf(sites: unknown): number | undefined {
  const { length, size } = sites as { readonly length?: unknown; readonly size?: unknown };
  const count = length ?? size;
  return typeof count === "number" ? count : undefined;
}

type Source = Pick<RunOptions, "load" | "rows"> & { readonly shared: RunSpec["weather"] };

/** Where weather comes from: shared by all threads, or loaded in this one for each site. */
function checkWeatherSource(weather: SimulationOptions["weather"], sites: number | undefined): Source {
  const nothing = { shared: undefined, load: undefined, rows: undefined };
  if (weather === undefined) return nothing;
  if (typeof weather === "function") return { ...nothing, load: weather };
  if (isModuleExport(weather)) return { ...nothing, shared: resolvedModule("weather", weather) };
  if (!isGridded(weather)) return { ...nothing, shared: shareWeather(weather) };
  const opened = openGridded(weather, sites);
  if (opened.sites === null) return { ...nothing, shared: shareWeather(opened.of(0)) };
  return { ...nothing, load: (_site, index) => opened.of(index), rows: opened.sites };
}

function checkFlag(key: string, value: unknown): boolean {
  if (value === undefined || typeof value === "boolean") return value ?? false;
  throw new TypeError(`${OWNER}: ${key} must be true or false, got ${String(value)}`);
}

const PERIODS = ["hourly", "daily", "monthly", "annual"];

function checkAggregate(aggregate: SimulationOptions["aggregate"]): Required<Aggregate> | null {
  if (aggregate === undefined) return null;
  if (typeof aggregate !== "string" && (typeof aggregate !== "object" || aggregate === null))
    throw new TypeError(
      `${OWNER}: aggregate must be the name of a period or { period, statistic }, got ${shown(aggregate)}`,
    );
  const { period, statistic = "sum" } = typeof aggregate === "string" ? { period: aggregate } : aggregate;
  if (!PERIODS.includes(period as string))
    throw new RangeError(`${OWNER}: aggregate must be one of ${PERIODS.join(", ")}, got ${String(period)}`);
  if (statistic !== "sum" && statistic !== "mean")
    throw new RangeError(`${OWNER}: aggregate.statistic must be "sum" or "mean", got ${String(statistic)}`);
  return { period: period as Aggregate["period"], statistic };
}

function checkPrecision(precision: unknown): Precision {
  if (precision === "float32" || precision === "float64") return precision;
  throw new RangeError(`${OWNER}: precision must be "float32" or "float64", got ${String(precision)}`);
}
