/** The pins of a page: read from its state, written back to it, and their answers, kept once for the page. */
import { seriesQuestion, yieldQuestion } from "../request/questions.js";
import type { SeriesRequest } from "../request/request.js";
import type { YieldRequest } from "../request/yield-request.js";
import type { Page } from "../rooms/page.js";
import type { Answer } from "../service/answer.js";
import type { YieldAnswer } from "../service/yield-answer.js";
import type { Store } from "../state/state.js";
import { texts } from "../texts/texts.js";
import { PinnedAnswers } from "./asked.js";
import { distinct, LONGEST_PINS, MOST_PINS, type Pin, type PinKind, pinsOf, pinsText } from "./pins.js";

export function pinsOfKind({ state }: Pick<Store, "state">, kind: PinKind): Pin[] {
  return pinsOf(state.pins).pins.filter((pin) => pin.kind === kind);
}

/** Pins of one kind in place of those before; those of the other kind stay. @returns why not, or "" */
export function keepPins(store: Store, kind: PinKind, pins: readonly Pin[]): string {
  const others = pinsOf(store.state.pins).pins.filter((pin) => pin.kind !== kind);
  const own = distinct(pins);
  const all = kind === "yield" ? [...own, ...others] : [...others, ...own];
  if (all.length > MOST_PINS) return texts().compare.full(MOST_PINS);
  const text = pinsText(all);
  if (text.length > LONGEST_PINS) return texts().compare.long;
  store.set({ pins: text });
  return "";
}

export type YieldAnswers = PinnedAnswers<YieldRequest, YieldAnswer>;
export type SeriesAnswers = PinnedAnswers<SeriesRequest, Answer>;

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
  readonly element: HTMLElement;
  /** Buttons beside the title. */
  readonly tools?: HTMLElement;
  /** @returns one sentence of what it shows */
  draw(pins: readonly Pin[], answers: readonly (Answer | undefined)[]): string;
}
