/** From hours to months and years: sums over the hours in which every stage of every plane has a value. */
import type { ObservationColumns } from "../contract/observation/types.js";
import { localDays } from "../report/daily.js";
import { MONTH_DAYS } from "../time/calendar.js";
import type { PlaneHours } from "./plane-hours.js";
import type { CheckedPlane } from "./system.js";
import type { CalendarYearYield, MonthYield, PlaneYield, YieldSum } from "./types.js";

/** Quantities of an hour that are added up: kWh for kWp, or kWh/m² times kWp. */
const NAMES = ["horizontal", "plane", "shaded", "inRows", "front", "effective", "dc", "ac"] as const;
export type Energies = { [name in (typeof NAMES)[number]]: number };

interface Group {
  readonly energies: Energies;
  /** Hours with a value. */
  hours: number;
}

export interface PlaneAndHours {
  readonly plane: CheckedPlane;
  readonly hours: PlaneHours;
}

const noEnergies = (): Energies => Object.fromEntries(NAMES.map((name) => [name, 0])) as Energies;

/** Hour by hour over all planes, by calendar month. */
export interface Sums {
  /** `YYYY-MM` of local standard time, or `MM` of a typical year → what it has. */
  readonly months: ReadonlyMap<string, Group>;
  readonly total: Group;
  /** Energies of each plane over the same hours. */
  readonly planes: readonly Energies[];
}

export function sumHours(planes: readonly PlaneAndHours[], isTypical: boolean): Sums {
  const months = new Map<string, Group>();
  const total = { energies: noEnergies(), hours: 0 };
  const own = planes.map(noEnergies);
  const { columns } = planes[0]!.hours;
  for (const { date, from, to } of localDays(columns)) {
    const key = isTypical ? date.slice(5, 7) : date.slice(0, 7);
    const month = months.get(key) ?? { energies: noEnergies(), hours: 0 };
    months.set(key, month);
    for (let hour = from; hour < to; hour++) addHour(planes, hour, [month, total], own);
  }
  return { months, total, planes: own };
}

function addHour(
  planes: readonly PlaneAndHours[],
  hour: number,
  groups: readonly Group[],
  own: readonly Energies[],
): void {
  if (planes.some(({ hours }) => NAMES.some((name) => Number.isNaN(hours[name][hour]!)))) return;
  for (const group of groups) group.hours += 1;
  planes.forEach(({ plane, hours }, k) => {
    for (const name of NAMES) {
      const energy = (hours[name][hour]! * plane.kwp) / 1000;
      own[k]![name] += energy;
      for (const group of groups) group.energies[name] += energy;
    }
  });
}

/** Share of a period's hours that have a value: at least this much of a month counts as all of it. */
const WHOLE_MONTH = 0.98;
const MOST_MISSING_OF_A_MONTH = 0.1;
const WHOLE_YEAR = 0.98;

/** @param hours of the period, with and without a value */
function sumOf({ energies, hours: valid }: Group, kwp: number, hours: number): YieldSum {
  return {
    energy: energies.ac,
    specificYield: energies.ac / kwp,
    performanceRatio: energies.plane > 0 ? energies.ac / energies.plane : null,
    horizontalIrradiation: energies.horizontal / kwp,
    planeIrradiation: energies.plane / kwp,
    missing: Math.max(0, 1 - valid / hours),
  };
}

export function totalOf({ total }: Sums, kwp: number, { count }: ObservationColumns): YieldSum {
  return sumOf(total, kwp, count);
}

export function planeYields({ planes, total }: Sums, given: readonly CheckedPlane[], count: number): PlaneYield[] {
  return given.map((plane, k) => ({
    ...plane,
    ...sumOf({ energies: planes[k]!, hours: total.hours }, plane.kwp, count),
  }));
}

/**
 * The months of the mean year: of all that are whole, else of the one that has most. A year of UTC sticks out into its neighbours: less
 * than a day of a month is none, unless there is no more.
 */
export function monthYields({ months: all }: Sums, kwp: number): MonthYield[] {
  const long = [...all].filter(([, { hours }]) => hours >= 24);
  const months = long.length > 0 ? long : [...all];
  return MONTH_DAYS.flatMap((_, index) => {
    const name = String(index + 1).padStart(2, "0");
    const found = months
      .filter(([key, { hours }]) => key.slice(-2) === name && hours > 0)
      .map(([key, group]) => sumOf(group, kwp, hoursOf(key)));
    if (found.length === 0) return [];
    const whole = found.filter(({ missing }) => missing <= 1 - WHOLE_MONTH);
    const least = found.reduce((best, one) => (one.missing < best.missing ? one : best));
    const chosen = whole.length > 0 ? whole : [least];
    return [{ month: index + 1, years: chosen.length, ...meanOf(chosen) }];
  });
}

/** Of `YYYY-MM`, or `MM` of a year with 365 days. */
function hoursOf(key: string): number {
  const month = Number(key.slice(-2));
  const year = key.length > 2 ? Number(key.slice(0, 4)) : 2023;
  return (Date.UTC(year, month, 1) - Date.UTC(year, month - 1, 1)) / 3_600_000;
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
  };
}

/** The twelve months together; null if one is not there, or has too many hours without a value. */
export function annualOf(months: readonly MonthYield[]): YieldSum | null {
  if (months.length < 12 || months.some(({ missing }) => missing > MOST_MISSING_OF_A_MONTH)) return null;
  const { energy, specificYield, planeIrradiation, ...rest } = meanOf(months);
  return {
    ...rest,
    energy: 12 * energy,
    specificYield: 12 * specificYield,
    planeIrradiation: 12 * planeIrradiation,
    horizontalIrradiation: 12 * rest.horizontalIrradiation,
  };
}

/** Calendar years that are there, all but a fiftieth of their hours. */
export function calendarYears({ months }: Sums, kwp: number): CalendarYearYield[] {
  const years = new Map<number, Group>();
  for (const [key, { energies, hours }] of months) {
    if (key.length < 7) continue;
    const year = Number(key.slice(0, 4));
    const group = years.get(year) ?? { energies: noEnergies(), hours: 0 };
    years.set(year, group);
    group.hours += hours;
    for (const name of NAMES) group.energies[name] += energies[name];
  }
  return [...years]
    .map(([year, group]) => ({ year, ...sumOf(group, kwp, (Date.UTC(year + 1, 0) - Date.UTC(year, 0)) / 3_600_000) }))
    .filter(({ missing }) => missing <= 1 - WHOLE_YEAR)
    .sort((a, b) => a.year - b.year);
}
