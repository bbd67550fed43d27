/** The comparison below a result: what is pinned, and how it differs. */
import { signal } from "@preact/signals";
import { curveColour } from "../chart/picture.js";
import type { Page } from "../request/questions.js";
import type { Asked } from "../request/request.js";
import type { Exchange } from "../service/exchange.js";
import { roomOf } from "../state/state.js";
import { button, each, h, part, type View } from "../view.js";
import { seriesBody, yieldBody } from "./bodies.js";
import { commonOf, namesOf, picturesOf } from "./names.js";
import {
  type Body,
  isSamePin,
  keepPins,
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
import { type StripItem, stripView } from "./strip.js";
import { words } from "./words.js";

/** @param kind "yield" in Your roof, "series" in Light and History */
export function comparison(page: Page, kind: PinKind): View {
  return kind === "yield"
    ? panel({ page, kind, exchange: page.yields, answers: pinnedYields(page), body: yieldBody(page) })
    : panel({ page, kind, exchange: page.series, answers: pinnedSeries(page), body: seriesBody(page) });
}

interface Parts<Request extends Asked, Answer extends { readonly request: Request }> {
  readonly page: Page;
  readonly kind: PinKind;
  readonly exchange: Exchange<Request, Answer>;
  readonly answers: PinnedAnswers<Request, Answer>;
  readonly body: Body<Answer>;
}

function panel<Request extends Asked, Answer extends { readonly request: Request }>({
  page: { store },
  kind,
  exchange,
  answers,
  body,
}: Parts<Request, Answer>): View {
  const t = words();
  const problem = signal("");
  const pinned = () => pinsOfKind(store, kind);
  const keep = (pins: readonly Pin[]) => (problem.value = keepPins(store, kind, pins));
  const requests = (pins = pinned()) => pins.flatMap(({ state }) => answers.question.requestOf(state) ?? []);
  const form = setForm((tilts, other) => keep([...pinned(), ...setOf(kind, store.state, tilts, other)]));
  const strip = stripView(() => itemsOf(pinned(), pinOf(kind, store.state)), {
    show(k) {
      const pin = pinned()[k];
      // Series are at home in the room of their endpoint.
      if (pin) store.set({ ...shownBy(pin), room: kind === "yield" ? "roof" : roomOf(pin.state.endpoint) });
    },
    rename: (k, called) => keep(pinned().map((pin, at) => (at === k ? { ...pin, called } : pin))),
    move: (k, to) => keep(moved(pinned(), k, to)),
    remove: (k) => keep(pinned().filter((_, at) => at !== k)),
  });
  return () => {
    const pins = pinned();
    const present = pinOf(kind, store.state);
    const isPinned = pins.some((pin) => isSamePin(pin, present));
    const isAlone = pins.length < 2;
    const outcomes = answers.outcomes(requests(pins), exchange.answer);
    const known = outcomes.map((outcome) => (outcome.kind === "answered" ? outcome.answer : undefined));
    const { summary, view } = body.compared(pins, known);
    const { said, cost, problems } = stageOf(outcomes, namesOf(pins), summary);
    const unread = pinsOf(store.state.pins).unread;
    const faults = [...problems, ...(unread.length > 0 ? [t.unread(unread.join(", "))] : [])];
    const pin = { class: "pin", disabled: isPinned };
    return h(
      "section.compare",
      { "aria-label": t.title, class: isAlone ? "alone" : "" },
      h("div.compare-head", h("h2", t.title), body.tools?.()),
      h("p.hint", pins.length === 0 ? t.hint : ""),
      h(
        "div.compare-bar",
        button(isPinned ? t.pinned : t.pin, () => keep([...pins, present]), pin),
        part(form),
      ),
      h("p.wrong", { role: "alert" }, problem.value),
      part(strip),
      h(
        "div.actions",
        h("p.words", { role: "status" }, said),
        cost !== undefined &&
          button(cost === 0 ? t.sendFree : t.send(cost), () => answers.send(requests()), { class: "send" }),
        problems.length > 0 && button(t.again, () => answers.retry(requests())),
        !isAlone && button(t.clear, () => keep([]), { class: "quiet" }),
      ),
      h("ul.problems", each("li.wrong", faults)),
      h("p.hint", isAlone ? "" : t.same(commonOf(pins))),
      view,
    );
  };
}

/** What is said of how far the answers are; `cost`: of those that wait for a click, tokens. */
function stageOf(outcomes: readonly Outcome<unknown>[], names: readonly string[], summary: string) {
  const t = words();
  const left = outcomes.filter(({ kind }) => kind === "waiting").length;
  const offered = outcomes.flatMap((outcome) => (outcome.kind === "offered" ? [outcome.cost] : []));
  const sum = offered.reduce((all, one) => all + one, 0);
  const problems = outcomes.flatMap((outcome, k) =>
    outcome.kind === "problem" ? [t.problem(names[k] ?? "", outcome.message)] : [],
  );
  const said = left > 0 ? t.waiting(left) : offered.length > 0 ? t.offered(offered.length, sum) : summary;
  return { said, cost: offered.length > 0 ? sum : undefined, problems };
}

function itemsOf(pins: readonly Pin[], present: Pin): StripItem[] {
  const names = namesOf(pins);
  const groups = picturesOf(pins);
  return pins.map((pin, k) => {
    const place = groups.map((group) => group.indexOf(k)).find((one) => one >= 0);
    const colour = place === undefined ? undefined : curveColour(place);
    return { name: names[k] as string, colour, isShown: isSamePin(pin, present) };
  });
}

function moved(pins: readonly Pin[], from: number, to: number): Pin[] {
  const others = pins.filter((_, k) => k !== from);
  return [...others.slice(0, to), pins[from] as Pin, ...others.slice(to)];
}
