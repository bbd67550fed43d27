/** Executes `irradiance observe`. */
import { computeColumns, type ObservationContext, type ObservationRequest, writeCsv, writeJson } from "../../index.js";
import { parseIsoTime } from "../../time/iso-time.js";
import { zoneNamed } from "../../time/zone.js";
import type { WeatherReading } from "../../weather/node.js";
import type { WeatherSeries } from "../../weather/series.js";
import { yearInZone } from "../../weather/year-in-zone.js";
import {
  type ArchiveChoice,
  askedPeriod,
  type FoundWeather,
  namedSources,
  openArchiveWeather,
  refuseFileOptions,
  weatherFor,
} from "../archive-weather.js";
import { UsageError } from "../errors.js";
import { withClosure } from "../examined.js";
import { refuseOtherPictures, refuseSameFile } from "../files.js";
import { printDiagnostics, printWeatherNotices, pvNotice } from "../notices.js";
import type { RequestOptions } from "../options.js";
import { printNotice, writeResult } from "../output.js";
import { withPlaceContext } from "../place-context.js";
import { drawPlot } from "../plot.js";
import type { PlotFlags } from "../plot-options.js";
import { startProgress } from "../progress.js";
import { believedWeather, inputFiles, toContext, toRequest } from "../request.js";
import { withTerrainContext } from "../terrain-context.js";
import { withZone } from "../time-zone.js";
import { trackerNotice } from "../tracker-options.js";

export interface ObserveOptions extends Omit<RequestOptions, "weather">, PlotFlags {
  weather?: readonly string[];
  archive?: string;
  decimals?: number | "full";
  out?: string;
}

/** With the one file that is read, or without where an archive is. */
type ReadFlags = Omit<ObserveOptions, "weather"> & RequestOptions;

/** Names of tables that a response is not written as. */
const OTHER_TABLES = /\.(parquet|arrow|feather|xlsx?|ods|nc|tsv)$/i;

/** What is said, else what the file's name says. @throws UsageError for a name that promises another format */
function formatOf({ responseFormat, out }: Pick<ObserveOptions, "responseFormat" | "out">): string | undefined {
  if (responseFormat !== undefined || out === undefined) return responseFormat;
  const other = OTHER_TABLES.exec(out)?.[0];
  if (other !== undefined) {
    throw new UsageError(
      `--out: a response is JSON or CSV, not ${other} (bulk writes Parquet and Arrow): give it another name`,
    );
  }
  return /\.csv$/i.test(out) ? "csv" : undefined;
}

export async function observe({ weather: words, ...flags }: ObserveOptions): Promise<void> {
  const archive = archiveOf(words, flags.archive);
  if (archive !== undefined) refuseFileOptions(flags, archive, ["--temperature", "--closure"]);
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

/** @throws UsageError unless one of the two says where the weather is */
function archiveOf(words: readonly string[] | undefined, archive: string | undefined): ArchiveChoice | undefined {
  if (words === undefined) {
    if (archive !== undefined) return archive;
    throw new UsageError("required option '--weather <file>' not specified, nor --archive <file>");
  }
  if (archive !== undefined) throw new UsageError("--weather and --archive both name the weather: give one of them");
  const named = namedSources(words);
  // Several files are one source of an archive, too.
  return named ?? (words.length > 1 ? words : undefined);
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
