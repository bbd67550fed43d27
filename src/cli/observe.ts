/** `irradiance observe`: the observation response of a place from a weather file. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { computeColumns, type ObservationColumns, writeCsv, writeJson } from "../index.js";
import { type PlotKind, plotSvg } from "../report/index.js";
import { UsageError } from "./errors.js";
import { addRequestOptions, loadWeather, type RequestOptions, toContext, toNumber, toRequest } from "./options.js";
import { writeResult } from "./output.js";
import { startProgress } from "./progress.js";
import { remarkOnDiagnostics, remarkOnWeather } from "./remarks.js";
import { withSurroundings } from "./surroundings.js";

interface ObserveOptions extends RequestOptions {
  decimals?: number | "full";
  out?: string;
  plot?: string;
  plotKind?: PlotKind;
}

/** A longer period is drawn as a heat map of day × hour. */
const MOST_DAYS_AS_CURVES = 3;

export function addObserve(program: Command): void {
  addRequestOptions(program.command("observe").description("compute the observation response from a weather file"))
    .option("--response-format <name>", "json or csv")
    .option("--decimals <count>", "0 to 6, or full (default: 2)", toDecimals)
    .option("--out <file>", "write the response there instead of to standard output")
    .option(
      "--plot <file>",
      "draw the result there too, as SVG: up to 3 days as curves, more as a heat map of day × hour",
    )
    .addOption(new Option("--plot-kind <kind>", "what to draw").choices(["day", "year", "months"]))
    .action(observe);
}

function toDecimals(text: string): number | "full" {
  if (text === "full") return text;
  const value = toNumber(text);
  if (Number.isInteger(value) && value >= 0 && value <= 6) return value;
  throw new InvalidArgumentError("It must be a whole number from 0 to 6, or full.");
}

async function observe(options: ObserveOptions): Promise<void> {
  if (options.plotKind !== undefined && options.plot === undefined) {
    throw new UsageError("--plot-kind says what to draw, --plot where: give both");
  }
  const given = await toContext(options);
  const progress = startProgress(`reading ${options.weather}`, options.quiet);
  const weather = await loadWeather(options).finally(progress.done);
  const request = toRequest(options, weather);
  const context = await withSurroundings(options, request, given);
  progress.next("computing");
  const columns = computeColumns(request, weather.series, context);
  // Drawn before anything is written: what cannot be drawn leaves no response behind.
  const plot = options.plot === undefined ? undefined : plotSvg(columns, { kind: plotKind(options, columns) });
  const write = request.responseFormat === "csv" ? writeCsv : writeJson;
  const decimals = options.decimals === "full" ? null : options.decimals;
  await writeResult(write(columns, { decimals }), options.out);
  if (plot !== undefined) await writeResult(plot, options.plot);
  if (options.quiet) return;
  remarkOnWeather(options.weather, weather);
  remarkOnDiagnostics(columns.diagnostics);
}

function plotKind(options: ObserveOptions, { count, interval }: ObservationColumns): PlotKind {
  return options.plotKind ?? (count * interval <= MOST_DAYS_AS_CURVES * 86_400 ? "day" : "year");
}
