/**
 * The portable form: the graph as plain tfjs operations on [sites, intervals, sub-steps], for any backend. A tensor is
 * freed as soon as it is no longer needed.
 */
import { buildChain } from "../chain/chain.js";
import { argumentsOf, type Binary, inOrder, type Node, type Unary } from "../chain/graph.js";
import type { Batch, Tile } from "../inputs/batch.js";
import { perezTable } from "../inputs/tables.js";
import { GRID_STRIDE, SITE, SITE_STRIDE, TIME, TIME_STRIDE } from "../layout.js";
import type { TileResult } from "./fused.js";
import type { Runtime, Tf } from "./runtime.js";

type Tensor = import("@tensorflow/tfjs-core").Tensor;

/** Largest number of sub-steps per tile: about 30 tensors of that many f32 exist at once. */
const STEPS_PER_TILE = 500_000;

/** Column `column` of a table with `stride` numbers per row. */
function pick(table: Float32Array, stride: number, column: number): Float32Array {
  const out = new Float32Array(table.length / stride);
  for (let i = 0; i < out.length; i++) out[i] = table[i * stride + column]!;
  return out;
}

class Run {
  private readonly tf: Tf;
  private readonly batch: Batch;
  private readonly tile: Tile;
  private readonly tensors = new Map<Node, Tensor>();
  /** Number of operations of the graph that have run. */
  operations = 0;
  private readonly binary: { readonly [name in Binary]: (a: Tensor, b: Tensor) => Tensor };
  private readonly unary: { readonly [name in Unary]: (a: Tensor) => Tensor };

  constructor(tf: Tf, batch: Batch, tile: Tile) {
    this.tf = tf;
    this.batch = batch;
    this.tile = tile;
    this.binary = {
      add: tf.add,
      sub: tf.sub,
      mul: tf.mul,
      div: tf.div,
      min: tf.minimum,
      max: tf.maximum,
      less: tf.less,
      lessEqual: tf.lessEqual,
      and: tf.logicalAnd,
      or: tf.logicalOr,
    };
    this.unary = {
      abs: tf.abs,
      sqrt: tf.sqrt,
      exp: tf.exp,
      log: tf.log,
      floor: tf.floor,
      not: tf.logicalNot,
    };
  }

  private get shape(): [sites: number, intervals: number, steps: number] {
    const { request, options } = this.batch;
    return [this.tile.to - this.tile.from, request.count, options.steps];
  }

  /** The outputs as tensors [sites, intervals, 1]; the caller disposes of them. */
  outputs(outputs: readonly Node[]): Tensor[] {
    const nodes = inOrder(outputs);
    const uses = new Map<Node, number>();
    for (const node of [...nodes.flatMap((node) => argumentsOf(node)), ...outputs]) {
      uses.set(node, (uses.get(node) ?? 0) + 1);
    }
    try {
      for (const node of nodes) {
        this.tensors.set(node, this.compute(node));
        this.operations++;
        for (const arg of argumentsOf(node)) {
          const left = uses.get(arg)! - 1;
          uses.set(arg, left);
          if (left === 0) this.free(arg);
        }
      }
      const [sites, intervals] = this.shape;
      return outputs.map((node) => this.tf.broadcastTo(this.at(node), [sites, intervals, 1]));
    } finally {
      for (const node of [...this.tensors.keys()]) this.free(node);
    }
  }

  private free(node: Node): void {
    this.tensors.get(node)?.dispose();
    this.tensors.delete(node);
  }

  private at(node: Node): Tensor {
    return this.tensors.get(node)!;
  }

  private compute(node: Node): Tensor {
    const { tf } = this;
    const { operation } = node;
    switch (operation.op) {
      case "constant":
        return tf.scalar(operation.value, node.kind === "truth" ? "bool" : "float32");
      case "input":
        return this.input(operation.source, operation.column);
      case "direction":
        return this.direction(operation.component);
      case "shared":
        return tf.tidy(() => tf.gather(tf.tensor1d(perezTable()), this.index(operation.index, operation.offset)));
      case "own":
        return this.own(operation.index, operation.offset);
      case "unary":
        return this.unary[operation.name](this.at(operation.args[0]));
      case "binary":
        return this.binary[operation.name](this.at(operation.args[0]), this.at(operation.args[1]));
      case "select": {
        const [condition, yes, no] = operation.args;
        return tf.where(this.at(condition), this.at(yes), this.at(no));
      }
      case "reduce": {
        const [arg] = operation.args;
        if (operation.name === "largest") return tf.max(this.at(arg), 2, true);
        // A value common to all sub-steps has no axis to sum over.
        return arg.level === "step" ? tf.sum(this.at(arg), 2, true) : tf.mul(this.at(arg), this.batch.options.steps);
      }
    }
  }

  private index(node: Node, offset: number): Tensor {
    return this.tf.cast(this.tf.add(this.at(node), offset), "int32");
  }

  /** From one flat table: tfjs' gathering by rows is wrong on its wasm backend (4.22.0). */
  private own(index: Node, offset: number): Tensor {
    const { tf } = this;
    const [sites] = this.shape;
    const { own, ownStride } = this.tile;
    const rows = Int32Array.from({ length: sites }, (_, site) => site * ownStride);
    return tf.tidy(() => {
      const at = tf.add(this.index(index, offset), tf.tensor3d(rows, [sites, 1, 1], "int32"));
      return tf.gather(tf.tensor1d(own!), at as never);
    });
  }

  private input(source: "time" | "site" | "grid" | "weather", column: number): Tensor {
    const { tf, batch, tile } = this;
    const [sites, intervals, steps] = this.shape;
    switch (source) {
      case "time":
        return tf.tensor3d(pick(batch.times, TIME_STRIDE, column), [1, intervals, steps]);
      case "site":
        return tf.tensor3d(pick(tile.sites, SITE_STRIDE, column), [sites, 1, 1]);
      case "grid":
        return tf.tensor3d(pick(batch.grid!, GRID_STRIDE, column), [1, intervals, 1]);
      case "weather": {
        const { rows, channels, values } = tile.weather;
        const out = new Float32Array(rows * intervals);
        for (let row = 0; row < rows; row++) {
          const from = (row * channels.length + column) * intervals;
          out.set(values.subarray(from, from + intervals), row * intervals);
        }
        return tf.tensor3d(out, [rows, intervals, 1]);
      }
    }
  }

  /** Two matrix products: of the coarse parts, exact in any order, and of the contributions of the fine parts (see `tables.ts`). */
  private direction(component: number): Tensor {
    const { tf, batch, tile } = this;
    const [sites, intervals, steps] = this.shape;
    const rotation = (part: number) => [0, 1, 2].map((k) => pick(tile.sites, SITE_STRIDE, part + 3 * component + k));
    const sun = (part: number) => [0, 1, 2].map((k) => pick(batch.times, TIME_STRIDE, part + k));
    const [coarse, fine] = [sun(TIME.coarse), sun(TIME.fine)];
    const whole = coarse.map((column, k) => column.map((value, i) => value + fine[k]![i]!));
    return tf.tidy(() => {
      const rows = (columns: Float32Array[]) => tf.stack(columns.map((column) => tf.tensor1d(column)));
      const [left, right] = [rotation(SITE.coarse), rotation(SITE.fine)];
      const exact = tf.matMul(rows(left), rows(coarse), true, false);
      const rest = tf.matMul(rows([...left, ...right]), rows([...fine, ...whole]), true, false);
      return tf.reshape(tf.add(exact, rest), [sites, intervals, steps]);
    });
  }
}

export class PortableForm {
  private readonly runtime: Runtime;

  constructor(runtime: Runtime) {
    this.runtime = runtime;
  }

  /** As many as fit into memory; results of a tile are returned per interval even if stretches are requested. */
  sitesPerTile({ request }: Batch, tileBytes: number): number {
    const { count, steps, device, sites } = request;
    const fitting = Math.min(STEPS_PER_TILE / (count * steps), tileBytes / (4 * device.length * count));
    return Math.min(Math.max(1, Math.floor(fitting)), sites.length);
  }

  launch(batch: Batch, tile: Tile): Promise<TileResult> {
    const { tf } = this.runtime;
    const began = performance.now();
    const run = new Run(tf, batch, tile);
    const outputs = run.outputs(buildChain(batch.options));
    const enqueued = performance.now() - began;
    return (async () => {
      try {
        const length = (tile.to - tile.from) * batch.request.count;
        const values = new Float32Array(outputs.length * length);
        for (const [p, output] of outputs.entries()) values.set((await output.data()) as Float32Array, p * length);
        const { operations: launches } = run;
        return { values: batch.request.stretches ? stretchMeans(batch, tile, values) : values, enqueued, launches };
      } finally {
        tf.dispose(outputs);
      }
    })();
  }

  release(): void {}
}

/** Means over stretches of intervals, in the layout of the fused form: all means, then the number of values behind each. */
function stretchMeans({ request, options }: Batch, tile: Tile, values: Float32Array): Float32Array {
  const { columns } = request.stretches!;
  const sites = tile.to - tile.from;
  const cells = options.outputs.length * sites * columns;
  const out = new Float32Array(2 * cells).fill(Number.NaN, 0, cells);
  for (let p = 0; p < options.outputs.length; p++) {
    for (let site = 0; site < sites; site++) {
      const row = p * sites + site;
      const starts = request.stretches!.of(tile.from + site);
      starts.forEach((first, column) => {
        const to = starts[column + 1] ?? request.count;
        let [sum, found] = [0, 0];
        for (let j = first; j < to; j++) {
          const value = values[row * request.count + j]!;
          if (Number.isNaN(value)) continue;
          sum += value;
          found++;
        }
        out[row * columns + column] = found > 0 ? sum / found : Number.NaN;
        out[cells + row * columns + column] = found;
      });
    }
  }
  return out;
}
