/**
 * Site × time grids on a GPU through tfjs (docs/how-to/gpu.md). tfjs and WebGPU are optional packages, loaded by
 * `openAccelerator`.
 */

export { MissingPackageError } from "../../foundation/packages.js";
export { openAccelerator } from "./accelerator.js";
export { GpuError } from "./errors.js";
export type { Accelerator, AcceleratorOptions, AcceleratorResult } from "./types.js";
