/** Tables with the rows of several stations, or of several entities of a history. */
import { shown } from "../../../text/shown.js";
import { DAY } from "../../../time/calendar.js";
import { WeatherError } from "../../errors.js";
import type { ReaderOptions } from "../format.js";
import type { Stamps } from "./stamps.js";

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
  if (first === undefined || second === undefined || (hold === undefined && isAscending(stamps))) return;
  const [kind = "station"] = /entity|device|sensor|meter/.exec(column?.toLowerCase() ?? "") ?? [];
  throw new WeatherError(
    `the file has more than one ${kind}, ${shown(first.name)} and ${shown(second.name)}: keep the rows of one`,
    { file, line: second.line },
  );
}

function isAscending({ days: byOrder, ms }: Stamps): boolean {
  const [days] = byOrder.values();
  if (days === undefined) return true;
  const time = (row: number) => days.at(row) * DAY + ms.at(row);
  for (let row = 1; row < days.length; row++) if (time(row) <= time(row - 1)) return false;
  return true;
}
