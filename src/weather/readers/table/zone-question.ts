/** Times that state no zone, where the sun of the place says that they are not UTC. */
import type { Notice } from "../../../contract/observation/types.js";
import { fittingOffsets, lightAtNight, middleOfLight, NOTABLE, percent } from "../../clock-check.js";
import { WeatherError } from "../../errors.js";
import type { WeatherPlace, WeatherSeries } from "../../series.js";
import { meterSign } from "./meter.js";

/** What falls by day. On a roof to the east the middle of the power is hours before noon. */
type What = "light" | "power";

/**
 * Asks for the zone of times that state none where the sun of the place says that they are not UTC. What explains light at night better goes
 * first: a sum that counts up is no light.
 *
 * @param said of the times, such as an hour that lacks
 * @throws WeatherError
 */
export function askForZone(
  series: WeatherSeries,
  place: WeatherPlace | undefined,
  said: readonly Notice[],
  where: { readonly file: string | undefined; readonly line?: number | undefined },
  what: What = "light",
): void {
  if (place === undefined) return;
  const light = series.columns.global_horizontal_irradiance as ArrayLike<number> | undefined;
  const changed = said.find(({ code }) => code === "daylight-saving")?.message;
  const found = signOf(series, place, what);
  if (found === undefined && changed === undefined) return;
  if (light === undefined || meterSign(light, series.interval) !== undefined) return;
  const best = likelyOffset(series, place, what);
  const ask =
    changed === undefined
      ? `and ${found}: pass timeOffset, such as ${best}, or zone`
      : `and ${changed}, else timeOffset, such as ${best}${found === undefined ? "" : `; ${found}`}`;
  throw new WeatherError(`which zone are the times in? They state none, ${ask}`, { ...where, place });
}

/** Hours: less may come of clouds, of a hill, and of a label that is another than the assumed one. */
const LATE = 0.6;
const SURE = 2;

/** What says that the times are not UTC, in words. */
function signOf(series: WeatherSeries, place: WeatherPlace, what: What): string | undefined {
  const at = `${place.latitude}, ${place.longitude}`;
  const dark = lightAtNight(series, place, 0);
  if (dark >= NOTABLE) return `as UTC ${percent(dark)} of the ${what} would fall at night at ${at}`;
  const middle = what === "light" ? middleOfLight(series, place) : undefined;
  if (middle === undefined || Math.abs(middle.late) < series.interval / 3600 + LATE + SURE * middle.error)
    return undefined;
  const hours = Math.abs(middle.late).toFixed(1);
  return `as UTC the middle of the light would be ${hours} h ${middle.late > 0 ? "after" : "before"} noon at ${at}`;
}

/** Hours ahead of UTC: of the offsets with which it falls by day, the one with which its middle is at noon. */
function likelyOffset(series: WeatherSeries, place: WeatherPlace, what: What): number {
  const near = Math.round(place.longitude / 15);
  const noon = middleOfLight(series, place)?.late ?? near;
  const likely = what === "light" ? noon : Math.min(Math.max(noon, near), near + 1);
  return fittingOffsets(series, place).sort((a, b) => Math.abs(a - likely) - Math.abs(b - likely))[0] ?? near;
}
