/** The comparison below a result: what is pinned, and how it differs. */
import { h, replace } from "../dom.js";
import type { Asked } from "../request/request.js";
import type { Page } from "../rooms/page.js";
import type { Exchange } from "../service/exchange.js";
import { type RoomName, roomOf } from "../state/state.js";
import { texts } from "../texts/texts.js";
import type { Outcome, PinnedAnswers } from "./asked.js";
import { picturesOf } from "./grid.js";
import { commonOf, namesOf } from "./names.js";
import { type Body, keepPins, pinnedSeries, pinnedYields, pinsOfKind } from "./page-pins.js";
import { isSamePin, type Pin, type PinKind, pinOf, pinsOf, shownBy } from "./pins.js";
import { seriesBody } from "./series-body.js";
import { setForm } from "./set-form.js";
import { Strip } from "./strip.js";
import { setOf } from "./variants.js";
import { yieldBody } from "./yield-body.js";

const ROOMS: { readonly [kind in PinKind]: readonly RoomName[] } = { yield: ["roof"], series: ["light", "history"] };

/** @param kind "yield" in Your roof, "series" in Light and History */
export function comparison(page: Page, kind: PinKind): HTMLElement {
  return kind === "yield"
    ? new Panel(page, kind, page.yields, pinnedYields(page), yieldBody(page)).element
    : new Panel(page, kind, page.series, pinnedSeries(page), seriesBody(page)).element;
}

class Panel<Request extends Asked, Answer extends { readonly request: Request }> {
  readonly element: HTMLElement;
  private readonly hint = h("p", { class: "hint" });
  private readonly pin = h("button", { type: "button", class: "pin", onclick: () => this.pinPresent() });
  private readonly clear = h("button", { type: "button", class: "quiet", onclick: () => this.keep([]) });
  private readonly problem = h("p", { class: "wrong", role: "alert" });
  private readonly common = h("p", { class: "hint" });
  private readonly words = h("p", { class: "words", role: "status" });
  private readonly problems = h("ul", { class: "problems" });
  private readonly send = h("button", {
    type: "button",
    class: "send",
    onclick: () => this.answers.send(this.requests()),
  });
  private readonly again = h("button", { type: "button", onclick: () => this.answers.retry(this.requests()) });
  private readonly strip: Strip;
  private readonly page: Page;
  private readonly kind: PinKind;
  private readonly exchange: Exchange<Request, Answer>;
  private readonly answers: PinnedAnswers<Request, Answer>;
  private readonly body: Body<Answer>;
  private followed: { readonly answer?: Answer | undefined; readonly isCurrent?: boolean } = {};

  constructor(
    page: Page,
    kind: PinKind,
    exchange: Exchange<Request, Answer>,
    answers: PinnedAnswers<Request, Answer>,
    body: Body<Answer>,
  ) {
    this.page = page;
    this.kind = kind;
    this.exchange = exchange;
    this.answers = answers;
    this.body = body;
    this.strip = new Strip({
      show: (k) => this.show(k),
      rename: (k, called) => this.keep(this.pins().map((pin, at) => (at === k ? { ...pin, called } : pin))),
      move: (k, to) => this.keep(moved(this.pins(), k, to)),
      remove: (k) => this.keep(this.pins().filter((_, at) => at !== k)),
    });
    const words = texts().compare;
    const form = setForm((tilts, other) => this.keep([...this.pins(), ...setOf(kind, page.store.state, tilts, other)]));
    this.clear.textContent = words.clear;
    this.again.textContent = words.again;
    // Named from the beginning: it is drawn before its room is open, too.
    this.send.textContent = words.sendFree;
    this.send.hidden = true;
    this.pin.textContent = words.pin;
    this.element = h(
      "section",
      { class: "compare", "aria-label": words.title },
      h("div", { class: "compare-head" }, h("h2", {}, words.title), body.tools),
      this.hint,
      h("div", { class: "compare-bar" }, this.pin, form),
      this.problem,
      this.strip.element,
      h("div", { class: "actions" }, this.words, this.send, this.again, this.clear),
      this.problems,
      this.common,
      body.element,
    );
    page.store.subscribe((state, before) => {
      if (state.pins !== before.pins || state.room !== before.room || state.theme !== before.theme) this.draw();
      else this.drawPin();
    });
    exchange.onChange(() => this.follow());
    answers.onChange(() => this.draw());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    this.drawWhenWide();
    this.draw();
  }

  private pins(): Pin[] {
    return pinsOfKind(this.page.store, this.kind);
  }

  private present(): Pin {
    return pinOf(this.kind, this.page.store.state);
  }

  private requests(pins = this.pins()): Request[] {
    return pins.flatMap(({ state }) => this.answers.question.requestOf(state) ?? []);
  }

  private keep(pins: readonly Pin[]): string {
    const problem = keepPins(this.page.store, this.kind, pins);
    this.problem.textContent = problem;
    return problem;
  }

  private pinPresent(): void {
    this.keep([...this.pins(), this.present()]);
  }

  /** Series are at home in the room of their endpoint. */
  private show(k: number): void {
    const pin = this.pins()[k];
    if (!pin) return;
    const room = this.kind === "yield" ? "roof" : roomOf(pin.state.endpoint);
    this.page.store.set({ ...shownBy(pin), room });
  }

  /** Of the page's own answer only what is new of it: prices and waits change nothing here. */
  private follow(): void {
    const { answer, isCurrent } = this.exchange;
    if (answer === this.followed.answer && isCurrent === this.followed.isCurrent) return;
    this.followed = { answer, isCurrent };
    this.draw();
  }

  /** Nothing is asked or drawn for a room that is shut. */
  private get isOpen(): boolean {
    return ROOMS[this.kind].includes(this.page.store.state.room) && this.element.isConnected;
  }

  private draw(): void {
    if (!this.isOpen) return;
    const pins = this.pins();
    const names = namesOf(pins);
    const present = this.present();
    const colours = coloursOf(pins);
    this.strip.draw(
      pins.map((pin, k) => ({ name: names[k] as string, colour: colours[k], isShown: isSamePin(pin, present) })),
    );
    this.drawPin();
    this.hint.textContent = pins.length === 0 ? texts().compare.hint : "";
    this.common.textContent = pins.length < 2 ? "" : texts().compare.same(commonOf(pins));
    this.clear.hidden = pins.length < 2;
    this.element.classList.toggle("alone", pins.length < 2);
    const outcomes = this.answers.outcomes(this.requests(pins), this.exchange.answer);
    const answers = outcomes.map((outcome) => (outcome.kind === "answered" ? outcome.answer : undefined));
    const summary = this.body.draw(pins, answers);
    this.drawStage(outcomes, names, summary);
  }

  private drawPin(): void {
    const isPinned = this.pins().some((pin) => isSamePin(pin, this.present()));
    this.pin.disabled = isPinned;
    this.pin.textContent = isPinned ? texts().compare.pinned : texts().compare.pin;
  }

  private drawStage(outcomes: readonly Outcome<Answer>[], names: readonly string[], summary: string): void {
    const words = texts().compare;
    const left = outcomes.filter(({ kind }) => kind === "waiting").length;
    const offered = outcomes.flatMap((outcome) => (outcome.kind === "offered" ? [outcome.cost] : []));
    const cost = offered.reduce((sum, one) => sum + one, 0);
    const failed = outcomes.flatMap((outcome, k) =>
      outcome.kind === "problem" ? [words.problem(names[k] ?? "", outcome.message)] : [],
    );
    const unread = pinsOf(this.page.store.state.pins).unread;
    this.send.hidden = offered.length === 0;
    this.send.textContent = cost === 0 ? words.sendFree : words.send(cost);
    this.again.hidden = failed.length === 0;
    const stage = left > 0 ? words.waiting(left) : offered.length > 0 ? words.offered(offered.length, cost) : summary;
    if (this.words.textContent !== stage) this.words.textContent = stage;
    const said = [...failed, ...(unread.length > 0 ? [words.unread(unread.join(", "))] : [])];
    replace(
      this.problems,
      said.map((text) => h("li", { class: "wrong" }, text)),
    );
  }

  /** Pictures are as wide as their place. */
  private drawWhenWide(): void {
    let width = 0;
    new ResizeObserver(() => {
      if (this.element.clientWidth === width) return;
      width = this.element.clientWidth;
      this.draw();
    }).observe(this.element);
  }
}

/** The place of each pin among the colours of the picture that draws it. */
function coloursOf(pins: readonly Pin[]): (number | undefined)[] {
  const groups = picturesOf(pins);
  return pins.map((_, k) => groups.map((group) => group.indexOf(k)).find((place) => place >= 0));
}

function moved(pins: readonly Pin[], from: number, to: number): Pin[] {
  const others = pins.filter((_, k) => k !== from);
  return [...others.slice(0, to), pins[from] as Pin, ...others.slice(to)];
}
