/**
 * Site × time grids on a GPU through tfjs (docs/how-to/gpu.md). tfjs and WebGPU are optional packages, loaded by
 * `openAccelerator`.
 */
export type { NdArray, NdArrayLike } from "../arrays/types.js";
export { MissingPackageError } from "../packages.js";
export type { GriddedWeather } from "../weather/gridded.js";
export { openAccelerator } from "./accelerator.js";
export { GpuError, type GpuErrorCode } from "./errors.js";
export type {
  Accelerator,
  AcceleratorOptions,
  AcceleratorRequest,
  AcceleratorResult,
  AcceleratorStatistics,
  SiteInput,
} from "./types.js";
