/** Errors of accelerators; a missing package is a `MissingPackageError`. */

/**
 * - `ERR_GPU_NO_ADAPTER`: there is no device, or no driver for it
 * - `ERR_GPU_BACKEND`: a tfjs backend that is not registered or failed to start
 * - `ERR_GPU_KERNEL`: the kernel does not compile or run on this device
 * - `ERR_GPU_MISMATCH`: the device's results differ from the f64 engine's
 * - `ERR_GPU_DEVICE_LOST`: the device was lost while computing
 * - `ERR_GPU_UNSUPPORTED`: the request needs a feature that the device chain does not have
 * - `ERR_GPU_CLOSED`: the accelerator was used after `close()`
 */
export type GpuErrorCode =
  | "ERR_GPU_NO_ADAPTER"
  | "ERR_GPU_BACKEND"
  | "ERR_GPU_KERNEL"
  | "ERR_GPU_MISMATCH"
  | "ERR_GPU_DEVICE_LOST"
  | "ERR_GPU_UNSUPPORTED"
  | "ERR_GPU_CLOSED";

/** An accelerator that cannot be opened, or a request that it cannot compute; `code` says which. @experimental */
export class GpuError extends Error {
  override readonly name = "GpuError";
  readonly code: GpuErrorCode;

  constructor(code: GpuErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
