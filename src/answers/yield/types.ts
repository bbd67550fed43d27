/** A PV system, and what it yields. Energies in kWh (AC), specific yields in kWh per kWp, irradiations in kWh/m². */
import type { Notice } from "../../data/contract/observation/types.js";
import type { LossSet } from "../../data/system/losses.js";
import type { Battery, House } from "../../data/system/own-use.js";
import type { PvPlane, PvSystem } from "../../data/system/types.js";
import type { Examination } from "../../data/weather/believe/types.js";
import type { WeatherSeries } from "../../data/weather/series.js";
import type { ObservationContext } from "../../engine/plan/context.js";
import type { ExceedanceSummary } from "../../foundation/statistics/exceedance.js";
import type { RowsOptions } from "../../physics/models/bifacial/sheds.js";
import type { TrackerOptions } from "../../physics/models/tracking/tracker.js";
import type { OwnUse } from "../own-use/types.js";
import type { Life, LightSource, Uncertainty, UncertaintyOverrides } from "./uncertainty/types.js";

/** Modules of one direction. */
export type YieldPlane = PvPlane;
/** A PV system: see `irradiance-engine/system`. */
export type YieldSystem = PvSystem;

/** A result of `readWeather`, or a `WorldYear`: a yield uses the series, and what is stated about it. */
export interface YieldReading {
  readonly series: WeatherSeries;
  readonly typicalYear?: boolean | undefined;
  readonly horizonInLight?: boolean | undefined;
  readonly examination?: Examination | undefined;
  /** Name of the file's format, which tells the source of its light. */
  readonly format?: string | undefined;
  /** What the light comes from; default: by the format. */
  readonly lightSource?: LightSource | undefined;
  /** Linke turbidity of clear hours: `context.linkeTurbidity`, where that is not given. */
  readonly clearTurbidity?: number | ArrayLike<number> | undefined;
}

/** A house beside the options of a yield: each in place of what the system's `house` and `battery` say. */
type HouseOptions = { readonly [key in keyof House]?: House[key] | undefined } & {
  readonly battery?: number | Battery | undefined;
};

export interface YieldOptions extends HouseOptions {
  /** Degrees; default: the weather's place. */
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
  /** The year is nominal (a typical or generated year): one year of twelve months, no P-values. Default false: measured years. */
  readonly typicalYear?: boolean | undefined;
  /**
   * The weather's light is already shaded by a horizon line, as with PVGIS' `use_horizon`. Default false, or as the weather's
   * reading says.
   */
  readonly horizonInLight?: boolean | undefined;
  /**
   * What looking at the weather found (`examineWeather`). Default: the reading's. Light that is dead, stuck or saturated stays in the
   * sums, but counts as missing where months and years are chosen: for `annual`, `years` and `exceedance`.
   */
  readonly examination?: Examination | undefined;
  /** Light in doubt counts as if it were not. Default false. */
  readonly acceptDoubts?: boolean | undefined;
  /**
   * What the light comes from, for its share of the uncertainty. Default: the reading's, or by its format; else "typical-year" or "unknown".
   * Years of "generated" light, of a place's error, or of a "typical-year" are nobody's history: they have no `exceedance`.
   */
  readonly lightSource?: LightSource | undefined;
  /** Standard uncertainties (k = 1) in percent, 0 to 100, in place of those of `Yield.uncertainty`; 0 leaves a share out. */
  readonly uncertainty?: UncertaintyOverrides | undefined;
  /** Also what each obstacle of the scene takes: a yield more for each that shades a plane. Default false. */
  readonly obstacles?: boolean | undefined;
  /** Altitude, turbidity, albedo, a constant temperature, models of the light; `horizon` is used where it is given. */
  readonly context?: ObservationContext | undefined;
}

/** Energy of a period. */
export interface YieldSum {
  /** AC energy, kWh. */
  readonly energy: number;
  /** kWh/kWp. */
  readonly specificYield: number;
  /** E_AC/(P_STC·H_plane/1 kW/m²) with the unshaded irradiation of the planes (IEC 61724-1); null without light. */
  readonly performanceRatio: number | null;
  /** On the horizontal, and on the planes without shading (mean over kWp), kWh/m². */
  readonly horizontalIrradiation: number;
  readonly planeIrradiation: number;
  /** Share of the period's light, by the height of the sun, in hours without a value, 0…1: their yield is not in the sums. */
  readonly missing: number;
  /** Share of it in hours whose light is dead, stuck or saturated, 0…1: their yield is in the sums, but not to be believed. */
  readonly doubtful: number;
}

export interface MonthYield extends YieldSum {
  /** 1…12: a month of the mean of all years that have it (nearly) whole. */
  readonly month: number;
  /** Number of years behind it. */
  readonly years: number;
  /** Energy left after each stage of `losses`, kWh. */
  readonly stages: { readonly [name in LossName]?: number };
}

export interface CalendarYearYield extends YieldSum {
  readonly year: number;
}

/**
 * The stages from the light on the horizontal to the energy fed in; a system has those that it says. `shading` is the horizon line; `beam` and
 * `diffuse` are what stands near, by a map of shade or a scene.
 */
export type LossName =
  | (
      | "horizontal"
      | "plane"
      | "shading"
      | "beam"
      | "diffuse"
      | "rows"
      | "incidence"
      | "rear"
      | "spectrum"
      | "temperature"
      | "mismatch"
      | "snow"
      | "soiling"
    )
  | ("losses" | "cabling" | "inverter" | "clipping" | "transformer" | "export");

/** A step from the light on the horizontal to the energy fed in. */
export interface LossStage {
  readonly name: LossName;
  /** In words. */
  readonly description: string;
  /** Energy left after the stage, kWh; light counts as a system of nominal efficiency would convert it. */
  readonly energy: number;
  /** In place of a change: of a horizon line that is not given, or in the weather's light already. */
  readonly note?: string | undefined;
  /** Factor of the stage; the first has 1. Their product leads from the first energy to the last. */
  readonly factor: number;
}

export interface PlaneYield extends YieldSum {
  readonly surfaceTilt: number;
  readonly surfaceAzimuth: number;
  readonly trackingMode: "none" | "1_axis";
  /** Of a tracker that is not the usual one. */
  readonly tracker?: TrackerOptions | undefined;
  readonly rows?: RowsOptions | undefined;
  readonly kwp: number;
}

export interface Yield {
  readonly place: {
    readonly latitude: number;
    readonly longitude: number;
    readonly altitude: number;
    readonly timeZone: number;
  };
  /** Of all planes. */
  readonly kwp: number;
  /** Whose constant losses it has, and what other sets are, percent. */
  readonly lossSet: LossSet;
  /** The whole period of the weather. */
  readonly total: YieldSum;
  /** The months that the weather has, January first; of several years their means. */
  readonly months: readonly MonthYield[];
  /** The sum of the twelve months; null if one is not there or has more than a tenth of its light missing or in doubt. */
  readonly annual: YieldSum | null;
  /** Calendar years (local standard time) with at most 2 % of their light missing or in doubt; empty for a typical year. */
  readonly years: readonly CalendarYearYield[];
  /**
   * P10, P50, P90 of the annual energy, kWh, from three such years of a record and more; else null. Of the weather from year to year alone: what data
   * and model err by is not in it, but in `uncertainty`.
   */
  readonly exceedance: ExceedanceSummary | null;
  /** Of the mean year: shares, and P50 to P99 with all of them; null without a mean year. */
  readonly uncertainty: Uncertainty | null;
  /** Each year of the system's life; null without `ageing` of the system, and without a mean year. */
  readonly life: Life | null;
  /** Of the mean year where there is one (`annual`), else of the whole period; so are `planes`. */
  readonly losses: readonly LossStage[];
  readonly planes: readonly PlaneYield[];
  /** What becomes of the energy in a house, in steps of 15 minutes or shorter; null without `load`. */
  readonly ownUse: OwnUse | null;
  /**
   * Energy that the system would yield more without an obstacle of its scene, and without all of them, kWh, of the mean year where there is
   * one, else of the whole period: where it was asked for. Shades overlap, so `each` need not add up to `all`.
   */
  readonly obstacles?:
    | {
        readonly all: number;
        /** In the scene's order; `number` counts from 0. */
        readonly each: readonly {
          readonly number: number;
          readonly kind: string;
          readonly name?: string | undefined;
          readonly energy: number;
        }[];
      }
    | undefined;
  readonly notices: readonly Notice[];
}
