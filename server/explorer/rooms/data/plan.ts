/**
 * Whole years of history as parts, each one request: `observation/historical` reaches back to 2020, `climate/amy` as far as the
 * server's weather, in hours and minutes. The two never share a file: their clear skies differ, as do their columns.
 */
import { DAY } from "irradiance-engine/shared";
import { type Query, requestOf, type SeriesRequest } from "../../request/request.js";
import { type EndpointPath, endpointOf, isOfCalendar } from "../../state/endpoints.js";
import { askedParameters, fitted, type State } from "../../state/state.js";

/** Calendar years, both included. */
export interface Years {
  readonly first: number;
  readonly last: number;
}

export interface Part {
  /** "2005", "2023-07", "2023-07-14" */
  readonly label: string;
  readonly request: SeriesRequest;
  readonly rows: number;
}

export interface Plan {
  readonly path: EndpointPath;
  readonly parts: readonly Part[];
  /** All of it in one request, where one answer may have so much. */
  readonly whole?: SeriesRequest;
  /** In the order of the file, without its two times. */
  readonly columns: readonly string[];
  readonly rows: number;
  /** Of the CSV, about. */
  readonly bytes: number;
}

/** Why years cannot be had, as the texts of the page put it. */
export type Refusal =
  | { readonly kind: "order"; readonly first: number; readonly last: number }
  | { readonly kind: "future"; readonly last: number; readonly isOfHistory: boolean }
  | { readonly kind: "early"; readonly first: number }
  | { readonly kind: "step" }
  | { readonly kind: "large"; readonly values: number; readonly most: number };

export const FIRST_OF_HISTORICAL = 2020;
/** The contract's earliest year. */
const EARLIEST = 1900;
/** `historical` ends so many days ago. */
const DELAY = 7 * DAY;
/** Columns that the service adds: the surface's angles. */
const ADDED = ["surface_azimuth", "surface_tilt"];
/** Bytes of a row of CSV: two times and the angles, and about so many a value (measured: ten years of hours, four columns). */
const ROW = 49;
const VALUE = 4.6;
const LENGTHS: { readonly [frequency: string]: number } = {
  "1_minute": 60_000,
  "5_minutes": 300_000,
  "10_minutes": 600_000,
  "15_minutes": 900_000,
  "30_minutes": 1_800_000,
  "1_hour": 3_600_000,
  "1_day": DAY,
};

/** The latest year that can be asked for: of hours before 2020 on, one that has ended; else the running one. */
export function latestYear({ first }: Pick<Years, "first">, now: number): number {
  const newest = new Date(now - DELAY);
  return first < FIRST_OF_HISTORICAL ? new Date(now).getUTCFullYear() - 1 : newest.getUTCFullYear();
}

/** The endpoint that has years. */
export function pathOf({ first }: Pick<Years, "first">): EndpointPath {
  return first < FIRST_OF_HISTORICAL ? "climate/amy" : "observation/historical";
}

/** @param mostValues that the key gets in one answer (`/account`, `limits.values_per_answer`) */
export function planOf(state: State, years: Years, now: number, mostValues: number): Plan | Refusal {
  const { first, last } = years;
  if (!(first <= last)) return { kind: "order", first, last };
  if (first < EARLIEST) return { kind: "early", first: EARLIEST };
  const latest = latestYear(years, now);
  if (last > latest) return { kind: "future", last: latest, isOfHistory: first >= FIRST_OF_HISTORICAL };
  const path = pathOf(years);
  if (!endpointOf(path).frequencies.includes(state.frequency)) return { kind: "step" };
  // Rows up to an hour are joined in UTC, where no hour is missing or there twice; days, months and years are the place's.
  const zone = isOfCalendar(state.frequency) ? state.zone : "utc";
  const asked = fitted({ ...state, endpoint: path, zone });
  const columns = [...askedParameters(asked), ...ADDED];
  const cut =
    path === "climate/amy" ? amyParts(asked, years) : spanParts(asked, years, now, mostValues / columns.length);
  const largest = Math.max(...cut.map(({ rows }) => rows)) * columns.length;
  if (largest > mostValues) return { kind: "large", values: largest, most: mostValues };
  const rows = cut.reduce((sum, part) => sum + part.rows, 0);
  const bytes = rows * (ROW + VALUE * (columns.length - ADDED.length));
  const isOne = path !== "climate/amy" && rows * columns.length <= mostValues;
  return { path, parts: cut, columns, rows, bytes, ...(isOne && { whole: wholeOf(cut) }) };
}

/** From the start of the first part to the end of the last. */
function wholeOf(parts: readonly Part[]): SeriesRequest {
  const [first, last] = [parts[0] as Part, parts.at(-1) as Part];
  const end = last.request.query.find(([name]) => name === "end") as Query[number];
  const query = first.request.query.map((pair) => (pair[0] === "end" ? end : pair));
  return { ...first.request, query };
}

function amyParts(state: State, { first, last }: Years): Part[] {
  return range(first, last + 1).map((year) => {
    const { query, ...request } = requestOf({ ...state, year: String(year) });
    const whole: SeriesRequest = { ...request, query: [...query, ["climate_time", "utc"]] };
    return {
      label: String(year),
      request: whole,
      rows: rowsOf(state.frequency, Date.UTC(year, 0), Date.UTC(year + 1, 0)),
    };
  });
}

type Piece = readonly [label: string, start: number, end: number];

/** Years; where one has more rows than an answer may have, its months; where a month has, too, its days. */
function spanParts(state: State, { first, last }: Years, now: number, mostRows: number): Part[] {
  const end = Math.floor((now - DELAY) / DAY) * DAY;
  const fits = ([, from, to]: Piece) => rowsOf(state.frequency, from, to) <= mostRows;
  const years = range(first, last + 1).map((year): Piece => [String(year), Date.UTC(year, 0), Date.UTC(year + 1, 0)]);
  const pieces = years
    .flatMap((year) => (fits(year) ? [year] : monthsOf(year)))
    .flatMap((month) => (fits(month) ? [month] : daysOf(month)));
  return pieces
    .filter(([, from]) => from < end)
    .map(([label, from, to]) => {
      const until = Math.min(to, end);
      const request = requestOf({ ...state, start: timeText(from), end: timeText(until) });
      return { label, request, rows: rowsOf(state.frequency, from, until) };
    });
}

function monthsOf([, start]: Piece): Piece[] {
  const year = new Date(start).getUTCFullYear();
  return range(0, 12).map((month) => [
    new Date(Date.UTC(year, month)).toISOString().slice(0, 7),
    Date.UTC(year, month),
    Date.UTC(year, month + 1),
  ]);
}

function daysOf([, start, end]: Piece): Piece[] {
  return range(0, (end - start) / DAY).map((day) => {
    const from = start + day * DAY;
    return [new Date(from).toISOString().slice(0, 10), from, from + DAY];
  });
}

function rowsOf(frequency: string, start: number, end: number): number {
  const length = LENGTHS[frequency];
  if (length !== undefined) return (end - start) / length;
  const [from, to] = [new Date(start), new Date(end)];
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  // Months and years that have not ended are not in the answer.
  return frequency === "1_year" ? years : years * 12 + to.getUTCMonth() - from.getUTCMonth();
}

function timeText(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16)}Z`;
}

function range(first: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, k) => first + k);
}
