/** A yield behind the meter of a house: its power in short steps, the limit of feed-in behind the load, its ageing and its range. */
import type { Notice } from "../../data/contract/observation/types.js";
import type { CheckedSystem } from "../../data/system/checked.js";
import { BATTERY, type Battery, HOUSE } from "../../data/system/own-use.js";
import type { WeatherSeries } from "../../data/weather/series.js";
import { HOUR_SECONDS } from "../../foundation/time/calendar.js";
import { ownUseOf } from "../own-use/own-use.js";
import type { OwnUse } from "../own-use/types.js";
import { computedPower } from "./series.js";
import type { Yield, YieldOptions, YieldReading } from "./types.js";

const NAMES = ["load", "tariff", "batterySizes", "timeZone"] as const;
/** Seconds: own use of coarser steps looks higher than it is. */
const QUARTER = HOUR_SECONDS / 4;
const FREQUENCIES: { readonly [seconds: number]: string } = { 60: "1_minute", 300: "5_minutes", 600: "10_minutes" };

/** The system with the house and battery of the options. @throws TypeError, RangeError naming the option */
export function withHouse(caller: string, system: CheckedSystem, options: YieldOptions): CheckedSystem {
  const given = NAMES.filter((name) => options[name] !== undefined);
  const { battery } = options;
  if (given.length === 0 && battery === undefined) return system;
  const house = { ...system.house, ...Object.fromEntries(given.map((name) => [name, options[name]])) };
  return {
    ...system,
    ...(given.length > 0 && { house: HOUSE.read(house, `${caller}: options`) }),
    ...(battery !== undefined && { battery: BATTERY.read(battery, `${caller}: options.battery`) as Battery }),
  };
}

/** What the house makes of a yield; null without one. */
export function houseOf(
  weather: WeatherSeries | YieldReading,
  { exportLimit, ...system }: CheckedSystem,
  options: YieldOptions,
  found: Pick<Yield, "place" | "uncertainty"> & { readonly typicalYear: boolean; readonly interval: number },
): OwnUse | null {
  const { house, battery } = system;
  if (house === undefined) return null;
  const { load, tariff, batterySizes, timeZone } = house;
  const { load: _load, battery: _own, tariff: _tariff, batterySizes: _sizes, timeZone: _zone, ...ofYield } = options;
  const own = FREQUENCIES[found.interval];
  const open = { ...system, exportLimit: undefined };
  const { start, ac } = computedPower("yieldOf", weather, open, { ...ofYield, frequency: own ?? "15_minutes" });
  const step = 1000 * (own === undefined ? QUARTER : found.interval);
  const { typicalYear, place } = found;
  const power = { start, step, power: ac, timeZone: place.timeZone, typicalYear, ...agedAndRanged(system, found) };
  const feedInLimit = exportLimit === undefined ? undefined : 1000 * exportLimit;
  const asked = { load, battery, tariff, timeZone, sizes: batterySizes, feedInLimit };
  const answer = ownUseOf(power, asked, "yieldOf: system.house.");
  return exportLimit === undefined ? answer : { ...answer, notices: [...answer.notices, LIMIT] };
}

const LIMIT: Notice = {
  code: "export",
  message: "for own use the limit of feed-in is behind the house; the yield has it before, as if nobody used anything",
};

/** Of the mean of twenty years, as long as money is counted. */
const HORIZON = 20;

function agedAndRanged({ ageing }: Pick<CheckedSystem, "ageing">, { uncertainty }: Pick<Yield, "uncertainty">) {
  const horizon = uncertainty?.horizons.find(({ years }) => years === HORIZON);
  const low = horizon?.values.find(({ exceedance }) => exceedance === 90);
  const share = low === undefined || uncertainty === null ? undefined : low.energy / uncertainty.energy;
  const first = ageing?.factors[0];
  return {
    ...(first !== undefined && { ageing: ageing!.factors.map((factor) => factor / first) }),
    ...(share !== undefined && { range: [share, 2 - share] as const }),
  };
}

/** A battery without a house does nothing. */
export function idleBattery({ battery, house }: CheckedSystem): Notice[] {
  if (battery === undefined || house !== undefined) return [];
  return [{ code: "battery", message: "the battery takes no part: give the load of the house" }];
}
