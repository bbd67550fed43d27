/** Wakes whoever waits for work of this server's own; that of other servers is found by looking now and then. */
import { setTimeout as pause } from "node:timers/promises";

export class Doorbell {
  #rung = new AbortController();

  /** Also heard by whoever begins to wait later. */
  ring(): void {
    this.#rung.abort();
  }

  /** Resolves when it rings or has rung, after the time, or when the signal aborts. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    await pause(ms, undefined, { signal: AbortSignal.any([signal, this.#rung.signal]) }).catch(() => {});
    this.#rung = new AbortController();
  }
}
