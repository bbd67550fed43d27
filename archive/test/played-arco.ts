/** ECMWF's stores of ERA5 and ERA5-Land as their documentation has them, played: every chunk is made when it is asked for. */
import { DAY, HOUR } from "./made.js";

export interface ArcoGrid {
  /** Degrees from cell to cell. */
  readonly step: number;
  readonly rows: number;
  readonly columns: number;
  /** Of the first column. */
  readonly west: number;
  /** Hours, rows and columns. */
  readonly chunks: readonly [number, number, number];
}

export const ERA5_GRID: ArcoGrid = { step: 0.25, rows: 721, columns: 1440, west: -180, chunks: [67_584, 4, 4] };
export const LAND_GRID: ArcoGrid = { step: 0.1, rows: 1801, columns: 3600, west: -179.9, chunks: [33_792, 4, 8] };

export interface ArcoOptions {
  readonly grid?: ArcoGrid;
  /** Units by variable. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Default: those of the grid. */
  readonly chunks?: ArcoGrid["chunks"];
  /** Unix ms of the first and behind the last value. */
  readonly first?: number;
  readonly end?: number;
}

export const ERA5_VARIABLES = {
  ssrd: "J m**-2",
  fdir: "J m**-2",
  t2m: "K",
  d2m: "K",
  sp: "Pa",
  u10: "m s**-1",
  v10: "m s**-1",
};

/** W/m², the mean of the hour that ends then: the same everywhere, so that a test knows it. */
export function lightAt(end: number): number {
  return Math.max(0, 800 * Math.sin(((((end - HOUR / 2) % DAY) / HOUR - 6) / 12) * Math.PI));
}

const VALUES: { readonly [name: string]: (time: number) => number } = {
  ssrd: (time) => lightAt(time) * 3600,
  fdir: (time) => 0.6 * lightAt(time) * 3600,
  t2m: (time) => 288.15 + 5 * Math.sin(((time % DAY) / DAY) * 2 * Math.PI),
  d2m: () => 280,
  sp: () => 95_000,
  u10: () => 3,
  v10: () => 4,
};

/** @returns bytes by path below the store, for `rangeServer` */
export function playedArco(options: ArcoOptions = {}): (path: string) => Uint8Array | undefined {
  const { grid = ERA5_GRID, variables = ERA5_VARIABLES, chunks = grid.chunks } = options;
  const { first = Date.UTC(1940, 0, 2), end = Date.UTC(2026, 5, 16) } = options;
  const [rows, columns] = [grid.rows, grid.columns];
  const hours = Math.round((end - first) / HOUR);
  const array = (shape: readonly number[], of: readonly number[], dtype: string) => ({
    ...{ zarr_format: 2, shape, chunks: of, dtype, compressor: null, filters: null, order: "C" },
    fill_value: dtype === "<f4" ? "NaN" : null,
  });
  const coordinate = (name: string, length: number, dtype: string, units: string) => ({
    [`${name}/.zarray`]: array([length], [length], dtype),
    [`${name}/.zattrs`]: { _ARRAY_DIMENSIONS: [name], units },
  });
  const metadata: Record<string, unknown> = {
    ".zgroup": { zarr_format: 2 },
    ...coordinate("time", hours, "<i8", "hours since 1970-01-01"),
    ...coordinate("latitude", rows, "<f8", "degrees_north"),
    ...coordinate("longitude", columns, "<f8", "degrees_east"),
  };
  for (const [name, units] of Object.entries(variables)) {
    metadata[`${name}/.zarray`] = array([hours, rows, columns], chunks, "<f4");
    metadata[`${name}/.zattrs`] = { _ARRAY_DIMENSIONS: ["time", "latitude", "longitude"], units };
  }
  const files = new Map<string, Uint8Array>([
    [".zmetadata", Buffer.from(JSON.stringify({ zarr_consolidated_format: 1, metadata }))],
    ["time/0", bytesOf(BigInt64Array.from({ length: hours }, (_, k) => BigInt(first / HOUR + k)))],
    ["latitude/0", bytesOf(Float64Array.from({ length: rows }, (_, k) => -90 + k * grid.step))],
    ["longitude/0", bytesOf(Float64Array.from({ length: columns }, (_, k) => grid.west + k * grid.step))],
  ]);
  return (path) => {
    if (!files.has(path)) {
      const [, name = "", number] = /^(\w+)\/(\d+)\.\d+\.\d+$/.exec(path) ?? [];
      const value = Object.hasOwn(variables, name) ? VALUES[name] : undefined;
      if (value !== undefined) files.set(path, chunkOf(value, Number(number)));
    }
    return files.get(path);
  };

  function chunkOf(value: (time: number) => number, number: number): Uint8Array {
    const [length, high, wide] = chunks;
    const size = high * wide;
    const values = new Float32Array(length * size).fill(Number.NaN);
    for (let k = 0; k < length && number * length + k < hours; k++) {
      values.fill(value(first + (number * length + k) * HOUR), k * size, (k + 1) * size);
    }
    return bytesOf(values);
  }
}

function bytesOf({ buffer }: { readonly buffer: ArrayBufferLike }): Uint8Array {
  return new Uint8Array(buffer);
}

/** Where the stores are below their host. */
export const ERA5_STORE = "cadl-arco-geo-002/arco/reanalysis_era5_single_levels/sfc/geoChunked.zarr/";
