/** Executes `irradiance typical-year`. */
import {
  type ProbableYearOptions,
  type SelectionOptions,
  selectProbableYear,
  selectTypicalYear,
  type TypicalYear,
  typicalYearComments,
} from "../../climate/index.js";
import type { PERSISTENCE_RULES } from "../../climate/selection/persistence.js";
import type { EXTREMES } from "../../contract/climate/request.js";
import { SHORT_MONTH_NAMES } from "../../time/calendar.js";
import { formatTime } from "../../time/iso-time.js";
import { countFlagged, LOST_CODES, WeatherError, withoutFlagged } from "../../weather/node.js";
import type { Label } from "../../weather/readers/format.js";
import type { WeatherPlace, WeatherSeries } from "../../weather/series.js";
import { UsageError } from "../errors.js";
import type { DoubtFlags } from "../examined.js";
import { refuseSameFile } from "../files.js";
import { type JoinedWeather, lookedAt, type NamedReading, printJoinedNotices } from "../joined-weather.js";
import type { PlacedOptions } from "../options.js";
import { printNotice, writeResult } from "../output.js";
import { startProgress } from "../progress.js";
import { loadWeather } from "../request.js";
import type { TableFlags } from "../table-options.js";
import { writeYear } from "../year-file/formats.js";
import { madeFrom } from "../year-file/labels.js";
import { formatOf, type YearFileFlags } from "../year-file/options.js";
import { altitudeOf, coarse, zoneOf } from "../year-file/place.js";
import type { YearToWrite } from "../year-file/types.js";
import { mergeReadings } from "./merge.js";
import { chosenPicture } from "./picture.js";

export interface TypicalYearFlags extends YearFileFlags, TableFlags, DoubtFlags {
  acceptDoubts?: boolean;
  weather: string[];
  weatherFormat: string;
  label?: Label;
  timeOffset?: number;
  lat?: number;
  lon?: number;
  altitude?: number;
  utcOffset?: number;
  method?: string;
  extreme?: (typeof EXTREMES)[number];
  form?: "student" | "normal";
  plotting?: "step" | "nrel" | "hazen";
  persistence?: (typeof PERSISTENCE_RULES)[number];
  joinHours?: number;
  audit?: string;
  quiet?: boolean;
}

export async function typicalYear(options: TypicalYearFlags): Promise<void> {
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
      readings.push({ file, reading: await loadWeather({ ...placed(options), weather: file }, progress, false) });
    }
    const merged = mergeReadings(readings, options.duplicates);
    const { place, notices } = await placeOf(options, merged);
    progress.show("looking at the weather");
    const joined = await lookedAt(readings, { ...merged, place }, options);
    const { record, notes: doubts } = recordOf(joined, options);
    progress.show("choosing");
    const year = chooseYear(record, options);
    const { text, notes } = writeYear(toWrite(year, record, options.weather), options);
    const picture = options.plot === undefined ? undefined : chosenPicture(year, record);
    progress.clear();
    await writeResult(text, options.out);
    if (picture !== undefined) await writeResult(picture, options.plot);
    if (options.audit !== undefined) await writeResult(`${JSON.stringify(year.audit, null, 1)}\n`, options.audit);
    if (!options.quiet) printYearNotices(joined, year, [...notices, ...doubts, ...notes]);
  } catch (cause) {
    progress.clear();
    throw cause;
  }
}

function placed({ lat, lon, ...options }: TypicalYearFlags): Omit<PlacedOptions, "weather"> {
  return { ...options, ...(lat !== undefined && { lat: String(lat) }), ...(lon !== undefined && { lon: String(lon) }) };
}

function checkTogether({ extreme, form, persistence }: TypicalYearFlags): void {
  if (form !== undefined && extreme === undefined) {
    throw new UsageError("--form needs --extreme: it chooses the distribution behind the P-value");
  }
  if (persistence !== undefined && extreme !== undefined) {
    throw new UsageError("--persistence does not work with --extreme: it excludes months from typical years only");
  }
}

/** Where the weather is, with its clock, and what there is to say of it. */
async function placeOf(
  { lat, lon, altitude, utcOffset }: TypicalYearFlags,
  { place }: WeatherSeries,
): Promise<{ place: WeatherPlace; notices: string[] }> {
  const latitude = lat ?? place?.latitude;
  const longitude = lon ?? place?.longitude;
  if (latitude === undefined || longitude === undefined) {
    throw new UsageError(
      `--${latitude === undefined ? "lat" : "lon"} is required: the weather files do not state their location`,
    );
  }
  const given = altitude ?? place?.altitude;
  const height = given ?? (await altitudeOf(latitude, longitude));
  const clock = utcOffset ?? place?.timeZone ?? (await zoneOf(latitude, longitude));
  return {
    place: { latitude, longitude, altitude: height, timeZone: clock },
    notices: given === undefined ? [coarse(height)] : [],
  };
}

/** What months are chosen from: light in doubt is missing, so that no month that has much of it is chosen. */
function recordOf({ whole }: JoinedWeather, { acceptDoubts, dropFlagged }: TypicalYearFlags) {
  const { series, examination } = whole;
  const rows = countFlagged(examination, LOST_CODES);
  if (acceptDoubts || dropFlagged || rows === 0) return { record: series, notes: [] };
  const note = `${rows} rows are dead, stuck or saturated and count as missing: months with many of them are not chosen (--accept-doubts counts them)`;
  return { record: withoutFlagged(series, examination, LOST_CODES), notes: [note] };
}

function chooseYear(record: WeatherSeries, options: TypicalYearFlags): TypicalYear {
  const { method, extreme, form, plotting, persistence, joinHours } = options;
  const shared = {
    ...(method !== undefined && { method }),
    ...(plotting !== undefined && { plotting }),
    ...(joinHours !== undefined && { joinHours }),
  };
  try {
    if (extreme !== undefined) {
      return selectProbableYear(record, { ...shared, extreme, ...(form && { form }) } as ProbableYearOptions);
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

function printYearNotices(joined: JoinedWeather, { audit, notices }: TypicalYear, notes: readonly string[]) {
  printJoinedNotices(joined);
  printNotice(`months: ${audit.months.map(({ month, year }) => `${SHORT_MONTH_NAMES[month - 1]} ${year}`).join(", ")}`);
  if (audit.probable) {
    const { extreme, form, target, reached } = audit.probable;
    printNotice(`${extreme.toUpperCase()} (${form}): ${target.toFixed(1)} kWh/m², the year has ${reached.toFixed(1)}`);
  }
  for (const { message } of notices) printNotice(`note: ${message}`);
  for (const message of notes) printNotice(`note: ${message}`);
}
