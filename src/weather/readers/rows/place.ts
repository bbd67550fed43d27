import { checkPlace } from "../../checked-series.js";
import { WeatherError } from "../../errors.js";
import type { WeatherPlace } from "../../series.js";

/** `checkPlace` with the file named in its message. */
export function placeIn(place: object, file: string | undefined, line?: number): WeatherPlace {
  try {
    return checkPlace(place);
  } catch (cause) {
    throw new WeatherError((cause as Error).message, { file, line });
  }
}
