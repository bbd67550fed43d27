/** `irradiance check --meter`: a meter's file is looked at, and what is found told as of weather. */
import { examineMeter } from "../answers/meter/examine.js";
import type { MeterPlace } from "../answers/meter/types.js";
import type { ToldFile } from "../answers/report/examination/words.js";
import { type ReadPowerOptions, readPower } from "../answers/yield/measured/read-power.js";
import type { Verdict } from "../data/weather/believe/types.js";
import { chunksOf } from "../data/weather/file-chunks.js";
import { WeatherError } from "../data/weather/node.js";
import { oneLine } from "./errors.js";
import { fileItems, inItemsOf } from "./file-items.js";
import type { CheckFlags } from "./options/weather.js";
import type { Progress } from "./progress.js";
import { placeOf } from "./request.js";

/** A file without an examination. */
export interface Unexamined {
  readonly name: string;
  readonly verdict: Exclude<Verdict, "fine">;
  readonly reason: string;
  readonly notes: readonly string[];
}

const OPTION = "--meter-as";

/** @throws UsageError for items that the reader does not have */
export async function lookAtMeter(name: string, flags: CheckFlags, progress: Progress): Promise<ToldFile | Unexamined> {
  const items = fileItems(OPTION, flags.meterAs);
  const place = await meterPlace(flags);
  progress.show(`looking at ${name}`);
  try {
    return await inItemsOf(OPTION, place, async (inItems) => {
      const options = { file: name, place, ...items } as ReadPowerOptions;
      const reading = await readPower(chunksOf(name, name), options);
      const { notes, ...examined } = examineMeter(reading, place);
      const inWords = (sentence: string) => inItems(sentence).replace(/\blight\b/g, "power");
      if (place === undefined) {
        const reason = "only its values were looked at: pass --lat and --lon";
        return { name, verdict: "look", reason, notes: notes.map(inWords) };
      }
      const { start, interval, power } = reading.measured;
      const { latitude, longitude, altitude } = place;
      const columns = { global_horizontal_irradiance: power };
      const series = { start, interval, columns, place: { latitude, longitude, altitude } };
      const examination = { ...examined, flags: new Uint32Array(power.length), closure: undefined };
      return { name, series, examination, notes, inWords };
    });
  } catch (cause) {
    const error = cause instanceof WeatherError ? cause : (cause as Error).cause;
    if (!(error instanceof WeatherError)) throw cause;
    const reason = oneLine(cause).replace(`${name}: `, "").replace(`${name}, line `, "line ");
    return { name, verdict: "unusable", reason, notes: [] };
  }
}

/** With what the embedded maps know of it. */
async function meterPlace(flags: CheckFlags): Promise<MeterPlace | undefined> {
  const given = placeOf(flags);
  if (given === undefined) return undefined;
  const { meterPlaceAt } = await import("../answers/meter/report.js");
  const { turbidity } = flags;
  const months = typeof turbidity === "number" ? new Array<number>(12).fill(turbidity) : turbidity;
  return { ...(await meterPlaceAt(given)), ...(months && { linkeTurbidity: months }) };
}
