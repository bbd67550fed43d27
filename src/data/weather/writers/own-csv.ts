/** Plain weather CSV, as `readers/own-csv.ts` reads it: UTC stamps, every digit, an empty cell for what is missing. */
import { formatTime } from "../../../foundation/time/iso-time.js";
import { checkWeather, WEATHER_COLUMNS, type WeatherSeries } from "../series.js";

const PLACE = { latitude: "latitude", longitude: "longitude", altitude: "altitude", timeZone: "time_zone" } as const;

/**
 * A weather series as plain CSV, in the units of its columns (W/m², °C, m/s, …), that reads back as the same numbers.
 *
 * @param options `comments`: what a reader should know, each on a line of its own at the head; `typicalYear`: it is a year that is no
 *   history, chosen or drawn, and readers must not take it for one (default false)
 * @throws WeatherError for a series that is none
 * @experimental
 */
export function writeWeatherCsv(
  series: WeatherSeries,
  options: { comments?: readonly string[] | undefined; typicalYear?: boolean | undefined } = {},
): string {
  const { start, interval, count, columns, sampling, place } = checkWeather(series);
  const names = WEATHER_COLUMNS.filter((name) => columns[name] !== undefined);
  const lines = (options.comments ?? []).map((text) => `# note: ${text.replace(/[\r\n]+/g, " ")}`);
  for (const [key, name] of Object.entries(PLACE)) {
    const value = place?.[key as keyof typeof PLACE];
    if (value !== undefined) lines.push(`# ${name}: ${value}`);
  }
  if (sampling === "instant") lines.push("# sampling: instant");
  if (options.typicalYear) lines.push("# typical_year: true");
  lines.push(["start_time", ...names].join(","));
  const values = names.map((name) => columns[name]!);
  for (let row = 0; row < count; row++) {
    const cells = values.map((column) => (Number.isNaN(column[row]!) ? "" : String(column[row])));
    lines.push([formatTime(start + row * interval * 1000), ...cells].join(","));
  }
  return `${lines.join("\n")}\n`;
}
