/** What a source has, from metadata alone and for no place in particular: for logs and inspections. */
import type { WeatherColumn } from "irradiance-engine";
import type { Extent } from "./extent.js";

/**
 * How values came about, from the most to the least trusted. A typical year has no date. Later versions may have further classes:
 * treat one that you do not know as `reanalysis`.
 * @experimental
 */
export type SourceClass = "measured" | "satellite" | "reanalysis" | "forecast" | "typical" | "synthetic";

/** @experimental */
export interface ColumnFacts {
  readonly column: WeatherColumn;
  /** What it is made of, and what the times of that mean; undefined where the format knows no names. */
  readonly variable?: string | undefined;
  readonly is?: string | undefined;
  /** Length of what is decoded at once, in each dimension. */
  readonly chunks?: readonly number[] | undefined;
}

/** @experimental */
export interface DatasetFacts {
  readonly dataset: string;
  readonly class: SourceClass;
  readonly columns: readonly ColumnFacts[];
  /** Length of an interval, seconds. */
  readonly step: number;
  /** Start of the first and end of the last interval, Unix ms; undefined where nothing was written yet. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  /** Stretches without data, of a day or more. */
  readonly gaps: number;
  readonly extent: Extent | undefined;
}

/** Values of the last days, which their owner may still replace without saying so. @experimental */
export interface Preliminary {
  readonly days: number;
  /** "values since 2024-03-21 may be …" */
  readonly why: string;
}

/** Copernicus Climate Change Service, ERA5 documentation, "Data update frequency": final 2 to 3 months behind real time. */
export const ERA5T: Preliminary = {
  days: 92,
  why: "preliminary (ERA5T), which ECMWF replaces by final ones after 2 to 3 months",
};

/** @experimental */
export interface SourceFacts {
  /** "Zarr store", "weather files". */
  readonly what: string;
  readonly datasets: readonly DatasetFacts[];
  /** What is left out, and why: one sentence each. */
  readonly problems: readonly string[];
}

/** An array of a store or file, whatever it is. @experimental */
export interface ListedArray {
  readonly name: string;
  readonly type: string;
  /** Its units, as the file has them. */
  readonly units: string | undefined;
  /** Their names; none where the format has no names for them. */
  readonly dimensions: readonly string[];
  readonly shape: readonly number[];
  /** What is decoded at once. */
  readonly chunks: readonly number[];
}
