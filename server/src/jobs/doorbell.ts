/** Wakes whoever waits for work of this server's own, and stops what nobody wants any more; of other servers both are found by looking now and then. */
import { setTimeout as pause } from "node:timers/promises";

export class Doorbell {
  #rung = new AbortController();
  #onCancelled: (job: string) => void = () => {};

  /** Also heard by whoever begins to wait later. */
  ring(): void {
    this.#rung.abort();
  }

  /** Resolves when it rings or has rung, after the time, or when the signal aborts. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    await pause(ms, undefined, { signal: AbortSignal.any([signal, this.#rung.signal]) }).catch(() => {});
    this.#rung = new AbortController();
  }

  /** A job was cancelled on this server. */
  cancelled(job: string): void {
    this.#onCancelled(job);
  }

  /** @param listener in place of the one before */
  onCancelled(listener: (job: string) => void): void {
    this.#onCancelled = listener;
  }
}
