/** Days, months and years of a zone: sums and means of the intervals that they are made of. */
import { formatStamp } from "../data/contract/observation/digits.js";
import { isSummed, type ParameterName, VALUE_NAMES, type ValueName } from "../data/contract/observation/parameters.js";
import { zoneOf } from "../data/contract/observation/period.js";
import {
  edgesOf,
  type IntervalRequest,
  intervalsWithin,
  type PeriodRequest,
} from "../data/contract/observation/request.js";
import { observationMetadata } from "../data/contract/observation/response.js";
import type { Notice, ObservationColumns } from "../data/contract/observation/types.js";
import type { CheckedWeather } from "../data/weather/series.js";
import { SECOND } from "../foundation/time/calendar.js";
import type { Workspace } from "./memory/workspace.js";
import { checkOverlap } from "./plan/basis.js";
import type { ObservationContext, Settings } from "./plan/context.js";
import { computeIntervals } from "./values.js";

/** Where the rows are in the columns, and how much of each has values. */
export class Rows {
  /** Row r has the intervals [first[r], first[r + 1]). */
  readonly first: Int32Array;
  /** What a row must have, 0…1. */
  readonly minimumCoverage: number;
  /** What it has, 0…1, in the column that lacks most; columns without any value count only if all are so. */
  readonly coverage: Float64Array;
  private hasValues = false;

  constructor(first: Int32Array, minimumCoverage: number) {
    this.first = first;
    this.minimumCoverage = minimumCoverage;
    this.coverage = new Float64Array(first.length - 1);
  }

  get count(): number {
    return this.coverage.length;
  }

  /** Whether a row with so much has a value. */
  isEnough(coverage: number): boolean {
    return coverage > 0 && coverage >= this.minimumCoverage;
  }

  /** Takes note of a column's coverage. */
  note(coverage: Float64Array): void {
    if (coverage.every((share) => share === 0)) return;
    if (!this.hasValues) this.coverage.fill(1);
    this.hasValues = true;
    for (let row = 0; row < coverage.length; row++) {
      if (coverage[row]! < this.coverage[row]!) this.coverage[row] = coverage[row]!;
    }
  }
}

/**
 * Sums of a power over time. A gap is filled in proportion to the clear sky, by the row's own ratio to it: an hour at noon counts
 * for more than one at dusk.
 *
 * @param clearSky weights of the intervals; null: there are no gaps
 * @param hours length of an interval
 */
export function sumsOf(column: Float64Array, rows: Rows, clearSky: Float64Array | null, hours: number): Float64Array {
  const { first } = rows;
  const sums = new Float64Array(rows.count);
  const coverage = new Float64Array(rows.count);
  for (let row = 0; row < sums.length; row++) {
    const [from, to] = [first[row]!, first[row + 1]!];
    let sum = 0;
    let light = 0;
    let seen = 0;
    let count = 0;
    for (let i = from; i < to; i++) {
      const weight = clearSky === null ? 1 : clearSky[i]!;
      light += weight;
      if (Number.isNaN(column[i]!)) continue;
      sum += column[i]!;
      seen += weight;
      count++;
    }
    // In the polar night time counts.
    const share = light > 0 ? seen / light : count / (to - from);
    sums[row] = rows.isEnough(share) ? (sum * hours) / (light > 0 ? share : 1) : Number.NaN;
    coverage[row] = share;
  }
  rows.note(coverage);
  return sums;
}

/** Means of a column over time. */
export function meansOf(column: Float64Array, rows: Rows): Float64Array {
  const { first } = rows;
  const means = new Float64Array(rows.count);
  const coverage = new Float64Array(rows.count);
  for (let row = 0; row < means.length; row++) {
    const [from, to] = [first[row]!, first[row + 1]!];
    let sum = 0;
    let count = 0;
    for (let i = from; i < to; i++) {
      if (Number.isNaN(column[i]!)) continue;
      sum += column[i]!;
      count++;
    }
    coverage[row] = count / (to - from);
    means[row] = rows.isEnough(coverage[row]!) ? sum / count : Number.NaN;
  }
  rows.note(coverage);
  return means;
}

const NAMES = { "1_day": "day", "1_month": "month", "1_year": "year" } as const;
/** Characters of a stamp that name a period. */
const LENGTHS = { "1_day": 10, "1_month": 7, "1_year": 4 } as const;

function nameOf({ frequency, zone }: PeriodRequest, edge: number): string {
  return formatStamp(edge, zoneOf(zone)).slice(0, LENGTHS[frequency]);
}

/** The columns keep their names, and CSV has no units. */
function unitNotices({ frequency, parameters }: PeriodRequest): Notice[] {
  const summed = parameters.filter(isSummed);
  if (summed.length === 0) return [];
  const units = [
    ...(summed.some((name) => !name.startsWith("pv_")) ? ["irradiance in Wh/m²"] : []),
    ...(summed.some((name) => name.startsWith("pv_")) ? ["PV production in Wh/kWp"] : []),
  ];
  const rest = parameters.length > summed.length ? "; temperature and snow depth are means" : "";
  return [{ code: "sums", message: `sums of each ${NAMES[frequency]}: ${units.join(", ")}${rest}` }];
}

/** The planes of a fixed surface are the same in every interval. */
function surfaceNotices({ frequency, trackingMode }: PeriodRequest): Notice[] {
  if (trackingMode === "none") return [];
  const message = `surface_azimuth and surface_tilt are null: a tracker has no single direction in a ${NAMES[frequency]}`;
  return [{ code: "tracker", message }];
}

function omissionNotices(request: PeriodRequest, omitted: readonly number[]): Notice[] {
  if (omitted.length === 0) return [];
  const names = omitted.map((edge) => nameOf(request, edge)).join(" and ");
  const message = `left out, because the weather covers only a small part: ${names}; start and end can ask for it`;
  return [{ code: "left-out", message }];
}

export function gapNotices(request: PeriodRequest, edges: Float64Array, rows: Rows): Notice[] {
  const { coverage, minimumCoverage } = rows;
  const of = `of ${rows.count} ${NAMES[request.frequency]}s`;
  const filled = coverage.filter((share) => share < 1 && rows.isEnough(share));
  const isNull = (share: number) => !rows.isEnough(share);
  const nulls = coverage.filter(isNull).length;
  const notices: Notice[] = [];
  if (nulls > 0) {
    const first = nameOf(request, edges[coverage.findIndex(isNull)]!);
    const message = `null in ${nulls} ${of}, from ${first} on: less than ${percent(minimumCoverage)} of the light or time has values`;
    notices.push({ code: "missing", message });
  }
  if (filled.length > 0) {
    const least = filled.reduce((a, b) => Math.min(a, b));
    const message = `gaps of up to ${percent(1 - least)} of the light or time in ${filled.length} ${of}: filled in proportion to the rest`;
    notices.push({ code: "gaps", message });
  }
  return notices;
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}

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
