import { setMaxListeners } from "node:events";

/** The result, or the signal's reason as soon as it aborts: work that does not listen to the signal is left behind. */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  // As many works as run at a time listen to it: no leak that Node should warn of.
  setMaxListeners(0, signal);
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
  try {
    return await Promise.race([work, aborted]);
  } catch (thrown) {
    signal.throwIfAborted();
    throw thrown;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
