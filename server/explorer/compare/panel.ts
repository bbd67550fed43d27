/** The comparison below a result: what is pinned, and how it differs. */
import { curveColour, redrawn } from "../chart/picture.js";
import { button, each, h, replace } from "../dom.js";
import type { Page } from "../request/questions.js";
import type { Asked } from "../request/request.js";
import type { Exchange } from "../service/exchange.js";
import { type RoomName, roomOf } from "../state/state.js";
import { texts } from "../texts/texts.js";
import { seriesBody, yieldBody } from "./bodies.js";
import { commonOf, namesOf, picturesOf } from "./names.js";
import {
  type Body,
  isSamePin,
  keepPins,
  LONGEST_NAME,
  type Outcome,
  type Pin,
  type PinKind,
  type PinnedAnswers,
  pinnedSeries,
  pinnedYields,
  pinOf,
  pinsOf,
  pinsOfKind,
  shownBy,
} from "./pins.js";
import { setForm, setOf } from "./set-form.js";

const ROOMS: { readonly [kind in PinKind]: readonly RoomName[] } = { yield: ["roof"], series: ["light", "history"] };

/** @param kind "yield" in Your roof, "series" in Light and History */
export function comparison(page: Page, kind: PinKind): HTMLElement {
  return kind === "yield"
    ? new Panel(page, kind, page.yields, pinnedYields(page), yieldBody(page)).element
    : new Panel(page, kind, page.series, pinnedSeries(page), seriesBody(page)).element;
}

class Panel<Request extends Asked, Answer extends { readonly request: Request }> {
  readonly element: HTMLElement;
  private readonly hint = h("p.hint");
  private readonly pin = button(texts().compare.pin, () => this.keep([...this.pins(), this.present()]), {
    class: "pin",
  });
  private readonly clear = button(texts().compare.clear, () => this.keep([]), { class: "quiet" });
  private readonly problem = h("p.wrong", { role: "alert" });
  private readonly common = h("p.hint");
  private readonly words = h("p.words", { role: "status" });
  private readonly problems = h("ul.problems");
  private readonly send = button(texts().compare.sendFree, () => this.answers.send(this.requests()), { class: "send" });
  private readonly again = button(texts().compare.again, () => this.answers.retry(this.requests()));
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
    this.send.hidden = true;
    this.element = h(
      "section.compare",
      { "aria-label": words.title },
      h("div.compare-head", h("h2", words.title), body.tools),
      this.hint,
      h("div.compare-bar", this.pin, form),
      this.problem,
      this.strip.element,
      h("div.actions", this.words, this.send, this.again, this.clear),
      this.problems,
      this.common,
      body.element,
    );
    page.store.onChange((state, before) => {
      if (state.pins !== before.pins || state.room !== before.room || state.theme !== before.theme) this.draw();
      else this.drawPin();
    });
    exchange.onChange(() => this.follow());
    answers.onChange(() => this.draw());
    redrawn(this.element, () => this.draw());
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
    replace(this.problems, each("li", said, { class: "wrong" }));
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

interface StripActions {
  show(k: number): void;
  /** "": its name follows again from what differs. */
  rename(k: number, called: string): void;
  move(k: number, to: number): void;
  remove(k: number): void;
}

interface StripItem {
  readonly name: string;
  /** Its place among the colours of the pictures; undefined: it is in none. */
  readonly colour: number | undefined;
  /** Whether it is what the page shows. */
  readonly isShown: boolean;
}

/** Written anew with each change: the keyboard stays where it was. */
class Strip {
  readonly element = h("ol.pins");
  private readonly actions: StripActions;
  private items: readonly StripItem[] = [];
  /** The pin whose name is being written. */
  private renamed: number | undefined;

  constructor(actions: StripActions) {
    this.actions = actions;
  }

  draw(items: readonly StripItem[]): void {
    const held = this.element.contains(document.activeElement)
      ? (document.activeElement as HTMLElement).dataset.act
      : undefined;
    this.items = items;
    this.element.hidden = items.length === 0;
    this.element.setAttribute("aria-label", texts().compare.pins);
    replace(
      this.element,
      items.map((item, k) => this.entry(item, k)),
    );
    if (held) this.focus(held);
  }

  private entry({ name, colour, isShown }: StripItem, k: number): HTMLElement {
    const words = texts().compare;
    const swatch = h("span.swatch", { "aria-hidden": "true" });
    if (colour !== undefined) swatch.style.background = curveColour(colour);
    const last = this.items.length - 1;
    return h(
      "li",
      { "aria-current": isShown && "true" },
      swatch,
      this.renamed === k ? this.nameField(name, k) : this.nameButton(name, k),
      h(
        "span.tools",
        tool(`rename ${k}`, "✎", words.rename(name), () => this.beginName(k)),
        tool(`earlier ${k}`, "←", words.earlier(name), () => this.move(k, k - 1, "earlier"), k === 0),
        tool(`later ${k}`, "→", words.later(name), () => this.move(k, k + 1, "later"), k === last),
        tool(`remove ${k}`, "✕", words.remove(name), () => this.actions.remove(k)),
      ),
    );
  }

  private nameButton(name: string, k: number): HTMLElement {
    const onclick = () => this.actions.show(k);
    return button(name, onclick, { class: "name", title: texts().compare.show(name), "data-act": `show ${k}` });
  }

  private nameField(name: string, k: number): HTMLElement {
    const act = { "data-act": `name ${k}`, "aria-label": texts().compare.newName };
    const field = h("input.name", { maxlength: LONGEST_NAME, value: name, ...act });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      // The key goes no further: the button that has the focus next would take it for a press.
      event.preventDefault();
      this.endName(k, event.key === "Enter" ? field.value.trim() : name);
    });
    field.addEventListener("blur", () => this.endName(k, field.value.trim()));
    return field;
  }

  private beginName(k: number): void {
    this.renamed = k;
    this.draw(this.items);
    this.element.querySelector<HTMLInputElement>("input.name")?.select();
  }

  private endName(k: number, called: string): void {
    if (this.renamed !== k) return;
    this.renamed = undefined;
    if (called === this.items[k]?.name) this.draw(this.items);
    else this.actions.rename(k, called);
    this.focus(`rename ${k}`);
  }

  private move(k: number, to: number, act: string): void {
    this.actions.move(k, to);
    this.focus(`${act} ${to}`);
  }

  /** The same control of the same pin; where it is gone or rests, the pin's name, or that of the one before. */
  private focus(act: string): void {
    const [what, where] = act.split(" ");
    const at = Math.min(Number(where), this.items.length - 1);
    const find = (one = "show") => this.element.querySelector<HTMLElement>(`[data-act="${one} ${at}"]:not(:disabled)`);
    (find(what) ?? find())?.focus();
  }
}

function tool(act: string, sign: string, label: string, onclick: () => void, disabled = false): HTMLElement {
  const names = { title: label, "aria-label": label, "data-act": act };
  return button(sign, onclick, { class: "tool", ...names, disabled });
}
