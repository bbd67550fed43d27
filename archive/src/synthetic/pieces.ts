/** Hours drawn a month at a time, so that a server does other work in between: many years take seconds. */
import { setImmediate as turn } from "node:timers/promises";
import type { SyntheticHours, SyntheticWeather } from "irradiance-engine/climate";
import type { Period } from "../source.js";

const HOUR = 3_600_000;
/** Some ms of work. */
const PIECE = 30 * 24 * HOUR;

/** @param run Unix ms of a forecast; undefined: what was. @throws the signal's reason when it is aborted */
export async function hoursInPieces(
  weather: SyntheticWeather,
  run: number | undefined,
  period: Period,
  signal: AbortSignal,
): Promise<SyntheticHours> {
  const start = Math.floor(period.start / HOUR) * HOUR;
  const count = Math.ceil((period.end - start) / HOUR);
  const globalHorizontal = new Float64Array(count);
  const temperature = new Float64Array(count);
  for (let from = start; from < period.end; from += PIECE) {
    const to = Math.min(from + PIECE, period.end);
    const piece = run === undefined ? weather.hours(from, to) : weather.forecast(run, from, to);
    globalHorizontal.set(piece.globalHorizontal, (from - start) / HOUR);
    temperature.set(piece.temperature, (from - start) / HOUR);
    if (to === period.end) break;
    await turn();
    signal.throwIfAborted();
  }
  return { start, globalHorizontal, temperature };
}
