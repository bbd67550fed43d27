/** A worker for bulk runs over several machines. What it needs is loaded only when it is called. */
import { type Call, command } from "./command.js";
import { given, parseCount } from "./values.js";

const STOP_GRACE = 30;

export const worker = command(
  "worker",
  "worker: makes parts of bulk runs until SIGTERM or SIGINT; any number, on any machine",
  {
    "": {
      arguments: [],
      options: {
        queue: "redis://HOST:PORT",
        archive: "FILE",
        threads: "COUNT",
        "memory-limit": "MIB",
        parts: "COUNT",
        gpu: undefined,
        "stop-grace": "SECONDS",
        verbose: undefined,
      },
      run: serve,
    },
  },
  "weather",
);

async function serve(call: Call): Promise<void> {
  const [{ runWorker }, { queueAddress }] = await Promise.all([
    import("../jobs/run-worker.js"),
    import("../jobs/queue-address.js"),
  ]);
  const settings = {
    queue: queueAddress(call.option("queue"), call.io.env),
    archive: call.option("archive"),
    threads: given(call, "threads", parseCount),
    memoryLimit: given(call, "memory-limit", parseCount),
    parts: given(call, "parts", parseCount),
    gpu: call.has("gpu"),
    stopGrace: given(call, "stop-grace", parseCount) ?? STOP_GRACE,
    verbose: call.has("verbose"),
  };
  await runWorker(settings, (line) => call.io.err(line));
}
