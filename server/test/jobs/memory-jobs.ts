/** One job in memory, in the hands of one runner: what it does with it is written down. */
import { randomUUID } from "node:crypto";
import type { Jobs } from "../../src/accounts/jobs/stored-jobs.js";
import type { DonePart, PartClaim, StoredJob } from "../../src/accounts/jobs.js";
import type { Trace } from "../../src/trace.js";

export interface GivenBack {
  readonly attempts: number;
  readonly failure: { readonly text: string; readonly notBefore: number | null } | undefined;
}

export interface MemoryJobs extends Jobs {
  readonly done: DonePart[];
  readonly givenBack: GivenBack[];
  /** As if another server had the part now. */
  isLost: boolean;
  /** Thrown by the next calls of `finish`, one each. */
  readonly finishFaults: Error[];
  /** Whether a finish that throws has written before. */
  writesBeforeFault: boolean;
  readonly finishes: { count: number };
}

/** For parts that are lines. */
export const NO_TABLES = { part: () => Promise.reject(new Error("no part is a table")) };

/** Of the request that created the job. */
export const TRACE: Trace = { trace_id: "a".repeat(32), span_id: "b".repeat(16), parent_id: "c".repeat(16) };

/** A job of one part with so many sites, of one token each. */
export function memoryJobs(sites: number): MemoryJobs {
  const request = JSON.stringify({
    endpoint: "realtime",
    now: 0,
    query: {},
    sites: Array.from({ length: sites }, (_, k) => ({ query: { lat: k, lon: 0 } })),
    costs: Array(sites).fill(1_000_000),
    trace: TRACE,
  });
  let state: "waiting" | "running" | "done" | "given-up" = "waiting";
  let attempts = 0;
  let freeAt = 0;
  let current = "";
  const done: DonePart[] = [];
  const write = (part: DonePart) => {
    state = "done";
    done.push(part);
  };
  const job = () =>
    ({
      id: "j",
      account: "lab",
      beginning: request.slice(0, 120),
      state: state === "waiting" || state === "running" ? "living" : "finished",
    }) as unknown as StoredJob;
  const jobs: Partial<MemoryJobs> & Pick<MemoryJobs, "finishFaults" | "givenBack" | "finishes"> = {
    done,
    givenBack: [],
    isLost: false,
    finishFaults: [],
    writesBeforeFault: false,
    finishes: { count: 0 },
    async find() {
      return { ...job(), charged: 0 };
    },
    async request() {
      return request;
    },
    async claim(now) {
      if (state !== "waiting" || freeAt > now) return undefined;
      state = "running";
      attempts++;
      current = randomUUID();
      const tokens = sites * 1_000_000;
      return { job: "j", account: "lab", part: 0, first: 0, sites, tokens, id: current, attempts };
    },
    async renew(claims: readonly PartClaim[]) {
      return jobs.isLost ? claims : [];
    },
    async giveBack(_claim, failure) {
      jobs.givenBack.push({ attempts, failure });
      if (failure === undefined) attempts--;
      freeAt = failure?.notBefore ?? 0;
      state = failure?.notBefore === null ? "given-up" : "waiting";
    },
    async finish(claim, part) {
      jobs.finishes.count++;
      const fault = jobs.finishFaults.shift();
      if (jobs.isLost) return "lost";
      if (fault === undefined || jobs.writesBeforeFault) {
        if (state !== "done") write(part);
      }
      if (fault) throw fault;
      return claim.id === current ? "written" : "lost";
    },
  };
  return jobs as MemoryJobs;
}
