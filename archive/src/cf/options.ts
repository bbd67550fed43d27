/** An operator's options for variables, times and places, checked. */
import type { WeatherColumn } from "irradiance-engine";
import type { SourceClass } from "../source.js";
import {
  isSinceStart,
  type Meaning,
  PRODUCTS,
  type Product,
  type ProductName,
  type Rule,
  type TimeLabel,
} from "./products.js";
import { COLUMN_NAMES } from "./time-axis.js";

/** A variable of a store as a column. */
export interface OwnVariable {
  readonly column: WeatherColumn;
  /** Meaning of a value: the mean or the sum of an interval, a sum since 00 UTC, either since the start of a run, or the value at its time. */
  readonly is: Meaning;
  /** Position of a mean's or sum's time in its interval. */
  readonly label?: TimeLabel | undefined;
  /** Replaces the file's unit: "W m-2", "J m-2", "K", … */
  readonly unit?: string | undefined;
  /** Of what counts since the start of a run: hours, from 00 UTC on, after which it begins anew (GFS: 6). Default: it does not. */
  readonly resets?: number | undefined;
  /** Of the same: hours from the start of the run to the first time of the store. Default: one step; 0 if the store has the start itself. */
  readonly firstLead?: number | undefined;
}

export interface CfOptions {
  /** The product that it holds, if it is one of these. */
  readonly product?: ProductName | undefined;
  /** Variables by name, in addition to the product's or in place of them. */
  readonly variables?: Readonly<Record<string, OwnVariable>> | undefined;
  /** Name of the data set, its class, licence and attribution; they replace the product's. */
  readonly dataset?: string | undefined;
  readonly class?: SourceClass | undefined;
  readonly licence?: string | undefined;
  readonly attribution?: string | undefined;
  /** Label of all means and sums; it replaces the product's. */
  readonly label?: TimeLabel | undefined;
  /** Seconds added to every time: a satellite scans a place some minutes after the time in the file. Default: 0. */
  readonly timeShift?: number | undefined;
  /** Index in each further dimension, such as `{ number: 0 }`. */
  readonly select?: Readonly<Record<string, number>> | undefined;
  /** Whether a cell without data (of the sea) is replaced by its nearest neighbour with data. Default: the product's. */
  readonly landOnly?: boolean | undefined;
  /** km around stations and around cells without a size. Default: 25. */
  readonly maxDistanceKm?: number | undefined;
  /** ms after which the metadata are read again. Default: 60,000. */
  readonly refreshMs?: number | undefined;
}

/** Possible classes of a store. */
export const CLASSES: readonly SourceClass[] = ["measured", "satellite", "reanalysis"];

/** The product as changed by the options, or the options alone. */
export function productOf(options: CfOptions): Product {
  const { product, variables, dataset, class: kind, licence, attribution, landOnly } = options;
  if (kind !== undefined && !CLASSES.includes(kind)) {
    throw new RangeError(`class must be one of ${CLASSES.join(", ")}, got ${String(kind)}`);
  }
  if (product !== undefined && !Object.hasOwn(PRODUCTS, product)) {
    throw new RangeError(`product must be one of ${Object.keys(PRODUCTS).join(", ")}, got ${String(product)}`);
  }
  const known: Product | undefined = product && PRODUCTS[product];
  if (known === undefined && variables === undefined) {
    throw new TypeError(`product or variables must be given: product is one of ${Object.keys(PRODUCTS).join(", ")}`);
  }
  const of = <T>(name: string, own: T | undefined, its: T | undefined): T => {
    const value = own ?? its;
    if (value !== undefined) return value;
    throw new TypeError(`${name} must be given for a store without a known product`);
  };
  return {
    dataset: of("dataset", dataset, known?.dataset),
    class: of("class", kind, known?.class),
    licence: of("licence", licence, known?.licence),
    attribution: attribution ?? known?.attribution,
    isLandOnly: landOnly ?? known?.isLandOnly ?? false,
    ...(known?.preliminary && { preliminary: known.preliminary }),
    ...(known?.runs && { runs: known.runs }),
    ...(known?.notices && { notices: known.notices }),
    rules: known?.rules ?? [],
  };
}

/** The rules of the operator, then those of the product. */
export function rulesOf(options: CfOptions): Rule[] {
  const { variables = {}, label } = options;
  const own = Object.entries(variables).map(([name, variable]): Rule => {
    checkVariable(name, variable, label);
    const { column, is, unit, resets, firstLead } = variable;
    const since = { ...(resets !== undefined && { resets }), ...(firstLead !== undefined && { firstLead }) };
    const said = {
      ...(variable.label !== undefined && { label: variable.label }),
      ...(unit !== undefined && { unit }),
    };
    return { column, names: [name], is, ...said, ...since };
  });
  return [...own, ...productOf(options).rules];
}

export const MEANINGS: readonly Meaning[] = [
  "mean",
  "sum",
  "sum-since-midnight",
  "sum-since-start",
  "mean-since-start",
  "instant",
];
export const LABELS: readonly TimeLabel[] = ["start", "center", "end"];

/** Hours, which have to divide a day: spells begin at 00 UTC. */
const MOST_RESETS = 24;

function checkVariable(name: string, variable: OwnVariable, all: TimeLabel | undefined): void {
  const { column, is, label, resets, firstLead } = variable;
  const check = (key: string, value: unknown, known: readonly string[]) => {
    if (known.includes(value as string)) return;
    throw new RangeError(`variables.${name}.${key} must be one of ${known.join(", ")}, got ${String(value)}`);
  };
  check("column", column, COLUMN_NAMES);
  check("is", is, MEANINGS);
  if (!isSinceStart(is)) {
    if (is !== "instant") check("label", label ?? all, LABELS);
    const [extra] = Object.entries({ resets, firstLead }).flatMap(([key, value]) => (value === undefined ? [] : [key]));
    if (extra === undefined) return;
    throw new RangeError(`variables.${name}.${extra} is for sum-since-start and mean-since-start, got it with ${is}`);
  }
  if (label !== undefined) check("label", label, ["end"]);
  if (resets !== undefined && !(resets > 0 && Number.isInteger(MOST_RESETS / resets))) {
    throw new RangeError(`variables.${name}.resets must be hours that divide a day, such as 6, got ${resets}`);
  }
  if (firstLead !== undefined && !(firstLead >= 0)) {
    throw new RangeError(`variables.${name}.firstLead must be 0 hours or more, got ${firstLead}`);
  }
}
