/** A year of weather of a place from public sources by name (`irradiance yield --weather era5 --year 2024`). */
import { parseObservationRequest } from "../../index.js";
import { DAY, HOUR, yearStart } from "../../time/calendar.js";
import { formatTime } from "../../time/iso-time.js";
import type { WeatherSeries } from "../../weather/series.js";
import { openArchiveWeather, SERVED, SYNTHETIC, weatherFor } from "../archive-weather.js";
import { UsageError } from "../errors.js";
import { printNotice } from "../output.js";
import type { Progress } from "../progress.js";
import { coordinate } from "./coordinate.js";
import type { YieldFlags } from "./rows.js";
import type { YieldWeather } from "./yield-weather.js";

/** Days by which a reanalysis may be behind: a year that is over for less may lack its end. */
const BEHIND = 15;

/** @throws UsageError without a place; ArchiveError where there is no weather */
export async function fromSources(
  words: readonly string[],
  flags: YieldFlags,
  progress: Progress,
): Promise<YieldWeather> {
  const [lat, lon] = [coordinate("--lat", flags.lat, 90), coordinate("--lon", flags.lon, 180)];
  if (lat === undefined || lon === undefined)
    throw new UsageError(`--weather ${words.join(" ")} needs --lat and --lon`);
  const now = Date.now();
  const year = flags.year ?? new Date(now - BEHIND * DAY).getUTCFullYear() - 1;
  if (!(Number.isInteger(year) && year >= 1940 && year <= 2200)) {
    throw new UsageError(`--year must be a calendar year such as 2024, got ${year}`);
  }
  const [begin, over] = await yearAt(lat, lon, year);
  const [start, end] = [formatTime(begin), formatTime(over)];
  const request = parseObservationRequest({ lat, lon, start, end, frequency: "1_hour" }, { now });
  progress.show(`reading ${year} from ${words.join(", ")}`);
  const archive = await openArchiveWeather(words);
  try {
    const { series, notes, lightSource } = await weatherFor(archive, words, request, now, flags.altitude);
    progress.clear();
    if (!flags.quiet) for (const { message } of notes) printNotice(`weather: ${message}`);
    const served = notes.filter(({ code }) => code === SERVED || code === SYNTHETIC).map(({ about }) => String(about));
    const name = `${year} from ${served.length === 0 ? words.join(", ") : [...new Set(served)].join(", ")}`;
    return {
      series: within(series, begin, over),
      typicalYear: false,
      horizonInLight: false,
      lightSource,
      name,
      source: name,
    };
  } finally {
    await archive.close();
  }
}

/**
 * Unix ms of a year in standard time, as the months of a yield are: east of Greenwich its first hours are of the year before in UTC. Hours
 * of UTC count to the year that their middle is in.
 */
async function yearAt(lat: number, lon: number, year: number): Promise<readonly [number, number]> {
  const { standardTimeOffset } = await import("../../climatology/time-zone.js");
  const offset = (await standardTimeOffset(lat, lon)) * HOUR;
  const startOf = (one: number) => Math.floor((yearStart(one) - offset) / HOUR) * HOUR;
  return [startOf(year), startOf(year + 1)];
}

/** Of a request's weather without the hours beside its period. */
function within(series: WeatherSeries, start: number, end: number): WeatherSeries {
  const [begin, step] = [Number(series.start), Number(series.interval) * 1000];
  const [from, to] = [start, end].map((time) => Math.max(0, Math.ceil((time - begin) / step))) as [number, number];
  const columns = Object.entries(series.columns).map(([name, values = []]) => {
    return [name, Float64Array.from(values as ArrayLike<number>).subarray(from, to)];
  });
  return { ...series, start: begin + from * step, columns: Object.fromEntries(columns) };
}
