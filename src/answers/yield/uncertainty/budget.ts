/**
 * The budget of a yield's uncertainty: what each part is off by, and where that figure is from.
 *
 * The parts are those of Thevenard & Pelland (2013), Solar Energy 91, 432–445, who estimate for a plant at Toronto: 3.9 % from year to
 * year, 5 % for the light on the horizontal, 3 % on the planes, 3 % for the modules' rating, 2 % for soiling and 1.5 % for snow.
 * IEA-PVPS T13-12:2018 has the same parts. What this project has measured itself takes the place of an estimate.
 */
import type { Notice } from "../../../data/contract/observation/types.js";
import { FORMAT_LIGHT, type FormatName } from "../../../data/weather/readers/format.js";
import { DEG, sin } from "../../../foundation/math/index.js";
import { mean, standardDeviation } from "../../../foundation/statistics/order.js";
import { nearestName } from "../../../foundation/text/nearest-name.js";
import { shown } from "../../../foundation/text/shown.js";
import { MONTH_DAYS } from "../../../foundation/time/calendar.js";
import { monthlyExtraterrestrial } from "../../../physics/models/solar-position/monthly-extraterrestrial.js";
import { errorOfClimate } from "../over-time/snow-of-climate.js";
import {
  LIGHT_SOURCES,
  type LightSource,
  type PlaceError,
  UNCERTAINTY_KEYS,
  type UncertaintyKey,
  type UncertaintyOverrides,
  type UncertaintyShare,
} from "./types.js";

/** What a budget depends on. */
export interface UncertaintySituation {
  /** Of the mean year, kWh. */
  readonly energy: number;
  /** Whole years, kWh each. */
  readonly years: readonly { readonly year: number; readonly energy: number }[];
  /** The years are nobody's history. */
  readonly isInvented?: boolean | undefined;
  /** Measured years behind the mean year where fewer than three are whole; undefined: a typical year. */
  readonly record: number | undefined;
  readonly source: LightSource;
  readonly latitude: number;
  /** Of the mean year, kWh/m². */
  readonly horizontalIrradiation: number;
  readonly planes: readonly {
    readonly kwp: number;
    readonly surfaceTilt: number;
    readonly trackingMode: "none" | "1_axis";
  }[];
  /** What modelled snow takes of the energy, 0…1. */
  readonly snowLoss?: number | undefined;
  /** That is what is expected of the climate. */
  readonly isSnowOfClimate?: boolean | undefined;
}

/** Fewer years have no spread. */
const FEWEST_YEARS = 3;

type Share = Omit<UncertaintyShare, "key">;

/** Scatter of the years, and its degrees of freedom. */
function interannualShare(situation: UncertaintySituation): Share & { readonly degrees: number } {
  const energies = Float64Array.from(situation.years, ({ energy }) => energy);
  if (energies.length < FEWEST_YEARS || !(mean(energies) > 0)) return climateShare(situation);
  const percent = (100 * standardDeviation(energies)) / mean(energies);
  if (situation.isInvented) {
    const assumed = climateShare(situation);
    if (!(percent > assumed.percent)) return assumed;
    return { ...assumed, percent, reason: `the scatter of ${energies.length} years that are nobody's history` };
  }
  return { percent, reason: `the scatter of ${energies.length} years, by Student's t`, degrees: energies.length - 1 };
}

/**
 * Clouds make years differ: sunny climates have few bad ones (Ineichen 2011). A line from Toronto's 3.9 % (clearness 0.49) to 2 % in
 * deserts (0.7). Five series of measured years beside it: research/exceedance.md.
 */
const CLOUDY = { clearness: 0.49, percent: 3.9 };
const CLEAR = { clearness: 0.7, percent: 2 };
const MOST_SCATTER = 6;
/** An estimate that is itself 25 % uncertain: ν = ½·0.25⁻² (JCGM 100:2008, eq. G.3). */
const CLIMATE_DEGREES = 8;

function climateShare({ latitude, horizontalIrradiation }: UncertaintySituation): Share & { readonly degrees: number } {
  const above = monthlyExtraterrestrial(latitude).reduce((sum, watts, k) => sum + watts * 0.024 * MONTH_DAYS[k]!, 0);
  const clearness = horizontalIrradiation / above;
  const slope = (CLEAR.percent - CLOUDY.percent) / (CLEAR.clearness - CLOUDY.clearness);
  const line = CLOUDY.percent + slope * (clearness - CLOUDY.clearness);
  return {
    percent: Math.min(Math.max(line, CLEAR.percent), MOST_SCATTER),
    reason: `assumed for a climate with ${clearness.toFixed(2)} of the light above the air (years give their own)`,
    degrees: CLIMATE_DEGREES,
  };
}

/** Of the mean of n years. @param interannual percent */
function recordShare({ years, record }: UncertaintySituation, interannual: number): Share {
  const count = years.length < FEWEST_YEARS ? record : years.length;
  if (count === undefined) return { percent: 0, reason: "a typical year: in the share of the light" };
  const reason = count === 1 ? "one year stands for all" : `the mean of ${count} years`;
  return { percent: interannual / Math.sqrt(Math.max(count, 1)), reason };
}

/** Of a wall; of other planes by the sine of their tilt, since none is added to the light on the horizontal. */
const WALL = 3;
const TRACKER = 2;

/** Light from the world climatology was judged on planes, too: what its yields are off by beyond the light on the horizontal. */
function planeShare({ planes, source }: UncertaintySituation): Share {
  const all = planes.reduce((sum, { kwp }) => sum + kwp, 0);
  const byTilt = planes.reduce(
    (sum, { kwp, surfaceTilt, trackingMode }) =>
      sum + (kwp / all) * (trackingMode === "none" ? WALL * sin(surfaceTilt * DEG) : TRACKER),
    0,
  );
  const usual = { percent: byTilt, reason: "3 % of a wall, by the sine of the tilt; 2 % of a tracker" };
  if (typeof source === "string") return usual;
  const { annualGlobalHorizontal, yield: ofYield } = source;
  const beyond = 100 * Math.sqrt(Math.max(ofYield * ofYield - annualGlobalHorizontal * annualGlobalHorizontal, 0));
  return beyond > byTilt ? { percent: beyond, reason: "generated hours, beyond the light on the horizontal" } : usual;
}

const SOILING = 2;
/** At least this poleward of 30°, and a third of what is modelled. */
const SNOW = 1.5;
const SNOWY = 30;

function snowShare({ latitude, snowLoss = 0, isSnowOfClimate = false }: UncertaintySituation): number {
  if (!isSnowOfClimate) return Math.max(Math.abs(latitude) >= SNOWY ? SNOW : 0, (100 * snowLoss) / 3);
  return snowLoss > 0 ? 100 * errorOfClimate(snowLoss) : 0;
}

function lossShare(situation: UncertaintySituation): Share {
  const snow = snowShare(situation);
  const reason = snow > 0 ? `soiling ${SOILING} %, snow ${snow.toFixed(1)} %` : `soiling ${SOILING} %`;
  return { percent: Math.sqrt(SOILING * SOILING + snow * snow), reason };
}

/**
 * Of the accuracy table (yield-model, beside pvlib's ModelChain, our defaults, hourly means clipped): the larger of two differences between
 * programs. What is clipped within the hour is no doubt about the model: research/yield.md judges it by minutes.
 */
const MODEL = 2.4;

/** All shares, with what was given in place of them. */
export function sharesOf(
  situation: UncertaintySituation,
  given: { readonly [key in UncertaintyKey]?: number | undefined },
): { readonly shares: readonly UncertaintyShare[]; readonly degrees: number | null } {
  const asGiven = (key: UncertaintyKey): Share | undefined => {
    const percent = given[key];
    return percent === undefined ? undefined : { percent, reason: "given" };
  };
  const { degrees, ...found } = interannualShare(situation);
  const interannual = asGiven("interannual") ?? found;
  const all: { readonly [key in UncertaintyKey]: Share } = {
    interannual,
    record: recordShare(situation, interannual.percent),
    irradiance: lightShare(situation.source),
    plane: planeShare(situation),
    module: { percent: 3, reason: "rated power (Thevenard & Pelland 2013)" },
    losses: lossShare(situation),
    model: { percent: MODEL, reason: "beside other programs on the same weather" },
  };
  const shares = Object.entries(all).map(([name, share]) => {
    const key = name as UncertaintyKey;
    return { key, ...(asGiven(key) ?? share) };
  });
  return { shares, degrees: given.interannual === undefined ? degrees : null };
}

/** Of the long-term mean of the light on the horizontal, percent (k = 1), and why. */
const KINDS: { readonly [kind in (typeof LIGHT_SOURCES)[number]]: readonly [percent: number, reason: string] } = {
  // Reda (2011), NREL/TP-3B10-52194, has some 5 % (95 %) for a thermopile in the field.
  pyranometer: [2.5, "measured by a pyranometer, ±5 % with 95 % (Reda 2011)"],
  // Means of stations: 3 % at 320 in the seller's own words (Solargis), mean size 5.8 % at ten in South America (CAMS).
  satellite: [4, "from satellites: 3 to 6 % at stations"],
  // The ten stations again: 4.6 % in the mean of ERA5's biases without their sign, 13.5 of MERRA-2's.
  reanalysis: [6, "from a reanalysis: 5 % (ERA5) and more at stations"],
  "typical-year": [5, "a typical year: 5 % for the long-term mean (Thevenard & Pelland 2013)"],
  // All places of the accuracy table (world-climate): 4.9 %.
  generated: [4.9, "generated from the world climatology: 4.9 % at 121 places"],
  unknown: [5, "of unknown source: 5 % assumed, as for a long-term mean (Thevenard & Pelland 2013)"],
};

/** @param format of a reading: those of typical years have measured and modelled years, too */
export function sourceOfFormat(format: string | undefined, typicalYear: boolean): LightSource {
  const light = Object.hasOwn(FORMAT_LIGHT, format ?? "") ? FORMAT_LIGHT[format as FormatName] : "any";
  return light !== "any" ? light : typicalYear ? "typical-year" : "unknown";
}

/**
 * Whether years of that light are nobody's history: drawn from a climate, or one typical year on other dates. How they differ from one
 * another says nothing of how years do.
 */
export function isInvented(source: LightSource): boolean {
  return typeof source !== "string" || source === "generated" || source === "typical-year";
}

/** @throws TypeError, RangeError naming the kinds */
export function checkLightSource(source: unknown, where: string): LightSource {
  if (typeof source === "object" && source !== null && isPlaceError(source)) return source;
  if (LIGHT_SOURCES.includes(source as never)) return source as LightSource;
  const kinds = `${LIGHT_SOURCES.join(", ")}, or the expectedError of a place`;
  const message = `${where} must be one of ${kinds}, got ${shown(source)}`;
  throw typeof source === "string" ? new RangeError(message) : new TypeError(message);
}

function isPlaceError(source: object): source is PlaceError {
  const { annualGlobalHorizontal, yield: ofYield } = source as Partial<PlaceError>;
  return [annualGlobalHorizontal, ofYield].every((share) => typeof share === "number" && share >= 0 && share <= 1);
}

function lightShare(source: LightSource): Omit<UncertaintyShare, "key"> {
  if (typeof source === "string") {
    const [percent, reason] = KINDS[source];
    return { percent, reason };
  }
  const { annualGlobalHorizontal, placeClass, places, knownMiss } = source;
  const missed = Math.abs(knownMiss?.error ?? 0);
  if (knownMiss !== undefined && missed > annualGlobalHorizontal)
    return { percent: 100 * missed, reason: `world climatology, known to be so far off at ${knownMiss.place}` };
  const judged = places > 0 ? `${places} places judged` : "none judged, assumed";
  return { percent: 100 * annualGlobalHorizontal, reason: `world climatology, ${placeClass}: ${judged}` };
}

/** Where the climatology that light was drawn from is known to be far off. */
export function missNotices(source: LightSource): Notice[] {
  if (typeof source === "string" || source.knownMiss === undefined) return [];
  const { message, place, error, distanceKm } = source.knownMiss;
  const facts = { place, percent: Math.round(100 * error), km: Math.round(distanceKm) };
  return [{ code: "known-miss", message: `the world climatology is known to be far off here: ${message}`, facts }];
}

const MOST = 100;

/** Nothing is known so well: below are fractions of 1. */
const LEAST = 0.1;

/** @throws TypeError, RangeError naming the share, what was expected and what came */
export function checkUncertainty(given: unknown, where: string): UncertaintyOverrides {
  if (given === undefined) return {};
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new TypeError(`${where} must be an object such as { irradiance: 4 }, got ${shown(given)}`);
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
  if (typeof percent !== "number")
    throw new TypeError(`${where}.${key} must be a number of percent, got ${shown(percent)}`);
  if (!(percent >= 0 && percent <= MOST))
    throw new RangeError(`${where}.${key} must be from 0 to ${MOST} percent, got ${percent}`);
  if (percent > 0 && percent < LEAST) {
    const meant = Number((100 * percent).toPrecision(12));
    throw new RangeError(`${where}.${key} must be 0 or at least ${LEAST} percent, got ${percent}: is ${meant} meant?`);
  }
}
