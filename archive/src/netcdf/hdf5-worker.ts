/** The thread that HDF5 runs in: whatever a file does to the library ends this thread at most. */
import { parentPort } from "node:worker_threads";
import { lruOf } from "irradiance-engine/internal/shared";
import { zstdReady } from "../codecs/blosc.js";
import { type OpenFile, openHdf5 } from "./hdf5-file.js";
import { addFilters } from "./hdf5-filters.js";
import { type Answer, bytesInMemory, bytesOnDisk, type Request } from "./hdf5-messages.js";
import type { Complaints, Means } from "./hdf5-values.js";

/** Files that are kept open. */
const MOST_OPEN = 16;

/** HDF5 tells errors as lines of a trace; the last that says more than where is the innermost reason. */
let trace: string[] = [];
console.error = (...parts: unknown[]) => {
  trace.push(parts.join(" "));
};
/** What stands in a line of the trace before the reason. */
const REASON = "(): ";
const complaints: Complaints = {
  take() {
    const lines = trace;
    trace = [];
    if (lines.length === 0) return undefined;
    const reasons = lines
      .filter((line) => line.includes(REASON))
      .map((line) => line.slice(line.indexOf(REASON) + REASON.length));
    return reasons.at(-1) ?? "HDF5 fails";
  },
};

// After the line above: the library keeps the function that it finds.
const library = await import("h5wasm");
await Promise.all([library.ready, zstdReady()]);
const means: Means = { library, complaints, filters: await addFilters(library) };
const open = lruOf<OpenFile>(
  MOST_OPEN,
  () => 1,
  (file) => file.close(),
);

function fileAt(path: string, bytes?: Uint8Array): OpenFile | undefined {
  const known = open.get(path);
  if (known !== undefined) return known;
  const found = bytes === undefined ? bytesOnDisk(path) : bytesInMemory(bytes);
  if (found === undefined) return undefined;
  const file = openHdf5(found, means);
  open.set(path, file);
  return file;
}

function answer(request: Request): Answer {
  const { id, kind, path } = request;
  if (kind === "describe" || kind === "forget") {
    // By its name: another file may have it now.
    open.delete(path);
    return { id, value: kind === "forget" ? undefined : fileAt(path, request.bytes)?.describe() };
  }
  const file = fileAt(path);
  if (file?.version !== request.version) return { id, problem: "", changed: true };
  const { name, ranges } = request;
  const value = kind === "read" ? file.read(name, ranges) : file.stored(name, ranges);
  return file.isUnchanged() ? { id, value } : { id, problem: "", changed: true };
}

/** Memory that is handed over, and not copied. */
function handedOver(own: Answer): ArrayBuffer[] {
  return "value" in own && ArrayBuffer.isView(own.value) ? [own.value.buffer as ArrayBuffer] : [];
}

const port = parentPort!;
port.on("message", (request: Request) => {
  complaints.take();
  try {
    const own = answer(request);
    port.postMessage(own, handedOver(own));
  } catch (error) {
    open.delete(request.path);
    const problem = error instanceof Error ? error.message : String(error);
    // An abort of the library leaves nothing that could be used again: the thread ends, and the next question starts another.
    port.postMessage({ id: request.id, problem, changed: false } satisfies Answer);
    if (error instanceof WebAssembly.RuntimeError) process.exit(1);
  }
});
