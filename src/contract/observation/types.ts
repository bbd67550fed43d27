/** Types of the contract: requests and responses. No physics. */
import type { ParameterName, ValueName } from "./parameters.js";

export type Frequency = "1_minute" | "15_minutes" | "1_hour";
export type TrackingMode = "none" | "1_axis";
export type ResponseFormat = "json" | "csv";
export type Endpoint = "realtime" | "training" | "historical";

/** The query as it arrives: strings (from a URL) or numbers; `horizon` and `parameters` may also be arrays. */
export interface ObservationQuery {
  lat: number | string;
  lon: number | string;
  parameters?: string | readonly string[] | undefined;
  frequency?: string | undefined;
  response_format?: string | undefined;
  surface_azimuth?: number | string | undefined;
  surface_tilt?: number | string | undefined;
  tracking_mode?: string | undefined;
  horizon?: string | ArrayLike<number> | undefined;
  start?: string | undefined;
  end?: string | undefined;
  readonly [unknownKey: string]: unknown;
}

/** A checked request: plain, frozen, cloneable. Made by `parseObservationRequest`. */
export interface ObservationRequest {
  readonly kind: "observation-request";
  readonly endpoint: Endpoint | undefined;
  readonly lat: number;
  readonly lon: number;
  /** In the order of the catalogue, each once. */
  readonly parameters: readonly ParameterName[];
  readonly frequency: Frequency;
  readonly responseFormat: ResponseFormat;
  readonly surfaceAzimuth: number;
  readonly surfaceTilt: number;
  readonly trackingMode: TrackingMode;
  /** "flat", "auto" or 360 elevations in degrees, index = azimuth. */
  readonly horizon: "flat" | "auto" | readonly number[];
  /** Unrounded period, Unix ms; undefined = the weather's own. */
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/** Description of a parameter in a response, from either catalogue. */
export interface AnyDescriptor {
  name: string;
  description: string;
  unit: { name: string; description: string };
  aggregation_method: "average" | "sum";
}

export interface ParameterDescriptor extends AnyDescriptor {
  name: ParameterName;
  aggregation_method: "average";
}

/** The `meta` of a response. Times: hours; altitude: metres; angles: degrees. */
export interface AnyMetadata<Descriptor extends AnyDescriptor = AnyDescriptor> {
  version: string;
  commit: string;
  frequency: Frequency;
  parameters: Descriptor[];
  lat: number;
  lon: number;
  altitude: number;
  surface_azimuth: number;
  surface_tilt: number;
  time_zone: number;
}

export type ObservationMetadata = AnyMetadata<ParameterDescriptor>;

export interface ObservationResponse {
  start_times: string[];
  end_times: string[];
  values: { [name in ValueName]: (number | null)[] | null };
  meta: ObservationMetadata;
}

/** A notice for the user; not part of the response. */
export interface Notice {
  code: string;
  message: string;
}

/** Corrections made to the weather, counted in weather intervals (or output intervals where stated). */
export interface Diagnostics {
  counts: { [name: string]: number };
  notices: Notice[];
}

/**
 * The response in typed arrays: full precision, NaN = missing, `null` = not requested.
 * `start` in Unix ms, `interval` in seconds, `count` intervals.
 */
export interface ObservationColumns {
  start: number;
  interval: number;
  count: number;
  values: { [name in ValueName]: Float64Array | null };
  extra: { [name: string]: Float64Array };
  meta: ObservationMetadata;
  diagnostics: Diagnostics;
}
