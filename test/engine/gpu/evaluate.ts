/** The graph in f64, sub-step by sub-step: tells errors of the formulas from those of f32. */
import { type Binary, inOrder, type Node, type Unary } from "../../../src/engine/gpu/chain/graph.js";
import { perezTable } from "../../../src/engine/gpu/inputs/tables.js";
import { GRID_STRIDE, SITE, SITE_STRIDE, TIME, TIME_STRIDE } from "../../../src/engine/gpu/layout.js";

export interface Inputs {
  readonly times: ArrayLike<number>;
  readonly sites: ArrayLike<number>;
  readonly grid: ArrayLike<number>;
  readonly own: ArrayLike<number>;
  readonly ownStride: number;
  readonly weather: ArrayLike<number>;
  readonly airStride: number;
  readonly intervals: number;
}

const BINARY: { readonly [name in Binary]: (a: number, b: number) => number } = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  min: Math.min,
  max: Math.max,
  less: (a, b) => Number(a < b),
  lessEqual: (a, b) => Number(a <= b),
  and: (a, b) => a && b,
  or: (a, b) => a || b,
};
const UNARY: { readonly [name in Unary]: (a: number) => number } = {
  abs: Math.abs,
  sqrt: Math.sqrt,
  exp: Math.exp,
  log: Math.log,
  floor: Math.floor,
  not: (a) => Number(!a),
};

/** Outputs of one site and interval. */
export function evaluate(outputs: readonly Node[], steps: number, inputs: Inputs, site: number, interval: number) {
  const perez = perezTable();
  const values = new Map<Node, number | number[]>();
  const at = (node: Node, k: number): number => {
    const value = values.get(node)!;
    return typeof value === "number" ? value : value[k]!;
  };
  const compute = (node: Node, k: number): number => {
    const { operation } = node;
    const row = (interval * steps + k) * TIME_STRIDE;
    const place = site * SITE_STRIDE;
    switch (operation.op) {
      case "constant":
        return Number(operation.value);
      case "input":
        if (operation.source === "time") return inputs.times[row + operation.column]!;
        if (operation.source === "site") return inputs.sites[place + operation.column]!;
        if (operation.source === "grid") return inputs.grid[interval * GRID_STRIDE + operation.column]!;
        return inputs.weather[site * inputs.airStride + operation.column * inputs.intervals + interval]!;
      case "direction": {
        let sum = 0;
        for (let c = 0; c < 3; c++) {
          const j = place + 3 * operation.component + c;
          const rotation = inputs.sites[j + SITE.coarse]! + inputs.sites[j + SITE.fine]!;
          sum += rotation * (inputs.times[row + TIME.coarse + c]! + inputs.times[row + TIME.fine + c]!);
        }
        return sum;
      }
      case "shared":
        return perez[operation.offset + at(operation.index, k)]!;
      case "own":
        return inputs.own[site * inputs.ownStride + operation.offset + at(operation.index, k)]!;
      case "unary":
        return UNARY[operation.name](at(operation.args[0], k));
      case "binary":
        return BINARY[operation.name](at(operation.args[0], k), at(operation.args[1], k));
      case "select":
        return at(operation.args[0], k) ? at(operation.args[1], k) : at(operation.args[2], k);
      case "reduce": {
        const all = Array.from({ length: steps }, (_, step) => at(operation.args[0], step));
        return operation.name === "sum" ? all.reduce((a, b) => a + b, 0) : Math.max(...all);
      }
    }
  };
  for (const node of inOrder(outputs)) {
    values.set(
      node,
      node.level === "interval" ? compute(node, 0) : Array.from({ length: steps }, (_, k) => compute(node, k)),
    );
  }
  return outputs.map((node) => at(node, 0));
}
