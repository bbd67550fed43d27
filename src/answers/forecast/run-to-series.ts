/** One run of a weather model, its steps of any length and what it counts up, as a series of equal intervals. */
import type { Notice } from "../../data/contract/observation/types.js";
import { irradianceCourse, stateCourse } from "../../data/series/course.js";
import type { WeatherColumn, WeatherSeries } from "../../data/weather/series.js";
import { shown } from "../../foundation/text/shown.js";
import { type ClearSky, clearSkyOn } from "../../physics/sky/clear-sky.js";
import type { TimeGrid } from "../../physics/sky/time-grid.js";
import { type ForecastPlace, siteOf } from "./quarter-hours.js";

/**
 * - `sum`: energy since the start, J/m² (ECMWF's IFS and ERA5-Land)
 * - `mean`: the mean since the start (ICON, GFS), any unit
 */
export type Accumulation = "sum" | "mean";

export interface AccumulationOptions {
  readonly kind: Accumulation;
  /** Seconds after which the count restarts: 21,600 in GFS, 86,400 in ERA5-Land. Default: never. */
  readonly reset?: number | undefined;
}

/** W/m²: packing makes sums shrink by so much; more is an error in the data. */
const PACKING = 20;

/**
 * Means of the steps between edges, from values accumulated since `edges[0]` and given at `edges[1]`, `edges[2]`, …
 *
 * A difference over a missing value covers several steps, which all get its mean. Decreases by packing (down to −20
 * W/m²) become 0, larger ones are missing. Differences never span two runs: take each run alone, before anything else.
 * @param values n of them; null or NaN = missing
 * @param edges n + 1, Unix ms, ascending
 * @returns n means: W/m² of sums in J/m², else the unit of `values`
 * @throws RangeError for edges that do not ascend or are not n + 1; for a `reset` that is not positive
 */
export function deaccumulate(
  values: ArrayLike<number | null>,
  edges: ArrayLike<number>,
  { kind, reset }: AccumulationOptions,
): Float64Array {
  checkEdges("deaccumulate", edges, values.length);
  if (kind !== "sum" && kind !== "mean")
    throw new RangeError(`deaccumulate: kind must be "sum" or "mean", got ${shown(kind)}`);
  if (reset !== undefined && !(reset > 0))
    throw new RangeError(`deaccumulate: reset must be seconds above 0, got ${shown(reset)}`);
  const n = values.length;
  const means = new Float64Array(n).fill(Number.NaN);
  const origin = edges[0]!;
  const period = reset === undefined ? Number.POSITIVE_INFINITY : reset * 1000;
  const periodOf = (end: number) => Math.ceil((end - origin) / period);
  let [known, before, counting] = [0, 0, 1];
  for (let k = 0; k < n; k++) {
    const own = periodOf(edges[k + 1]!);
    if (own !== counting) {
      // What was missing at the end of a count stays so.
      counting = own;
      known = k;
      before = 0;
    }
    const value = values[k] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const began = reset === undefined ? origin : origin + (own - 1) * period;
    const total = kind === "sum" ? value * 1000 : value * (edges[k + 1]! - began);
    const mean = (total - before) / (edges[k + 1]! - edges[known]!);
    means.fill(mean >= 0 ? mean : mean >= -PACKING ? 0 : Number.NaN, known, k + 1);
    known = k + 1;
    before = total;
  }
  return means;
}

/** @throws RangeError unless there are n + 1 finite edges that ascend */
function checkEdges(caller: string, edges: ArrayLike<number>, n: number): void {
  if (edges.length !== n + 1)
    throw new RangeError(`${caller}: edges must be one more than the ${n} values, got ${edges.length}`);
  for (let k = 0; k <= n; k++) {
    if (!Number.isFinite(edges[k]) || (k > 0 && edges[k]! <= edges[k - 1]!))
      throw new RangeError(`${caller}: edges must be Unix ms that ascend, got ${edges[k]} at ${k}`);
  }
}

/** Columns that a run may have. Of the beam its part on level ground: that of the normal does not follow the clear sky's course. */
const IRRADIANCE = ["global_horizontal_irradiance", "direct_horizontal_irradiance"] as const;
type RunIrradiance = (typeof IRRADIANCE)[number];
type State = Exclude<WeatherColumn, RunIrradiance | "direct_normal_irradiance" | "diffuse_horizontal_irradiance">;

export interface ForecastRun {
  /** Name of the model. */
  readonly model: string;
  /** When the run began, Unix ms. */
  readonly run: number;
  /** Of its steps, Unix ms, ascending: n + 1 for n steps, which may grow longer (1, 3, 6 hours). */
  readonly edges: ArrayLike<number>;
  /** Means of the steps (W/m², °C, …), null or NaN = missing. Pass accumulated values through `deaccumulate` first. */
  readonly columns: { readonly [name in RunIrradiance | State]?: ArrayLike<number | null> };
}

export interface RunSeriesOptions {
  /** Seconds of the intervals: whole minutes that divide every step. Default 900. */
  readonly interval?: number | undefined;
  /** Runs of coarser models, in order: each is used beyond the end of those before it. */
  readonly beyond?: readonly ForecastRun[] | undefined;
}

/** From where to where which run gave the values. */
export interface RunPart {
  readonly model: string;
  readonly run: number;
  readonly start: number;
  readonly end: number;
}

export interface RunSeries {
  /** Means of equal intervals; NaN where no run has a value. */
  readonly series: WeatherSeries;
  readonly parts: readonly RunPart[];
  readonly notices: readonly Notice[];
}

/**
 * A run as a series: irradiance along the clear sky with each step's mean kept, states on straight lines. Each run is
 * brought to the intervals alone; nothing is blended where one ends and the next takes over.
 * @throws TypeError, RangeError for runs without irradiance, edges that do not ascend or are not on the intervals, or a
 *   run that leaves a gap after those before it
 */
export function runToSeries(run: ForecastRun, place: ForecastPlace, options: RunSeriesOptions = {}): RunSeries {
  const { interval = 900, beyond = [] } = options;
  if (!(Number.isInteger(interval) && interval > 0 && interval % 60 === 0))
    throw new RangeError(`runToSeries: interval must be whole minutes in seconds, got ${shown(interval)}`);
  const step = interval * 1000;
  const runs = [run, ...beyond];
  for (const one of runs) checkRun(one, step, run.edges[0]!);
  const parts = partsOf(runs);
  // A later model's step may have begun before this run: its course needs the whole of its light.
  const origin = Math.min(...parts.map(({ index }) => runs[index]!.edges[0]!));
  const start = run.edges[0]!;
  const grid = { start: origin, step, count: (parts.at(-1)!.end - origin) / step };
  const skipped = (start - origin) / step;
  const clear = clearSkyOn(grid, place, place.linkeTurbidity);
  const columns = new Map<WeatherColumn, Float64Array>();
  for (const part of parts) {
    for (const [name, course] of coursesOf(runs[part.index]!, clear, grid)) {
      const column = columns.get(name) ?? new Float64Array(grid.count - skipped).fill(Number.NaN);
      columns.set(name, column);
      const [from, to] = [(part.start - origin) / step, (part.end - origin) / step];
      column.set(course.subarray(from, to), from - skipped);
    }
  }
  return {
    series: { start, interval, columns: Object.fromEntries(columns), place: siteOf(place) },
    parts: parts.map(({ index: _index, ...part }) => part),
    notices: parts.slice(1).map(({ model, start: from }) => ({
      code: "next-model",
      message: `from ${new Date(from).toISOString().slice(0, 16)}Z on the values come from ${model}`,
    })),
  };
}

function checkRun({ model, edges, columns }: ForecastRun, step: number, origin: number): void {
  const names = Object.keys(columns) as (RunIrradiance | State)[];
  if (columns.global_horizontal_irradiance === undefined)
    throw new TypeError(
      `runToSeries: ${model} must have global_horizontal_irradiance, got ${names.join(", ") || "nothing"}`,
    );
  const refused = names.find((name) => (NOT_TAKEN as readonly string[]).includes(name));
  if (refused !== undefined)
    throw new RangeError(
      `runToSeries: ${model} has ${refused}, which cannot be interpolated: give global_horizontal_irradiance and ` +
        "direct_horizontal_irradiance",
    );
  for (const name of names) checkEdges(`runToSeries: ${model}: ${name}`, edges, columns[name]!.length);
  const off = Array.from(edges).find((edge) => (edge - origin) % step !== 0);
  if (off !== undefined || edges[0]! % 60_000 !== 0) {
    const at = new Date(off ?? edges[0]!).toISOString();
    throw new RangeError(`runToSeries: ${model}: edges must fall on intervals of ${step / 1000} s, got ${at}`);
  }
}

const NOT_TAKEN = ["direct_normal_irradiance", "diffuse_horizontal_irradiance"] as const;

/** @throws RangeError where nothing joins on */
function partsOf(runs: readonly ForecastRun[]): (RunPart & { readonly index: number })[] {
  const parts: (RunPart & { readonly index: number })[] = [];
  runs.forEach(({ model, run, edges }, index) => {
    const [first, end] = [edges[0]!, edges[edges.length - 1]!];
    const start = parts.at(-1)?.end ?? first;
    if (end <= start) return;
    if (first > start)
      throw new RangeError(
        `runToSeries: ${model} begins at ${new Date(first).toISOString()}, after the end of the runs before it`,
      );
    parts.push({ model, run, start, end, index });
  });
  return parts;
}

function coursesOf({ edges, columns }: ForecastRun, clear: ClearSky, grid: TimeGrid): [WeatherColumn, Float64Array][] {
  const courses = Object.entries(columns).map(([name, given]): [WeatherColumn, Float64Array] => {
    const values = Float64Array.from(given, (value) => value ?? Number.NaN);
    if (name === "global_horizontal_irradiance") return [name, irradianceCourse(values, edges, clear.global, grid)];
    if (name === "direct_horizontal_irradiance") return [name, irradianceCourse(values, edges, clear.direct, grid)];
    return [name as WeatherColumn, stateCourse(values, edges, grid)];
  });
  const named = new Map(courses);
  const [global, direct] = IRRADIANCE.map((name) => named.get(name));
  // The beam is part of all light.
  if (direct !== undefined)
    named.set(
      IRRADIANCE[1],
      direct.map((value, k) => Math.min(value, global![k]!)),
    );
  return [...named];
}
