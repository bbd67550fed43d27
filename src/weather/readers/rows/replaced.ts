/** Rows that come again, as after the restart of a logger, or when blocks of a file overlap: what is said of them. */
import type { Notice } from "../../../contract/observation/types.js";
import { formatTime } from "../../../time/iso-time.js";
import type { WeatherColumn } from "../../series.js";
import type { Runs, Values } from "./growing.js";

/**
 * @param slot the interval of a row
 * @param count of intervals
 * @returns how many rows take the place of an earlier one, and notices
 */
export function replacedNotice(
  times: Runs,
  columns: ReadonlyMap<WeatherColumn, Values>,
  slot: (row: number) => number,
  count: number,
): { replaced: number; notices: Notice[] } {
  const owner = new Int32Array(count).fill(-1);
  let [replaced, differing, back] = [0, 0, 0];
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = 0; row < times.length; row++) {
    const time = times.at(row);
    if (row > 0 && time < times.at(row - 1)) back++;
    const place = slot(row);
    const before = owner[place]!;
    owner[place] = row;
    if (before < 0) continue;
    replaced++;
    first = Math.min(first, time);
    last = Math.max(last, time);
    if (![...columns.values()].every((values) => Object.is(values.at(before), values.at(row)))) differing++;
  }
  const notices: Notice[] = [];
  if (replaced > 0) {
    const [one, verb] = replaced === 1 ? ["1 row has", "replaces"] : [`${replaced} rows have`, "replace"];
    const values =
      differing === 0 ? "with the same values, so nothing is lost" : `${differing} of them with other values`;
    const message = `${one} the time of an earlier row and ${verb} it, ${written(first)} to ${written(last)}: ${values}`;
    notices.push({ code: "duplicate", message });
  }
  if (back > 0) {
    const often = back === 1 ? "once" : `${back} times`;
    const found = back === times.length - 1 ? "the newest comes first" : `time goes back ${often}`;
    const message = `the rows are sorted by time: in the file, ${found}`;
    notices.push({ code: "order", message });
  }
  return { replaced, notices };
}

/** As the file has it, in whatever zone. */
function written(time: number): string {
  return formatTime(time).slice(0, 16).replace("T", " ");
}
