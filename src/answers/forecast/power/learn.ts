/** Learns how a system's power departs from the chain's under the runs of a weather model. */
import { shown } from "../../../foundation/text/shown.js";
import { HOUR } from "../../../foundation/time/calendar.js";
import { DEFAULT_SPREAD } from "../default-table.generated.js";
import { keepAnalogs } from "./analogs.js";
import { learnBins } from "./bins.js";
import { type Judged, judge, pinball, rankCorrelation } from "./held-out.js";
import { type QuantityColumns, quantityColumns, rangesOf } from "./quantities.js";
import { PowerCurves } from "./recipe.js";
import { fitRegression, knownTerms, termRows } from "./regression.js";
import { checkRows, type LitRows, litRows, type PowerRows, solarDayOf } from "./rows.js";
import type { PowerRecipes, PowerTable } from "./table.js";

export interface PowerLearningOptions {
  /** W that inverters and grid let through. */
  readonly limit: number;
}

/** Hours at the limit for which a factor of 1 counts: dark months say little, and a winter under snow does not rule the spring. */
const PRIOR_HOURS = 48;
/** Days that bins, and that terms and analogs, must learn from before a third of all is held out to judge them. */
const FEWEST_JUDGED = 10;
const FEWEST_DAYS = 30;
const TAUGHT = 2 / 3;
const KNOWN = 0.9;
/** Of the loss of bins: a recipe that gains less than 1 % is not worth its terms. */
const LEAST_BETTER = 0.99;

/**
 * Learns quantiles of measured power over the clear-sky power of the system's own chain.
 *
 * @param rows of past forecasts, as they were there
 * @param measured mean AC power in each row, W; NaN where it must not teach: not known, held back, an outage, another system
 * @throws RangeError for rows, a measured column or a limit that do not fit
 * @experimental
 */
export function learnPower(rows: PowerRows, measured: Float64Array, { limit }: PowerLearningOptions): PowerTable {
  checkRows("learnPower", rows);
  if (!(limit > 0 && limit < Number.POSITIVE_INFINITY))
    throw new RangeError(`learnPower: options.limit must be W above 0, got ${shown(limit)}`);
  if (measured?.length !== rows.chain.length)
    throw new RangeError(`learnPower: measured must have ${rows.chain.length} values, got ${shown(measured?.length)}`);
  return new Lesson(rows, measured, limit).learn();
}

class Lesson {
  readonly #rows: PowerRows;
  readonly #limit: number;
  readonly #lit: LitRows;
  readonly #columns: QuantityColumns;
  /** W, by lit row, and its share of clear power. */
  readonly #power: Float64Array;
  readonly #share: Float64Array;
  /** Lit rows that can teach, and the days that they are of. */
  readonly #known: readonly number[];
  readonly #days: readonly number[];

  constructor(rows: PowerRows, measured: Float64Array, limit: number) {
    [this.#rows, this.#limit] = [rows, limit];
    const lit = litRows(rows, limit);
    this.#lit = lit;
    this.#power = Float64Array.from(lit.row, (row) => Math.min(Math.max(measured[row]!, 0), limit));
    this.#share = this.#power.map((power, k) => power / lit.scale[k]!);
    this.#known = Array.from(lit.row.keys()).filter((k) => !Number.isNaN(this.#share[k]!));
    this.#columns = mostlyKnown(quantityColumns(rows, lit, limit), this.#known);
    this.#days = [...new Set(this.#known.map((k) => this.#dayOf(k)))];
  }

  learn(): PowerTable {
    const [all, days, limit] = [this.#known, this.#days, this.#limit];
    const cut = Math.floor(TAUGHT * days.length);
    const base = { days: days.length, limit };
    if (cut < FEWEST_JUDGED) {
      const { correlation } = DEFAULT_SPREAD.ahead;
      return { recipe: "bins", why: fewText(days.length), ...base, correlation, ...this.#first(all) };
    }
    const taught = all.filter((k) => this.#dayOf(k) < days[cut]!);
    const judged = all.slice(taught.length);
    const first = this.#tried(this.#first(taught), judged);
    const second = cut < FEWEST_DAYS ? undefined : this.#tried(this.#second(taught), judged);
    const isBetter = second !== undefined && second.loss <= LEAST_BETTER * first.loss;
    const { curves, width, held } = isBetter ? second : first;
    const heldOut = days.length - cut;
    return {
      recipe: isBetter ? "regression and analogs" : "bins",
      why: second === undefined ? fewText(days.length) : whyText(heldOut, second.loss / first.loss - 1),
      ...base,
      correlation: rankCorrelation(curves, this.#power, judged, { hours: this.#hours, width, days: heldOut, limit }),
      ...(isBetter ? this.#second(all) : this.#first(all)),
      width,
      evidence: {
        ...{ days: heldOut, factor: this.#lossOfFactor(taught, judged) / limit, bins: first.loss / limit },
        ...(second && { second: second.loss / limit }),
        held,
      },
    };
  }

  #tried(recipes: PowerRecipes, judged: readonly number[]): Judged & { readonly curves: PowerCurves } {
    const curves = new PowerCurves(recipes, this.#rows, this.#limit);
    return { curves, ...judge(curves, this.#power, judged) };
  }

  get #hours(): Int32Array {
    const { start, step } = this.#rows;
    return this.#lit.row.map((row) => Math.floor((start + row * step) / HOUR));
  }

  #dayOf(k: number): number {
    return solarDayOf(this.#rows, this.#lit.row[k]!);
  }

  #first(used: readonly number[]): PowerRecipes {
    return { width: 1, bins: learnBins(this.#lit, this.#share, used, this.#factor(used), this.#limit) };
  }

  #second(used: readonly number[]): PowerRecipes {
    const columns = this.#columns;
    const whole = used.filter((k) => Object.values(columns).every((column) => !Number.isNaN(column[k]!)));
    const terms = knownTerms(columns);
    const all = termRows(columns, terms, this.#lit.count);
    const of = (column: Float64Array) => Float64Array.from(whole, (k) => column[k]!);
    const regression = fitRegression(
      terms,
      whole.map((k) => all[k]!),
      of(this.#share),
      of(this.#lit.scale),
    );
    const every = Math.max(1, Math.round(HOUR / this.#rows.step));
    return {
      ...this.#first(used),
      regression,
      ranges: rangesOf(columns, whole),
      analogs: keepAnalogs(columns, this.#share, whole, every),
    };
  }

  /** Measured over the chain's power. */
  #factor(used: readonly number[]): number {
    const prior = PRIOR_HOURS * this.#limit * (HOUR / this.#rows.step);
    let [own, chain] = [prior, prior];
    for (const k of used) {
      own += this.#power[k]!;
      chain += this.#lit.scale[k]! * this.#lit.index[k]!;
    }
    return own / chain;
  }

  /** Of one value in place of quantiles, W. */
  #lossOfFactor(taught: readonly number[], judged: readonly number[]): number {
    const factor = this.#factor(taught);
    let sum = 0;
    for (const k of judged) {
      const expected = Math.min(factor * this.#lit.scale[k]! * this.#lit.index[k]!, this.#limit);
      sum += pinball(0.5, this.#power[k]! - expected);
    }
    return sum / judged.length;
  }
}

/** Quantities that nine tenths of the rows have. */
function mostlyKnown(columns: QuantityColumns, used: readonly number[]): QuantityColumns {
  const isKnown = (column: Float64Array) => used.filter((k) => !Number.isNaN(column[k]!)).length >= KNOWN * used.length;
  return Object.fromEntries(Object.entries(columns).filter(([, column]) => isKnown(column)));
}

function fewText(days: number): string {
  return `${days} days taught, and terms and analogs need ${FEWEST_DAYS / TAUGHT}`;
}

function whyText(days: number, change: number): string {
  const how = `${Math.abs(100 * change).toFixed(1)} % ${change < 0 ? "less" : "more"}`;
  return `on ${days} days held out the loss of terms and analogs is ${how} than the loss of bins`;
}
