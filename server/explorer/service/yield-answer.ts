/** An answer of `/v1/yield`, ready for the page; keys as the service writes them (openapi.yaml, YieldResponse). */
import type { YieldRequest } from "../request/yield-request.js";
import type { Source } from "./answer.js";
import type { Price } from "./price.js";
import type { Reply } from "./service.js";

export interface YieldSum {
  /** kWh. */
  readonly energy: number;
  /** kWh/kWp. */
  readonly specific_yield: number;
  /** null without light. */
  readonly performance_ratio: number | null;
  /** kWh/m². */
  readonly horizontal_irradiation: number;
  readonly plane_irradiation: number;
  /** Shares of the light in hours without a value, and with doubtful ones, 0…1. */
  readonly missing: number;
  readonly doubtful: number;
}

export interface MonthYield extends YieldSum {
  /** 1…12. */
  readonly month: number;
  readonly years: number;
  /** Energy left after each stage, kWh. */
  readonly stages: { readonly [name: string]: number };
}

/** A step from the light on the horizontal to the energy fed in. */
export interface LossStage {
  readonly name: string;
  readonly description: string;
  readonly energy: number;
  /** The first has 1. */
  readonly factor: number;
  readonly note?: string;
}

export interface UncertaintyHorizon {
  /** Of the mean of so many years. */
  readonly years: number;
  /** Standard uncertainty. */
  readonly percent: number;
  readonly values: readonly { readonly exceedance: number; readonly energy: number }[];
}

export interface Uncertainty {
  readonly energy: number;
  readonly shares: readonly { readonly key: string; readonly percent: number; readonly reason: string }[];
  readonly degrees: number | null;
  readonly horizons: readonly UncertaintyHorizon[];
}

export interface PlaneYield extends YieldSum {
  readonly surface_tilt: number;
  readonly surface_azimuth: number;
  readonly tracking_mode: "none" | "1_axis";
  readonly kwp: number;
}

export interface Optimum {
  readonly surface_tilt: number;
  readonly surface_azimuth: number;
  readonly specific_yield: number;
  readonly tilt_range: readonly [number, number];
  readonly azimuth_range: readonly [number, number];
}

export interface YieldBody {
  readonly place: {
    readonly latitude: number;
    readonly longitude: number;
    readonly altitude: number;
    readonly time_zone: number;
  };
  readonly kwp: number;
  /** Of a mean year; null where the weather has none whole. */
  readonly annual: YieldSum | null;
  /** Of the whole period. */
  readonly total: YieldSum;
  readonly months: readonly MonthYield[];
  readonly years: readonly (YieldSum & { readonly year: number })[];
  readonly uncertainty: Uncertainty | null;
  readonly losses: readonly LossStage[];
  readonly planes: readonly PlaneYield[];
  readonly optimum: Optimum | null;
  readonly weather: {
    readonly kind: "typical" | "history";
    readonly synthetic: boolean;
    readonly start_year?: number;
    readonly end_year?: number;
    readonly sources?: readonly Source[];
  };
  readonly notices: readonly { readonly code: string; readonly message: string }[];
}

export interface YieldAnswer extends YieldBody {
  readonly request: YieldRequest;
  /** The body as it came. */
  readonly text: string;
  readonly price: Price;
}

export function yieldAnswerOf(request: YieldRequest, { text, price }: Reply): YieldAnswer {
  return { ...(JSON.parse(text) as YieldBody), request, text, price };
}
