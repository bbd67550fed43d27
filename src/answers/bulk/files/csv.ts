/**
 * CSV: UTF-8, commas, `\n` after every row, an empty field for a missing value, times as 2023-06-21T12:00:00Z (local
 * ones without the Z). The header has only the columns' names; their units are in a separate file (`OUT.units.json`),
 * because CSV has no standard place for them.
 */
import { appendRounded, type Scale, scaleOf, TimeWriter } from "../../../data/contract/observation/digits.js";
import type { EncodedPart, FileFormat, OpenFormat } from "../table.js";
import { type ColumnType, isTime, type Numbers, type Runs, type TableBlock } from "../table.js";

const COMMA = 0x2c;
const NEWLINE = 0x0a;
const TIME_BYTES = 20;
/** The longest number in full, "-1.2345678901234567e-300", plus the bytes that the writer may overwrite after the comma. */
const NUMBER_BYTES = 32;

export const openCsv: OpenFormat = async (description, { decimals }) => {
  const scale = scaleOf({ decimals });
  const encoder = new TextEncoder();
  return {
    head: encoder.encode(`${description.columns.map(({ name }) => csvField(name)).join(",")}\n`),
    encode: (block) => encodeRows(block, { scale, time: description.columns[1]?.type }),
    tail: () => new Uint8Array(),
  } satisfies FileFormat;
};

/** A field, quoted if necessary. */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

interface Layout {
  scale: Scale;
  /** Type of the column behind the names, which alone can be one of times. */
  time: ColumnType | undefined;
}

function encodeRows({ columns }: TableBlock, layout: Layout): EncodedPart {
  const [names, ...numbers] = columns as [Runs, ...Numbers[]];
  const isTimed = layout.time !== undefined && isTime(layout.time);
  const [times, values] = isTimed ? [numbers[0], numbers.slice(1)] : [undefined, numbers];
  const parts: Uint8Array[] = [];
  let row = 0;
  names.values.forEach((name, i) => {
    const count = names.counts[i]!;
    parts.push(siteRows(new TextEncoder().encode(`${csvField(name)},`), times, values, row, row + count, layout));
    row += count;
  });
  return { bytes: concatenated(parts), index: null };
}

function siteRows(
  name: Uint8Array,
  times: Numbers | undefined,
  values: readonly Numbers[],
  first: number,
  end: number,
  { scale, time }: Layout,
): Uint8Array {
  const bytes = new Uint8Array((end - first) * (name.length + TIME_BYTES + 2 + values.length * NUMBER_BYTES));
  const view = new DataView(bytes.buffer);
  const writer = new TimeWriter();
  const shorten = scale === 0;
  let at = 0;
  for (let row = first; row < end; row++) {
    bytes.set(name, at);
    at += name.length;
    if (times !== undefined) {
      at = writer.append(view, at, times[row]!);
      // Overwrites the Z of local times.
      if (time === "local-timestamp") at--;
      view.setUint8(at++, COMMA);
    }
    for (const column of values) {
      const value = column[row]!;
      const next = appendRounded(
        view,
        at,
        shorten && column instanceof Float32Array ? fewestDigits(value) : value,
        scale,
      );
      at = next === at ? at + 1 : next;
      view.setUint8(at - 1, COMMA);
    }
    view.setUint8(at - 1, NEWLINE);
  }
  return bytes.subarray(0, at);
}

/** The double with the fewest decimal digits that is this float32: 0.1 for 0.10000000149011612. */
function fewestDigits(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
