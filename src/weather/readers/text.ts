/** From a source of any kind to text with `\n` line ends: gzip unpacked, UTF-8 (else Windows-1252) decoded, binary data refused. */
import { shown } from "../../observation/errors.js";
import { WeatherError } from "../errors.js";
import { gunzip, isGzip } from "../inflate.js";

/** The text itself, its bytes (gzip or not), or a stream of them. */
export type WeatherSource = string | Uint8Array | AsyncIterable<Uint8Array>;

/**
 * @throws TypeError for a source of another kind
 * @throws WeatherError for binary or damaged data, and for a source without text
 */
export async function readText(source: WeatherSource, file: string | undefined): Promise<string> {
  const raw = typeof source === "string" ? source.replace(/^\uFEFF/, "") : decode(await readBytes(source, file), file);
  const text = raw.includes("\r") ? raw.replace(/\r\n?/g, "\n") : raw;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells binary data from text
  const binary = text.search(/[\x00-\x08\x0E-\x1A\x1C-\x1F]/);
  if (binary >= 0) {
    throw new WeatherError("binary data: a text file is expected", { file, line: lineAt(text, binary) });
  }
  if (text.trim() === "") throw new WeatherError("the file is empty", { file, line: 1 });
  return text;
}

/** 1-based line of a position in a text. */
export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < position; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

async function readBytes(source: Uint8Array | AsyncIterable<Uint8Array>, file: string | undefined) {
  const bytes = source instanceof Uint8Array ? source : await collect(source);
  if (!isGzip(bytes)) return bytes;
  try {
    return await gunzip(bytes);
  } catch (cause) {
    throw new WeatherError(`damaged gzip data (${cause instanceof Error ? cause.message : String(cause)})`, { file });
  }
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  if (typeof source !== "object" || source === null || !(Symbol.asyncIterator in source)) {
    throw new TypeError(`source must be a string, a Uint8Array or an async iterable of them, got ${shown(source)}`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError(`source must give Uint8Arrays, got ${shown(chunk)}`);
    chunks.push(chunk);
    length += chunk.length;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function decode(bytes: Uint8Array, file: string | undefined): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    throw new WeatherError("the file is in UTF-16: save it as UTF-8", { file, line: 1 });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
