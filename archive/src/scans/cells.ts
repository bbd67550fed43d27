/** The values of a whole scan: decoded by a table of what each stored number means, so that millions of them take no time. */
import { unusable } from "../bytes/failures.js";
import type { ArrayDescription } from "../cf/array.js";
import { decodeValues } from "../cf/decode.js";
import type { StoredNumbers } from "../codecs/numbers.js";
import type { JsonObject } from "../json.js";
import type { GridWindow } from "./grid.js";

/** Two bytes can be so many numbers. */
const NUMBERS = 0x1_0000;

/** What a number of two bytes stands for, by its bits: scaled, NaN where it is missing or not valid. */
function meaningsOf(array: ArrayDescription, isSigned: boolean): Float32Array {
  const all = Float64Array.from({ length: NUMBERS }, (_, bits) =>
    isSigned && bits >= NUMBERS / 2 ? bits - NUMBERS : bits,
  );
  decodeValues(all, array);
  return Float32Array.from(all);
}

/**
 * The decoded values of a window.
 *
 * @param width columns of the whole grid
 */
export function decodedCells(
  stored: StoredNumbers,
  array: ArrayDescription,
  width: number,
  window: GridWindow,
): Float32Array {
  const [rows, columns] = [window.bottom - window.top, window.right - window.left];
  const values = new Float32Array(rows * columns);
  const isShort = stored instanceof Int16Array || stored instanceof Uint16Array;
  const meanings = isShort ? meaningsOf(array, stored instanceof Int16Array) : undefined;
  for (let row = 0; row < rows; row++) {
    const from = (window.top + row) * width + window.left;
    const line = stored.subarray(from, from + columns);
    const into = values.subarray(row * columns, (row + 1) * columns);
    if (meanings !== undefined) for (let k = 0; k < columns; k++) into[k] = meanings[(line[k] as number) & 0xffff]!;
    else into.set(decodedLine(line, array));
  }
  return values;
}

function decodedLine(line: StoredNumbers, array: ArrayDescription): Float64Array {
  const numbers = Float64Array.from(line as ArrayLike<number | bigint>, Number);
  decodeValues(numbers, array);
  return numbers;
}

/** Flags of a byte that a value may have, each with its share in the scan. */
export interface FlagCount {
  readonly meaning: string;
  readonly values: number;
}

/**
 * Takes out the values whose flag is none of those wanted, in place.
 *
 * @param isWanted by the meaning of a flag; a flag without a meaning, and the fill value, are never wanted
 * @returns how many of the remaining values have which flag
 */
export function applyFlags(
  values: Float32Array,
  flags: StoredNumbers,
  array: ArrayDescription,
  width: number,
  window: GridWindow,
  isWanted: (meaning: string) => boolean,
): FlagCount[] {
  const meanings = flagMeanings(array);
  const takes = new Uint8Array(256);
  const counts = new Uint32Array(256);
  for (const [flag, meaning] of meanings) if (isWanted(meaning)) takes[flag & 0xff] = 1;
  const columns = window.right - window.left;
  for (let k = 0, at = 0; k < window.bottom - window.top; k++) {
    const from = (window.top + k) * width + window.left;
    for (let column = 0; column < columns; column++, at++) {
      const value = values[at]!;
      if (Number.isNaN(value)) continue;
      const flag = Number(flags[from + column]) & 0xff;
      if (takes[flag] === 1) counts[flag]!++;
      else values[at] = Number.NaN;
    }
  }
  return [...meanings].map(([flag, meaning]) => ({ meaning, values: counts[flag & 0xff]! }));
}

/** CF 1.11, section 3.5: `flag_values` and `flag_meanings`, as many of one as of the other. */
function flagMeanings({ attributes, path, type }: ArrayDescription): ReadonlyMap<number, string> {
  const { flag_values: given, flag_meanings: text } = attributes as JsonObject;
  const flags: readonly unknown[] = typeof given === "number" ? [given] : Array.isArray(given) ? given : [];
  const meanings = typeof text === "string" ? text.trim().split(/\s+/) : [];
  const isWhole = flags.length > 0 && flags.length === meanings.length && flags.every(Number.isInteger);
  if (!/^u?int8$/.test(type) || !isWhole) {
    throw unusable(path, "its flags have no flag_values and flag_meanings, as many of one as of the other");
  }
  return new Map(meanings.map((meaning, k) => [flags[k] as number, meaning]));
}
