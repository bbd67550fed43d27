/** The forecast of a system's power: what it is made with, and what it is. Powers in W (AC), energies in kWh. */
import type { QuantileName } from "../../../data/contract/forecast/request.js";
import type { IntervalFrequency, Notice } from "../../../data/contract/observation/types.js";
import type { LossSet } from "../../../data/system/losses.js";
import type { Corrected } from "../../forecast/index.js";
import type { SpreadTable } from "../../forecast/table.js";
import type { YieldOptions, YieldPlane } from "../types.js";
import type { TaughtFrom, TaughtOptions } from "./taught.js";

/** Unix ms; the end is exclusive. */
export interface PowerPeriod {
  readonly start: number;
  readonly end: number;
}

/** What the bands are made of. */
export interface PowerBandOptions {
  /** None, with `taught`: the expected power is all that is asked for. */
  readonly names: readonly QuantileName[];
  /** The corrected run whose light is forecast. */
  readonly corrected: Corrected;
  /** Default: `DEFAULT_SPREAD`. */
  readonly spread?: SpreadTable | undefined;
  /** What the system's own meter taught (`tuneToMeter`), and the run as it came: the bands are then of measured power. */
  readonly taught?: TaughtOptions | undefined;
}

/** Options of `yieldOf`, and those of a forecast. */
export interface PowerForecastOptions extends Omit<YieldOptions, "typicalYear"> {
  /** When the forecast is made, Unix ms. */
  readonly now: number;
  /** Of the rows; default "15_minutes". */
  readonly frequency?: IntervalFrequency | undefined;
  /** The rows that are wanted, rounded outwards to whole ones; default: those of the weather. */
  readonly period?: PowerPeriod | undefined;
  /** Of the days: a name such as "Europe/Berlin", or an offset; default: the standard time of the place. */
  readonly timeZone?: string | undefined;
  /** Undefined: no quantiles. */
  readonly bands?: PowerBandOptions | undefined;
}

export interface PowerColumns {
  /** Fed in, all planes: from 0 to `acLimit`; NaN = missing. */
  readonly acPower: Float64Array;
  /** Light on the planes in the open, mean over their power, W/m². */
  readonly planeIrradiance: Float64Array;
  /** What snow on the modules takes of the DC power, W. */
  readonly snowLoss: Float64Array;
  /** With a house: what it takes, what comes from the grid and what is fed in, W, and what the battery holds at the end of each row, kWh. */
  readonly load?: Float64Array | undefined;
  readonly imported?: Float64Array | undefined;
  readonly exported?: Float64Array | undefined;
  readonly stored?: Float64Array | undefined;
}

/** By name; NaN where no band is known. */
export type PowerQuantiles = { readonly [name: QuantileName]: Float64Array };

/** By name, kWh. */
export type EnergyQuantiles = { readonly [name: QuantileName]: number };

/** A calendar day. */
export interface PowerDay {
  /** YYYY-MM-DD in the zone of the days. */
  readonly date: string;
  /** Unix ms. */
  readonly start: number;
  readonly end: number;
  /** kWh of the day, and from now to its end; null where more than 2 % of its light is not known. */
  readonly energy: number | null;
  readonly remaining: number | null;
  /** Share of the day's light, by the height of the sun, in rows without a value, 0…1. */
  readonly missing: number;
  /** Of `energy`; null where no band is known for some of the day. */
  readonly quantiles: EnergyQuantiles | null;
}

export interface PlanePower
  extends Required<Pick<YieldPlane, "surfaceTilt" | "surfaceAzimuth" | "trackingMode" | "kwp">> {
  /** Its part of what is fed in, W. */
  readonly acPower: Float64Array;
}

/** @experimental */
export interface PowerForecast {
  /** Unix ms. */
  readonly issued: number;
  /** Of the rows: Unix ms, seconds. */
  readonly start: number;
  readonly interval: number;
  readonly count: number;
  readonly frequency: IntervalFrequency;
  /** Zone of the days, a name or an offset. */
  readonly timeZone: string;
  readonly place: { readonly latitude: number; readonly longitude: number; readonly altitude: number };
  /** kW of all planes. */
  readonly kwp: number;
  /** Whose constant losses it has, and what other sets are, percent. */
  readonly lossSet: LossSet;
  /** What inverters and grid let through, W. */
  readonly acLimit: number;
  readonly columns: PowerColumns;
  /** From what the system's own meter taught; undefined: it is not used. */
  readonly taught?: TaughtFrom | undefined;
  /** Of `acPower`; null where none are asked for. */
  readonly quantiles: PowerQuantiles | null;
  readonly planes: readonly PlanePower[];
  /** Those that the rows touch. */
  readonly days: readonly PowerDay[];
  /** Of the day of issue, what is left of it, and of the next day, kWh; null where it is not known. */
  readonly energy: {
    readonly today: number | null;
    readonly remainingToday: number | null;
    readonly tomorrow: number | null;
  };
  readonly notices: readonly Notice[];
}
