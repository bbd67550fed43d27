/** What is asked of the thread that HDF5 runs in, and what it answers. */
import type { JsonObject } from "../json.js";

/** Equal only for equal bytes, as far as the file system knows. */
export interface FileVersion {
  readonly size: number;
  readonly version: string;
}

/** A data set of a file's top group. */
export interface DatasetDescription {
  readonly name: string;
  /** "int16", "float32", …; undefined if values are no numbers. */
  readonly type: string | undefined;
  readonly itemBytes: number;
  readonly shape: readonly number[];
  /** Undefined of what is stored in one piece. */
  readonly chunks: readonly number[] | undefined;
  readonly dimensions: readonly string[];
  readonly attributes: JsonObject;
  /** Why it cannot be read. */
  readonly problem: string | undefined;
}

/** Sites and times of the National Solar Radiation Database's layout. */
export interface SiteTable {
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  /** m. */
  readonly elevations: Float64Array;
  /** As text, UTC. */
  readonly times: readonly string[];
}

export interface FileDescription extends FileVersion {
  readonly datasets: readonly DatasetDescription[];
  readonly sites: SiteTable | undefined;
}

export type Request =
  | { readonly id: number; readonly kind: "describe"; readonly path: string }
  | {
      readonly id: number;
      readonly kind: "read";
      readonly path: string;
      readonly version: string;
      readonly name: string;
      /** [from, to) in each dimension. */
      readonly ranges: readonly (readonly [number, number])[];
    };

/** `changed`: the file is another than the one that was described. */
export type Answer =
  | { readonly id: number; readonly value: FileDescription | Float64Array | undefined }
  | { readonly id: number; readonly problem: string; readonly changed: boolean };
