/** How public model functions take their columns: numbers or arrays, broadcast to one length. */

/** A constant or one value per row; `null` and `undefined` rows count as NaN. @experimental */
export type ColumnInput = number | null | ArrayLike<number | null | undefined>;

/**
 * Turns an object of named inputs into `Float64Array`s of one common length.
 * A number applies to every row; all-constant input gives length 1.
 *
 * @param model name of the calling function, for error texts
 * @throws TypeError when an input is neither a number nor an array; RangeError when lengths differ
 */
export function toColumns<Name extends string>(
  model: string,
  inputs: { readonly [name in Name]: ColumnInput },
): { [name in Name]: Float64Array } & { readonly n: number } {
  let n = -1;
  let first = "";
  for (const name in inputs) {
    const input: unknown = inputs[name];
    if (typeof input === "number" || input === null) continue;
    if (typeof input !== "object" || typeof (input as ArrayLike<number>).length !== "number") {
      throw new TypeError(`${model}: ${name} must be a number or an array of numbers, got ${describe(input)}`);
    }
    const length = (input as ArrayLike<number>).length;
    if (n === -1) {
      n = length;
      first = name;
    } else if (length !== n) {
      throw new RangeError(`${model}: ${name} has ${length} rows, but ${first} has ${n}`);
    }
  }
  if (n === -1) n = 1;
  const columns: { [name: string]: Float64Array | number } = { n };
  for (const name in inputs) columns[name] = toColumn(model, name, inputs[name], n);
  return columns as { [name in Name]: Float64Array } & { n: number };
}

function toColumn(model: string, name: string, input: ColumnInput, n: number): Float64Array {
  if (input instanceof Float64Array) return input;
  const column = new Float64Array(n);
  if (input === null || typeof input === "number") return column.fill(input ?? Number.NaN);
  for (let i = 0; i < n; i++) {
    const value: unknown = input[i] ?? Number.NaN;
    if (typeof value !== "number") {
      throw new TypeError(`${model}: ${name}[${i}] must be a number, got ${describe(value)}`);
    }
    column[i] = value;
  }
  return column;
}

function describe(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : Array.isArray(value) ? "an array" : String(value);
}
