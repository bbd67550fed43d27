/** The account of the key: what is left, keys and when they expire, and what was used by day and endpoint. */
import { DAY } from "irradiance-engine/shared";
import { h, replace } from "../../dom.js";
import { problemView } from "../../result/status.js";
import { tokens as tokensText } from "../../service/price.js";
import { Problem } from "../../service/problem.js";
import { amount, figure, longDate } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { sizeText } from "../data/formats.js";
import type { Page } from "../page.js";

export interface Account {
  readonly account: string;
  readonly tokens: {
    readonly granted: number | null;
    readonly used: number | null;
    readonly held: number | null;
    readonly remaining: number | null;
    readonly next_expiry: string | null;
  };
  readonly limits: { readonly [name: string]: number };
  readonly keys: readonly Key[];
  readonly usage: readonly {
    readonly day: string;
    readonly endpoint: string;
    readonly requests: number;
    readonly tokens: number;
  }[];
}

interface Key {
  readonly id: string;
  readonly label: string;
  readonly created: string;
  readonly last_used: string | null;
  readonly expires: string | null;
}

/** Days before its end from which on a key says how many are left. */
const SOON = 60;

export function accountView({ store, service, session }: Page): HTMLElement {
  const t = texts().account;
  const place = h("div", { role: "status" });
  const refresh = h("button", { type: "button", onclick: () => void load() }, t.refresh);
  // Of two keys used one after the other the answer for the first may come last.
  let round = 0;
  session.onChange(() => void load());
  // Back in the room: what was spent meanwhile shows.
  store.subscribe(({ room }, before) => {
    if (room === "account" && before.room !== room) void load();
  });
  void load();
  return h("section", { class: "account", "aria-label": texts().common.rooms.account }, place, refresh);

  async function load(): Promise<void> {
    const present = ++round;
    replace(place, h("p", {}, t.asking));
    const shown = await service.fact<Account>("account").then(
      (account) => accountParts(account, session.key),
      (thrown: Error) => problemView(thrown instanceof Problem ? thrown : new Problem(0, thrown.message), store),
    );
    if (present === round) replace(place, shown);
  }
}

function accountParts(account: Account, key: string): HTMLElement[] {
  const t = texts().account;
  if (account.account === "demo") {
    return [h("h2", {}, t.demoTitle), h("p", {}, t.demoText), limitList(account)];
  }
  return [
    h("h2", {}, t.title(account.account)),
    tokenLines(account),
    keyTable(account, key),
    usageTable(account),
    limitList(account),
  ];
}

function tokenLines({ tokens: { granted, used, held, remaining, next_expiry } }: Account): HTMLElement {
  const t = texts().account;
  return h(
    "div",
    {},
    h("p", { class: "tokens-left" }, t.left(tokensText(remaining ?? 0))),
    h("p", {}, t.used(amount(granted ?? 0), amount(used ?? 0)), " ", held ? t.held(amount(held)) : ""),
    h("p", {}, next_expiry === null ? t.noExpiry : t.expiry(longDate(Date.parse(next_expiry)))),
  );
}

function keyTable({ keys }: Account, key: string): HTMLElement {
  const t = texts().account;
  const c = t.keyColumns;
  const rows = keys.map((one) => [
    key.includes(`_${one.id}_`) ? `${one.id} (${t.present})` : one.id,
    one.label,
    longDate(Date.parse(one.created)),
    one.last_used === null ? t.never : longDate(Date.parse(one.last_used)),
    expiryText(one, Date.now()),
  ]);
  return table(t.keys, [c.id, c.label, c.created, c.lastUsed, c.expires], rows);
}

/** @param now Unix ms */
export function expiryText({ expires }: Pick<Key, "expires">, now: number): string {
  const t = texts().account;
  if (expires === null) return t.never;
  const days = Math.ceil((Date.parse(expires) - now) / DAY);
  if (days <= 0) return t.expired(longDate(Date.parse(expires)));
  return days <= SOON ? t.soon(longDate(Date.parse(expires)), figure(days)) : longDate(Date.parse(expires));
}

function usageTable({ usage }: Account): HTMLElement {
  const t = texts().account;
  const c = t.usageColumns;
  if (usage.length === 0) return h("p", {}, t.noUsage);
  const rows = usage.map((row) => [row.day, row.endpoint, figure(row.requests), amount(row.tokens)]);
  return table(t.usage, [c.day, c.endpoint, c.requests, c.tokens], rows);
}

function limitList({ limits }: Account): HTMLElement {
  const t = texts().account;
  const n = t.limitNames;
  const of = (name: string) => figure(limits[name] ?? 0);
  const size = (name: string) => sizeText(limits[name] ?? 0);
  const sentences = [
    n.requests(of("requests_per_window"), of("window_seconds")),
    n.running(of("running")),
    n.waiting(of("waiting")),
    n.values(of("values_per_answer")),
    n.batch(of("requests_per_batch")),
    n.body(size("body_bytes")),
    n.header(size("header_bytes")),
    n.deadline(amount(limits.deadline_seconds ?? 0)),
  ];
  const items = sentences.map((sentence) => h("li", {}, sentence));
  return h("details", { class: "group" }, h("summary", {}, t.limits), h("ul", {}, items));
}

function table(caption: string, head: readonly string[], rows: readonly (readonly string[])[]): HTMLElement {
  const body = rows.map(([first = "", ...rest]) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, first),
      rest.map((cell) => h("td", {}, cell)),
    ),
  );
  const names = head.map((name) => h("th", { scope: "col" }, name));
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    h("table", {}, h("caption", {}, caption), h("thead", {}, h("tr", {}, names)), h("tbody", {}, body)),
  );
}
