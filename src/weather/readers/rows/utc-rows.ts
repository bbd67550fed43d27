/** Rows of real years with UTC stamps, to be converted to a series. */
import type { Notice } from "../../../contract/observation/types.js";
import type { WeatherPlace, WeatherSeries } from "../../series.js";
import { type Label, labelShift, type ReaderOptions, type ReadResult } from "../format.js";
import { type FilledColumn, knownColumns } from "./cells.js";
import { equalSteps } from "./equal-steps.js";
import type { Runs } from "./growing.js";

export interface UtcRows {
  /** Unix ms. */
  readonly times: Runs;
  readonly lines: Runs;
}

/** Metadata of the rows. */
export interface UtcSource {
  readonly label: Label;
  readonly place?: WeatherPlace | undefined;
  /** Length of an interval in ms; by default the most frequent distance. */
  readonly step?: number | undefined;
}

/** @throws WeatherError as `equalSteps` */
export function seriesOfUtcRows(
  rows: UtcRows,
  columns: readonly FilledColumn[],
  { label: usual, place, step }: UtcSource,
  { file, label = usual, duplicates = "refuse" }: ReaderOptions,
): ReadResult {
  const notices: Notice[] = [];
  const known = knownColumns(columns, notices, file);
  const steps = equalSteps({ ...rows, columns: known }, { file, step, duplicates });
  notices.push(...steps.notices);
  const series: WeatherSeries = {
    start: steps.start - labelShift(label, steps.step),
    interval: steps.step / 1000,
    columns: steps.columns,
    ...(place && { place }),
  };
  return { series, label, notices };
}
