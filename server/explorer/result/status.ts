/** What a request costs, what is left, how far it is, and what went wrong. */
import { h, replace } from "../dom.js";
import type { SeriesExchange } from "../request/questions.js";
import { extended, requestOf, written } from "../request/request.js";
import type { Stage } from "../service/exchange.js";
import type { Problem } from "../service/problem.js";
import type { Service } from "../service/service.js";
import { isPosted } from "../state/endpoints.js";
import { monthlyGaps } from "../state/monthly.js";
import type { State, Store } from "../state/state.js";

/** ms after which a wait is worth a word. */
const SLOW = 2000;

export function statusBar(exchange: SeriesExchange, store: Store, service: Service): HTMLElement {
  const price = h("span", { class: "price" });
  const words = h("span", { class: "words" });
  const send = h("button", { type: "button", class: "send", onclick: () => exchange.send() }, "Send");
  const stop = h("button", { type: "button", onclick: () => exchange.stop() }, "Stop");
  const again = h("button", { type: "button", onclick: () => exchange.restart() }, "Try again");
  const take = h("button", { type: "button", onclick: () => exchange.release() }, "Take the place shown");
  const problem = h("div", { role: "alert" });
  const address = h("code", { class: "address", tabindex: 0, role: "region", "aria-label": "Address of this request" });
  let tick = 0;
  const show = () => {
    const { stage } = exchange;
    clearTimeout(tick);
    const request = requestOf(store.state);
    const method = isPosted(request.path) ? "POST" : "GET";
    address.textContent = `${method} ${service.address(written(extended(request)))}`;
    price.textContent = priceText(exchange);
    send.hidden = stage.kind !== "offered" && stage.kind !== "stopped";
    send.textContent = exchange.price ? `Send (${tokens(exchange.price.cost)})` : "Send";
    stop.hidden = !isSlow(stage);
    again.hidden = stage.kind !== "problem";
    take.hidden = stage.kind !== "unplaced";
    const held = service.held();
    const text = held > SLOW ? heldText(held) : wordsOf(exchange, store.state);
    if (words.textContent !== text) words.textContent = text;
    replace(problem, stage.kind === "problem" ? problemView(stage.problem, store) : null);
    if (stage.kind === "waiting" || stage.kind === "pricing") tick = setTimeout(show, 500) as unknown as number;
  };
  exchange.onChange(show);
  store.subscribe(show);
  show();
  return h(
    "div",
    { class: "status" },
    address,
    problem,
    h("div", { class: "actions" }, h("p", { role: "status" }, price, " ", words), send, stop, again, take),
  );
}

function isSlow(stage: Stage): stage is Stage & { kind: "waiting" } {
  return stage.kind === "waiting" && performance.now() - stage.since > SLOW;
}

function heldText(ms: number): string {
  return `The page waits ${Math.ceil(ms / 1000)} s: the server limits how often this key may ask.`;
}

export function tokens(count: number): string {
  return count === 0 ? "free" : `${count} token${count === 1 ? "" : "s"}`;
}

function priceText({ price, stage }: SeriesExchange): string {
  if (!price) return stage.kind === "pricing" ? "Asking for the price …" : "";
  const balance =
    price.remaining === undefined ? "" : `; balance: ${tokens(price.remaining).replace("free", "0 tokens")}`;
  return `This request: ${tokens(price.cost)}${price.isRepeat ? ", paid for before" : ""}${balance}.`;
}

function wordsOf({ stage, answer, isCurrent }: SeriesExchange, state: State): string {
  if (isSlow(stage)) {
    const seconds = Math.round((performance.now() - stage.since) / 1000);
    return `No answer for ${seconds} s: the server is still computing, or the connection is slow. You can wait or stop.`;
  }
  if (stage.kind === "offered") {
    return answer && !isCurrent
      ? "These values belong to the previous request. Press Send to update them."
      : "Press Send to get the values.";
  }
  if (stage.kind === "unplaced")
    return "The place in this link cannot be read, so no request was sent. Choose a place.";
  if (stage.kind === "incomplete") return `Enter the monthly values under “Period”. ${monthlyGaps(state).join(" ")}`;
  if (stage.kind === "problem" && stage.again) return `The page will ask again in ${stage.again} s.`;
  if (stage.kind === "stopped") return "Stopped; nothing was charged.";
  if (stage.kind !== "answered" || !answer) return "";
  const missing = answer.parameters.filter(({ values }) => values.every((value) => value === null)).length;
  const rows = `${answer.starts.length} intervals, ${answer.parameters.length} parameters.`;
  return missing === 0 ? rows : `${rows} ${missing} of them have no values.`;
}

function problemView({ message, places, parameter }: Problem, store: Store): HTMLElement {
  const ways = places.map(([lat, lon]) =>
    h("button", { type: "button", onclick: () => store.set({ lat, lon }) }, `${lat}, ${lon}`),
  );
  return h(
    "div",
    { class: "problem" },
    h("p", {}, message),
    parameter === undefined || message.includes(parameter)
      ? null
      : h("p", { class: "hint" }, `Parameter: ${parameter}`),
    ways.length > 0 ? h("div", { class: "actions" }, ways) : null,
  );
}
