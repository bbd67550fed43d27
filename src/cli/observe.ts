/** Executes `irradiance observe` and `irradiance explain`. */

import { type PlotOptions, plotSvg } from "../answers/report/index.js";
import type { PlotKind } from "../answers/report/plot-svg.js";
import { yearInZone } from "../data/series/typical-year.js";
import type { WeatherReading } from "../data/weather/node.js";
import type { WeatherSeries } from "../data/weather/series.js";
import { parseIsoTime } from "../foundation/time/iso-time.js";
import { zoneNamed } from "../foundation/time/zone.js";
import {
  computeColumns,
  explain,
  type ObservationColumns,
  type ObservationContext,
  type ObservationRequest,
  type ParameterName,
  writeCsv,
  writeJson,
} from "../index.js";
import {
  type ArchiveChoice,
  archiveOf,
  askedPeriod,
  type FoundWeather,
  openArchiveWeather,
  refuseFileOptions,
  weatherFor,
} from "./archive-weather.js";
import { printDiagnostics, printWeatherNotices, pvNotice, withClosure } from "./believed.js";
import { UsageError } from "./errors.js";
import { firstGiven, inFlags } from "./option-names.js";
import type { ExplainOptions, ObserveOptions, PlotFlags } from "./options/power.js";
import type { RequestOptions } from "./options/shared.js";
import { printNotice, refuseOtherPictures, refuseSameFile, writeResult } from "./output.js";
import { withPlaceContext, withTerrainContext, withZone } from "./place-context.js";
import { startProgress } from "./progress.js";
import { believedWeather, inputFiles, toContext, toRequest } from "./request.js";
import { trackerNotice } from "./tracker.js";

/** With the one file that is read, or without where an archive is. */
type ReadFlags = Omit<ObserveOptions, "weather"> & RequestOptions;

/** Names of tables that a response is not written as. */
const OTHER_TABLES = /\.(parquet|arrow|feather|xlsx?|ods|nc|tsv)$/i;

/** What is said, else what the file's name says. @throws UsageError for a name that promises another format */
function formatOf({ responseFormat, out }: Pick<ObserveOptions, "responseFormat" | "out">): string | undefined {
  if (responseFormat !== undefined || out === undefined) return responseFormat;
  const other = OTHER_TABLES.exec(out)?.[0];
  if (other !== undefined)
    throw new UsageError(
      `--out: a response is JSON or CSV, not ${other} (bulk writes Parquet and Arrow): give it another name`,
    );
  return /\.csv$/i.test(out) ? "csv" : undefined;
}

export async function observe({ weather: words, ...flags }: ObserveOptions): Promise<void> {
  const archive = archiveOf(words, flags.archive);
  if (archive !== undefined) refuseFileOptions(flags, archive, ["temperature", "closure"]);
  // Of the shared code only what a file has to say.
  const options = { ...flags, ...(archive === undefined && { weather: words![0]! }) } as ReadFlags;
  await refuseSameFile(
    { "--out": options.out, "--plot": options.plot },
    { ...inputFiles(options), "--archive": flags.archive },
  );
  refuseOtherPictures({ "--plot": options.plot });
  const given = await toContext(options);
  const progress = startProgress(options.quiet);
  try {
    const weather = archive === undefined ? await believedWeather(options, progress) : undefined;
    const zoned = await withZone(options, weather?.series.place);
    const request = toRequest({ ...zoned, responseFormat: formatOf(options) }, weather);
    const placed = await withTerrainContext(options, request, given);
    const found = archive === undefined ? undefined : await fromArchive(archive, options, request, placed);
    const series = weather === undefined ? found!.series : ofItsZone(weather, request);
    const closed = withClosure(placed, weather?.examination, options.quiet);
    const context = await withPlaceContext(request, series, closed, options.quiet);
    progress.show("computing");
    const columns = computeColumns(request, series, context);
    // Drawn before anything is written: a picture that cannot be drawn leaves no response behind.
    const plot = drawPlot(options, columns);
    progress.show("writing");
    const write = request.responseFormat === "csv" ? writeCsv : writeJson;
    const decimals = options.decimals === "full" ? null : options.decimals;
    const response = write(columns, { decimals });
    progress.clear();
    await writeResult(response, options.out);
    if (plot !== undefined) await writeResult(plot, options.plot);
    if (options.quiet) return;
    const tracker = trackerNotice(options);
    const pv = pvNotice(request.parameters, context.models);
    for (const note of [tracker, pv]) if (note !== undefined) printNotice(`note: ${note}`);
    if (weather !== undefined) printWeatherNotices(options.weather, weather);
    for (const { message } of found?.notes ?? []) printNotice(`weather: ${message}`);
    printDiagnostics(columns.diagnostics);
  } catch (cause) {
    progress.clear();
    throw cause;
  }
}

/** A typical year with the days of the zone that is asked for: its ends would lie in the years beside it. */
function ofItsZone({ series, typicalYear }: WeatherReading, { zone }: ObservationRequest): WeatherSeries {
  return typicalYear && zone !== undefined ? yearInZone(series, zoneNamed(zone)!) : series;
}

async function fromArchive(
  choice: ArchiveChoice,
  { now }: ReadFlags,
  request: ObservationRequest,
  { altitude }: ObservationContext,
): Promise<FoundWeather> {
  // Before anybody gets a key for it.
  askedPeriod(choice, request);
  const archive = await openArchiveWeather(choice);
  try {
    return await weatherFor(archive, choice, request, now === undefined ? Date.now() : parseIsoTime(now), altitude);
  } finally {
    await archive.close();
  }
}

/** A longer period is drawn as a heat map of day × hour. */
const MOST_DAYS_AS_CURVES = 3;

/** The requested picture, undefined if there is none. Made before anything is written, because it may be rejected. */
function drawPlot(flags: PlotFlags, columns: ObservationColumns): string | undefined {
  if (flags.plot !== undefined) return plotSvg(columns, plotOptions(flags, columns));
  const told = firstGiven(flags, ["plotKind", "plotParameters", "plotDate", "plotTypicalYear"]);
  if (told === undefined) return undefined;
  throw new UsageError(`${told} requires --plot`);
}

function plotOptions(flags: PlotFlags, { count, interval, edges }: ObservationColumns): PlotOptions {
  const { plotKind, plotParameters, plotDate: date, plotTypicalYear: typicalYear } = flags;
  const short = count * interval <= MOST_DAYS_AS_CURVES * 86_400;
  const usual = edges !== undefined && date === undefined ? "periods" : short || date !== undefined ? "day" : "year";
  const kind = plotKind ?? usual;
  refuse("--plot-date", date !== undefined && kind !== "day", "day", kind);
  refuse("--plot-typical-year", typicalYear === true && kind !== "months", "months", kind);
  const options: PlotOptions = { kind };
  // plotSvg knows the valid names.
  if (plotParameters !== undefined) options.parameter = plotParameters.split(",").map((name) => name.trim() as ParameterName); // biome-ignore format: one cast
  if (date !== undefined) options.date = date;
  if (typicalYear !== undefined) options.typicalYear = typicalYear;
  return options;
}

function refuse(flag: string, wrong: boolean, kind: PlotKind, got: PlotKind): void {
  if (wrong) throw new UsageError(`${flag} requires --plot-kind ${kind}, got ${got}`);
}

export async function runExplain(options: ExplainOptions): Promise<void> {
  await refuseSameFile({ "--out": options.out }, inputFiles(options));
  const given = await toContext(options);
  const progress = startProgress(options.quiet);
  const weather = await believedWeather(options, progress).finally(progress.clear);
  const request = toRequest(options, weather);
  const placed = await withTerrainContext(options, request, given);
  const closed = withClosure(placed, weather.examination, options.quiet);
  const context = await withPlaceContext(request, weather.series, closed, options.quiet);
  const explanation = explain(request, weather.series, options.at, context);
  await writeResult(`${JSON.stringify(explanation, null, 2)}\n`, options.out);
  if (options.quiet) return;
  printWeatherNotices(options.weather, weather);
  for (const { message } of explanation.plan.notices) printNotice(`note: ${inFlags(message)}`);
}
