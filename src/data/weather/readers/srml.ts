/**
 * Archive files of the Solar Radiation Monitoring Laboratory, University of Oregon: tabs between cells, a month a file.
 *
 * Source: UO SRML, "Archival (short interval) data files" and "Data element numbers"; pvlib-python, iotools.read_srml. The first line has
 * the station's number, the year, and the numbers of the elements, each followed by the 0 of its flags. Rows begin with the day of the year
 * and the time, which is the END of its interval in local standard time: 105 is 01:05, the day ends with 2400. A flag of 99 is a bad or
 * missing value. Neither place nor zone are in the file: the zone is that of Oregon, where most stations are, unless `timeOffset` says so.
 */

import { type WeatherColumn, WeatherError } from "../series.js";
import type { WeatherFormat } from "./format.js";
import { addDayHhmm } from "./midc.js";
import { checkLength, type Field, fieldColumns, readCell, readInteger } from "./rows/cells.js";
import { localRows, seriesOfLocalRows } from "./rows/local-rows.js";
import { textLines } from "./text.js";

const HEADER = /^\d{4,6}\t(?:19|20)\d\d(?:\t\d{3,5}\t0)+\s*$/;

/** The first three figures of an element; the fourth is the instrument. */
const ELEMENTS: readonly (readonly [begin: string, WeatherColumn])[] = [
  ["100", "global_horizontal_irradiance"],
  ["201", "direct_normal_irradiance"],
  ["300", "diffuse_horizontal_irradiance"],
  ["930", "temperature"],
  ["931", "dew_point_temperature"],
  ["921", "wind_speed"],
  ["933", "relative_humidity"],
];

const PACIFIC = -8;

export const srml: WeatherFormat = {
  name: "srml",
  description: "UO SRML archive file (University of Oregon, tabs)",
  detect: (head) => HEADER.test(head.split("\n", 1)[0]!),
  async read(text, options) {
    const { file } = options;
    const rows = localRows();
    let [length, year] = [0, 0];
    let columns: ReturnType<typeof fieldColumns> = [];
    await textLines(text, (content, line, isCut) => {
      const where = { file, line };
      const cells = content
        .trimEnd()
        .split("\t")
        .map((cell) => cell.trim());
      if (length === 0) {
        [length, year] = [cells.length, readInteger(cells[1] ?? "", "year", 1900, 2999, where)];
        const fields = ELEMENTS.flatMap(([begin, column]): Field[] => {
          const index = cells.findIndex((cell, k) => k > 1 && k % 2 === 0 && cell.startsWith(begin));
          return index < 0 ? [] : [[column, cells[index]!, index, 1]];
        });
        if (fields.length === 0) throw new WeatherError("no element of weather among the numbers of the header", where);
        columns = fieldColumns(fields, (_, row, index) => row[index + 1] === "99");
        return;
      }
      checkLength(cells, length, isCut, where);
      addDayHhmm(rows, year, readInteger(cells[0]!, "day of the year", 1, 366, where), cells[1]!, where);
      for (const column of columns) column.values.push(readCell(cells, column, where));
    });
    const source = { label: "end", place: undefined, timeZone: PACIFIC, isTypical: false } as const;
    const result = seriesOfLocalRows(rows, columns, source, options);
    if (options.timeOffset !== undefined) return result;
    const message =
      "the file states no zone: its times are read in Pacific Standard Time (pass timeOffset -7 for stations of the Mountain zone)";
    return { ...result, notices: [...result.notices, { code: "time-zone", message }] };
  },
};
