/** From a source of any kind to text with `\n` line ends: gzip unpacked, UTF-8 (else Windows-1252) decoded, binary data refused. */
import { shown } from "../../../foundation/text/shown.js";
import { gunzipChunks, isGzip } from "../inflate.js";
import { NotWeatherError, WeatherError } from "../series.js";

/** The text itself, its bytes (gzip or not), a stream of them, or a file that a browser's user has chosen. */
export type WeatherInput = string | Uint8Array | AsyncIterable<Uint8Array> | BlobLike;

/** A Blob or File, in words that need no types of the DOM. */
interface BlobLike {
  readonly size: number;
  readonly type: string;
  stream(): unknown;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A text as it comes in. Nothing of it is kept but its head. */
export interface WeatherText {
  readonly file: string | undefined;
  /** The first 64 KiB or more, in whole lines unless one is very long; all of a shorter text. */
  readonly head: string;
  /** All of it, from the beginning, in blocks of whole lines; only the last line may lack its end. To be read once. */
  readonly blocks: AsyncIterable<string>;
  /** Lets go of the source, wherever the reading got to. */
  close(): Promise<void>;
}

const HEAD = 65_536;
const CHUNK = 65_536;
const MEBI = 1_048_576;
/** No line of a table comes near: what goes on is another kind of file, and texts and arrays of V8 have their limits. */
const LONGEST_LINE = 4 * MEBI;
/** A few more than a series may have rows: better refused now than after all of it has been read. */
const MOST_LINES = 20_100_000;
/** JSON may be one line. It is read whole, and V8's longest text has twice this length. */
const LONGEST_JSON = 256 * MEBI;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const [BRACE, BRACKET] = [0x7b, 0x5b];
/** What may stand before a brace or bracket: blanks, line ends, the three bytes of a byte order mark. */
const BEFORE_BRACE = new Set([0x20, 0x09, LINE_FEED, CARRIAGE_RETURN, 0xef, 0xbb, 0xbf]);

/** Where the reading has got to. */
interface Position {
  readonly file: string | undefined;
  line: number;
}

/**
 * @throws TypeError for a source of another kind
 * @throws WeatherError for binary or damaged data, and for a source without text; `blocks` throws it, too
 */
export async function openText(source: WeatherInput, file: string | undefined): Promise<WeatherText> {
  const at: Position = { file, line: 1 };
  const rest = checkedBlocks(typeof source === "string" ? stringBlocks(source, at) : byteBlocks(source, at), at);
  const first: string[] = [];
  let isWhole = false;
  for (let length = 0; length < HEAD; length += first.at(-1)!.length) {
    const next = await rest.next();
    isWhole = next.done === true;
    if (next.done) break;
    first.push(next.value);
  }
  const head = first.join("").slice(0, LONGEST_LINE);
  if (head.trim() === "") {
    throw new WeatherError(isWhole ? "the file is empty" : "the file begins with too many blank lines", {
      file,
      line: 1,
    });
  }
  async function* blocks() {
    yield* first.splice(0);
    yield* rest;
  }
  return {
    file,
    head,
    blocks: blocks(),
    close: async () => {
      await rest.return(undefined);
    },
  };
}

/** The whole text, for JSON, which cannot be read piece by piece. @throws WeatherError for more than 256 MiB */
export async function wholeText({ blocks, file }: WeatherText): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for await (const block of blocks) {
    length += block.length;
    if (length > LONGEST_JSON)
      throw new WeatherError(`JSON of more than ${mebi(LONGEST_JSON)} is not accepted`, { file });
    parts.push(block);
  }
  return parts.join("");
}

function mebi(length: number): string {
  return `${length / MEBI} MiB`;
}

/** Calls `onLine` with every line that is not blank and its number (1-based); `isCut` = the text ends within it. */
export async function textLines(
  text: WeatherText,
  onLine: (text: string, line: number, isCut: boolean) => void,
): Promise<void> {
  let line = 0;
  for await (const { lines, isCut } of lineBlocks(text)) {
    for (const [k, text] of lines.entries()) {
      line += 1;
      if (text.trim() !== "") onLine(text, line, isCut && k === lines.length - 1);
    }
  }
}

const TOO_MANY_LINES =
  "a series has at most 20 million rows: give the file in parts, or means of longer intervals (ten years of minutes are 5 million)";

/**
 * The lines of a table, block by block; `isCut`: the text ends within the last line.
 *
 * @throws WeatherError for a line that JSON may have and a table has not, and for more lines than a series may have rows
 */
export async function* lineBlocks({ blocks, file }: WeatherText): AsyncGenerator<{ lines: string[]; isCut: boolean }> {
  let count = 0;
  for await (const block of blocks) {
    if (block.length > LONGEST_LINE + CHUNK) throw lineTooLong(LONGEST_LINE, { file });
    const lines = block.split("\n");
    const isCut = lines.at(-1) !== "";
    if (!isCut) lines.pop();
    count += lines.length;
    if (count > MOST_LINES) throw new WeatherError(TOO_MANY_LINES, { file, line: MOST_LINES + 1 });
    yield { lines, isCut };
  }
}

/** 1-based line of a position in a text. */
export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < position; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

async function* stringBlocks(text: string, at: Position): AsyncGenerator<string> {
  const longest = /^\s*[{[]/.test(text) ? LONGEST_JSON : LONGEST_LINE;
  const lineEnd = /\r\n?|\n/g;
  for (let start = 0, end = 0; start < text.length; start = end) {
    lineEnd.lastIndex = start + CHUNK;
    end = lineEnd.test(text) ? lineEnd.lastIndex : text.length;
    if (end - start > CHUNK + longest) {
      at.line += lineAt(text.slice(start, start + CHUNK), CHUNK) - 1;
      throw lineTooLong(longest, at);
    }
    yield text.slice(start, end);
  }
}

function lineTooLong(longest: number, at: Partial<Position>): WeatherError {
  return new WeatherError(`expected a text file, got no line break in ${mebi(longest)}`, at);
}

async function* byteBlocks(source: Exclude<WeatherInput, string>, at: Position) {
  const chunks = source instanceof Uint8Array ? slices(source) : checkedChunks(chunksOfBlob(source));
  // A stream may give its bytes one by one: two of them tell gzip, and UTF-16.
  const start: Uint8Array[] = [];
  for (let length = 0; length < 2; length += start.at(-1)!.length) {
    const next = await chunks.next();
    if (next.done) break;
    start.push(next.value);
  }
  const mark = joined(start).subarray(0, 2);
  async function* all() {
    yield* start;
    yield* chunks;
  }
  if ((mark[0] === 0xff && mark[1] === 0xfe) || (mark[0] === 0xfe && mark[1] === 0xff)) {
    await chunks.return(undefined);
    throw new WeatherError("the file is in UTF-16: save it as UTF-8", at);
  }
  const damaged = (cause: unknown) =>
    new WeatherError(`damaged gzip data (${cause instanceof Error ? cause.message : String(cause)})`, {
      file: at.file,
    });
  for await (const bytes of wholeLines(isGzip(mark) ? gunzipChunks(all(), damaged) : all(), at)) yield decode(bytes);
}

async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}

/** Safari's streams are no async iterables: a reader takes the chunks out. */
function chunksOfBlob(source: AsyncIterable<Uint8Array> | BlobLike): AsyncIterable<Uint8Array> {
  return typeof Blob !== "undefined" && source instanceof Blob
    ? readBlob(source)
    : (source as AsyncIterable<Uint8Array>);
}

async function* readBlob(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

async function* checkedChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (typeof source !== "object" || source === null || !(Symbol.asyncIterator in source)) {
    throw new TypeError(
      `source must be a string, a Uint8Array, an async iterable of them or a Blob, got ${shown(source)}`,
    );
  }
  for await (const chunk of source) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError(`source must yield Uint8Arrays, got ${shown(chunk)}`);
    yield* slices(chunk);
  }
}

/** Chunks cut again at line ends, so that no character and no line is torn. A NUL is passed on at once: that is no text. */
async function* wholeLines(chunks: AsyncIterable<Uint8Array>, at: Position): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array[] = [];
  let length = 0;
  let first: number | undefined;
  for await (const chunk of chunks) {
    first ??= chunk.find((byte) => !BEFORE_BRACE.has(byte));
    const end = chunk.includes(0) ? chunk.length : lastLineEnd(chunk);
    if (end > 0) {
      yield joined([...pending, chunk.subarray(0, end)]);
      pending = [];
      length = 0;
    }
    if (end < chunk.length) pending.push(chunk.subarray(end));
    length += chunk.length - end;
    const longest = first === BRACE || first === BRACKET ? LONGEST_JSON : LONGEST_LINE;
    if (length > longest) throw lineTooLong(longest, at);
  }
  if (pending.length > 0) yield joined(pending);
}

/** Position after the last line end; a carriage return at the very end may be half of one. */
function lastLineEnd(chunk: Uint8Array): number {
  const feed = chunk.lastIndexOf(LINE_FEED) + 1;
  return feed > 0 ? feed : chunk.subarray(0, -1).lastIndexOf(CARRIAGE_RETURN) + 1;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Encodings that leave UTF-8 or Windows-1252 no sense, runs of letters in which they have it, and a sign that they are right. */
const EASTERN: readonly (readonly [encoding: string, run: RegExp, sign: RegExp])[] = [
  ["gb18030", /\p{sc=Han}{2,}/gu, /时间|日期|时刻|辐射|辐照|气温|温度|风速|湿度/],
  ["euc-kr", /\p{sc=Hangul}{2,}/gu, /./],
  ["shift_jis", /[\p{sc=Han}\p{sc=Hiragana}\u30a1-\u30fc]{2,}/gu, /./],
];
/** Of the letters beyond ASCII, so many stand in such runs. */
const MOST = 0.6;

function decode(bytes: Uint8Array): string {
  const strict = (encoding: string) => {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      return undefined;
    }
  };
  const text = strict("utf-8");
  if (text !== undefined) return text;
  for (const [encoding, run, sign] of EASTERN) {
    const eastern = strict(encoding) ?? "";
    const beyond = eastern.match(/[^\0-\x7f]/gu)?.length ?? 0;
    if (beyond > 0 && sign.test(eastern) && (eastern.match(run) ?? []).join("").length >= MOST * beyond) return eastern;
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

/** Characters: a ZIP archive has the name of its first file behind 30 of them. */
const HEAD_OF_BINARY = 80;
/** What files that are no text have in their first bytes, and what to do with them. */
const BINARIES: readonly (readonly [begin: string, kind: string])[] = [
  ["[Content_Types].xml", "a spreadsheet (xlsx): save the sheet as CSV"],
  ["mimetypeapplication/vnd.oasis", "a spreadsheet (ods): save the sheet as CSV"],
  ["PK\x03\x04", "a ZIP archive, whatever its name says: unpack it (a spreadsheet: save the sheet as CSV)"],
  ["\xD0\xCF\x11\xE0", "an old spreadsheet (xls): save the sheet as CSV"],
  ["HDF", "NetCDF or HDF5: irradiance-archive reads archives of such files"],
  ["CDF", "NetCDF: irradiance-archive reads archives of such files"],
  ["GRIB", "GRIB: convert it to NetCDF, Zarr or CSV"],
  ["PAR1", "Parquet: write it as CSV"],
];

function binaryData(head: string): string {
  const kind = BINARIES.find(([begin]) => head.includes(begin))?.[1];
  return kind === undefined ? "binary data: expected a text file" : `binary data, not a text file: ${kind}`;
}

/** Line ends made `\n`, the byte order mark taken off, binary data refused. Keeps `at` up to date. */
async function* checkedBlocks(blocks: AsyncIterable<string>, at: Position): AsyncGenerator<string> {
  let head: string | undefined;
  for await (const raw of blocks) {
    const plain = head === undefined ? raw.replace(/^\uFEFF/, "") : raw;
    head ??= plain.slice(0, HEAD_OF_BINARY);
    const text = plain.includes("\r") ? plain.replace(/\r\n?/g, "\n") : plain;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells binary data from text
    const binary = text.search(/[\x00-\x08\x0E-\x1A\x1C-\x1F]/);
    if (binary >= 0) {
      const line = at.line - 1 + lineAt(text, binary);
      throw new NotWeatherError(binaryData(head), { file: at.file, line });
    }
    at.line += lineAt(text, text.length) - 1;
    yield text;
  }
}
