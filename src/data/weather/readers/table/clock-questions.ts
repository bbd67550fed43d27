/** Questions about times: clocks that were set forward or back, a zone that is not stated, rows of several stations. */

import { shown } from "../../../../foundation/text/shown.js";
import { DAY, dateFromDays, HOUR } from "../../../../foundation/time/calendar.js";
import { formatTime } from "../../../../foundation/time/iso-time.js";
import type { Notice } from "../../../contract/observation/types.js";
import { AT_NIGHT } from "../../believe/context.js";
import { percent } from "../../believe/daily-light.js";
import { fittingOffsets, lightAtNight, middleOfLight } from "../../believe/night-light.js";
import { meterSign } from "../../believe/units.js";
import { WeatherError, type WeatherPlace, type WeatherSeries } from "../../series.js";
import type { ReaderOptions } from "../format.js";
import type { Runs } from "../rows/cells.js";
import type { Stamps } from "./stamps.js";

const SUNDAY = 3;
/** Clocks are set before this time of the day. */
const EARLY = 4 * HOUR;
const ADVICE = 'pass zone, such as "Europe/Berlin", if the times have daylight saving';

/**
 * @param step ms between rows
 * @returns a notice where one hour lacks in a night in which clocks are set forward
 * @throws WeatherError where an hour is there twice in a night in which they are set back
 */
export function clockChanges(
  stamps: Stamps,
  days: Runs,
  step: number,
  where: { readonly file: string | undefined; readonly place: WeatherPlace | undefined },
): Notice[] {
  if (!(step > 0 && step <= HOUR)) return [];
  const notices: Notice[] = [];
  for (let row = 1; row < days.length; row++) {
    const before = days.at(row - 1) * DAY + stamps.ms.at(row - 1);
    const now = days.at(row) * DAY + stamps.ms.at(row);
    const jump = now - before - step;
    if (Math.abs(jump) !== HOUR || !isNightOfChange(Math.min(before, now))) continue;
    const at = formatTime(now).slice(0, 16).replace("T", " ");
    if (jump < 0) {
      const message = `the hour of ${at} occurs twice, as when clocks are set back: ${ADVICE}`;
      throw new WeatherError(message, { ...where, line: stamps.lines.at(row) });
    }
    const message = `the hour before ${at} is missing, as when clocks are set forward: ${ADVICE}`;
    notices.push({ code: "daylight-saving", message });
  }
  return notices;
}

/** Early on a Sunday of spring or autumn. */
function isNightOfChange(local: number): boolean {
  const day = Math.floor(local / DAY);
  const { month } = dateFromDays(day);
  return day % 7 === SUNDAY && local - day * DAY < EARLY && [3, 4, 9, 10, 11].includes(month);
}

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
  if (dark >= AT_NIGHT.notable) return `as UTC ${percent(dark)} of the ${what} would fall at night at ${at}`;
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

/** The first row of one. */
export interface StationRow {
  readonly name: string;
  readonly line: number;
}

/**
 * @param rows the first row of the first station and of the second, as far as there are
 * @param column name of the column that names them
 * @throws WeatherError where the rows of one station follow those of another, from the same time on; of a history wherever there are two:
 *   its rows come when a value changes, so that the times of two lie between each other
 */
export function refuseSeveralStations(
  [first, second]: readonly StationRow[],
  stamps: Stamps,
  column: string | undefined,
  { file, hold }: ReaderOptions,
): void {
  if (first === undefined || second === undefined || (hold === undefined && isInOrder(stamps))) return;
  const [kind = "station"] = /entity|device|sensor|meter/.exec(column?.toLowerCase() ?? "") ?? [];
  throw new WeatherError(
    `the file has more than one ${kind}, ${shown(first.name)} and ${shown(second.name)}: keep the rows of one`,
    { file, line: second.line },
  );
}

function isInOrder({ days: byOrder, ms }: Stamps): boolean {
  const [days] = byOrder.values();
  if (days === undefined) return true;
  const time = (row: number) => days.at(row) * DAY + ms.at(row);
  for (let row = 1; row < days.length; row++) if (time(row) <= time(row - 1)) return false;
  return true;
}
