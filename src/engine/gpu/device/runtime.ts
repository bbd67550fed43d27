/**
 * tfjs and WebGPU, loaded when an accelerator is opened. In Node `navigator.gpu` must be set first: tfjs registers its WebGPU
 * backend while it is imported, and only if `navigator.gpu` exists.
 */
import { loadPackage, MissingPackageError, unlessMissing } from "../../../foundation/packages.js";
import { GpuError } from "../errors.js";

export type Tf = typeof import("@tensorflow/tfjs-core");

/** A started tfjs backend. */
export interface Runtime {
  readonly tf: Tf;
  /** tfjs' name of the backend. */
  readonly backend: string;
  /** The computing device, for messages: the adapter's description, or the backend's name. */
  readonly adapter: string;
  /** The WebGPU device; null for every other backend. */
  readonly device: GPUDevice | null;
  /** Largest array that the device supports, in bytes. */
  readonly largestBuffer: number;
  /** Releases the backend; it is disposed of with its last user, if it was started here. */
  release(): void;
  /** Its device is lost: it is disposed of at once, and the next user starts a new one. */
  drop(): void;
}

const PURPOSE = "GPU accelerators";

async function loadTf(): Promise<Tf> {
  return import("@tensorflow/tfjs-core").catch(unlessMissing("@tensorflow/tfjs-core", PURPOSE));
}

async function loadBackend(): Promise<unknown> {
  const name = "@tensorflow/tfjs-backend-webgpu";
  return import("@tensorflow/tfjs-backend-webgpu").catch(unlessMissing(name, PURPOSE));
}

/** Loads all of them, so that one error names all that are missing. */
async function loadAll(loaders: readonly (() => Promise<unknown>)[]): Promise<void> {
  const missing = new Set<string>();
  for (const load of loaders) {
    try {
      await load();
    } catch (error) {
      if (!(error instanceof MissingPackageError)) throw error;
      for (const name of error.packages) missing.add(name);
    }
  }
  if (missing.size > 0) throw new MissingPackageError([...missing], PURPOSE);
}

interface Started {
  readonly runtime: Omit<Runtime, "release" | "drop">;
  /** Started here, not by the program: to be stopped here. */
  readonly ours: boolean;
  users: number;
  stopped: boolean;
}

/** Backends in use, by name: accelerators of one process share a device. */
const started = new Map<string, Promise<Started>>();

/**
 * Starts a backend, or joins a running one.
 *
 * @throws MissingPackageError, GpuError (ERR_GPU_NO_ADAPTER, ERR_GPU_BACKEND)
 */
export async function openRuntime(backend: string): Promise<Runtime> {
  const pending = started.get(backend) ?? start(backend);
  started.set(backend, pending);
  let running: Started;
  try {
    running = await pending;
  } catch (error) {
    started.delete(backend);
    throw error;
  }
  running.users++;
  let released = false;
  const release = () => {
    if (released) return;
    released = true;
    if (--running.users === 0) stop(running);
  };
  return { ...running.runtime, release, drop: () => stop(running) };
}

async function start(backend: string): Promise<Started> {
  if (backend === "webgpu") return startWebGpu();
  if (backend === "tensorflow") await loadPackage("@tensorflow/tfjs-node", PURPOSE, importTfjsNode);
  const tf = await loadTf();
  await activate(tf, backend);
  const runtime = { tf, backend, adapter: `tfjs ${backend}`, device: null, largestBuffer: 1 << 28 };
  return { runtime, ours: false, users: 0, stopped: false };
}

/** Its types need not be installed. */
function importTfjsNode(): Promise<unknown> {
  const name = "@tensorflow/tfjs-node";
  return import(name);
}

async function startWebGpu(): Promise<Started> {
  // The backend comes last: it registers itself while it is imported, or not at all.
  await loadAll([ensureNavigator, loadTf, loadBackend]);
  const adapter = await requestAdapter();
  const tf = await loadTf();
  const ours = !Object.hasOwn(tf.engine().registry, "webgpu");
  keepFactory(tf);
  await activate(tf, "webgpu");
  const { device } = tf.backend() as unknown as { device: GPUDevice };
  return {
    runtime: {
      tf,
      backend: "webgpu",
      adapter: describeAdapter(adapter.info),
      device,
      largestBuffer: Math.min(device.limits.maxStorageBufferBindingSize, device.limits.maxBufferSize),
    },
    ours,
    users: 0,
    stopped: false,
  };
}

/** The factory of tfjs' WebGPU backend: `removeBackend` discards it, and another accelerator may be opened later. */
let webGpuFactory: ReturnType<Tf["findBackendFactory"]> = null as never;

function keepFactory(tf: Tf): void {
  const known = tf.findBackendFactory("webgpu");
  if (known) webGpuFactory = known;
  else if (webGpuFactory) tf.registerBackend("webgpu", webGpuFactory, 3);
}

/** Gives Node a `navigator.gpu` (Dawn, from the package `webgpu`) if there is none. */
async function ensureNavigator(): Promise<void> {
  if ((globalThis.navigator as Navigator | undefined)?.gpu) return;
  if (typeof process === "undefined") {
    throw new GpuError("ERR_GPU_NO_ADAPTER", "no WebGPU here: navigator.gpu is missing");
  }
  const { create, globals } = await loadDawn();
  Object.assign(globalThis, globals);
  const gpu = create([]);
  if (globalThis.navigator === undefined) {
    Object.defineProperty(globalThis, "navigator", { value: { gpu }, configurable: true, writable: true });
  } else Object.defineProperty(globalThis.navigator, "gpu", { value: gpu, configurable: true });
}

async function loadDawn(): Promise<typeof import("webgpu")> {
  try {
    return await import("webgpu").catch(unlessMissing("webgpu", PURPOSE));
  } catch (cause) {
    if (cause instanceof MissingPackageError) throw cause;
    throw new GpuError("ERR_GPU_NO_ADAPTER", `the package webgpu cannot be loaded: ${String(cause)}`, { cause });
  }
}

async function requestAdapter(): Promise<GPUAdapter> {
  const adapter = await navigator.gpu.requestAdapter({ powerPreference: "high-performance" });
  if (adapter) return adapter;
  throw new GpuError(
    "ERR_GPU_NO_ADAPTER",
    "WebGPU found no adapter: it needs a GPU with its driver (on Linux Vulkan: libvulkan.so.1 and the vendor's driver)",
  );
}

function describeAdapter({ vendor, architecture, device, description }: GPUAdapterInfo): string {
  const parts = [description, device, architecture, vendor].filter((part, k, all) => part && all.indexOf(part) === k);
  return parts.join(", ") || "unnamed adapter";
}

async function activate(tf: Tf, backend: string): Promise<void> {
  let cause: unknown;
  try {
    if (await tf.setBackend(backend)) return await tf.ready();
  } catch (error) {
    cause = error;
  }
  throw new GpuError("ERR_GPU_BACKEND", `tfjs backend "${backend}" is not registered or failed to start`, { cause });
}

function stop(running: Started): void {
  if (running.stopped) return;
  running.stopped = true;
  const { tf, backend } = running.runtime;
  started.delete(backend);
  if (running.ours) tf.removeBackend(backend);
}
