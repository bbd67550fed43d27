/** How many requests of one account are computed at a time, and how many more may wait for their turn. */

import type { Caller } from "./callers.js";
import { RETRY_WHEN_FULL, tooMany } from "./errors.js";

/** Called once, when the turn is over. */
export type EndTurn = () => void;

/** @throws HttpError 429 when too many of the caller's requests wait; the signal's reason */
export function turnOf(turns: Turns, caller: Caller, signal: AbortSignal): Promise<EndTurn> {
  const { running, waiting } = caller.limits;
  const turn = turns.take(caller.name, running, waiting, signal);
  if (turn !== undefined) return turn;
  const message = `too many requests at once: ${running} may run and ${waiting} wait`;
  throw tooMany("too_many_running", message, RETRY_WHEN_FULL);
}

interface Line {
  running: number;
  /** At a time: what was said last, as an operator may change it meanwhile. */
  most: number;
  readonly waiting: ((end: EndTurn) => void)[];
}

export class Turns {
  private readonly lines = new Map<string, Line>();

  /**
   * A turn of an account, now or as soon as one of its others ends.
   *
   * @param running most at a time; @param waiting most that wait beyond those
   * @returns undefined when too many wait already
   */
  take(account: string, running: number, waiting: number, signal: AbortSignal): Promise<EndTurn> | undefined {
    const line = this.lines.get(account) ?? { running: 0, most: running, waiting: [] };
    this.lines.set(account, line);
    line.most = running;
    this.begin(account, line);
    if (line.running < running) {
      line.running++;
      return Promise.resolve(this.turn(account, line));
    }
    if (line.waiting.length >= waiting) return undefined;
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const leave = () => {
        line.waiting.splice(line.waiting.indexOf(start), 1);
        reject(signal.reason);
      };
      const start = (end: EndTurn) => {
        signal.removeEventListener("abort", leave);
        resolve(end);
      };
      line.waiting.push(start);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  /** Accounts with a running request. */
  get size(): number {
    return this.lines.size;
  }

  private turn(account: string, line: Line): EndTurn {
    let over = false;
    return () => {
      if (over) return;
      over = true;
      line.running--;
      this.begin(account, line);
      if (line.running === 0) this.lines.delete(account);
    };
  }

  /** Those who wait, in their order, as far as there is room. */
  private begin(account: string, line: Line): void {
    while (line.running < line.most && line.waiting.length > 0) {
      line.running++;
      line.waiting.shift()!(this.turn(account, line));
    }
  }
}
