/** The fused form: one WGSL kernel per kind of request, one launch per tile. */
import { buildChain, type ChainOptions } from "../chain/chain.js";
import { GpuError } from "../errors.js";
import type { Batch, Tile } from "../inputs/batch.js";
import type { Runtime, Tf } from "./runtime.js";
import { emitKernel, type InputName, type Kernel } from "./wgsl.js";

const KERNEL_NAME = "IrradianceChain";
const WORKGROUP: [number, number, number] = [64, 1, 1];
/** Largest number of sub-steps per launch: systems abort a launch that blocks a display GPU for more than a second or two. */
const STEPS_PER_LAUNCH = 1 << 26;

type Tensor = import("@tensorflow/tfjs-core").Tensor;
type TensorInfo = import("@tensorflow/tfjs-core").TensorInfo;

/** The argument of `runWebGPUProgram` of tfjs. */
interface Program {
  readonly variableNames: readonly string[];
  readonly outputShape: readonly number[];
  readonly workgroupSize: [number, number, number];
  readonly dispatchLayout: { readonly x: readonly number[] };
  readonly dispatch: [number, number, number];
  readonly uniforms: string;
  shaderKey: string;
  getUserCode(): string;
}

interface Launch {
  readonly kernel: Kernel;
  readonly key: string;
  readonly length: number;
  readonly cells: number;
  readonly uniforms: readonly number[];
  launches: number;
}

interface WebGpuBackend {
  runWebGPUProgram(
    program: Program,
    inputs: readonly TensorInfo[],
    type: "float32",
    uniforms: readonly { type: "int32"; data: readonly number[] }[],
  ): TensorInfo;
}

const UNIFORMS = "cells : i32, columns : i32, intervals : i32, air : i32, own : i32, rows : i32,";

const registered = new WeakSet<Tf>();

function register(tf: Tf): void {
  if (registered.has(tf)) return;
  registered.add(tf);
  tf.registerKernel({
    kernelName: KERNEL_NAME,
    backendName: "webgpu",
    kernelFunc: ({ inputs, backend, attrs }) => {
      const launch = attrs as unknown as Launch;
      const { kernel, key, length, cells, uniforms } = launch;
      const program: Program = {
        variableNames: kernel.inputs,
        outputShape: [length],
        workgroupSize: WORKGROUP,
        dispatchLayout: { x: [0] },
        dispatch: [Math.ceil(cells / WORKGROUP[0]), 1, 1],
        uniforms: UNIFORMS,
        shaderKey: key,
        getUserCode: () => kernel.code,
      };
      const ordered = kernel.inputs.map((name) => inputs[name] as TensorInfo);
      const data = uniforms.map((value) => ({ type: "int32" as const, data: [value] }));
      launch.launches++;
      return (backend as unknown as WebGpuBackend).runWebGPUProgram(program, ordered, "float32", data);
    },
  });
}

/** Columns of a tile as returned: output after output, site after site, then the number of values behind each mean. */
export interface TileResult {
  readonly values: Float32Array;
  /** ms until the launch was submitted. */
  readonly enqueued: number;
  /** Launches of a custom kernel, or operations of the graph. */
  readonly launches: number;
}

export class FusedForm {
  private readonly runtime: Runtime;
  private readonly kernels = new Map<string, Kernel>();
  /** The table of sub-steps on the device: the same for all tiles, and often for all requests. */
  private times: { readonly table: Float32Array; readonly tensor: Tensor } | null = null;

  constructor(runtime: Runtime) {
    this.runtime = runtime;
    register(runtime.tf);
  }

  /** Sites of one tile, so that no array exceeds the device's limit. */
  sitesPerTile({ request, options, times, sharedWeather }: Batch, largestTile: number): number {
    const { count, stretches, device, sites } = request;
    const limit = Math.min(this.runtime.largestBuffer, largestTile) / 4;
    const columns = stretches ? 2 * stretches.columns : count;
    const air = sharedWeather ? 0 : options.channels.length * count;
    const perSite = Math.max(device.length * columns, air, 512);
    if (times.length > this.runtime.largestBuffer / 4 || perSite > this.runtime.largestBuffer / 4) {
      throw new GpuError(
        "ERR_GPU_UNSUPPORTED",
        `the device cannot take a period of ${count} intervals at once: split it`,
      );
    }
    const fitting = Math.min(limit / perSite, STEPS_PER_LAUNCH / (count * options.steps));
    return Math.min(Math.max(1, Math.floor(fitting)), sites.length);
  }

  /** Launches a tile; the promise is its result. Nothing else is awaited, so the next tile can be prepared meanwhile. */
  launch(batch: Batch, tile: Tile): Promise<TileResult> {
    const { tf } = this.runtime;
    const { request, options } = batch;
    const { stretches } = request;
    const key = JSON.stringify([options, stretches !== null]);
    const kernel = this.kernelFor(key, options, stretches !== null);
    const columns = stretches ? stretches.columns : request.count;
    const cells = (tile.to - tile.from) * columns;
    const began = performance.now();
    const own: Tensor[] = [];
    const upload = (data: Float32Array): Tensor => {
      const tensor = tf.tensor1d(data, "float32");
      own.push(tensor);
      return tensor;
    };
    const make: { readonly [name in InputName]: () => Tensor } = {
      times: () => this.timesOnDevice(batch.times),
      sites: () => upload(tile.sites),
      weather: () => upload(tile.weather.values),
      grid: () => upload(batch.grid!),
      own: () => upload(tile.own!),
      stretches: () => upload(stretches!.tableOf(tile.from, tile.to)),
    };
    const inputs = Object.fromEntries(kernel.inputs.map((name) => [name, make[name]()]));
    const launch: Launch = {
      kernel,
      key,
      length: options.outputs.length * cells * (stretches ? 2 : 1),
      cells,
      uniforms: [
        cells,
        columns,
        request.count,
        batch.sharedWeather ? 0 : tile.weather.channels.length * request.count,
        tile.ownStride,
        stretches && stretches.rows > 1 ? columns + 1 : 0,
      ],
      launches: 0,
    };
    const output = tf.engine().runKernel(KERNEL_NAME, inputs, launch as never) as Tensor;
    const enqueued = performance.now() - began;
    return (async () => {
      try {
        const values = (await output.data()) as Float32Array;
        return { values, enqueued, launches: launch.launches };
      } finally {
        tf.dispose([output, ...own]);
      }
    })();
  }

  private kernelFor(key: string, options: ChainOptions, stretched: boolean): Kernel {
    const known = this.kernels.get(key);
    if (known) return known;
    const kernel = emitKernel(buildChain(options), options.steps, stretched);
    this.kernels.set(key, kernel);
    return kernel;
  }

  private timesOnDevice(table: Float32Array): Tensor {
    if (this.times?.table !== table) {
      this.times?.tensor.dispose();
      this.times = { table, tensor: this.runtime.tf.tensor1d(table, "float32") };
    }
    return this.times.tensor;
  }

  release(): void {
    this.times?.tensor.dispose();
    this.times = null;
  }
}
