/** One scan of a satellite: the light of a whole disc or region, each line at the time at which it was seen. */
import type { WeatherColumn } from "irradiance-engine";
import type { ScanGrid } from "./grid.js";

/** @experimental */
export interface Scan {
  readonly grid: ScanGrid;
  /** "GOES-19", "Meteosat": in messages, and in the name of the data set. */
  readonly satellite: string;
  /** Nominal start, Unix ms: a multiple of the product's step. Scans of the same time and satellite are the same scan. */
  readonly start: number;
  /** Unix ms at which each row was scanned. */
  readonly lineTimes: Float64Array;
  /** rows × columns, row by row; NaN where there is no value, quality flags applied. */
  readonly columns: { readonly [column in WeatherColumn]?: Float32Array };
  readonly dataset: string;
  /** What a user of its values should know, one sentence each. */
  readonly notices: readonly string[];
  readonly licence: string;
  /** Whom its licence wants named. */
  readonly attribution: string;
}

/** @experimental */
export type ScanProductName = "dwd-sis" | "goes";

/** How a product's files are named and scanned. @experimental */
export interface ScanProduct {
  readonly name: ScanProductName;
  /** Seconds from scan to scan. */
  readonly step: number;
  /** Names of its files, those of every satellite and column. */
  readonly names: RegExp;
  readonly licence: string;
  readonly attribution: string;
}
