/** How far a forecast may be off: quantiles of the clear-sky index around it. */
import type { Notice } from "../../data/contract/observation/types.js";
import { normalQuantile } from "../../foundation/statistics/normal.js";
import { shown } from "../../foundation/text/shown.js";
import { LEAST_CLEAR_SKY } from "../../physics/sky/clear-index.js";
import type { Corrected } from "./correct.js";
import { alongCurve, between, cellOf, heldAround, KNOTS } from "./curves.js";
import { aheadCurve, aheadScore, solarHourAt } from "./day-ahead/bands.js";
import { DEFAULT_SPREAD } from "./default-table.generated.js";
import { bounded, fading } from "./forecast-light.js";
import { QUARTER_HOUR } from "./quarter-hours.js";
import { LONGEST_LEAD, type ObservationStep, type Sky, SPREAD_INDICES, type SpreadTable, widthOf } from "./table.js";

/** 5, 10, … 95 %. */
export const PROBABILITIES: readonly number[] = Array.from({ length: 19 }, (_, k) => (k + 1) / 20);

export interface QuantileOptions {
  /** From 0.01 to 0.99; default `PROBABILITIES`. */
  readonly probabilities?: readonly number[] | undefined;
  /**
   * What the quantiles are of: each quarter of an hour by itself (default), or whole hours in UTC, of which those are the means of their four
   * rows. Hours are less uncertain. Take hours for hourly values and for sums.
   */
  readonly of?: "quarters" | "hours" | undefined;
}

/** @experimental */
export interface ForecastQuantiles {
  readonly probabilities: readonly number[];
  /** GHI in W/m² of each probability, in the rows of the series; NaN before the forecast and where the run has no value. */
  readonly values: readonly Float64Array[];
  readonly table: string;
}

/** Where quantiles are means over two quarters of an hour. */
export const HALF_HOURS: Notice = {
  code: "half-hours",
  message:
    "quantiles of half hours are the means of their quarters' quantiles, a little wider than their own: past errors were counted by " +
    "quarters and by hours",
};

const STEPS = { quarters: "quarter", hours: "hour" } as const;

/**
 * Quantiles of GHI around a corrected forecast, from its first row to the end of the run.
 *
 * They come from past errors of the clear-sky index: in the first six hours after an observation by the kind of sky, the lead time and the
 * forecast index; beyond twelve hours, and without an observation, by the index, the clear sky, the lead time and the hour of the day
 * (`AheadBands`); between, one fades into the other as the correction does. Beyond the last lead time that was learnt they keep its
 * spread. They are never negative, never cross, never exceed 1.3 times the clear sky, and have the forecast between P10 and P90. Around an uncorrected run they are those of an
 * unbiased one: they do not know its bias unless `spread` was learnt from its past.
 *
 * @throws TypeError for a series that does not come from `correctForecast` or options of another kind, RangeError for probabilities out of range
 */
export function forecastQuantiles(
  { series, correction, clear, first }: Corrected,
  table: SpreadTable = DEFAULT_SPREAD,
  options: QuantileOptions = {},
): ForecastQuantiles {
  const ghi = series?.columns?.global_horizontal_irradiance;
  const longitude = series?.place?.longitude;
  if (ghi === undefined || longitude === undefined)
    throw new TypeError(`forecastQuantiles: expected a corrected forecast, got ${shown(series)}`);
  const { probabilities, step } = checkOptions(options);
  const start = new Date(series.start).getTime();
  const scores = probabilities.map(normalQuantile);
  const values = scores.map(() => new Float64Array(ghi.length).fill(Number.NaN));
  for (let row = first; row < ghi.length; row++) {
    const lead = row - first + 1;
    const solarHour = solarHourAt(start + row * QUARTER_HOUR, longitude);
    const light = ghi[row] ?? Number.NaN;
    const quantile = lightQuantiles(table, { sky: correction.sky, light, clear: clear[row]!, lead, solarHour, step });
    for (let q = 0; q < scores.length; q++)
      values[q]![row] = heldAround(light, probabilities[q]!, quantile(scores[q]!));
  }
  return { probabilities, values, table: table.name };
}

function checkOptions({ probabilities = PROBABILITIES, of = "quarters" }: QuantileOptions) {
  if (!(of in STEPS)) throw new TypeError(`forecastQuantiles: of must be "quarters" or "hours", got ${shown(of)}`);
  const wrong = Array.from(probabilities).find((p) => !(p >= 0.01 && p <= 0.99));
  if (wrong !== undefined || probabilities.length === 0)
    throw new RangeError(`forecastQuantiles: probabilities must be from 0.01 to 0.99, got ${shown(wrong)}`);
  return { probabilities, step: STEPS[of] };
}

/** A row that is forecast. */
interface ForecastRow {
  /** Before the last observation; undefined: nothing was observed. */
  readonly sky: Sky | undefined;
  /** Forecast, and of the clear sky, W/m². */
  readonly light: number;
  readonly clear: number;
  /** Quarters of an hour from the issue to its end. */
  readonly lead: number;
  /** 0…23, of mean solar time. */
  readonly solarHour: number;
  /** What quantiles are of. */
  readonly step: ObservationStep;
}

/** Quantiles of a row in W/m², by the normal score of their probability. */
export function lightQuantiles(table: SpreadTable, row: ForecastRow): (score: number) => number {
  const { sky, light, clear, lead, solarHour, step } = row;
  if (!(clear >= LEAST_CLEAR_SKY)) return () => light;
  const clearSkyIndex = light / clear;
  const { ahead } = table;
  const later = sky === undefined ? 1 : fading(lead);
  const early = later < 1 ? firstCurve(table, sky!, clearSkyIndex, lead) : undefined;
  const late = later > 0 ? aheadCurve(ahead, { clearSkyIndex, clear }) : undefined;
  const ofEarly = widthOf(table, table.step, step);
  const ofLate = widthOf(table, "hour", step);
  return (score) => {
    const first = early === undefined ? 0 : alongCurve(early, score * ofEarly);
    const rank = aheadScore(ahead, { lead: lead / 4, solarHour }, score * ofLate);
    const beyond = late === undefined ? 0 : alongCurve(late, rank);
    return clear * bounded(clearSkyIndex + first * (1 - later) + beyond * later);
  };
}

const QUARTERS_OF_HOUR = 4;

/** Departures at the knots in the first hours. */
function firstCurve({ leads, departures, step }: SpreadTable, sky: Sky, clearSkyIndex: number, lead: number): number[] {
  const { k: bin, share } = cellOf(SPREAD_INDICES, clearSkyIndex);
  // All quarters of an hour are as far off as its first: an hour's mean was observed.
  const last = step === "hour" ? Math.max(1, lead - (lead % QUARTERS_OF_HOUR)) : lead;
  return KNOTS.map((_, q) =>
    between(leads, Math.min(last, LONGEST_LEAD), (k) => {
      const [low, high] = [departures[k]![sky][bin]![q]!, departures[k]![sky][bin + 1]![q]!];
      return low + share * (high - low);
    }),
  );
}
