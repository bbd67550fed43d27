import type { FormatName } from "../../bulk/index.js";
import type { AggregatePeriod } from "../../bulk/types.js";
import type { RequestOptions } from "../options.js";

export interface BulkOptions extends Omit<RequestOptions, "weather"> {
  sites?: string;
  grid?: string;
  weather?: string[];
  archive?: string;
  out: string;
  format?: FormatName;
  aggregate?: AggregatePeriod;
  statistic?: "sum" | "mean";
  float32?: boolean;
  float64?: boolean;
  decimals?: number | "full";
  threads?: number;
  gpu?: boolean;
  partSites?: number;
  yield?: boolean;
  /** A file, or JSON. */
  system?: string;
  kwp?: number;
  typicalYear?: boolean;
  acceptDoubts?: boolean;
  randomSeed?: number;
  deadline?: number;
  memoryLimit?: number;
  yes?: boolean;
  resume?: boolean;
  force?: boolean;
}
