/** Executes `irradiance verify`: forecasts and observations in pairs, examined before they are judged. */
import { readFile } from "node:fs/promises";
import { formatVerification, referenceForecasts, verificationSvg, verifyForecast } from "../answers/forecast/index.js";
import type { ForecastTimes, PowerObservations, References } from "../answers/forecast/references.js";
import { probabilitiesOf } from "../answers/forecast/spread-score.js";
import type { ForecastPairs, Verification } from "../answers/forecast/verify.js";
import { openClimatology } from "../data/climatology/climatology.js";
import { examineWeather } from "../data/weather/believe/examine.js";
import { CLOCK_CODES } from "../data/weather/believe/types.js";
import type { WeatherPlace, WeatherSeries } from "../data/weather/series.js";
import { printWeatherNotices, skyOf } from "./believed.js";
import { UsageError } from "./errors.js";
import { type ForecastFile, readForecasts } from "./forecast-file.js";
import type { VerifyFlags } from "./options/weather.js";
import { printNotice, refuseOtherPictures, refuseSameFile, writeResult } from "./output.js";
import { givenPlace, placeOr } from "./place-context.js";
import { startProgress } from "./progress.js";
import { believedWeather } from "./request.js";
import { measuredPower } from "./verify-power.js";

interface NamedForecast {
  readonly name: string;
  readonly file: string;
  readonly rows: ForecastFile;
}

const QUARTER = 900;

/** @throws UsageError for times that cannot be compared */
function timesOf({ file, rows: { issued, start, end } }: NamedForecast): ForecastTimes {
  if (end.length === 0) throw new UsageError(`--forecast ${file}: it has no rows below its first`);
  const interval = (end[0]! - start[0]!) / 1000;
  const other = end.findIndex((value, k) => (value - start[k]!) / 1000 !== interval);
  if (other >= 0) {
    const lengths = `${interval / 60} and ${(end[other]! - start[other]!) / 60_000}`;
    throw new UsageError(`--forecast ${file}: all its intervals must have the same length, got ${lengths} minutes`);
  }
  if (interval % QUARTER !== 0)
    throw new UsageError(
      `--forecast ${file}: the length of its intervals must be a multiple of 15 minutes, got ${interval / 60} minutes`,
    );
  const odd = end.find((value) => value % (QUARTER * 1000) !== 0);
  if (odd !== undefined)
    throw new UsageError(`--forecast ${file}: its intervals must end on a quarter hour in UTC, got ${iso(odd)}`);
  return { issued, lead: end.map((value, k) => (value - issued[k]!) / 1000), interval };
}

function pairsOf(
  forecasts: readonly NamedForecast[],
  { issued, lead }: ForecastTimes,
  { observed, clear, ensembles, ...references }: References,
  isSkyKnown: boolean,
): ForecastPairs {
  const first = forecasts[0]!.rows;
  const methods = forecasts.map(({ name, rows }): [string, readonly number[]] => [name, matched(rows, first)]);
  return {
    issued,
    lead,
    observed,
    quantity: first.quantity,
    ...(isSkyKnown && { clear }),
    forecasts: { ...Object.fromEntries(methods), ...references },
    ...(first.quantiles && { quantiles: first.quantiles, ensembles }),
  };
}

/** Values for the same times of issue and ends; NaN where there is none. */
function matched(rows: ForecastFile, first: ForecastFile): readonly number[] {
  if (rows === first) return first.values;
  const known = new Map(rows.values.map((value, k) => [`${rows.issued[k]} ${rows.start[k]} ${rows.end[k]}`, value]));
  return first.end.map((end, k) => known.get(`${first.issued[k]} ${first.start[k]} ${end}`) ?? Number.NaN);
}

/** Rows with something missing, by what is missing first. */
interface LeftOut {
  readonly what: string;
  readonly rows: number;
}

/** Why rows are left out of the comparison. */
function leftOut(
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
function refuseNothing(left: readonly LeftOut[], rows: number, about: { readonly [file: string]: Span }): void {
  if (left.reduce((sum, reason) => sum + reason.rows, 0) < rows) return;
  const spans = Object.entries(about).map(([file, { from, to }]) => `${file} covers ${iso(from)} to ${iso(to)}`);
  throw new UsageError(`nothing can be compared: of ${rows} rows ${reasonsText(left)}; ${spans.join(", ")}`);
}

function printLeft(left: readonly LeftOut[]): void {
  if (left.length > 0) printNotice(`note: left out: ${reasonsText(left)}`);
}

function reasonsText(left: readonly LeftOut[]): string {
  return left.map(({ what, rows }) => `${rows} with ${what}`).join(", ");
}

/** Unix ms. */
interface Span {
  readonly from: number;
  readonly to: number;
}

function spanOf({ start, end }: ForecastFile): Span {
  return {
    from: start.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY),
    to: end.reduce((most, time) => Math.max(most, time), Number.NEGATIVE_INFINITY),
  };
}

function iso(time: number): string {
  return new Date(time).toISOString().replace(/(:00)?\.000Z$/, "Z");
}

/** @throws UsageError for times or a unit that are surely wrong, unless they are trusted; where that is not sure, it is said */
async function refuseWrongLight(
  { file, rows }: NamedForecast,
  place: WeatherPlace,
  { trustClock, quiet }: Pick<VerifyFlags, "trustClock" | "quiet">,
): Promise<void> {
  // Power follows its plane: where it is up tells nothing of a clock.
  const series = rows.quantity === "ac_power" ? undefined : newestLight(rows);
  const found = series && examineWeather({ ...series, place }, await skyOf(place, undefined));
  const wrong = found?.findings.find(({ code }) => code === "unit" || CLOCK_CODES.includes(code));
  if (wrong === undefined) return;
  if (wrong.code === "unit") throw new UsageError(`--forecast ${file}: ${wrong.message} Give it in W/m²`);
  const text = `${wrong.message}; correct its issued_time, start_time and end_time`;
  if (wrong.verdict !== "unusable" || trustClock) {
    if (!quiet) printNotice(`note: ${file}: ${text}, if they are wrong`);
    return;
  }
  const others = "if they are right all the same, as of a forecast that repeats what was seen, pass --trust-clock";
  throw new UsageError(`--forecast ${file}: ${text}; ${others}`);
}

/** Rows of a century of quarter hours: more is a wrong year in a time. */
const MOST_ROWS = 4_000_000;

/** What the last issue before each time said of it, on equal steps; undefined where there are none. */
function newestLight({ issued, start, end, values }: NamedForecast["rows"]): Omit<WeatherSeries, "place"> | undefined {
  const step = end[0]! - start[0]!;
  const first = start.reduce((one, time) => Math.min(one, time), Number.POSITIVE_INFINITY);
  const last = start.reduce((one, time) => Math.max(one, time), Number.NEGATIVE_INFINITY);
  const count = (last - first) / step + 1;
  if (!(count <= MOST_ROWS) || start.some((time) => (time - first) % step !== 0)) return undefined;
  const newest = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  const light = new Float64Array(count).fill(Number.NaN);
  start.forEach((time, k) => {
    const row = (time - first) / step;
    if (!(issued[k]! >= newest[row]!)) return;
    newest[row] = issued[k]!;
    light[row] = values[k]!;
  });
  return { start: first, interval: step / 1000, columns: { global_horizontal_irradiance: light } };
}

export async function runVerify(flags: VerifyFlags): Promise<void> {
  const named = flags.forecast.map(nameAndFile);
  const files = named.map(({ file }) => file);
  await refuseSameFile(
    { "--out": flags.out, "--plot": flags.plot },
    { "--forecast": files, "--observations": flags.observations },
  );
  refuseOtherPictures({ "--plot": flags.plot });
  const forecasts: NamedForecast[] = [];
  for (const { name, file } of named) forecasts.push({ name, file, rows: readForecasts(await textOf(file), file) });
  const { quantity, quantiles } = refuseOthers(forecasts, flags.capacity);
  const times = { ...timesOf(forecasts[0]!), probabilities: quantiles && probabilitiesOf(quantiles.length) };
  const { observations, span, place } = await (quantity === "ac_power" ? powerOf(flags) : lightOf(flags));
  for (const forecast of forecasts) await refuseWrongLight(forecast, place, flags);
  if (!flags.quiet) printIgnored(forecasts);
  const isSkyKnown = !("power" in observations) || observations.clearPower !== undefined;
  const pairs = pairsOf(forecasts, times, referenceForecasts(observations, times, place), isSkyKnown);
  const left = leftOut(pairs, forecasts);
  refuseNothing(left, pairs.observed.length, spansOf(forecasts, flags.observations, span));
  const { draws, capacity } = flags;
  const found = verifyForecast(pairs, { draws, capacity, timeZone: place.longitude / 15 });
  refusePictureOfOne(flags.plot, found);
  if (flags.plot !== undefined) await writeResult(verificationSvg(found), flags.plot);
  if (flags.out !== undefined) await writeResult(`${JSON.stringify(found, null, 1)}\n`, flags.out);
  await writeResult(formatVerification(found), undefined);
  if (!flags.quiet) {
    printLeft(left);
    for (const text of remarksOn(found, isSkyKnown)) printNotice(`note: ${text}`);
  }
}

/** What a reader of the table must know. */
function remarksOn({ groups, rows, probabilities }: Verification, isSkyKnown: boolean): string[] {
  const ensembles = probabilities === null ? [] : Object.entries(groups[0]!.spread!.skills);
  const partly = ensembles
    .filter(([, of]) => (of?.rows ?? 0) < rows)
    .map(
      ([name, of]) => `${name} exists in ${of?.rows ?? 0} of ${rows} rows, as it needs 20 days: its skill is of these`,
    );
  const strong = ensembles.length === 0 ? "climatology and CLIPER are" : "climatology, CLIPER and CH-PeEn are";
  const shape =
    "without clear_ac_power there are no kinds of sky, and references take the course of clear light on level ground";
  return [
    ...partly,
    ...(isSkyKnown ? [] : [shape]),
    `${strong} fitted to the whole record, including the forecast times: they are strong references`,
  ];
}

/** @returns the first, which is judged @throws UsageError unless all are of the same quantity, and a capacity is of power */
function refuseOthers(forecasts: readonly NamedForecast[], capacity: number | undefined): ForecastFile {
  const first = forecasts[0]!;
  const other = forecasts.find(({ rows }) => rows.quantity !== first.rows.quantity);
  if (other !== undefined)
    throw new UsageError(
      `--forecast: ${first.file} has ${first.rows.quantity}, ${other.file} ${other.rows.quantity}: give one of them`,
    );
  if (capacity !== undefined && first.rows.quantity !== "ac_power")
    throw new UsageError("--capacity is of power: the forecasts are of light");
  return first.rows;
}

/** What was measured, the time that it covers, and where. */
interface Measured {
  readonly observations: WeatherSeries | PowerObservations;
  readonly span: Span;
  readonly place: Awaited<ReturnType<typeof placeOf>>;
}

async function lightOf(flags: VerifyFlags): Promise<Measured> {
  const progress = startProgress(flags.quiet);
  const reading = await believedWeather({ ...flags, weather: flags.observations }, progress).finally(progress.clear);
  const { series } = reading;
  const place = await placeOf(flags, series.place);
  if (!flags.quiet) printWeatherNotices(flags.observations, reading);
  const { start, interval, columns } = series;
  const from = new Date(start).getTime();
  const span = { from, to: from + (Object.values(columns)[0]?.length ?? 0) * interval * 1000 };
  return { observations: series, span, place };
}

async function powerOf(flags: VerifyFlags): Promise<Measured> {
  const place = await placeOf(flags, undefined);
  const { latitude, longitude, altitude } = place;
  const observations = await measuredPower(flags, { latitude, longitude, altitude });
  const { start, interval, power } = observations;
  return { observations, span: { from: start, to: start + power.length * interval * 1000 }, place };
}

/** Of each file what stands in it and takes no part. */
function printIgnored(forecasts: readonly NamedForecast[]): void {
  forecasts.forEach(({ file, rows: { ignored, quantiles } }, k) => {
    for (const text of ignored) printNotice(`note: ${file}: ${text}`);
    if (k > 0 && quantiles !== undefined)
      printNotice(`note: ${file}: its quantiles are ignored: only the first forecast's are judged`);
  });
}

function spansOf(forecasts: readonly NamedForecast[], observations: string, span: Span) {
  return {
    ...Object.fromEntries(forecasts.map(({ file, rows }) => [file, spanOf(rows)])),
    [observations]: span,
  };
}

function refusePictureOfOne(plot: string | undefined, { groups, probabilities }: Verification): void {
  if (plot === undefined || probabilities !== null || groups.filter(({ lead }) => lead !== null).length > 1) return;
  throw new UsageError(
    "--plot draws errors by lead time and needs two or more lead times: all rows that can be judged have the same one",
  );
}

function nameAndFile(text: string): { name: string; file: string } {
  const at = text.indexOf("=");
  const [name, file] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  if (name === "" || file === "")
    throw new UsageError(`--forecast must be NAME=FILE, such as ours=ours.csv; got "${text}"`);
  if (REFERENCES.includes(name)) throw new UsageError(`--forecast ${name}: a reference has this name; give another`);
  return { name, file };
}

const REFERENCES: readonly string[] = ["persistence", "smartPersistence", "climatology", "cliper"];

async function textOf(file: string): Promise<string> {
  return readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`--forecast ${file}: cannot be read (${cause.code})`, { cause });
  });
}

async function placeOf(
  { altitude, ...flags }: VerifyFlags,
  known: { readonly latitude: number; readonly longitude: number; readonly altitude?: number | undefined } | undefined,
) {
  const lack = "the file of observations does not state its location";
  const { latitude, longitude } = placeOr(givenPlace(flags), known, lack);
  const maps = await openClimatology();
  const height = altitude ?? known?.altitude ?? Math.round(maps.altitude(latitude, longitude));
  const linkeTurbidity = maps.clearTurbidity(latitude, longitude, { altitude: height });
  return { latitude, longitude, altitude: height, linkeTurbidity };
}
