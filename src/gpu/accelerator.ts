/** The accelerator: opened once, then given batches of sites; it cuts them into tiles that the device takes. */

import { MissingPackageError } from "../bulk/files/packages.js";
import type { Notice } from "../observation/types.js";
import { type Batch, prepareBatch, prepareTile, type Tile } from "./batch.js";
import { engineSites } from "./cpu.js";
import { GpuError } from "./errors.js";
import { FusedForm, type TileResult } from "./fused.js";
import { PortableForm } from "./portable.js";
import { type AcceleratorRequest, type CheckedRequest, checkRequest } from "./request.js";
import { type AcceleratorResult, Collector } from "./result.js";
import { dropRuntime, openRuntime, type Runtime } from "./runtime.js";
import { compareWithEngine, selfTestRequest } from "./self-test.js";

export interface AcceleratorOptions {
  /**
   * "webgpu" (default), or the name of another tfjs backend: "tensorflow" loads @tensorflow/tfjs-node, every other must
   * have been imported and so registered by the caller ("cpu", "wasm", "webgl").
   */
  readonly backend?: string | undefined;
  /** "fused": one kernel (webgpu only, its default). "portable": plain tfjs operations. */
  readonly form?: "fused" | "portable" | undefined;
  /** Where no device can be had: an accelerator that runs the CPU engine, with a notice, in place of an error. */
  readonly fallback?: boolean | undefined;
  /** Bytes of results per tile, at most. Default 64 MiB. */
  readonly tileBytes?: number | undefined;
  /** Told why the CPU engine is used. */
  readonly onNotice?: ((notice: Notice) => void) | undefined;
}

/** What the last computation cost. */
export interface AcceleratorStatistics {
  readonly tiles: number;
  /** Launches of the fused kernel, or runs of the portable chain: one per tile. */
  readonly launches: number;
  /** Cells: sites × intervals × outputs. */
  readonly cells: number;
  /** Bytes sent and received per cell. */
  readonly bytesPerCell: number;
  /** ms that handing a tile over took, mean over the tiles. */
  readonly enqueueTime: number;
}

export interface Accelerator {
  /** "cpu" is the fallback. */
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
  /** Frees everything on the device; safe to be called twice. */
  close(): Promise<void>;
}

const DEFAULT_TILE_BYTES = 2 ** 26;
/** Tiles under way at once: the next one is prepared while the device works. */
const TILES_UNDER_WAY = 2;

/**
 * Opens an accelerator. Its kernel is compiled and compared with the engine on a small batch before it is handed out.
 *
 * @throws MissingPackageError with the command that installs what is missing; GpuError with `code`
 */
export async function openAccelerator(options: AcceleratorOptions = {}): Promise<Accelerator> {
  const { backend = "webgpu", fallback = false, tileBytes = DEFAULT_TILE_BYTES } = options;
  const form = options.form ?? (backend === "webgpu" ? "fused" : "portable");
  if (form !== "fused" && form !== "portable") throw new RangeError(`form must be fused or portable, got ${form}`);
  if (form === "fused" && backend !== "webgpu") {
    throw new RangeError(`the fused form is for the backend "webgpu" only, got "${backend}"`);
  }
  if (!(tileBytes >= 1024)) throw new RangeError(`tileBytes must be at least 1024, got ${tileBytes}`);
  try {
    return await DeviceAccelerator.open(backend, form, tileBytes, options);
  } catch (error) {
    if (!fallback || !(error instanceof GpuError || error instanceof MissingPackageError)) throw error;
    return new EngineAccelerator(unavailable(error, options.onNotice));
  }
}

function unavailable(error: unknown, onNotice: AcceleratorOptions["onNotice"]): Notice {
  const message = error instanceof Error ? error.message : String(error);
  const notice = { code: "gpu-fallback", message: `the CPU engine computes in place of the accelerator: ${message}` };
  onNotice?.(notice);
  return notice;
}

/** What the two forms have in common. */
interface Form {
  sitesPerTile(batch: Batch, tileBytes: number): number;
  launch(batch: Batch, tile: Tile): Promise<TileResult>;
  release(): void;
}

class DeviceAccelerator implements Accelerator {
  readonly form: "fused" | "portable";
  readonly backend: string;
  readonly adapter: string;
  readonly notices: Notice[] = [];
  statistics: AcceleratorStatistics | null = null;
  private readonly runtime: Runtime;
  private readonly chain: Form;
  private readonly options: AcceleratorOptions;
  private readonly tileBytes: number;
  private readonly lost: Promise<never>;
  private engine: EngineAccelerator | null = null;
  private previous: Promise<unknown> = Promise.resolve();
  private last: Batch | null = null;
  private closed = false;

  static async open(
    backend: string,
    form: "fused" | "portable",
    tileBytes: number,
    options: AcceleratorOptions,
  ): Promise<DeviceAccelerator> {
    const runtime = await openRuntime(backend);
    const accelerator = new DeviceAccelerator(runtime, form, tileBytes, options);
    try {
      await accelerator.test();
    } catch (error) {
      await accelerator.close();
      throw error;
    }
    return accelerator;
  }

  private constructor(runtime: Runtime, form: "fused" | "portable", tileBytes: number, options: AcceleratorOptions) {
    this.runtime = runtime;
    this.form = form;
    this.tileBytes = tileBytes;
    this.options = options;
    this.backend = runtime.backend;
    this.adapter = runtime.adapter;
    this.chain = form === "fused" ? new FusedForm(runtime) : new PortableForm(runtime);
    this.lost = this.watchDevice();
  }

  /** Rejects when the device goes away for any other reason than `close()`. */
  private watchDevice(): Promise<never> {
    const lost = new Promise<never>((_, reject) => {
      this.runtime.device?.lost.then(({ reason, message }) => {
        if (this.closed) return;
        dropRuntime(this.backend);
        reject(new GpuError("ERR_GPU_DEVICE_LOST", `the device went away (${reason || "unknown"}): ${message}`));
      });
    });
    lost.catch(() => {}); // looked at by whoever computes
    return lost;
  }

  private async test(): Promise<void> {
    const request = checkRequest(selfTestRequest());
    const batch = prepareBatch(request);
    const { values } = await this.runTile(batch, prepareTile(batch, 0, request.sites.length));
    const at = (p: number, site: number, j: number) => values[(p * request.sites.length + site) * request.count + j]!;
    compareWithEngine(request, at, this.adapter);
  }

  /** A tile under an error scope: a kernel that does not compile, or does not fit, would give zeros without a word. */
  private async runTile(batch: Batch, tile: Tile): Promise<TileResult> {
    const { tf, device } = this.runtime;
    if (tf.getBackend() !== this.backend) await tf.setBackend(this.backend);
    device?.pushErrorScope("validation");
    device?.pushErrorScope("out-of-memory");
    const running = this.launch(batch, tile);
    const errors = device ? [device.popErrorScope(), device.popErrorScope()] : [];
    running.catch(() => {}); // awaited below, unless the device goes first
    const found = (await Promise.race([Promise.all(errors), this.lost])).find((error) => error !== null);
    const result = await Promise.race([running, this.lost]);
    if (found) throw new GpuError("ERR_GPU_KERNEL", `${this.adapter} refuses the kernel: ${found.message}`);
    return result;
  }

  private async launch(batch: Batch, tile: Tile): Promise<TileResult> {
    try {
      return await this.chain.launch(batch, tile);
    } catch (cause) {
      if (cause instanceof GpuError) throw cause;
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new GpuError("ERR_GPU_KERNEL", `${this.adapter} fails to run the chain: ${message}`, { cause });
    }
  }

  async compute(request: AcceleratorRequest): Promise<AcceleratorResult> {
    const running = this.previous.then(() => this.computeNow(request));
    this.previous = running.catch(() => {});
    return running;
  }

  private async computeNow(request: AcceleratorRequest): Promise<AcceleratorResult> {
    if (this.closed) throw new GpuError("ERR_GPU_CLOSED", "the accelerator has been closed");
    const checked = checkRequest(request);
    if (this.engine) return this.engine.compute(request);
    try {
      return await this.onDevice(checked);
    } catch (error) {
      if (!(this.options.fallback && error instanceof GpuError && error.code === "ERR_GPU_DEVICE_LOST")) throw error;
      const notice = unavailable(error, this.options.onNotice);
      this.notices.push(notice);
      this.engine = new EngineAccelerator(notice);
      return this.engine.compute(request);
    }
  }

  private async onDevice(checked: CheckedRequest): Promise<AcceleratorResult> {
    const collector = new Collector(checked);
    if (checked.device.length === 0) return collector.result();
    const batch = prepareBatch(checked, this.last);
    this.last = batch;
    const perTile = this.chain.sitesPerTile(batch, this.tileBytes);
    const underWay: Promise<void>[] = [];
    let [tiles, enqueued, bytes] = [0, 0, batch.times.byteLength];
    for (let from = 0; from < checked.sites.length; from += perTile) {
      if (underWay.length >= TILES_UNDER_WAY) await underWay.shift();
      const tile = prepareTile(batch, from, Math.min(from + perTile, checked.sites.length));
      tiles++;
      bytes += tile.sites.byteLength + tile.weather.values.byteLength + (tile.own?.byteLength ?? 0);
      const done = this.runTile(batch, tile).then((result) => {
        enqueued += result.enqueued;
        bytes += result.values.byteLength;
        collector.take(tile, result.values);
      });
      done.catch(() => {});
      underWay.push(done);
    }
    for (const done of underWay) await done;
    const cells = checked.sites.length * checked.count * checked.device.length;
    this.statistics = { tiles, launches: tiles, cells, bytesPerCell: bytes / cells, enqueueTime: enqueued / tiles };
    return collector.result();
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.previous;
    this.chain.release();
    this.runtime.release();
  }
}

/** The engine in the accelerator's clothes. */
class EngineAccelerator implements Accelerator {
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
