/**
 * USCRN, the climate reference network of the US: hours (hourly02) and five minutes (subhourly01), without a header.
 *
 * Source: NOAA NCEI, README.txt of both products: date and time in UTC are the END of the interval; light is its mean (W/m²), rain its sum
 * (mm). −9999, −99999 and, for wind, −99 are missing; a flag above 0 says that a value is erroneous. The wind is that of 1.5 m.
 */

import { WeatherError, type WeatherPlace } from "../series.js";
import type { WeatherFormat } from "./format.js";
import { blankCells, checkLength, type Field, fieldColumns, placeIn, readCell, readInteger } from "./rows/cells.js";
import { addHhmm, localRows, seriesOfLocalRows } from "./rows/local-rows.js";
import { textLines } from "./text.js";

/** Station, date and time in UTC, in local standard time, version of the logger, longitude, latitude. */
const BEGIN = /^\s*\d{5}\s+\d{8}\s+\d{4}\s+\d{8}\s+\d{4}\s+\S+\s+-?\d+\.\d+\s+-?\d+\.\d+\s/;

/** By the number of cells. */
const FIELDS: { readonly [cells: number]: readonly Field[] } = {
  23: [
    ["temperature", "AIR_TEMPERATURE", 8, 1],
    ["precipitation", "PRECIPITATION", 9, 12],
    ["global_horizontal_irradiance", "SOLAR_RADIATION", 10, 1],
    ["relative_humidity", "RELATIVE_HUMIDITY", 15, 1],
    ["wind_speed", "WIND_1_5", 21, 1],
  ],
  38: [
    ["temperature", "T_HR_AVG", 9, 1],
    ["precipitation", "P_CALC", 12, 1],
    ["global_horizontal_irradiance", "SOLARAD", 13, 1],
    ["relative_humidity", "RH_HR_AVG", 26, 1],
  ],
};
/** Positions of values that have a flag behind them. */
const FLAGGED = [10, 13, 15, 21, 26];

export const uscrn: WeatherFormat = {
  name: "uscrn",
  description: "USCRN (NOAA climate reference network), hours or five minutes",
  detect: (head) => BEGIN.test(head) && blankCells(head.split("\n", 1)[0]!).length in FIELDS,
  async read(text, options) {
    const { file } = options;
    const rows = localRows();
    const length = blankCells(text.head.trimStart().split("\n", 1)[0]!).length;
    const fields = FIELDS[length];
    if (fields === undefined)
      throw new WeatherError(`expected rows of 23 or 38 cells, got ${length}`, { file, line: 1 });
    const columns = fieldColumns(fields, (value, cells, index) => {
      return value <= -99 || (FLAGGED.includes(index) && cells[index + 1] !== "0");
    });
    let place: WeatherPlace | undefined;
    await textLines(text, (content, line, isCut) => {
      const where = { file, line };
      const cells = blankCells(content);
      checkLength(cells, length, isCut, where);
      place ??= placeIn({ longitude: Number(cells[6]), latitude: Number(cells[7]) }, file, line);
      const date = readInteger(cells[1]!, "UTC_DATE", 10_101, 99_991_231, where);
      addHhmm(rows, Math.floor(date / 10_000), Math.floor(date / 100) % 100, date % 100, cells[2]!, where);
      for (const column of columns) column.values.push(readCell(cells, column, where));
    });
    const source = { label: "end", place, timeZone: 0, isTypical: false } as const;
    const result = seriesOfLocalRows(rows, columns, source, options);
    const message = "the wind is measured 1.5 m above ground, where it is slower than at 10 m";
    if (result.series.columns.wind_speed !== undefined) result.notices.push({ code: "wind", message });
    return result;
  },
};
