/**
 * Models of rows as tables: what they take and give by name, their options, and a kernel over rows, from which the public
 * function follows.
 */
import { HOUR } from "../../foundation/time/calendar.js";

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

// How public model functions check the scalar options of their second argument, which carry pvlib's names in camelCase.
// Functions that need one read `options ?? {}`, so that a forgotten argument is refused by the name of what is missing.

/**
 * @param model name of the calling function, for error texts
 * @throws TypeError when an option is not a number; RangeError when it is not finite or outside [least, most]
 */
export function checkNumbers(
  model: string,
  options: { readonly [name: string]: unknown },
  least = Number.NEGATIVE_INFINITY,
  most = Number.POSITIVE_INFINITY,
): void {
  for (const name in options) {
    const value = options[name];
    if (typeof value !== "number") throw new TypeError(`${model}: ${name} must be a number, got ${String(value)}`);
    if (Number.isFinite(value) && value >= least && value <= most) continue;
    throw new RangeError(`${model}: ${name} must be ${rangeText(least, most)}, got ${value}`);
  }
}

/** As `checkNumbers`, for options that must be finite and above 0. */
export function checkPositive(model: string, options: { readonly [name: string]: unknown }): void {
  checkNumbers(model, options);
  for (const name in options) {
    if (!((options[name] as number) > 0)) {
      throw new RangeError(`${model}: ${name} must be above 0, got ${String(options[name])}`);
    }
  }
}

/**
 * As `checkNumbers`, for limits and thresholds: from 0 up, Infinity for none.
 *
 * @param model name of the calling function, for error texts
 * @throws TypeError when a limit is not a number; RangeError when it is NaN or below 0
 */
export function checkLimits(model: string, limits: { readonly [name: string]: unknown }): void {
  for (const name in limits) {
    const limit = limits[name];
    const isNumber = typeof limit === "number";
    if (isNumber && limit >= 0) continue;
    throw new (isNumber ? RangeError : TypeError)(`${model}: ${name} must be a number from 0 up, got ${String(limit)}`);
  }
}

/**
 * Numeric options, with defaults for those that are missing, undefined or null.
 *
 * @throws TypeError for a name without a default, and for values that are neither a number nor NaN
 */
export function withDefaults<Defaults extends { readonly [name: string]: number }>(
  model: string,
  defaults: Defaults,
  options: object,
): { [Name in keyof Defaults]: number } {
  const filled: { [name: string]: unknown } = { ...defaults, ...options };
  for (const name in filled) {
    filled[name] ??= defaults[name];
    if (!(name in defaults)) throw new TypeError(`${model}: unknown option ${name}`);
    if (typeof filled[name] === "number" && !Number.isNaN(filled[name])) continue;
    throw new TypeError(`${model}: ${name} must be a number, got ${String(filled[name])}`);
  }
  return filled as { [Name in keyof Defaults]: number };
}

function rangeText(least: number, most: number): string {
  if (Number.isFinite(least)) return Number.isFinite(most) ? `${least} to ${most}` : `finite and at least ${least}`;
  return Number.isFinite(most) ? `finite and at most ${most}` : "finite";
}

/** Columns by name, of one length. */
export type Columns<Name extends string> = { readonly [name in Name]: Float64Array };

/** Constants or arrays of one length by name; the second ones may be left out. */
export type Inputs<Name extends string, Optional extends string = never> = { [name in Name]: ColumnInput } & {
  [name in Optional]?: ColumnInput | undefined;
};

/** What a model gives for each row, by name. */
export type Outputs<Name extends string> = { [name in Name]: Float64Array };

/** A row kernel: reads and writes rows [from, to) of the columns. */
export type Rows<Name extends string, Settings> = (
  from: number,
  to: number,
  columns: Columns<Name>,
  settings: Settings,
) => void;

/** What an input that is left out counts as: a number, or what another input is. */
type Defaults<Optional extends string, Input extends string> = { readonly [name in Optional]: number | Input };

interface Declaration<Input extends string, Optional extends string, Output extends string, Options, Settings> {
  readonly inputs: readonly Input[];
  readonly defaults?: Defaults<Optional, Input>;
  readonly outputs: readonly Output[];
  /** What the kernel needs of the options: checked, and defaults filled in. */
  settings?(options: Options): Settings;
  readonly rows: Rows<Input | NoInfer<Optional> | Output, Settings>;
}

type OptionsArgument<Options> = unknown extends Options
  ? []
  : object extends Options
    ? [options?: Options]
    : [options: Options];

/**
 * A public function of columns: of the inputs by name (the second ones may be left out) and its options, to the outputs by name.
 * Chains of models run its kernel on columns of their own.
 */
export interface Model<Input extends string, Optional extends string, Output extends string, Options> {
  (inputs: Inputs<Input, Optional>, ...options: OptionsArgument<Options>): Outputs<Output>;
  /** What `rows` takes of the options, checked. */
  readonly settings: (options: Options) => unknown;
  readonly rows: Rows<Input | Optional | Output, unknown>;
}

/**
 * The public function of a model. Missing values stay in their rows as the kernel carries them. Pure: bundlers may drop it.
 *
 * @param name of the function, for error texts
 */
export function model<
  const Input extends string,
  const Output extends string,
  const Optional extends string = never,
  Options = unknown,
  Settings = undefined,
>(
  name: string,
  declared: Declaration<Input, Optional, Output, Options, Settings>,
): Model<Input, Optional, Output, Options> {
  const { inputs, defaults, outputs, rows, settings = () => undefined as Settings } = declared;
  const compute = (given: Inputs<Input, Optional>, options?: Options) => {
    const set = settings((options ?? {}) as Options);
    const { n, ...columns } = columnsOf(name, given, inputs, defaults);
    const results = emptyColumns(outputs, n);
    rows(0, n, { ...columns, ...results } as Columns<Input | Optional | Output>, set);
    return results;
  };
  return Object.assign(compute, { settings, rows }) as Model<Input, Optional, Output, Options>;
}

/** The named inputs of a public function as columns, with defaults for those that are left out. */
export function columnsOf<Input extends string, Optional extends string = never>(
  name: string,
  given: NoInfer<Inputs<Input, Optional>>,
  inputs: readonly Input[],
  defaults?: Defaults<Optional, Input>,
): { [name in Input | Optional]: Float64Array } & { readonly n: number } {
  const all = {} as { [name in Input | Optional]: ColumnInput };
  for (const input of inputs) all[input] = given[input];
  for (const input in defaults) {
    const value: ColumnInput | undefined = given[input];
    const instead = defaults[input];
    all[input] = value !== undefined ? value : typeof instead === "number" ? instead : all[instead as Input];
  }
  return toColumns(name, all);
}

/** New columns of n rows, 0 each. */
export function emptyColumns<Name extends string>(names: readonly Name[], n: number): { [name in Name]: Float64Array } {
  return Object.fromEntries(names.map((name) => [name, new Float64Array(n)])) as { [name in Name]: Float64Array };
}

/** What a series of one row is taken for, ms. */
const LONE_STEP = HOUR;

/**
 * Length in ms of the step that ends at row i of n (`time` in Unix ms). The first row's step is as long as the second's;
 * a single row counts as an hour.
 */
export function stepBefore(i: number, n: number, time: Float64Array): number {
  if (i > 0) return time[i]! - time[i - 1]!;
  return n > 1 ? time[1]! - time[0]! : LONE_STEP;
}

/**
 * @param model name of the calling function, for the error text
 * @throws RangeError when a time is missing or not after the one before
 */
export function checkTimes(model: string, n: number, time: Float64Array): void {
  for (let i = 0; i < n; i++) {
    if (!Number.isFinite(time[i]!)) throw new RangeError(`${model}: time[${i}] must be Unix ms, got ${time[i]}`);
    if (i > 0 && !(time[i]! > time[i - 1]!)) {
      throw new RangeError(`${model}: time must increase, but time[${i}] is ${time[i]} after ${time[i - 1]}`);
    }
  }
}
