/** The options with which a caller describes a table. */
import { shown } from "../../text/shown.js";
import type { WeatherColumn } from "../series.js";

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
export type ColumnRole = WeatherColumn | ShortName | TimeRole;

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
