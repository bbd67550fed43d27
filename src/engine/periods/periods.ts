/** Days, months and years of a zone: sums and means of the intervals that they are made of. */
import { isSummed, type ParameterName, VALUE_NAMES, type ValueName } from "../../contract/observation/parameters.js";
import {
  edgesOf,
  type IntervalRequest,
  intervalsWithin,
  type PeriodRequest,
} from "../../contract/observation/periods.js";
import { observationMetadata } from "../../contract/observation/response.js";
import type { ObservationColumns } from "../../contract/observation/types.js";
import { SECOND } from "../../time/calendar.js";
import type { CheckedWeather } from "../../weather/checked-series.js";
import { computeIntervals } from "../intervals.js";
import type { Workspace } from "../memory/workspace.js";
import { checkOverlap } from "../plan/basis.js";
import type { ObservationContext, Settings } from "../plan/context.js";
import { gapNotices, omissionNotices, surfaceNotices, unitNotices } from "./notices.js";
import { meansOf, Rows, sumsOf } from "./sums.js";

/**
 * The days, months or years of a request. Irradiance and power are summed over the hours (or the shorter intervals that fit the zone);
 * temperature and snow depth are means. As in every interval of a response, `minimumCoverage` of the light (or of the time) must have
 * values, and stands for what is missing; with less a value is NaN. `extra.missing` is the share of each row that was missing, of the
 * column that lacks most.
 *
 * @param settings of the context
 * @throws RequestError for a zone whose days do not begin at whole minutes of UTC; RangeError for options that only intervals have
 */
export function computePeriods(
  request: PeriodRequest,
  series: CheckedWeather,
  settings: Settings,
  context: ObservationContext,
  workspace?: Workspace,
): ObservationColumns {
  checkOptions(settings, request);
  const { edges, omitted } = edgesWithin(request, series, settings);
  const { frequency, start, interval, count } = intervalsWithin(edges, request.zone);
  const end = start + count * interval * SECOND;
  const hourly: IntervalRequest = { ...request, frequency, zone: undefined, start, end };
  const computed = computeIntervals(hourly, series, settings, context, workspace);
  const clearSky = clearSkyOf(computed, request.parameters, () =>
    computeIntervals({ ...hourly, parameters: ["global_clear_sky_irradiance"] }, series, settings, context),
  );
  const first = Int32Array.from(edges, (edge) => (edge - start) / (interval * SECOND));
  const rows = new Rows(first, settings.minimumCoverage);
  const values = {} as { [name in ValueName]: Float64Array | null };
  for (const name of VALUE_NAMES) values[name] = null;
  for (const name of request.parameters) {
    const column = computed.values[name]!;
    values[name] = isSummed(name) ? sumsOf(column, rows, clearSky, interval / 3600) : meansOf(column, rows);
  }
  const { version, commit, altitude, time_zone: timeZone } = computed.meta;
  const meta = observationMetadata(request, { altitude, timeZone }, { version, commit });
  // The mean direction of a tracker over a day is none.
  const isFixed = request.trackingMode === "none";
  values.surface_azimuth = new Float64Array(rows.count).fill(isFixed ? meta.surface_azimuth : Number.NaN);
  values.surface_tilt = new Float64Array(rows.count).fill(isFixed ? meta.surface_tilt : Number.NaN);
  const { counts, notices } = computed.diagnostics;
  return {
    start,
    interval: Number.NaN,
    count: rows.count,
    edges,
    ...(request.zone !== undefined && { zone: request.zone }),
    values,
    extra: { missing: rows.coverage.map((share) => 1 - share) },
    meta,
    diagnostics: {
      counts,
      notices: [
        ...notices,
        ...unitNotices(request),
        ...surfaceNotices(request),
        ...omissionNotices(request, omitted),
        ...gapNotices(request, edges, rows),
      ],
    },
  };
}

function checkOptions({ extra, gridOffset }: Settings, { frequency }: PeriodRequest): void {
  if (extra.length > 0) {
    throw new RangeError(`context.extra must be empty with frequency "${frequency}", which has no ${extra.join(", ")}`);
  }
  if (gridOffset > 0) {
    throw new RangeError(`context.gridOffset must be 0 with frequency "${frequency}": time_zone says when days begin`);
  }
}

/**
 * Edges of the periods of a request. Where it leaves start or end to the weather, periods at the ends that the weather hardly covers
 * are omitted, unless there are no others: a year of UTC ends with an hour of another one in Zurich.
 */
function edgesWithin(
  request: PeriodRequest,
  series: CheckedWeather,
  { minimumCoverage }: Settings,
): { edges: Float64Array; omitted: number[] } {
  const begin = series.start;
  const end = begin + series.count * series.interval * SECOND;
  const [from, to] = [request.start ?? begin, request.end ?? end];
  checkOverlap(from, to, begin, end);
  const edges = edgesOf(request, from, to);
  const isCovered = (row: number) => {
    const length = edges[row + 1]! - edges[row]!;
    return Math.min(edges[row + 1]!, end) - Math.max(edges[row]!, begin) >= minimumCoverage * length;
  };
  const last = edges.length - 2;
  const skipFirst = request.start === undefined && !isCovered(0);
  const skipLast = request.end === undefined && !isCovered(last);
  if (last + 1 <= Number(skipFirst) + Number(skipLast)) return { edges, omitted: [] };
  return {
    edges: edges.slice(Number(skipFirst), edges.length - Number(skipLast)),
    omitted: [...(skipFirst ? [edges[0]!] : []), ...(skipLast ? [edges[last]!] : [])],
  };
}

/** The weights of gaps in the light: global irradiance of the clear sky, computed only where there are gaps; else null. */
function clearSkyOf(
  { values }: ObservationColumns,
  parameters: readonly ParameterName[],
  compute: () => ObservationColumns,
): Float64Array | null {
  const hasGaps = parameters.some((name) => isSummed(name) && values[name]!.some(Number.isNaN));
  if (!hasGaps) return null;
  return values.global_clear_sky_irradiance ?? compute().values.global_clear_sky_irradiance;
}
