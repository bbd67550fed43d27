/** The end of an exchange before its answer: the client has gone, or the deadline has passed. */
import type { ServerResponse } from "node:http";
import { HttpError } from "./errors.js";

/** Not an HTTP status: the client cannot read it. It appears in logs and metrics. */
export const CLIENT_GONE = 499;

export class Departure {
  private readonly controller = new AbortController();
  private readonly response: ServerResponse;
  private readonly alarm: NodeJS.Timeout;
  private readonly ended: Promise<never>;
  private readonly onClose = () => this.controller.abort(gone());

  /** @param deadline ms */
  constructor(response: ServerResponse, deadline: number) {
    this.response = response;
    const { signal } = this.controller;
    this.ended = new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
    this.ended.catch(() => {}); // it may end while nobody waits
    this.alarm = setTimeout(() => this.controller.abort(late(deadline)), deadline);
    response.once("close", this.onClose);
    if (response.destroyed) this.onClose();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The result, or the end's reason as soon as there is one: work that does not listen to the signal is left behind. */
  async unlessGone<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await Promise.race([work, this.ended]);
    } catch (thrown) {
      this.signal.throwIfAborted();
      throw thrown;
    }
  }

  /** @throws the end's reason. Of a connection that is torn down it is known here before it is said. */
  throwIfEnded(): void {
    if (this.response.req.socket.destroyed) this.onClose();
    this.signal.throwIfAborted();
  }

  /** The answer is being sent: from here on the connection is the server's concern. */
  over(): void {
    clearTimeout(this.alarm);
    this.response.removeListener("close", this.onClose);
  }
}

function gone(): HttpError {
  return new HttpError(CLIENT_GONE, "the client closed the connection");
}

function late(deadline: number): HttpError {
  const message = `the answer was not ready within ${deadline / 1000} s; request a shorter period or fewer parameters`;
  return new HttpError(504, message);
}
