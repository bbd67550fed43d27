/** Power as a system's own meter has taught it under past runs, beside the power that the bands of the light give. */
import type { Notice } from "../../../data/contract/observation/types.js";
import { type CheckedSystem, checkSystem } from "../../../data/system/checked.js";
import type { PvSystem } from "../../../data/system/types.js";
import { checkWeather, type WeatherColumn, type WeatherSeries } from "../../../data/weather/series.js";
import type { ObservationContext } from "../../../engine/plan/context.js";
import { normalQuantile } from "../../../foundation/statistics/normal.js";
import { HOUR } from "../../../foundation/time/calendar.js";
import { formatTime } from "../../../foundation/time/iso-time.js";
import { clearSkyOn } from "../../../physics/sky/clear-sky.js";
import { alongCurve, BAND_HIGH, BAND_LOW } from "../../forecast/curves.js";
import { leadWidth } from "../../forecast/day-ahead/bands.js";
import { fading } from "../../forecast/forecast-light.js";
import {
  expectedPower,
  type PowerRecipe,
  type PowerRows,
  type PowerTable,
  powerQuantiles,
} from "../../forecast/power/index.js";
import type { SpreadTable } from "../../forecast/table.js";
import { computedPower } from "../series.js";

/** What the meter of a system taught, and what it is for. @experimental */
export interface PowerTuning {
  /** Degrees. */
  readonly place: { readonly latitude: number; readonly longitude: number };
  /** Data sets of the runs, by their names: another model errs in another way. */
  readonly runs: readonly string[];
  /** Whose chain it is learnt over: with another one it is not used. */
  readonly system: PvSystem;
  /** Of a run, what the chain is computed of. */
  readonly columns: readonly WeatherColumn[];
  readonly evidence: {
    /** Unix ms: the first hour that taught, and the end of the last. */
    readonly start: number;
    readonly end: number;
    readonly runs: number;
    /** What of the meter did not teach, a sentence for each reason. */
    readonly leftOut: readonly string[];
  };
  readonly table: PowerTable;
}

/** A run as it came: what corrects its light has no part in what was learnt of power. */
export interface TaughtOptions {
  readonly tuning: PowerTuning;
  readonly run: WeatherSeries;
}

export interface ChainPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly context: Pick<ObservationContext, "altitude" | "linkeTurbidity" | "temperature">;
}

/** Whether both give the same power under the same sky. @throws as `readSystem` */
export function isSameSystem(one: PvSystem, other: PvSystem): boolean {
  return JSON.stringify(checkSystem(one)) === JSON.stringify(checkSystem(other));
}

/** @throws RangeError for what another system's meter taught */
export function refuseOtherSystem({ system }: PowerTuning, asked: PvSystem): void {
  if (isSameSystem(system, asked)) return;
  const kwp = ({ planes }: PvSystem) => planes.map((plane) => `${plane.kwp ?? 1} kWp`).join(" and ");
  throw new RangeError(
    `${CALLER}: options.bands.taught was learnt for another system (planes of ${kwp(system)}, here ${kwp(asked)}): its power is learnt over ` +
      "that system's chain; give the same description, or learn anew",
  );
}

/** What a forecast says of what it was taught by. */
export interface TaughtFrom {
  /** Days that teach, and the first and last of them, YYYY-MM-DD. */
  readonly days: number;
  readonly from: string;
  readonly until: string;
  readonly recipe: PowerRecipe;
}

export function taughtFrom({ evidence, table: { days, recipe } }: PowerTuning): TaughtFrom {
  const [from, until] = [evidence.start, evidence.end - 1].map((time) => formatTime(time).slice(0, 10));
  return { days, from: from!, until: until!, recipe };
}

/** For whoever reads the answer. */
export function taughtNotice(tuning: PowerTuning): Notice {
  const { days, from, until, recipe } = taughtFrom(tuning);
  const { why } = tuning.table;
  const own = days / (days + EVEN_DAYS);
  const weight =
    own > 0.9 ? "" : `; they have ${Math.round(100 * own)} % of the weight, the bands of the light the rest`;
  const message =
    `power is as the system's own meter taught it: ${days} days, ${from} to ${until}, under runs of ${tuning.runs.join(", ")} (${recipe}` +
    `${why === "" ? "" : `: ${why}`})${weight}`;
  return { code: "taught", message, facts: { days, recipe } };
}

/**
 * The chain under a run, and under the clear sky, in the open: a horizon line is nothing that a table of the past knows.
 *
 * @param columns of the run that count
 * @throws as `yieldSeries`
 */
export function chainUnder(
  run: WeatherSeries,
  system: CheckedSystem,
  columns: readonly WeatherColumn[],
  { frequency, latitude, longitude, context }: ChainPlace & { readonly frequency: string },
): PowerRows {
  const { start, interval, count, columns: all } = checkWeather(run);
  const { altitude, linkeTurbidity, temperature } = context;
  const of = { latitude, longitude, frequency, context: { altitude, linkeTurbidity, temperature } };
  const place = { latitude, longitude, altitude: altitude ?? run.place?.altitude };
  const { global, direct, diffuse } = clearSkyOn(
    { start, step: interval * 1000, count },
    place,
    context.linkeTurbidity,
  );
  const kept = Object.fromEntries(Object.entries(all).filter(([name]) => columns.includes(name as WeatherColumn)));
  const { snow_depth: _depth, snowfall: _fall, ...air } = kept;
  const clear = {
    ...air,
    ...{ global_horizontal_irradiance: global, direct_horizontal_irradiance: direct },
    diffuse_horizontal_irradiance: diffuse,
  };
  const [chain, open] = [kept, clear].map((one) => computedPower(CALLER, { ...run, columns: one }, system, of));
  const step = STEPS[frequency as keyof typeof STEPS];
  return {
    start: chain!.start,
    step,
    chain: chain!.ac.map(atLeast0),
    clear: open!.ac.map(atLeast0),
    latitude,
    longitude,
  };
}

const CALLER = "forecastPower";
const STEPS = { "15_minutes": HOUR / 4, "30_minutes": HOUR / 2, "1_hour": HOUR };

function atLeast0(power: number): number {
  return Math.max(power, 0);
}

/** Levels at which the taught quantiles are computed: between them others are on straight lines of normal scores. */
const LEVELS = [0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99];
const SCORES = /* @__PURE__ */ LEVELS.map(normalQuantile);
/** Hours: the lead of the hours with light in a run of the day before, which teach. */
const TAUGHT_LEAD = 18;
/** Days that teach for which the bands of the light count: after so many both have the same weight. */
const EVEN_DAYS = 10;

/** Power that may come, on the rows of a forecast, W; NaN where it is not known. */
export interface PowerSpread {
  readonly means: Float64Array;
  /** By probability. */
  readonly values: readonly Float64Array[];
}

export interface TaughtRows {
  readonly table: PowerTable;
  /** On the rows of the forecast. */
  readonly rows: PowerRows;
  readonly spread: SpreadTable;
  /** Unix ms: what begins before is partly known. */
  readonly begin: number;
  /** Whether the light was observed up to then. */
  readonly isObserved: boolean;
}

/**
 * The light's own power and the taught one, each as far as it is known: the taught one by the days that taught and, after an observation, as
 * the observation fades. The light's has the level that the meter showed.
 *
 * @param lights what the bands of the light give @param isHours whether its quantiles are of hours
 */
export function besideLight(
  lights: PowerSpread,
  probabilities: readonly number[],
  { table, rows, spread, begin, isObserved }: TaughtRows,
  isHours: boolean,
): PowerSpread {
  const { start, step, chain } = rows;
  const lead = chain.map((_, row) => (start + (row + 1) * step - begin) / HOUR);
  const means = expectedPower(table, { ...rows, lead });
  const curves = powerQuantiles(table, { ...rows, lead }, LEVELS);
  const scores = probabilities.map(normalQuantile);
  const { limit, days, bins } = table;
  const [mixed, values] = [lights.means.slice(), lights.values.map((own) => own.slice())];
  for (let row = 0; row < mixed.length; row++) {
    if (start + row * step < begin || Number.isNaN(means[row]!) || Number.isNaN(mixed[row]!)) continue;
    const share = (days / (days + EVEN_DAYS)) * (isObserved ? fading(4 * lead[row]!) : 1);
    const of = (light: number, taught: number) => Math.min(light * bins.factor, limit) * (1 - share) + taught * share;
    const curve = curves.map((level) => level[row]!);
    const width =
      (isHours ? 1 : spread.quarters) * (leadWidth(spread.ahead, lead[row]!) / leadWidth(spread.ahead, TAUGHT_LEAD));
    for (let q = 0; q < scores.length; q++)
      values[q]![row] = of(values[q]![row]!, alongCurve(curve, scores[q]! * width, SCORES));
    const [low, high] = [BAND_LOW, BAND_HIGH].map((p) => values[probabilities.indexOf(p)]![row]!) as [number, number];
    mixed[row] = Math.min(Math.max(of(mixed[row]!, means[row]!), low), high);
  }
  return { means: mixed, values };
}

/** Of the table's for sums. */
export function taughtSpread({ correlation }: PowerTable, spread: SpreadTable): SpreadTable {
  return { ...spread, ahead: { ...spread.ahead, correlation } };
}
