/** A table of power as JSON that a person reads, and back: each value is checked, and an error names it. */
import { shown } from "../../../foundation/text/shown.js";
import { KNOTS } from "../curves.js";
import {
  ascending,
  count,
  json,
  list,
  number,
  object,
  oneOf,
  optional,
  quantiles,
  type Read,
  shape,
  text,
} from "../tuning-file.js";
import type { PowerAnalogs } from "./analogs.js";
import type { PowerBins } from "./bins.js";
import { QUANTITIES, type QuantityName, type TaughtRanges, TERMS, type TermName } from "./quantities.js";
import type { PowerRegression } from "./regression.js";
import { type PowerEvidence, type PowerTable, RECIPES } from "./table.js";

const FORMAT = "irradiance-engine/power-table";
const VERSION = 1;
/** Shares of clear power, weights, whole numbers of an analog, W: far beyond what learning gives is damage. */
const MOST_SHARE = 100;
const MOST_WEIGHT = 1e6;
const MOST_WHOLE = 1e6;
const MOST_POWER = 1e12;

/**
 * A table as JSON, with a line for each quantile and each column; the weights of the regression stand under the names of what they multiply.
 *
 * @experimental
 */
export function powerTableText(table: PowerTable): string {
  const { regression, analogs, ...rest } = table;
  const content = {
    format: FORMAT,
    version: VERSION,
    ...rest,
    ...(regression && { regression: namedWeights(regression) }),
    ...(analogs && { analogs }),
  };
  return `${JSON.stringify(content).replaceAll(/([}\]],)(?=["[{])/g, "$1\n")}\n`;
}

function namedWeights({ terms, weights }: PowerRegression) {
  const named = (own: readonly number[]) => Object.fromEntries(terms.map((term, t) => [term, own[t]]));
  return Object.fromEntries(KNOTS.map((p, q) => [`quantile ${p}`, named(weights[q]!)]));
}

const bins: Read<PowerBins> = (value, where) => {
  const given = object(value, where);
  const knots = ascending("shares", 0, MOST_SHARE);
  const lengthOf = (key: string) => knots(given[key], `${where}.${key}`).length;
  const ofClears = list(quantiles(KNOTS.length, MOST_SHARE), lengthOf("clears"));
  return shape<PowerBins>({
    factor: number(0, MOST_SHARE),
    indices: knots,
    clears: knots,
    departures: list(ofClears, lengthOf("indices")),
  })(value, where);
};

/** An object whose keys are some of these. */
function keyed<Name extends string, T>(names: readonly Name[], read: Read<T>): Read<{ readonly [name in Name]?: T }> {
  return (value, where) => {
    const found = Object.entries(object(value, where)).map(
      ([key, own]) => [oneOf(names)(key, `a name in ${where}`), read(own, `${where}.${key}`)] as const,
    );
    return Object.fromEntries(found) as { readonly [name in Name]?: T };
  };
}

const quantityNames = Object.keys(QUANTITIES) as QuantityName[];
const alikeNames = quantityNames.filter((name) => "likeness" in QUANTITIES[name]);

const ranges: Read<TaughtRanges> = keyed(quantityNames, (value, where) => {
  const [least, most] = list(number(-MOST_WEIGHT, MOST_WEIGHT), 2)(value, where) as [number, number];
  if (least <= most) return [least, most] as const;
  throw new RangeError(`${where} must not descend, got ${most} after ${least}`);
});

const regression: Read<PowerRegression> = (value, where) => {
  const given = object(value, where);
  const weighed = keyed(Object.keys(TERMS) as TermName[], number(-MOST_WEIGHT, MOST_WEIGHT));
  const named = KNOTS.map((p) => weighed(given[`quantile ${p}`], `${where}.quantile ${p}`));
  const terms = Object.keys(named[0]!) as TermName[];
  if (terms[0] !== "constant")
    throw new TypeError(`${where}.quantile ${KNOTS[0]} must begin with "constant", got ${shown(terms[0])}`);
  const weights = named.map((own, q) =>
    terms.map((term) => number(-MOST_WEIGHT, MOST_WEIGHT)(own[term], `${where}.quantile ${KNOTS[q]}.${term}`)),
  );
  return { terms, weights };
};

const whole: Read<number> = (value, where) => {
  if (Number.isInteger(value)) return number(-MOST_WHOLE, MOST_WHOLE)(value, where);
  throw new RangeError(`${where} must be a whole number, got ${shown(value)}`);
};

const analogs: Read<PowerAnalogs> = (value, where) => {
  const share = list(whole)(object(value, where).share, `${where}.share`);
  return shape<PowerAnalogs>({ share: () => share, quantities: keyed(alikeNames, list(whole, share.length)) })(
    value,
    where,
  );
};

const loss = number(0, 1);
const evidence = shape<PowerEvidence>({ days: count, factor: loss, bins: loss, second: optional(loss), held: loss });

/**
 * @param given text of `powerTableText`
 * @throws TypeError for a text that is not whole or of something else, RangeError for numbers that a table cannot have, naming them
 * @experimental
 */
export function parsePowerTable(given: string): PowerTable {
  const file = object(json(given), "");
  if (file.format !== FORMAT) throw new TypeError(`format must be "${FORMAT}", got ${shown(file.format)}`);
  if (file.version !== VERSION) throw new TypeError(`version must be ${VERSION}, got ${shown(file.version)}`);
  const isSecond = oneOf(RECIPES)(file.recipe, "recipe") !== "bins";
  const only = <T>(read: Read<T>): Read<T | undefined> => (isSecond ? read : absent);
  const table = shape<PowerTable>({
    recipe: oneOf(RECIPES),
    why: text,
    days: (value, where) => (value === 0 ? 0 : count(value, where)),
    limit: number(Number.MIN_VALUE, MOST_POWER),
    correlation: shape({ common: loss, hourly: loss }),
    bins,
    width: number(0.5, 2),
    evidence: optional(evidence),
    regression: only(regression),
    ranges: only(ranges),
    analogs: only(analogs),
  })(file, "");
  refuseMissing(table);
  return table;
}

const absent: Read<undefined> = (value, where) => {
  if (value === undefined) return undefined;
  throw new TypeError(`${where} must not be there, as recipe is "bins"`);
};

/** What terms are made of, and what analogs are alike in, must have a range. */
function refuseMissing({ regression: of, analogs: past, ranges: known = {} }: PowerTable): void {
  const used = [
    ...(of?.terms ?? []).flatMap((term): readonly QuantityName[] => TERMS[term]),
    ...Object.keys(past?.quantities ?? {}),
  ];
  const missing = used.find((name) => !(name in known));
  if (missing !== undefined) throw new TypeError(`ranges.${missing} must be there, as terms or analogs use it`);
}
