/**
 * The graph as one WGSL kernel: a thread per site and interval (or stretch of intervals). Between two reductions over the
 * sub-steps there is one loop; values needed in a later loop are kept in a small private array.
 */
import { argumentsOf, type Binary, inOrder, type Node, type Source, type Unary } from "../chain/graph.js";
import { perezTable } from "../inputs/tables.js";
import { GRID_STRIDE, SITE, SITE_STRIDE, TIME, TIME_STRIDE } from "../layout.js";

/** Inputs in the order in which the program binds them; only those that the kernel reads may be bound. */
export type InputName = "times" | "sites" | "weather" | "grid" | "own" | "stretches";

export interface Kernel {
  readonly code: string;
  readonly inputs: readonly InputName[];
}

const BINARY: { readonly [name in Binary]: (a: string, b: string) => string } = {
  add: (a, b) => `${a} + ${b}`,
  sub: (a, b) => `${a} - ${b}`,
  mul: (a, b) => `${a} * ${b}`,
  div: (a, b) => `${a} / ${b}`,
  min: (a, b) => `min(${a}, ${b})`,
  max: (a, b) => `max(${a}, ${b})`,
  less: (a, b) => `${a} < ${b}`,
  lessEqual: (a, b) => `${a} <= ${b}`,
  and: (a, b) => `${a} && ${b}`,
  or: (a, b) => `${a} || ${b}`,
};

const UNARY: { readonly [name in Unary]: (a: string) => string } = {
  abs: (a) => `abs(${a})`,
  sqrt: (a) => `sqrt(${a})`,
  exp: (a) => `exp(${a})`,
  log: (a) => `log(${a})`,
  floor: (a) => `floor(${a})`,
  not: (a) => `!${a}`,
};

const INPUT: { readonly [source in Source]: { name: InputName; at: (column: number) => string } } = {
  time: { name: "times", at: (column) => `times[row + ${column}]` },
  site: { name: "sites", at: (column) => `sites[place + ${column}]` },
  grid: { name: "grid", at: (column) => `grid[interval * ${GRID_STRIDE} + ${column}]` },
  weather: { name: "weather", at: (column) => `weather[air + ${column} * uniforms.intervals + interval]` },
};

/** A number as a WGSL f32. NaN comes from tfjs' uniforms, because WGSL has no literal for it. */
function literal(value: number | boolean): string {
  if (typeof value === "boolean") return String(value);
  if (Number.isNaN(value)) return "uniforms.NAN";
  const text = String(Math.fround(value) === value ? value : Number(value.toPrecision(9)));
  return `${/[.e]/.test(text) ? text : `${text}.0`}f`;
}

class Emitter {
  private readonly nodes: readonly Node[];
  private readonly names = new Map<Node, string>();
  /** Step values of an earlier loop that a later one reads. */
  private readonly kept = new Set<Node>();
  readonly inputs = new Set<InputName>();
  private usesTable = false;

  constructor(outputs: readonly Node[]) {
    this.nodes = inOrder(outputs);
    this.nodes.forEach((node, k) => {
      this.names.set(node, `v${k}`);
    });
    for (const node of this.nodes) {
      if (node.level !== "step") continue;
      for (const arg of argumentsOf(node)) if (this.isKept(arg, node.stage)) this.kept.add(arg);
    }
  }

  /** Computed in an earlier loop; inputs are read again instead. */
  private isKept(arg: Node, stage: number): boolean {
    return arg.level === "step" && arg.stage < stage && arg.operation.op !== "input";
  }

  /** Statements that compute the outputs for `interval` of site `place`. */
  body(steps: number): string {
    const last = Math.max(...this.nodes.map(({ stage }) => stage));
    const lines: string[] = [];
    for (let stage = 0; stage <= last; stage++) {
      const here = this.nodes.filter((node) => node.stage === stage);
      for (const node of here) {
        if (node.level === "interval" && node.operation.op !== "reduce") lines.push(...this.statement(node));
      }
      const reductions = this.nodes.filter(({ operation, stage: s }) => operation.op === "reduce" && s === stage + 1);
      const loop = here.filter(({ level }) => level === "step");
      if (loop.length === 0 && reductions.length === 0) continue;
      for (const node of loop) if (this.kept.has(node)) lines.push(`var a${this.name(node)} : array<f32, ${steps}>;`);
      for (const node of reductions) lines.push(`var ${this.name(node)} = ${this.isSum(node) ? "0.0f" : "-1e30f"};`);
      lines.push(`for (var k = 0; k < ${steps}; k++) {`);
      lines.push(`let row = (interval * ${steps} + k) * ${TIME_STRIDE};`);
      lines.push(...this.loop(loop, reductions), "}");
    }
    return lines.join("\n");
  }

  private loop(nodes: readonly Node[], reductions: readonly Node[]): string[] {
    const lines: string[] = [];
    const present = new Set(nodes);
    const fetch = (node: Node) => {
      for (const arg of argumentsOf(node)) {
        if (arg.level !== "step" || present.has(arg)) continue;
        present.add(arg);
        if (arg.operation.op === "input") lines.push(...this.statement(arg));
        else lines.push(`let ${this.name(arg)} = ${this.unpack(arg)};`);
      }
    };
    for (const node of nodes) {
      fetch(node);
      lines.push(...this.statement(node));
      if (this.kept.has(node)) lines.push(`a${this.name(node)}[k] = ${this.pack(node)};`);
    }
    for (const node of reductions) {
      fetch(node);
      const [name, arg] = [this.name(node), this.name(argumentsOf(node)[0]!)];
      lines.push(this.isSum(node) ? `${name} = ${name} + ${arg};` : `${name} = max(${name}, ${arg});`);
    }
    return lines;
  }

  private isSum({ operation }: Node): boolean {
    return operation.op === "reduce" && operation.name === "sum";
  }

  private pack(node: Node): string {
    return node.kind === "truth" ? `select(0.0f, 1.0f, ${this.name(node)})` : this.name(node);
  }

  private unpack(node: Node): string {
    return node.kind === "truth" ? `a${this.name(node)}[k] > 0.5f` : `a${this.name(node)}[k]`;
  }

  name(node: Node): string {
    const { operation } = node;
    return operation.op === "constant" ? literal(operation.value) : this.names.get(node)!;
  }

  private statement(node: Node): string[] {
    return node.operation.op === "constant" ? [] : [`let ${this.name(node)} = ${this.expression(node)};`];
  }

  private expression({ operation }: Node): string {
    switch (operation.op) {
      case "constant":
        return literal(operation.value);
      case "input":
        this.inputs.add(INPUT[operation.source].name);
        return INPUT[operation.source].at(operation.column);
      case "direction":
        return this.direction(operation.component);
      case "shared":
        this.usesTable = true;
        return `PEREZ[${operation.offset} + i32(${this.name(operation.index)})]`;
      case "own":
        this.inputs.add("own");
        return `own[ownRow + ${operation.offset} + i32(${this.name(operation.index)})]`;
      case "unary":
        return UNARY[operation.name](this.name(operation.args[0]));
      case "binary":
        return BINARY[operation.name](this.name(operation.args[0]), this.name(operation.args[1]));
      case "select": {
        const [condition, yes, no] = operation.args.map((arg) => this.name(arg));
        return `select(${no}, ${yes}, ${condition})`;
      }
      case "reduce":
        return this.name(operation.args[0]);
    }
  }

  /** Exact products of the coarse parts, then the contributions of the fine parts (see `tables.ts`). */
  private direction(component: number): string {
    this.inputs.add("times").add("sites");
    const terms = (place: number, row: number) =>
      [0, 1, 2].map((k) => `sites[place + ${place + 3 * component + k}] * times[row + ${row + k}]`).join(" + ");
    const fine = [terms(SITE.coarse, TIME.fine), terms(SITE.fine, TIME.coarse), terms(SITE.fine, TIME.fine)];
    return `(${terms(SITE.coarse, TIME.coarse)}) + (${fine.join(" + ")})`;
  }

  table(): string {
    if (!this.usesTable) return "";
    const values = perezTable().map(literal);
    return `const PEREZ = array<f32, ${values.length}>(${values.join(", ")});`;
  }
}

/** Values per inner sum of a stretch: splitting long sums keeps the digits of f32. */
const INNER_SUM = 24;

/**
 * The kernel's user code for tfjs: `main(index)`, which writes output p of cell `index` to p·cells + index. Its uniforms
 * are cells, columns (values per site), intervals, air (numbers per row of weather, 0 when all share one), own and rows
 * (numbers per row of stretches, likewise). For a stretch it also writes, after all outputs, the number of values behind each mean.
 */
export function emitKernel(outputs: readonly Node[], steps: number, stretched: boolean): Kernel {
  const emitter = new Emitter(outputs);
  const body = emitter.body(steps);
  const results = outputs.map((node) => emitter.name(node));
  const store = (values: readonly string[]) =>
    values.map((value, p) => `setOutputAtIndex(${p} * uniforms.cells + index, ${value});`).join("\n");
  const main = stretched
    ? stretchLoop(body, results, store)
    : `let interval = index - site * uniforms.columns;\n${body}\n${store(results)}`;
  const code = `
${emitter.table()}
fn main(index : i32) {
  if (index >= uniforms.cells) { return; }
  let site = index / uniforms.columns;
  let place = site * ${SITE_STRIDE};
  let air = site * uniforms.air;
  let ownRow = site * uniforms.own;
  ${main}
}`;
  const inputs = new Set(emitter.inputs);
  if (stretched) inputs.add("stretches");
  return { code, inputs: [...inputs] };
}

/** Means over the existing values of a stretch of intervals. */
function stretchLoop(body: string, results: readonly string[], store: (values: readonly string[]) => string): string {
  const each = (line: (p: number) => string) => results.map((_, p) => line(p)).join("\n");
  const found = results.map((_, p) => `found${p}`);
  return `
  let first = site * uniforms.rows + index - site * uniforms.columns;
  let end = i32(stretches[first + 1]);
  ${each((p) => `var total${p} = 0.0f; var found${p} = 0.0f;`)}
  for (var begin = i32(stretches[first]); begin < end; begin = begin + ${INNER_SUM}) {
    ${each((p) => `var part${p} = 0.0f;`)}
    for (var interval = begin; interval < min(begin + ${INNER_SUM}, end); interval++) {
      ${body}
      ${results.map((name, p) => `if (!isnan(${name})) { part${p} = part${p} + ${name}; found${p} = found${p} + 1.0f; }`).join("\n")}
    }
    ${each((p) => `total${p} = total${p} + part${p};`)}
  }
  ${store([...results.map((_, p) => `select(uniforms.NAN, total${p} / found${p}, found${p} > 0.0f)`), ...found])}`;
}
