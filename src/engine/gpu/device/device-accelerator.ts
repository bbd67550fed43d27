/** A batch on a device: tiles, error scopes, and the loss of the device. */

import type { Notice } from "../../../data/contract/observation/types.js";
import type { WeatherSeries } from "../../../data/weather/series.js";
import { sin } from "../../../foundation/math/index.js";
import { HOUR } from "../../../foundation/time/calendar.js";
import { EngineAccelerator, engineColumns, fallbackNotice } from "../engine-accelerator.js";
import { GpuError } from "../errors.js";
import { type Batch, prepareBatch, prepareTile, type Tile, type TimeTables } from "../inputs/batch.js";
import { type CheckedRequest, checkRequest } from "../request.js";
import { Collector } from "../result.js";
import type {
  Accelerator,
  AcceleratorOptions,
  AcceleratorRequest,
  AcceleratorResult,
  AcceleratorStatistics,
} from "../types.js";
import { FusedForm, type TileResult } from "./fused.js";
import { PortableForm } from "./portable.js";
import { openRuntime, type Runtime } from "./runtime.js";

/** Tolerance for the difference from the engine, W/m² (W/kWp): several times the largest seen on millions of cells. */
export const TOLERANCE = 0.02;
const DAYS = 20;

/**
 * Twenty days of March, three sites with all features of the chain, whose own data are at different positions in the
 * tables: enough to detect a faulty device.
 */
function selfTestRequest(): AcceleratorRequest {
  const hills = (at: number) => Float64Array.from({ length: 360 }, (_, azimuth) => 6 + 6 * sin(azimuth / 20 + at));
  const months = Float64Array.from({ length: 12 }, (_, month) => 3 + sin(month / 2));
  const places = [
    { latitude: 47.3, longitude: 8.5, altitude: 400, surfaceTilt: 35, surfaceAzimuth: 170, horizon: hills(0) },
    { latitude: -23.7, longitude: 133.9, altitude: 550, trackingMode: "1_axis", linkeTurbidity: 4, albedo: 0.3 },
    { latitude: 61.2, longitude: -149.9, trackingMode: "1_axis", linkeTurbidity: months, horizon: hills(2) },
  ] as const;
  return {
    sites: places,
    weather: places.map(({ longitude }) => testWeather(longitude)),
    parameters: [
      "global_horizontal_irradiance",
      "direct_normal_irradiance",
      "global_tilted_irradiance",
      "diffuse_tilted_irradiance",
      "pv_production_with_shading",
      "global_clear_sky_irradiance",
    ],
  };
}

/** Broken cloud by a sine: some hours with all components, some with only GHI. */
function testWeather(longitude: number): WeatherSeries {
  const n = DAYS * 24;
  const column = (value: (j: number, day: number) => number) => {
    return Float64Array.from({ length: n }, (_, j) =>
      value(j, Math.max(sin(((j + longitude / 15 - 6) * Math.PI) / 12), 0)),
    );
  };
  return {
    start: Date.UTC(2023, 2, 11),
    interval: HOUR / 1000,
    columns: {
      global_horizontal_irradiance: column((j, day) => 800 * day * (0.6 + 0.4 * sin(1.7 * j))),
      diffuse_horizontal_irradiance: column((j, day) =>
        j % 3 === 0 ? Number.NaN : 150 * day * (1 + 0.5 * sin(2.3 * j)),
      ),
      temperature: column((j) => 15 + 10 * sin(0.1 * j)),
    },
  };
}

/** @throws GpuError ERR_GPU_MISMATCH that names the worst value */
function compareWithEngine(
  request: CheckedRequest,
  valueAt: (output: number, site: number, interval: number) => number,
  adapter: string,
): void {
  let worst = { difference: 0, text: "" };
  request.sites.forEach((site, k) => {
    const values = engineColumns(request, site, k);
    request.device.forEach((name, p) => {
      const expected = values[name as keyof typeof values]!;
      for (let j = 0; j < request.count; j++) {
        const [got, wanted] = [valueAt(p, k, j), expected[j]!];
        if (Number.isNaN(got) && Number.isNaN(wanted)) continue;
        const difference = Number.isNaN(got - wanted) ? Number.POSITIVE_INFINITY : Math.abs(got - wanted);
        if (difference > worst.difference) {
          worst = { difference, text: `${name} of site ${k}, interval ${j}: expected ${wanted}, got ${got}` };
        }
      }
    });
  });
  if (worst.difference <= TOLERANCE) return;
  throw new GpuError(
    "ERR_GPU_MISMATCH",
    `${adapter} does not agree with the engine (limit ${TOLERANCE} W/m²): ${worst.text}`,
  );
}

/** Tiles in flight: the next one is prepared while the device works. */
const TILES_UNDER_WAY = 2;

/** Options with every default filled in. */
export interface DeviceOptions extends AcceleratorOptions {
  readonly backend: string;
  readonly form: "fused" | "portable";
  readonly fallback: boolean;
  readonly tileBytes: number;
}

/** Methods that both forms have. */
interface Form {
  sitesPerTile(batch: Batch, tileBytes: number): number;
  launch(batch: Batch, tile: Tile): Promise<TileResult>;
  release(): void;
}

export class DeviceAccelerator implements Accelerator {
  statistics: AcceleratorStatistics | null = null;
  private readonly runtime: Runtime;
  private readonly chain: Form;
  private readonly options: DeviceOptions;
  private readonly ownNotices: Notice[] = [];
  /** The fallback if the device is lost. */
  private engine: EngineAccelerator | null = null;
  private lost: GpuError | null = null;
  /** Callbacks of those waiting for the device, called when it is lost. */
  private readonly waiting = new Set<(lost: GpuError) => void>();
  private previous: Promise<unknown> = Promise.resolve();
  private lastTimes: TimeTables | null = null;
  private state: "open" | "closing" | "released" = "open";

  /** @throws MissingPackageError, GpuError */
  static async open(options: DeviceOptions): Promise<DeviceAccelerator> {
    const accelerator = new DeviceAccelerator(await openRuntime(options.backend), options);
    try {
      await accelerator.test();
    } catch (error) {
      await accelerator.close();
      throw error;
    }
    return accelerator;
  }

  private constructor(runtime: Runtime, options: DeviceOptions) {
    this.runtime = runtime;
    this.options = options;
    this.chain = options.form === "fused" ? new FusedForm(runtime) : new PortableForm(runtime);
    runtime.device?.lost.then(({ reason, message }) => this.onLost(reason, message));
  }

  get form(): Accelerator["form"] {
    return this.engine?.form ?? this.options.form;
  }

  get backend(): string {
    return this.engine?.backend ?? this.options.backend;
  }

  get adapter(): string {
    return this.engine?.adapter ?? this.runtime.adapter;
  }

  get notices(): readonly Notice[] {
    return this.ownNotices;
  }

  async compute(request: AcceleratorRequest): Promise<AcceleratorResult> {
    const running = this.previous.then(() => this.computeNow(request));
    this.previous = running.catch(() => {});
    return running;
  }

  async close(): Promise<void> {
    if (this.state !== "open") return;
    this.state = "closing";
    await this.previous;
    this.state = "released";
    this.chain.release();
    this.runtime.release();
  }

  /** Compares one tile with the engine, using all features of the chain. */
  private async test(): Promise<void> {
    const request = checkRequest(selfTestRequest());
    const batch = prepareBatch(request);
    const { values } = await this.runTile(batch, prepareTile(batch, 0, request.sites.length));
    const at = (p: number, site: number, j: number) => values[(p * request.sites.length + site) * request.count + j]!;
    compareWithEngine(request, at, this.adapter);
  }

  private onLost(reason: string, message: string): void {
    if (this.state === "released") return;
    this.lost = new GpuError("ERR_GPU_DEVICE_LOST", `the device was lost (${reason || "unknown"}): ${message}`);
    this.runtime.drop();
    for (const reject of this.waiting) reject(this.lost);
    this.waiting.clear();
  }

  /** The promise, or the error of a device that is lost meanwhile, when the promise may never settle. */
  private unlessLost<Value>(promise: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.lost) reject(this.lost);
      this.waiting.add(reject);
      promise.then(resolve, reject).finally(() => this.waiting.delete(reject));
    });
  }

  private async computeNow(request: AcceleratorRequest): Promise<AcceleratorResult> {
    if (this.state === "released") throw new GpuError("ERR_GPU_CLOSED", "the accelerator has been closed");
    const checked = checkRequest(request);
    if (this.engine) return this.engine.compute(request);
    try {
      return await this.onDevice(checked);
    } catch (error) {
      if (!(this.options.fallback && error instanceof GpuError && error.code !== "ERR_GPU_UNSUPPORTED")) throw error;
      const notice = fallbackNotice(error);
      this.options.onNotice?.(notice);
      this.ownNotices.push(notice);
      this.engine = new EngineAccelerator(notice);
      return this.engine.compute(request);
    }
  }

  private async onDevice(checked: CheckedRequest): Promise<AcceleratorResult> {
    const collector = new Collector(checked);
    const cells = checked.sites.length * checked.count;
    this.statistics = { tiles: 0, launches: 0, cells, bytesPerCell: 0, enqueueTime: 0 };
    if (checked.device.length === 0) return collector.result();
    const batch = prepareBatch(checked, this.lastTimes);
    const { timesKey, times, grid } = batch;
    this.lastTimes = { timesKey, times, grid };
    const cost = { tiles: 0, launches: 0, enqueued: 0, bytes: times.byteLength };
    const underWay: Promise<void>[] = [];
    const perTile = this.chain.sitesPerTile(batch, this.options.tileBytes);
    try {
      for (let from = 0; from < checked.sites.length; from += perTile) {
        if (underWay.length >= TILES_UNDER_WAY) await underWay.shift();
        const tile = prepareTile(batch, from, Math.min(from + perTile, checked.sites.length));
        cost.tiles++;
        cost.bytes += tile.sites.byteLength + tile.weather.values.byteLength + (tile.own?.byteLength ?? 0);
        cost.bytes += grid?.byteLength ?? 0;
        const done = this.runTile(batch, tile).then(({ values, enqueued, launches }) => {
          cost.launches += launches;
          cost.enqueued += enqueued;
          cost.bytes += values.byteLength;
          collector.take(tile, values);
        });
        done.catch(() => {}); // awaited in its turn
        underWay.push(done);
      }
      for (const done of underWay) await done;
    } finally {
      await Promise.allSettled(underWay);
    }
    const { tiles, launches, enqueued, bytes } = cost;
    this.statistics = { tiles, launches, cells, bytesPerCell: bytes / cells, enqueueTime: enqueued / tiles };
    return collector.result();
  }

  /** A tile in error scopes: without them, a kernel that does not compile, or does not fit, silently gives zeros. */
  private async runTile(batch: Batch, tile: Tile): Promise<TileResult> {
    const { tf, device } = this.runtime;
    if (this.lost) throw this.lost;
    // Other accelerators may set theirs meanwhile; from here to the launch there is no await.
    while (tf.getBackend() !== this.options.backend) await tf.setBackend(this.options.backend);
    for (const filter of ["validation", "internal", "out-of-memory"] as const) device?.pushErrorScope(filter);
    const running = this.launch(batch, tile);
    const errors = device ? [device.popErrorScope(), device.popErrorScope(), device.popErrorScope()] : [];
    running.catch(() => {}); // awaited below, unless the device is lost first
    const found = (await this.unlessLost(Promise.all(errors))).find((error) => error !== null);
    const result = await this.unlessLost(running);
    if (found) throw new GpuError("ERR_GPU_KERNEL", `${this.adapter} rejects the kernel: ${found.message}`);
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
}
