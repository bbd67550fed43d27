/** Code shared by the CSV and the JSON of PVGIS; see `pvgis.ts`. */

import type { Notice } from "../../contract/observation/types.js";
import { shown } from "../../text/shown.js";
import { HOUR } from "../../time/calendar.js";
import { WeatherError } from "../errors.js";
import type { WeatherColumn, WeatherPlace } from "../series.js";
import type { ReaderOptions, ReadResult } from "./format.js";
import type { SourceColumn, Where } from "./rows/cells.js";
import { Values } from "./rows/growing.js";
import { addStamp, type LocalRows, minuteOfDay, seriesOfLocalRows } from "./rows/local-rows.js";

/** Metadata of a table. */
export interface PvgisFile {
  readonly place: WeatherPlace;
  readonly isTypical: boolean;
  /** Name of the radiation database, "" if not stated. */
  readonly database: string;
  /** Hours from the stamp to the time of the irradiance; undefined if not stated. */
  readonly offset: number | undefined;
  /** Whether the plane of an hourly series is fixed and horizontal. */
  readonly isHorizontal: boolean;
}

const WEATHER = {
  T2m: "temperature",
  RH: "relative_humidity",
  WS10m: "wind_speed",
  SP: "pressure",
} as const;

const HORIZONTAL = {
  "G(h)": "global_horizontal_irradiance",
  "Gb(n)": "direct_normal_irradiance",
  "Gd(h)": "diffuse_horizontal_irradiance",
} as const;

const PLANE = {
  "G(i)": "global_horizontal_irradiance",
  "Gb(i)": "direct_horizontal_irradiance",
  "Gd(i)": "diffuse_horizontal_irradiance",
} as const;

/** @throws WeatherError if there is none */
export function pvgisColumns(
  names: readonly string[],
  { isHorizontal }: PvgisFile,
  notices: Notice[],
  where: Where,
): SourceColumn[] {
  const known: { readonly [name: string]: WeatherColumn } = { ...WEATHER, ...HORIZONTAL, ...(isHorizontal && PLANE) };
  const tilted = names.filter((name) => name in PLANE);
  if (tilted.length > 0 && !isHorizontal) {
    const message = `columns on a tilted plane are ignored: ${tilted.join(", ")}; ask PVGIS for a fixed slope of 0`;
    notices.push({ code: "columns", message });
  }
  const columns = names.flatMap((name, index): SourceColumn[] => {
    const column = known[name];
    const isMissing = (value: number) => value <= -999;
    return column === undefined ? [] : [{ name, index, column, factor: 1, isMissing, values: new Values() }];
  });
  if (columns.length === 0) throw new WeatherError("no weather column of PVGIS on the horizontal", where);
  return columns;
}

const STAMP = /^(\d{4})(\d{2})(\d{2}):(\d{2})(\d{2})$/;

export function isPvgisStamp(text: string): boolean {
  return STAMP.test(text);
}

/** Adds the row's stamp, such as 20160101:0010. */
export function addPvgisStamp(text: string, rows: LocalRows, where: Where): void {
  const [year, month, day, hour, minute] = (STAMP.exec(text) ?? []).slice(1).map(Number);
  const minutes = minuteOfDay(hour ?? Number.NaN, minute ?? Number.NaN);
  if (Number.isNaN(minutes)) throw new WeatherError(`time must be YYYYMMDD:HHMM, got ${shown(text)}`, where);
  addStamp(rows, year!, month!, day!, minutes, where);
}

export function seriesOfPvgis(
  rows: LocalRows,
  columns: readonly SourceColumn[],
  { place, isTypical, database, offset }: PvgisFile,
  notices: readonly Notice[],
  options: ReaderOptions,
): ReadResult {
  const isAverage = /ERA5/i.test(database);
  const source = {
    label: "center",
    place,
    timeZone: 0,
    isTypical,
    step: HOUR,
    offset: Math.round((offset ?? 0) * HOUR),
    ...(!isTypical && !isAverage && { sampling: "instant" as const }),
  } as const;
  const result = seriesOfLocalRows(rows, columns, source, options);
  const unsaid: Notice[] =
    isTypical && offset === undefined
      ? [{ code: "irradiance-time", message: "the file does not state its irradiance time offset: 0 is used" }]
      : [];
  return { ...result, notices: [...notices, ...unsaid, ...result.notices] };
}
