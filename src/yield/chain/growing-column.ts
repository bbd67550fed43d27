/** A column whose rows come block by block, and whose length is only known at the end. */

/** Beyond what is foreseen, so that a darker beginning of a year does not cost a second copy. */
const MARGIN = 1.1;
const LEAST_GROWTH = 1.5;

type Column = Float64Array | Int32Array;

export class GrowingColumn<Kind extends Column> {
  readonly #kind: new (
    length: number,
  ) => Kind;
  #values: Kind;
  #length = 0;

  constructor(kind: new (length: number) => Kind) {
    this.#kind = kind;
    this.#values = new kind(0);
  }

  /**
   * Appends rows [from, to) of a column; undefined: room for them, to be filled by the caller.
   *
   * @param share of all rows that are there afterwards, roughly, 0…1
   * @returns the place of the first of them in `room`
   */
  append(column: Kind | undefined, from: number, to: number, share: number): number {
    const at = this.#length;
    this.#length += to - from;
    if (this.#length > this.#values.length) this.#grow(share);
    if (column !== undefined) this.#values.set(column.subarray(from, to), at);
    return at;
  }

  #grow(share: number): void {
    const foreseen = Math.ceil((this.#length / share) * MARGIN);
    const grown = new this.#kind(Math.max(foreseen, share < 1 ? Math.ceil(this.#values.length * LEAST_GROWTH) : 0));
    grown.set(this.#values);
    this.#values = grown;
  }

  /** With rows that are not there yet; another one after it has grown. */
  get room(): Kind {
    return this.#values;
  }

  get values(): Kind {
    return this.#values.subarray(0, this.#length) as Kind;
  }
}
