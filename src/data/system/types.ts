/**
 * A PV system as people describe it. The same description is read from JSON by the command line, the server, bulk runs and jobs
 * (`readSystem`, `SYSTEM_SCHEMA`; there keys may be written with underscores), and given to the library as an object. `description.ts`
 * has units and ranges.
 */

import type { RowsOptions } from "../../physics/models/bifacial/sheds.js";
import type { CalcparamsCecOptions } from "../../physics/models/pv/calcparams.js";
import type { SandiaInverter } from "../../physics/models/pv/inverters.js";
import type { PvwattsLoss } from "../../physics/models/pv/pvwatts.js";
import type { SapmModule } from "../../physics/models/pv/sapm.js";
import type { BifacialOptions } from "../../physics/models/pv/system-parts.js";
import type { PVWATTS_MODULES, PvwattsSystemOptions } from "../../physics/models/pv/systems.js";
import type { ShadeMap } from "../../physics/models/shading/shade-map.js";
import type { TrackerOptions } from "../../physics/models/tracking/tracker.js";
import type { Modules, Scene } from "../obstacles/types.js";
import type { Power } from "./fields.js";
import type { Clipping, PvAgeing, PvSnow, PvSoiling, Smoothing } from "./over-time.js";
import type { Battery, House } from "./own-use.js";

export type LossSetName = "owner" | "bank";

/** Modules of one direction. */
export interface PvPlane {
  /** Degrees, 0 (horizontal) to 90; of a tracker not used. */
  readonly surfaceTilt?: number | undefined;
  /** Degrees, 0 north, 90 east, 180 south; required if the plane is tilted. */
  readonly surfaceAzimuth?: number | undefined;
  /** Peak power at standard test conditions. Default 1. */
  readonly kwp?: number | undefined;
  /** "1_axis": a tracker. Default "none", or "1_axis" if `tracker` is given. */
  readonly trackingMode?: "none" | "1_axis" | undefined;
  /** Of one axis or two. Default: a horizontal north–south axis, ±45°, with backtracking. */
  readonly tracker?: TrackerOptions | undefined;
  /** The plane is one of many rows that shade one another, by infinite sheds. Default: a plane in the open. */
  readonly rows?: RowsOptions | undefined;
  /** Cells that use light on both sides; needs `rows`. Default: the system's. */
  readonly bifacial?: BifacialOptions | undefined;
  /** Horizon line that this plane alone sees: 360 elevations in degrees, from north clockwise. Default: that of the place. */
  readonly horizon?: readonly number[] | undefined;
  /** What stands before the sky of this plane, beside the horizon line; fixed, and without `rows`. Default: the system's. */
  readonly shade?: PvShade | undefined;
  /** Where its modules are in the system's `scene`; fixed, and without `rows`. */
  readonly modules?: Modules | undefined;
  /** Name of its inverter among the system's `inverters`. Default: the system's `inverter`, or one of its own. */
  readonly inverter?: string | undefined;
  /** Modules in series, for the voltage at an inverter with Sandia's parameters. Default: as many as meet its rated voltage. */
  readonly modulesPerString?: number | undefined;
  /** Planes of one inverter with the same name here are one string: their modules, of equal power, are in series. Default: each plane has its own tracker. */
  readonly string?: string | undefined;
}

/** A `ShadeMap`, whose `passes` may be one list for all the year. At most 32,400 numbers. */
export interface PvShade extends Omit<ShadeMap, "passes"> {
  readonly passes: ShadeMap["passes"] | ArrayLike<number>;
}

/** What a data sheet says of a module at 1000 W/m² and 25 °C. */
export interface ModuleDatasheet {
  /** At the maximum power point, V and A. */
  readonly vMp: number;
  readonly iMp: number;
  /** Open-circuit voltage, V; short-circuit current, A. */
  readonly vOc: number;
  readonly iSc: number;
  /** Change of iSc and of vOc with temperature, %/°C. */
  readonly alphaSc: number;
  readonly betaVoc: number;
  /** Change of the maximum power with temperature, %/°C, where the sheet has it: alphaSc and betaVoc are then adjusted to give it. */
  readonly gammaPmp?: number | undefined;
  /** Where given: vOc must be that of so many cells. */
  readonly cellsInSeries?: number | undefined;
}

/** A product of the libraries of `irradiance-engine/equipment`, by name; `resolveSystem` puts its parameters in. */
export interface NamedProduct {
  readonly name: string;
}

/** Kind of module (PVWatts), a product by name, a data sheet, parameters of the CEC's single-diode model, or Sandia's. */
export type PvModule =
  | keyof typeof PVWATTS_MODULES
  | NamedProduct
  | { readonly name?: string | undefined; readonly datasheet: ModuleDatasheet }
  | { readonly name?: string | undefined; readonly cec: CecParameters }
  | { readonly name?: string | undefined; readonly sapm: SapmModule };

/** Parameters of `calcparamsCec`. Without `Adjust` they are De Soto's. */
export type CecParameters = Omit<CalcparamsCecOptions, "Adjust" | "irradRef" | "tempRef"> & {
  readonly Adjust?: number | undefined;
};

export interface PvInverter {
  /** Rated AC power: what it gives at most. Default: rated DC power of its planes over `dcAcRatio`. */
  readonly acPower?: Power | undefined;
  /** Nominal efficiency, 0.1 to 1. Default: the system's `inverterEfficiency`. */
  readonly efficiency?: number | undefined;
  /** A product of the CEC's list by name; `resolveSystem` puts its parameters in. */
  readonly name?: string | undefined;
  /** Sandia's parameters of one inverter. */
  readonly sandia?: SandiaInverter | undefined;
  /** How many of them, with Sandia's parameters. Default: as many as `dcAcRatio` asks for, rounded. */
  readonly count?: number | undefined;
}

/** Ohmic losses at rated power, percent; they grow with the square of the power. */
export interface Cabling {
  readonly dc?: number | undefined;
  readonly ac?: number | undefined;
}

/** Losses of a transformer, percent of the rated AC power: always, and at rated output (with its square). */
export interface Transformer {
  readonly noLoad?: number | undefined;
  readonly load?: number | undefined;
}

/** @experimental */
export interface PvSystem {
  /** One or more, at most 100; east and west are two. */
  readonly planes: readonly PvPlane[];
  /**
   * Losses before the inverter: one number in percent, a set by name, or the items that differ from a `set`. "owner" (default): what healthy
   * plants show, 8.2 % together, without shade that is not described. "bank": PVWatts' set (`PVWATTS_LOSSES`), 14.08 %, with 3 % of shade,
   * 3 % of outages and 1.5 % by first light. Where `soiling`, `cabling.dc`, `shade` (of all planes), `scene` or `ageing.firstYear` is given, its
   * item (soiling, wiring, shading, lid) is 0 unless it is given, too.
   */
  readonly losses?:
    | number
    | LossSetName
    | ({ readonly set?: LossSetName | undefined } & { readonly [name in PvwattsLoss]?: number | undefined })
    | undefined;
  /** Rated DC over rated AC power, 0.1 to 10. Default 1.2, as PVWatts has it. */
  readonly dcAcRatio?: number | undefined;
  /** Nominal efficiency of the inverter, 0.1 to 1. Default 0.96. */
  readonly inverterEfficiency?: number | undefined;
  /** Default "standard", −0.37 %/°C. */
  readonly module?: PvModule | undefined;
  /** Temperature coefficient of power, 1/°C, in place of that of the kind of module. */
  readonly gammaPdc?: number | undefined;
  /** Reflection at the cover. Default "physical": coated glass. */
  readonly iam?: PvwattsSystemOptions["iam"];
  readonly iamOptions?: PvwattsSystemOptions["iamOptions"];
  /** "sapm" (default: open rack) or another of `SYSTEM_CELL_TEMPERATURE`. */
  readonly cellTemperature?: PvwattsSystemOptions["cellTemperature"];
  readonly cellTemperatureOptions?: PvwattsSystemOptions["cellTemperatureOptions"];
  /** Cells that use light on both sides; every plane then needs `rows`. Default: one side. */
  readonly bifacial?: BifacialOptions | undefined;
  /** What stands before the sky of all planes that have no map of their own. */
  readonly shade?: PvShade | undefined;
  /** What stands around: houses, chimneys, trees, and the modules of other planes, in place of `shade`. Every plane then has `modules`. */
  readonly scene?: Scene | undefined;
  /**
   * Snow on the modules. Default: "marion" where the weather has snow depth or snowfall, and what is expected of the climate of a bare place, unless
   * `losses.snow` is given.
   */
  readonly snow?: PvSnow | undefined;
  /** In place of `losses.soiling`: percent of each month, or a model. */
  readonly soiling?: PvSoiling | undefined;
  /** "none" (default), or a spectral correction by name. */
  readonly spectrum?: PvwattsSystemOptions["spectrum"];
  /** Module of the spectra "firstSolar" and "caballero". Default "cdte" for the kind thinFilm, else "monosi". */
  readonly spectralModule?: PvwattsSystemOptions["spectralModule"];
  /** One inverter that all planes share which name no other. Default: one for each plane, by `dcAcRatio`. */
  readonly inverter?: PvInverter | undefined;
  /** Inverters by name, for planes that name them. */
  readonly inverters?: { readonly [name: string]: PvInverter } | undefined;
  /** Power that the grid takes at most, behind cables and transformer. */
  readonly exportLimit?: Power | undefined;
  /**
   * "withinHour": what swings above the limit of an inverter or of the grid within a step of the weather is lost, too, as the sky's
   * index says how it swings (Skartveit & Olseth 1992). "steps": only steps whose mean is above it. Default: "withinHour" for weather
   * in steps of 15 minutes and longer.
   */
  readonly clipping?: Clipping | undefined;
  /**
   * Hectares of modules whose power one limit sees, or "auto": 2 for each MWp. Clouds take time to cross them (Marcos et al. 2011); no
   * energy is lost by that before the limit. Used with weather in steps of at most 5 minutes. Default: a plant at one point.
   */
  readonly smoothing?: Smoothing | undefined;
  readonly cabling?: Cabling | undefined;
  readonly transformer?: Transformer | undefined;
  /** A rate in percent a year, or more; `life` then has each year. Default: no ageing. */
  readonly ageing?: number | PvAgeing | undefined;
  /** Beside the inverter, or its capacity in kWh: it takes part where there is a `house`. */
  readonly battery?: number | Battery | undefined;
  /** What uses the energy first: own use, and what it is worth. */
  readonly house?: House | undefined;
}
