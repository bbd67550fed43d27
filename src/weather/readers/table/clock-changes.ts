/** Times without an offset whose clocks were set forward or back for daylight saving: as if the offset were the same all year. */
import type { Notice } from "../../../contract/observation/types.js";
import { DAY, dateFromDays, HOUR } from "../../../time/calendar.js";
import { formatTime } from "../../../time/iso-time.js";
import { WeatherError } from "../../errors.js";
import type { WeatherPlace } from "../../series.js";
import type { Runs } from "../rows/growing.js";
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
