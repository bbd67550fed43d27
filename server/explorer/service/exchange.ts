/**
 * From a changed state to an answer: the price first (HEAD), then the series (GET), by itself where that is free, by a click
 * where it costs tokens; what is posted waits for a click in any case. The demo key never pays, so that it asks for the answer at
 * once. While something is dragged the price is known already, so that only series are asked for, one at a time, the newest
 * state next.
 */
import { type Asked, isSame, written } from "../request/request.js";
import { Observable, type State, type Store } from "../state/state.js";
import { texts } from "../texts/texts.js";
import { type Price, Problem } from "./problem.js";
import { patience, pause, type Reply, randomKey, type Service, type Session } from "./service.js";

/** A kind of question to the service: what a state asks, how it is sent, and what comes back. */
export interface Question<Request extends Asked, Answer> {
  /** undefined: the room that asks it is not open. */
  requestOf(state: State): Request | undefined;
  /** Whether the request has all that it needs. */
  isComplete(request: Request): boolean;
  /** What goes out for it. */
  sent(request: Request): Asked;
  /** What is asked for its price by HEAD. */
  pricedAs(request: Request): Asked;
  /** Requests alike in this have the same price, and weather or none alike. */
  priceClass(request: Request): string;
  /** Whether it waits for a click even where it is free. */
  waits(request: Request): boolean;
  answerOf(request: Request, reply: Reply): Answer;
}

export type Stage =
  /** Its room is not open. */
  | { readonly kind: "idle" }
  | { readonly kind: "unplaced" }
  | { readonly kind: "incomplete" }
  | { readonly kind: "pricing" }
  | { readonly kind: "offered" }
  | { readonly kind: "waiting"; readonly since: number }
  | { readonly kind: "answered" }
  | { readonly kind: "stopped" }
  /** `again`: seconds after which the page tries by itself. */
  | { readonly kind: "problem"; readonly problem: Problem; readonly again?: number };

/** ms without a change before a price is asked for. */
const CALM = 200;
/** Tokens that a request may cost without a click, where the user allows it. */
const SMALL = 1;
/** What all costs with the demo key. */
const FREE: Price = { cost: 0, remaining: undefined };
/** Seconds: a longer wait is left to the user. */
const LONGEST_RETRY = 60;

export class Exchange<Request extends Asked, Answer extends { readonly request: Request }> extends Observable {
  private at: Stage = { kind: "pricing" };
  private asked: Price | undefined;
  private last: Answer | undefined;
  /** Whether requests of up to one token go out without a click. */
  spendsSmall = false;
  private readonly store: Store;
  private readonly service: Service;
  private readonly session: Session;
  private readonly question: Question<Request, Answer>;
  private request: Request | undefined;
  /** Counts the prices asked for: what comes for an earlier one, or for another key, is no longer wanted. */
  private round = 0;
  private priced = "";
  private calm = 0;
  private flight: AbortController | undefined;
  /** A place that nobody asked for: as long as it is the state's, nothing is sent. */
  private heldAt: Pick<State, "lat" | "lon"> | undefined;
  /** How often in a row the server did not answer. */
  private silences = 0;
  private next: Request | undefined;
  /** What was posted last, until its answer is here. */
  private posted: { readonly request: Request; readonly repeatKey: string } | undefined;

  constructor(question: Question<Request, Answer>, store: Store, service: Service, session: Session) {
    super();
    this.question = question;
    this.store = store;
    this.service = service;
    this.session = session;
    this.request = question.requestOf(store.state);
    store.onChange(() => this.follow());
    session.onChange(() => this.restart());
  }

  get stage(): Stage {
    return this.read(this.at);
  }

  /** Of the present request, as far as it is known. */
  get price(): Price | undefined {
    return this.read(this.asked);
  }

  /** The last one, maybe of a request before. */
  get answer(): Answer | undefined {
    return this.read(this.last);
  }

  /** Whether the answer is that of the present request. */
  get isCurrent(): boolean {
    const { answer, request } = this;
    return answer !== undefined && request !== undefined && isSame(answer.request, request);
  }

  /** Nothing is sent for this place, which stands in for one that could not be read, until the user takes it or another. */
  hold({ lat, lon }: State): void {
    this.heldAt = { lat, lon };
  }

  get isHeld(): boolean {
    const { lat, lon } = this.store.state;
    const heldAt = this.read(this.heldAt);
    return heldAt?.lat === lat && heldAt.lon === lon;
  }

  release(): void {
    this.heldAt = undefined;
    this.restart();
  }

  /** Asks for the price anew, and for the series where that is allowed. */
  restart(): void {
    this.priced = "";
    this.asked = undefined;
    this.begin();
  }

  /** A click: the price has been seen. */
  send(): void {
    if (this.request) void this.fetch(this.request);
  }

  stop(): void {
    this.next = undefined;
    this.flight?.abort();
    this.enter({ kind: "stopped" });
  }

  /** Looks again at what is to be asked: after each change of the state, or of what else the question depends on. */
  follow(): void {
    const request = this.question.requestOf(this.store.state);
    if (request === this.request || (request && this.request && isSame(request, this.request))) return;
    this.request = request;
    if (!this.isHeld) this.heldAt = undefined;
    if (!request) this.rest();
    else if (this.isCurrent && !this.flight) this.enter({ kind: "answered" });
    else if (!this.isHeld && this.question.isComplete(request) && this.question.priceClass(request) === this.priced) {
      this.offer(request);
    } else this.priceWhenCalm();
  }

  /** Its room is shut: what is on its way is not waited for. */
  private rest(): void {
    this.round++;
    clearTimeout(this.calm);
    this.next = undefined;
    this.flight?.abort();
    this.enter({ kind: "idle" });
  }

  private priceWhenCalm(): void {
    this.round++;
    this.priced = "";
    this.asked = undefined;
    clearTimeout(this.calm);
    this.calm = setTimeout(() => this.begin(), CALM) as unknown as number;
    this.enter({ kind: "pricing" });
  }

  private begin(): void {
    clearTimeout(this.calm);
    this.next = undefined;
    this.flight?.abort();
    if (!this.request) this.enter({ kind: "idle" });
    else if (this.isHeld) this.enter({ kind: "unplaced" });
    else if (this.question.isComplete(this.request)) void this.ask(this.request);
    else this.enter({ kind: "incomplete" });
  }

  private async ask(request: Request): Promise<void> {
    const round = ++this.round;
    this.enter({ kind: "pricing" });
    try {
      // A refusal of what waits for a click is to be seen before it.
      const isFree = this.session.isDemo && !this.question.waits(request);
      const price = isFree ? FREE : await this.priceOf(request);
      if (round !== this.round) return;
      this.asked = price;
      this.priced = this.question.priceClass(request);
      this.offer(request);
    } catch (thrown) {
      if (round === this.round) this.fail(thrown);
    }
  }

  /**
   * A year from monthly values needs no weather: where there is none for a typical year, its price is told nevertheless. Of one
   * that was posted and whose answer was lost, the repeat is free.
   */
  private async priceOf(request: Request): Promise<Price> {
    try {
      return await this.service.price(written(this.question.pricedAs(request)));
    } catch (thrown) {
      if (request.body === undefined || !(thrown instanceof Problem) || !thrown.price) throw thrown;
      const isRepeat = this.posted !== undefined && isSame(this.posted.request, request);
      if (thrown.status === 404 || (thrown.status === 402 && isRepeat)) return thrown.price;
      throw thrown;
    }
  }

  private offer(request: Request): void {
    const cost = this.price?.cost ?? Number.POSITIVE_INFINITY;
    const isSmall = cost === 0 || (this.spendsSmall && cost <= SMALL);
    if (isSmall && !this.question.waits(request)) void this.fetch(request);
    else this.enter({ kind: "offered" });
  }

  private async fetch(request: Request): Promise<void> {
    if (this.flight) {
      this.next = request;
      return;
    }
    const flight = new AbortController();
    this.flight = flight;
    this.enter({ kind: "waiting", since: performance.now() });
    try {
      const reply = await this.reply(request, flight.signal);
      if (flight.signal.aborted) return;
      this.last = this.question.answerOf(request, reply);
      this.silences = 0;
      this.asked = reply.price;
      if (!this.next) this.enter({ kind: "answered" });
      else this.tell();
    } catch (thrown) {
      if (!flight.signal.aborted) this.fail(thrown);
    } finally {
      if (this.flight === flight) this.land();
    }
  }

  private async reply(request: Request, signal: AbortSignal): Promise<Reply> {
    const sent = this.question.sent(request);
    if (sent.body === undefined) return this.service.get(written(sent), signal);
    if (!this.posted || !isSame(this.posted.request, request)) this.posted = { request, repeatKey: randomKey() };
    const reply = await this.service.post(written(sent), sent.body, this.posted.repeatKey, signal);
    this.posted = undefined;
    return reply;
  }

  private land(): void {
    this.flight = undefined;
    const { next } = this;
    this.next = undefined;
    if (next) void this.fetch(next);
  }

  private fail(thrown: unknown): void {
    const problem =
      thrown instanceof Problem ? thrown : new Problem(0, texts().status.unreadable((thrown as Error).message));
    const wait = problem.isSilence ? this.backOff() : problem.retryAfter;
    const retries = wait !== undefined && wait <= LONGEST_RETRY;
    this.enter({ kind: "problem", problem, ...(retries && { again: wait }) });
    if (retries) void this.retry(wait);
  }

  /** Seconds; undefined where the answer would be paid for: it may be lost again, so that it waits for a click. */
  private backOff(): number | undefined {
    if ((this.price?.cost ?? 0) > 0) return undefined;
    return Math.min(LONGEST_RETRY, patience(this.silences++));
  }

  private async retry(seconds: number): Promise<void> {
    const { round } = this;
    await pause(seconds * 1000);
    if (round === this.round && this.stage.kind === "problem") this.restart();
  }

  private enter(stage: Stage): void {
    this.at = stage;
    this.tell();
  }
}
