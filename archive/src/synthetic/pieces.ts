/** Weather drawn a month at a time, so that a server does other work in between: many years take seconds. */

import { setImmediate as turn } from "node:timers/promises";
import type { SyntheticHours, SyntheticMinutes, SyntheticWeather } from "irradiance-engine/climate";
import { HOUR, MINUTE } from "irradiance-engine/shared";
import type { Period } from "../source.js";

/** Some ms of work; a whole number of intervals of any length. */
const PIECE = 30 * 24 * HOUR;

/** @param run Unix ms of a forecast; undefined: what was. @throws the signal's reason when it is aborted */
export async function hoursInPieces(
  weather: SyntheticWeather,
  run: number | undefined,
  period: Period,
  signal: AbortSignal,
): Promise<SyntheticHours> {
  const { start, end, count } = wholeIntervals(period, HOUR);
  const globalHorizontal = new Float64Array(count);
  const temperature = new Float64Array(count);
  await inPieces({ start, end }, signal, (from, to) => {
    const piece = run === undefined ? weather.hours(from, to) : weather.forecast(run, from, to);
    globalHorizontal.set(piece.globalHorizontal, (from - start) / HOUR);
    temperature.set(piece.temperature, (from - start) / HOUR);
  });
  return { start, globalHorizontal, temperature };
}

/**
 * Light by the minute, or as means of so many minutes as divide an hour.
 *
 * @param step ms. @throws the signal's reason when it is aborted
 */
export async function lightInPieces(
  weather: SyntheticWeather,
  step: number,
  period: Period,
  signal: AbortSignal,
): Promise<SyntheticMinutes> {
  const { start, end, count } = wholeIntervals(period, step);
  const globalHorizontal = new Float64Array(count);
  await inPieces({ start, end }, signal, (from, to) => {
    const minutes = weather.minutes(from, to).globalHorizontal;
    globalHorizontal.set(meansOf(minutes, step / MINUTE), (from - start) / step);
  });
  return { start, globalHorizontal };
}

function wholeIntervals({ start, end }: Period, step: number) {
  const first = Math.floor(start / step);
  const last = Math.ceil(end / step);
  return { start: first * step, end: last * step, count: last - first };
}

async function inPieces({ start, end }: Period, signal: AbortSignal, draw: (from: number, to: number) => void) {
  for (let from = start; ; from += PIECE) {
    const to = Math.min(from + PIECE, end);
    draw(from, to);
    if (to === end) return;
    await turn();
    signal.throwIfAborted();
  }
}

function meansOf(minutes: Float64Array, many: number): Float64Array {
  if (many === 1) return minutes;
  return Float64Array.from({ length: minutes.length / many }, (_, row) => {
    let sum = 0;
    for (let k = row * many; k < (row + 1) * many; k++) sum += minutes[k]!;
    return sum / many;
  });
}
