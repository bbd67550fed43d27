/** Executes `irradiance forecast`: its run, what corrects it, and the power that comes of it. */
import { readFile } from "node:fs/promises";
import { type Corrected, correctForecast, parseSiteTuning } from "../answers/forecast/index.js";
import type { SpreadTable } from "../answers/forecast/table.js";
import type { SiteTuning } from "../answers/forecast/tuning.js";
import { powerAnswer, powerCsv } from "../answers/yield/answer.js";
import { localDays } from "../answers/yield/forecast/days.js";
import { isSameSystem, type PowerTuning } from "../answers/yield/forecast/taught.js";
import { isPowerTuning, parsePowerTuning } from "../answers/yield/forecast/taught-file.js";
import { forecastPower, type PowerForecast } from "../answers/yield/index.js";
import { powerSvg } from "../answers/yield/pictures.js";
import { formatPower } from "../answers/yield/text.js";
import { openPlaceZones } from "../data/climatology/climatology.js";
import { openClimatology } from "../data/climatology/index.js";
import { monthlySkyIndex } from "../data/climatology/sky.js";
import { QUANTILE_NAMES, type QuantileName } from "../data/contract/forecast/request.js";
import { withPlaceZone } from "../data/contract/observation/period.js";
import type { WeatherPlace, WeatherSeries } from "../data/weather/series.js";
import { HOUR } from "../foundation/time/calendar.js";
import { parseIsoTime } from "../foundation/time/iso-time.js";
import { fixedZone, zoneNamed } from "../foundation/time/zone.js";
import type { ObservationContext } from "../index.js";
import {
  type FileOption,
  namedSources,
  openArchiveWeather,
  PASSED_OVER,
  refuseFileOptions,
} from "./archive-weather.js";
import { printWeatherNotices } from "./believed.js";
import { UsageError } from "./errors.js";
import { fileItems, inItemsOf } from "./file-items.js";
import { inFlags } from "./option-names.js";
import type { ForecastFlags } from "./options/power.js";
import type { PlacedOptions } from "./options/shared.js";
import { printNotice, refuseOtherPictures, refuseSameFile, writeResult } from "./output.js";
import { givenPlace, placeOr, withPlaceContext, withTerrainContext } from "./place-context.js";
import { type Progress, startProgress } from "./progress.js";
import { believedWeather, toPlaneContext } from "./request.js";
import { checkFlags, inOptions, systemWords } from "./yield/system.js";

interface AskedForecast {
  /** Unix ms. */
  readonly now: number;
  readonly end: number;
  /** Empty: no bands. */
  readonly quantiles: readonly QuantileName[];
}

const MOST_HOURS = 336;

/** @throws UsageError naming the option */
function checkForecast({ now: text, hours = 48, quantiles = "p10,p90", ...flags }: ForecastFlags): AskedForecast {
  if (flags.observationsAs !== undefined && flags.observations === undefined)
    throw new UsageError("--observations-as needs --observations: it is about that file");
  const now = text === undefined ? Date.now() : parseIsoTime(text);
  if (Number.isNaN(now)) throw new UsageError(`--now must be a time in UTC such as 2024-06-21T10:00Z, got "${text}"`);
  if (!(hours >= 1 && hours <= MOST_HOURS))
    throw new UsageError(`--hours must be a number from 1 to ${MOST_HOURS}, got ${hours}`);
  const names = quantiles === "none" ? [] : quantiles.split(",");
  const unknown = names.find((name) => !QUANTILE_NAMES.includes(name as QuantileName));
  if (unknown !== undefined) {
    const known = `${QUANTILE_NAMES[0]} to ${QUANTILE_NAMES.at(-1)}`;
    throw new UsageError(`--quantiles must be none, or names from ${known} without blanks between, got "${quantiles}"`);
  }
  const asked = QUANTILE_NAMES.filter((name) => names.includes(name));
  return { now, end: now + hours * HOUR, quantiles: asked };
}

/** Unix ms. */
interface RunPeriod {
  readonly start: number;
  readonly end: number;
}

interface RunWeather {
  readonly series: WeatherSeries;
  readonly latitude: number;
  readonly longitude: number;
  /** What it is, for a headline. */
  readonly name: string;
}

const QUARTER = 900;

/** @param period what sources by name are asked for */
async function runWeather(
  flags: ForecastFlags,
  period: RunPeriod,
  now: number,
  progress: Progress,
): Promise<RunWeather> {
  const place = givenPlace(flags);
  const named = namedSources(flags.weather);
  if (named !== undefined) return fromSources(named, flags, place, period, now);
  const [file, second] = flags.weather as [string, string?];
  if (second !== undefined) throw new UsageError("--weather takes one run: give one file, or sources by name");
  const reading = await believedWeather({ ...flags, weather: file }, progress);
  const { series } = reading;
  progress.clear();
  if (!flags.quiet) printWeatherNotices(file, reading);
  return { series, ...placeOr(place, series.place, "the run's file does not state its location"), name: file };
}

async function fromSources(
  words: readonly string[],
  flags: ForecastFlags,
  { lat: latitude, lon: longitude }: ReturnType<typeof givenPlace>,
  period: RunPeriod,
  now: number,
): Promise<RunWeather> {
  const ofObservations: FileOption[] = flags.observations === undefined ? [] : ["trustClock", "dropFlagged"];
  refuseFileOptions(flags, words, ["temperature", ...ofObservations]);
  if (latitude === undefined || longitude === undefined)
    throw new UsageError(`--weather ${words.join(" ")} needs --lat and --lon`);
  const archive = await openArchiveWeather(words);
  try {
    const { altitude } = flags;
    const place = altitude === undefined ? { latitude, longitude } : { latitude, longitude, altitude };
    const found = await archive.read({ place, period, interval: QUARTER, now, purpose: "forecast" });
    if (!flags.quiet) {
      for (const note of archive.notes) printNotice(`weather: ${note}`);
      for (const { code, message } of found.notices) if (code !== PASSED_OVER) printNotice(`weather: ${message}`);
      for (const { source, message } of found.failures) printNotice(`weather: ${source}: ${message}`);
    }
    return { series: found.series, latitude, longitude, name: words.join(", ") };
  } finally {
    await archive.close();
  }
}

/**
 * The run corrected by what was observed and learnt.
 * @param altitude metres
 * @throws UsageError for files that cannot be used, naming their option
 */
async function correctedRun(
  { series, latitude, longitude }: RunWeather,
  flags: ForecastFlags,
  {
    altitude,
    now,
    tuning,
  }: { readonly altitude: number; readonly now: number; readonly tuning: SiteTuning | undefined },
): Promise<{ readonly corrected: Corrected; readonly spread: SpreadTable | undefined }> {
  const maps = await openClimatology();
  const clearTurbidity = maps.clearTurbidity(latitude, longitude, { altitude });
  const linkeTurbidity = flags.turbidity ?? clearTurbidity;
  const climatology = tuning?.climatology ?? (await monthlySkyIndex(latitude, longitude, { altitude, clearTurbidity }));
  const place = { latitude, longitude, altitude };
  const observed =
    flags.observations === undefined ? nothing(now) : await observations(flags.observations, flags, place);
  try {
    const corrected = correctForecast(series, observed, {
      ...{ now, place: { ...place, linkeTurbidity }, climatology },
      ...{ table: tuning?.table, dayAhead: tuning?.dayAhead },
    });
    return { corrected, spread: tuning?.spread };
  } catch (cause) {
    if (!(cause instanceof TypeError || cause instanceof RangeError)) throw cause;
    const text = cause.message.replace(/^correctForecast: /, "");
    const isOfRun = text.startsWith("the run");
    throw new UsageError(`${isOfRun ? "--weather" : "--observations"}: ${inFlags(text)}`, { cause });
  }
}

interface LearntHere {
  readonly light: SiteTuning | undefined;
  readonly power: PowerTuning | undefined;
}

/** @throws UsageError for a file that cannot be used, and two of one kind */
async function readTunings(files: readonly string[] = []): Promise<LearntHere> {
  const found: { light?: SiteTuning; power?: PowerTuning } = {};
  for (const file of files) {
    try {
      const text = await readFile(file, "utf8");
      const kind = isPowerTuning(text) ? "power" : "light";
      if (found[kind] !== undefined) throw new TypeError(`it is the second file of what was learnt of the ${kind}`);
      if (kind === "power") found.power = parsePowerTuning(text);
      else found.light = parseSiteTuning(text);
    } catch (cause) {
      throw new UsageError(`--tuning: ${file} cannot be used: ${(cause as Error).message}`, { cause });
    }
  }
  return { light: found.light, power: found.power };
}

/** What was observed, read and looked at as the run is. The options of weather files are the run's. */
async function observations(
  file: string,
  { observationsAs, trustClock, dropFlagged, turbidity, quiet }: ForecastFlags,
  place: Required<Omit<WeatherPlace, "timeZone">>,
): Promise<WeatherSeries> {
  const { column, unit, zone, ...items } = fileItems("--observations-as", observationsAs);
  const options = {
    ...{ ...items, weather: file, weatherFormat: "auto", weatherTimeZone: zone, trustClock, dropFlagged, turbidity },
    ...{ lat: String(place.latitude), lon: String(place.longitude), altitude: place.altitude },
    ...(column !== undefined && { columns: { ghi: column } }),
    ...(unit !== undefined && { units: { ghi: unit } }),
  } as PlacedOptions;
  return inItemsOf("--observations-as", place, async (inWords) => {
    const reading = await believedWeather(options, startProgress(true));
    if (!quiet) printWeatherNotices(file, reading, inWords);
    return reading.series;
  });
}

function nothing(now: number): WeatherSeries {
  return { start: now, interval: QUARTER, columns: { global_horizontal_irradiance: [Number.NaN] } };
}

export async function runForecast(flags: ForecastFlags): Promise<void> {
  const { weather, observations, tuning, system: described, plot, out, quiet } = flags;
  const read = { "--weather": weather, "--observations": observations, "--tuning": tuning, "--system": described };
  await refuseSameFile({ "--plot": plot, "--out": out }, read);
  refuseOtherPictures({ "--plot": plot });
  const asked = checkForecast(flags);
  const { system, wantsBest } = await checkFlags(flags);
  if (wantsBest)
    throw new UsageError(
      "give the plane: --surface-tilt, --surface-azimuth and --kwp, several --plane, or --system FILE",
    );
  const progress = startProgress(quiet);
  try {
    const run = await runWeather(flags, daysAround(await zoneOf(flags, undefined), asked), asked.now, progress);
    const context = await contextOf(flags, run);
    const learnt = await readTunings(tuning);
    if (learnt.power !== undefined && !isSameSystem(learnt.power.system, system))
      throw new UsageError(
        "--tuning: the power was learnt for a system of another description: give that one, or learn anew",
      );
    const of = { altitude: context.altitude!, now: asked.now, tuning: learnt.light };
    const { corrected, spread } = await correctedRun(run, flags, of);
    const taught = learnt.power && { tuning: learnt.power, run: run.series };
    const hasBands = asked.quantiles.length > 0 || taught !== undefined;
    progress.clear();
    const found = forecastPower(corrected.correction.method === "none" ? run.series : corrected.series, system, {
      ...{ latitude: run.latitude, longitude: run.longitude, context },
      ...{ now: asked.now, frequency: flags.frequency ?? "1_hour", timeZone: await zoneOf(flags, run) },
      period: { start: asked.now, end: asked.end },
      bands: hasBands ? { names: asked.quantiles, corrected, spread, taught } : undefined,
    });
    await write(flags, run, found);
    if (quiet) return;
    const { method, reason } = corrected.correction;
    if (reason !== undefined && observations !== undefined)
      printNotice(`note: not corrected by observations: ${reason}`);
    if (method === "none" && taught === undefined)
      printNotice("note: the run is as it came: --observations and --tuning correct it");
    for (const { message } of [...corrected.notices, ...found.notices])
      printNotice(`note: ${inFlags(systemWords(message, flags))}`);
  } catch (cause) {
    progress.clear();
    throw inOptions(cause, flags);
  }
}

/** The zone of times and days; before the run is read that of the options, which may not know the place. */
async function zoneOf({ timeZone = "local", lat, lon }: ForecastFlags, run: RunWeather | undefined): Promise<string> {
  const { lat: latitude, lon: longitude } = run ? { lat: run.latitude, lon: run.longitude } : givenPlace({ lat, lon });
  if (latitude === undefined || longitude === undefined) return "UTC";
  const zoneAt = await openPlaceZones();
  const { time_zone: zone } = withPlaceZone({ lat: latitude, lon: longitude, time_zone: timeZone }, zoneAt);
  if (zoneNamed(zone) !== undefined) return zone;
  throw new UsageError(
    `--time-zone must be a name such as Europe/Zurich, an offset such as +05:30, or UTC, got "${zone}"`,
  );
}

/** Whole days: the energy of today is that of all of it. */
function daysAround(zone: string, { now, end }: AskedForecast) {
  const days = localDays({ start: now, end }, zoneNamed(zone) ?? fixedZone(0));
  return { start: days[0]!.start, end: days.at(-1)!.end };
}

async function contextOf(
  flags: ForecastFlags,
  { series, latitude, longitude }: RunWeather,
): Promise<ObservationContext> {
  const place = { lat: latitude, lon: longitude };
  const files = { ...flags, weather: "" };
  const given = await withTerrainContext(files, place, await toPlaneContext(files));
  return withPlaceContext(place, series, given, flags.quiet);
}

async function write({ plot, out }: ForecastFlags, { name }: RunWeather, found: PowerForecast): Promise<void> {
  if (plot !== undefined) await writeResult(powerSvg(found, name), plot);
  if (out !== undefined) {
    const text = () => `${JSON.stringify(powerAnswer(found), null, 1)}\n`;
    await writeResult(/\.csv$/i.test(out) ? powerCsv(found) : text(), out);
  }
  await writeResult(formatPower(found), undefined);
}
