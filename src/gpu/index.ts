/**
 * Site × time grids on a GPU through tfjs (docs/gpu.md). tfjs and WebGPU are optional packages, loaded by
 * `openAccelerator`.
 */
export { MissingPackageError } from "../packages.js";
export {
  type Accelerator,
  type AcceleratorOptions,
  type AcceleratorStatistics,
  openAccelerator,
} from "./accelerator.js";
export { GpuError, type GpuErrorCode } from "./errors.js";
export type { AcceleratorRequest, SiteInput } from "./request.js";
export type { AcceleratorResult } from "./result.js";
