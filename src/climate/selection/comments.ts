/** What a file with a selected year should say of itself: clients drop all but the text. */
import { SHORT_MONTH_NAMES } from "../../time/calendar.js";
import type { TypicalYearAudit } from "./audit.js";

/**
 * Labels of a year of `selectTypicalYear` or `selectProbableYear`, in order of importance: sentences without commas, which not
 * every format can hold.
 * @experimental
 */
export function typicalYearComments({
  algorithm,
  method,
  probable,
  record,
  months,
  joinHours,
}: TypicalYearAudit): string[] {
  const kind = probable ? `${probable.extreme.toUpperCase()} year of global irradiance` : "Typical year";
  const picked = months.map(({ month, year }) => `${SHORT_MONTH_NAMES[month - 1]}=${year}`).join(" ");
  return [
    `${kind} assembled from months of ${record.firstYear} to ${record.lastYear} by the method ${method} (${algorithm}): not the history of any year`,
    `Months: ${picked}`,
    `Columns other than irradiance are cross-faded ${joinHours} hours on either side of each join`,
  ];
}
