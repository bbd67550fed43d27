/** What many years have in common, and how they differ. */
import type { Notice } from "../../../data/contract/observation/types.js";
import {
  isWeatherColumn,
  WEATHER_COLUMNS,
  type WeatherColumn,
  WeatherError,
  type WeatherSeries,
} from "../../../data/weather/series.js";
import {
  type CheckedExceedanceOptions,
  checkExceedanceOptions,
  type ExceedanceOptions,
  type ExceedanceSummary,
  exceedanceValues,
  FEWEST_FOR_SPREAD,
} from "../../../foundation/statistics/exceedance.js";
import { mean, quantileOfSorted, standardDeviation } from "../../../foundation/statistics/order.js";
import { type Trend, trendOf } from "../../../foundation/statistics/student-t.js";
import { shown } from "../../../foundation/text/shown.js";
import { HOUR } from "../../../foundation/time/calendar.js";
import {
  bridged,
  type DroppedMonth,
  isIrradiance,
  type LocalRecord,
  localRecord,
  type MonthSpan,
  measuredColumns,
  measuredMonths,
  monthSpan,
  yearsOf,
} from "../selection/record.js";

/** Where weather comes from, as far as it decides whether its years are a sample of what years can be. */
const HISTORIES = ["measured", "satellite", "reanalysis"] as const;
const NO_HISTORIES = ["typical", "generated", "synthetic"];

export interface SummaryOptions extends ExceedanceOptions {
  /** Where the weather comes from. "typical", "generated" and "synthetic" years are refused: their spread is not natural. */
  origin: (typeof HISTORIES)[number];
  /** Standard-time UTC offset of the place in hours; default: the weather's place. */
  timeZone?: number | undefined;
  /** Default: all columns that the weather has. */
  columns?: readonly WeatherColumn[] | undefined;
}

/** Of one value per year. */
export interface Distribution {
  readonly mean: number;
  /** n − 1. */
  readonly standardDeviation: number;
  /** Linear between the values. */
  readonly quantiles: { readonly [share in SummaryQuantile]: number };
  /** One per year of `years`. */
  readonly values: Float64Array;
}

const QUANTILES = { minimum: 0, p10: 0.1, p25: 0.25, median: 0.5, p75: 0.75, p90: 0.9, maximum: 1 } as const;
/** Shares of the years below a value (not exceedances): p10 is low. */
export type SummaryQuantile = keyof typeof QUANTILES;

export interface ColumnSummary {
  /** Irradiance: sums in kWh/m². All else: means in the column's own unit. */
  readonly aggregation: "sum" | "mean";
  /** Whole local calendar years, without 29 February. */
  readonly years: readonly number[];
  readonly annual: Distribution;
  /** January first. */
  readonly monthly: readonly Distribution[];
  readonly exceedance: ExceedanceSummary;
  readonly trend: Trend;
  /** Months that keep their years out. */
  readonly dropped: readonly DroppedMonth[];
}

/** @experimental */
export interface YearsSummary {
  readonly columns: { readonly [name in WeatherColumn]?: ColumnSummary };
  readonly notices: readonly Notice[];
}

/**
 * Monthly and annual sums of irradiance and means of everything else, over whole local years: their distributions,
 * P-values with the interval of P90, and the trend.
 *
 * A year counts for a column if each of its months was measured: no gap longer than six hours and at most 1 % missing
 * in all; shorter gaps are bridged by straight lines. 29 February is left out to make years comparable.
 * @param series in steps of an hour or less that divide a day evenly
 * @throws RangeError for years that are not a record of actual dates, by the option or because two years agree value
 *   for value; WeatherError for a column with fewer than three whole years; TypeError, RangeError for options
 * @experimental
 */
export function summariseYears(series: WeatherSeries, options: SummaryOptions): YearsSummary {
  const exceedance = checkOptions(options);
  const record = localRecord("summariseYears", series, options.timeZone);
  const { columns } = measuredColumns({ ...record.weather, columns: given(record, options.columns) });
  const summaries: { [name in WeatherColumn]?: ColumnSummary } = {};
  const notices: Notice[] = [];
  for (const name of options.columns ?? WEATHER_COLUMNS) {
    const column = columns[name];
    if (column === undefined) {
      if (options.columns) throw new WeatherError(`summariseYears: the weather has no ${name}`);
      continue;
    }
    const summary = summariseColumn(record, name, column, exceedance);
    summaries[name] = summary;
    if (summary.years.length < FEW_YEARS) {
      const message = `${name}: ${summary.years.length} whole years show little of how years differ; give ten or more`;
      notices.push({ code: "few-years", message });
    }
  }
  return { columns: summaries, notices };
}

const FEW_YEARS = 10;

function checkOptions(options: SummaryOptions): CheckedExceedanceOptions {
  if (typeof options !== "object" || options === null)
    throw new TypeError(`summariseYears: options must be an object { origin, … }, got ${shown(options)}`);
  const { origin, columns } = options;
  if (NO_HISTORIES.includes(origin))
    throw new RangeError(
      `summariseYears: a year of origin "${origin}" is not a record of actual dates: the spread of such years, their P-values and ` +
        "trend say nothing about the place",
    );
  if (!HISTORIES.includes(origin))
    throw new TypeError(`summariseYears: options.origin must be one of ${HISTORIES.join(", ")}, got ${shown(origin)}`);
  if (columns !== undefined && !(Array.isArray(columns) && columns.every(isWeatherColumn)))
    throw new RangeError(`summariseYears: options.columns must be an array of ${WEATHER_COLUMNS.join(", ")}`);
  return checkExceedanceOptions("summariseYears", options);
}

/** What is asked for, and nothing worked out from other columns. */
function given({ weather }: LocalRecord, names: readonly WeatherColumn[] = WEATHER_COLUMNS) {
  return Object.fromEntries(names.flatMap((name) => (weather.columns[name] ? [[name, weather.columns[name]]] : [])));
}

function summariseColumn(
  record: LocalRecord,
  name: WeatherColumn,
  column: Float64Array,
  options: CheckedExceedanceOptions,
): ColumnSummary {
  const { dropped } = measuredMonths(record, { [name]: column }, [name]);
  const years = yearsOf(record).filter((year) => !dropped.some((month) => month.year === year));
  if (years.length < FEWEST_FOR_SPREAD)
    throw new WeatherError(
      `summariseYears: ${name} needs ${FEWEST_FOR_SPREAD} whole years without long gaps, found ${years.length}`,
    );
  refuseRepeats(record, name, column, years);
  const filled = bridged(column);
  const isSum = isIrradiance(name);
  const months = years.map((year) => Array.from({ length: 12 }, (_, k) => monthSpan(record, year, k + 1)));
  const reduce = (spans: readonly MonthSpan[]) => reduced(filled, spans, isSum ? record.step / HOUR / 1000 : undefined);
  const annual = Float64Array.from(months, reduce);
  return {
    aggregation: isSum ? "sum" : "mean",
    years,
    annual: distribution(annual),
    monthly: Array.from({ length: 12 }, (_, k) =>
      distribution(Float64Array.from(months, (spans) => reduce([spans[k]!]))),
    ),
    exceedance: exceedanceValues(annual, options),
    trend: trendOf(years, annual),
    dropped: dropped.filter(({ reason }) => reason !== "outside the record"),
  };
}

/** Sum times `unit`, or without it the mean, over some months. */
function reduced(column: Float64Array, spans: readonly MonthSpan[], unit: number | undefined): number {
  let sum = 0;
  let rows = 0;
  for (const { fromRow, toRow } of spans) {
    for (let row = Math.max(fromRow, 0); row < Math.min(toRow, column.length); row++) {
      sum += column[row]!;
      rows++;
    }
  }
  return unit === undefined ? sum / rows : sum * unit;
}

function distribution(values: Float64Array): Distribution {
  const sorted = values.slice().sort();
  const quantiles = Object.fromEntries(
    Object.entries(QUANTILES).map(([name, share]) => [name, quantileOfSorted(sorted, share)]),
  ) as Distribution["quantiles"];
  return { mean: mean(values), standardDeviation: standardDeviation(values), quantiles, values };
}

/** A typical year in a file of many years, or one written out again and again. */
function refuseRepeats(record: LocalRecord, name: WeatherColumn, column: Float64Array, years: readonly number[]): void {
  // A climatology of turbidity or albedo repeats by nature.
  if (!isIrradiance(name) && name !== "temperature") return;
  const january = (year: number) => {
    const { fromRow, toRow } = monthSpan(record, year, 1);
    return column.subarray(Math.max(fromRow, 0), toRow).join();
  };
  const seen = new Map<string, number>();
  for (const year of years) {
    const values = january(year);
    const twin = seen.get(values);
    if (twin !== undefined && isVaried(column, record, year))
      throw new RangeError(
        `summariseYears: ${name} of January ${year} repeats ${twin} value for value: a repeated year, such as a ` +
          "typical one, is not a record of actual dates",
      );
    seen.set(values, year);
  }
}

/** Whether a January has more than one value: a polar night has not. */
function isVaried(column: Float64Array, record: LocalRecord, year: number): boolean {
  const { fromRow, toRow } = monthSpan(record, year, 1);
  const first = column[Math.max(fromRow, 0)];
  return column.subarray(Math.max(fromRow, 0), toRow).some((value) => value !== first);
}
