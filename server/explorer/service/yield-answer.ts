/** An answer of `/v1/yield`, ready for the page; keys as the service writes them (openapi.yaml, YieldResponse). */
import type { YieldRequest } from "../request/yield-request.js";
import type { Price } from "./price.js";
import type { Reply } from "./service.js";

export interface YieldSum {
  /** kWh. */
  readonly energy: number;
  /** kWh/kWp. */
  readonly specific_yield: number;
  readonly performance_ratio: number;
  /** kWh/m². */
  readonly horizontal_irradiation: number;
  readonly plane_irradiation: number;
}

export interface YieldBody {
  readonly place: {
    readonly latitude: number;
    readonly longitude: number;
    readonly altitude: number;
    readonly time_zone: number;
  };
  readonly kwp: number;
  readonly annual: YieldSum | null;
  readonly months: readonly (YieldSum & { readonly month: number })[];
  readonly weather: { readonly kind: string; readonly synthetic: boolean };
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
