/** What a yield exceeds with a given probability: its shares of uncertainty in quadrature. */
import { trendOf } from "../../statistics/trend.js";
import { type WidenedT, widenedTQuantile } from "../../statistics/widened-t.js";
import { nearestName } from "../../text/nearest-name.js";
import { shown } from "../../text/shown.js";
import { sharesOf, type UncertaintySituation } from "./shares.js";
import {
  UNCERTAINTY_KEYS,
  type Uncertainty,
  type UncertaintyHorizon,
  type UncertaintyKey,
  type UncertaintyOverrides,
} from "./types.js";

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

const MOST = 100;
/** Nothing is known so well: below are fractions of 1. */
const LEAST = 0.1;

/** @throws TypeError, RangeError naming the share, what was expected and what came */
export function checkUncertainty(given: unknown, where: string): UncertaintyOverrides {
  if (given === undefined) return {};
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new TypeError(`${where} must be an object such as { irradiance: 4 }, got ${shown(given)}`);
  }
  for (const [key, percent] of Object.entries(given)) checkShare(key, percent, where);
  return given;
}

function checkShare(key: string, percent: unknown, where: string): void {
  if (!UNCERTAINTY_KEYS.includes(key as UncertaintyKey)) {
    const meant = nearestName(key, UNCERTAINTY_KEYS);
    const idea = meant === undefined ? `known are ${UNCERTAINTY_KEYS.join(", ")}` : `is ${meant} meant?`;
    throw new RangeError(`${where} has no share ${shown(key)}: ${idea}`);
  }
  if (percent === undefined) return;
  if (typeof percent !== "number") {
    throw new TypeError(`${where}.${key} must be a number of percent, got ${shown(percent)}`);
  }
  if (!(percent >= 0 && percent <= MOST)) {
    throw new RangeError(`${where}.${key} must be from 0 to ${MOST} percent, got ${percent}`);
  }
  if (percent > 0 && percent < LEAST) {
    const meant = Number((100 * percent).toPrecision(12));
    throw new RangeError(`${where}.${key} must be 0 or at least ${LEAST} percent, got ${percent}: is ${meant} meant?`);
  }
}
