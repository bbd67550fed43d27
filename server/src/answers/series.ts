/** The series of an observation or a forecast: what is asked of the archive, and the engine on what it found. */
import type { ArchiveWeather } from "irradiance-archive";
import type { ObservationRequest } from "irradiance-engine";
import type { ComputedIntervals } from "irradiance-engine/contract";
import type { Corrected } from "irradiance-engine/forecast";
import { type AnswerContext, type Asker, allowsSynthetic } from "./context.js";
import type { CorrectedRun } from "./forecast/corrected-run.js";
import type { QuantilesOfRows } from "./forecast/quantile-rows.js";
import { type HorizonChoice, horizonLine } from "./horizon.js";
import { type PlaceData, placeOn } from "./places.js";
import { type PreparedAnswer, renderAnswer } from "./render.js";
import { groundOf } from "./site-altitude.js";
import { findWeather, type WeatherQuery } from "./weather.js";

/** @throws as `findWeather` */
export type FindSeries = (query: WeatherQuery, ground: PlaceData, signal: AbortSignal) => Promise<PlannedSeries>;

/** What the answer is computed from, before it is read. */
export interface PlannedSeries {
  /** Of all data that the answer depends on, for the ETag. */
  readonly revision: unknown;
  /** A source did not answer: the answer must not be kept. */
  readonly passing: boolean;
  read(signal: AbortSignal): Promise<SeriesWeather>;
}

export interface SeriesWeather extends Pick<ArchiveWeather, "series" | "provenance" | "notices" | "passedOver"> {
  readonly quantiles?: QuantilesOfRows | undefined;
  /** What the quantiles are of: those of a system's power are made from it. */
  readonly bands?: (Pick<CorrectedRun, "spread"> & { readonly corrected: Corrected }) | undefined;
}

export interface SeriesRequest {
  readonly request: ObservationRequest;
  readonly purpose: "history" | "forecast";
  /** Days, months and years are made of hours, and count as those. */
  readonly grid: ComputedIntervals;
  readonly horizon: HorizonChoice;
  /** `meta=extended` */
  readonly extended: boolean;
  /** Default: `findWeather`. */
  readonly find?: FindSeries | undefined;
}

export async function prepareSeries(
  context: AnswerContext,
  asker: Asker,
  question: SeriesRequest,
  signal: AbortSignal,
): Promise<PreparedAnswer> {
  const { request, purpose, grid, horizon, extended } = question;
  const { lat, lon } = request;
  const find: FindSeries = question.find ?? ((query, _ground, finding) => findWeather(context.archive, query, finding));
  const ground = await groundOf(context, request, asker.now, signal);
  const query = {
    purpose,
    place: placeOn(ground, lat, lon),
    period: { start: grid.start, end: grid.start + grid.count * grid.interval * 1000 },
    step: grid.interval,
    parameters: request.parameters,
    synthetic: allowsSynthetic(context, asker.caller),
    now: asker.now,
  } as const;
  const weather = await find(query, ground, signal);
  const { start: _start, end: _end, ...shape } = request;
  return {
    identity: weather.passing
      ? undefined
      : [shape, grid, weather.revision, ground.altitude, extended, horizon.kind, calendarOf(request)],
    async render(options) {
      const [found, line] = await Promise.all([weather.read(options.signal), horizonLine(context, horizon, lat, lon)]);
      const { series, provenance, notices, quantiles } = found;
      const all = { request, rows: grid.count, series, provenance, notices, ground, line, extended, quantiles };
      const rendered = await renderAnswer(context, all, options);
      return { ...rendered, passing: weather.passing || found.passedOver.length > 0 };
    },
  };
}

/** A new release of the time-zone data may change when clocks do. */
function calendarOf({ zone }: ObservationRequest): string | undefined {
  return zone === undefined ? undefined : process.versions.tz;
}
