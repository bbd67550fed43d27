/** What becomes of a system's energy in a house: own use, battery, grid, money. */
import type { Notice } from "../../data/contract/observation/types.js";
import type { Battery, PowerSteps, Tariff } from "../../data/system/own-use.js";
import { DAY, dateFromDays, HOUR } from "../../foundation/time/calendar.js";
import { fixedZone, LocalClock, offsetText, type Zone, zoneNamed } from "../../foundation/time/zone.js";
import { type CheckedBattery, checkedBattery, flowsOf, type OwnUseRows, runBattery } from "./battery.js";
import { householdLoad } from "./household.js";
import { loadOn, type PlacedLoad } from "./load.js";
import { moneyOf, moneyOfRows } from "./money.js";
import type { BatterySize, OwnUse, OwnUseColumns, OwnUseMonth, OwnUseSum } from "./types.js";

/** What the energy is used by, and what it costs. */
export interface OwnUseOptions {
  /** kWh of each year, by a household's standard profile; or power as it was measured. */
  readonly load: number | PowerSteps;
  readonly battery?: Battery | undefined;
  readonly tariff?: Tariff | undefined;
  /** W that the grid takes at most; what is above is curtailed. Default: everything. */
  readonly feedInLimit?: number | undefined;
  /** Further sizes of the battery to compare, kWh; everything else stays, powers grow with it. */
  readonly sizes?: readonly number[] | undefined;
  /** Clocks of the house; default: standard time. */
  readonly timeZone?: string | undefined;
}

/** The power of a system, and what it is of. */
export interface SystemPower extends PowerSteps {
  /** Hours of the place's standard time from UTC. */
  readonly timeZone: number;
  /** A nominal year. Default false. */
  readonly typicalYear?: boolean | undefined;
  /** Power of later years over that of the first. Default: 0.55 points less each year. */
  readonly ageing?: readonly number[] | undefined;
  /** Energy that is exceeded in 90 and in 10 of 100 years, over the mean year's. */
  readonly range?: readonly [low: number, high: number] | undefined;
}

/** Of a month that is known as far as it must be; a year needs twelve of them. */
const MOST_MISSING = 0.1;

/**
 * Own use of a system's energy, step by step.
 *
 * At each step the house takes from the system; what is left charges the battery, then is fed in up to the limit, and the rest is
 * curtailed. What the house lacks comes from the battery, then from the grid. Within a step powers are even: in steps of an hour own use
 * looks higher than it is (docs/how-to/own-use.md has how much).
 *
 * @param system AC power without a limit of feed-in, W, in steps of at most an hour
 * @param where names what has the load, in messages
 * @throws RangeError for a load that covers neither the time nor a year
 * @experimental
 *
 * @example
 * ```js
 * import { ownUseOf } from "irradiance-engine/own-use";
 *
 * const power = Float64Array.from({ length: 24 }, (_, hour) => (hour > 6 && hour < 18 ? 3000 : 0));
 * const day = { start: Date.UTC(2025, 5, 21), step: 3_600_000, power, timeZone: 0 };
 * const { total } = ownUseOf(day, { load: 4000, battery: { capacity: 8 } });
 * console.log(Math.round(100 * total.selfSufficiency), "%"); // 82 %
 * ```
 */
export function ownUseOf(system: SystemPower, options: OwnUseOptions, where = "ownUseOf: "): OwnUse {
  const { start, step, power: pv, timeZone } = system;
  const { battery, tariff, feedInLimit = Number.POSITIVE_INFINITY, sizes = [] } = options;
  const zoneName = options.timeZone ?? offsetText(timeZone * HOUR);
  const zone = zoneNamed(zoneName) ?? fixedZone(timeZone);
  const placed = placedLoad(system, options.load, zone, where);
  const clock = clockOf(start, step, pv.length, zone);
  const rows = { hours: step / HOUR, pv, load: placed.power, hourOfDay: clock.hour, feedInLimit };
  const checked = checkedBattery(battery);
  const flows = flowsOf(pv.length);
  runBattery(rows, checked, flows);
  const columns = { pv, load: placed.power, ...flows };
  const months = monthsOf(columns, clock.month, rows.hours, checked.standby);
  const annual = months.length === 12 ? addedUp(months) : null;
  const life = { rows, tariff: tariff!, ageing: system.ageing, ofYear: 0 };
  const total = sumOf(columns, rows.hours, checked.standby);
  const ofYear = annual === null || !(total.load > 0) ? 0 : annual.load / total.load;
  const money =
    tariff === undefined || annual === null ? null : moneyWithRange({ ...life, battery: checked, ofYear }, system);
  return {
    ...{ start, step, timeZone: zoneName, total, annual, months },
    missing: flows.imported.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0) / Math.max(1, pv.length),
    columns,
    money,
    sizes: sizesOf(rows, options, sizes, ofYear),
    notices: [...placed.notices, ...ownUseNotices(system, options, annual)],
  };
}

function placedLoad(system: SystemPower, load: OwnUseOptions["load"], zone: Zone, where: string): PlacedLoad {
  const { start, step, power, timeZone, typicalYear = false } = system;
  const grid = { start, step, count: power.length, timeZone, typicalYear };
  if (typeof load !== "number") return loadOn(grid, load, where);
  const message =
    "the load is BDEW's profile H25, the mean of many German households: one home is less even, and uses less of its own power";
  return { power: householdLoad(load, grid, zone).power, notices: [{ code: "load", message }] };
}

/** Hour of the day and number of the month (from January of year 0) of each row's middle, by the house's clocks. */
function clockOf(start: number, step: number, count: number, zone: Zone) {
  const clock = new LocalClock(zone);
  const [hour, month] = [new Uint8Array(count), new Int32Array(count)];
  let [today, current] = [Number.NaN, 0];
  for (let row = 0; row < count; row++) {
    const local = clock.at(start + (row + 0.5) * step);
    const day = Math.floor(local / DAY);
    if (day !== today) {
      const date = dateFromDays(day);
      [today, current] = [day, 12 * date.year + date.month - 1];
    }
    hour[row] = Math.floor((local - day * DAY) / HOUR);
    month[row] = current;
  }
  return { hour, month };
}

/** Of some rows. */
function sumOf(columns: OwnUseColumns, hours: number, standby: number, from = 0, to = columns.pv.length): OwnUseSum {
  const names = ["pv", "load", "imported", "exported", "curtailed", "charged", "discharged"] as const;
  const sums = { pv: 0, load: 0, imported: 0, exported: 0, curtailed: 0, charged: 0, discharged: 0 };
  const { imported, exported } = columns;
  let [known, importPeak, exportPeak] = [0, 0, 0];
  for (let row = from; row < to; row++) {
    if (Number.isNaN(imported[row]!)) continue;
    known++;
    importPeak = Math.max(importPeak, imported[row]! / 1000);
    exportPeak = Math.max(exportPeak, exported[row]! / 1000);
  }
  for (const name of names) {
    const column = columns[name];
    let sum = 0;
    for (let row = from; row < to; row++) if (!Number.isNaN(imported[row]!)) sum += column[row]!;
    sums[name] = sum;
  }
  for (const name of names) sums[name] *= hours / 1000;
  return { ...sums, standby: (known * standby * hours) / 1000, ...sharesOf(sums), importPeak, exportPeak };
}

function sharesOf({
  pv,
  load,
  imported,
  exported,
  curtailed,
}: Pick<OwnUseSum, "pv" | "load" | "imported" | "exported" | "curtailed">) {
  return {
    ownUse: pv > 0 ? Math.max(0, (pv - exported - curtailed) / pv) : null,
    selfSufficiency: load > 0 ? Math.max(0, 1 - imported / load) : null,
  };
}

/** Months that are known nearly whole, as means of their years. */
function monthsOf(columns: OwnUseColumns, monthOf: Int32Array, hours: number, standby: number): OwnUseMonth[] {
  const found = new Map<number, OwnUseSum[]>();
  for (let from = 0, to = 0; from < monthOf.length; from = to) {
    while (to < monthOf.length && monthOf[to] === monthOf[from]) to++;
    const number = monthOf[from]!;
    const whole = ((daysTo(number + 1) - daysTo(number)) * 24) / hours;
    let known = 0;
    for (let row = from; row < to; row++) if (!Number.isNaN(columns.imported[row]!)) known++;
    if (known < (1 - MOST_MISSING) * whole) continue;
    const month = (number % 12) + 1;
    found.set(month, [...(found.get(month) ?? []), sumOf(columns, hours, standby, from, to)]);
  }
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([month, sums]) => ({ month, years: sums.length, ...addedUp(sums, 1 / sums.length) }));
}

/** Days from 1970 to a month, counted from January of year 0. */
function daysTo(month: number): number {
  const [year, index] = [Math.floor(month / 12), month % 12];
  return Math.round(Date.UTC(year, index, 1) / DAY);
}

function addedUp(sums: readonly OwnUseSum[], factor = 1): OwnUseSum {
  const add = (name: "pv" | "load" | "imported" | "exported" | "curtailed" | "charged" | "discharged" | "standby") =>
    factor * sums.reduce((sum, one) => sum + one[name], 0);
  const all = {
    ...{ pv: add("pv"), load: add("load"), imported: add("imported"), exported: add("exported") },
    ...{ curtailed: add("curtailed"), charged: add("charged"), discharged: add("discharged"), standby: add("standby") },
  };
  const most = (name: "importPeak" | "exportPeak") => Math.max(...sums.map((one) => one[name]));
  return { ...all, ...sharesOf(all), importPeak: most("importPeak"), exportPeak: most("exportPeak") };
}

function moneyWithRange(life: Parameters<typeof moneyOf>[0], { range }: SystemPower): OwnUse["money"] {
  const [low, high] = range ?? [];
  const between = low === undefined || high === undefined ? null : ([moneyOf(life, low), moneyOf(life, high)] as const);
  return { ...moneyOf(life), range: between };
}

/** Each with the powers of its size, unless these are given. */
function sizesOf(
  rows: OwnUseRows,
  { battery, tariff }: OwnUseOptions,
  sizes: readonly number[],
  ofYear: number,
): BatterySize[] {
  if (sizes.length === 0) return [];
  const flows = flowsOf(rows.pv.length);
  const run = (one: CheckedBattery) => {
    runBattery(rows, one, flows);
    const money = tariff === undefined ? undefined : moneyOfRows(rows, flows, tariff);
    return money === undefined || ofYear === 0 ? null : ofYear * (money.earned - money.imported);
  };
  const none = run(checkedBattery(undefined));
  return sizes.map((capacity) => {
    const one = checkedBattery({ ...battery, capacity });
    const worth = run(one);
    const columns = { pv: rows.pv, load: rows.load, ...flows };
    return {
      capacity,
      ...sumOf(columns, rows.hours, one.standby),
      gain: worth === null || none === null ? null : worth - none,
    };
  });
}

function ownUseNotices({ step, timeZone }: SystemPower, options: OwnUseOptions, annual: OwnUseSum | null): Notice[] {
  const { tariff, load, battery, feedInLimit } = options;
  const isByHour =
    Array.isArray(tariff?.price) ||
    Array.isArray(tariff?.feedIn) ||
    typeof load === "number" ||
    battery?.dischargeHours !== undefined;
  return [
    ...(step > HOUR / 4
      ? [
          {
            code: "steps",
            message: `in steps of ${step / 60_000} minutes own use looks higher than it is: give 15 minutes or less`,
          },
        ]
      : []),
    ...(isByHour && options.timeZone === undefined
      ? [
          {
            code: "clock",
            message: `hours of the day are counted at ${offsetText(timeZone * HOUR)} all year: give a time zone with its summer time`,
          },
        ]
      : []),
    ...(tariff !== undefined && annual === null
      ? [{ code: "money", message: "there is no whole year of power and load: no money is computed" }]
      : []),
    ...(feedInLimit !== undefined && step >= HOUR / 4
      ? [
          {
            code: "steps",
            message: "power above the limit of feed-in within a step is not seen: more is curtailed than stated",
          },
        ]
      : []),
  ];
}

/** What JSON has of it: no rows, and notices beside the yield's. */
export function ownUseSummary(
  found: OwnUse | null,
): Pick<OwnUse, "timeZone" | "total" | "annual" | "months" | "missing" | "money" | "sizes"> | null {
  if (found === null) return null;
  const { timeZone, total, annual, months, missing, money, sizes } = found;
  return { timeZone, total, annual, months, missing, money, sizes };
}
