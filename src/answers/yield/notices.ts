/** What there is to know of a yield: what is missing, what is not used, and what a careful user would doubt. */
import type { Notice } from "../../data/contract/observation/types.js";
import type { CheckedPlane, CheckedSystem } from "../../data/system/checked.js";
import { inOtherUnit } from "../../data/system/fields.js";
import { peakEfficiency } from "../../data/system/inverters.js";
import type { CheckedWeather } from "../../data/weather/series.js";
import { plain } from "../../foundation/text/number.js";
import { DAY_SECONDS } from "../../foundation/time/calendar.js";
import { formatTime } from "../../foundation/time/iso-time.js";
import { DIRECTIONS } from "./chain/plane-steps.js";
import { type PlaneHours, planePower } from "./chain/system-hours.js";
import { sumOf } from "./over-time/notices.js";
import { irradiation, type Situation } from "./situation.js";
import type { CalendarYears } from "./sums.js";
import type { MonthYield, YieldSum } from "./types.js";

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

export function systemNotices(system: CheckedSystem): Notice[] {
  return [...doubts(system), ...sharedInverters(system), ...rowsOfTrackers(system.planes)];
}

/** Of sums of powers. */
const ROUNDING = 1e-9;
/** Of what the inverters give; a limit below it leaves next to nothing. */
const LEAST_LIMIT = 0.01;

function doubts({ losses, inverters, exportLimit, planes }: CheckedSystem): Notice[] {
  const messages: string[] = [...(planes[0]?.scene?.placed.doubts ?? [])];
  const small = losses > 0 && losses < 1;
  const fraction = { message: `the losses are ${losses} percent: was a fraction of 1 meant?`, facts: { losses } };
  const peak = Math.max(...inverters.map(peakEfficiency));
  if (peak > 1 + ROUNDING) {
    const percent = (100 * peak).toFixed(1);
    messages.push(`an inverter has an efficiency of ${percent} % at a part of its loads: are its parameters right?`);
  }
  const rated = inverters.reduce((sum, { acPower }) => sum + acPower, 0);
  if (exportLimit !== undefined) {
    const named = `system.exportLimit, ${plain(exportLimit)} kW, is`;
    const given = `what the inverters give, ${Number(rated.toPrecision(6))} kW`;
    if (exportLimit > rated * (1 + ROUNDING)) messages.push(`${named} above ${given}: it takes nothing`);
    const idea = exportLimit < rated * LEAST_LIMIT ? inOtherUnit(exportLimit, rated / 10, 10 * rated) : "";
    if (idea !== "") messages.push(`${named} next to nothing beside ${given}${idea}`);
  }
  const others = messages.map((message) => ({ message }));
  return [...(small ? [fraction] : []), ...others].map((doubt) => ({ code: "doubtful", ...doubt }));
}

function sharedInverters({ planes }: CheckedSystem): Notice[] {
  const isShared = planes.some((plane, k) =>
    planes
      .slice(0, k)
      .some(
        (other) =>
          other.inverter === plane.inverter &&
          facing(other) !== facing(plane) &&
          (plane.string === undefined || other.string !== plane.string),
      ),
  );
  const joined = [...new Set(planes.flatMap(({ string }) => string ?? []))].map((string): Notice => {
    const members = [...planes.keys()].filter((k) => planes[k]!.string === string).join(", ");
    const message = `planes ${members} are one string, "${string}": all have the smallest current of them, unless bypass diodes let more pass`;
    return { code: "mppt", message, facts: { string, planes: members } };
  });
  if (!isShared) return joined;
  const message =
    "each plane of a shared inverter is computed with its own maximum power point tracker (MPPT): one string over two planes gives less";
  return [...joined, { code: "mppt", message }];
}

function facing({ trackingMode, surfaceTilt, surfaceAzimuth }: CheckedPlane): string {
  if (trackingMode !== "none") return trackingMode;
  return surfaceTilt === 0 ? "flat" : `${surfaceTilt}/${surfaceAzimuth % 360}`;
}

/** Of trackers that are described without the rows they stand in. */
function rowsOfTrackers(planes: readonly CheckedPlane[]): Notice[] {
  const k = planes.findIndex(({ trackingMode, rows }) => trackingMode !== "none" && rows === undefined);
  if (k < 0) return [];
  const { mode, axisTilt = 0, crossAxisTilt = 0 } = planes[k]!.tracker ?? {};
  const canHaveRows = mode !== "dual-axis" && axisTilt === 0 && crossAxisTilt === 0;
  const way = canHaveRows
    ? `system.planes[${k}].rows has them`
    : "rows are modelled for level axes only, and losses.shading can stand for them";
  return [{ code: "rows", message: `the light that rows of trackers take from one another is not counted: ${way}` }];
}
