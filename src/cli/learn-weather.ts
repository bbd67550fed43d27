/** The weather that `irradiance learn` is given: a file, several of them, or sources by name for the meter's time. */
import type { MeterPlace, MeterRows } from "../answers/meter/types.js";
import type { WeatherSeries } from "../data/weather/series.js";
import { DAY } from "../foundation/time/calendar.js";
import { formatTime } from "../foundation/time/iso-time.js";
import { parseObservationRequest } from "../index.js";
import { type ArchiveChoice, archiveOf, openArchiveWeather, refuseFileOptions, weatherFor } from "./archive-weather.js";
import { printWeatherNotices } from "./believed.js";
import { UsageError } from "./errors.js";
import type { LearnFlags } from "./options/meter.js";
import { printNotice } from "./output.js";
import { startProgress } from "./progress.js";
import { believedWeather } from "./request.js";

/** @throws UsageError, WeatherError or ArchiveError where there is no weather as it was asked for; undefined: none was */
export async function meterWeather(
  flags: LearnFlags,
  meter: MeterRows,
  place: MeterPlace,
): Promise<WeatherSeries | undefined> {
  const { weather, archive } = flags;
  if (weather === undefined && archive === undefined) return undefined;
  const choice = archiveOf(weather, archive);
  return choice === undefined ? fromFile(flags, weather![0]!) : fromSources(choice, flags, meter, place);
}

async function fromFile(flags: LearnFlags, file: string): Promise<WeatherSeries> {
  const progress = startProgress(flags.quiet);
  try {
    const reading = await believedWeather({ ...flags, weather: file }, progress);
    if (reading.typicalYear)
      throw new UsageError(`--weather ${file} is a typical year: give weather of the meter's time`);
    progress.clear();
    if (!flags.quiet) printWeatherNotices(file, reading);
    return reading.series;
  } finally {
    progress.clear();
  }
}

/** With a day on either side: the meter's clock may be any. */
async function fromSources(
  choice: ArchiveChoice,
  flags: LearnFlags,
  { start, step, power }: MeterRows,
  { latitude: lat, longitude: lon, altitude }: MeterPlace,
): Promise<WeatherSeries> {
  refuseFileOptions(flags, choice, []);
  const now = Date.now();
  const period = { start: formatTime(start - DAY), end: formatTime(Math.min(now, start + power.length * step + DAY)) };
  const request = parseObservationRequest({ lat, lon, ...period, frequency: "15_minutes" }, { now });
  const archive = await openArchiveWeather(choice);
  try {
    const { series, notes } = await weatherFor(archive, choice, request, now, altitude);
    if (!flags.quiet) for (const { message } of notes) printNotice(`weather: ${message}`);
    return series;
  } finally {
    await archive.close();
  }
}
