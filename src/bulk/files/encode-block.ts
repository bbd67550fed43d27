/** Encodes blocks in whatever thread imports this module. */
import type { EncodedPart, FileFormat, FormatName, FormatOptions } from "./format.js";
import { openFormat } from "./formats.js";
import type { TableBlock, TableDescription } from "./table.js";

export interface EncoderTask {
  readonly format: FormatName;
  readonly description: TableDescription;
  readonly options: FormatOptions;
  /** A part is a file of its own, with head and tail. */
  readonly asFile: boolean;
}

/** The format of the last block: the threads of a run encode for one file, and a format keeps what its blocks share. */
let last: { readonly key: string; readonly format: Promise<FileFormat> } | undefined;

/** @param data one value, as threads are sent one */
export default async function encodeBlock(data: { task: EncoderTask; block: TableBlock }): Promise<EncodedPart> {
  const { format, description, options } = data.task;
  const key = JSON.stringify(data.task);
  if (last?.key !== key) last = { key, format: openFormat(format, description, options) };
  const opened = await last.format;
  const part = opened.encode(data.block);
  return data.task.asFile ? { ...part, bytes: fileOf(opened, part) } : part;
}

function fileOf({ head, tail }: FileFormat, { bytes, index }: EncodedPart): Uint8Array<ArrayBuffer> {
  const end = head.length + bytes.length;
  const foot = tail([{ offset: head.length, index }], end);
  const file = new Uint8Array(end + foot.length);
  file.set(head);
  file.set(bytes, head.length);
  file.set(foot, end);
  return file;
}
