/** Types of the contract: requests and responses. No physics. */
import type { ParameterName, ValueName } from "./parameters.js";

/** Intervals of one length. @experimental */
export type IntervalFrequency = "1_minute" | "5_minutes" | "10_minutes" | "15_minutes" | "30_minutes" | "1_hour";
/** Periods of the calendar. @experimental */
export type PeriodFrequency = "1_day" | "1_month" | "1_year";
/** @experimental */
export type Frequency = IntervalFrequency | PeriodFrequency;
/** @experimental */
export type TrackingMode = "none" | "1_axis";
/** @experimental */
export type ResponseFormat = "json" | "csv";
/** @experimental */
export type Endpoint = "realtime" | "training" | "historical";

/**
 * A query as a program writes it: the keys of the observation endpoints. Numbers may be texts in decimal notation. Input from
 * outside, of unknown form, goes through `parseObservationRequest`.
 */
export interface ObservationQuery {
  /** Latitude in degrees, north positive, −90…90. */
  lat: number | string;
  /** Longitude in degrees, east positive, −180…180. */
  lon: number | string;
  /** Names of `PARAMETERS`, separated by commas or as an array, or "all". Default: global irradiance and temperature. */
  parameters?: string | readonly string[] | undefined;
  /**
   * Length of the result's intervals: "1_minute", "5_minutes", "10_minutes", "15_minutes" (default), "30_minutes" or "1_hour"; or
   * "1_day", "1_month" or "1_year" of `time_zone`, for which irradiance is summed to Wh/m² and power to Wh/kWp.
   */
  frequency?: string | undefined;
  /** For `respond` and servers: "json" (default) or "csv". */
  response_format?: string | undefined;
  /** Direction that the plane faces in degrees, 0…360: 0 north, 90 east, 180 south. Default 0, with a notice if it is tilted. */
  surface_azimuth?: number | string | undefined;
  /** Slope of the plane in degrees, 0 (horizontal, default) to 90 (vertical). */
  surface_tilt?: number | string | undefined;
  /**
   * "none" (default), or "1_axis": a horizontal north–south axis that turns by ±45° with backtracking (ground cover 0.3), for which
   * the surface angles are not used.
   */
  tracking_mode?: string | undefined;
  /** "flat" (default), "auto" (the context's), or 360 whole degrees of elevation 0…89, index = azimuth. */
  horizon?: string | ArrayLike<number> | undefined;
  /**
   * Zone of the result's times, days, months and years: a name such as "Europe/Zurich" (with daylight saving), an offset such as
   * "+05:30", or "UTC" (default). `createEngine` also takes "local" and "standard": civil and standard time of the place.
   */
  time_zone?: string | undefined;
  /**
   * ISO 8601 UTC such as "2024-06-21T18:00Z", or relative to `now` such as "-24hours"; with `time_zone` also "2024-06-21",
   * "2024-06-21T20:00" (in that zone) and "2024-06-21T20:00+02:00". Default: the weather's first.
   */
  start?: string | undefined;
  /** Exclusive. Default: the weather's end. */
  end?: string | undefined;
}

/** The texts that a key takes; of `parameters` also a comma-separated list, whose names are checked when it is read. */
interface KnownTexts {
  frequency: Frequency;
  response_format: ResponseFormat;
  tracking_mode: TrackingMode;
  parameters: ParameterName | "all" | `${string},${string}`;
}

/** The literals of a type that its key does not take; a `string` may be any text. */
type Wrong<Given, Known> = Given extends string
  ? string extends Given
    ? never
    : Exclude<Given, Known>
  : Given extends readonly (infer Item)[]
    ? Wrong<Item, Known>
    : never;

/**
 * A query whose unknown keys and values fail to compile: with literal types, such as those of a variable `as const`,
 * `surface_tlit` or a `frequency` of "2_hours" is a type error. Anything else is refused when the query is read.
 * @experimental
 */
export type CheckedQuery<Query> = Query & {
  readonly [Key in keyof Query]: Key extends keyof KnownTexts
    ? [Wrong<Query[Key], KnownTexts[Key]>] extends [never]
      ? unknown
      : KnownTexts[Key]
    : Key extends keyof ObservationQuery | keyof ObservationRequest
      ? unknown
      : never;
};

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
  /** Name or offset; undefined: UTC. */
  readonly zone?: string | undefined;
  readonly surfaceAzimuth: number;
  readonly surfaceTilt: number;
  readonly trackingMode: TrackingMode;
  /** "flat", "auto" or 360 elevations in degrees, index = azimuth. */
  readonly horizon: "flat" | "auto" | readonly number[];
  /** Unrounded period, Unix ms; undefined = the weather's own. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** Notices on what the query left open or set without effect; the diagnostics of a computation begin with them. */
  readonly notices: readonly Notice[];
}

/** Description of a parameter in a response, from either catalogue. */
export interface AnyDescriptor {
  name: string;
  description: string;
  unit: { name: string; description: string };
  aggregation_method: "average" | "sum";
}

/** @experimental */
export interface ParameterDescriptor extends AnyDescriptor {
  name: ParameterName;
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

/** A notice for the user; not part of the response. @experimental */
export interface Notice {
  code: string;
  message: string;
  /** The numbers and names in the message, for those who say it in another language. Of some codes alone. */
  facts?: { readonly [name: string]: number | string } | undefined;
}

/** Corrections made to the weather, counted in weather intervals (or output intervals where stated). */
export interface Diagnostics {
  counts: { [name: string]: number };
  notices: Notice[];
}

/**
 * The rows of a response: `start` in Unix ms, `interval` in seconds, `count` of intervals. Days, months and years, which differ in
 * length, have `edges`: where each begins, and after the last its end, in Unix ms; their `interval` is NaN.
 * @experimental
 */
export interface Intervals {
  start: number;
  interval: number;
  count: number;
  edges?: Float64Array | undefined;
  /** Zone in which times are written, a name or an offset; undefined: UTC. */
  zone?: string | undefined;
}

/** The response in typed arrays: full precision, NaN = missing, `null` = not requested. */
export interface ObservationColumns extends Intervals {
  values: { [name in ValueName]: Float64Array | null };
  extra: { [name: string]: Float64Array };
  meta: ObservationMetadata;
  diagnostics: Diagnostics;
}
