/** Weather files are examined before a command computes with them: what that needs, what follows from it, and what is said of them. */
import type { Examination, ExamineOptions } from "../data/weather/believe/types.js";
import { countFlagged } from "../data/weather/believe/types.js";
import { refuseClock, WeatherError, type WeatherReading, withoutFlagged } from "../data/weather/node.js";
import { UNUSED_ZONE } from "../data/weather/readers/timestamped.js";
import type { WeatherPlace } from "../data/weather/series.js";
import type { Diagnostics, ObservationContext } from "../index.js";
import { UsageError } from "./errors.js";
import { inFlags } from "./option-names.js";
import type { DoubtFlags } from "./options/shared.js";
import { printNotice } from "./output.js";

/** What a series of a place is compared with, from the embedded maps. @param turbidity in place of theirs */
export async function skyOf(place: WeatherPlace, turbidity: ExamineOptions["linkeTurbidity"]): Promise<ExamineOptions> {
  const { skyAt } = await import("../data/climatology/sky.js");
  const sky = await skyAt(place);
  return turbidity === undefined ? sky : { ...sky, linkeTurbidity: turbidity };
}

/** What a question about times names where nobody knows the place; see `askForZone`. */
const ANY_ZONE =
  /(\bpass zone(?:,? such as| with the name of their time zone, such as)) "?Europe\/Berlin"?|(\bpass timeOffset, such as \S+, or zone)\b(?! ")/g;

/** An error about times with the time zone of the place, which is the likely one. */
export async function withZoneName(
  cause: unknown,
  place: Pick<WeatherPlace, "latitude" | "longitude"> | undefined,
): Promise<unknown> {
  const at = cause instanceof WeatherError ? (cause.place ?? place) : undefined;
  if (at === undefined) return cause;
  const { openPlaceZones } = await import("../data/climatology/climatology.js");
  const zone = (await openPlaceZones())("local", at.latitude, at.longitude);
  const error = cause as Error;
  error.message = error.message.replace(ANY_ZONE, (_all, such, or) => `${such ?? or} "${zone}"`);
  return error;
}

/** @throws UsageError for a zone that is of no use: all times of all files state their offset */
export function refuseIdleZone(readings: readonly WeatherReading[], file: string): void {
  if (!readings.every(({ notices }) => notices.some(({ code }) => code === UNUSED_ZONE))) return;
  throw new UsageError(`--weather-time-zone does nothing: all times of ${file} state their offset from UTC`);
}

/**
 * The weather as a command computes with it: without flagged light, if that is asked for.
 * @throws WeatherError for a clock that is surely wrong, unless it is trusted
 */
export function believed(
  reading: WeatherReading,
  file: string,
  { trustClock, dropFlagged }: DoubtFlags,
): WeatherReading {
  const { examination, series, notices } = reading;
  refuseClock(examination, { trustClock, file });
  if (!dropFlagged) return reading;
  const rows = countFlagged(examination);
  const message =
    rows === 0 ? "no light is flagged: none is left out" : `light that is flagged is left out in ${rows} rows`;
  return {
    ...reading,
    series: withoutFlagged(series, examination),
    notices: [...notices, { code: "dropped", message }],
  };
}

/** The context with the closure that suits the weather, where nobody gives one. */
export function withClosure<Context extends Pick<ObservationContext, "closure">>(
  context: Context,
  examination: Examination | undefined,
  quiet = false,
): Context {
  if (context.closure !== undefined || examination?.closure !== "component-sum") return context;
  if (!quiet) {
    printNotice(
      "note: GHI does not fit DNI and DHI, which are the better ones here: their sum is used; --closure keep-global keeps GHI",
    );
  }
  return { ...context, closure: "component-sum" };
}

/** @param inWords says a message with the options of the command */
export function printWeatherNotices(name: string, reading: WeatherReading, inWords = inFlags): void {
  printNotice(`weather: ${name}, ${formatText(rowsOf(reading), reading)}`);
  for (const { message } of reading.notices) printNotice(`weather: ${inWords(message)}`);
}

function rowsOf({ series }: WeatherReading): number {
  return Object.values(series.columns)[0]?.length ?? 0;
}

function formatText(rows: number, { series, format, label }: WeatherReading): string {
  return `format ${format}, ${rows} intervals of ${series.interval} s, time stamps mark their ${label}`;
}

/** Of many files what is the same of several once, with the first and the last of them. @param namesOf many, in few words */
export function printGroupedNotices(
  files: readonly { readonly file: string; readonly reading: WeatherReading }[],
  namesOf: (files: readonly string[]) => string,
): void {
  if (files.length === 1) {
    printWeatherNotices(files[0]!.file, files[0]!.reading);
    return;
  }
  const [formats, messages] = [new Map<string, { names: string[]; rows: number }>(), new Map<string, string[]>()];
  for (const { file, reading } of files) {
    const text = formatText(0, reading);
    const { names, rows } = formats.get(text) ?? { names: [], rows: 0 };
    formats.set(text, { names: [...names, file], rows: rows + rowsOf(reading) });
    for (const { message } of reading.notices) messages.set(message, [...(messages.get(message) ?? []), file]);
  }
  for (const [text, { names, rows }] of formats)
    printNotice(`weather: ${namesOf(names)}, ${text.replace(" 0 intervals", ` ${rows} intervals`)}`);
  for (const [message, names] of messages) {
    const whose = names.length === files.length ? "" : `${namesOf(names)}: `;
    printNotice(`weather: ${whose}${inFlags(message)}`);
  }
}

/**
 * What `pv_production` is where no other PV model is chosen; undefined where it is not asked for. In a report beside a yield the two
 * would be taken for one number.
 */
export function pvNotice(parameters: readonly string[], models: ObservationContext["models"]): string | undefined {
  if (models?.pv !== undefined || !parameters.some((name) => name === "all" || name.startsWith("pv_")))
    return undefined;
  return (
    "pv_production is a simple formula of the light on the plane and the air temperature; " +
    "for the full chain to the energy fed in use irradiance yield, or --models pv=pvwattsSystem"
  );
}

export function printDiagnostics({ counts, notices }: Diagnostics): void {
  for (const { message } of notices) printNotice(`note: ${inFlags(message)}`);
  const counted = Object.entries(counts).filter(([, count]) => count > 0);
  if (counted.length > 0) printNotice(`counts: ${counted.map(([name, count]) => `${name} ${count}`).join(", ")}`);
}
