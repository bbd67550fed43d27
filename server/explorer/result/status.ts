/** A quiet line over what a room shows: what a request costs, how far it is, and what went wrong. */
import { button, h, replace } from "../dom.js";
import { coordinatesOf } from "../place/words.js";
import { type Asked, isComplete, requestOf } from "../request/request.js";
import type { Exchange, Stage } from "../service/exchange.js";
import { type Price, type Problem, tokens } from "../service/problem.js";
import type { Service } from "../service/service.js";
import { monthlyGaps } from "../state/lists.js";
import { follow, type State, type Store } from "../state/state.js";
import { figure } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";

/** ms after which a wait is worth a word. */
const SLOW = 2000;
const TICK = 500;

/** What the line needs of an exchange, whatever it is about. */
type Followed = Pick<
  Exchange<Asked, Answered>,
  "stage" | "price" | "isCurrent" | "onChange" | "send" | "stop" | "restart" | "release"
> & { readonly answer: Answered | undefined };

interface Answered {
  readonly request: Asked;
  /** Of a time series; a yield has none. */
  readonly starts?: { readonly length: number };
  readonly parameters?: readonly { readonly values: readonly (number | null)[] }[];
}

export function statusBar(exchange: Followed, store: Store, service: Service): HTMLElement {
  const t = texts().status;
  const price = h("span.price");
  const words = h("span.words");
  const send = button(t.send, () => exchange.send(), { class: "send" });
  const stop = button(t.stop, () => exchange.stop());
  const again = button(t.again, () => exchange.restart());
  const take = button("", () => exchange.release());
  const problem = h("div", { role: "alert" });
  const line = h("p", { role: "status" }, price, " ", words);
  let tick = 0;
  const show = () => {
    const { stage } = exchange;
    clearTimeout(tick);
    price.textContent = priceText(exchange);
    send.hidden = stage.kind !== "offered" && stage.kind !== "stopped";
    send.textContent = exchange.price ? t.sendFor(costText(exchange.price)) : t.send;
    stop.hidden = !isSlow(stage);
    again.hidden = stage.kind !== "problem";
    take.hidden = stage.kind !== "unplaced";
    take.textContent = t.takePlace(coordinatesOf(store.state));
    const held = service.held();
    const text = held > SLOW ? t.held(figure(Math.ceil(held / 1000))) : wordsOf(exchange, store.state);
    if (words.textContent !== text) words.textContent = text;
    replace(problem, stage.kind === "problem" ? problemView(stage.problem, store) : null);
    if (stage.kind === "waiting" || stage.kind === "pricing") tick = setTimeout(show, TICK) as unknown as number;
  };
  follow(show, exchange, store);
  return h("div.status", problem, h("div.actions", line, send, stop, again, take));
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
export function problemView({ said, advice, places, parameter, status }: Problem, store: Store): HTMLElement {
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
export function codeLink(store: Store, subject: State["data"]): HTMLElement {
  return button(texts().data.codeForThis, () => store.set({ room: "data", data: subject }), { class: "code-link" });
}
