/** The accelerator: opened once, then given batches of sites, which it divides into tiles for the device. */
import { MissingPackageError } from "../../foundation/packages.js";
import { DeviceAccelerator } from "./device/device-accelerator.js";
import { EngineAccelerator, fallbackNotice } from "./engine-accelerator.js";
import { GpuError } from "./errors.js";
import type { Accelerator, AcceleratorOptions } from "./types.js";

const DEFAULT_TILE_BYTES = 1 << 26;

/**
 * Opens an accelerator. Its kernel is compiled and compared with the engine on a small batch before the function returns.
 *
 * @throws TypeError, RangeError for the options
 * @throws MissingPackageError with the command that installs the package; GpuError with `code`
 */
export async function openAccelerator(options: AcceleratorOptions = {}): Promise<Accelerator> {
  const { backend = "webgpu", fallback = false, tileBytes = DEFAULT_TILE_BYTES } = options;
  const form = options.form ?? (backend === "webgpu" ? "fused" : "portable");
  if (typeof backend !== "string") throw new TypeError(`backend must be a name, got ${String(backend)}`);
  if (form !== "fused" && form !== "portable") throw new RangeError(`form must be fused or portable, got ${form}`);
  if (form === "fused" && backend !== "webgpu") {
    throw new RangeError(`the fused form needs the backend "webgpu", got "${backend}"`);
  }
  if (!(tileBytes >= 1024)) throw new RangeError(`tileBytes must be at least 1024, got ${tileBytes}`);
  try {
    return await DeviceAccelerator.open({ ...options, backend, form, fallback, tileBytes });
  } catch (error) {
    if (!fallback || !(error instanceof GpuError || error instanceof MissingPackageError)) throw error;
    const notice = fallbackNotice(error);
    options.onNotice?.(notice);
    return new EngineAccelerator(notice);
  }
}
