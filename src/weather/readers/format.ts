/** What a reader of a weather format is: one file per format, listed in `formats.ts`. */
import type { Notice } from "../../contract/observation/types.js";
import type { WeatherPlace, WeatherSeries } from "../series.js";
import type { WeatherText } from "./text.js";

/** What a time stamp marks: the start, the centre or the end of its interval. */
export type Label = "start" | "center" | "end";

export interface ReadOptions {
  /** Name of the format; "auto" (default) looks at the text. */
  format?: string | undefined;
  /** Overrides what the format's time stamps mark. */
  label?: Label | undefined;
  /** Hours by which the file's clock is ahead of UTC, −12…14; overrides what the file says. */
  timeOffset?: number | undefined;
  /** Year that a typical year is mapped to. Default 2023 (not a leap year; in one, 29 February repeats the 28th). */
  year?: number | undefined;
  /** Typical years: wrap the ends, so that a full UTC year comes out. Default: true when the file holds a whole year. */
  periodic?: boolean | undefined;
  /** Place of the series where the file does not say it; what the file says comes first. */
  place?: WeatherPlace | undefined;
  /** Name for error messages. */
  file?: string | undefined;
}

/** Options as a reader gets them, checked. */
export type ReaderOptions = Omit<ReadOptions, "format" | "place">;

export interface ReadResult {
  series: WeatherSeries;
  /** What the time stamps were taken to mark. */
  label: Label;
  /** Remarks for people: gaps, columns left out. */
  notices: Notice[];
  /** The rows are a typical year: months of several years on one nominal year, the history of no date. Absent: they are not. */
  typicalYear?: boolean;
}

export interface WeatherFormat {
  readonly name: string;
  readonly description: string;
  /** Looks at the beginning of the text only (64 KiB, whole lines that are not blank); must say false when in doubt. */
  detect(head: string): boolean;
  /** @throws WeatherError naming file and line */
  read(text: WeatherText, options: ReaderOptions): Promise<ReadResult>;
}

/** Ms from an interval's time stamp back to its start. */
export function labelShift(label: Label, step: number): number {
  return label === "start" ? 0 : label === "center" ? step / 2 : step;
}
