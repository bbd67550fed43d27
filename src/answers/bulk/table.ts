/** A table in long format, one row per site and interval, one block of rows at a time; and what a file format makes of it. */

export type FormatName = "parquet" | "arrow" | "csv";

/** One part: its bytes do not depend on its position in the file; `index` is the information that the tail needs. */
export interface EncodedPart {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Plain JSON: it is kept in the journal. */
  readonly index: unknown;
}

/** A part in the file: `offset` in bytes from the file's beginning. */
export interface PlacedPart {
  readonly offset: number;
  readonly index: unknown;
}

export interface FileFormat {
  readonly head: Uint8Array;
  encode(block: TableBlock): EncodedPart;
  /** @param end where the tail begins, bytes from the file's beginning */
  tail(parts: readonly PlacedPart[], end: number): Uint8Array;
}

export interface FormatOptions {
  /** CSV only: decimals of numbers, null = all digits. */
  readonly decimals?: number | null | undefined;
}

export type OpenFormat = (description: TableDescription, options: FormatOptions) => Promise<FileFormat>;

/**
 * `timestamp`: Unix ms, UTC. `local-timestamp`: a date and time of local standard time, as Unix ms if it were UTC.
 * `string`: the same value for many consecutive rows.
 */
export type ColumnType = "float32" | "float64" | "timestamp" | "local-timestamp" | "string";

/** Columns whose values may be missing. */
export function isNullable(type: ColumnType): boolean {
  return type === "float32" || type === "float64";
}

export function isTime(type: ColumnType): boolean {
  return type === "timestamp" || type === "local-timestamp";
}

export interface TableColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** As in the catalogue of parameters, "W/m**2"; undefined for columns without a unit (names, times). */
  readonly unit?: string | undefined;
  readonly description?: string | undefined;
}

export interface TableDescription {
  readonly columns: readonly TableColumn[];
  /** Written into the file with the units: software, inputs, and the means or sums of the columns. */
  readonly metadata: { readonly [key: string]: string };
}

/** A string column: `values[i]` holds for `counts[i]` rows. */
export interface Runs {
  readonly values: readonly string[];
  readonly counts: readonly number[];
}

export type Numbers = Float32Array | Float64Array;

/** Columns in the order of the description: `Runs` for strings, Unix ms as Float64Array for timestamps; NaN = missing. */
export interface TableBlock {
  readonly rows: number;
  readonly columns: readonly (Runs | Numbers)[];
}

/** One site's rows: those of the columns after its name. */
export interface SiteRows {
  readonly id: string;
  readonly columns: readonly ArrayLike<number>[];
}

/** Stacks the rows of sites: names in the first column. */
export class BlockBuilder {
  private readonly description: TableDescription;
  private names: string[] = [];
  private counts: number[] = [];
  private columns: Numbers[] = [];
  private rows = 0;
  private capacity = 0;
  /** Of blocks that are no longer used. */
  private readonly spare: SharedArrayBuffer[] = [];

  /** @param description a `string` column first, then times and numbers */
  constructor(description: TableDescription) {
    this.description = description;
  }

  /**
   * Copies the rows.
   * @throws RangeError for a wrong number of columns, or columns of unequal lengths
   */
  append({ id, columns: sources }: SiteRows): void {
    const { columns } = this.description;
    if (sources.length !== columns.length - 1)
      throw new RangeError(`site "${id}": expected ${columns.length - 1} columns, got ${sources.length}`);
    const { length: rows } = sources[0]!;
    const odd = sources.findIndex(({ length }) => length !== rows);
    if (odd >= 0) {
      const { name } = columns[odd + 1]!;
      throw new RangeError(`site "${id}", ${name}: expected ${rows} values, got ${sources[odd]!.length}`);
    }
    this.grow(this.rows + rows);
    sources.forEach((source, i) => void this.columns[i]!.set(source, this.rows));
    this.rows += rows;
    this.names.push(id);
    this.counts.push(rows);
  }

  /** The rows appended since the last call, in memory that threads share: until `giveBack` it is the caller's. */
  take(): TableBlock {
    const numbers = this.columns.map((column) => column.subarray(0, this.rows));
    const block: TableBlock = { rows: this.rows, columns: [{ values: this.names, counts: this.counts }, ...numbers] };
    // The next block will have a similar size.
    this.capacity = this.rows;
    [this.names, this.counts, this.columns, this.rows] = [[], [], [], 0];
    return block;
  }

  /** The block is not used any more. V8 does not count shared memory, and would collect it too late. */
  giveBack({ columns }: TableBlock): void {
    this.keep(columns.filter((column) => "buffer" in column));
  }

  private keep(columns: readonly Numbers[]): void {
    for (const { buffer } of columns) this.spare.push(buffer as SharedArrayBuffer);
  }

  private grow(rows: number): void {
    const types = this.description.columns.slice(1).map(({ type }) => type);
    if (rows > this.capacity || this.columns.length === 0) {
      this.capacity = Math.max(this.capacity, rows > this.capacity && this.rows > 0 ? 2 * rows : rows);
      const former = this.columns;
      this.columns = types.map((type) => this.column(type));
      former.forEach((column, i) => void this.columns[i]!.set(column));
      this.keep(former);
    }
  }

  private column(type: ColumnType): Numbers {
    const size = type === "float32" ? Float32Array.BYTES_PER_ELEMENT : Float64Array.BYTES_PER_ELEMENT;
    const memory = this.memory(this.capacity * size);
    return type === "float32" ? new Float32Array(memory, 0, this.capacity) : new Float64Array(memory, 0, this.capacity);
  }

  private memory(bytes: number): SharedArrayBuffer {
    const fitting = this.spare.findIndex(({ byteLength }) => byteLength >= bytes);
    return fitting < 0 ? new SharedArrayBuffer(bytes) : this.spare.splice(fitting, 1)[0]!;
  }
}

/** The value of the key `units` in every file: `{"column": "unit"}`, without columns that have no unit. */
export function unitsOf({ columns }: TableDescription): { [column: string]: string } {
  return Object.fromEntries(columns.flatMap(({ name, unit }) => (unit === undefined ? [] : [[name, unit]])));
}
