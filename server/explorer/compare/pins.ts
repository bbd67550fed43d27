/**
 * Pinned states, and how an address holds them: the first as what differs from the first view of its place, each further one as what
 * differs from the first pin of its kind, so that three tilts of a roof are little more than three numbers:
 * `lat:47.4~lon:8.5~name:Zürich~surface_tilt:15!surface_tilt:30!surface_tilt:45`.
 */
import { lruOf } from "irradiance-engine/internal/shared";
import { type Page, seriesQuestion, yieldQuestion } from "../request/questions.js";
import { type Asked, type SeriesRequest, written, type YieldRequest } from "../request/request.js";
import type { Answer, YieldAnswer } from "../service/answer.js";
import type { Question } from "../service/exchange.js";
import type { Service, Session } from "../service/service.js";
import { partText, readPart } from "../state/address.js";
import { FIRST, firstOf, Observable, type State, type Store } from "../state/state.js";
import type { Child, View } from "../view.js";
import { words } from "./words.js";

/** "yield": of a roof; "series": of what Light and History show. */
export type PinKind = "yield" | "series";

export interface Pin {
  readonly kind: PinKind;
  /** As the user calls it; "" where its name follows from what differs. */
  readonly called: string;
  /** What it pins; everything else is as in the first view. */
  readonly state: State;
}

/** More are no comparison that anybody reads: two places with four tilts each. */
export const MOST_PINS = 8;
/** Characters: a longer address is cut by mail programs. */
const LONGEST_PINS = 3000;
/** Characters of a name. */
export const LONGEST_NAME = 60;

const OF_A_PLACE = ["lat", "lon", "name", "altitude", "surface_tilt", "surface_azimuth", "tracking_mode"] as const;

/** The parts of a state that its answer rests on, and the place's name. */
const PINNED: { readonly [kind in PinKind]: readonly (keyof State)[] } = {
  yield: [...OF_A_PLACE, "roof_plane", "kwp", "losses", "dc_ac", "roof_weather", "years", "system", "horizon"],
  series: [
    ...OF_A_PLACE,
    "endpoint",
    "start",
    "end",
    "year",
    "monthly_ghi",
    "monthly_temperature",
    "irradiance_unit",
    "frequency",
    "parameters",
    "horizon",
    "more",
  ],
};

export function pinOf(kind: PinKind, state: State, called = ""): Pin {
  const kept = Object.fromEntries(PINNED[kind].map((part) => [part, state[part]]));
  return { kind, called, state: { ...FIRST, ...kept } };
}

/** What to set so that the page shows it. */
export function shownBy({ kind, state }: Pin): Partial<State> {
  return Object.fromEntries(PINNED[kind].map((part) => [part, state[part]]));
}

export function isSamePin(a: Pin, b: Pin): boolean {
  return a.kind === b.kind && PINNED[a.kind].every((part) => String(a.state[part]) === String(b.state[part]));
}

/** Those that are no repetition of one before. */
export function distinct(pins: readonly Pin[]): Pin[] {
  return pins.filter((pin, k) => pins.findIndex((other) => isSamePin(pin, other)) === k);
}

const [BETWEEN_PINS, BETWEEN_PARTS] = ["!", "~"];

export function pinsText(pins: readonly Pin[]): string {
  return pins
    .map((pin) => {
      const base = baseOf(pin, pins);
      const differing = PINNED[pin.kind].filter((part) => String(pin.state[part]) !== String(base[part]));
      const parts = [
        ...(pin.kind === "series" ? [["as", "series"]] : []),
        ...(pin.called === "" ? [] : [["called", pin.called]]),
        ...differing.map((part) => [part, partText(pin.state, part)]),
      ];
      return parts
        .map(([name, value]) => `${name}:${(value as string).replace(/[%~!]/g, encodeOne)}`)
        .join(BETWEEN_PARTS);
    })
    .join(BETWEEN_PINS);
}

/** @returns the pins that could be read, and what could not be, as it stands in the address */
export function pinsOf(text: string): { readonly pins: readonly Pin[]; readonly unread: readonly string[] } {
  const pins: Pin[] = [];
  const unread: string[] = [];
  // An empty text is no pin; an empty piece of a longer one is a pin like the first view.
  for (const piece of text === "" ? [] : text.split(BETWEEN_PINS)) {
    const pin = pins.length < MOST_PINS ? readPin(piece, pins) : undefined;
    if (pin) pins.push(pin);
    else unread.push(piece);
  }
  return { pins, unread };
}

function readPin(piece: string, before: readonly Pin[]): Pin | undefined {
  const given = new Map<string, string>();
  for (const part of piece === "" ? [] : piece.split(BETWEEN_PARTS)) {
    const colon = part.indexOf(":");
    if (colon < 0) return undefined;
    const decoded = part.slice(colon + 1).replace(/%(?:25|7E|21)/g, decodeURIComponent);
    given.set(part.slice(0, colon), decoded);
  }
  const kind = given.get("as") ?? "yield";
  if (kind !== "yield" && kind !== "series") return undefined;
  const called = (given.get("called") ?? "").slice(0, LONGEST_NAME);
  given.delete("as");
  given.delete("called");
  const changes: Partial<Record<keyof State, unknown>> = {};
  for (const [name, value] of given) {
    const part = PINNED[kind].find((one) => one === name);
    const read = part && readPart(part, value);
    if (!part || read === undefined) return undefined;
    changes[part] = read;
  }
  const first = before.find((pin) => pin.kind === kind)?.state;
  const base = first ?? firstOf({ ...FIRST, ...(changes as Partial<State>) });
  return pinOf(kind, { ...base, ...(changes as Partial<State>) }, called);
}

/** What a pin is written as the difference from. */
function baseOf(pin: Pin, pins: readonly Pin[]): State {
  const first = pins.find(({ kind }) => kind === pin.kind);
  return first === undefined || first === pin ? firstOf(pin.state) : first.state;
}

function encodeOne(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

export function pinsOfKind({ state }: Pick<Store, "state">, kind: PinKind): Pin[] {
  return pinsOf(state.pins).pins.filter((pin) => pin.kind === kind);
}

/** Pins of one kind in place of those before; those of the other kind stay. @returns why not, or "" */
export function keepPins(store: Store, kind: PinKind, pins: readonly Pin[]): string {
  const others = pinsOf(store.state.pins).pins.filter((pin) => pin.kind !== kind);
  const own = distinct(pins);
  const all = kind === "yield" ? [...own, ...others] : [...others, ...own];
  if (all.length > MOST_PINS) return words().full(MOST_PINS);
  const text = pinsText(all);
  if (text.length > LONGEST_PINS) return words().long;
  store.set({ pins: text });
  return "";
}

type YieldAnswers = PinnedAnswers<YieldRequest, YieldAnswer>;
type SeriesAnswers = PinnedAnswers<SeriesRequest, Answer>;

const yields = new WeakMap<Page, YieldAnswers>();
const series = new WeakMap<Page, SeriesAnswers>();
const always = () => true;

export function pinnedYields(page: Page): YieldAnswers {
  return once(yields, page, () => new PinnedAnswers(yieldQuestion(always), page.service, page.session));
}

export function pinnedSeries(page: Page): SeriesAnswers {
  return once(series, page, () => new PinnedAnswers(seriesQuestion(always), page.service, page.session));
}

function once<Value>(map: WeakMap<Page, Value>, page: Page, make: () => Value): Value {
  const value = map.get(page) ?? make();
  map.set(page, value);
  return value;
}

/** What a comparison of one kind shows of the answers that are there. */
export interface Body<Answer> {
  /** Buttons beside the title. */
  readonly tools?: View;
  compared(
    pins: readonly Pin[],
    answers: readonly (Answer | undefined)[],
  ): {
    /** One sentence of what it shows. */
    readonly summary: string;
    readonly view: Child;
  };
}

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

export class PinnedAnswers<Request extends Asked, Answer extends { readonly request: Request }> extends Observable {
  readonly question: Question<Request, Answer>;
  private readonly service: Service;
  private readonly answers = lruOf<Answer>(MOST_KEPT);
  /** What has no answer yet. */
  private readonly open = new Map<string, Entry<Request, Answer>>();
  /** Tokens, by class of price. */
  private readonly prices = new Map<string, number>();
  private work: Promise<void> = Promise.resolve();

  constructor(question: Question<Request, Answer>, service: Service, session: Session) {
    super();
    this.question = question;
    this.service = service;
    session.onChange(() => this.forgetPrices());
  }

  /** What is known of each request; what is not known yet is asked for. @param known an answer that the page has already */
  outcomes(requests: readonly Request[], known?: Answer): Outcome<Answer>[] {
    if (known) this.keep(known);
    return this.read(requests).map((request) => {
      const answer = this.answers.get(keyOf(request));
      return answer ? { kind: "answered", answer } : this.entryOf(request).outcome;
    });
  }

  /** The answers that are there. */
  known(requests: readonly Request[]): (Answer | undefined)[] {
    return requests.map((request) => this.answers.get(keyOf(request)));
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
      return work().catch((thrown: unknown) =>
        this.enter(entry, { kind: "problem", message: (thrown as Error).message }),
      );
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

  private enter(entry: Entry<Request, Answer>, outcome: Outcome<Answer>): void {
    entry.outcome = outcome;
    this.tell();
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
