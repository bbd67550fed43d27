/** `irradiance explain`: how one output interval came about. */
import type { Command } from "commander";
import { explain } from "../index.js";
import { refuseSameFile } from "./files.js";
import { printWeatherNotices } from "./notices.js";
import { addRequestOptions, inputFiles, loadWeather, type RequestOptions, toContext, toRequest } from "./options.js";
import { writeResult } from "./output.js";
import { startProgress } from "./progress.js";
import { withTerrainContext } from "./terrain-context.js";

interface ExplainOptions extends RequestOptions {
  at: string;
  out?: string;
}

export function addExplain(program: Command): void {
  addRequestOptions(
    program
      .command("explain")
      .description("show the plan of a request, and sun, sky and plane at every sub-step of one interval"),
  )
    .requiredOption("--at <time>", "a time in the interval, ISO 8601 UTC")
    .option("--out <file>", "write the explanation there instead of to standard output")
    .action(runExplain);
}

async function runExplain(options: ExplainOptions): Promise<void> {
  await refuseSameFile({ "--out": options.out }, inputFiles(options));
  const given = await toContext(options);
  const progress = startProgress(options.quiet);
  const weather = await loadWeather(options, progress).finally(progress.clear);
  const request = toRequest(options, weather);
  const explanation = explain(request, weather.series, options.at, await withTerrainContext(options, request, given));
  await writeResult(`${JSON.stringify(explanation, null, 2)}\n`, options.out);
  if (!options.quiet) printWeatherNotices(options.weather, weather);
}
