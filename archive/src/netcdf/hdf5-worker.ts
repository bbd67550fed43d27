/** The thread that HDF5 runs in: whatever a file does to the library ends this thread at most. */
import { parentPort } from "node:worker_threads";
import { type Complaints, type OpenFile, openHdf5 } from "./hdf5-file.js";
import type { Answer, Request } from "./hdf5-messages.js";

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
await library.ready;
const open = new Map<string, OpenFile>();

async function fileAt(path: string): Promise<OpenFile | undefined> {
  const known = open.get(path);
  if (known !== undefined) {
    // The last to be used is the last to be closed.
    open.delete(path);
    open.set(path, known);
    return known;
  }
  const file = await openHdf5(path, library, complaints);
  if (file === undefined) return undefined;
  open.set(path, file);
  for (const [oldest, one] of open) {
    if (open.size <= MOST_OPEN) break;
    open.delete(oldest);
    one.close();
  }
  return file;
}

function forget(path: string): void {
  open.get(path)?.close();
  open.delete(path);
}

async function answer(request: Request): Promise<Answer> {
  const { id, path } = request;
  if (request.kind === "describe") {
    // By its name: another file may have it now.
    forget(path);
    const description = (await fileAt(path))?.describe();
    return { id, value: description };
  }
  const file = await fileAt(path);
  if (file?.version !== request.version) return { id, problem: "", changed: true };
  const value = file.read(request.name, request.ranges);
  return file.isUnchanged() ? { id, value } : { id, problem: "", changed: true };
}

const port = parentPort!;
port.on("message", async (request: Request) => {
  complaints.take();
  try {
    port.postMessage(await answer(request));
  } catch (error) {
    forget(request.path);
    const problem = error instanceof Error ? error.message : String(error);
    // An abort of the library leaves nothing that could be used again: the thread ends, and the next question starts another.
    port.postMessage({ id: request.id, problem, changed: false } satisfies Answer);
    if (error instanceof WebAssembly.RuntimeError) process.exit(1);
  }
});
