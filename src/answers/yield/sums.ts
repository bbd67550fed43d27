/** From hours to months and years: sums over the hours in which every stage of every plane has a value. */
import type { ObservationColumns } from "../../data/contract/observation/types.js";
import type { CheckedPlane } from "../../data/system/checked.js";
import { HOUR, MONTH_DAYS } from "../../foundation/time/calendar.js";
import { localDays } from "../report/labels.js";
import type { StageHours } from "./chain/system-hours.js";
import { daylight } from "./situation.js";
import type { CalendarYearYield, MonthYield, PlaneYield, YieldSum } from "./types.js";

/** Quantities of an hour that are added up: kWh for kWp, or kWh/m² times kWp. */
export const STAGES = [
  ...(["horizontal", "plane", "shaded", "beam", "diffuse", "inRows"] as const),
  ...(["front", "effective", "spectral", "dc", "mismatch"] as const),
  ...(["snow", "soiling", "losses", "cabling", "inverter", "clipping", "transformer", "ac"] as const),
] as const satisfies readonly (keyof StageHours)[];

export type Energies = { [name in (typeof STAGES)[number]]: number };

/** Of a period: what each plane has, in the hours that have a value; these hours and their daylight, and those of all rows. */
interface Group {
  readonly planes: readonly Energies[];
  hours: number;
  light: number;
  /** The part of `light` that is in doubt. */
  doubtful: number;
  rows: number;
  allLight: number;
}

export interface PlaneAndHours {
  readonly plane: CheckedPlane;
  readonly columns: ObservationColumns;
  readonly hours: StageHours;
}

const noEnergies = (): Energies => Object.fromEntries(STAGES.map((name) => [name, 0])) as Energies;

/** Hour by hour, by calendar month. */
export interface Sums {
  /** `YYYY-MM` of local standard time, or `MM` of a typical year → what it has. */
  readonly months: ReadonlyMap<string, Group>;
  readonly total: Group;
}

/** @param doubt share of each hour that is in doubt */
export function sumHours(planes: readonly PlaneAndHours[], isTypical: boolean, doubt?: Float64Array): Sums {
  const noGroup = (): Group => ({
    planes: planes.map(noEnergies),
    ...{ hours: 0, light: 0, doubtful: 0, rows: 0, allLight: 0 },
  });
  const months = new Map<string, Group>();
  const { columns } = planes[0]!;
  const isThere = allThere(planes, columns.count);
  // The sun is only looked for where something is missing or in doubt.
  const light = isThere.includes(0) || doubt !== undefined ? daylight(columns) : isThere;
  for (const { key, from, to } of localMonths(columns, isTypical)) {
    const month = months.get(key) ?? noGroup();
    months.set(key, month);
    addTime(month, isThere, light, doubt, from, to);
    addEnergies(planes, isThere, from, to, month);
  }
  return { months, total: together([...months.values()], noGroup()) };
}

/** Runs of intervals [from, to) of one month, by local days. */
function localMonths(columns: ObservationColumns, isTypical: boolean): { key: string; from: number; to: number }[] {
  const runs: { key: string; from: number; to: number }[] = [];
  for (const { date, from, to } of localDays(columns)) {
    const key = isTypical ? date.slice(5, 7) : date.slice(0, 7);
    const last = runs.at(-1);
    if (last?.key === key) last.to = to;
    else runs.push({ key, from, to });
  }
  return runs;
}

function addTime(
  month: Group,
  isThere: Uint8Array,
  light: Float64Array | Uint8Array,
  doubt: Float64Array | undefined,
  from: number,
  to: number,
): void {
  let [hours, lit, doubtful, all] = [0, 0, 0, 0];
  for (let hour = from; hour < to; hour++) {
    all += light[hour]!;
    if (isThere[hour] !== 1) continue;
    hours += 1;
    lit += light[hour]!;
    if (doubt !== undefined) doubtful += light[hour]! * doubt[hour]!;
  }
  month.hours += hours;
  month.light += lit;
  month.doubtful += doubtful;
  month.rows += to - from;
  month.allLight += all;
}

/** The last stages come from DC power and are missing with it. */
const KNOWN = ["horizontal", "plane", "shaded", "inRows", "front", "dc", "ac"] as const;

/** 1 for hours in which every plane has all values. */
function allThere(planes: readonly PlaneAndHours[], count: number): Uint8Array {
  const there = new Uint8Array(count).fill(1);
  for (const { hours } of planes) {
    for (const column of new Set(KNOWN.map((name) => hours[name]))) {
      for (let hour = 0; hour < count; hour++) if (Number.isNaN(column[hour]!)) there[hour] = 0;
    }
  }
  return there;
}

function addEnergies(
  planes: readonly PlaneAndHours[],
  isThere: Uint8Array,
  from: number,
  to: number,
  month: Group,
): void {
  planes.forEach(({ plane, hours }, k) => {
    const energies = month.planes[k]!;
    let before: Float64Array | undefined;
    let sum = 0;
    for (const name of STAGES) {
      // A stage that a system does not have is the one before it.
      if (hours[name] !== before) sum = sumWhere(hours[name], isThere, from, to);
      before = hours[name];
      energies[name] += (sum * plane.kwp) / 1000;
    }
  });
}

function sumWhere(column: Float64Array, isThere: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let hour = from; hour < to; hour++) if (isThere[hour] === 1) sum += column[hour]!;
  return sum;
}

/** The sum of so many, each taken that often. */
function added(all: readonly Energies[], weight = 1): Energies {
  const sum = noEnergies();
  for (const energies of all) for (const name of STAGES) sum[name] += weight * energies[name];
  return sum;
}

/** Share of a period's light, by the height of the sun, that has a value: at least this much of a month counts as all of it. */
const WHOLE_MONTH = 0.98;
const MOST_MISSING_OF_A_MONTH = 0.1;
const WHOLE_YEAR = 0.98;

/** @param hours of the period, with and without a value */
function sumOf(group: Group, kwp: number, hours: number): YieldSum {
  return yieldSum(added(group.planes), kwp, sharesOf(group, hours));
}

type Shares = Pick<YieldSum, "missing" | "doubtful">;

function sharesOf(group: Group, hours: number): Shares {
  const { doubtful, rows, allLight } = group;
  return { missing: missingOf(group, hours), doubtful: allLight > 0 ? ((doubtful / allLight) * rows) / hours : 0 };
}

/** What no decision is based on. */
function lackOf({ missing, doubtful }: Shares): number {
  return missing + doubtful;
}

/** Of the light of the rows; rows that are not there count as hours, and so do all where the sun does not rise. */
function missingOf({ hours: valid, rows, light, allLight }: Group, hours: number): number {
  const there = allLight > 0 ? light / allLight : valid / rows;
  return Math.max(0, 1 - (there * rows) / hours);
}

function yieldSum(energies: Energies, kwp: number, { missing, doubtful }: Shares): YieldSum {
  return {
    energy: energies.ac,
    specificYield: energies.ac / kwp,
    performanceRatio: energies.plane > 0 ? energies.ac / energies.plane : null,
    horizontalIrradiation: energies.horizontal / kwp,
    planeIrradiation: energies.plane / kwp,
    missing,
    doubtful,
  };
}

export function totalOf({ total }: Sums, kwp: number, { count }: ObservationColumns): YieldSum {
  return sumOf(total, kwp, count);
}

/** The months of the mean year, January first: of each name all that are whole, else the one that has most. */
function chosenMonths({
  months: all,
}: Sums): { readonly month: number; readonly groups: readonly [string, Group][] }[] {
  // A year of UTC sticks out into its neighbours: less than a day of a month is none, unless there is no more.
  const long = [...all].filter(([, { hours }]) => hours >= 24);
  const months = long.length > 0 ? long : [...all];
  return MONTH_DAYS.flatMap((_, index) => {
    const name = String(index + 1).padStart(2, "0");
    const found = months.filter(([key, { hours }]) => key.slice(-2) === name && hours > 0);
    if (found.length === 0) return [];
    const lack = ([key, group]: [string, Group]) => lackOf(sharesOf(group, hoursOf(key)));
    const whole = found.filter((one) => lack(one) <= 1 - WHOLE_MONTH);
    const least = found.reduce((best, one) => (lack(one) < lack(best) ? one : best));
    return [{ month: index + 1, groups: whole.length > 0 ? whole : [least] }];
  });
}

export function monthYields(
  sums: Sums,
  kwp: number,
  stagesOf: (energies: Energies) => MonthYield["stages"],
): MonthYield[] {
  return chosenMonths(sums).map(({ month, groups }) => ({
    month,
    years: groups.length,
    ...meanOf(groups.map(([key, group]) => sumOf(group, kwp, hoursOf(key)))),
    stages: stagesOf(
      added(
        groups.flatMap(([, { planes }]) => planes),
        1 / groups.length,
      ),
    ),
  }));
}

/** What each plane has in the mean year, if there is one, else in the whole period. */
export function planeEnergies(sums: Sums, annual: YieldSum | null): readonly Energies[] {
  if (annual === null) return sums.total.planes;
  const months = chosenMonths(sums);
  return sums.total.planes.map((_, k) => {
    const means = months.map(({ groups }) =>
      added(
        groups.map(([, { planes }]) => planes[k]!),
        1 / groups.length,
      ),
    );
    return added(means);
  });
}

/** Of all planes together. */
export function allPlanes(planes: readonly Energies[]): Energies {
  return added(planes);
}

export function planeYields(
  energies: readonly Energies[],
  given: readonly CheckedPlane[],
  shares: Shares,
): PlaneYield[] {
  return given.map(({ surfaceTilt, surfaceAzimuth, trackingMode, tracker, rows, kwp }, k) => ({
    ...{ surfaceTilt, surfaceAzimuth, trackingMode, ...(tracker && { tracker }), ...(rows && { rows }), kwp },
    ...yieldSum(energies[k]!, kwp, shares),
  }));
}

/** Of `YYYY-MM`, or `MM` of a year with 365 days. */
function hoursOf(key: string): number {
  const month = Number(key.slice(-2));
  const year = key.length > 2 ? Number(key.slice(0, 4)) : 2023;
  return (Date.UTC(year, month, 1) - Date.UTC(year, month - 1, 1)) / HOUR;
}

function meanOf(sums: readonly YieldSum[]): YieldSum {
  const mean = (value: (one: YieldSum) => number) => sums.reduce((sum, one) => sum + value(one), 0) / sums.length;
  const specificYield = mean((one) => one.specificYield);
  const planeIrradiation = mean((one) => one.planeIrradiation);
  return {
    energy: mean((one) => one.energy),
    specificYield,
    performanceRatio: planeIrradiation > 0 ? specificYield / planeIrradiation : null,
    horizontalIrradiation: mean((one) => one.horizontalIrradiation),
    planeIrradiation,
    missing: mean((one) => one.missing),
    doubtful: mean((one) => one.doubtful),
  };
}

/** The twelve months together; null if one is not there, or has too much light without a value that can be believed. */
export function annualOf(months: readonly MonthYield[]): YieldSum | null {
  if (months.length < 12 || months.some((month) => lackOf(month) > MOST_MISSING_OF_A_MONTH)) return null;
  const { energy, specificYield, planeIrradiation, ...rest } = meanOf(months);
  return {
    ...rest,
    energy: 12 * energy,
    specificYield: 12 * specificYield,
    planeIrradiation: 12 * planeIrradiation,
    horizontalIrradiation: 12 * rest.horizontalIrradiation,
  };
}

export interface CalendarYears {
  /** All there, and believed, but a fiftieth of their light. */
  readonly whole: readonly CalendarYearYield[];
  /** The others, of which there is more than a day. */
  readonly part: readonly CalendarYearYield[];
}

export function calendarYears({ months }: Sums, kwp: number): CalendarYears {
  const years = new Map<number, Group[]>();
  for (const [key, group] of months) {
    const year = Number(key.slice(0, 4));
    years.set(year, [...(years.get(year) ?? []), group]);
  }
  const long = [...years].filter(([, groups]) => hoursOfAll(groups) > 24).sort(([a], [b]) => a - b);
  const all = long.map(([year, groups]) => {
    const hours = (Date.UTC(year + 1, 0) - Date.UTC(year, 0)) / HOUR;
    return { year, ...sumOf(together(groups, groups[0]!), kwp, hours) };
  });
  const isWhole = (year: CalendarYearYield) => lackOf(year) <= 1 - WHOLE_YEAR;
  return { whole: all.filter(isWhole), part: all.filter((year) => !isWhole(year)) };
}

function together(groups: readonly Group[], none: Group): Group {
  const sum = (value: (group: Group) => number) => groups.reduce((total, group) => total + value(group), 0);
  return {
    planes: none.planes.map((_, k) => added(groups.map(({ planes }) => planes[k]!))),
    hours: sum(({ hours }) => hours),
    light: sum(({ light }) => light),
    doubtful: sum(({ doubtful }) => doubtful),
    rows: sum(({ rows }) => rows),
    allLight: sum(({ allLight }) => allLight),
  };
}

function hoursOfAll(groups: readonly Group[]): number {
  return groups.reduce((sum, { hours }) => sum + hours, 0);
}
