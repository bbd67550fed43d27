/** Arguments and results of the accelerator. */

import type { ValueName } from "../../data/contract/observation/parameters.js";
import type { Notice } from "../../data/contract/observation/types.js";
import type { GriddedWeather } from "../../data/weather/gridded.js";
import type { WeatherSeries } from "../../data/weather/series.js";
import type { NdArray } from "../../foundation/arrays/types.js";

/** As `context.closure` of the engine. */
export type Closure = "keep-global" | "keep-diffuse" | "component-sum";

/** A place and its plane. */
export interface SiteInput {
  /** Degrees north, −90…90. */
  readonly latitude: number;
  /** Degrees east, −180…180. */
  readonly longitude: number;
  /** Metres above sea level, −500…9000. Default 0. */
  readonly altitude?: number | undefined;
  /** Degrees from the horizontal, 0…90. Default 0. */
  readonly surfaceTilt?: number | undefined;
  /** Degrees from north, clockwise, 0…360. Default 0. */
  readonly surfaceAzimuth?: number | undefined;
  /** "1_axis": the interface's tracker (horizontal north–south axis, ±45°, backtracking). Default "none". */
  readonly trackingMode?: "none" | "1_axis" | undefined;
  /** 360 elevations in degrees, 0 ≤ value < 90, index = azimuth. Default: flat. */
  readonly horizon?: ArrayLike<number> | null | undefined;
  /** Linke turbidity where the weather has none: one value or 12 months, 1…15. Default 3. */
  readonly linkeTurbidity?: number | ArrayLike<number> | undefined;
  /** Ground albedo where the weather has none, 0…1. Default 0.2, rising with the weather's snow depth. */
  readonly albedo?: number | undefined;
}

/** A batch of sites that share one grid of times. */
export interface AcceleratorRequest {
  readonly sites: readonly SiteInput[];
  /**
   * One series for all sites or one for each, of the same start, interval (60, 900 or 3600 s, aligned in UTC) and length; or
   * arrays [site, time]. Values are averages. Output has the intervals of the weather.
   */
  readonly weather: WeatherSeries | readonly WeatherSeries[] | GriddedWeather;
  readonly parameters: readonly ValueName[];
  /** Equal sub-steps per interval, 1…16. Default 4. */
  readonly subSteps?: number | undefined;
  /** As `context.closure` of the engine. Default "keep-global". */
  readonly closure?: Closure | undefined;
  /**
   * "none": a value per interval. "month": means over UTC months. A list: means over stretches of intervals, given by
   * the first interval of each (ascending, from 0), the same for all sites or one list for each. A mean is over the
   * existing values.
   */
  readonly aggregate?: "none" | "month" | readonly number[] | readonly (readonly number[])[] | undefined;
}

/** A site with every default filled in. */
export interface AcceleratorSite {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
  readonly surfaceTilt: number;
  readonly surfaceAzimuth: number;
  readonly tracked: boolean;
  readonly horizon: ArrayLike<number> | null;
  readonly linkeTurbidity: number | readonly number[];
  readonly albedo: number | undefined;
}

/** Results of a batch: an array [site, time] per parameter, NaN = missing. All are views on one buffer. @experimental */
export interface AcceleratorResult {
  /** Unix ms of the first interval. */
  readonly start: number;
  /** Seconds of an interval. */
  readonly interval: number;
  /** Values per site: intervals, or the most stretches that a site has. */
  readonly count: number;
  /** Means: W/m², W/kWp, °C, mm or degrees. `ndarray`s whose `data` is their own part of the buffer, site after site. */
  readonly values: { readonly [name in ValueName]?: NdArray<Float32Array> };
  /** With `aggregate`: how many intervals of the stretch have a value, as `values`. */
  readonly found: { readonly [name in ValueName]?: NdArray<Float32Array> } | null;
}

export interface AcceleratorOptions {
  /**
   * "webgpu" (default), or the name of another tfjs backend: "tensorflow" loads @tensorflow/tfjs-node, every other must
   * have been imported and so registered by the caller ("cpu", "wasm", "webgl").
   */
  readonly backend?: string | undefined;
  /** "fused": one kernel (webgpu only, its default). "portable": plain tfjs operations. */
  readonly form?: "fused" | "portable" | undefined;
  /** Where no device can be had, or it is lost: the CPU engine, with a notice, in place of an error. Default false. */
  readonly fallback?: boolean | undefined;
  /** Bytes of results per tile, at most. Default 64 MiB. */
  readonly tileBytes?: number | undefined;
  /** Told why the CPU engine is used. */
  readonly onNotice?: ((notice: Notice) => void) | undefined;
}

/** Time and memory of the last computation. */
export interface AcceleratorStatistics {
  readonly tiles: number;
  /** Of the fused kernel: one per tile. Of the portable form: operations, up to 1,300 per tile. */
  readonly launches: number;
  /** Cells: sites × intervals. */
  readonly cells: number;
  /** Bytes sent and received, all outputs together, per cell. */
  readonly bytesPerCell: number;
  /** ms that handing a tile over took, mean over the tiles. The first of a kind of request includes the compilation. */
  readonly enqueueTime: number;
}

export interface Accelerator {
  /** "cpu" is the fallback, from the beginning or since the device was lost. */
  readonly form: "fused" | "portable" | "cpu";
  readonly backend: string;
  /** Name of the device, from the driver. */
  readonly adapter: string;
  readonly notices: readonly Notice[];
  readonly statistics: AcceleratorStatistics | null;
  /**
   * Computes a batch. One at a time: a second call waits for the first.
   *
   * @throws TypeError, RangeError for the request, WeatherError for weather, GpuError
   */
  compute(request: AcceleratorRequest): Promise<AcceleratorResult>;
  /** Frees everything on the device once running computations end; may be called twice. */
  close(): Promise<void>;
}
