/**
 * Weather of Modelica (.mos) for the reader of the Buildings and IBPSA libraries: an EPW file turned into a table of 30 columns.
 *
 * Source: Modelica Buildings library, `BoundaryConditions.WeatherData.ReaderTMY3`, and its converter `ConvertWeatherData`: comments repeat
 * the header of the EPW file; the first column is the time in seconds from the beginning of the year in local standard time, the others are
 * those of EPW from the dry bulb on. A stamp is the END of its hour, as in EPW; the converter has put the hour that ends at 1:00 also at
 * 0:00, in the place of the year's last one.
 */

import { DAY, dateFromDays, daysFromDate, SECOND } from "../../time/calendar.js";
import { WeatherError } from "../errors.js";
import type { WeatherPlace } from "../series.js";
import { readColumns, readLocation, withoutDryRain } from "./epw.js";
import type { WeatherFormat } from "./format.js";
import { blankCells, checkLength, readCell, type SourceColumn } from "./rows/cells.js";
import { addTime, localRows, seriesOfLocalRows, startDay } from "./rows/local-rows.js";
import { NOMINAL_YEAR } from "./rows/typical-year.js";
import { parseValue } from "./rows/values.js";
import { textLines } from "./text.js";

const TABLE = /^[ \t]*double[ \t]+\w+[ \t]*\([ \t]*(\d+)[ \t]*,[ \t]*30[ \t]*\)/m;
/** Of EPW stand before the dry bulb: date, time, source of the data. Of Modelica: the time. */
const BEFORE = ["", "", "", "", "", ""];
const COMMON_HOURS = 8760;
const LEAP_YEAR = 2024;

export const mos: WeatherFormat = {
  name: "mos",
  description: "Modelica weather table (.mos), made of EPW",
  detect: (head) => /^#1\b/.test(head) && TABLE.test(head),
  async read(text, options) {
    const { file } = options;
    const rows = localRows();
    const count = Number(TABLE.exec(text.head)?.[1]);
    const first = daysFromDate(count > COMMON_HOURS + 1 ? LEAP_YEAR : NOMINAL_YEAR, 1, 1);
    let station: { place: WeatherPlace; isTypical: boolean } | undefined;
    let columns: SourceColumn[] = [];
    let today = Number.NaN;
    await textLines(text, (content, line, isCut) => {
      const where = { file, line };
      if (/^#LOCATION,/.test(content))
        station = readLocation(
          content
            .slice(1)
            .split(",")
            .map((cell) => cell.trim()),
          where,
        );
      if (/^\s*(?:#|double\b)/.test(content)) return;
      const cells = blankCells(content);
      checkLength(cells, 30, isCut, where);
      const seconds = parseValue(cells[0]!) ?? Number.NaN;
      if (!(seconds >= 0 && seconds <= 367 * (DAY / SECOND))) {
        throw new WeatherError(
          `the first column must be seconds from the beginning of the year, got ${cells[0]}`,
          where,
        );
      }
      // Some end with the last hour, too.
      if (count === COMMON_HOURS + 1 && seconds === 0) return;
      const day = first + Math.floor((seconds * SECOND) / DAY);
      if (day !== today) {
        const { year, month, day: dayOfMonth } = dateFromDays(day);
        startDay(rows, year, month, dayOfMonth, where);
        today = day;
      }
      addTime(rows, seconds * SECOND - (day - first) * DAY, line);
      if (columns.length === 0) columns = readColumns(35, where);
      const epw = [...BEFORE, ...cells.slice(1)];
      for (const column of columns) column.values.push(readCell(epw, column, where));
    });
    if (station === undefined) throw new WeatherError("no line #LOCATION with the place", { file, line: 1 });
    const { place } = station;
    const source = { label: "end", place, timeZone: place.timeZone!, isTypical: true } as const;
    return seriesOfLocalRows(rows, withoutDryRain(columns), source, options);
  },
};
