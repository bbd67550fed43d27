/**
 * Columns whose length nobody knows beforehand. Ten years of minutes are five million rows: arrays of JavaScript are copied as they grow,
 * and took most of the time and of the memory of reading such a file.
 */

/** Rows of a block, as a power of two: 512 KiB. */
const BITS = 16;
const BLOCK = 1 << BITS;

/** Values of a column, in blocks. */
export class Values {
  length = 0;
  private readonly blocks: Float64Array[] = [];
  private last = new Float64Array(0);

  static from(values: Iterable<number>): Values {
    const column = new Values();
    for (const value of values) column.push(value);
    return column;
  }

  push(value: number): void {
    const place = this.length & (BLOCK - 1);
    if (place === 0) {
      this.last = new Float64Array(BLOCK).fill(Number.NaN);
      this.blocks.push(this.last);
    }
    this.last[place] = value;
    this.length += 1;
  }

  at(row: number): number {
    return this.blocks[row >>> BITS]![row & (BLOCK - 1)]!;
  }

  hasNumber(): boolean {
    return this.some((value) => !Number.isNaN(value));
  }

  some(is: (value: number) => boolean): boolean {
    return this.blocks.some((block) => block.some(is));
  }

  /** Hands over all values in their order and keeps none: the memory of a block is free as soon as it has been read. */
  drain(take: (value: number, row: number) => void): void {
    for (let row = 0; row < this.length; ) {
      const block = this.blocks.shift()!;
      for (let k = 0; k < BLOCK && row < this.length; k++, row++) take(block[k]!, row);
    }
    this.length = 0;
  }
}

interface Run {
  /** Its first row, the value there, and what is added from row to row. */
  readonly from: number;
  readonly value: number;
  step: number;
}

/** Numbers that mostly go on as they began, as times, dates and lines do: only where they do not is something kept. */
export class Runs implements Iterable<number> {
  length = 0;
  private readonly runs: Run[] = [];
  private open: Run = { from: 0, value: Number.NaN, step: 0 };
  /** The run that was read last and the row after it: rows are asked for in their order. */
  private index = 0;
  private read = this.open;
  private end = 0;

  static from(values: Iterable<number>): Runs {
    const runs = new Runs();
    for (const value of values) runs.push(value);
    return runs;
  }

  push(value: number): void {
    const row = this.length++;
    const { open } = this;
    const beyond = row - open.from;
    const step = beyond === 1 ? value - open.value : open.step;
    if (row > 0 && open.value + beyond * step === value) {
      open.step = step;
      return;
    }
    if (row > 0 && Number.isNaN(open.value) && Number.isNaN(value)) return;
    this.open = { from: row, value, step: 0 };
    this.runs.push(this.open);
  }

  at(row: number): number {
    if (row < this.read.from || row >= this.end) this.seek(row);
    return this.read.value + (row - this.read.from) * this.read.step;
  }

  *[Symbol.iterator](): Generator<number> {
    for (let row = 0; row < this.length; row++) yield this.at(row);
  }

  every(holds: (value: number) => boolean): boolean {
    for (let row = 0; row < this.length; row++) if (!holds(this.at(row))) return false;
    return true;
  }

  equals(other: Runs): boolean {
    if (other.length !== this.length) return false;
    for (let row = 0; row < this.length; row++) if (other.at(row) !== this.at(row)) return false;
    return true;
  }

  /** The next run where rows are read in order, else the one that a search finds. */
  private seek(row: number): void {
    const { runs } = this;
    this.index = runs[this.index + 1]?.from === row ? this.index + 1 : lastAtMost(runs, row);
    this.read = runs[this.index]!;
    this.end = runs[this.index + 1]?.from ?? this.length;
  }
}

function lastAtMost(runs: readonly Run[], row: number): number {
  let [low, high] = [0, runs.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (runs[middle]!.from <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}
