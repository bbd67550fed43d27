/** Measured power for `irradiance verify`, as references are made of it. */
import { readFile } from "node:fs/promises";
import type { PowerObservations } from "../answers/forecast/references.js";
import { readPower } from "../answers/yield/measured/read-power.js";
import { refuseClock } from "../data/weather/node.js";
import type { WeatherPlace } from "../data/weather/series.js";
import { UsageError } from "./errors.js";
import type { VerifyFlags } from "./options/weather.js";
import { printNotice } from "./output.js";
import { readOptionsOf } from "./request.js";

/** Columns that are taken by these names, both in W. */
const [OWN, CLEAR] = ["ac_power", "clear_ac_power"] as const;
const WATTS = 1000;
/** Ways to read weather that say nothing of a meter. */
const OF_WEATHER = { format: "--weather-format", year: "--year", columns: "--columns", units: "--units" } as const;

/**
 * W, from a column `ac_power` and, if there is one, `clear_ac_power`; else from any meter's file, whose unit its column states.
 * @throws UsageError for options of weather; WeatherError for a file without power, or with a clock that is surely wrong
 */
export async function measuredPower(flags: VerifyFlags, place: WeatherPlace): Promise<PowerObservations> {
  const { observations: file, capacity, trustClock, quiet } = flags;
  const { format, year, columns, units, examine: _, ...reading } = readOptionsOf(flags);
  for (const [name, value] of Object.entries({ format, year, columns, units }))
    if (value !== undefined)
      throw new UsageError(`${OF_WEATHER[name as keyof typeof OF_WEATHER]} is about weather: power has none`);
  const text = await readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`--observations ${file}: cannot be read (${cause.code})`, { cause });
  });
  const names = text
    .slice(0, text.search(/\r|\n|$/))
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
