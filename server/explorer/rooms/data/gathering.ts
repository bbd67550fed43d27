/**
 * Parts of a long series, asked for one after the other. An error that passes is waited out, another one stops the work, which then
 * goes on where it stopped; a part without data is kept as missing. A part whose answer was lost on its way is asked for under the
 * same repeat key, so that nobody pays for it twice.
 */
import { patience, pause } from "../../service/pace.js";
import { Problem } from "../../service/problem.js";
import { randomKey } from "../../service/repeat-key.js";
import type { Part } from "./plan.js";

export type Outcome<Piece> =
  | { readonly part: Part; readonly piece: Piece }
  /** The service has no data for it: why, in its words. */
  | { readonly part: Part; readonly missing: string };

export type GatheringStage =
  | { readonly kind: "idle" }
  | { readonly kind: "running" }
  /** A new try is under way by itself, after so many seconds. */
  | { readonly kind: "waiting"; readonly problem: Problem; readonly seconds: number }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly problem: Problem }
  | { readonly kind: "done" };

/** Gets one part. @throws Problem */
export type Fetch<Piece> = (part: Part, repeatKey: string, signal: AbortSignal) => Promise<Piece>;

/** Seconds: a longer wait is left to the user. */
const LONGEST_WAIT = 60;

export class Gathering<Piece> {
  stage: GatheringStage = { kind: "idle" };
  readonly outcomes: Outcome<Piece>[] = [];
  readonly parts: readonly Part[];
  private readonly fetch: Fetch<Piece>;
  private readonly wait: (ms: number) => Promise<void>;
  private readonly listeners: (() => void)[] = [];
  private flight: AbortController | undefined;
  private repeatKey: string | undefined;
  private silences = 0;

  constructor(parts: readonly Part[], fetch: Fetch<Piece>, wait: (ms: number) => Promise<void> = pause) {
    this.parts = parts;
    this.fetch = fetch;
    this.wait = wait;
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Begins, or goes on where it stopped. */
  async go(): Promise<void> {
    if (this.flight) return;
    const flight = new AbortController();
    this.flight = flight;
    this.silences = 0;
    while (!flight.signal.aborted && this.outcomes.length < this.parts.length) {
      this.enter({ kind: "running" });
      const seconds = await this.next(this.parts[this.outcomes.length] as Part, flight.signal);
      if (seconds === undefined) break;
      if (seconds > 0) await this.wait(seconds * 1000);
    }
    if (flight.signal.aborted) return;
    this.flight = undefined;
    if (this.outcomes.length === this.parts.length) this.enter({ kind: "done" });
  }

  stop(): void {
    this.flight?.abort();
    this.flight = undefined;
    this.enter({ kind: "stopped" });
  }

  /** Seconds until the next request; undefined: it cannot go on by itself. */
  private async next(part: Part, signal: AbortSignal): Promise<number | undefined> {
    this.repeatKey ??= randomKey();
    try {
      const piece = await this.fetch(part, this.repeatKey, signal);
      if (!signal.aborted) this.settle({ part, piece });
      return 0;
    } catch (thrown) {
      return signal.aborted ? undefined : this.afterError(part, thrown);
    }
  }

  private settle(outcome: Outcome<Piece>): void {
    this.outcomes.push(outcome);
    this.repeatKey = undefined;
    this.silences = 0;
  }

  private afterError(part: Part, thrown: unknown): number | undefined {
    const problem = thrown instanceof Problem ? thrown : new Problem(0, (thrown as Error).message);
    if (problem.status === 404) {
      this.settle({ part, missing: problem.message });
      return 0;
    }
    const seconds = problem.isSilence ? patience(this.silences++) : problem.retryAfter;
    if (seconds === undefined || seconds > LONGEST_WAIT) {
      this.flight = undefined;
      this.enter({ kind: "failed", problem });
      return undefined;
    }
    this.enter({ kind: "waiting", problem, seconds });
    return seconds;
  }

  private enter(stage: GatheringStage): void {
    this.stage = stage;
    for (const listener of this.listeners) listener();
  }
}
