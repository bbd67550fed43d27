/** The interface of a reader of a weather format: one file per format, listed in `formats.ts`. */
import type { Notice } from "../../contract/observation/types.js";
import type { Label, WeatherPlace, WeatherSeries } from "../series.js";
import type { FormatName } from "./format-names.js";
import type { TableOptions } from "./options.js";
import type { WeatherText } from "./text.js";

export type { Label } from "../series.js";

/** What happens to rows with the same time. @experimental */
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

/** @experimental */
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
