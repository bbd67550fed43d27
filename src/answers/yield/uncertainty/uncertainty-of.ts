/** What a yield exceeds with a given probability: its shares of uncertainty in quadrature. */
import type { Notice } from "../../../data/contract/observation/types.js";
import type { CheckedSystem } from "../../../data/system/checked.js";
import type { CheckedAgeing } from "../../../data/system/over-time.js";
import { trendOf, type WidenedT, widenedTQuantile } from "../../../foundation/statistics/student-t.js";
import { isSnowOfClimate } from "../over-time/snow-of-climate.js";
import type { Situation } from "../situation.js";
import type { Yield } from "../types.js";
import { isInvented, sharesOf, type UncertaintySituation } from "./budget.js";
import type { Life, LifeYear, Uncertainty, UncertaintyHorizon, UncertaintyKey, UncertaintyOverrides } from "./types.js";

const EXCEEDANCES = [50, 75, 90, 95, 99] as const;
const HORIZONS = [1, 10, 20, 25] as const;

/**
 * The uncertainty of a mean year, share by share, and P50 to P99 of one year and of the mean of several.
 *
 * The shares are independent and add up in quadrature (JCGM 100:2008, 5.1.2); only the scatter of the years falls with √N. What they
 * make together is normal, but for that scatter: known from n years it is Student's t with n − 1 degrees of freedom.
 *
 * @param given percent (k = 1) in place of a share, 0 to 100
 * @throws TypeError, RangeError naming a share that is unknown or out of range
 */
export function uncertaintyOf(situation: UncertaintySituation, given: UncertaintyOverrides = {}): Uncertainty {
  const { shares, degrees } = sharesOf(situation, given);
  const { energy, years, isInvented = false } = situation;
  const values = Float64Array.from(years, (one) => one.energy);
  return {
    energy,
    shares,
    degrees,
    horizons: HORIZONS.map((horizon) => horizonOf(energy, partsOf({ shares, degrees }), horizon)),
    trend:
      years.length < 3 || isInvented
        ? null
        : trendOf(
            years.map(({ year }) => year),
            values,
          ),
  };
}

/** Percent: scatter of a year, that of the mean of the record, and all others in quadrature. */
export interface UncertaintyParts {
  readonly interannual: number;
  readonly record: number;
  readonly others: number;
  readonly degrees: number;
}

export function partsOf({ shares, degrees }: Pick<Uncertainty, "shares" | "degrees">): UncertaintyParts {
  const percent = (key: UncertaintyKey) => shares.find((share) => share.key === key)?.percent ?? 0;
  const [interannual, record] = [percent("interannual"), percent("record")];
  const others = shares.filter(({ key }) => key !== "interannual" && key !== "record");
  return {
    ...{ interannual, record },
    others: Math.sqrt(others.reduce((sum, share) => sum + share.percent * share.percent, 0)),
    degrees: degrees ?? Number.POSITIVE_INFINITY,
  };
}

function horizonOf(energy: number, parts: UncertaintyParts, years: number): UncertaintyHorizon {
  const student = Math.sqrt((parts.interannual * parts.interannual) / years + parts.record * parts.record);
  const spread = { student, degrees: parts.degrees, normal: parts.others };
  return {
    years,
    percent: Math.sqrt(student * student + parts.others * parts.others),
    values: EXCEEDANCES.map((exceedance) => ({ exceedance, energy: exceeded(energy, spread, exceedance) })),
  };
}

/** @param spread in percent of the energy; no system yields less than nothing */
export function exceeded(energy: number, spread: WidenedT, exceedance: number): number {
  return energy * Math.max(1 - widenedTQuantile(exceedance / 100, spread) / 100, 0);
}

/** What of a yield the budget depends on. */
type Found = Pick<Yield, "annual" | "months" | "years" | "losses" | "place">;

/** Nothing is known of a mean year where there is none. */
export function confidenceOf(
  found: Found,
  system: CheckedSystem,
  situation: Situation,
): Pick<Yield, "uncertainty" | "life"> {
  const { annual, months, years, losses, place } = found;
  if (annual === null) return { uncertainty: null, life: null };
  const { typicalYear, lightSource, uncertainty: given } = situation;
  const { columns } = situation.weather;
  const snow = losses.find(({ name }) => name === "snow");
  const uncertainty = uncertaintyOf(
    {
      ...{ energy: annual.energy, horizontalIrradiation: annual.horizontalIrradiation, latitude: place.latitude },
      ...{ years, record: typicalYear ? undefined : Math.min(...months.map((month) => month.years)) },
      ...{ source: lightSource, isInvented: isInvented(lightSource), planes: system.planes },
      snowLoss: snow === undefined ? 0 : 1 - snow.factor,
      isSnowOfClimate: isSnowOfClimate(system, { isBarePlace: typeof lightSource === "object", columns }),
    },
    given,
  );
  return { uncertainty, life: system.ageing === undefined ? null : lifeOf(uncertainty, system.ageing) };
}

export function trendNotices(uncertainty: Uncertainty | null): Notice[] {
  const message = uncertainty === null ? undefined : trendSentence(uncertainty);
  return message === undefined ? [] : [{ code: "trend", message }];
}

/**
 * Each year and the sum up to it, P50 and P90. In a sum the scatter of the years averages out, and the error of the rate adds up, as
 * it does from year to year.
 */
export function lifeOf(uncertainty: Uncertainty, { rate, rateUncertainty, factors }: CheckedAgeing): Life {
  const parts = partsOf(uncertainty);
  let [sum, squares, aged] = [0, 0, 0];
  const years = factors.map((factor, age): LifeYear => {
    sum += factor;
    squares += factor * factor;
    aged += age;
    const [one, all] = [
      { factor, squares: factor * factor, ageing: rateUncertainty * age },
      { factor: sum, squares, ageing: rateUncertainty * aged },
    ].map((of) => ({ p50: uncertainty.energy * of.factor, p90: lowOf(uncertainty.energy, parts, of) })) as [Pair, Pair];
    return { year: age + 1, factor, ...one, sumP50: all.p50, sumP90: all.p90 };
  });
  return { rate, rateUncertainty, years };
}

type Pair = Pick<LifeYear, "p50" | "p90">;

/** Of years that together yield `factor` times the mean year: `ageing` is what the rate's error takes, percent of the mean year. */
function lowOf(
  energy: number,
  { interannual, record, others, degrees }: UncertaintyParts,
  { factor, squares, ageing }: { readonly factor: number; readonly squares: number; readonly ageing: number },
): number {
  const scatter = (interannual * interannual * squares) / (factor * factor);
  const student = Math.sqrt(scatter + record * record);
  const normal = Math.sqrt(others * others + (ageing / factor) * (ageing / factor));
  return exceeded(energy * factor, { student, degrees, normal }, 90);
}

/** A trend is worth a word where chance alone makes one as steep with less than this probability. */
const CHANCE = 0.05;

/** A trend that chance alone seldom makes: of a sensor that drifts, of a roof that soils, of air that clears. */
export function trendSentence({ trend, energy }: Uncertainty): string | undefined {
  if (trend === null || !(trend.pValue < CHANCE) || !(energy > 0)) return undefined;
  const percent = (100 * trend.slope) / energy;
  const [size, direction] = [Math.abs(percent).toFixed(1), percent < 0 ? "fall" : "rise"];
  const chance = trend.pValue < 0.001 ? "below 0.001" : trend.pValue.toFixed(3);
  return (
    `the years ${direction} by ${size} % a year, by chance with a probability ${chance}: climate, or a sensor that drifts; ` +
    "it stays in the scatter, and P-values do not continue it"
  );
}
