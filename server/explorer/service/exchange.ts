/**
 * From a changed state to an answer: the price first (HEAD), then the series (GET), by itself where that is free, by a click
 * where it costs tokens. While something is dragged the price is known already, so that only series are asked for, one at a
 * time, the newest state next.
 */
import { extended, priceClass, requestOf, type SeriesRequest, written } from "../request/request.js";
import type { Store } from "../state/state.js";
import { type Answer, answerOf } from "./answer.js";
import type { Session } from "./key.js";
import { pause } from "./pace.js";
import { Problem } from "./problem.js";
import type { Price, Service } from "./service.js";

export type Stage =
  | { readonly kind: "pricing" }
  | { readonly kind: "offered" }
  | { readonly kind: "waiting"; readonly since: number }
  | { readonly kind: "answered" }
  | { readonly kind: "stopped" }
  | { readonly kind: "problem"; readonly problem: Problem };

/** ms without a change before a price is asked for. */
const CALM = 200;
/** Tokens that a request may cost without a click, where the user allows it. */
const SMALL = 1;
/** Seconds: a longer wait is left to the user. */
const LONGEST_RETRY = 60;

export class Exchange {
  stage: Stage = { kind: "pricing" };
  /** Of the present request, as far as it is known. */
  price: Price | undefined;
  /** The last one, maybe of a request before. */
  answer: Answer | undefined;
  /** Whether requests of up to one token go out without a click. */
  spendsSmall = false;
  private readonly listeners: (() => void)[] = [];
  private readonly store: Store;
  private readonly service: Service;
  private request: SeriesRequest;
  /** Counts the prices asked for: what comes for an earlier one, or for another key, is no longer wanted. */
  private round = 0;
  private priced = "";
  private calm = 0;
  private flight: AbortController | undefined;
  private next: SeriesRequest | undefined;

  constructor(store: Store, service: Service, session: Session) {
    this.store = store;
    this.service = service;
    this.request = requestOf(store.state);
    store.subscribe(() => this.follow());
    session.onChange(() => this.restart());
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Whether the answer is that of the present request. */
  get isCurrent(): boolean {
    return this.answer !== undefined && written(this.answer.request) === written(this.request);
  }

  /** Asks for the price anew, and for the series where that is allowed. */
  restart(): void {
    this.priced = "";
    this.price = undefined;
    this.begin();
  }

  /** A click: the price has been seen. */
  send(): void {
    void this.fetch(this.request);
  }

  stop(): void {
    this.next = undefined;
    this.flight?.abort();
    this.enter({ kind: "stopped" });
  }

  private follow(): void {
    const request = requestOf(this.store.state);
    if (written(request) === written(this.request)) return;
    this.request = request;
    if (priceClass(request) === this.priced) this.offer(request);
    else this.priceWhenCalm();
  }

  private priceWhenCalm(): void {
    this.round++;
    this.priced = "";
    this.price = undefined;
    clearTimeout(this.calm);
    this.calm = setTimeout(() => this.begin(), CALM) as unknown as number;
    this.enter({ kind: "pricing" });
  }

  private begin(): void {
    clearTimeout(this.calm);
    this.next = undefined;
    this.flight?.abort();
    void this.ask(this.request);
  }

  private async ask(request: SeriesRequest): Promise<void> {
    const round = ++this.round;
    this.enter({ kind: "pricing" });
    try {
      const price = await this.service.price(written(extended(request)));
      if (round !== this.round) return;
      this.price = price;
      this.priced = priceClass(request);
      this.offer(request);
    } catch (thrown) {
      if (round === this.round) await this.refused(request, thrown);
    }
  }

  private offer(request: SeriesRequest): void {
    const cost = this.price?.cost ?? Number.POSITIVE_INFINITY;
    if (cost === 0 || (this.spendsSmall && cost <= SMALL)) void this.fetch(request);
    else this.enter({ kind: "offered" });
  }

  /** An answer to HEAD has no text. Where the server is sure to refuse again, GET brings its words, free of charge. */
  private async refused(request: SeriesRequest, thrown: unknown): Promise<void> {
    const status = thrown instanceof Problem ? thrown.status : 0;
    if (status === 400 || status === 403) return this.fetch(request);
    if (status === 404) return this.fetchIfFree(request, thrown);
    this.fail(thrown);
  }

  /** Weather may have come since: a request that would then cost something needs a click. */
  private async fetchIfFree(request: SeriesRequest, thrown: unknown): Promise<void> {
    const { round } = this;
    const isFree = (await this.service.fact<{ account: string }>("account").catch(() => undefined))?.account === "demo";
    if (round !== this.round) return;
    if (isFree) return this.fetch(request);
    this.fail(thrown);
  }

  private async fetch(request: SeriesRequest): Promise<void> {
    if (this.flight) {
      this.next = request;
      return;
    }
    const flight = new AbortController();
    this.flight = flight;
    this.enter({ kind: "waiting", since: performance.now() });
    try {
      const reply = await this.service.get(written(extended(request)), flight.signal);
      if (flight.signal.aborted) return;
      this.answer = answerOf(request, reply);
      this.price = reply.price;
      if (!this.next) this.enter({ kind: "answered" });
      else for (const listener of this.listeners) listener();
    } catch (thrown) {
      if (!flight.signal.aborted) this.fail(thrown);
    } finally {
      if (this.flight === flight) this.land();
    }
  }

  private land(): void {
    this.flight = undefined;
    const { next } = this;
    this.next = undefined;
    if (next) void this.fetch(next);
  }

  private fail(thrown: unknown): void {
    const problem =
      thrown instanceof Problem
        ? thrown
        : new Problem(0, `The page cannot read the answer: ${(thrown as Error).message}.`);
    this.enter({ kind: "problem", problem });
    const { retryAfter } = problem;
    if (retryAfter !== undefined && retryAfter <= LONGEST_RETRY) void this.retry(retryAfter);
  }

  private async retry(seconds: number): Promise<void> {
    const { round } = this;
    await pause(seconds * 1000);
    if (round === this.round && this.stage.kind === "problem") this.restart();
  }

  private enter(stage: Stage): void {
    this.stage = stage;
    for (const listener of this.listeners) listener();
  }
}
