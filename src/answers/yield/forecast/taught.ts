/** Power as a system's own meter has taught it under past runs, beside the power that the bands of the light give. */
import type { Notice } from "../../../data/contract/observation/types.js";
import { checkSystem } from "../../../data/system/checked.js";
import type { PvSystem } from "../../../data/system/types.js";
import type { WeatherColumn, WeatherSeries } from "../../../data/weather/series.js";
import { normalQuantile } from "../../../foundation/statistics/normal.js";
import { HOUR } from "../../../foundation/time/calendar.js";
import { formatTime } from "../../../foundation/time/iso-time.js";
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

/** Whether both give the same power under the same sky. @throws as `readSystem` */
export function isSameSystem(one: PvSystem, other: PvSystem): boolean {
  const [own, its] = [one, other].map((system) => {
    // Behind the inverters: what the house takes is no part of their power.
    const { house: _house, battery: _battery, ...rest } = checkSystem(system);
    return JSON.stringify(rest);
  });
  return own === its;
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

const CALLER = "forecastPower";

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

/** What was taught, on the rows of a forecast. */
export interface TaughtCurves extends PowerSpread {
  readonly table: PowerTable;
  /** Unix ms; ms. */
  readonly start: number;
  readonly step: number;
}

/** @param rows the chain under the run as it came @param now Unix ms */
export function taughtCurves(table: PowerTable, rows: PowerRows, now: number): TaughtCurves {
  const { start, step, chain } = rows;
  const lead = chain.map((_, row) => (start + (row + 1) * step - now) / HOUR);
  const all = { ...rows, lead };
  return { table, start, step, means: expectedPower(table, all), values: powerQuantiles(table, all, LEVELS) };
}

/** How a forecast's light is known. */
interface LightAt {
  readonly spread: SpreadTable;
  /** Unix ms: what begins before is partly known. */
  readonly begin: number;
  /** Whether the light was observed up to then. */
  readonly isObserved: boolean;
  /** Whether quantiles are of hours. */
  readonly isHours: boolean;
}

/**
 * The light's own power and the taught one, each as far as it is known: the taught one by the days that taught and, after an observation, as
 * the observation fades. The light's has the level that the meter showed.
 *
 * @param lights what the bands of the light give, on the same rows
 */
export function besideLight(
  lights: PowerSpread,
  probabilities: readonly number[],
  { table, start, step, ...taught }: TaughtCurves,
  { spread, begin, isObserved, isHours }: LightAt,
): PowerSpread {
  const scores = probabilities.map(normalQuantile);
  const { limit, days, bins } = table;
  const { ahead, quarters } = spread;
  const [means, values] = [lights.means.slice(), lights.values.map((own) => own.slice())];
  const [low, high] = [BAND_LOW, BAND_HIGH].map((p) => values[probabilities.indexOf(p)]!) as [
    Float64Array,
    Float64Array,
  ];
  for (let row = 0; row < means.length; row++) {
    if (start + row * step < begin || Number.isNaN(taught.means[row]! + means[row]!)) continue;
    const lead = (start + (row + 1) * step - begin) / HOUR;
    const share = (days / (days + EVEN_DAYS)) * (isObserved ? fading(4 * lead) : 1);
    const of = (light: number, own: number) => Math.min(light * bins.factor, limit) * (1 - share) + own * share;
    const width = ((isHours ? 1 : quarters) * leadWidth(ahead, lead)) / leadWidth(ahead, TAUGHT_LEAD);
    const curve = taught.values.map((level) => level[row]!);
    for (let q = 0; q < scores.length; q++)
      values[q]![row] = of(values[q]![row]!, alongCurve(curve, scores[q]! * width, SCORES));
    means[row] = Math.min(Math.max(of(means[row]!, taught.means[row]!), low[row]!), high[row]!);
  }
  return { means, values };
}

/** Of the table's for sums. */
export function taughtSpread({ correlation }: PowerTable, spread: SpreadTable): SpreadTable {
  return { ...spread, ahead: { ...spread.ahead, correlation } };
}
