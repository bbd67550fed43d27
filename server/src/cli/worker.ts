/** A worker for bulk runs over several machines. What it needs is loaded only when it is called. */
import type { WorkerSettings } from "../bulk/run-worker.js";
import { createLog } from "../log.js";
import { readSettings, variableOf } from "../settings.js";
import { type Call, command } from "./command.js";
import { given, parseCount } from "./values.js";

const STOP_GRACE = 30;

const DETAILS = [
  "",
  "It needs bullmq and ioredis (and @aws-sdk/client-s3 for outputs in s3://), a Redis that it can reach, the output folder under the same",
  "path as on the coordinator (or access to the bucket), and the same version as the coordinator. It serves all runs of the queue.",
  "",
  "  irradiance-server worker --queue redis://10.0.0.5:6379 --threads 8 --archive archive.json",
  "",
  "  --queue ADDRESS        redis:// or rediss://; one with a password belongs in IRRADIANCE_QUEUE",
  "  --archive FILE         the description of the weather, for runs with --archive: the same file as the coordinator's",
  "  --dem PATH:…           elevation files, folders or addresses of tiles, for runs with --dem: the same data as the coordinator's",
  "  --jobs PLACE           also makes parts of jobs (POST /v1/jobs) and writes them to PLACE, the servers' --jobs. Weather and all else that",
  "                         shapes answers comes from the servers' variables (IRRADIANCE_WEATHER, …), which must be the same here",
  "  --threads COUNT        computing threads (default: one per core)",
  "  --memory-limit MIB     heap of each thread",
  "  --parts COUNT          parts at a time (default: 2; with --gpu 1)",
  "  --gpu                  compute on a GPU",
  `  --stop-grace SECONDS   for unfinished parts after the first signal (default: ${STOP_GRACE}); a second signal returns them at once`,
  "  --verbose              a line for each part",
  "",
  "Environment: IRRADIANCE_QUEUE, IRRADIANCE_JOBS; for s3:// the variables of the AWS SDK: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_PROFILE, AWS_REGION,",
  "AWS_ENDPOINT_URL_S3 (for stores other than Amazon's).",
  "Exit codes: 0 stopped by a signal, with its parts finished or returned; 1 no Redis at its start, no GPU, a missing package, a wrong",
  "description of the archive, no elevation data at --dem; 2 the command is invalid.",
  "docs/how-to/bulk.md has more.",
];

export const worker = command(
  "worker",
  "worker: makes parts of bulk runs and of jobs until SIGTERM or SIGINT; any number, on any machine",
  {
    "": {
      arguments: [],
      options: {
        queue: "redis://HOST:PORT",
        archive: "FILE",
        dem: "PATH:…",
        jobs: "FOLDER|s3://BUCKET/PREFIX",
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
  DETAILS,
);

async function serve(call: Call): Promise<void> {
  const [{ runWorker }, { queueAddress }] = await Promise.all([
    import("../bulk/run-worker.js"),
    import("../background/queue/address.js"),
  ]);
  const settings = {
    queue: queueAddress(call.option("queue"), call.io.env),
    archive: call.option("archive"),
    dem: readSettings([], { [variableOf("dem")]: call.option("dem") }).dem,
    threads: given(call, "threads", parseCount),
    memoryLimit: given(call, "memory-limit", parseCount),
    parts: given(call, "parts", parseCount),
    gpu: call.has("gpu"),
    stopGrace: given(call, "stop-grace", parseCount) ?? STOP_GRACE,
    verbose: call.has("verbose"),
    beside: jobsOf(call),
  };
  await runWorker(settings, (line) => call.io.err(line));
}

/** The settings are those of a server; what is given here as well has precedence. */
function jobsOf(call: Call): WorkerSettings["beside"] {
  const { env } = call.io;
  if ((call.option("jobs") ?? env[variableOf("jobs")]) === undefined) return undefined;
  const here = (["jobs", "archive", "dem", "threads"] as const).flatMap((name) => {
    const value = call.option(name);
    return value === undefined ? [] : [[variableOf(name), value]];
  });
  const settings = readSettings([], { ...env, ...Object.fromEntries(here) });
  return async (options) => {
    const { startJobWorker } = await import("../start-job-worker.js");
    const { logger: log } = createLog(settings["log-level"]);
    return startJobWorker(settings.jobs as string, settings, { ...options, log });
  };
}
