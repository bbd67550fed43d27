/** What command and service make of a meter alike: its place, the notices of its file, and all that was found, as text. */

import { skyAt } from "../../data/climatology/sky.js";
import type { Notice } from "../../data/contract/observation/types.js";
import { WeatherError } from "../../data/weather/series.js";
import { HOUR_SECONDS, SECOND } from "../../foundation/time/calendar.js";
import { snakeKeys } from "../yield/answer.js";
import type { PowerReading } from "../yield/measured/read-power.js";
import type { Learning } from "./learn.js";
import { plainLearning } from "./text.js";
import type { MeterPlace, MeterRows } from "./types.js";

/** @param place degrees, metres; without altitude that of a coarse map @throws RangeError for an invalid place */
export async function meterPlaceAt(place: Parameters<typeof skyAt>[0]): Promise<MeterPlace> {
  const { place: found, linkeTurbidity, climate } = await skyAt(place);
  return { ...found, linkeTurbidity, temperature: climate.temperature };
}

/** What the reader takes for granted of times: the sun shows them. */
const OF_CLOCK = ["time-zone", "label-assumed"];
const BY_THE_SUN = "its times state no zone: by how much they are off, and when they were set, is found by the sun";

/**
 * What was read, and what the reader had to assume that the sun does not show.
 *
 * @throws WeatherError for steps of more than an hour
 */
export function meterRows({ measured, notices }: PowerReading): { rows: MeterRows; notices: readonly Notice[] } {
  const { start, interval, power } = measured;
  if (interval > HOUR_SECONDS)
    throw new WeatherError(`nothing is learnt from steps of ${interval / 60} minutes: give 60 or less`);
  const stated = notices.filter(({ code }) => !OF_CLOCK.includes(code));
  const isBare = notices.some(({ code }) => code === "time-zone");
  return {
    rows: { start, step: interval * SECOND, power },
    notices: isBare ? [...stated, { code: "time-zone", message: BY_THE_SUN }] : stated,
  };
}

/** The text of `irradiance learn --report`, and of the service's answer. */
export function learningReport(learning: Learning, place: MeterPlace): string {
  const absent = (["clock", "system"] as const).filter((name) => learning[name] === undefined);
  const found = { ...plainLearning(learning, place), ...Object.fromEntries(absent.map((name) => [name, null])) };
  return `${JSON.stringify(snakeKeys(found), null, 1)}\n`;
}
