/** Small Zarr stores (version 2, not compressed) written by hand, for tests that say themselves what is in them. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface StoredArray {
  readonly dimensions: readonly string[];
  readonly shape: readonly number[];
  readonly values: ArrayLike<number>;
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** Default: float64. */
  readonly type?: "float64" | "int16" | undefined;
}

/** @returns the folder of the store */
export async function writeStore(folder: string, arrays: Readonly<Record<string, StoredArray>>): Promise<string> {
  await mkdir(folder, { recursive: true });
  const metadata: Record<string, unknown> = { ".zgroup": { zarr_format: 2 } };
  for (const [name, array] of Object.entries(arrays)) {
    const { dimensions, shape, values, attributes = {}, type = "float64" } = array;
    metadata[`${name}/.zarray`] = {
      zarr_format: 2,
      shape,
      chunks: shape,
      dtype: type === "int16" ? "<i2" : "<f8",
      compressor: null,
      fill_value: null,
      filters: null,
      order: "C",
    };
    metadata[`${name}/.zattrs`] = { _ARRAY_DIMENSIONS: dimensions, ...attributes };
    await mkdir(join(folder, name), { recursive: true });
    const bytes = type === "int16" ? Int16Array.from(values) : Float64Array.from(values);
    await writeFile(join(folder, name, shape.map(() => "0").join(".") || "0"), bytes);
  }
  for (const [path, value] of Object.entries(metadata)) await writeFile(join(folder, path), JSON.stringify(value));
  await writeFile(join(folder, ".zmetadata"), JSON.stringify({ zarr_consolidated_format: 1, metadata }));
  return folder;
}
