/** Executes `irradiance explain`. */
import { explain } from "../../index.js";
import { withClosure } from "../examined.js";
import { refuseSameFile } from "../files.js";
import { printWeatherNotices } from "../notices.js";
import { inFlags } from "../option-names.js";
import type { RequestOptions } from "../options.js";
import { printNotice, writeResult } from "../output.js";
import { withPlaceContext } from "../place-context.js";
import { startProgress } from "../progress.js";
import { believedWeather, inputFiles, toContext, toRequest } from "../request.js";
import { withTerrainContext } from "../terrain-context.js";

export interface ExplainOptions extends RequestOptions {
  at: string;
  out?: string;
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
