/** Bytes of answers not yet received by clients. Slow readers must not fill the memory. */
import type { ServerResponse } from "node:http";

export class Unsent {
  private bytes = 0;
  private readonly most: number;

  /** @param most bytes */
  constructor(most: number) {
    this.most = most;
  }

  get full(): boolean {
    return this.bytes >= this.most;
  }

  get size(): number {
    return this.bytes;
  }

  /** Counts bytes until the function that comes back is called. */
  take(bytes: number): () => void {
    this.bytes += bytes;
    return () => {
      this.bytes -= bytes;
      bytes = 0;
    };
  }

  /** Counts a body until its connection has taken it, or is gone. */
  add(response: ServerResponse, bytes: number): void {
    // A response that is closed already does not say so a second time: it would be counted for ever.
    if (response.closed || response.destroyed) return;
    response.once("close", this.take(bytes));
  }
}
