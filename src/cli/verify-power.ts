/** Measured power for `irradiance verify`, as references are made of it. */
import { readFile } from "node:fs/promises";
import type { PowerObservations } from "../answers/forecast/references.js";
import { readPower } from "../answers/yield/measured/read-power.js";
import { refuseClock } from "../data/weather/node.js";
import type { WeatherPlace } from "../data/weather/series.js";
import { given } from "../foundation/text/shown.js";
import { UsageError } from "./errors.js";
import type { VerifyFlags } from "./options/weather.js";
import { printNotice } from "./output.js";
import { readOptionsOf } from "./request.js";

/** Columns that are taken by these names, both in W. */
const [OWN, CLEAR] = ["ac_power", "clear_ac_power"] as const;
const WATTS = 1000;
/** Ways to read weather that say nothing of a meter. */
const OF_WEATHER = ["columns", "units"] as const;

/**
 * W, from a column `ac_power` and, if there is one, `clear_ac_power`; else from any meter's file, whose unit its column states.
 * @throws UsageError for options of weather; WeatherError for a file without power, or with a clock that is surely wrong
 */
export async function measuredPower(flags: VerifyFlags, place: WeatherPlace): Promise<PowerObservations> {
  const { observations: file, capacity, trustClock, quiet } = flags;
  const idle = OF_WEATHER.find((name) => flags[name] !== undefined);
  if (idle !== undefined)
    throw new UsageError(
      `--${idle} is about weather; power is read from ${OWN} (W), or from a meter's file as its column says`,
    );
  const { label, timeOffset, dateFormat, delimiter, decimal, zone, duplicates, missing } = readOptionsOf(flags);
  const reading = given({ label, timeOffset, dateFormat, delimiter, decimal, zone, duplicates, missing });
  const text = await readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`--observations ${file}: cannot be read (${cause.code})`, { cause });
  });
  const names = text
    .split("\n", 1)[0]!
    .split(",")
    .map((name) => name.trim());
  const kwp = capacity && capacity / WATTS;
  const read = (column: string | undefined) =>
    readPower(text, { ...reading, file, place, kwp, ...(column !== undefined && { column, unit: "W" }) });
  const own = await read(names.includes(OWN) ? OWN : undefined);
  refuseClock(own.examination, { trustClock, file });
  if (!quiet) for (const { message } of own.notices) printNotice(`${file}: ${message}`);
  const clear = names.includes(CLEAR) ? await read(CLEAR) : undefined;
  const inWatts = (values: Float64Array) => values.map((value) => value * WATTS);
  const { start, interval, power } = own.measured;
  return { start, interval, power: inWatts(power), clearPower: clear && inWatts(clear.measured.power) };
}
