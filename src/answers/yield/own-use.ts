/** A yield behind the meter of a house: its power in short steps, the limit of feed-in behind the load, its ageing and its range. */
import type { Notice } from "../../data/contract/observation/types.js";
import type { CheckedSystem } from "../../data/system/checked.js";
import { BATTERY, type Battery, checkYearlyLoad, TARIFF, type Tariff } from "../../data/system/own-use.js";
import type { WeatherSeries } from "../../data/weather/series.js";
import { shown } from "../../foundation/text/shown.js";
import { HOUR_SECONDS } from "../../foundation/time/calendar.js";
import { zoneNamed } from "../../foundation/time/zone.js";
import { type OwnUse, ownUseOf, type PowerSteps } from "../own-use/index.js";
import { computedPower } from "./series.js";
import type { Yield, YieldOptions, YieldReading } from "./types.js";

/** What a house needs, beside the options of a yield. */
export interface HouseOptions {
  /**
   * What the house takes: kWh of each year, by a standard profile of German households, or power in steps of at most an hour (`readLoad`).
   * Without it nothing is said of own use.
   */
  readonly load?: number | PowerSteps | undefined;
  /** In place of the system's. */
  readonly battery?: number | Battery | undefined;
  readonly tariff?: Tariff | undefined;
  /** Sizes of the battery to compare, kWh; at most 100. */
  readonly batterySizes?: readonly number[] | undefined;
  /** Clocks of the house, such as "Europe/Berlin". Default: the place's standard time. */
  readonly timeZone?: string | undefined;
}

type CheckedHouse = Omit<HouseOptions, "battery"> & { readonly battery?: Battery };

const MOST_SIZES = 100;
const MOST_CAPACITY = 1e6;
/** Seconds: own use of coarser steps looks higher than it is. */
const QUARTER = HOUR_SECONDS / 4;
const FREQUENCIES: { readonly [seconds: number]: string } = { 60: "1_minute", 300: "5_minutes", 600: "10_minutes" };

/** @throws TypeError, RangeError naming the option */
export function checkHouse(caller: string, options: YieldOptions): CheckedHouse {
  const { load, battery, tariff, batterySizes, timeZone } = options;
  const at = (name: string) => `${caller}: options.${name}`;
  if (load === undefined) {
    const idle = Object.entries({ battery, tariff, batterySizes }).find(([, value]) => value !== undefined);
    if (idle === undefined) return {};
    throw new TypeError(`${at(idle[0])} needs options.load: what the house takes`);
  }
  if (timeZone !== undefined && (typeof timeZone !== "string" || zoneNamed(timeZone) === undefined))
    throw new RangeError(
      `${at("timeZone")} must be a zone such as "Europe/Zurich" or "+05:30", got ${shown(timeZone)}`,
    );
  return {
    load: isSteps(load) ? checkSteps(load, at("load")) : checkYearlyLoad(load, at("load")),
    ...(battery !== undefined && { battery: BATTERY.read(battery, at("battery")) }),
    ...(tariff !== undefined && { tariff: TARIFF.read(tariff, at("tariff")) }),
    ...(batterySizes !== undefined && { batterySizes: checkSizes(batterySizes, at("batterySizes")) }),
    timeZone,
  };
}

function isSteps(load: unknown): load is PowerSteps {
  return typeof load === "object" && load !== null && "power" in load;
}

function checkSteps(load: PowerSteps, where: string): PowerSteps {
  const { start, step, power } = load;
  if (!(Number.isFinite(start) && step > 0 && step <= 1000 * HOUR_SECONDS))
    throw new RangeError(
      `${where} must have a start (Unix ms) and a step of at most an hour (ms), got ${shown({ start, step })}`,
    );
  if (!(power instanceof Float64Array) || power.length === 0)
    throw new TypeError(`${where}.power must be a Float64Array of W, got ${shown(power)}`);
  const bad = power.findIndex((value) => value < 0 || value === Number.POSITIVE_INFINITY);
  if (bad < 0) return load;
  const why = "a meter behind which a system feeds in does not show the load";
  throw new RangeError(`${where}.power must be W from 0 up, got ${power[bad]} in row ${bad}: ${why}`);
}

function checkSizes(sizes: readonly number[], where: string): readonly number[] {
  if (!Array.isArray(sizes) || sizes.length > MOST_SIZES)
    throw new RangeError(`${where} must be a list of at most ${MOST_SIZES} sizes, got ${shown(sizes)}`);
  const bad = sizes.find((size) => !(size >= 0 && size <= MOST_CAPACITY));
  if (bad === undefined) return sizes;
  throw new RangeError(`${where} must be kWh from 0 up, got ${shown(bad)}`);
}

/** What the house makes of a yield; null without a load. */
export function houseOf(
  weather: WeatherSeries | YieldReading,
  checked: CheckedSystem,
  house: CheckedHouse,
  options: YieldOptions,
  found: Pick<Yield, "place" | "uncertainty"> & { readonly typicalYear: boolean; readonly interval: number },
): OwnUse | null {
  const { load, battery = checked.battery, tariff, batterySizes, timeZone } = house;
  if (load === undefined) return null;
  const { exportLimit, ...open } = checked;
  const {
    load: _load,
    battery: _battery,
    tariff: _tariff,
    batterySizes: _sizes,
    timeZone: _zone,
    ...ofYield
  } = options;
  const frequency = FREQUENCIES[found.interval] ?? "15_minutes";
  const { start, ac } = computedPower(
    "yieldOf",
    weather,
    { ...open, exportLimit: undefined },
    { ...ofYield, frequency },
  );
  const step = 1000 * (FREQUENCIES[found.interval] === undefined ? QUARTER : found.interval);
  const { typicalYear } = found;
  const system = {
    start,
    step,
    power: ac,
    timeZone: found.place.timeZone,
    typicalYear,
    ...agedAndRanged(checked, found),
  };
  const own = ownUseOf(system, {
    ...{ load, battery, tariff, timeZone, sizes: batterySizes },
    ...(exportLimit !== undefined && { feedInLimit: 1000 * exportLimit }),
  });
  return exportLimit === undefined ? own : { ...own, notices: [...own.notices, LIMIT] };
}

const LIMIT: Notice = {
  code: "export",
  message: "for own use the limit of feed-in is behind the house; the yield has it before, as if nobody used anything",
};

/** Of the mean of twenty years, as long as money is counted. */
const HORIZON = 20;

function agedAndRanged({ ageing }: CheckedSystem, { uncertainty }: Pick<Yield, "uncertainty">) {
  const horizon = uncertainty?.horizons.find(({ years }) => years === HORIZON);
  const low = horizon?.values.find(({ exceedance }) => exceedance === 90);
  const share = low === undefined || uncertainty === null ? undefined : low.energy / uncertainty.energy;
  const first = ageing?.factors[0];
  return {
    ...(first !== undefined && { ageing: ageing!.factors.map((factor) => factor / first) }),
    ...(share !== undefined && { range: [share, 2 - share] as const }),
  };
}

/** A battery without a load does nothing. */
export function idleBattery({ battery }: CheckedSystem, { load }: YieldOptions): Notice[] {
  if (battery === undefined || load !== undefined) return [];
  return [{ code: "battery", message: "the battery takes no part: give the load of the house" }];
}
