/** A file format for the bulk writer: a head, consecutive parts, and a tail with their positions. */
import type { TableBlock, TableDescription } from "./table.js";

/** @experimental */
export type FormatName = "parquet" | "arrow" | "csv";

/** One part: its bytes do not depend on its position in the file; `index` is the information that the tail needs. */
export interface EncodedPart {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Plain JSON: it is kept in the journal. */
  readonly index: unknown;
}

/** A part in the file: `offset` in bytes from the file's beginning. */
export interface PlacedPart {
  readonly offset: number;
  readonly index: unknown;
}

export interface FileFormat {
  readonly head: Uint8Array;
  encode(block: TableBlock): EncodedPart;
  /** @param end where the tail begins, bytes from the file's beginning */
  tail(parts: readonly PlacedPart[], end: number): Uint8Array;
}

export interface FormatOptions {
  /** CSV only: decimals of numbers, null = all digits. */
  readonly decimals?: number | null | undefined;
}

export type OpenFormat = (description: TableDescription, options: FormatOptions) => Promise<FileFormat>;
