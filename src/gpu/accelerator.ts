/** The accelerator: opened once, then given batches of sites; it cuts them into tiles that the device takes. */
import type { Notice } from "../observation/types.js";
import { MissingPackageError } from "../packages.js";
import { DeviceAccelerator } from "./device-accelerator.js";
import { EngineAccelerator, fallbackNotice } from "./engine-accelerator.js";
import { GpuError } from "./errors.js";
import type { AcceleratorRequest } from "./request.js";
import type { AcceleratorResult } from "./result.js";

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

/** What the last computation cost. */
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
  /** Who computes, as the driver names it. */
  readonly adapter: string;
  readonly notices: readonly Notice[];
  readonly statistics: AcceleratorStatistics | null;
  /**
   * Computes a batch. One at a time: a second call waits for the first.
   *
   * @throws TypeError, RangeError for the request, WeatherError for a series, GpuError
   */
  compute(request: AcceleratorRequest): Promise<AcceleratorResult>;
  /** Frees everything on the device, after what is under way; safe to be called twice. */
  close(): Promise<void>;
}

const DEFAULT_TILE_BYTES = 1 << 26;

/**
 * Opens an accelerator. Its kernel is compiled and compared with the engine on a small batch before it is handed out.
 *
 * @throws TypeError, RangeError for the options
 * @throws MissingPackageError with the command that installs what is missing; GpuError with `code`
 */
export async function openAccelerator(options: AcceleratorOptions = {}): Promise<Accelerator> {
  const { backend = "webgpu", fallback = false, tileBytes = DEFAULT_TILE_BYTES } = options;
  const form = options.form ?? (backend === "webgpu" ? "fused" : "portable");
  if (typeof backend !== "string") throw new TypeError(`backend must be a name, got ${String(backend)}`);
  if (form !== "fused" && form !== "portable") throw new RangeError(`form must be fused or portable, got ${form}`);
  if (form === "fused" && backend !== "webgpu") {
    throw new RangeError(`the fused form is for the backend "webgpu" only, got "${backend}"`);
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
