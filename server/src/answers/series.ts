/** The series of an observation or a forecast: what is asked of the archive, and the engine on what it found. */
import type { Archive, Provenance } from "irradiance-archive";
import type { ArchiveWeather } from "irradiance-archive/internal/server";
import type { ObservationRequest, WeatherSeries } from "irradiance-engine";
import type { ClimateRequest } from "irradiance-engine/contract";
import type { Corrected } from "irradiance-engine/forecast";
import type { Encoding } from "irradiance-engine/internal/bulk";
import type { ComputedIntervals } from "irradiance-engine/internal/contract";
import { type ClimateMethod, missNotices } from "./climate/year-generator.js";
import type { CorrectedRun, QuantilesOfRows } from "./forecast/corrected-run.js";
import { type ComputedBody, type PlaceData, placeOn } from "./places.js";
import { Refusal } from "./refusal.js";
import type { AnswerContext, Asker, HorizonChoice, HorizonData } from "./site.js";
import { allowsSynthetic, groundOf, horizonLine, siteAltitude } from "./site.js";
import { findWeather, needsOf, type WeatherQuery } from "./weather.js";
import { wireSource, wireTime } from "./wire.js";

export interface RenderOptions {
  readonly encoding: Encoding;
  readonly signal: AbortSignal;
  /** Paying accounts come first. */
  readonly priority: 0 | 1;
  /** Rows of a table in place of a body: of observations and yields. Default: false. */
  readonly asTable?: boolean | undefined;
}

/** The bytes of an answer. */
export interface RenderedAnswer extends ComputedBody {
  readonly sources: readonly Provenance[];
  /** A source was passed over: another try may give another answer. */
  readonly passing: boolean;
  /** Of this answer alone. */
  readonly headers?: { readonly [name: string]: string } | undefined;
}

/** An answer that is planned from metadata: no weather has been read. */
export interface PreparedAnswer {
  /** All that the bytes depend on, for the ETag; undefined: they must not be kept. */
  readonly identity: unknown;
  render(options: RenderOptions): Promise<RenderedAnswer>;
}

/** All that was found out for a request. */
interface AnswerData extends Pick<ArchiveWeather, "series" | "provenance" | "notices"> {
  readonly request: ObservationRequest | ClimateRequest;
  /** Output intervals. */
  readonly rows: number;
  readonly ground: PlaceData;
  readonly line: HorizonData;
  /** `meta=extended` */
  readonly extended: boolean;
  /** How a climate year was made, for its `meta.climate`. */
  readonly method?: ClimateMethod | undefined;
  /** Of a forecast, for its `meta.quantiles`. */
  readonly quantiles?: QuantilesOfRows | undefined;
}

/** The engine on what was found, with all notices in their order: the weather's, the horizon's, the place's, the engine's. */
export async function renderAnswer(
  { compute, software, places }: AnswerContext,
  { request, rows, series, provenance, notices: weatherNotices, ground, line, extended, method, quantiles }: AnswerData,
  { encoding, signal, priority, asTable }: RenderOptions,
): Promise<Omit<RenderedAnswer, "passing">> {
  const site = siteAltitude(ground);
  const hasOwnAltitude = "altitude" in request && request.altitude !== "auto";
  const misses = await missNotices(provenance, request);
  const notices = [...weatherNotices, ...misses, ...line.notices, ...(hasOwnAltitude ? [] : site.notices)];
  const computed = await compute({
    request: line.profile === undefined && request.horizon === "auto" ? { ...request, horizon: "flat" } : request,
    weather: series,
    rows,
    context: {
      altitude: site.altitude,
      linkeTurbidity: site.clearTurbidity,
      timeZone: ground.timeZone,
      software,
      ...(line.profile === undefined ? {} : { horizon: line.profile }),
    },
    extended: extended
      ? {
          time_zone_name: places.zoneAt("local", request.lat, request.lon),
          sources: provenance.map(wireSource),
          ...(method && { climate: method }),
          ...(quantiles && { quantiles }),
          notices,
        }
      : undefined,
    encoding,
    asTable,
    signal,
    priority,
  });
  return { ...computed, notices: [...notices, ...computed.notices], sources: provenance };
}

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
  /** The distribution that the quantiles are taken from; the quantiles of a system's power are, too. */
  readonly bands?: (Pick<CorrectedRun, "spread" | "raw"> & { readonly corrected: Corrected }) | undefined;
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

/** @param ended Unix ms */
export function endedFinder(archive: Archive, ended: number): FindSeries {
  return async (query, _ground, signal) => {
    const isOpen = ended < query.period.end && needsOf(query.parameters).length > 0;
    if (isOpen && ended <= query.period.start) {
      const last = `none of its intervals has ended; the last interval before it ended at ${wireTime(ended)}`;
      throw new Refusal("not yet", `no observation for this period yet: ${last}`);
    }
    const found = await findWeather(archive, query, signal);
    if (!isOpen) return found;
    const { passing, revision } = found;
    return { passing, revision: [revision, ended], read: async (reading) => until(await found.read(reading), ended) };
  };
}

function until(weather: SeriesWeather, ended: number): SeriesWeather {
  const what = weather.provenance.some(({ synthetic }) => synthetic) ? "values" : "observations";
  const message = `no ${what} after ${wireTime(ended)} yet: an interval gets its value once it has ended`;
  return {
    ...weather,
    series: cutSeries(weather.series, ended),
    notices: [...weather.notices, { code: "not-ended", message, facts: { until: wireTime(ended) } }],
  };
}

function cutSeries(series: WeatherSeries, ended: number): WeatherSeries {
  const { start, interval, columns } = series;
  const known = Math.floor((ended - (start as number)) / (interval * 1000));
  const cut = Object.entries(columns).map(([name, values = []]) => [
    name,
    Float64Array.from(values, (value, k) => (k < known ? (value ?? Number.NaN) : Number.NaN)),
  ]);
  return { ...series, columns: Object.fromEntries(cut) };
}
