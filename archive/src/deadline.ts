/** Work with a time limit: a source that never answers must not block an answer. */
import { setMaxListeners } from "node:events";
import { ArchiveError } from "./errors.js";

/**
 * @param work gets a signal that is aborted when the time is over or the caller has left; it may ignore it
 * @throws ArchiveError `ERR_ARCHIVE_TIMEOUT`; the reason of `signal` if that is aborted; errors of `work`
 */
export async function withDeadline<T>(
  what: string,
  ms: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  // As many sources as there are listen to the signal of one request: no leak that Node should warn of.
  if (signal) setMaxListeners(0, signal);
  const own = new AbortController();
  let stop = () => {};
  const ended = new Promise<never>((_, reject) => {
    const give = (reason: unknown) => {
      own.abort(reason);
      reject(reason);
    };
    const timer = setTimeout(
      () => give(new ArchiveError("ERR_ARCHIVE_TIMEOUT", `${what} took longer than ${ms / 1000} s`)),
      ms,
    );
    const leave = () => give(signal!.reason);
    signal?.addEventListener("abort", leave, { once: true });
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", leave);
    };
  });
  try {
    return await Promise.race([(async () => work(own.signal))(), ended]);
  } finally {
    stop();
  }
}

/** `Promise.all` of `work` over items, at most `width` of them at a time, in order. */
export async function inTurns<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  return results;
}
