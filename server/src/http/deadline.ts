/** Work that must end in time, or as soon as nobody wants its result. */
import { unlessAborted } from "../unless-aborted.js";
import { HttpError } from "./errors.js";

export class Deadline {
  private readonly controller = new AbortController();
  private readonly alarm: NodeJS.Timeout;

  /** @param ms until it ends by itself */
  constructor(ms: number) {
    this.alarm = setTimeout(() => this.end(late(ms)), ms);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  end(reason: unknown): void {
    this.controller.abort(reason);
  }

  /** @throws the end's reason as soon as there is one */
  unlessEnded<Result>(work: Promise<Result>): Promise<Result> {
    return unlessAborted(work, this.signal);
  }

  /** The work is done: time does not end it any more. */
  over(): void {
    clearTimeout(this.alarm);
  }
}

function late(ms: number): HttpError {
  const message = `the answer was not ready within ${ms / 1000} s; request a shorter period or fewer parameters`;
  return new HttpError("deadline", message);
}
