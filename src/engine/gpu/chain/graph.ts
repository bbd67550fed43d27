/**
 * The chain as a graph of elementary operations, built once per kind of request. The fused form turns it into one WGSL
 * kernel, the portable form into plain tfjs operations: one formula, two ways to run it.
 *
 * A node either has one value for all sub-steps of an interval ("interval", including constants) or a value at each
 * ("step"). A reduction over the sub-steps of an interval leads from the second kind to the first and opens the next `stage`.
 */
export type Level = "interval" | "step";
export type Kind = "number" | "truth";

/** The origin of an input; see `tables.ts` for the columns. */
export type Source = "time" | "site" | "grid" | "weather";

export type Unary = "abs" | "sqrt" | "exp" | "log" | "floor" | "not";
export type Binary = "add" | "sub" | "mul" | "div" | "min" | "max" | "less" | "lessEqual" | "and" | "or";
export type Reduction = "sum" | "largest";

export type Operation =
  | { readonly op: "constant"; readonly value: number | boolean }
  | { readonly op: "input"; readonly source: Source; readonly column: number }
  /** Component of the true sun before parallax: 0 east, 1 north, 2 up. */
  | { readonly op: "direction"; readonly component: 0 | 1 | 2 }
  /** Entry `offset + index` of a table that all sites share. */
  | { readonly op: "shared"; readonly offset: number; readonly index: Node }
  /** Entry `offset + index` of the site's own table. */
  | { readonly op: "own"; readonly offset: number; readonly index: Node }
  | { readonly op: "unary"; readonly name: Unary; readonly args: readonly [Node] }
  | { readonly op: "binary"; readonly name: Binary; readonly args: readonly [Node, Node] }
  | { readonly op: "select"; readonly args: readonly [Node, Node, Node] }
  | { readonly op: "reduce"; readonly name: Reduction; readonly args: readonly [Node] };

export interface Node {
  readonly operation: Operation;
  readonly kind: Kind;
  readonly level: Level;
  /** Number of reductions before it. */
  readonly stage: number;
}

export type Operand = Node | number | boolean;

/** The nodes from which a node is computed. */
export function argumentsOf({ operation }: Node): readonly Node[] {
  if ("args" in operation) return operation.args;
  return "index" in operation ? [operation.index] : [];
}

function node(operation: Operation, kind: Kind, args: readonly Node[], ownLevel: Level = "interval"): Node {
  const level = args.some((arg) => arg.level === "step") ? "step" : ownLevel;
  return { operation, kind, level, stage: Math.max(0, ...args.map((arg) => arg.stage)) };
}

export function constant(value: number | boolean): Node {
  return node({ op: "constant", value }, typeof value === "boolean" ? "truth" : "number", []);
}

function toNode(operand: Operand): Node {
  return typeof operand === "object" ? operand : constant(operand);
}

/** The value of a constant node, else undefined. */
function constantOf({ operation }: Node): number | boolean | undefined {
  return operation.op === "constant" ? operation.value : undefined;
}

export function input(source: Source, column: number): Node {
  return node({ op: "input", source, column }, "number", [], source === "time" ? "step" : "interval");
}

export function direction(component: 0 | 1 | 2): Node {
  return node({ op: "direction", component }, "number", [], "step");
}

export function shared(offset: number, index: Node): Node {
  return node({ op: "shared", offset, index }, "number", [index]);
}

export function own(offset: number, index: Node): Node {
  return node({ op: "own", offset, index }, "number", [index]);
}

function unary(name: Unary, a: Operand, kind: Kind = "number"): Node {
  const args = [toNode(a)] as const;
  return node({ op: "unary", name, args }, kind, args);
}

function binary(name: Binary, a: Operand, b: Operand, kind: Kind = "number"): Node {
  const args = [toNode(a), toNode(b)] as const;
  return node({ op: "binary", name, args }, kind, args);
}

export const add = (a: Operand, b: Operand): Node => binary("add", a, b);
export const sub = (a: Operand, b: Operand): Node => binary("sub", a, b);
export const mul = (a: Operand, b: Operand): Node => binary("mul", a, b);
export const div = (a: Operand, b: Operand): Node => binary("div", a, b);
export const min = (a: Operand, b: Operand): Node => binary("min", a, b);
export const max = (a: Operand, b: Operand): Node => binary("max", a, b);
export const abs = (a: Operand): Node => unary("abs", a);
export const sqrt = (a: Operand): Node => unary("sqrt", a);
export const exp = (a: Operand): Node => unary("exp", a);
export const log = (a: Operand): Node => unary("log", a);
export const floor = (a: Operand): Node => unary("floor", a);
export const less = (a: Operand, b: Operand): Node => binary("less", a, b, "truth");
export const greater = (a: Operand, b: Operand): Node => less(b, a);
export const lessEqual = (a: Operand, b: Operand): Node => binary("lessEqual", a, b, "truth");
export const greaterEqual = (a: Operand, b: Operand): Node => lessEqual(b, a);

/** Conditions known when the graph is built are folded, with the nodes they guard. */
export function not(a: Operand): Node {
  const known = constantOf(toNode(a));
  return known === undefined ? unary("not", a, "truth") : constant(!known);
}

export function and(a: Operand, b: Operand): Node {
  const [left, right] = [toNode(a), toNode(b)];
  const known = [constantOf(left), constantOf(right)];
  if (known.includes(false)) return constant(false);
  if (known[0] === true) return right;
  return known[1] === true ? left : binary("and", left, right, "truth");
}

export const or = (a: Operand, b: Operand): Node => not(and(not(a), not(b)));

/** `yes` if the condition holds, else `no`; both are computed. */
export function select(condition: Node, yes: Operand, no: Operand): Node {
  const known = constantOf(condition);
  if (known !== undefined) return toNode(known ? yes : no);
  const args = [condition, toNode(yes), toNode(no)] as const;
  return node({ op: "select", args }, args[1].kind, args);
}

export const clamp = (a: Operand, least: Operand, most: Operand): Node => min(max(a, least), most);

/** c0 + x·(c1 + x·(c2 + …)). */
export function polynomial(x: Node, ...coefficients: readonly Operand[]): Node {
  const descending = [...coefficients].reverse();
  return descending.slice(1).reduce<Node>((sum, c) => add(c, mul(x, sum)), toNode(descending[0]!));
}

function reduce(name: Reduction, a: Node): Node {
  return { operation: { op: "reduce", name, args: [a] }, kind: "number", level: "interval", stage: a.stage + 1 };
}

/** Sum or maximum over the sub-steps of the interval. */
export const sum = (a: Node): Node => reduce("sum", a);
export const largest = (a: Node): Node => reduce("largest", a);

/** All nodes that the given ones depend on, each after its dependencies. */
export function inOrder(outputs: readonly Node[]): Node[] {
  const done = new Set<Node>();
  function visit(current: Node): void {
    if (done.has(current)) return;
    for (const arg of argumentsOf(current)) visit(arg);
    done.add(current);
  }
  for (const output of outputs) visit(output);
  return [...done];
}
