/** One file looked at: its examination, or why there is none. */
import type { ExaminedFile } from "../../report/examination/words.js";
import { NotWeatherError } from "../../weather/errors.js";
import type { ExamineOptions, Verdict } from "../../weather/examine/types.js";
import { WeatherError, type WeatherReading } from "../../weather/node.js";
import { oneLine } from "../errors.js";
import { skyOf } from "../examined.js";
import { inFlags } from "../option-names.js";
import type { PlacedOptions } from "../options.js";
import type { Progress } from "../progress.js";
import { loadWeather } from "../request.js";
import type { FileToCheck } from "./files.js";

export interface CheckFlags extends Omit<PlacedOptions, "weather"> {
  html?: string;
  json?: string;
  out?: string;
}

/** A file without an examination. */
export interface Unexamined {
  readonly name: string;
  readonly verdict: Exclude<Verdict, "fine">;
  readonly reason: string;
  readonly notes: readonly string[];
}

export type Looked = ExaminedFile | Unexamined | "not weather";

export async function lookAt({ path, name, isFound }: FileToCheck, flags: CheckFlags, progress: Progress) {
  try {
    const reading = await loadWeather({ ...flags, weather: path }, progress);
    progress.show(`looking at ${name}`);
    return await looked(name, reading, flags);
  } catch (cause) {
    if (!(cause instanceof WeatherError)) throw cause;
    if (isFound && cause instanceof NotWeatherError) return "not weather";
    // The headline names the file.
    const reason = inFlags(oneLine(cause)).replace(`${path}: `, "").replace(`${path}, line `, "line ");
    return { name, verdict: "unusable", reason, notes: [] } as const;
  }
}

async function looked(name: string, reading: WeatherReading, flags: CheckFlags): Promise<ExaminedFile | Unexamined> {
  const { series, label, typicalYear, notices } = reading;
  const options: ExamineOptions = {
    ...(series.place && (await skyOf(series.place, flags.turbidity))),
    ...{ label, isTypicalYear: typicalYear },
  };
  const { examination } = reading;
  // A finding that the reader has put into words already is said once.
  const isFinding = (code: string) => examination?.findings.some((finding) => finding.code === code);
  const notes = notices.filter(({ code }) => !isFinding(code)).map(({ message }) => message);
  if (examination !== undefined) return { name, series, examination, options, notes, inWords: inFlags };
  const reason =
    series.place === undefined
      ? "the file does not say where it is: pass --lat and --lon"
      : series.interval > 10_800
        ? "its steps are longer than three hours"
        : "no light is in it";
  return { name, verdict: "look", reason: `only its values were looked at: ${reason}`, notes: notes.map(inFlags) };
}
