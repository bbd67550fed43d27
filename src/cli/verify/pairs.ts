/** The rows that are judged: of the first forecast, with those of the others for the same times and all references. */
import type { ForecastPairs, ForecastTimes, References } from "../../forecast/index.js";
import { UsageError } from "../errors.js";
import { printNotice } from "../output.js";
import type { ForecastFile } from "./forecast-file.js";

export interface NamedForecast {
  readonly name: string;
  readonly file: string;
  readonly rows: ForecastFile;
}

const QUARTER = 900;

/** @throws UsageError for times that cannot be compared */
export function timesOf({ file, rows: { issued, start, end } }: NamedForecast): ForecastTimes {
  if (end.length === 0) throw new UsageError(`--forecast ${file}: it has no rows below its first`);
  const interval = (end[0]! - start[0]!) / 1000;
  const other = end.findIndex((value, k) => (value - start[k]!) / 1000 !== interval);
  if (other >= 0) {
    const lengths = `${interval / 60} and ${(end[other]! - start[other]!) / 60_000}`;
    throw new UsageError(`--forecast ${file}: all its intervals must have the same length, got ${lengths} minutes`);
  }
  if (interval % QUARTER !== 0) {
    throw new UsageError(
      `--forecast ${file}: the length of its intervals must be a multiple of 15 minutes, got ${interval / 60} minutes`,
    );
  }
  const odd = end.find((value) => value % (QUARTER * 1000) !== 0);
  if (odd !== undefined) {
    throw new UsageError(`--forecast ${file}: its intervals must end on a quarter hour in UTC, got ${iso(odd)}`);
  }
  return { issued, lead: end.map((value, k) => (value - issued[k]!) / 1000), interval };
}

export function pairsOf(
  forecasts: readonly NamedForecast[],
  { issued, lead }: ForecastTimes,
  { observed, clear, ...references }: References,
): ForecastPairs {
  const first = forecasts[0]!.rows;
  const methods = forecasts.map(({ name, rows }): [string, readonly number[]] => [name, matched(rows, first)]);
  return {
    issued,
    lead,
    observed,
    clear,
    forecasts: { ...Object.fromEntries(methods), ...references },
    quantiles: first.quantiles,
  };
}

/** Values for the same times of issue and ends; NaN where there is none. */
function matched(rows: ForecastFile, first: ForecastFile): readonly number[] {
  if (rows === first) return first.ghi;
  const known = new Map(rows.ghi.map((value, k) => [`${rows.issued[k]} ${rows.start[k]} ${rows.end[k]}`, value]));
  return first.end.map((end, k) => known.get(`${first.issued[k]} ${first.start[k]} ${end}`) ?? Number.NaN);
}

/** Rows with something missing, by what is missing first. */
interface LeftOut {
  readonly what: string;
  readonly rows: number;
}

/** Why rows are left out of the comparison. */
export function leftOut(
  { observed, forecasts, quantiles }: ForecastPairs,
  named: readonly NamedForecast[],
): readonly LeftOut[] {
  const reasons: readonly (readonly [string, (row: number) => boolean])[] = [
    ["the sun below 5° or no observation then or before the issue", (row) => Number.isFinite(observed[row])],
    ...named.map(
      ({ name }) => [`no value of ${name}`, (row: number) => Number.isFinite(forecasts[name]![row])] as const,
    ),
    ["a missing quantile", (row) => quantiles === undefined || quantiles.every((one) => Number.isFinite(one[row]))],
  ];
  const rows = Array.from({ length: observed.length }, (_, row) => row);
  const first = rows.map((row) => reasons.findIndex(([, isThere]) => !isThere(row)));
  return reasons
    .map(([what], k) => ({ what, rows: first.filter((found) => found === k).length }))
    .filter(({ rows: count }) => count > 0);
}

/** Where no row is left: what each file is of, and what is missing. @throws UsageError */
export function refuseNothing(left: readonly LeftOut[], rows: number, about: { readonly [file: string]: Span }): void {
  if (left.reduce((sum, reason) => sum + reason.rows, 0) < rows) return;
  const spans = Object.entries(about).map(([file, { from, to }]) => `${file} covers ${iso(from)} to ${iso(to)}`);
  throw new UsageError(`nothing can be compared: of ${rows} rows ${reasonsText(left)}; ${spans.join(", ")}`);
}

export function printLeft(left: readonly LeftOut[]): void {
  if (left.length > 0) printNotice(`note: left out: ${reasonsText(left)}`);
}

function reasonsText(left: readonly LeftOut[]): string {
  return left.map(({ what, rows }) => `${rows} with ${what}`).join(", ");
}

/** Unix ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export function spanOf({ start, end }: ForecastFile): Span {
  return {
    from: start.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY),
    to: end.reduce((most, time) => Math.max(most, time), Number.NEGATIVE_INFINITY),
  };
}

function iso(time: number): string {
  return new Date(time).toISOString().replace(/(:00)?\.000Z$/, "Z");
}
