/** What readers of weather formats have in common: the names of the formats, the options with which a caller describes a file or a table, and the interface of a reader. */

import { shown } from "../../../foundation/text/shown.js";
import type { Notice } from "../../contract/observation/types.js";
import type { Label, WeatherColumn, WeatherPlace, WeatherSeries } from "../series.js";
import type { WeatherText } from "./text.js";

/**
 * The names of all formats in the order in which "auto" tries them, for who offers a choice without loading the readers, each with what its
 * light comes from, for who says what it is worth. A reader whose name is not here does not compile; a test compares the order.
 */
export const FORMAT_LIGHT = {
  pvgis: "satellite",
  json: "any",
  tmy3: "typical-year",
  tmy2: "typical-year",
  epw: "typical-year",
  mos: "typical-year",
  try: "typical-year",
  psm: "satellite",
  sam: "any",
  midc: "pyranometer",
  surfrad: "pyranometer",
  solrad: "pyranometer",
  uscrn: "pyranometer",
  srml: "pyranometer",
  bsrn: "pyranometer",
  cams: "satellite",
  era5: "reanalysis",
  csv: "any",
  timestamped: "any",
} as const;

export type FormatName = keyof typeof FORMAT_LIGHT;

export const FORMAT_NAMES = Object.keys(FORMAT_LIGHT) as readonly FormatName[];

/** Columns of time: `time` alone has date and time, beside `date` the time of day. */
export const TIME_ROLES = ["time", "date", "year", "month", "day", "day_of_year", "hour", "minute", "second"] as const;

export type TimeRole = (typeof TIME_ROLES)[number];

/** Names in common use, beside those of `WEATHER_COLUMNS`. */
export const SHORT_NAMES = {
  ghi: "global_horizontal_irradiance",
  dni: "direct_normal_irradiance",
  bhi: "direct_horizontal_irradiance",
  dhi: "diffuse_horizontal_irradiance",
  temp_air: "temperature",
  dew_point: "dew_point_temperature",
  wind: "wind_speed",
} as const satisfies { readonly [name: string]: WeatherColumn };

export type ShortName = keyof typeof SHORT_NAMES;

/** Names of columns that `columns` accepts. */
type ColumnRole = WeatherColumn | ShortName | TimeRole;

/** Options that describe a table. All are optional: anything not given is inferred from the file. */
export interface TableOptions {
  /** Columns by their name in the file, or their position (from 1): `{ ghi: "Global [kW/m²]", time: 1 }`. */
  columns?: { readonly [role in ColumnRole]?: string | number | undefined } | undefined;
  /** Units of the file, such as `{ ghi: "kW/m2", temperature: "F" }`; they override the file's own. */
  units?: { readonly [column in WeatherColumn | ShortName]?: string | undefined } | undefined;
  /** Order of the dates (`"DMY"`, `"MDY"`, `"YMD"`) or their format: `"DD.MM.YYYY HH:mm"`, `"%d.%m.%Y %H:%M"`. */
  dateFormat?: string | undefined;
  /** Between cells: `","`, `";"`, `"|"`, a tab, a blank; or comma, semicolon, pipe, tab, space. */
  delimiter?: string | undefined;
  /** Decimal sign: point or comma. */
  decimal?: "point" | "comma" | "." | "," | undefined;
  /** Zone of times without an offset: `"UTC"`, `"+05:30"`, or a name such as `"Europe/Berlin"`, with its daylight saving. */
  zone?: string | undefined;
  /** A text that stands for a missing value, such as `"Bad Input"`, or several. Empty cells and the usual ones do without it. */
  missing?: string | readonly string[] | undefined;
}

export const TABLE_OPTIONS = ["columns", "units", "dateFormat", "delimiter", "decimal", "zone", "missing"] as const;

/** @throws RangeError for options of a table beside a format that is none */
export function refuseTableOptions(options: TableOptions, format: string): void {
  const given = TABLE_OPTIONS.filter((option) => options[option] !== undefined);
  if (given.length === 0) return;
  throw new RangeError(
    `readWeather: option ${given.map(shown).join(", ")} is for tables (format "timestamped"), not for format "${format}"`,
  );
}

export function shortName(column: WeatherColumn): string {
  return Object.entries(SHORT_NAMES).find(([, full]) => full === column)?.[0] ?? column;
}

export type { Label } from "../series.js";

/** What happens to rows with the same time. */
export type Duplicates = "refuse" | "last";

/** What a reader of any format may be told, and which it is. */
export interface FileOptions extends TableOptions {
  /** Name of the format; "auto" (default) recognises it from the text. */
  format?: string | undefined;
  /** Overrides the meaning of the format's time stamps. */
  label?: Label | undefined;
  /** Hours by which the file's times are ahead of UTC, −12…14; overrides the file. */
  timeOffset?: number | undefined;
  /** Year to which a typical year is mapped. Default 2023 (not a leap year; in one, 29 February repeats the 28th). */
  year?: number | undefined;
  /** Typical years: wrap the ends, so that a full UTC year results. Default: true if the file has a whole year. */
  periodic?: boolean | undefined;
  /**
   * Rows with the same time, and rows out of order, as after the restart of a logger: "refuse" (default), or "last", which sorts them and
   * keeps the last in the file of those with the same time. Typical years are never sorted.
   */
  duplicates?: Duplicates | undefined;
  /** Place of the series if the file does not state it; the file takes precedence. */
  place?: WeatherPlace | undefined;
  /** Name for error messages. */
  file?: string | undefined;
}

/** How the values of a history hold. */
export interface Hold {
  /** For so many ms a value holds without another row. */
  readonly longestGap: number;
  /** Their unit is that of a rate, such as W, which no counter counts. Default: values that count up are those of one. */
  readonly isRate?: boolean | undefined;
}

/** Validated options of a reader. */
export interface ReaderOptions extends Omit<FileOptions, "format"> {
  /** Of one column: its rows are a history, whose values hold until the next. */
  hold?: Hold | undefined;
  /** Of one column: values may be far below 0, and only codes such as −999 are missing. */
  isSigned?: boolean | undefined;
  /** Of one column: units in lower case that its cells may carry, and by what their numbers are multiplied. */
  cellUnits?: { readonly [unit: string]: number } | undefined;
}

export interface ReadResult {
  series: WeatherSeries;
  /** The meaning used for the time stamps. */
  label: Label;
  /** Notices for the user: gaps, ignored columns. */
  notices: Notice[];
  /** Hours by which all stamps were taken to be ahead of UTC; absent: they are not all so by the same. */
  timeOffset?: number | undefined;
  /** The rows are a typical year: months of several years on one nominal year, not history. Absent: they are not. */
  typicalYear?: boolean;
  /** Whether the light is shaded by the place's horizon line, if the file says so. */
  horizonInLight?: boolean;
}

export interface WeatherFormat {
  /** Of `FORMAT_LIGHT`. */
  readonly name: FormatName;
  readonly description: string;
  /** Tests only the beginning of the text (64 KiB, whole lines that are not blank); must return false when in doubt. */
  detect(head: string): boolean;
  /** @throws WeatherError naming file and line */
  read(text: WeatherText, options: ReaderOptions): Promise<ReadResult>;
}

/** Ms from an interval's time stamp back to its start. */
export function labelShift(label: Label, step: number): number {
  return label === "start" ? 0 : label === "center" ? step / 2 : step;
}
