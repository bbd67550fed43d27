/** Executes `irradiance typical-year`. */

import { selectProbableYear, selectTypicalYear, type TypicalYear } from "../answers/climate/index.js";
import { typicalYearComments } from "../answers/climate/selection/audit.js";
import type { SelectionOptions } from "../answers/climate/selection/options.js";
import type { ProbableYearOptions } from "../answers/climate/selection/select.js";
import { placeLabel } from "../answers/report/labels.js";
import { yearComparison } from "../answers/report/year-comparison.js";
import { countFlagged, LOST_CODES } from "../data/weather/believe/types.js";
import { WeatherError, withoutFlagged } from "../data/weather/node.js";
import type { WeatherPlace, WeatherSeries } from "../data/weather/series.js";
import { given } from "../foundation/text/shown.js";
import { SHORT_MONTH_NAMES } from "../foundation/time/calendar.js";
import { formatTime } from "../foundation/time/iso-time.js";
import { UsageError } from "./errors.js";
import {
  type JoinedWeather,
  lookedAt,
  mergeReadings,
  type NamedReading,
  printJoinedNotices,
} from "./joined-weather.js";
import type { PlacedOptions } from "./options/shared.js";
import type { TypicalYearFlags } from "./options/weather.js";
import { printNotice, refuseSameFile, writeResult } from "./output.js";
import { altitudeOf, coarse, placeOr, zoneOf } from "./place-context.js";
import { startProgress } from "./progress.js";
import { loadWeather } from "./request.js";
import { formatOf, madeFrom, writeYear, type YearToWrite } from "./year-file.js";
import { lightOf } from "./year-light.js";

function chosenPicture({ series, audit }: TypicalYear, record: WeatherSeries): string {
  const { method, probable, record: years } = audit;
  const { latitude, longitude } = series.place!;
  return yearComparison(
    [
      { name: `${years.firstYear} to ${years.lastYear}`, ...lightOf(record) },
      { name: probable ? `${probable.extreme.toUpperCase()} year` : "typical year", ...lightOf(series) },
    ],
    `A ${probable ? probable.extreme.toUpperCase() : "typical"} year and the years that it was chosen from`,
    `${placeLabel(latitude, longitude)} · months chosen by ${method}`,
  );
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
    for (const file of options.weather)
      readings.push({ file, reading: await loadWeather({ ...placed(options), weather: file }, progress, false) });
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
  if (form !== undefined && extreme === undefined)
    throw new UsageError("--form needs --extreme: it chooses the distribution behind the P-value");
  if (persistence !== undefined && extreme !== undefined)
    throw new UsageError("--persistence does not work with --extreme: it excludes months from typical years only");
}

/** Where the weather is, with its clock, and what there is to say of it. */
async function placeOf(
  { altitude, utcOffset, ...flags }: TypicalYearFlags,
  { place }: WeatherSeries,
): Promise<{ place: WeatherPlace; notices: string[] }> {
  const { latitude, longitude } = placeOr(flags, place, "the weather files do not state their location");
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
  const shared = given({ method, plotting, joinHours });
  try {
    if (extreme !== undefined)
      return selectProbableYear(record, { ...shared, extreme, ...(form && { form }) } as ProbableYearOptions);
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
