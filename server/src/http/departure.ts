/** The end of an exchange before its answer: the client has gone, or the deadline has passed. */
import type { ServerResponse } from "node:http";
import { Deadline } from "./deadline.js";
import { HttpError } from "./errors.js";

export class Departure {
  private readonly deadline: Deadline;
  private readonly response: ServerResponse;
  private readonly onClose = () => this.deadline.end(gone());

  /** @param deadline ms */
  constructor(response: ServerResponse, deadline: number) {
    this.response = response;
    this.deadline = new Deadline(deadline);
    response.once("close", this.onClose);
    if (response.destroyed) this.onClose();
  }

  get signal(): AbortSignal {
    return this.deadline.signal;
  }

  /** As `Deadline.unlessEnded`. */
  unlessGone<Result>(work: Promise<Result>): Promise<Result> {
    return this.deadline.unlessEnded(work);
  }

  /** @throws the end's reason. Of a connection that is torn down it is known here before it is said. */
  throwIfEnded(): void {
    if (this.response.req.socket.destroyed) this.onClose();
    this.signal.throwIfAborted();
  }

  /** The answer is being sent: from here on the connection is the server's concern. */
  over(): void {
    this.deadline.over();
    this.response.removeListener("close", this.onClose);
  }
}

function gone(): HttpError {
  return new HttpError("client_gone", "the client closed the connection");
}
