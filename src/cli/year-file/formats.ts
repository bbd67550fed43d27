/** A year as a file: our CSV and JSON, and what simulation tools read. */
import { formatTime } from "../../time/iso-time.js";
import { writeEpw, writeSam, writeTmy3, writeWeatherCsv } from "../../weather/node.js";
import { withAssumed } from "./assumed.js";
import { withComponents } from "./components.js";
import { formatOf, type YearFileFlags } from "./options.js";
import { inHours, withoutLeapDay } from "./rows.js";
import type { YearToWrite } from "./types.js";

const FOR_TOOLS = { epw: writeEpw, sam: writeSam, tmy3: writeTmy3 } as const;

/** @returns the file, and notes on what was worked out for it */
export function writeYear(year: YearToWrite, flags: YearFileFlags): { text: string; notes: string[] } {
  const format = formatOf(flags);
  if (format === "csv") {
    return { text: writeWeatherCsv(year.series, { comments: year.comments, typicalYear: true }), notes: [] };
  }
  if (format === "json") return { text: writeJson(year), notes: [] };
  // SAM reads any steps, the others read hours.
  const { rows, notes } = withComponents(format === "sam" ? year : inHours(year), year.record);
  const { series: bare, sourceTimes } = withoutLeapDay(rows);
  const { series, notes: assumed } = withAssumed(bare, format !== "sam", flags.wind);
  const all = [...notes, ...assumed];
  const options = {
    sourceTimes,
    synthetic: year.isSynthetic,
    comments: [...year.comments, ...all],
    ...(flags.station !== undefined && { station: flags.station }),
  };
  return { text: FOR_TOOLS[format](series, options), notes: all };
}

/** What `computeClimate` takes, and how it came about. */
function writeJson({ series, comments, about }: YearToWrite): string {
  const columns = Object.entries(series.columns).map(([name, values]) => [
    name,
    values && Array.from(values, (value) => (Number.isNaN(value) ? null : value)),
  ]);
  const weather = { ...series, start: formatTime(series.start as number), columns: Object.fromEntries(columns) };
  return `${JSON.stringify({ weather, comments, ...about })}\n`;
}
