/** The file formats by name, and the encoder of blocks in whatever thread imports this module. */

import type {
  EncodedPart,
  FileFormat,
  FormatName,
  FormatOptions,
  OpenFormat,
  TableBlock,
  TableDescription,
} from "../table.js";
import { openArrow } from "./arrow.js";
import { openCsv } from "./csv.js";
import { openParquet } from "./parquet.js";

const FORMATS: { readonly [name in FormatName]: OpenFormat } = { parquet: openParquet, arrow: openArrow, csv: openCsv };

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

export interface EncoderTask {
  readonly format: FormatName;
  readonly description: TableDescription;
  readonly options: FormatOptions;
}

/** The format of the last block: the threads of a run encode for one file, and a format keeps what its blocks share. */
let last: { readonly key: string; readonly format: Promise<FileFormat> } | undefined;

/** @param data one value, as threads are sent one */
export default async function encodeBlock(data: { task: EncoderTask; block: TableBlock }): Promise<EncodedPart> {
  return (await opened(data.task)).encode(data.block);
}

function opened(task: EncoderTask): Promise<FileFormat> {
  const key = JSON.stringify(task);
  if (last?.key !== key) last = { key, format: openFormat(task.format, task.description, task.options) };
  return last.format;
}

/** A part as a file of its own, with head and tail; one without rows is a file, too. */
export async function encodeFile(data: { task: EncoderTask; block: TableBlock }): Promise<Uint8Array<ArrayBuffer>> {
  const { head, encode, tail } = await opened(data.task);
  const part = data.block.rows > 0 ? encode(data.block) : undefined;
  const end = head.length + (part?.bytes.length ?? 0);
  const foot = tail(part ? [{ offset: head.length, index: part.index }] : [], end);
  const file = new Uint8Array(end + foot.length);
  file.set(head);
  if (part) file.set(part.bytes, head.length);
  file.set(foot, end);
  return file;
}
