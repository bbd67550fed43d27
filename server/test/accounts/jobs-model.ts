/** Jobs without a database, as simple as can be: what stored ones are compared with. */
import type { PartClaim } from "../../src/accounts/jobs.js";

export interface ModelPart {
  readonly tokens: number;
  state: "waiting" | "running" | "done" | "given-up";
  claim: string | undefined;
  /** The claim whose result counts. */
  finishedBy: string | undefined;
  hasLapsed: boolean;
  lapses: number;
  attempts: number;
}

export interface ModelJob {
  readonly id: string;
  readonly parts: readonly ModelPart[];
  state: "living" | "finished" | "cancelled";
  charged: number;
}

const MOST_LAPSES = 5;

export class JobsModel {
  readonly mostLiving = 3;
  /** Oldest first. */
  jobs: ModelJob[] = [];
  /** Tokens by the ids of charges. */
  readonly charges = new Map<string, number>();
  /** By requests under way. */
  readonly holds: number[] = [];
  readonly #granted: number;

  constructor(granted: number) {
    this.#granted = granted;
  }

  get used(): number {
    return [...this.charges.values()].reduce((sum, tokens) => sum + tokens, 0);
  }

  get held(): number {
    return [...this.holds, ...this.jobs.map(heldBy)].reduce((sum, tokens) => sum + tokens, 0);
  }

  get remaining(): number {
    return this.#granted - this.used - this.held;
  }

  create(id: string, tokens: readonly number[]): "new" | "too-many" | "out-of-tokens" {
    if (this.jobs.filter(({ state }) => state === "living").length >= this.mostLiving) return "too-many";
    if (tokens.reduce((sum, price) => sum + price, 0) > this.remaining) return "out-of-tokens";
    const part = {
      state: "waiting",
      claim: undefined,
      finishedBy: undefined,
      hasLapsed: false,
      lapses: 0,
      attempts: 0,
    } as const;
    this.jobs.push({ id, parts: tokens.map((price) => ({ ...part, tokens: price })), state: "living", charged: 0 });
    return "new";
  }

  /** @param id of the claim, if there is one */
  claim(id: string | undefined): { job: string; part: number } | undefined {
    for (const job of this.jobs.filter(({ state }) => state === "living")) {
      for (const [i, part] of job.parts.entries()) {
        const isLapsed = part.state === "running" && part.hasLapsed;
        if (part.state !== "waiting" && !isLapsed) continue;
        if (isLapsed) part.lapses++;
        if (part.lapses >= MOST_LAPSES && isLapsed) {
          this.#end(job, part, "given-up");
          continue;
        }
        Object.assign(part, { state: "running", claim: id, hasLapsed: false, attempts: part.attempts + 1 });
        return { job: job.id, part: i };
      }
    }
    return undefined;
  }

  finish(claim: PartClaim, tokens: number): "written" | "lost" {
    const job = this.jobs.find(({ id }) => id === claim.job);
    const part = job?.parts[claim.part];
    if (!job || !part) return "lost";
    if (part.state === "done") return part.finishedBy === claim.id ? "written" : "lost";
    if (job.state !== "living" || part.state === "given-up") return "lost";
    job.charged += tokens;
    this.charges.set(`${claim.job}.${claim.part}`, tokens);
    part.finishedBy = claim.id;
    this.#end(job, part, "done");
    return "written";
  }

  giveBack(claim: PartClaim, how: "interrupted" | "failed" | "given-up"): void {
    const found = this.#part(claim);
    if (found?.job.state !== "living" || found.part.state !== "running") return;
    if (how === "given-up") this.#end(found.job, found.part, "given-up");
    else Object.assign(found.part, { state: "waiting", claim: undefined, hasLapsed: false });
    if (how === "interrupted") found.part.attempts--;
  }

  /** Whether it has not ended. */
  renew(claim: PartClaim): boolean {
    const found = this.#part(claim);
    if (found?.job.state !== "living" || found.part.state !== "running") return false;
    found.part.hasLapsed = false;
    return true;
  }

  lapse(): void {
    for (const { parts } of this.jobs) for (const part of parts) part.hasLapsed ||= part.state === "running";
  }

  cancel(job: ModelJob): void {
    if (job.state !== "living") return;
    job.state = "cancelled";
    for (const part of job.parts)
      if (part.state === "running") Object.assign(part, { state: "waiting", claim: undefined });
  }

  remove(job: ModelJob): void {
    if (job.state !== "living") this.jobs = this.jobs.filter((other) => other !== job);
  }

  #part({ job: id, part: number, id: claim }: PartClaim): { job: ModelJob; part: ModelPart } | undefined {
    const job = this.jobs.find((one) => one.id === id);
    const part = job?.parts[number];
    return job && part && part.claim === claim ? { job, part } : undefined;
  }

  #end(job: ModelJob, part: ModelPart, state: "done" | "given-up"): void {
    part.state = state;
    if (state === "given-up") part.claim = undefined;
    if (job.parts.every((one) => one.state === "done" || one.state === "given-up")) job.state = "finished";
  }
}

export function heldBy({ state, parts }: ModelJob): number {
  const open = parts.filter((part) => part.state === "waiting" || part.state === "running");
  return state === "living" ? open.reduce((sum, { tokens }) => sum + tokens, 0) : 0;
}
