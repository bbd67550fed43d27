/** What stands beside a system in a house: its battery, and what a kWh costs and earns there. */
import { shown } from "../../foundation/text/shown.js";
import { HOUR } from "../../foundation/time/calendar.js";
import { parseIsoTime } from "../../foundation/time/iso-time.js";
import { zoneNamed } from "../../foundation/time/zone.js";
import { either, type Field, list, number, object, text, whole } from "./fields.js";

/** A battery beside the inverter, on the house's AC side. */
export interface Battery {
  /** kWh between empty and full. */
  readonly capacity: number;
  /** kW on the AC side that it takes and gives at most; default: half of the capacity in an hour. */
  readonly chargePower?: number | undefined;
  readonly dischargePower?: number | undefined;
  /** Share that gets from the AC side into the cells, and back; default 0.95 each. */
  readonly chargeEfficiency?: number | undefined;
  readonly dischargeEfficiency?: number | undefined;
  /** W that it takes all the time; default 0. */
  readonly standby?: number | undefined;
  /** Shares of the capacity between which it is used; default 0 and 1. */
  readonly leastCharge?: number | undefined;
  readonly mostCharge?: number | undefined;
  /** Hours of the day, by the clocks of the house, in which it may discharge (default: all) and charge from the grid (default: never). */
  readonly dischargeHours?: readonly number[] | undefined;
  readonly gridChargeHours?: readonly number[] | undefined;
}

/** Prices of a kWh: one, or 24 by the hour of the house's clocks. */
export type Price = number | readonly number[];

/** What a kWh costs and earns, and what the system costs. */
export interface Tariff {
  /** Name or sign of the money, for texts. */
  readonly currency?: string | undefined;
  /** Of a kWh from the grid, and of one fed in (default 0). */
  readonly price: Price;
  readonly feedIn?: Price | undefined;
  /** A year, whether there is a system or not; default 0. */
  readonly standing?: number | undefined;
  /** Once, at the beginning; and a year. Default 0: then there is neither payback nor net present value. */
  readonly investment?: number | undefined;
  readonly running?: number | undefined;
  /** Years that are counted; default 20. */
  readonly years?: number | undefined;
  /** Percent a year: interest that money earns elsewhere, and by which price and running cost rise; default 0. Feed-in stays. */
  readonly discount?: number | undefined;
  readonly priceRise?: number | undefined;
  /** Percent a year by which the battery's capacity falls; default 2. The modules' is the system's `ageing`, or 0.5. */
  readonly batteryAgeing?: number | undefined;
}

const share = (description: string) => number(0, 1, description);
/** kWh, kW: no house has more; nor is a price of a kWh above it one. */
const [MOST, MOST_PRICE] = [1e6, 1e5];

/** Each at most once. */
function hours(description: string): Field<readonly number[]> {
  const { schema, read } = list(whole(0, 23, "hour"), [0, 24], description);
  return { schema: { ...schema, uniqueItems: true }, read };
}

const battery = object(
  {
    capacity: number(0, MOST, "kWh between empty and full; 0: none"),
    chargePower: number(0, MOST, "kW that it takes at most; default: half of the capacity in an hour"),
    dischargePower: number(0, MOST, "kW that it gives at most; default: half of the capacity in an hour"),
    chargeEfficiency: number(0.5, 1, "share that gets into the cells; default 0.95"),
    dischargeEfficiency: number(0.5, 1, "share that gets out of the cells; default 0.95"),
    standby: number(0, MOST, "W that it takes all the time; default 0"),
    leastCharge: share("of the capacity, below which it is not discharged; default 0"),
    mostCharge: share("of the capacity, above which it is not charged; default 1"),
    dischargeHours: hours("hours of the day in which it may discharge; default: all"),
    gridChargeHours: hours("hours of the day in which it charges from the grid and does not discharge; default: never"),
  },
  "a battery on the house's AC side",
  ["capacity"],
);

/** A number is the capacity. */
export const BATTERY: Field<Battery> = {
  ...either((value) => typeof value !== "object", number(0, MOST, "kWh"), battery, "a battery, or its capacity in kWh"),
  read(value, where) {
    const found = battery.read(typeof value === "number" ? { capacity: value } : value, where) as Battery;
    const { leastCharge = 0, mostCharge = 1 } = found;
    if (leastCharge < mostCharge) return found;
    throw new RangeError(`${where}.leastCharge must be below mostCharge, ${mostCharge}, got ${leastCharge}`);
  },
};

const price = (description: string): Field<Price> =>
  either(
    (value) => Array.isArray(value),
    list(number(-MOST_PRICE, MOST_PRICE, "of a kWh"), [24, 24], "by the hour of the day, from 0 h"),
    number(-MOST_PRICE, MOST_PRICE, "of a kWh"),
    description,
  );

const percent = (least: number, most: number, description: string) =>
  number(least, most, `percent a year; ${description}`);
const money = (description: string) => number(0, 1e12, description);

export const TARIFF = object(
  {
    currency: text("name or sign of the money"),
    price: price("of a kWh from the grid"),
    feedIn: price("of a kWh fed in; default 0"),
    standing: money("a year, with a system or without; default 0"),
    investment: money("at the beginning; default 0"),
    running: money("a year; default 0"),
    years: whole(1, 60, "years that are counted; default 20"),
    discount: percent(-10, 50, "interest that money earns elsewhere; default 0"),
    priceRise: percent(-50, 50, "by which prices of the grid's kWh and running cost rise; default 0"),
    batteryAgeing: percent(0, 20, "of the battery's capacity; default 2"),
  },
  "what a kWh costs and earns",
  ["price"],
) as unknown as Field<Tariff>;

/** Mean power of equal steps. */
export interface PowerSteps {
  /** Unix ms at the beginning of the first step; in JSON a time such as 2024-01-01T00:00Z. */
  readonly start: number;
  /** ms; in JSON `interval`, seconds. */
  readonly step: number;
  /** W; NaN, in JSON null: missing. */
  readonly power: Float64Array;
}

/** The house that a system stands at. */
export interface House {
  /**
   * What it takes: kWh of each year, by a standard profile of German households, or power in steps of at most an hour (`readPower` of a load).
   */
  readonly load: number | PowerSteps;
  readonly tariff?: Tariff | undefined;
  /** Sizes of the battery to compare, kWh; at most 100. */
  readonly batterySizes?: readonly number[] | undefined;
  /** Its clocks, such as "Europe/Berlin". Default: the place's, where it is known, else standard time. */
  readonly timeZone?: string | undefined;
}

/** kWh of a year, from a small flat to a village; values of ten years of minutes. */
const [MOST_LOAD, MOST_STEPS] = [1e8, 5.3e6];
/** W. */
const MOST_POWER = 1e12;

const steps = {
  schema: {
    type: "object",
    required: ["start", "interval", "power"],
    additionalProperties: false,
    properties: {
      start: { type: "string", description: "beginning of the first step, such as 2024-01-01T00:00Z" },
      interval: { type: "number", exclusiveMinimum: 0, maximum: 3600, description: "seconds" },
      power: {
        type: "array",
        items: { anyOf: [{ type: "number", minimum: 0, maximum: MOST_POWER }, { type: "null" }] },
        minItems: 1,
        maxItems: MOST_STEPS,
        description: "W",
      },
    },
    description: "power in equal steps",
  },
  read(value: unknown, where: string): PowerSteps {
    const { start, step, interval, power } = (value ?? {}) as { readonly [key: string]: unknown };
    const begin = typeof start === "string" ? parseIsoTime(start) : start;
    if (typeof begin !== "number" || !Number.isFinite(begin))
      throw new TypeError(`${where}.start must be a time such as 2024-01-01T00:00Z, got ${shown(start)}`);
    const length = step ?? (typeof interval === "number" ? 1000 * interval : interval);
    if (!(typeof length === "number" && length > 0 && length <= HOUR))
      throw new RangeError(`${where}.interval must be seconds above 0, at most 3600, got ${shown(interval ?? step)}`);
    if (!(power instanceof Float64Array || Array.isArray(power)) || power.length === 0 || power.length > MOST_STEPS)
      throw new TypeError(`${where}.power must be a list of W, got ${shown(power)}`);
    const values =
      power instanceof Float64Array ? power : Float64Array.from(power, (one) => (one === null ? Number.NaN : one));
    for (const [row, one] of power.entries()) {
      if (one === null || Number.isNaN(one) || (typeof one === "number" && one >= 0 && one <= MOST_POWER)) continue;
      const why = "a meter behind which a system feeds in does not show the load";
      throw new RangeError(`${where}.power must be W from 0 up, got ${shown(one)} in row ${row}: ${why}`);
    }
    return { start: begin, step: length, power: values };
  },
} satisfies Field<PowerSteps>;

/** A number or steps. */
export const LOAD: Field<number | PowerSteps> = {
  schema: {
    anyOf: [{ type: "number", exclusiveMinimum: 0, maximum: MOST_LOAD }, steps.schema],
    description: "kWh a year, or steps",
  },
  read(value, where) {
    if (typeof value === "object" && value !== null) return steps.read(value, where);
    if (typeof value === "number" && value > 0 && value <= MOST_LOAD) return value;
    const Kind = typeof value === "number" ? RangeError : TypeError;
    throw new Kind(`${where} must be kWh a year above 0, or power in steps, got ${shown(value)}`);
  },
};

const timeZone: Field<string> = {
  schema: { type: "string", description: "clocks of the house, such as Europe/Berlin" },
  read(value, where) {
    if (typeof value === "string" && zoneNamed(value) !== undefined) return value;
    throw new RangeError(`${where} must be a zone such as "Europe/Zurich" or "+05:30", got ${shown(value)}`);
  },
};

export const HOUSE = object(
  {
    load: LOAD,
    tariff: TARIFF,
    batterySizes: list(number(0, MOST, "kWh"), [1, 100], "sizes of the battery to compare"),
    timeZone,
  },
  "the house that takes the energy first",
  ["load"],
) as unknown as Field<House>;
