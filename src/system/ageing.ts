/** How the modules of a system age: by a rate, or by a table as in a warranty. */
import { either, type Field, list, number, object, whole } from "./fields.js";
import type { PvAgeing } from "./types.js";

export interface CheckedAgeing {
  /** Percent a year of the power at the start; 0 with a table. */
  readonly rate: number;
  /** Standard uncertainty (k = 1) of that rate, or of the mean rate of the table. */
  readonly rateUncertainty: number;
  /** Share of the nominal power left in each year, first year first. */
  readonly factors: readonly number[];
}

/** The middle of 0.5 to 0.6 %/a: medians of crystalline silicon in Jordan et al. (2016), Prog. Photovolt. 24, 978–989. */
const DEFAULT_RATE = 0.55;
/**
 * Eight of ten module rates lie within 0.10 to 1.06 %/a (DNV GL's review of 2,000 rates): half of that over 1.28.
 */
const DEFAULT_RATE_UNCERTAINTY = 0.375;
const DEFAULT_YEARS = 25;
const MOST_YEARS = 60;
/** Percent a year; more is a defect, or the loss of all years. */
const MOST_RATE = 5;

const rate = () => number(0, MOST_RATE, "percent of the first power a year; default 0.55");

const described = object(
  {
    rate: rate(),
    rateUncertainty: number(0, MOST_RATE, "its standard uncertainty, percent a year; default 0.375"),
    firstYear: number(0, 20, "percent that is lost at once, by light; default 0: in losses.lid"),
    remaining: list(
      number(1, 100, "percent"),
      [1, MOST_YEARS],
      "percent of the nominal power in each year, in place of a rate",
    ),
    years: whole(1, MOST_YEARS, "life in years; default 25, or the length of the table"),
  },
  "ageing by a rate or by a table",
);

export const AGEING = either(
  (value) => typeof value === "object",
  described,
  rate(),
  "ageing of the modules; default: none, and no table of years",
) as unknown as Field<number | PvAgeing>;

/** @throws RangeError for a rate and a table at once, a table that rises, and a life that the table does not have or the modules not */
export function checkAgeing(given: number | PvAgeing, where: string): CheckedAgeing {
  const ageing = typeof given === "number" ? { rate: given } : given;
  const { remaining, rateUncertainty = DEFAULT_RATE_UNCERTAINTY } = ageing;
  if (remaining !== undefined) {
    return { rate: 0, rateUncertainty, factors: tableFactors(ageing, remaining, where) };
  }
  const { rate = DEFAULT_RATE, firstYear = 0, years = DEFAULT_YEARS } = ageing;
  const factors = Array.from({ length: years }, (_, year) => 1 - (firstYear + rate * year) / 100);
  const gone = factors.findIndex((factor) => factor <= 0);
  if (gone < 0) return { rate, rateUncertainty, factors };
  throw new RangeError(
    `${where}.years must be at most ${gone}: with ${rate} % a year nothing is left then, got ${years}`,
  );
}

function tableFactors({ rate, firstYear, years }: PvAgeing, remaining: readonly number[], where: string): number[] {
  if (rate !== undefined || firstYear !== undefined) {
    throw new RangeError(`${where} must have rate and firstYear, or remaining, got both`);
  }
  const rise = remaining.findIndex((percent, year) => year > 0 && percent > remaining[year - 1]!);
  if (rise > 0) {
    const [before, after] = [remaining[rise - 1], remaining[rise]];
    throw new RangeError(`${where}.remaining must not rise, got ${after} after ${before} in year ${rise + 1}`);
  }
  if (years !== undefined && years > remaining.length) {
    throw new RangeError(`${where}.years must be at most the ${remaining.length} years of remaining, got ${years}`);
  }
  return remaining.slice(0, years).map((percent) => percent / 100);
}
