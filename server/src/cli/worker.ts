/** `worker`: makes parts of jobs on another machine. What it needs is loaded only when it is called. */
import { once } from "node:events";
import { createLog } from "../log.js";
import { readSettings } from "../read-settings.js";
import { type Settings, variableOf } from "../settings.js";
import { type Call, command, given, parseCount, UsageError } from "./command.js";

const STOP_GRACE = 30;
/** At a time: the second one fills the threads while the first one ends. */
const PARTS = 2;

const DETAILS = [
  "",
  "It needs bullmq and ioredis (@aws-sdk/client-s3 for results in s3://, hyparquet-writer for jobs of the format parquet), a Redis that it",
  "can reach, the servers' --jobs under the same name, and the version of the servers. Weather and all else that shapes answers comes",
  "from the servers' variables (IRRADIANCE_WEATHER, …), which must be the same here.",
  "",
  "  irradiance-server worker --queue redis://10.0.0.5:6379 --jobs /srv/jobs --threads 8 --archive archive.json",
  "",
  "  --queue ADDRESS        redis:// or rediss://; one with a password belongs in IRRADIANCE_QUEUE",
  "  --jobs PLACE           where results are written: the servers' --jobs",
  "  --archive FILE         the description of the weather, as the servers have it",
  "  --dem PATH:…           elevation files, folders or addresses of tiles, as the servers have them",
  "  --threads COUNT        computing threads (default: one per core)",
  `  --parts COUNT          parts at a time (default: ${PARTS})`,
  `  --stop-grace SECONDS   for unfinished parts after the first signal (default: ${STOP_GRACE}); a second signal returns them at once`,
  "  --verbose              a line for each part",
  "",
  "Environment: the variables of serve, IRRADIANCE_QUEUE and IRRADIANCE_JOBS among them; for s3:// what the AWS SDK reads:",
  "AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_PROFILE, AWS_REGION, AWS_ENDPOINT_URL_S3 (for stores other than Amazon's).",
  "Exit codes: 0 stopped by a signal, with its parts finished or returned; 1 no Redis at its start, a missing package, a wrong description",
  "of the archive, no elevation data at --dem; 2 the command is invalid.",
  "docs/how-to/several-servers.md has more.",
];

export const worker = command(
  "worker",
  "worker: makes parts of jobs until SIGTERM or SIGINT; any number, on any machine",
  {
    "": {
      arguments: [],
      options: {
        queue: "redis://HOST:PORT",
        jobs: "FOLDER|s3://BUCKET/PREFIX",
        archive: "FILE",
        dem: "PATH:…",
        threads: "COUNT",
        parts: "COUNT",
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
  const [{ startJobWorker }, { openRedis, queueAddress, shownAddress }] = await Promise.all([
    import("../start-job-worker.js"),
    import("../background/queue/redis.js"),
  ]);
  const { env } = call.io;
  const address = queueAddress(call.option("queue"), env);
  const settings = settingsOf(call);
  const { jobs } = settings;
  if (jobs === undefined)
    throw new UsageError("--jobs (or IRRADIANCE_JOBS) must name the servers' place of results, got nothing");
  const parts = given(call, "parts", parseCount) ?? PARTS;
  const stopGrace = given(call, "stop-grace", parseCount) ?? STOP_GRACE;
  const say = (line: string) => call.io.err(line);
  const sayDetail = call.has("verbose") ? say : () => {};
  const redis = await openRedis(address);
  const signals = stopOnSignals(stopGrace * 1000, say);
  try {
    const { logger: log } = createLog(settings["log-level"]);
    say(`worker: waits for parts at ${shownAddress(address)}`);
    const started = await startJobWorker(jobs, settings, { redis, parts, say, sayDetail, log });
    if (!signals.stop.aborted) await once(signals.stop, "abort");
    await started.stop(signals.impatient);
    say("worker: stopped");
  } finally {
    signals.release();
    redis.disconnect();
  }
}

/** A server's settings; what is given here has precedence. */
function settingsOf(call: Call): Settings {
  const { env } = call.io;
  const here = (["jobs", "archive", "dem", "threads"] as const).flatMap((name) => {
    const value = call.option(name);
    return value === undefined ? [] : [[variableOf(name), value]];
  });
  return readSettings([], { ...env, ...Object.fromEntries(here) });
}

/** The first signal lets the parts under way be finished within the grace, the second one returns them at once. */
function stopOnSignals(grace: number, say: (line: string) => void) {
  const [stop, impatient] = [new AbortController(), new AbortController()];
  let alarm: ReturnType<typeof setTimeout> | undefined;
  const onSignal = () => {
    if (stop.signal.aborted) return impatient.abort();
    say("worker: stopping; parts under way are finished, a second signal returns them");
    stop.abort();
    alarm = setTimeout(() => impatient.abort(), grace);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, onSignal);
  const release = () => {
    clearTimeout(alarm);
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, onSignal);
  };
  return { stop: stop.signal, impatient: impatient.signal, release };
}
