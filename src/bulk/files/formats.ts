/** The file formats by name. */
import { openArrow } from "./arrow.js";
import { openCsv } from "./csv.js";
import type { FileFormat, FormatName, FormatOptions, OpenFormat } from "./format.js";
import { openParquet } from "./parquet.js";
import type { TableDescription } from "./table.js";

const FORMATS: { readonly [name in FormatName]: OpenFormat } = {
  parquet: openParquet,
  arrow: openArrow,
  csv: openCsv,
};

const ENDINGS: { readonly [ending: string]: FormatName } = {
  parquet: "parquet",
  pq: "parquet",
  arrow: "arrow",
  feather: "arrow",
  ipc: "arrow",
  csv: "csv",
};

/**
 * @throws MissingPackageError if the format's package is not installed
 * @throws RangeError for an option that the format does not support
 */
export async function openFormat(
  name: FormatName,
  description: TableDescription,
  options: FormatOptions,
): Promise<FileFormat> {
  const open = FORMATS[name];
  if (!open) throw new RangeError(`format must be ${Object.keys(FORMATS).join(", ")}, got "${name}"`);
  return open(description, options);
}

/** @throws RangeError for an unknown extension */
export function formatOf(path: string): FormatName {
  const ending = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase();
  const name = ending === undefined ? undefined : ENDINGS[ending];
  if (name !== undefined) return name;
  const endings = Object.keys(ENDINGS).map((known) => `.${known}`);
  throw new RangeError(`${path}: expected a file name that ends in ${endings.join(", ")}, or a format`);
}
