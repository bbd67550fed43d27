/** Weather files are looked at before a command computes with them: what the looking needs, and what follows from it. */
import type { Command } from "commander";
import type { ObservationContext } from "../index.js";
import type { Examination, ExamineOptions } from "../weather/examine/types.js";
import { countFlagged, refuseClock, WeatherError, type WeatherReading, withoutFlagged } from "../weather/node.js";
import { UNUSED_ZONE } from "../weather/readers/timestamped.js";
import type { WeatherPlace } from "../weather/series.js";
import { UsageError } from "./errors.js";
import { printNotice } from "./output.js";

export interface DoubtFlags {
  readonly trustClock?: boolean | undefined;
  readonly dropFlagged?: boolean | undefined;
}

/** The flags by name, for commands that take a part of another's options. */
export const DOUBT_FLAGS = ["--trust-clock", "--drop-flagged"] as const;

export function addDoubtOptions(command: Command): Command {
  return command
    .option("--trust-clock", "compute although the light of the file says that its clock is wrong")
    .option("--drop-flagged", "leave out light that is flagged as doubtful, as if it were missing");
}

export function addAcceptDoubts(command: Command): Command {
  return command.option("--accept-doubts", "count dead, stuck and saturated light for years and P-values, too");
}

/** What a series of a place is compared with, from the embedded maps. @param turbidity in place of theirs */
export async function skyOf(place: WeatherPlace, turbidity: ExamineOptions["linkeTurbidity"]): Promise<ExamineOptions> {
  const { skyAt } = await import("../climatology/sky-at.js");
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
  const { openPlaceZones } = await import("../climatology/time-zone.js");
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
 *
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
