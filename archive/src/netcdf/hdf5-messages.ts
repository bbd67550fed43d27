/** What is asked of the thread that HDF5 runs in, and what it answers. */
import type { FileVersion } from "../bytes/file-version.js";
import type { Numbers } from "../codecs/numbers.js";
import type { JsonObject } from "../json.js";

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
  /** Seconds since 1970; NaN for what is no time. */
  readonly times: Float64Array;
}

export interface FileDescription extends FileVersion {
  /** Of the file itself. */
  readonly attributes: JsonObject;
  readonly datasets: readonly DatasetDescription[];
  readonly sites: SiteTable | undefined;
}

export type Request =
  | {
      readonly id: number;
      readonly kind: "describe";
      readonly path: string;
      /** Of a file that is not on the disk: the path is then its name alone, until it is forgotten. */
      readonly bytes: Uint8Array<ArrayBuffer> | undefined;
    }
  | {
      readonly id: number;
      /** As float64, or as they are stored. */
      readonly kind: "read" | "stored";
      readonly path: string;
      readonly version: string;
      readonly name: string;
      /** [from, to) in each dimension. */
      readonly ranges: readonly (readonly [number, number])[];
    }
  | { readonly id: number; readonly kind: "forget"; readonly path: string };

/** `changed`: the file is another than the one that was described. */
export type Answer =
  | { readonly id: number; readonly value: FileDescription | Numbers | undefined }
  | { readonly id: number; readonly problem: string; readonly changed: boolean };
