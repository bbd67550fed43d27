/** Parsed files kept in memory; the least recently used are dropped first. */
import type { WeatherColumn } from "irradiance-engine";
import type { PackedColumn } from "./packed.js";

export type PackedColumns = ReadonlyMap<WeatherColumn, PackedColumn>;

export interface FileCache {
  get(key: string): PackedColumns | undefined;
  set(key: string, columns: PackedColumns): void;
  readonly bytes: number;
}

/** @param most bytes; a larger value is not kept */
export function fileCache(most: number): FileCache {
  const kept = new Map<string, PackedColumns>();
  let bytes = 0;
  const drop = (key: string) => {
    bytes -= sizeOf(kept.get(key)!);
    kept.delete(key);
  };
  return {
    get bytes() {
      return bytes;
    },
    get(key) {
      const columns = kept.get(key);
      if (columns === undefined) return undefined;
      // A Map keeps the order of insertion: the first is the least recently used.
      kept.delete(key);
      kept.set(key, columns);
      return columns;
    },
    set(key, columns) {
      if (kept.has(key)) drop(key);
      if (sizeOf(columns) > most) return;
      kept.set(key, columns);
      bytes += sizeOf(columns);
      for (const oldest of kept.keys()) {
        if (bytes <= most) break;
        drop(oldest);
      }
    },
  };
}

function sizeOf(columns: PackedColumns): number {
  let sum = 0;
  for (const { values } of columns.values()) sum += values.byteLength;
  return sum;
}
