/** A quiet line over what a room shows: what a request costs, how far it is, and what went wrong. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { coordinatesOf } from "../place/words.js";
import { type Asked, isComplete, requestOf } from "../request/request.js";
import type { Exchange, Stage } from "../service/exchange.js";
import { type Price, type Problem, tokens } from "../service/problem.js";
import type { Service } from "../service/service.js";
import { monthlyGaps } from "../state/lists.js";
import type { State, Store } from "../state/state.js";
import { figure } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { button, h, of } from "../view.js";

/** ms after which a wait is worth a word. */
const SLOW = 2000;
const TICK = 500;

/** What the line needs of an exchange, whatever it is about. */
type Followed = Pick<
  Exchange<Asked, Answered>,
  "stage" | "price" | "isCurrent" | "send" | "stop" | "restart" | "release"
> & { readonly answer: Answered | undefined };

interface Answered {
  readonly request: Asked;
  /** Of a time series; a yield has none. */
  readonly starts?: { readonly length: number };
  readonly parameters?: readonly { readonly values: readonly (number | null)[] }[];
}

interface StatusProps {
  readonly exchange: Followed;
  readonly store: Store;
  readonly service: Service;
}

export function status(exchange: Followed, store: Store, service: Service): VNode {
  return of(Status, { exchange, store, service });
}

function Status({ exchange, store, service }: StatusProps): VNode {
  const t = texts().status;
  const { stage, price } = exchange;
  const isUnderWay = stage.kind === "waiting" || stage.kind === "pricing";
  const tick = useSignal(0);
  useEffect(() => {
    const timer = isUnderWay ? setInterval(() => tick.value++, TICK) : undefined;
    return () => clearInterval(timer);
  }, [isUnderWay]);
  void tick.value;
  const held = service.held();
  const words = held > SLOW ? t.held(figure(Math.ceil(held / 1000))) : wordsOf(exchange, store.state);
  const isOffered = stage.kind === "offered" || stage.kind === "stopped";
  return h(
    "div.status",
    h("div", { role: "alert" }, stage.kind === "problem" ? problemView(stage.problem, store) : null),
    h(
      "div.actions",
      h("p", { role: "status" }, h("span.price", priceText(exchange)), " ", h("span.words", words)),
      isOffered && button(price ? t.sendFor(costText(price)) : t.send, () => exchange.send(), { class: "send" }),
      isSlow(stage) && button(t.stop, () => exchange.stop()),
      stage.kind === "problem" && button(t.again, () => exchange.restart()),
      stage.kind === "unplaced" && button(t.takePlace(coordinatesOf(store.state)), () => exchange.release()),
    ),
  );
}

function isSlow(stage: Stage): stage is Stage & { kind: "waiting" } {
  return stage.kind === "waiting" && performance.now() - stage.since > SLOW;
}

/** "free", "200 tokens" */
export function costText({ cost }: Pick<Price, "cost">): string {
  return cost === 0 ? texts().status.free : tokens(cost);
}

/** Nothing of what is free and nothing is counted for. */
function priceText({ price, stage }: Followed): string {
  const t = texts().status;
  if (!price) return stage.kind === "pricing" ? t.pricing : "";
  if (price.cost === 0 && price.remaining === undefined) return "";
  const cost = price.isRepeat ? t.repeat(costText(price)) : costText(price);
  return price.remaining === undefined ? t.price(cost) : t.priceBalance(cost, tokens(price.remaining));
}

function wordsOf({ stage, answer, isCurrent }: Followed, state: State): string {
  const t = texts().status;
  if (isSlow(stage)) return t.slow(figure(Math.round((performance.now() - stage.since) / 1000)));
  switch (stage.kind) {
    case "waiting":
      return answer ? "" : t.computing;
    case "offered":
      return answer && !isCurrent ? t.old : t.press;
    case "unplaced":
      return t.unplaced;
    case "incomplete":
      return t.incomplete(isComplete(requestOf(state)) ? "" : monthlyGaps(state).join(" "));
    case "problem":
      return stage.again === undefined ? "" : t.askAgain(figure(stage.again));
    case "stopped":
      return t.stopped;
    case "answered":
      return answer ? rowsText(answer) : "";
    default:
      return "";
  }
}

function rowsText({ starts, parameters }: Answered): string {
  if (!starts || !parameters) return "";
  const t = texts().status;
  const missing = parameters.filter(({ values }) => values.every((value) => value === null)).length;
  const rows = t.rows(figure(starts.length), figure(parameters.length), parameters.length === 1);
  return missing === 0 ? rows : t.empty(rows, figure(missing), missing === 1);
}

/** The server's words are English in any language of the page. */
export function problemView({ said, advice, places, parameter, status }: Problem, store: Store): VNode {
  const t = texts().status;
  const ways = places.map(([lat, lon]) => button(`${lat}, ${lon}`, () => store.set({ lat, lon })));
  if (NEEDS_A_KEY.includes(status) && store.state.room !== "account") {
    ways.push(button(t.enterKey, () => store.set({ room: "account" })));
  }
  const isNamed = parameter === undefined || said.includes(parameter);
  return h(
    "div.problem",
    h("p", said === "" ? null : [h("span", { lang: "en" }, said), " "], advice),
    isNamed ? null : h("p.hint", t.parameter(parameter)),
    ways.length > 0 ? h("div.actions", ways) : null,
  );
}

const NEEDS_A_KEY = [401, 402, 403];

/** The way from what a room shows to its data and the lines that give it elsewhere. @param subject what the room shows */
export function codeLink(store: Store, subject: State["data"]): VNode {
  return button(texts().status.codeForThis, () => store.set({ room: "data", data: subject }), { class: "code-link" });
}
