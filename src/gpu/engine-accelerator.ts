/** The engine with the interface of an accelerator, as fallback. */
import type { Notice } from "../contract/observation/types.js";
import type { MissingPackageError } from "../packages.js";
import { engineSites } from "./engine-reference.js";
import { GpuError } from "./errors.js";
import { checkRequest } from "./request.js";
import { Collector } from "./result.js";
import type { Accelerator, AcceleratorRequest, AcceleratorResult } from "./types.js";

/** The notice that the engine computes instead, and why. */
export function fallbackNotice(cause: GpuError | MissingPackageError): Notice {
  return {
    code: "gpu-fallback",
    message: `the CPU engine computes instead of the accelerator: ${cause.message}`,
  };
}

/** Computes on this thread, in f64; columns are f32, as the device's. */
export class EngineAccelerator implements Accelerator {
  readonly form = "cpu";
  readonly backend = "cpu";
  readonly adapter = "f64 engine";
  readonly statistics = null;
  readonly notices: readonly Notice[];
  private closed = false;

  constructor(notice: Notice) {
    this.notices = [notice];
  }

  async compute(request: AcceleratorRequest): Promise<AcceleratorResult> {
    if (this.closed) throw new GpuError("ERR_GPU_CLOSED", "the accelerator has been closed");
    const checked = checkRequest(request);
    const collector = new Collector(checked);
    let site = 0;
    for (const values of engineSites(checked)) collector.takeSite(site++, values);
    return collector.result();
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}
