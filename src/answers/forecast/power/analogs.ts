/** The second opinion: what came of the past hours that were the most like an hour to come. */
import { KNOTS } from "../curves.js";
import { QUANTITIES, type QuantityColumns, type QuantityName } from "./quantities.js";

/** Past hours, newest last, as whole numbers of a unit. */
export interface PowerAnalogs {
  /** Measured share of clear power, in thousandths. */
  readonly share: readonly number[];
  /** In the units of `QUANTITIES`. */
  readonly quantities: { readonly [name in QuantityName]?: readonly number[] };
}

/** Hours that are kept, a year and more of light. */
const MOST = 5000;
/** Hours that are asked; the more alike they are the more they count (Epanechnikov's kernel). */
const ASKED = 80;
const SHARE_UNIT = 0.001;

/** @param used rows of `lit` that teach @param every rows to an hour */
export function keepAnalogs(columns: QuantityColumns, share: Float64Array, used: readonly number[], every: number) {
  const kept = used.filter((_, k) => k % every === 0).slice(-MOST);
  const whole = (column: Float64Array, unit: number) => kept.map((k) => Math.round(column[k]! / unit));
  const names = (Object.keys(columns) as QuantityName[]).filter((name) => "likeness" in QUANTITIES[name]);
  const quantities = Object.fromEntries(names.map((name) => [name, whole(columns[name]!, QUANTITIES[name].unit)]));
  return { share: whole(share, SHARE_UNIT), quantities } satisfies PowerAnalogs;
}

/** Looks for analogs; its arrays serve all rows. */
export class AnalogSearch {
  readonly #share: Float64Array;
  /** Past hours, one after the other, and columns of those given, in steps of likeness. */
  readonly #past: Float64Array;
  readonly #given: readonly Float64Array[];
  readonly #own: Float64Array;
  /** The most alike, nearest first; one more than is asked says how far they reach. */
  readonly #distance = new Float64Array(ASKED + 1);
  readonly #hour = new Int32Array(ASKED + 1);
  /** What came of them, ascending, and what each counts. */
  readonly #value = new Float64Array(ASKED);
  readonly #weight = new Float64Array(ASKED);
  #count = 0;

  /** @param columns of the rows that are asked for */
  constructor({ share, quantities }: PowerAnalogs, columns: QuantityColumns) {
    const names = Object.keys(quantities) as QuantityName[];
    const likeness = (name: QuantityName) => (QUANTITIES[name] as { readonly likeness: number }).likeness;
    this.#share = Float64Array.from(share, (value) => value * SHARE_UNIT);
    this.#own = new Float64Array(names.length);
    this.#given = names.map((name) => columns[name]!.map((value) => value / likeness(name)));
    this.#past = new Float64Array(share.length * names.length);
    names.forEach((name, n) => {
      const step = QUANTITIES[name].unit / likeness(name);
      const own = quantities[name]!;
      for (let hour = 0; hour < own.length; hour++) this.#past[hour * names.length + n] = own[hour]! * step;
    });
  }

  /** Writes the quantiles of row k at the knots, as shares of clear power. */
  quantiles(k: number, into: Float64Array): void {
    const [own, past, size] = [this.#own, this.#past, this.#own.length];
    for (let n = 0; n < size; n++) own[n] = this.#given[n]![k]!;
    this.#count = 0;
    let farthest = Number.POSITIVE_INFINITY;
    for (let hour = 0, from = 0; from < past.length; hour++, from += size) {
      let distance = 0;
      // Most hours are too far after a few quantities.
      for (let n = 0; n < size && distance < farthest; n++) {
        const apart = past[from + n]! - own[n]!;
        distance += apart * apart;
      }
      if (distance < farthest) farthest = this.#keep(distance, hour);
    }
    this.#read(into, this.#order());
  }

  /** In order of distance. @returns how near others must be to be kept */
  #keep(distance: number, hour: number): number {
    let place = Math.min(this.#count, ASKED);
    for (; place > 0 && this.#distance[place - 1]! > distance; place--) {
      this.#distance[place] = this.#distance[place - 1]!;
      this.#hour[place] = this.#hour[place - 1]!;
    }
    this.#distance[place] = distance;
    this.#hour[place] = hour;
    this.#count = Math.min(this.#count + 1, ASKED + 1);
    return this.#count > ASKED ? this.#distance[ASKED]! : Number.POSITIVE_INFINITY;
  }

  /** By what came of them. @returns the weight of all */
  #order(): number {
    const count = Math.min(this.#count, ASKED);
    const reach = this.#distance[this.#count - 1]!;
    let all = 0;
    for (let k = 0; k < count; k++) {
      const value = this.#share[this.#hour[k]!]!;
      const weight = reach > 0 ? 1 - this.#distance[k]! / reach : 1;
      let place = k;
      for (; place > 0 && this.#value[place - 1]! > value; place--) {
        this.#value[place] = this.#value[place - 1]!;
        this.#weight[place] = this.#weight[place - 1]!;
      }
      this.#value[place] = value;
      this.#weight[place] = weight;
      all += weight;
    }
    return all;
  }

  /** Straight lines between the middles of the weights; beyond the first and the last as they are. */
  #read(into: Float64Array, all: number): void {
    const count = Math.min(this.#count, ASKED);
    let [k, below, from, low] = [0, 0, 0, this.#value[0]!];
    let middle = this.#weight[0]! / 2 / all;
    for (let q = 0; q < into.length; q++) {
      while (k < count && middle <= KNOTS[q]!) {
        [from, low] = [middle, this.#value[k]!];
        below += this.#weight[k++]!;
        middle = (below + this.#weight[k]! / 2) / all;
      }
      const high = k === 0 || k === count ? low : this.#value[k]!;
      into[q] = low + (middle > from ? (high - low) * ((KNOTS[q]! - from) / (middle - from)) : 0);
    }
  }
}
