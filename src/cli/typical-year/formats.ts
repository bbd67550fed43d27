/** A year as a file: our CSV and JSON, and what simulation tools read. */
import type { TypicalYear } from "../../climate/index.js";
import { typicalYearComments } from "../../climate/index.js";
import { formatTime } from "../../time/iso-time.js";
import { writeEpw, writeSam, writeTmy3, writeWeatherCsv } from "../../weather/node.js";
import type { WeatherSeries } from "../../weather/series.js";
import { inHours, withComponents } from "./components.js";

export const YEAR_FORMATS = ["csv", "json", "epw", "sam", "tmy3"] as const;
export type YearFormat = (typeof YEAR_FORMATS)[number];

const FOR_TOOLS = { epw: writeEpw, sam: writeSam, tmy3: writeTmy3 } as const;

/**
 * @param record what the year was chosen from
 * @param station name of the place, for the formats that have one
 */
export function writeYear(
  year: TypicalYear,
  record: WeatherSeries,
  format: YearFormat,
  station: string | undefined,
): { text: string; remarks: string[] } {
  const comments = typicalYearComments(year.audit);
  if (format === "csv") return { text: writeWeatherCsv(year.series, { comments }), remarks: [] };
  if (format === "json") return { text: writeJson(year), remarks: [] };
  const { year: complete, added } = withComponents(format === "sam" ? year : inHours(year), record);
  const { series, sourceTimes } = complete;
  const remarks = added.length > 0 ? [`${added.join(" and ")} worked out from global irradiance (Erbs-Driesse)`] : [];
  const options = { sourceTimes, comments: [...comments, ...remarks], ...(station !== undefined && { station }) };
  return { text: FOR_TOOLS[format](series, options), remarks };
}

/** What `computeClimate` takes, with where its rows come from, and how it was chosen. */
function writeJson({ series, sourceTimes, audit, notices }: TypicalYear): string {
  const columns = Object.entries(series.columns).map(([name, values]) => [
    name,
    values && Array.from(values, (value) => (Number.isNaN(value) ? null : value)),
  ]);
  const weather = { ...series, start: formatTime(series.start as number), columns: Object.fromEntries(columns) };
  return `${JSON.stringify({ weather, source_times: Array.from(sourceTimes, formatTime), audit, notices })}\n`;
}
