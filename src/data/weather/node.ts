/** "irradiance-engine/weather/node": the same for file paths. */
import { fileURLToPath } from "node:url";
import { chunksOf } from "./file-chunks.js";
import { type ReadWeatherOptions, readWeather as readSource, type WeatherReading } from "./read-weather.js";
import type { WeatherInput } from "./readers/text.js";

export * from "./index.js";

/**
 * As `readWeather` of "irradiance-engine/weather"; a string without a line break that does not begin with `{`, or a
 * file: URL, is the path of a file (gzip or not).
 *
 * @throws WeatherError also for a file that cannot be read
 */
export async function readWeather(
  source: WeatherInput | URL,
  options: ReadWeatherOptions = {},
): Promise<WeatherReading> {
  const path = pathOf(source);
  if (path === undefined) return readSource(source as WeatherInput, options);
  const file = options.file ?? path;
  return readSource(chunksOf(path, file), { ...options, file });
}

function pathOf(source: WeatherInput | URL): string | undefined {
  if (source instanceof URL) return fileURLToPath(source);
  if (typeof source !== "string" || source === "") return undefined;
  return /[\r\n]/.test(source) || source.trimStart().startsWith("{") ? undefined : source;
}
