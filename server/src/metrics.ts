/** Figures for the operator, in Prometheus' text form. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { MICRO } from "./accounts/accounts.js";

const OUTCOMES = ["done", "given back", "given up", "lost"] as const;
type PartOutcome = (typeof OUTCOMES)[number];

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

type CounterRow = readonly [name: string, help: string, ...labels: string[]];

const COUNTERS = {
  answers: ["answers", "Answers", "route", "method", "status"],
  tokens: ["tokens_charged", "Tokens charged", "route"],
  cuts: ["answers_cut", "Answers that did not go out whole", "route"],
  failures: ["source_failures", "Times that a source of weather failed", "source", "kind"],
  refused: ["accounts_refusals", "Requests refused as the accounts were out of reach or could not be written"],
  reached: ["grants_reached", "Times that an account had used this share of its granted tokens, in percent", "share"],
  closed: ["connections_closed", "Connections closed as there were too many, by what they were doing", "why"],
  deprecated: ["deprecated_requests", "Requests for paths and parameters that a later version will not serve", "what"],
  parts: ["job_parts", "Parts of jobs that were tried, by what became of them", "outcome"],
  waits: ["job_waits", "Times that parts of jobs were found waiting for workers, one a minute"],
  learnings: ["learnings", "Files of meters that a system was learnt from, or why not", "outcome"],
  sites: ["job_sites", "Sites of jobs in parts that are done", "endpoint", "outcome"],
} as const satisfies { readonly [key: string]: CounterRow };

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const entries = Object.entries<CounterRow>(COUNTERS).map(([key, [name, help, ...labelNames]]) => {
    return [key, new Counter({ name: `irradiance_${name}_total`, help, labelNames, registers })] as const;
  });
  const counters = Object.fromEntries(entries) as { readonly [Key in keyof typeof COUNTERS]: Counter };
  const seconds = new Histogram({
    name: "irradiance_answer_seconds",
    help: "Time from a request's arrival to its answer",
    labelNames: ["route"],
    buckets: SECONDS,
    registers,
  });
  // From 0 on, so that a rule sees the first of a kind as an increase.
  for (const share of [80, 100]) counters.reached.inc({ share }, 0);
  for (const outcome of OUTCOMES) counters.parts.inc({ outcome }, 0);
  const charge = (route: string, micro: number) => {
    if (micro > 0) counters.tokens.inc({ route }, micro / MICRO);
  };
  return {
    contentType: registry.contentType,
    text: (): Promise<string> => registry.metrics(),
    noteAnswer(route: string, method: string, status: number, time: number, micro: number): void {
      counters.answers.inc({ route, method, status });
      seconds.observe({ route }, time);
      charge(route, micro);
    },
    /** An answer did not go out whole. */
    noteCut: (route: string): void => counters.cuts.inc({ route }),
    /** An answer took no time worth measuring and cost nothing. */
    noteRefusal: (route: string, method: string, status: number): void =>
      counters.answers.inc({ route, method, status }),
    /** A connection was closed as there were too many. */
    noteClosed: (why: string): void => counters.closed.inc({ why }),
    noteSourceFailure: (source: string, kind: string): void => counters.failures.inc({ source, kind }),
    /** A request was refused as the accounts were out of reach. */
    noteAccountsRefusal: (): void => counters.refused.inc(),
    /** An account has used a share of its granted tokens, in percent. */
    noteGrantReached: (share: 80 | 100): void => counters.reached.inc({ share }),
    /** A request was for something that a later version will not serve. */
    noteDeprecated: (what: string): void => counters.deprecated.inc({ what }),
    /** A part of a job was tried. */
    noteJobPart: (outcome: PartOutcome): void => counters.parts.inc({ outcome }),
    /** Parts of jobs were found waiting for workers. */
    noteJobWait: (): void => counters.waits.inc(),
    /** What came of a meter's file. */
    noteLearning: (outcome: string): void => counters.learnings.inc({ outcome }),
    /** The sites of a part that is done. */
    noteJobSites(endpoint: string, all: number, failed: number, micro: number): void {
      counters.sites.inc({ endpoint, outcome: "answered" }, all - failed);
      counters.sites.inc({ endpoint, outcome: "failed" }, failed);
      charge(`jobs/${endpoint}`, micro);
    },
    /** Registers a figure that is looked up when it is asked for. */
    watch(name: string, help: string, value: () => number): void {
      new Gauge({
        ...{ name, help, registers },
        collect() {
          this.set(value());
        },
      });
    },
    /** As `watch`, for a figure with a label. */
    watchEach(name: string, help: string, label: string, values: () => ReadonlyMap<string, number>): void {
      new Gauge({
        ...{ name, help, registers, labelNames: [label] },
        collect() {
          this.reset();
          for (const [of, value] of values()) this.set({ [label]: of }, value);
        },
      });
    },
  };
}
