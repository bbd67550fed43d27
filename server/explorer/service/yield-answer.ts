/** An answer of `/v1/yield`, ready for the page; keys as the service writes them (openapi.yaml, YieldResponse). */
import type { YieldRequest } from "../request/yield-request.js";
import type { Source } from "./answer.js";
import type { Price } from "./price.js";
import type { Reply } from "./service.js";
import type { Notice } from "./words.js";

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
}

export interface YieldMonth extends YieldSum {
  /** 1 is January. */
  readonly month: number;
  /** How many are behind it. */
  readonly years: number;
  /** Left after each stage of `losses`, kWh. */
  readonly stages: { readonly [stage: string]: number };
}

export interface YieldPlane extends YieldSum {
  /** Degrees. */
  readonly surface_tilt: number;
  readonly surface_azimuth: number;
  readonly tracking_mode: "none" | "1_axis";
  readonly kwp: number;
}

/** On the way from the light on the horizontal to the energy fed in. */
export interface LossStage {
  readonly name: string;
  readonly description: string;
  /** Left after it, kWh. */
  readonly energy: number;
  /** In place of a change: why it takes nothing. */
  readonly note?: string;
  readonly factor: number;
}

/** What is exceeded with a probability, per cent. */
export interface Exceeded {
  readonly exceedance: number;
  /** kWh. */
  readonly energy: number;
}

export interface Uncertainty {
  /** Of the mean year, kWh: P50. */
  readonly energy: number;
  /** Standard uncertainties, per cent. */
  readonly shares: readonly { readonly key: string; readonly percent: number; readonly reason: string }[];
  /** One year, then means of several. */
  readonly horizons: readonly {
    readonly years: number;
    readonly percent: number;
    readonly values: readonly Exceeded[];
  }[];
}

export interface Life {
  readonly years: readonly {
    readonly year: number;
    readonly factor: number;
    readonly p50: number;
    readonly p90: number;
  }[];
}

/** The best fixed plane, and how far from it less than 1 % is lost. */
export interface Optimum {
  readonly surface_tilt: number;
  readonly surface_azimuth: number;
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
  /** null where a month is missing. */
  readonly annual: YieldSum | null;
  /** Of the whole period. */
  readonly total: YieldSum;
  readonly months: readonly YieldMonth[];
  /** Of history alone. */
  readonly years: readonly (YieldSum & { readonly year: number })[];
  /** Of the weather alone, from three years on. */
  readonly exceedance: {
    readonly years: number;
    readonly values: readonly { readonly exceedance: number; readonly value: number }[];
  } | null;
  /** null without a mean year. */
  readonly uncertainty: Uncertainty | null;
  /** null for a system that does not age. */
  readonly life: Life | null;
  readonly losses: readonly LossStage[];
  readonly planes: readonly YieldPlane[];
  /** null where it was not asked for. */
  readonly optimum: Optimum | null;
  readonly weather: {
    readonly kind: "typical" | "history";
    readonly synthetic: boolean;
    /** With `meta=extended`. */
    readonly sources?: readonly Source[];
  };
  readonly notices: readonly Notice[];
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
