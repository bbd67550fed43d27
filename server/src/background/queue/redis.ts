/** The connection to Redis: it fails at once at the start, and later comes back by itself however long Redis is away. */
import type { Redis } from "ioredis";
import { backOffOf, PAUSES } from "../back-off.js";
import { shownAddress } from "./address.js";
import { loadQueue } from "./packages.js";

/** ms */
const CONNECT_TIMEOUT = 10_000;
/** ms without a byte while an answer is due: a connection that was cut without a word is given up. */
const SOCKET_TIMEOUT = 20_000;

/** @param address as `queueAddress` has it @throws Error if it cannot be reached; MissingPackageError */
export async function openRedis(address: string): Promise<Redis> {
  const { Redis } = await loadQueue();
  const redis = new Redis(address, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT,
    socketTimeout: SOCKET_TIMEOUT,
    // What was asked for while Redis is away waits until it is back.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => backOffOf(times, PAUSES.connection),
  });
  let last: Error | undefined;
  redis.on("error", (cause) => {
    last = cause;
  });
  try {
    await redis.connect();
    await redis.ping();
  } catch (cause) {
    redis.disconnect();
    const { code, message } = (last ?? cause) as NodeJS.ErrnoException;
    throw new Error(`the queue ${shownAddress(address)} cannot be used: ${code ?? message}`, { cause });
  }
  return redis;
}

/** ms between two looks at an answer that is due, and until it is late. */
const LOOK = 1000;
const LATE = 10_000;

/**
 * Work that asks Redis: while that is away nothing is heard, as what was asked for waits until it is back.
 *
 * @param onSilence told each second that the answer is late
 */
export async function orHeard<Result>(
  redis: Redis,
  work: Promise<Result>,
  onSilence: (cause: Error) => void,
): Promise<Result> {
  const due = performance.now() + LATE;
  const timer = setInterval(() => {
    if (redis.status !== "ready") onSilence(new Error("Redis cannot be reached"));
    else if (performance.now() > due) onSilence(new Error(`no answer for ${LATE / 1000} s`));
  }, LOOK);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
