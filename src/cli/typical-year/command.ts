/** `irradiance typical-year`: a typical, or a P10, P50 or P90 year from weather files of ten years and more. */
import { type Command, InvalidArgumentError, Option } from "commander";
import {
  PERSISTENCE_RULES,
  type ProbableYearOptions,
  SELECTION_METHODS,
  type SelectionOptions,
  selectProbableYear,
  selectTypicalYear,
  type TypicalYear,
  typicalYearComments,
} from "../../climate/index.js";
import { formatTime } from "../../time/iso-time.js";
import { readWeather, WEATHER_FORMATS, WeatherError } from "../../weather/node.js";
import type { Label, ReadOptions } from "../../weather/readers/format.js";
import type { WeatherPlace, WeatherSeries } from "../../weather/series.js";
import { UsageError } from "../errors.js";
import { refuseSameFile } from "../files.js";
import { printWeatherNotices } from "../notices.js";
import { toNumber } from "../numbers.js";
import { printNotice, writeResult } from "../output.js";
import { startProgress } from "../progress.js";
import { addTableOptions, type TableFlags, tableOptionsOf } from "../table-options.js";
import { addYearFileOptions, formatOf, writeYear, type YearFileFlags } from "../year-file/formats.js";
import { madeFrom } from "../year-file/labels.js";
import { zoneOf } from "../year-file/place.js";
import type { YearToWrite } from "../year-file/types.js";
import { mergeReadings, type NamedReading } from "./merge.js";
import { chosenPicture } from "./picture.js";

interface Options extends YearFileFlags, TableFlags {
  weather: string[];
  weatherFormat: string;
  label?: Label;
  timeOffset?: number;
  lat?: number;
  lon?: number;
  altitude?: number;
  timeZone?: number;
  method?: string;
  exceedance?: number;
  form?: "student" | "normal";
  plotting?: "step" | "nrel" | "hazen";
  persistence?: (typeof PERSISTENCE_RULES)[number];
  joinHours?: number;
  audit?: string;
  quiet?: boolean;
}

export function addTypicalYear(program: Command): void {
  const readers = ["auto", ...WEATHER_FORMATS.map(({ name }) => name)];
  const methods = SELECTION_METHODS.filter((method) => method !== "weights");
  const command = program
    .command("typical-year")
    .description("choose a typical year, month by month, from weather files of ten years and more")
    .requiredOption("--weather <files...>", "weather files of one place, gzip or not, in any order")
    .addOption(new Option("--weather-format <name>", "format of the weather files").choices(readers).default("auto"))
    .addOption(
      new Option("--label <mark>", "what the files' time stamps mark, if not what their format says").choices([
        "start",
        "center",
        "end",
      ]),
    )
    .option("--time-offset <hours>", "hours by which the files' clock is ahead of UTC, if not what they say", toNumber);
  addTableOptions(command)
    .option("--lat <degrees>", "latitude, north positive (default: the weather's place)", toNumber)
    .option("--lon <degrees>", "longitude, east positive (default: the weather's place)", toNumber)
    .option("--altitude <metres>", "above sea level (default: the weather's place)", toNumber)
    .option(
      "--time-zone <hours>",
      "UTC offset of the place's standard time (default: the weather's, else the zone's)",
      toNumber,
    )
    .addOption(new Option("--method <name>", "how months are compared (default: tmy3)").choices(methods))
    .option(
      "--exceedance <percent>",
      "10, 50 or 90: a year with that P-value of GHI instead; 90 is the low one",
      toPercent,
    )
    .addOption(new Option("--form <name>", "of the P-value (default: student)").choices(["student", "normal"]))
    .addOption(
      new Option("--plotting <rule>", "where distributions are drawn (default: step)").choices([
        "step",
        "nrel",
        "hazen",
      ]),
    )
    .addOption(
      new Option("--persistence <rule>", "which runs of days rule a month out (default: manual)").choices(
        PERSISTENCE_RULES,
      ),
    )
    .option("--join-hours <hours>", "cross-faded on either side of a join (default: 6, of iso15927 8)", toNumber);
  addYearFileOptions(command)
    .option("--audit <file>", "write there, as JSON, how each month was chosen")
    .option("--quiet", "no notices on standard error")
    .action(typicalYear);
}

function toPercent(text: string): number {
  const value = toNumber(text);
  if (value === 10 || value === 50 || value === 90) return value;
  throw new InvalidArgumentError("It must be 10, 50 or 90.");
}

async function typicalYear(options: Options): Promise<void> {
  checkTogether(options);
  formatOf(options);
  await refuseSameFile(
    { "--out": options.out, "--audit": options.audit, "--plot": options.plot },
    { "--weather": options.weather },
  );
  const progress = startProgress(options.quiet);
  try {
    const readings: NamedReading[] = [];
    for (const file of options.weather) {
      progress.show(`reading ${file}`);
      readings.push({ file, reading: await readWeather(file, readOptions(options)) });
    }
    const merged = mergeReadings(readings);
    const place = await placeOf(options, merged);
    const record = { ...merged, place };
    progress.show("choosing");
    const year = chooseYear(record, options);
    const { text, notes } = writeYear(toWrite(year, record, options.weather), options);
    const picture = options.plot === undefined ? undefined : chosenPicture(year, record);
    progress.clear();
    await writeResult(text, options.out);
    if (picture !== undefined) await writeResult(picture, options.plot);
    if (options.audit !== undefined) await writeResult(`${JSON.stringify(year.audit, null, 1)}\n`, options.audit);
    if (!options.quiet) printYearNotices(readings, year, notes);
  } catch (cause) {
    progress.clear();
    throw cause;
  }
}

function checkTogether({ exceedance, form, persistence }: Options): void {
  if (form !== undefined && exceedance === undefined) {
    throw new UsageError("--form is that of a P-value: give --exceedance, too");
  }
  if (persistence !== undefined && exceedance !== undefined) {
    throw new UsageError("--persistence rules months out of typical years only: not with --exceedance");
  }
}

function readOptions({ weatherFormat, label, timeOffset, ...flags }: Options): ReadOptions {
  return {
    format: weatherFormat,
    ...tableOptionsOf(flags),
    ...(label !== undefined && { label }),
    ...(timeOffset !== undefined && { timeOffset }),
  };
}

/** Where the weather is, with its clock. */
async function placeOf({ lat, lon, altitude, timeZone }: Options, { place }: WeatherSeries): Promise<WeatherPlace> {
  const latitude = lat ?? place?.latitude;
  const longitude = lon ?? place?.longitude;
  if (latitude === undefined || longitude === undefined) {
    throw new UsageError(
      `--${latitude === undefined ? "lat" : "lon"} is needed: the weather files do not say where they are`,
    );
  }
  const height = altitude ?? place?.altitude;
  return {
    latitude,
    longitude,
    ...(height !== undefined && { altitude: height }),
    timeZone: timeZone ?? place?.timeZone ?? (await zoneOf(latitude, longitude)),
  };
}

function chooseYear(record: WeatherSeries, options: Options): TypicalYear {
  const { method, exceedance, form, plotting, persistence, joinHours } = options;
  const shared = {
    ...(method !== undefined && { method }),
    ...(plotting !== undefined && { plotting }),
    ...(joinHours !== undefined && { joinHours }),
  };
  try {
    if (exceedance !== undefined) {
      return selectProbableYear(record, { ...shared, exceedance, ...(form && { form }) } as ProbableYearOptions);
    }
    return selectTypicalYear(record, { ...shared, ...(persistence && { persistence }) } as SelectionOptions);
  } catch (cause) {
    // Too few years, a month without data: the files are the caller's to change.
    throw cause instanceof WeatherError ? new UsageError(cause.message, { cause }) : cause;
  }
}

function toWrite(
  { series, sourceTimes, audit, notices }: TypicalYear,
  record: WeatherSeries,
  files: readonly string[],
): YearToWrite {
  return {
    series,
    sourceTimes,
    record,
    isSynthetic: false,
    comments: [...typicalYearComments(audit), ...madeFrom(files)],
    about: { source_times: Array.from(sourceTimes, formatTime), audit, notices },
  };
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function printYearNotices(
  readings: readonly NamedReading[],
  { audit, notices }: TypicalYear,
  notes: readonly string[],
) {
  for (const { file, reading } of readings) printWeatherNotices(file, reading);
  printNotice(`months: ${audit.months.map(({ month, year }) => `${MONTHS[month - 1]} ${year}`).join(", ")}`);
  if (audit.probable) {
    const { exceedance, form, target, reached } = audit.probable;
    printNotice(`P${exceedance} (${form}): ${target.toFixed(1)} kWh/m², the year has ${reached.toFixed(1)}`);
  }
  for (const { message } of notices) printNotice(`note: ${message}`);
  for (const message of notes) printNotice(`note: ${message}`);
}
