/** Forecasts are looked at as weather is, before they are judged: what is an hour off would be judged as bad. */
import { examineWeather } from "../../weather/examine/index.js";
import { CLOCK_CODES } from "../../weather/examine/use.js";
import type { WeatherPlace, WeatherSeries } from "../../weather/series.js";
import { UsageError } from "../errors.js";
import { type DoubtFlags, skyOf } from "../examined.js";
import { printNotice } from "../output.js";
import type { NamedForecast } from "./pairs.js";

/** @throws UsageError for times or a unit that are surely wrong, unless they are trusted; where that is not sure, it is said */
export async function refuseWrongLight(
  { file, rows }: NamedForecast,
  place: WeatherPlace,
  { trustClock, quiet }: DoubtFlags & { readonly quiet?: boolean },
): Promise<void> {
  const series = newestLight(rows);
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
function newestLight({ issued, start, end, ghi }: NamedForecast["rows"]): Omit<WeatherSeries, "place"> | undefined {
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
    light[row] = ghi[k]!;
  });
  return { start: first, interval: step / 1000, columns: { global_horizontal_irradiance: light } };
}
