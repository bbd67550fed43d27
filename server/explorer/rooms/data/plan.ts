/**
 * Whole years of history as parts, each one request: `observation/historical` reaches back to 2020, `climate/amy` as far as the
 * server's weather, in hours and minutes. The two never share a file: their clear skies differ, as do their columns.
 */
import { DAY, minuteText } from "irradiance-engine/internal/shared";
import { type Query, requestOf, type SeriesRequest } from "../../request/request.js";
import { type Price, Problem } from "../../service/problem.js";
import { patience, pause, randomKey } from "../../service/service.js";
import {
  askedParameters,
  type EndpointPath,
  endpointOf,
  fitted,
  isOfCalendar,
  Observable,
  type State,
} from "../../state/state.js";
import { STEPS } from "../../time/presets.js";

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

type Span = readonly [label: string, start: number, end: number];

/** Years; where one has more rows than an answer may have, its months; where a month has, too, its days. */
function spanParts(state: State, { first, last }: Years, now: number, mostRows: number): Part[] {
  const end = Math.floor((now - DELAY) / DAY) * DAY;
  const fits = ([, from, to]: Span) => rowsOf(state.frequency, from, to) <= mostRows;
  const years = range(first, last + 1).map((year): Span => [String(year), Date.UTC(year, 0), Date.UTC(year + 1, 0)]);
  const pieces = years
    .flatMap((year) => (fits(year) ? [year] : monthsOf(year)))
    .flatMap((month) => (fits(month) ? [month] : daysOf(month)));
  return pieces
    .filter(([, from]) => from < end)
    .map(([label, from, to]) => {
      const until = Math.min(to, end);
      const request = requestOf({ ...state, start: minuteText(from), end: minuteText(until) });
      return { label, request, rows: rowsOf(state.frequency, from, until) };
    });
}

function monthsOf([, start]: Span): Span[] {
  const year = new Date(start).getUTCFullYear();
  return range(0, 12).map((month) => [
    new Date(Date.UTC(year, month)).toISOString().slice(0, 7),
    Date.UTC(year, month),
    Date.UTC(year, month + 1),
  ]);
}

function daysOf([, start, end]: Span): Span[] {
  return range(0, (end - start) / DAY).map((day) => {
    const from = start + day * DAY;
    return [new Date(from).toISOString().slice(0, 10), from, from + DAY];
  });
}

function rowsOf(frequency: string, start: number, end: number): number {
  if (!/_(month|year)$/.test(frequency)) return (end - start) / (STEPS[frequency] as number);
  const [from, to] = [new Date(start), new Date(end)];
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  // Months and years that have not ended are not in the answer.
  return frequency === "1_year" ? years : years * 12 + to.getUTCMonth() - from.getUTCMonth();
}

function range(first: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, k) => first + k);
}

export type Outcome<Piece> =
  | { readonly part: Part; readonly piece: Piece }
  /** The service has no data for it: why, in its words. */
  | { readonly part: Part; readonly missing: string };

type GatheringStage =
  | { readonly kind: "idle" }
  | { readonly kind: "running" }
  /** A new try is under way by itself, after so many seconds. */
  | { readonly kind: "waiting"; readonly problem: Problem; readonly seconds: number }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly problem: Problem }
  | { readonly kind: "done" };

/** Gets one part. @throws Problem */
type Fetch<Piece> = (part: Part, repeatKey: string, signal: AbortSignal) => Promise<Piece>;

/** Seconds: a longer wait is left to the user. */
const LONGEST_WAIT = 60;

export class Gathering<Piece> extends Observable {
  stage: GatheringStage = { kind: "idle" };
  readonly outcomes: Outcome<Piece>[] = [];
  readonly parts: readonly Part[];
  private readonly fetch: Fetch<Piece>;
  private readonly wait: (ms: number) => Promise<void>;
  private flight: AbortController | undefined;
  private repeatKey: string | undefined;
  private silences = 0;

  constructor(parts: readonly Part[], fetch: Fetch<Piece>, wait: (ms: number) => Promise<void> = pause) {
    super();
    this.parts = parts;
    this.fetch = fetch;
    this.wait = wait;
  }

  /** Begins, or goes on where it stopped. */
  async go(): Promise<void> {
    if (this.flight) return;
    const flight = new AbortController();
    this.flight = flight;
    this.silences = 0;
    while (!flight.signal.aborted && this.outcomes.length < this.parts.length) {
      this.enter({ kind: "running" });
      const seconds = await this.next(this.parts[this.outcomes.length] as Part, flight.signal);
      if (seconds === undefined) break;
      if (seconds > 0) await this.wait(seconds * 1000);
    }
    if (flight.signal.aborted) return;
    this.flight = undefined;
    if (this.outcomes.length === this.parts.length) this.enter({ kind: "done" });
  }

  stop(): void {
    this.flight?.abort();
    this.flight = undefined;
    this.enter({ kind: "stopped" });
  }

  /** Seconds until the next request; undefined: it cannot go on by itself. */
  private async next(part: Part, signal: AbortSignal): Promise<number | undefined> {
    this.repeatKey ??= randomKey();
    try {
      const piece = await this.fetch(part, this.repeatKey, signal);
      if (!signal.aborted) this.settle({ part, piece });
      return 0;
    } catch (thrown) {
      return signal.aborted ? undefined : this.afterError(part, thrown);
    }
  }

  private settle(outcome: Outcome<Piece>): void {
    this.outcomes.push(outcome);
    this.repeatKey = undefined;
    this.silences = 0;
  }

  private afterError(part: Part, thrown: unknown): number | undefined {
    const problem = thrown instanceof Problem ? thrown : new Problem(0, (thrown as Error).message);
    if (problem.status === 404) {
      this.settle({ part, missing: problem.message });
      return 0;
    }
    const seconds = problem.isSilence ? patience(this.silences++) : problem.retryAfter;
    if (seconds === undefined || seconds > LONGEST_WAIT) {
      this.flight = undefined;
      this.enter({ kind: "failed", problem });
      return undefined;
    }
    this.enter({ kind: "waiting", problem, seconds });
    return seconds;
  }

  private enter(stage: GatheringStage): void {
    this.stage = stage;
    this.tell();
  }
}

export interface Quote {
  readonly cost: number;
  /** undefined with the demo key, which has no tokens to count. */
  readonly remaining: number | undefined;
  /** Parts that the service has no data for. */
  readonly missing: readonly string[];
}

/**
 * @param price of one part, from the service. @param onStep hears of each answer
 * @throws Problem where a price cannot be had
 */
export async function quoteOf(
  parts: readonly Part[],
  price: (part: Part) => Promise<Price>,
  onStep: (done: number) => void,
): Promise<Quote> {
  let cost = 0;
  let remaining: number | undefined;
  const missing: string[] = [];
  for (const [k, part] of parts.entries()) {
    const found = await price(part).catch(pricedRefusal);
    if (found === undefined) missing.push(part.label);
    else {
      cost += found.cost;
      remaining = found.remaining;
      // The demo key pays nothing for any part.
      if (found.cost === 0 && remaining === undefined) break;
    }
    onStep(k + 1);
  }
  return { cost, remaining, missing };
}

/** Where the tokens are not enough, the price is said all the same; undefined where there is no data to pay for. */
function pricedRefusal(thrown: unknown): Price | undefined {
  if (thrown instanceof Problem && thrown.status === 402 && thrown.price) return thrown.price;
  if (thrown instanceof Problem && thrown.status === 404) return undefined;
  throw thrown;
}

/** A part's CSV. */
export interface Piece {
  /** The names of its columns, the two times first. */
  readonly header: readonly string[];
  readonly body: Blob;
  readonly rows: number;
  /** Times of its first start and its last end, as they stand there; "" without rows. */
  readonly start: string;
  readonly end: string;
}
