/** What there is to know of a yield: what is missing, what is not used, and what a careful user would doubt. */

import type { Notice } from "../contract/observation/types.js";
import type { CheckedPlane, CheckedSystem } from "../system/checked.js";
import { DAY_SECONDS } from "../time/calendar.js";
import { formatTime } from "../time/iso-time.js";
import type { CheckedWeather } from "../weather/checked-series.js";
import { DIRECTIONS } from "./chain/plane-steps.js";
import { type PlaneHours, planePower } from "./chain/system-hours.js";
import type { Situation } from "./situation.js";
import type { CalendarYears } from "./sums.js";
import type { MonthYield, YieldSum } from "./types.js";
import { irradiation } from "./weather.js";

/** Of all planes, each once. */
export function computedNotices(planes: readonly { columns: { diagnostics: { notices: Notice[] } } }[]): Notice[] {
  const all = planes.flatMap(({ columns }) => columns.diagnostics.notices);
  return all.filter(({ message }, k) => all.findIndex((other) => other.message === message) === k);
}

/** Shares of the weather's light that the sun cannot have given, from which on it is said. */
const MUCH_LIGHT_LOST = 0.02;

/** What a careful user would doubt. */
export function implausibleNotices(
  { interval, columns }: CheckedWeather,
  total: YieldSum,
  { planes }: CheckedSystem,
): Notice[] {
  const notices: Notice[] = [];
  const light = columns.global_horizontal_irradiance;
  const given = light === undefined ? 0 : irradiation(light, interval);
  const lost = given > 0 ? 1 - total.horizontalIrradiation / given : 0;
  if (lost > MUCH_LIGHT_LOST && total.energy > 0) {
    const message =
      `${percentOf(lost)} of the weather's irradiation (${given.toFixed(1)} kWh/m²) is not in the sums: it falls in hours ` +
      "without the other values or with the sun down, or exceeds what the sun gives; are place and times right?";
    notices.push({ code: "light", message, facts: { share: lost, irradiation: given } });
  }
  if ((total.performanceRatio ?? 0) > 1 + Math.max(...planes.map(({ bifacial }) => bifacial?.factor ?? 0))) {
    notices.push({
      code: "doubtful",
      message: "no system reaches a performance ratio above 1: are all options right?",
    });
  }
  return notices;
}

/** A plane that gets so much less than its like in another direction was perhaps meant otherwise. */
export const MUCH_LESS = 0.1;
/** The rough light of `directions` is that close to energies. */
const ROUGH = 0.03;

/**
 * Of fixed planes that face away from the light: azimuths from PVGIS or of the other hemisphere. The directions that are tried are
 * half a quarter apart, half a circle towards the equator: no plane at its tilt gets more than 1 to 3 % above the best of them. Planes
 * back to back, as of a roof to the east and the west, are as they are meant.
 */
export function directionNotices(planes: readonly PlaneHours[], system: CheckedSystem, situation: Situation): Notice[] {
  const equator = situation.latitude < 0 ? 0 : 180;
  const isAlone = planes.length === 1 && system.exportLimit === undefined;
  return planes.flatMap(({ plane, directions, hours }) => {
    if (directions === undefined || planes.some((other) => isBackToBack(plane, other.plane))) return [];
    const { others, own } = directions;
    const best = Math.max(...others);
    if (!(best > 0) || 1 - own / best < MUCH_LESS - ROUGH) return [];
    const azimuth = (equator + DIRECTIONS[others.indexOf(best)]! + 360) % 360;
    const here = sumOf(isAlone ? hours.ac : planePower(plane, system, situation));
    const there = sumOf(planePower({ ...plane, surfaceAzimuth: azimuth }, system, situation));
    const less = there > 0 ? 1 - here / there : 0;
    if (less < MUCH_LESS) return [];
    return [turnedAway(plane, less, azimuth)];
  });
}

/** @param less share @param what of which it gets less: " light in a year" */
export function turnedAway(
  { surfaceTilt, surfaceAzimuth }: CheckedPlane,
  less: number,
  azimuth: number,
  what = "",
): Notice {
  const message =
    `the plane of tilt ${surfaceTilt}°, azimuth ${surfaceAzimuth}° gets ${percentOf(less)} less${what} than one of azimuth ` +
    `${azimuth}°: azimuths count from north here (90 is east, 180 south); in PVGIS 0 is south`;
  const facts = { tilt: surfaceTilt, azimuth: surfaceAzimuth, less, best: azimuth };
  return { code: "azimuth", message, facts };
}

/** Degrees that the two sides of a roof may be off from facing apart. */
const ASKEW = 30;

export function isBackToBack(one: CheckedPlane, other: CheckedPlane): boolean {
  const apart = Math.abs(one.surfaceAzimuth - other.surfaceAzimuth);
  return other.trackingMode === "none" && other.surfaceTilt > 0 && Math.abs(apart - 180) <= ASKEW;
}

function sumOf(power: Float64Array): number {
  return power.reduce((sum, value) => (Number.isNaN(value) ? sum : sum + value), 0);
}

/** Fewer days than this are named with their dates. */
const FEW_DAYS = 28;

/** What is not there, and what that does to the year. */
export function missingNotices(
  { start, interval, count }: CheckedWeather,
  { missing, doubtful }: YieldSum,
  annual: YieldSum | null,
  months: readonly MonthYield[],
): Notice[] {
  const notices: Notice[] = [];
  if (missing > 0) {
    const isMean = annual !== null && months.some(({ years }) => years > 1);
    const used = isMean ? "each month of the mean year is the mean of the complete ones" : "the sums cover the rest";
    notices.push({
      code: "missing",
      message: `${percentOf(missing)} of the light (weighted by the sun's height) is missing: ${used}`,
      facts: { share: missing },
    });
  }
  if (doubtful > 0) {
    const message =
      `${percentOf(doubtful)} of the light is in doubt (dead, stuck or saturated): it is in the sums, but counts as missing for ` +
      "the year and P10 to P90; pass acceptDoubts to count it";
    notices.push({ code: "doubts", message, facts: { share: doubtful } });
  }
  if (annual !== null) return notices;
  const seconds = count * interval;
  const time = (at: number) => formatTime(at).slice(0, 16);
  const few =
    seconds < FEW_DAYS * DAY_SECONDS ? ` (${count} rows, ${time(start)}Z to ${time(start + 1000 * seconds)}Z)` : "";
  const message =
    months.length < 12
      ? `the weather has ${months.length} of the 12 months${few}: there is no annual yield`
      : `one month ${doubtful > 0 ? "has more than a tenth of its light missing or in doubt" : "lacks more than a tenth of its light"} in every year: there is no annual yield`;
  return [...notices, { code: "annual", message, facts: { months: months.length } }];
}

/** Of several years, those that are not whole, and what they are used for. */
export function yearNotices({ whole, part }: CalendarYears, annual: YieldSum | null): Notice[] {
  if (part.length === 0 || whole.length + part.length < 2) return [];
  const list = part.map((year) => `${year.year} (${lackText(year)})`).join(", ");
  const used = annual === null ? "" : "; of these only complete months count in the mean year";
  const years = whole.length === 0 ? "no year is whole" : `whole years are ${whole.map(({ year }) => year).join(", ")}`;
  return [{ code: "years", message: `${years}; left out of the yearly yields and of P10 to P90: ${list}${used}` }];
}

function lackText({ missing, doubtful }: YieldSum): string {
  const parts = [`${percentOf(missing)} missing`, `${percentOf(doubtful)} in doubt`];
  return doubtful === 0 ? parts[0]! : missing === 0 ? parts[1]! : parts.join(", ");
}

function percentOf(share: number): string {
  return `${share < 0.095 ? (100 * share).toPrecision(2) : (100 * share).toFixed(0)} %`;
}
