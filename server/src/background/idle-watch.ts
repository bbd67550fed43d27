/** When to say that a run waits for workers: a coordinator without any would wait for ever, and nobody would know why. */

/** ms without a worker until it is said, and until it is said again. */
const FIRST = 10_000;
const AGAIN = 60_000;

/** What is seen of a run in which nothing happens. */
export interface Idleness {
  /** Parts are in the hands of workers, of whom nothing is heard. */
  readonly isTaken: boolean;
  /** Reasons of workers; each is reported once. */
  readonly refusals: readonly string[];
}

export class IdleWatch {
  private since: number;
  private next: number;
  private readonly reported = new Set<string>();

  constructor(now: number) {
    this.since = now;
    this.next = now + FIRST;
  }

  /** Workers exist and have parts, or no part is left. */
  busy(now: number): void {
    this.since = now;
    this.next = now + FIRST;
  }

  /** @returns what to say now */
  lines(now: number, { isTaken, refusals }: Idleness): string[] {
    if (now - this.since < FIRST) return [];
    const lines: string[] = [];
    if (now >= this.next) {
      this.next = now + AGAIN;
      const lack = isTaken ? "no worker has reported" : "no worker has taken a part";
      const seconds = Math.round((now - this.since) / 1000);
      lines.push(`${lack} for ${seconds} s: start \`irradiance-server worker --queue …\``);
    }
    for (const reason of refusals) {
      if (!this.reported.has(reason)) lines.push(`a worker leaves the run to others: ${reason}`);
      this.reported.add(reason);
    }
    return lines;
  }
}
