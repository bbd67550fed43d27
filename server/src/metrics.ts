/** Figures for the operator, in Prometheus' text form. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { MICRO } from "./accounts/accounts.js";

export interface Metrics {
  noteAnswer(route: string, method: string, status: number, seconds: number, micro: number): void;
  /** Counts an answer that did not go out whole. */
  noteCut(route: string): void;
  /** Counts an answer that took no time worth measuring and cost nothing. */
  noteRefusal(route: string, method: string, status: number): void;
  /** Counts a connection that was closed as there were too many. */
  noteClosed(why: string): void;
  noteSourceFailure(source: string, kind: string): void;
  /** Counts a request that was refused as the accounts were out of reach. */
  noteAccountsRefusal(): void;
  /** Counts an account that has used a share of its granted tokens, in percent. */
  noteGrantReached(share: 80 | 100): void;
  /** Counts a request for what a later version will not serve. */
  noteDeprecated(what: string): void;
  /** Counts a part of a job that was tried. */
  noteJobPart(outcome: PartOutcome): void;
  /** Counts a time that parts of jobs were found waiting for workers. */
  noteJobWait(): void;
  /** Counts the sites of a part that is done. */
  noteJobSites(endpoint: string, sites: number, failed: number, micro: number): void;
  /** Registers a figure that is looked up when it is asked for. */
  watch(name: string, help: string, value: () => number): void;
  /** As `watch`, for a figure with a label. */
  watchEach(name: string, help: string, label: string, values: () => ReadonlyMap<string, number>): void;
  text(): Promise<string>;
  readonly contentType: string;
}

const OUTCOMES = ["done", "given back", "given up", "lost"] as const;
type PartOutcome = (typeof OUTCOMES)[number];

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const labelNames = ["route", "method", "status"];
  const answers = new Counter({ name: "irradiance_answers_total", help: "Answers", labelNames, registers: [registry] });
  const tokens = new Counter({
    name: "irradiance_tokens_charged_total",
    help: "Tokens charged",
    labelNames: ["route"],
    registers: [registry],
  });
  const cuts = new Counter({
    name: "irradiance_answers_cut_total",
    help: "Answers that did not go out whole",
    labelNames: ["route"],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "irradiance_answer_seconds",
    help: "Time from a request's arrival to its answer",
    labelNames: ["route"],
    buckets: SECONDS,
    registers: [registry],
  });
  const failures = new Counter({
    name: "irradiance_source_failures_total",
    help: "Times that a source of weather failed",
    labelNames: ["source", "kind"],
    registers: [registry],
  });
  const refused = new Counter({
    name: "irradiance_accounts_refusals_total",
    help: "Requests refused as the accounts were out of reach or could not be written",
    registers: [registry],
  });
  const reached = new Counter({
    name: "irradiance_grants_reached_total",
    help: "Times that an account had used this share of its granted tokens, in percent",
    labelNames: ["share"],
    registers: [registry],
  });
  // From the first moment on, so that a rule sees the first one.
  for (const share of [80, 100]) reached.inc({ share }, 0);
  const closed = new Counter({
    name: "irradiance_connections_closed_total",
    help: "Connections closed as there were too many, by what they were doing",
    labelNames: ["why"],
    registers: [registry],
  });
  const deprecated = new Counter({
    name: "irradiance_deprecated_requests_total",
    help: "Requests for paths and parameters that a later version will not serve",
    labelNames: ["what"],
    registers: [registry],
  });
  const parts = new Counter({
    name: "irradiance_job_parts_total",
    help: "Parts of jobs that were tried, by what became of them",
    labelNames: ["outcome"],
    registers: [registry],
  });
  // From 0 on, so that the first of a kind is an increase.
  for (const outcome of OUTCOMES) parts.inc({ outcome }, 0);
  const waits = new Counter({
    name: "irradiance_job_waits_total",
    help: "Times that parts of jobs were found waiting for workers, one a minute",
    registers: [registry],
  });
  const sites = new Counter({
    name: "irradiance_job_sites_total",
    help: "Sites of jobs in parts that are done",
    labelNames: ["endpoint", "outcome"],
    registers: [registry],
  });
  return {
    contentType: registry.contentType,
    noteAnswer(route, method, status, time, micro) {
      answers.inc({ route, method, status });
      seconds.observe({ route }, time);
      if (micro > 0) tokens.inc({ route }, micro / MICRO);
    },
    noteCut(route) {
      cuts.inc({ route });
    },
    noteRefusal(route, method, status) {
      answers.inc({ route, method, status });
    },
    noteClosed(why) {
      closed.inc({ why });
    },
    noteSourceFailure(source, kind) {
      failures.inc({ source, kind });
    },
    noteAccountsRefusal() {
      refused.inc();
    },
    noteGrantReached(share) {
      reached.inc({ share });
    },
    noteDeprecated(what) {
      deprecated.inc({ what });
    },
    noteJobPart(outcome) {
      parts.inc({ outcome });
    },
    noteJobWait() {
      waits.inc();
    },
    noteJobSites(endpoint, all, failed, micro) {
      sites.inc({ endpoint, outcome: "answered" }, all - failed);
      sites.inc({ endpoint, outcome: "failed" }, failed);
      if (micro > 0) tokens.inc({ route: `jobs/${endpoint}` }, micro / MICRO);
    },
    watch(name, help, value) {
      new Gauge({ name, help, registers: [registry], collect: gaugeOf(value) });
    },
    watchEach(name, help, label, values) {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        collect() {
          this.reset();
          for (const [of, value] of values()) this.set({ [label]: of }, value);
        },
      });
    },
    text: () => registry.metrics(),
  };
}

function gaugeOf(value: () => number): (this: Gauge) => void {
  return function collect() {
    this.set(value());
  };
}
