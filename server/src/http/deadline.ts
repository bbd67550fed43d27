/** Work that must end in time, or as soon as nobody wants its result. */
import { HttpError } from "./errors.js";

export class Deadline {
  private readonly controller = new AbortController();
  private readonly alarm: NodeJS.Timeout;
  private readonly ended: Promise<never>;

  /** @param ms until it ends by itself */
  constructor(ms: number) {
    const { signal } = this.controller;
    this.ended = new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    this.ended.catch(() => {}); // it may end while nobody waits
    this.alarm = setTimeout(() => this.end(late(ms)), ms);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  end(reason: unknown): void {
    this.controller.abort(reason);
  }

  /** The result, or the end's reason as soon as there is one: work that does not listen to the signal is left behind. */
  async unlessEnded<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await Promise.race([work, this.ended]);
    } catch (thrown) {
      this.signal.throwIfAborted();
      throw thrown;
    }
  }

  /** The work is done: nothing ends it any more. */
  over(): void {
    clearTimeout(this.alarm);
  }
}

function late(ms: number): HttpError {
  const message = `the answer was not ready within ${ms / 1000} s; request a shorter period or fewer parameters`;
  return new HttpError(504, message);
}
