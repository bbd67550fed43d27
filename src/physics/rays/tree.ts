/**
 * A tree of boxes around bodies, in typed arrays: a node is followed by its first child, and knows where to go on when a ray misses it, so
 * rays need no stack. Splits are binned by surface area (Wald 2007, On fast construction of SAH-based bounding volume hierarchies, IEEE
 * Symposium on Interactive Ray Tracing, 33–40); the same bodies give the same tree everywhere.
 */
import { type Bodies, boxesOf } from "./bodies.js";

export interface Tree {
  /** Six numbers for each node: the least east, north and up, and the most. */
  readonly boxes: Float64Array;
  /** The node to go on with when a ray misses this one. */
  readonly skip: Int32Array;
  /** Of a leaf: where its bodies start in `order`, and how many there are; 0 of other nodes. */
  readonly first: Int32Array;
  readonly count: Int32Array;
  readonly order: Int32Array;
  readonly nodes: number;
}

const LEAF = 4;
const BINS = 16;
/** Below so many splits the bodies are halved by their number, so no scene makes a deep tree. */
const DEEP = 40;
/** Boxes are wider than their bodies by this share, which rounding cannot reach. */
const MARGIN = 1e-9;

export function treeOf(bodies: Bodies): Tree {
  return new Builder(boxesOf(bodies), bodies.materials.length).tree();
}

class Builder {
  private readonly around: Float64Array;
  private readonly middles: Float64Array;
  private readonly order: Int32Array;
  private readonly boxes: Float64Array;
  private readonly skip: Int32Array;
  private readonly first: Int32Array;
  private readonly count: Int32Array;
  private nodes = 0;

  constructor(around: Float64Array, bodies: number) {
    const most = Math.max(1, 2 * bodies);
    this.around = around;
    this.middles = Float64Array.from({ length: 3 * bodies }, (_, k) => {
      const at = 6 * Math.floor(k / 3) + (k % 3);
      return (around[at]! + around[at + 3]!) / 2;
    });
    this.order = Int32Array.from({ length: bodies }, (_, k) => k);
    [this.boxes, this.skip] = [new Float64Array(6 * most), new Int32Array(most)];
    [this.first, this.count] = [new Int32Array(most), new Int32Array(most)];
  }

  tree(): Tree {
    if (this.order.length > 0) this.build(0, this.order.length, 0);
    const { boxes, skip, first, count, order, nodes } = this;
    return { boxes, skip, first, count, order, nodes };
  }

  private build(from: number, to: number, depth: number): void {
    const node = this.nodes++;
    this.bound(node, from, to);
    if (to - from <= LEAF) {
      this.first[node] = from;
      this.count[node] = to - from;
    } else {
      const middle = this.split(from, to, depth);
      this.build(from, middle, depth + 1);
      this.build(middle, to, depth + 1);
    }
    this.skip[node] = this.nodes;
  }

  private bound(node: number, from: number, to: number): void {
    const { boxes, around, order } = this;
    for (let axis = 0; axis < 3; axis++) {
      let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (let k = from; k < to; k++) {
        least = Math.min(least, around[6 * order[k]! + axis]!);
        most = Math.max(most, around[6 * order[k]! + 3 + axis]!);
      }
      const margin = MARGIN * (1 + Math.abs(least) + Math.abs(most));
      boxes[6 * node + axis] = least - margin;
      boxes[6 * node + 3 + axis] = most + margin;
    }
  }

  /** Puts bodies in two groups. @returns where the second one starts */
  private split(from: number, to: number, depth: number): number {
    const { axis, least, width } = this.longest(from, to);
    if (!(width > 0)) return (from + to) >> 1;
    if (depth >= DEEP) return this.halved(from, to, axis);
    const bin = (body: number) =>
      Math.min(BINS - 1, Math.floor((BINS * (this.middles[3 * body + axis]! - least)) / width));
    const edge = this.cheapest(from, to, bin);
    let middle = from;
    for (let k = from; k < to; k++) {
      const body = this.order[k]!;
      if (bin(body) >= edge) continue;
      this.order[k] = this.order[middle]!;
      this.order[middle++] = body;
    }
    return middle > from && middle < to ? middle : this.halved(from, to, axis);
  }

  private longest(from: number, to: number): { axis: number; least: number; width: number } {
    let found = { axis: 0, least: 0, width: -1 };
    for (let axis = 0; axis < 3; axis++) {
      let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (let k = from; k < to; k++) {
        const middle = this.middles[3 * this.order[k]! + axis]!;
        [least, most] = [Math.min(least, middle), Math.max(most, middle)];
      }
      if (most - least > found.width) found = { axis, least, width: most - least };
    }
    return found;
  }

  private halved(from: number, to: number, axis: number): number {
    const { middles } = this;
    this.order.subarray(from, to).sort((a, b) => middles[3 * a + axis]! - middles[3 * b + axis]! || a - b);
    return (from + to) >> 1;
  }

  /** @returns the bin that the second group starts with, by the least sum of area × number */
  private cheapest(from: number, to: number, bin: (body: number) => number): number {
    const bins = Array.from({ length: BINS }, () => new Bin());
    for (let k = from; k < to; k++) bins[bin(this.order[k]!)]!.add(this.around, 6 * this.order[k]!);
    const below = new Float64Array(BINS);
    const sum = new Bin();
    for (let edge = 1; edge < BINS; edge++) {
      sum.join(bins[edge - 1]!);
      below[edge] = sum.cost();
    }
    const above = new Bin();
    let [best, least] = [BINS >> 1, Number.POSITIVE_INFINITY];
    for (let edge = BINS - 1; edge > 0; edge--) {
      above.join(bins[edge]!);
      const cost = below[edge]! + above.cost();
      if (cost < least) [best, least] = [edge, cost];
    }
    return best;
  }
}

class Bin {
  private readonly box = [0, 1, 2, 3, 4, 5].map((k) => (k < 3 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY));
  private count = 0;

  add(around: ArrayLike<number>, at: number, count = 1): void {
    const { box } = this;
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k]!, around[at + k]!);
      box[k + 3] = Math.max(box[k + 3]!, around[at + k + 3]!);
    }
    this.count += count;
  }

  join({ box, count }: Bin): void {
    this.add(box, 0, count);
  }

  cost(): number {
    if (this.count === 0) return 0;
    const [x, y, z] = [0, 1, 2].map((k) => this.box[k + 3]! - this.box[k]!) as [number, number, number];
    return this.count * (x * y + y * z + z * x);
  }
}
