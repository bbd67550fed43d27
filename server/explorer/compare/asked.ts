/**
 * The answers of pinned states: each is asked once, and kept for as long as it may be shown again. Those that are free are asked for by
 * themselves, one after the other; those that cost tokens wait for a click, which has seen the sum of their prices.
 */
import { lruOf } from "irradiance-engine/shared";
import { type Asked, written } from "../request/request.js";
import type { Question } from "../service/exchange.js";
import type { Session } from "../service/key.js";
import type { Service } from "../service/service.js";

export type Outcome<Answer> =
  | { readonly kind: "waiting" }
  | { readonly kind: "offered"; readonly cost: number }
  | { readonly kind: "answered"; readonly answer: Answer }
  | { readonly kind: "problem"; readonly message: string };

interface Entry<Request, Answer> {
  readonly request: Request;
  outcome: Outcome<Answer>;
}

/** Answers kept: those that are pinned, and some that were, for those who undo. */
const MOST_KEPT = 24;

export class PinnedAnswers<Request extends Asked, Answer extends { readonly request: Request }> {
  readonly question: Question<Request, Answer>;
  private readonly service: Service;
  private readonly listeners: (() => void)[] = [];
  private readonly answers = lruOf<Answer>(MOST_KEPT);
  /** What has no answer yet. */
  private readonly open = new Map<string, Entry<Request, Answer>>();
  /** Tokens, by class of price. */
  private readonly prices = new Map<string, number>();
  private work: Promise<void> = Promise.resolve();

  constructor(question: Question<Request, Answer>, service: Service, session: Session) {
    this.question = question;
    this.service = service;
    session.onChange(() => this.forgetPrices());
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** What is known of each request; what is not known yet is asked for. @param known an answer that the page has already */
  outcomes(requests: readonly Request[], known?: Answer): Outcome<Answer>[] {
    if (known) this.keep(known);
    return requests.map((request) => {
      const answer = this.answers.get(keyOf(request));
      return answer ? { kind: "answered", answer } : this.entryOf(request).outcome;
    });
  }

  /** A click: the sum of the prices has been seen. */
  send(requests: readonly Request[]): void {
    for (const request of requests) {
      const entry = this.open.get(keyOf(request));
      if (entry?.outcome.kind !== "offered") continue;
      this.enter(entry, { kind: "waiting" });
      this.queue(entry, () => this.fetch(entry));
    }
  }

  /** What failed is asked again. */
  retry(requests: readonly Request[]): void {
    for (const request of requests) {
      const entry = this.open.get(keyOf(request));
      if (entry?.outcome.kind === "problem") this.begin(entry);
    }
  }

  private keep(answer: Answer): void {
    const key = keyOf(answer.request);
    this.answers.set(key, answer);
    this.open.delete(key);
  }

  private entryOf(request: Request): Entry<Request, Answer> {
    const key = keyOf(request);
    const found = this.open.get(key);
    if (found) return found;
    const entry: Entry<Request, Answer> = { request, outcome: { kind: "waiting" } };
    this.open.set(key, entry);
    this.begin(entry);
    return entry;
  }

  private begin(entry: Entry<Request, Answer>): void {
    entry.outcome = { kind: "waiting" };
    this.queue(entry, async () => {
      const cost = await this.priceOf(entry.request);
      if (cost > 0 || this.question.waits(entry.request)) this.enter(entry, { kind: "offered", cost });
      else await this.fetch(entry);
    });
  }

  /** One at a time: what is shown first comes first, and the page's own request is not crowded out. */
  private queue(entry: Entry<Request, Answer>, work: () => Promise<void>): void {
    this.work = this.work.then(() => {
      // Answered meanwhile by the page's own exchange, or asked for with another key.
      if (this.open.get(keyOf(entry.request)) !== entry) return;
      return work().catch((thrown: unknown) => this.fail(entry, thrown));
    });
  }

  private async priceOf(request: Request): Promise<number> {
    const kind = this.question.priceClass(request);
    const known = this.prices.get(kind);
    if (known !== undefined) return known;
    const { cost } = await this.service.price(written(this.question.pricedAs(request)));
    this.prices.set(kind, cost);
    return cost;
  }

  private async fetch(entry: Entry<Request, Answer>): Promise<void> {
    const sent = this.question.sent(entry.request);
    const path = written(sent);
    const reply =
      sent.body === undefined
        ? await this.service.get(path)
        : await this.service.post(path, sent.body, repeatKeyOf(entry.request));
    this.keep(this.question.answerOf(entry.request, reply));
    this.tell();
  }

  private fail(entry: Entry<Request, Answer>, thrown: unknown): void {
    this.enter(entry, { kind: "problem", message: (thrown as Error).message });
  }

  private enter(entry: Entry<Request, Answer>, outcome: Outcome<Answer>): void {
    entry.outcome = outcome;
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  /** With another key prices are others, and what was refused may be served. */
  private forgetPrices(): void {
    this.prices.clear();
    this.open.clear();
    this.tell();
  }
}

function keyOf(request: Asked): string {
  return `${written(request)} ${request.body ?? ""}`;
}

const repeatKeys = new WeakMap<Asked, string>();

/** The same each time that a request is sent again: an answer that is lost on its way is not paid for twice. */
function repeatKeyOf(request: Asked): string {
  const key =
    repeatKeys.get(request) ??
    Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
  repeatKeys.set(request, key);
  return key;
}
