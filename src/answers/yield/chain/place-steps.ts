/** What is the same for all planes of a place: its sub-steps, and how clear the sky is in them. */
import type { Lattice } from "../../../engine/grid/lattice.js";
import type { StepBlock } from "../../../engine/steps.js";
import { Clearness } from "./clipping.js";

/** All sub-steps of the period, without those in the dark. */
export interface StepGrid {
  /** Seconds. */
  readonly weight: Float64Array;
  /** The interval of the weather that each lies in; the first or the last for those outside. */
  readonly interval: Int32Array;
  /** Output interval k has the sub-steps [starts[k], starts[k + 1]). */
  readonly starts: Int32Array;
}

export interface PlaceSteps {
  readonly grid: StepGrid;
  /** GHI over that of a clear sky by interval of the weather; undefined: it was not asked for. */
  readonly clearness: Float64Array | undefined;
}

/** Collects them from the run of one plane. */
export class PlaceCollector {
  readonly #weather: Lattice;
  readonly #count: number;
  readonly #weight = new GrowingColumn<Float64Array>(Float64Array);
  readonly #interval = new GrowingColumn<Int32Array>(Int32Array);
  readonly #clearness: Clearness | undefined;
  #starts = new Int32Array(1);

  /** @param count intervals of the weather; @param isClearnessAsked whether power swings within them */
  constructor(weather: Lattice, count: number, isClearnessAsked: boolean) {
    this.#weather = weather;
    this.#count = count;
    this.#clearness = isClearnessAsked ? new Clearness(count) : undefined;
  }

  take({ block: { from, to, columns }, open, weight, first, last, starts, count }: StepBlock): void {
    const { origin, step } = this.#weather;
    const share = last / count;
    const before = this.#weight.append(weight, from, to, share);
    const at = this.#interval.append(undefined, from, to, share);
    const interval = this.#interval.room;
    for (let i = from; i < to; i++) {
      const j = Math.floor((columns.time[i]! - origin) / step);
      interval[at + i - from] = Math.min(Math.max(j, 0), this.#count - 1);
    }
    if (this.#clearness !== undefined) {
      const { ghi, clearGhi } = open;
      for (let i = from; i < to; i++) this.#clearness.add(ghi[i]!, clearGhi[i]!, weight[i]!, interval[at + i - from]!);
    }
    if (this.#starts.length !== count + 1) this.#starts = new Int32Array(count + 1);
    for (let k = first; k <= last; k++) this.#starts[k] = before + starts[k - first]! - from;
  }

  /** @param count output intervals */
  finished(count: number): PlaceSteps {
    const starts = this.#starts.length === count + 1 ? this.#starts : new Int32Array(count + 1);
    const grid = { weight: this.#weight.values, interval: this.#interval.values, starts };
    return { grid, clearness: this.#clearness?.indices() };
  }
}

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
