/** `irradiance observe`: the observation response of a place from a weather file. */
import { type Command, InvalidArgumentError } from "commander";
import { computeColumns, type ObservationContext, type ObservationRequest, writeCsv, writeJson } from "../index.js";
import { parseIsoTime } from "../time/iso-time.js";
import { type FoundWeather, openArchiveWeather, weatherFor } from "./archive-weather.js";
import { UsageError } from "./errors.js";
import { refuseOtherPictures, refuseSameFile } from "./files.js";
import { printDiagnostics, printWeatherNotices } from "./notices.js";
import { toNumber } from "./numbers.js";
import { addRequestOptions, inputFiles, loadWeather, type RequestOptions, toContext, toRequest } from "./options.js";
import { printNotice, writeResult } from "./output.js";
import { withPlaceContext } from "./place-context.js";
import { addPlotOptions, drawPlot, type PlotFlags } from "./plot.js";
import { startProgress } from "./progress.js";
import { withTerrainContext } from "./terrain-context.js";
import { withZone } from "./time-zone.js";

interface ObserveOptions extends RequestOptions, PlotFlags {
  archive?: string;
  decimals?: number | "full";
  out?: string;
}

export function addObserve(program: Command): void {
  const command = program.command("observe").description("compute the observation response from a weather file");
  addPlotOptions(addRequestOptions(command))
    .option(
      "--time-zone <zone>",
      "of the result's times and days: local or standard (of the place), a name such as Europe/Zurich, or an offset such as +05:30; " +
        "--start and --end may then be local, such as 2024-06-21 (default: UTC)",
    )
    .option("--archive <file>", "sources of weather (JSON), in place of a weather file; needs irradiance-archive")
    .option("--response-format <name>", "json or csv (default: csv if --out ends so, else json)")
    .option("--decimals <count>", "0 to 6, or full (default: 2)", toDecimals)
    .option("--out <file>", "write the response there instead of to standard output")
    .action(observe);
  const optionOf = (flag: string) => command.options.find(({ long }) => long === flag)!;
  optionOf("--weather").makeOptionMandatory(false); // or --archive
  optionOf("--frequency").description +=
    "; sums of 1_day, 1_month or 1_year: irradiance in Wh/m², PV in Wh/kWp, means of temperature and snow depth";
}

function toDecimals(text: string): number | "full" {
  if (text === "full") return text;
  const value = toNumber(text);
  if (Number.isInteger(value) && value >= 0 && value <= 6) return value;
  throw new InvalidArgumentError("It must be a whole number from 0 to 6, or full.");
}

/** Names of tables that a response is not written as. */
const OTHER_TABLES = /\.(parquet|arrow|feather|xlsx?|ods|nc|tsv)$/i;

/** What is said, else what the file's name says. @throws UsageError for a name that promises another format */
function formatOf({ responseFormat, out }: ObserveOptions): string | undefined {
  if (responseFormat !== undefined || out === undefined) return responseFormat;
  const other = OTHER_TABLES.exec(out)?.[0];
  if (other !== undefined) {
    throw new UsageError(
      `--out: a response is JSON or CSV, not ${other} (bulk writes Parquet and Arrow): give it another name`,
    );
  }
  return /\.csv$/i.test(out) ? "csv" : undefined;
}

async function observe(options: ObserveOptions): Promise<void> {
  const { archive } = options;
  if (archive === undefined && options.weather === undefined) {
    throw new UsageError("required option '--weather <file>' not specified, nor --archive <file>");
  }
  if (archive !== undefined && options.weather !== undefined) {
    throw new UsageError("--weather and --archive are two sources of weather: give one of them");
  }
  await refuseSameFile(
    { "--out": options.out, "--plot": options.plot },
    { ...inputFiles(options), "--archive": archive },
  );
  refuseOtherPictures({ "--plot": options.plot });
  const given = await toContext(options);
  const progress = startProgress(options.quiet);
  try {
    const weather = archive === undefined ? await loadWeather(options, progress) : undefined;
    const zoned = await withZone(options, weather?.series.place);
    const request = toRequest({ ...zoned, responseFormat: formatOf(options) }, weather);
    const placed = await withTerrainContext(options, request, given);
    const found = archive === undefined ? undefined : await fromArchive(archive, options, request, placed);
    const series = weather?.series ?? found!.series;
    const context = await withPlaceContext(request, series, placed, options.quiet);
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
    if (weather !== undefined) printWeatherNotices(options.weather, weather);
    for (const { message } of found?.notes ?? []) printNotice(`weather: ${message}`);
    printDiagnostics(columns.diagnostics);
  } catch (cause) {
    progress.clear();
    throw cause;
  }
}

async function fromArchive(
  file: string,
  { now }: ObserveOptions,
  request: ObservationRequest,
  { altitude }: ObservationContext,
): Promise<FoundWeather> {
  const archive = await openArchiveWeather(file);
  try {
    return await weatherFor(archive, request, now === undefined ? Date.now() : parseIsoTime(now), altitude);
  } finally {
    await archive.close();
  }
}
