/** What every public model function promises about its columns, whatever it computes. */
import { expect } from "vitest";

type Inputs = { readonly [name: string]: number };
type Model = (inputs: never) => object;

const run = (model: Model, inputs: object) => Object.entries(model(inputs as never)) as [string, Float64Array][];

/**
 * Missing values stay in their row, constants and empty columns work, wrong kinds are named, inputs are not written to.
 *
 * @param row inputs of one row, all of whose outputs are finite
 */
export function checkRowContract(name: string, model: Model, row: Inputs): void {
  const column = (values: readonly number[]) => Float64Array.from(values);
  const three = (middle: Inputs) =>
    Object.fromEntries(Object.keys(row).map((key) => [key, column([row[key]!, middle[key]!, row[key]!])]));
  const constants = run(model, row);
  for (const [output, values] of constants) expect([name, output, values.length]).toEqual([name, output, 1]);
  for (const [, values] of constants) expect(values[0]).not.toBeNaN();

  const whole = run(model, three(row));
  for (const missing of Object.keys(row)) {
    const inputs = three({ ...row, [missing]: Number.NaN });
    const copies = Object.fromEntries(Object.entries(inputs).map(([key, values]) => [key, values.slice()]));
    for (const [k, [output, values]] of run(model, inputs).entries()) {
      const expected = whole[k]![1];
      expect([name, missing, output, ...values]).toEqual([name, missing, output, expected[0], Number.NaN, expected[2]]);
    }
    expect(inputs).toEqual(copies);
    expect(() => run(model, { ...row, [missing]: "1" })).toThrow(TypeError);
    expect(() => run(model, { ...row, [missing]: [true] })).toThrow(new RegExp(`${name}: ${missing}`));
    if (Object.keys(row).length > 1) {
      for (const [, values] of run(model, { ...three(row), [missing]: null })) {
        expect(Array.from(values)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
      }
      expect(() => run(model, { ...three(row), [missing]: [1, 2] })).toThrow(RangeError);
    }
  }
  const empty = Object.fromEntries(Object.keys(row).map((key) => [key, []]));
  for (const [, values] of run(model, empty)) expect(values.length).toBe(0);
}
