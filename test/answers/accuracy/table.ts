/** The accuracy table: how a model's row is written, and how it is compared with its committed reference values. */
import { readFileSync } from "node:fs";

export type Columns = { readonly [name: string]: Float64Array };

/**
 * The inputs as a row takes them apart by name. Only the fixture says which there are; one that it lacks is undefined, and
 * takes the model's default.
 */
// biome-ignore lint/suspicious/noExplicitAny: a column, which an index signature would make possibly undefined
export type Inputs = { readonly [name: string]: any };

export interface Fixture {
  readonly function: string;
  readonly version: string;
  readonly inputs: Columns;
  // biome-ignore lint/suspicious/noExplicitAny: the second argument of any model function
  readonly options: any;
  readonly outputs: Columns;
}

/** Rows on which we differ from the reference on purpose. The test fails when a mask no longer hides a difference. */
export interface Mask {
  /** Given one row's inputs and expected outputs by name; the row's number and the inputs reach its neighbours. */
  readonly where: (row: { readonly [name: string]: number }, i: number, inputs: Columns) => boolean;
  readonly reason: string;
  /** The outputs it concerns; all when absent. */
  readonly outputs?: readonly string[];
}

export interface AccuracyRow {
  /** The reference's dotted name. */
  readonly name: string;
  /** Path below fixtures/ without ".json". */
  readonly fixture: string;
  /** Reads a fixture of another layout; `loadFixture` when absent. */
  readonly load?: () => Fixture;
  readonly run: (inputs: Inputs, options: Fixture["options"]) => { readonly [name: string]: Float64Array };
  /** Allowed: |got − expected| <= relative·|expected| + absolute. Same sign of infinity and same NaN always. */
  readonly tolerance: { readonly relative: number; readonly absolute?: number };
  /** Why the tolerance is what it is. */
  readonly reason: string;
  readonly mask?: readonly Mask[];
}

/** The largest errors seen, and a text for every way in which the row fails. */
export interface Comparison {
  /** Rows of the fixture. */
  readonly rows: number;
  /** Values: rows times outputs. */
  readonly compared: number;
  readonly masked: number;
  readonly maxAbsolute: number;
  readonly maxRelative: number;
  readonly failures: readonly string[];
}

export function loadFixture(path: string): Fixture {
  const text = readFileSync(new URL(`../../../fixtures/${path}.json`, import.meta.url), "utf8");
  const { function: name, version, inputs, options, outputs } = JSON.parse(text);
  return { function: name, version, inputs: decode(inputs), options, outputs: decode(outputs) };
}

function decode(columns: { [name: string]: (number | string | null)[] }): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, values]) => [name, Float64Array.from(values, (v) => Number(v ?? Number.NaN))]),
  );
}

export function compare(row: AccuracyRow): Comparison {
  const fixture = row.load?.() ?? loadFixture(row.fixture);
  const got = row.run(fixture.inputs, fixture.options);
  const failures: string[] = [];
  if (fixture.function !== row.name) failures.push(`fixture is of ${fixture.function}, not of ${row.name}`);

  const masks = (row.mask ?? []).map((mask) => ({ ...mask, differences: 0 }));
  const { relative, absolute = 0 } = row.tolerance;
  const rows = Object.values(fixture.outputs)[0]?.length ?? 0;
  const total = { rows, compared: 0, masked: 0, maxAbsolute: 0, maxRelative: 0 };
  for (const [name, expected] of Object.entries(fixture.outputs)) {
    const column = got[name];
    if (column === undefined || column.length !== expected.length) {
      failures.push(`${name}: ${expected.length} rows expected, got ${column?.length ?? "no such output"}`);
      continue;
    }
    let worst = { excess: 0, row: -1, failing: 0 };
    for (let i = 0; i < expected.length; i++) {
      const error = distance(column[i]!, expected[i]!);
      const excess = error - (relative * Math.abs(finiteOrZero(expected[i]!)) + absolute);
      const mask = masks.find(
        (m) => (m.outputs ?? [name]).includes(name) && m.where(rowOf(fixture, i), i, fixture.inputs),
      );
      if (mask !== undefined) {
        total.masked++;
        if (excess > 0) mask.differences++;
        continue;
      }
      total.compared++;
      total.maxAbsolute = Math.max(total.maxAbsolute, error);
      if (error > absolute) total.maxRelative = Math.max(total.maxRelative, error / Math.abs(expected[i]!));
      if (excess > 0) worst.failing++;
      if (excess > worst.excess) worst = { excess, row: i, failing: worst.failing };
    }
    if (worst.row >= 0) {
      failures.push(
        `${name}: ${worst.failing} of ${expected.length} rows; worst is row ${worst.row}, ` +
          `expected ${expected[worst.row]}, got ${column[worst.row]}, ` +
          `where ${JSON.stringify(inputsOf(fixture, worst.row))}`,
      );
    }
  }
  if (total.compared === 0) failures.push("nothing was compared");
  for (const mask of masks)
    if (mask.differences === 0) failures.push(`mask hides no difference any more: ${mask.reason}`);
  return { ...total, failures };
}

/** |a − b|; 0 for two NaN or two equal infinities, Infinity when only one is. */
function distance(got: number, expected: number): number {
  if (Object.is(got, expected) || got === expected) return 0;
  const difference = Math.abs(got - expected);
  return Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference;
}

function finiteOrZero(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

function rowOf(fixture: Fixture, i: number): { [name: string]: number } {
  return { ...pick(fixture.outputs, i), ...inputsOf(fixture, i) };
}

function inputsOf(fixture: Fixture, i: number): { [name: string]: number } {
  return pick(fixture.inputs, i);
}

function pick(columns: Columns, i: number): { [name: string]: number } {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column[i]!]));
}
