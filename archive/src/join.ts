/** Combines parts from several sources into the single series that the engine takes. */
import type { Notice, WeatherColumn, WeatherSeries } from "irradiance-engine";
import {
  checkDailyLight,
  instantsToMeans,
  isIrradiance,
  type JoinedSeries,
  joinSeries,
  lightAt,
  movesOf,
  NIGHT,
  type RowRange,
  resample,
  sunHeightsAt,
  type TimeGrid,
  toSite,
} from "irradiance-engine/internal/series";
import { ArchiveError } from "./errors.js";
import { groupedBy } from "./lists.js";
import { periodsText } from "./period.js";
import type { Plan, Stretch } from "./plan.js";
import {
  groupsOf,
  inGroup,
  isWholeSet,
  nameOfGroup,
  type Offer,
  type Part,
  type Period,
  type Place,
  type Provenance,
} from "./source.js";
import { nameOf } from "./survey.js";

/**
 * Every row comes from the stretch that contains its middle: values of two sources are never blended. Pure:
 * parts are not modified.
 *
 * @returns means over equal intervals in UTC on the plan's grid; NaN without data
 * @throws ArchiveError `ERR_ARCHIVE_NO_WEATHER` for an empty plan; WeatherError for a malformed part
 */
export function join(parts: readonly Part[], plan: Plan): WeatherSeries {
  const { grid, place, offers, stretches } = plan;
  if (grid === undefined) throw noWeather(plan);
  const names = new Set(stretches.flatMap(({ columns }) => columns));
  const columns = new Map([...names].map((name) => [name, new Float64Array(grid.count).fill(Number.NaN)]));
  for (const [index, own] of groupedBy(stretches, ({ offer }) => offer)) {
    const offer = offers[index]!;
    const joined = joinSeries(parts.filter((part) => isOf(part, offer)).map((part) => part.series)).map((series) =>
      toSite(instantsToMeans(series, lightAt(offer.cell, place), offer.class === "satellite"), offer.cell, place),
    );
    for (const stretch of own) {
      const rows = rowsOf(stretch, plan, grid);
      for (const series of joined) resample(series, stretch.columns, grid, rows, place, columns);
    }
  }
  return {
    start: grid.start,
    interval: grid.step / 1000,
    columns: Object.fromEntries(columns) as { [name in WeatherColumn]?: Float64Array },
    place: { latitude: place.latitude, longitude: place.longitude, ...altitudeOf(plan) },
  };
}

function isOf({ provenance }: Part, { source, dataset }: Offer): boolean {
  return provenance.source === source && provenance.dataset === dataset;
}

export function noWeather({ period, margin, nearest, failures }: Plan): ArchiveError {
  const [start, end] = [period.start + margin, period.end - margin];
  const asked = `${new Date(start).toISOString()} to ${new Date(end).toISOString()}`;
  const there =
    nearest === undefined
      ? "no source has any"
      : `the nearest available: ${new Date(nearest.start).toISOString()} to ${new Date(nearest.end).toISOString()}`;
  const why = byCause(failures)
    .map((text) => `; ${text}`)
    .join("");
  return new ArchiveError("ERR_ARCHIVE_NO_WEATHER", `no weather for the place from ${asked}; ${there}${why}`);
}

/** Nine models at a host that is away are one matter: only what failed alone is given with its whole address. */
function byCause(failures: Plan["failures"]): string[] {
  const hostOnly = (message: string) => message.replace(/(https?:\/\/[^/\s]+)\/\S*/g, "$1");
  const groups = groupedBy(failures, ({ message }) => hostOnly(message));
  return [...groups].map(([cause, [one, ...others]]) =>
    others.length === 0 ? `${one!.source}: ${one!.message}` : `${one!.source} and ${others.length} more: ${cause}`,
  );
}

/** Rows whose middle is in the stretch; the period's first and last stretch also have rows that its ends cut. */
function rowsOf({ start, end }: Period, { period }: Plan, grid: TimeGrid): RowRange {
  const edge = (time: number) => Math.ceil((time - grid.start) / grid.step - 0.5);
  return {
    from: start === period.start ? 0 : Math.max(0, edge(start)),
    to: end === period.end ? grid.count : Math.min(grid.count, edge(end)),
  };
}

/** Metres: the request's, else that of the best source. */
function altitudeOf({ place, offers, stretches }: Plan): { altitude?: number } {
  const altitude = place.altitude ?? offers[stretches[0]!.offer]!.cell.altitude;
  return altitude === undefined ? {} : { altitude };
}

// Columns that were read and have no value at all: a cell of the sea in a data set of land, a variable never filled.

/** Columns of an offer without a value in the period that was asked for. */
export interface Blank {
  /** Index into the plan's offers. */
  readonly offer: number;
  readonly columns: readonly WeatherColumn[];
}

/**
 * The irradiances count as one: a set without one of its components is the source's own. Nights are zeros, no blanks.
 *
 * @param series what the plan's parts were joined to
 */
export function blanksOf(series: WeatherSeries, plan: Plan): Blank[] {
  return groupsOf(plan.columns).flatMap((group) =>
    [...groupedBy(stretchesOf(plan, group), ({ offer }) => offer)].flatMap(([offer, own]) => {
      if (!own.every((stretch) => isBlank(series, stretch, group, plan))) return [];
      return [{ offer, columns: [...new Set(own.flatMap(({ columns }) => inGroup(columns, group)))] }];
    }),
  );
}

/** Stretches with columns of a group, in the period that was asked for. */
export function stretchesOf(plan: Plan, group: readonly WeatherColumn[]): readonly Stretch[] {
  return plan.stretches.filter((stretch) => {
    const { from, to } = askedRows(stretch, plan);
    return from < to && inGroup(stretch.columns, group).length > 0;
  });
}

function isBlank({ columns }: WeatherSeries, stretch: Stretch, group: readonly WeatherColumn[], plan: Plan): boolean {
  const { from, to } = askedRows(stretch, plan);
  return inGroup(stretch.columns, group).every((name) =>
    (columns[name] as Float64Array).subarray(from, to).every(Number.isNaN),
  );
}

/** Rows that overlap a stretch in the period without its margin. */
function askedRows({ start, end }: Stretch, { grid, period, margin }: Plan): RowRange {
  const [first, last] = [Math.max(start, period.start + margin), Math.min(end, period.end - margin)];
  if (grid === undefined || first >= last) return { from: 0, to: 0 };
  return {
    from: Math.max(0, Math.floor((first - grid.start) / grid.step)),
    to: Math.min(grid.count, Math.ceil((last - grid.start) / grid.step)),
  };
}

// Gaps in what data sets cover: readings that failed, rows that are not there. A plan, made from metadata, cannot know them.

/** The sun is looked for at moments no farther apart, ms. */
const MOMENT = 1_800_000;

/**
 * One for each data set and group of columns; of irradiance only what is missing by day or twilight: nights are zeros.
 *
 * @param series what the plan's parts were joined to
 * @param blanks data sets without any value, which are reported already
 */
export function gapNotices(series: WeatherSeries, plan: Plan, blanks: readonly Blank[]): Notice[] {
  return groupsOf(plan.columns).flatMap((group) => {
    const isBlank = (offer: number) =>
      blanks.some((blank) => blank.offer === offer && inGroup(blank.columns, group).length > 0);
    return [...groupedBy(stretchesOf(plan, group), ({ offer }) => offer)].flatMap(([offer, own]) => {
      const gaps = isBlank(offer) ? [] : own.flatMap((stretch) => gapsIn(series, stretch, group, plan));
      if (gaps.length === 0) return [];
      const what = `no values of ${nameOfGroup(group)} from ${periodsText(gaps)}`;
      return [{ code: "no-data", message: `${nameOf(plan.offers[offer]!)} has ${what}` }];
    });
  });
}

function gapsIn(series: WeatherSeries, stretch: Stretch, group: readonly WeatherColumn[], plan: Plan): Period[] {
  const columns = inGroup(stretch.columns, group);
  const { start, step } = plan.grid!;
  const empty = emptyRows(series, columns, askedRows(stretch, plan));
  const reported = columns.some(isIrradiance)
    ? empty.flatMap((rows) => outOfNight(rows, start, step, plan.place))
    : empty;
  return reported.map(({ from, to }) => ({ start: start + from * step, end: start + to * step }));
}

/** Runs of rows from which the answer has nothing: of irradiance, without a global one, given or implied. */
function emptyRows({ columns }: WeatherSeries, names: readonly WeatherColumn[], { from, to }: RowRange): RowRange[] {
  const values = names.map((name) => columns[name] as Float64Array);
  const needsWhole = isWholeSet(names);
  const isEmpty = (row: number) => {
    if (!values.some((column) => Number.isNaN(column[row]))) return false;
    const has = names.filter((_, k) => !Number.isNaN(values[k]![row]));
    return needsWhole ? !isWholeSet(has) : has.length === 0;
  };
  const runs: { from: number; to: number }[] = [];
  for (let row = from; row < to; row++) {
    if (!isEmpty(row)) continue;
    const last = runs.at(-1);
    if (last?.to === row) last.to++;
    else runs.push({ from: row, to: row + 1 });
  }
  return runs;
}

/** From the first row that is not of the night to the last one. */
function outOfNight({ from, to }: RowRange, start: number, step: number, place: Place): RowRange[] {
  const many = Math.ceil(step / MOMENT);
  const times = Float64Array.from(
    { length: (to - from) * many + 1 },
    (_, k) => start + from * step + (k * step) / many,
  );
  const heights = sunHeightsAt(times, place);
  const first = heights.findIndex((height) => height > NIGHT);
  if (first < 0) return [];
  const last = heights.findLastIndex((height) => height > NIGHT);
  const row = (moment: number) => from + Math.floor(moment / many);
  return [{ from: Math.max(from, row(first - 1)), to: Math.min(to, row(last) + 1) }];
}

// Where the values of an answer came from: one entry for each data set.

/** @param served the stretches with the parts that were read for them, in the order of the plan */
export function provenanceOf(
  served: readonly { readonly stretch: Stretch; readonly parts: readonly Part[] }[],
  { grid, place }: Plan,
): Provenance[] {
  const entries = new Map<string, Provenance>();
  for (const { stretch, parts } of served) {
    for (const { series, provenance } of parts) {
      const start = Math.max(provenance.start, stretch.start);
      const end = Math.min(provenance.end, stretch.end);
      const columns = provenance.columns.filter((column) => stretch.columns.includes(column));
      if (!(start < end) || columns.length === 0) continue;
      const corrections = [...provenance.corrections];
      if (series.sampling === "instant")
        corrections.push("instantaneous values taken as means over the intervals around them");
      if (series.sampling === "instant" && provenance.class === "satellite" && columns.some(isIrradiance))
        corrections.push("missing values at low sun filled from the nearest clear-sky index");
      if (series.interval * 1000 !== grid?.step) {
        corrections.push(`resampled from intervals of ${series.interval} s to ${(grid?.step ?? 0) / 1000} s`);
      }
      corrections.push(...movesOf(provenance.cell, place, columns));
      const key = `${provenance.source}\n${provenance.dataset}`;
      const entry = { ...provenance, start, end, columns, corrections };
      entries.set(key, together(entries.get(key), entry));
    }
  }
  return [...entries.values()];
}

function together(before: Provenance | undefined, entry: Provenance): Provenance {
  if (before === undefined) return entry;
  return {
    ...before,
    start: Math.min(before.start, entry.start),
    end: Math.max(before.end, entry.end),
    columns: [...new Set([...before.columns, ...entry.columns])],
    corrections: [...new Set([...before.corrections, ...entry.corrections])],
  };
}

// What is to be said of values that were read: what was left out of them, and whether their light is the sun's.

/** @param parts of one data set */
export function remarksOn(parts: readonly Part[]): Notice[] {
  const own = parts.flatMap(({ notices = [] }) => notices);
  const unknown = parts.filter(({ isExamined, provenance }) => !isExamined && !provenance.synthetic);
  return [...own, ...(unknown.length === 0 ? [] : doubtsOf(unknown))];
}

/** The parts, with what is said of files that were refused though the metadata beside them were granted. */
export function tellingForbidden(parts: readonly Part[], { size }: ReadonlySet<string>): Part[] {
  const files = size === 1 ? "one file is" : `${size} files are`;
  const why = "as object stores answer for files that are not there, if they may not be listed";
  const message = `${files} refused (403) beside granted ones and taken as missing, ${why}`;
  return parts.map((part, k) =>
    k === 0 && size > 0 ? { ...part, notices: [...(part.notices ?? []), { code: "missing", message }] } : part,
  );
}

function doubtsOf(parts: readonly Part[]): Notice[] {
  const { cell } = parts[0]!.provenance;
  return joinSeries(parts.map((part) => part.series)).flatMap(({ grid, columns }): Notice[] => {
    const light = globalOf(columns, grid);
    const doubt = light && checkDailyLight(light, grid, cell);
    return doubt === undefined ? [] : [{ code: doubt.code, message: `irradiance: ${doubt.message}` }];
  });
}

/** As it is, or the sum of its components. */
function globalOf(columns: JoinedSeries["columns"], { count }: TimeGrid): Float64Array | undefined {
  const direct = columns.get("direct_horizontal_irradiance");
  const diffuse = columns.get("diffuse_horizontal_irradiance");
  const given = columns.get("global_horizontal_irradiance");
  if (given !== undefined || direct === undefined || diffuse === undefined) return given;
  return Float64Array.from({ length: count }, (_, row) => direct[row]! + diffuse[row]!);
}
