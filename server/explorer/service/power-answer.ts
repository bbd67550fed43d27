/** An answer of `/v1/forecast/pv`, ready for the page; keys as the service writes them (openapi.yaml, PowerResponse). */
import type { PowerRequest } from "../request/power-request.js";
import type { Quantiles, Source } from "./answer.js";
import type { Price } from "./price.js";
import type { Reply } from "./service.js";
import type { Notice } from "./words.js";
import type { YieldPlane } from "./yield-answer.js";

export interface PowerDay {
  /** YYYY-MM-DD on the clock of the place. */
  readonly date: string;
  /** kWh of the day, and from now to its end; null where they are not known. */
  readonly energy: number | null;
  readonly remaining: number | null;
  /** Of `energy`: `p10`, `p50`, `p90`. */
  readonly quantiles: { readonly [name: string]: number } | null;
}

export interface PowerBody {
  readonly issued: string;
  readonly start_times: readonly string[];
  readonly end_times: readonly string[];
  /** W. */
  readonly values: { readonly ac_power: readonly (number | null)[] };
  readonly quantiles: { readonly ac_power: Quantiles } | null;
  readonly days: readonly PowerDay[];
  readonly planes: readonly Pick<YieldPlane, "surface_tilt" | "surface_azimuth" | "tracking_mode" | "kwp">[];
  readonly meta: {
    readonly kwp: number;
    /** A name, or an offset. */
    readonly time_zone: string;
    readonly weather: { readonly synthetic: boolean; readonly sources?: readonly Source[] };
  };
  readonly notices: readonly Notice[];
}

export interface PowerAnswer extends PowerBody {
  readonly request: PowerRequest;
  readonly price: Price;
}

export function powerAnswerOf(request: PowerRequest, { text, price }: Reply): PowerAnswer {
  return { ...(JSON.parse(text) as PowerBody), request, price };
}
