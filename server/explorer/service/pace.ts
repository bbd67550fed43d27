/** How fast the page may ask: at most 5 requests in any second, and slower when the server's own limit comes near. */

const MOST = 5;
const SECOND = 1000;
/** ms: a little more than a second, as requests leave a little after their turn. */
const WINDOW = 1100;
/** With fewer left in the server's window, what is left is spread over it. */
const FEW = 15;

export class Pace {
  /** When the last requests went out, ms; the newest last. */
  private readonly sent: number[] = [];
  private remaining = Number.POSITIVE_INFINITY;
  private windowEnd = 0;
  private waiting = 0;
  private queue: Promise<void> = Promise.resolve();
  private readonly clock: () => number;

  constructor(clock: () => number = () => performance.now()) {
    this.clock = clock;
  }

  /** Resolves when the next request may go out, in the order of the calls. */
  turn(): Promise<void> {
    this.waiting++;
    const turn = this.queue.then(() => this.wait());
    this.queue = turn;
    return turn;
  }

  /** ms that a request which waits for its turn has to wait still; 0 when none does. */
  held(): number {
    return this.waiting > 0 ? this.delay() : 0;
  }

  /** ms until a request may go out. */
  delay(): number {
    const now = this.clock();
    const oldest = this.sent.length < MOST ? Number.NEGATIVE_INFINITY : (this.sent[0] as number);
    const newest = this.sent.at(-1) ?? Number.NEGATIVE_INFINITY;
    return Math.max(0, oldest + WINDOW - now, newest + this.gap(now) - now);
  }

  /** What the header `RateLimit` says: requests left in the window, and seconds until it ends. */
  note(header: string | null): void {
    const found = /r=(\d+);t=(\d+)/.exec(header ?? "");
    if (!found) return;
    this.remaining = Number(found[1]);
    this.windowEnd = this.clock() + Number(found[2]) * SECOND;
  }

  private gap(now: number): number {
    const left = this.windowEnd - now;
    return this.remaining >= FEW || left <= 0 ? 0 : left / (this.remaining + 1);
  }

  private async wait(): Promise<void> {
    for (let delay = this.delay(); delay > 0; delay = this.delay()) await pause(delay);
    this.waiting--;
    this.sent.push(this.clock());
    if (this.sent.length > MOST) this.sent.shift();
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Seconds after which a server that did not answer is asked again: ever longer. @param times how often in a row it did not */
export function patience(times: number): number {
  return 2 * 2 ** times;
}
