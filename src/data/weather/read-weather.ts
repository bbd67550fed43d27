/** Entry point for all weather formats. */
import { shown } from "../../foundation/text/shown.js";
import type { Examination, ExamineOptions } from "./believe/types.js";
import { examineReading, partNotices, withoutCodes } from "./examined-reading.js";
import type { FileOptions, ReadResult, WeatherFormat } from "./readers/format.js";
import { refuseTableOptions, TABLE_OPTIONS } from "./readers/format.js";
import { WEATHER_FORMATS } from "./readers/formats.js";
import { responseJson } from "./readers/own-csv.js";
import { tableRules } from "./readers/table/options.js";
import { EXAMPLE } from "./readers/table/sources.js";
import { openText, type WeatherInput } from "./readers/text.js";
import { timestamped } from "./readers/timestamped.js";
import { checkPlace, NotWeatherError, type WeatherError, type WeatherPlace } from "./series.js";

export interface ReadWeatherOptions extends FileOptions {
  /**
   * Whether the series is looked at before it is believed (`examineWeather`), if its place is known. Default true; false: neither its
   * clock nor its values are. A function is called with the place once it is known, and gives what the place's sky is compared with.
   */
  examine?: boolean | ((place: WeatherPlace) => ExamineOptions | Promise<ExamineOptions>) | undefined;
  /** For the examination: Linke turbidity of the clear sky, one value or 12 months; default 3. */
  linkeTurbidity?: ExamineOptions["linkeTurbidity"];
  /** For the examination: the climate of the place, such as `(await loadWorldClimate()).at(latitude, longitude)`. */
  climate?: ExamineOptions["climate"];
}

export interface WeatherReading extends ReadResult {
  /** Name of the recognised format. */
  format: string;
  /** The series is a typical year, mapped to a nominal year: it must not be served as history. */
  typicalYear: boolean;
  /** What looking at it found; undefined without a place, without light, for steps above three hours, or if it was not looked at. */
  examination?: Examination;
}

/**
 * Reads weather of any known format, recognised by its beginning, or named by option `format` (`WEATHER_FORMATS` lists
 * them). gzip is unpacked. A stream of a format with one interval per line is read line by line; lines of tables may have
 * up to 4 MiB, JSON up to 256 MiB.
 *
 * If the place is known, the series is looked at (`examineWeather`): is its light that of the sun at its times, and of a sensor that
 * works? What is found is in `examination`, and said in the notices; the series stays as it was read. Without a place, notices name
 * values that do not fit their column. Option `examine: false` leaves all of this out.
 *
 * @param source the text itself, its bytes, or a stream of them
 * @returns the series (UTC, equal intervals, NaN = missing), the format, the meaning of its time stamps, whether it is a
 * typical year, its examination, and notices
 * @throws WeatherError for unusable weather, naming file (option `file`) and line;
 *   TypeError or RangeError for a bad source or option
 *
 * @example
 * ```js
 * import { readWeather } from "irradiance-engine/weather";
 *
 * const csv = "start_time,global_horizontal_irradiance\n2024-06-21T11:00Z,812\n2024-06-21T12:00Z,835\n";
 * const { series, format } = await readWeather(csv, { place: { latitude: 47.4, longitude: 8.5 } });
 * console.log(format, series.interval); // csv 3600
 * ```
 */
export async function readWeather(source: WeatherInput, options: ReadWeatherOptions = {}): Promise<WeatherReading> {
  const { format: named = "auto", examine = true, linkeTurbidity, climate, ...readerOptions } = checkOptions(options);
  const { place } = readerOptions;
  formatFor(named, options, "");
  const text = await openText(source, options.file);
  try {
    // The readers skip blank lines.
    const head = text.head.replace(/(?<![^\n])[^\S\n]*\n/g, "");
    const name = formatFor(named, options, head);
    const format = WEATHER_FORMATS.find((known) => (name === "auto" ? known.detect(head) : known.name === name));
    if (format === undefined) throw unknownFormat(head, options.file);
    const { series, label, notices, typicalYear = false, ...rest } = await format.read(text, readerOptions);
    if (place !== undefined && series.place === undefined) series.place = { ...place };
    notices.push(...withoutCodes(series), ...partNotices(series, typicalYear));
    const reading: WeatherReading = { series, label, notices, format: format.name, typicalYear, ...rest };
    if (examine === false) return reading;
    return examineReading(reading, { linkeTurbidity, climate, ...(await skyAt(series.place, examine)) });
  } finally {
    await text.close();
  }
}

async function skyAt(
  place: WeatherPlace | undefined,
  examine: NonNullable<ReadWeatherOptions["examine"]>,
): Promise<ExamineOptions> {
  return place === undefined || typeof examine === "boolean" ? {} : examine(place);
}

/** Options that describe a table choose the reader of tables, and that of JSON which is one. */
function formatFor(named: string, options: ReadWeatherOptions, head: string): string {
  const isTable = TABLE_OPTIONS.some((option) => options[option] !== undefined);
  if (named === "auto") return isTable ? (responseJson.detect(head) ? responseJson : timestamped).name : named;
  if (named !== timestamped.name && named !== responseJson.name) refuseTableOptions(options, named);
  return named;
}

function unknownFormat(head: string, file: string | undefined): WeatherError {
  const firstLine = head.split("\n", 1)[0]!;
  const known = WEATHER_FORMATS.map((format: WeatherFormat) => format.name).join(", ");
  return new NotWeatherError(
    `unknown weather format, the file begins with ${shown(firstLine)}; known are ${known}; ${EXAMPLE}`,
    { file, line: 1 },
  );
}

const LABELS = ["start", "center", "end"];
const DUPLICATES = ["refuse", "last"];

function checkOptions(options: ReadWeatherOptions): ReadWeatherOptions {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`readWeather: options must be an object, got ${shown(options)}`);
  }
  const { format, label, timeOffset, year, periodic, duplicates, place, file, examine } = options;
  const names = ["auto", ...WEATHER_FORMATS.map((known) => known.name)];
  checkOption("format", format, "string", names.includes(format!), `one of ${names.join(", ")}`);
  checkOption("label", label, "string", LABELS.includes(label!), `one of ${LABELS.join(", ")}`);
  checkOption("timeOffset", timeOffset, "number", timeOffset! >= -12 && timeOffset! <= 14, "hours from -12 to 14");
  checkOption("year", year, "number", Number.isInteger(year) && year! >= 1 && year! <= 9998, "a year from 1 to 9998");
  checkOption("duplicates", duplicates, "string", DUPLICATES.includes(duplicates!), `one of ${DUPLICATES.join(", ")}`);
  if (typeof examine !== "function") {
    checkOption("examine", examine, "boolean", true, "true, false or a function of the place");
  }
  checkOption("periodic", periodic, "boolean", true, "true or false");
  const hint = "lat" in Object(place) ? ": lat is latitude here" : "";
  const expected = `{ latitude, longitude, altitude?, timeZone? } within range${hint}`;
  checkOption("place", place, "object", isPlace(place), expected);
  checkOption("file", file, "string", true, "a name");
  tableRules(options);
  return options;
}

function isPlace(place: unknown): boolean {
  try {
    return checkPlace(place) !== undefined;
  } catch {
    return false;
  }
}

function checkOption(name: string, value: unknown, kind: string, isAllowed: boolean, allowed: string): void {
  if (value === undefined || (typeof value === kind && isAllowed)) return;
  const text = `readWeather: option "${name}" must be ${allowed}, got ${shown(value)}`;
  throw typeof value === kind ? new RangeError(text) : new TypeError(text);
}
