/** Inverter models take one column for each of an inverter's inputs (pvlib's `…_multi` functions). */
import { type ColumnInput, toColumns } from "../columns.js";

/**
 * The columns of each named list, by input of the inverter.
 *
 * @throws TypeError when a list is none or an element no column; RangeError when a list is empty or lengths differ
 */
export function toInputColumns<Name extends string>(
  model: string,
  lists: { readonly [name in Name]: readonly ColumnInput[] },
): { readonly [name in Name]: readonly Float64Array[] } & { readonly n: number } {
  const flat: { [key: string]: ColumnInput } = {};
  let inputs = -1;
  let first = "";
  for (const name in lists) {
    const list: unknown = lists[name];
    if (!Array.isArray(list)) throw new TypeError(`${model}: ${name} must be an array of columns, got ${String(list)}`);
    if (list.length === 0) throw new RangeError(`${model}: ${name} must have a column for each input, got none`);
    if (inputs >= 0 && list.length !== inputs) {
      throw new RangeError(`${model}: ${name} has ${list.length} inputs, but ${first} has ${inputs}`);
    }
    inputs = list.length;
    first = name;
    for (let k = 0; k < inputs; k++) flat[`${name}[${k}]`] = list[k];
  }
  const columns = toColumns(model, flat);
  const byName = Object.keys(lists).map((name) => [
    name,
    Array.from({ length: inputs }, (_, k) => columns[`${name}[${k}]`]),
  ]);
  return { n: columns.n, ...Object.fromEntries(byName) };
}

/** Their sum, a new column. */
export function sumColumns(model: string, name: string, list: readonly ColumnInput[]): Float64Array {
  const columns = toInputColumns(model, { [name]: list });
  const sum = new Float64Array(columns.n);
  for (const column of columns[name] as readonly Float64Array[]) {
    for (let i = 0; i < columns.n; i++) sum[i] = sum[i]! + column[i]!;
  }
  return sum;
}
