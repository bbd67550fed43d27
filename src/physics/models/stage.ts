/** How a model takes part in the pipeline: which columns it reads and writes, on which grid, and how far it looks. */

/** @experimental */
export type Family = "clear-sky" | "decomposition" | "transposition" | "pv";

/**
 * Columns of the weather grid (one row per weather interval). Irradiances are interval means in W/m².
 * Geometry is that of the interval: see `engine/weather-grid/interval-sky.ts`.
 * @experimental
 */
export type WeatherGridColumn =
  | "time" // Unix ms of the interval's centre
  | "ghi"
  | "kt" // clearness index: mean GHI / mean extraterrestrial horizontal
  | "extraterrestrialHorizontal" // mean of E0·max(cos z, 0)
  | "extraterrestrialNormal" // E0, mean over the part with light; the solar constant in the night
  | "apparentZenith" // deg: acos of the mean apparent cos z over the sunlit part; 90 when there is none
  | "zenith" // deg: the same without refraction
  | "sunlitFraction" // share of the interval with apparent elevation > 0
  | "relativeAirmass" // Kasten–Young at apparentZenith
  | "clearGhi"
  | "clearDirectHorizontal"
  | "clearDhi"
  | "pressure" // Pa
  | "temperature"
  | "dewPoint"
  | "precipitableWater" // cm
  | "diffuseFraction"; // written by the decomposition: DHI / GHI, 0…1

/** Columns of the compute grid (one row per sub-step). Angles are apparent (refracted) unless said. @experimental */
export type ComputeGridColumn =
  | "time" // Unix ms of the instant that stands for the sub-step (its node)
  | "extraterrestrialNormal" // W/m²
  | "east" // apparent unit vector to the sun
  | "north"
  | "up" // = cos z
  | "elevation" // deg
  | "relativeAirmass" // Kasten–Young, capped at its value at the horizon
  | "pressure" // Pa
  | "linkeTurbidity"
  | "aerosolOpticalDepth"
  | "precipitableWater"
  | "clearGhi"
  | "clearDni"
  | "clearDhi"
  | "ghi"
  | "dni"
  | "dhi"
  | "temperature"
  | "windSpeed"
  | "snowDepth"
  | "albedo"
  | "cosIncidence" // of the beam on the plane, not clipped
  | "cosTilt"
  | "circumsolar" // F1: share of DHI that comes from the sun's direction
  | "isotropic" // plane's isotropic sky share per unit DHI before the circumsolar part is taken out, (1 + cos β)/2 by default
  | "horizonBand" // F2·sin β: brightening of the horizon per unit DHI
  // Light on the plane, W/m²; a PV stage gets these, ghi, dni and dhi as the horizon lets them through where that is asked.
  | "directTilted"
  | "diffuseTilted" // sky and ground-reflected: the latter is ghi·albedo·(1 − cosTilt)/2
  | "globalTilted"
  | "pv"; // W per kWp

/** @experimental */
export type Column = WeatherGridColumn | ComputeGridColumn;

/** The data of the place that a model may use. Latitude, longitude in degrees, altitude in metres. @experimental */
export interface Site {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
}

/** What a PV stage gets of planes in rows (`context.rows`) besides, W/m². */
export interface RowColumns {
  /** The ground-reflected part of `diffuseTilted`. */
  readonly groundTilted?: Float64Array | undefined;
  /** On the rear side. */
  readonly rear?: Float64Array | undefined;
}

/** Rows [from, to) to work on; rows [first, last) around them may be read (the halo of a stage with reach). @experimental */
export interface Block {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
  readonly columns: { readonly [name in Column]: Float64Array } & RowColumns;
  /** Length of a weather interval in seconds, on either grid. */
  readonly interval: number;
}

/**
 * How far a model looks: at so many neighbours on each side, at a span that it needs whole, or at the seconds before the end
 * of its own interval and so many neighbours after it. Of several, the farthest counts.
 */
export type Reach =
  | number
  | "hour"
  | "day"
  | "series"
  | { readonly before: number; readonly after: number }
  | readonly Reach[];

/** What a clear sky was fitted for. */
export interface FittedRange {
  /** Highest, in m. */
  readonly altitude: number;
  /** Largest, at 550 nm. */
  readonly aerosolOpticalDepth?: number | undefined;
  /** Least and most, in cm. */
  readonly precipitableWater?: readonly [least: number, most: number] | undefined;
}

/** A model in the pipeline. @experimental */
export interface Stage<Options = unknown, Prepared = unknown> {
  readonly name: string;
  readonly family: Family;
  readonly grid: "weather" | "compute";
  readonly reach: Reach;
  readonly reads: readonly Column[];
  readonly writes: readonly Column[];
  /** Names of the options it takes: others are refused. Absent: it checks them itself, or takes none (`prepare` has one parameter). */
  readonly accepts?: readonly string[] | undefined;
  /** m/s that it takes where the weather has no wind: a notice tells of gaps. */
  readonly assumedWind?: number | undefined;
  /** Of a clear sky: what its formulas were fitted for; a notice tells where a site or its weather is beyond. */
  readonly fitted?: FittedRange | undefined;
  /** @param hasRows whether the planes stand in rows (`context.rows`) */
  prepare(site: Site, options: Options, hasRows?: boolean): Prepared;
  run(block: Block, prepared: Prepared): void;
}

/** Attaches a stage to its public function, so that one import serves both uses. Pure: bundlers may drop it. */
export function withStage<Fn extends (...args: never[]) => unknown, Options, Prepared>(
  fn: Fn,
  stage: Stage<Options, Prepared>,
): Fn & { readonly stage: Stage<Options, Prepared> } {
  return Object.assign(fn, { stage });
}
