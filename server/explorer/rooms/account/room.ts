/** The account of the key: what is left, keys and when they expire, what was used by day and endpoint; and the key. */
import { DAY } from "irradiance-engine/internal/shared";
import { button, each, freshId, h, labelled, replace, smallTable } from "../../dom.js";
import type { Page } from "../../request/questions.js";
import { problemView } from "../../result/status.js";
import { Problem, tokens as tokensText } from "../../service/problem.js";
import type { Schemas } from "../../service/service.js";
import { amount, figure, longDate } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { sizeText } from "../data/formats.js";

export function make(page: Page): HTMLElement {
  const title = texts().account.keyTitle;
  return h(
    "div.columns",
    h("section.ask.settings", { "aria-label": title }, h("h2", title), keyFields(page)),
    h("div.see", accountView(page)),
  );
}

type Account = Schemas["AccountResponse"];

/** Days before its end from which on a key says how many are left. */
const SOON = 60;

function accountView({ store, service, session }: Page): HTMLElement {
  const t = texts().account;
  const place = h("div", { role: "status" });
  const refresh = button(t.refresh, () => void load());
  // Of two keys used one after the other the answer for the first may come last.
  let round = 0;
  session.onChange(() => void load());
  // Back in the room: what was spent meanwhile shows.
  store.onChange(({ room }, before) => {
    if (room === "account" && before.room !== room) void load();
  });
  void load();
  return h("section.account", { "aria-label": texts().common.rooms.account }, place, refresh);

  async function load(): Promise<void> {
    const present = ++round;
    replace(place, h("p", t.asking));
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
    return [h("h2", t.demoTitle), h("p", t.demoText), limitList(account)];
  }
  return [
    h("h2", t.title(account.account)),
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
    h("p.tokens-left", t.left(tokensText(remaining ?? 0))),
    h("p", t.used(amount(granted ?? 0), amount(used ?? 0)), " ", held ? t.held(amount(held)) : ""),
    h("p", next_expiry === null ? t.noExpiry : t.expiry(longDate(Date.parse(next_expiry)))),
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
  return smallTable({ caption: t.keys, head: [c.id, c.label, c.created, c.lastUsed, c.expires], rows });
}

/** @param now Unix ms */
export function expiryText({ expires }: Pick<Schemas["Key"], "expires">, now: number): string {
  const t = texts().account;
  if (expires === null) return t.never;
  const days = Math.ceil((Date.parse(expires) - now) / DAY);
  if (days <= 0) return t.expired(longDate(Date.parse(expires)));
  return days <= SOON ? t.soon(longDate(Date.parse(expires)), figure(days)) : longDate(Date.parse(expires));
}

function usageTable({ usage }: Account): HTMLElement {
  const t = texts().account;
  const c = t.usageColumns;
  if (usage.length === 0) return h("p", t.noUsage);
  const rows = usage.map((row) => [row.day, row.endpoint, figure(row.requests), amount(row.tokens)]);
  return smallTable({ caption: t.usage, head: [c.day, c.endpoint, c.requests, c.tokens], rows });
}

function limitList({ limits }: Account): HTMLElement {
  const t = texts().account;
  const n = t.limitNames;
  const sentences = [
    n.requests(figure(limits.requests_per_window), figure(limits.window_seconds)),
    n.running(figure(limits.running)),
    n.waiting(figure(limits.waiting)),
    n.values(figure(limits.values_per_answer)),
    n.batch(figure(limits.requests_per_batch)),
    n.body(sizeText(limits.body_bytes)),
    n.header(sizeText(limits.header_bytes)),
    n.deadline(amount(limits.deadline_seconds)),
  ];
  const items = each("li", sentences, {});
  return h("details.group", h("summary", t.limits), h("ul", items));
}

function keyFields({ session, series, yields }: Page): HTMLElement {
  const t = texts().account;
  const input = h("input", { type: "password", autocomplete: "off", spellcheck: "false", placeholder: "irr_…" });
  const state = h("p.hint", { role: "status" });
  const show = () => {
    state.textContent = session.isDemo ? t.isDemo : t.isOwn;
  };
  const use = (key: string) => {
    session.use(key);
    input.value = "";
  };
  const form = h(
    "form",
    labelled(t.keyLabel, input),
    h(
      "div.row",
      h("button.send", { type: "submit" }, t.useKey),
      button(t.useDemo, () => use("")),
    ),
    state,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    use(input.value);
  });
  const small = h("input", { type: "checkbox", id: freshId() });
  small.addEventListener("change", () => {
    for (const exchange of [series, yields]) {
      exchange.spendsSmall = small.checked;
      if (small.checked) exchange.restart();
    }
  });
  show();
  session.onChange(show);
  return h("div", form, h("p.check", small, h("label", { for: small.id }, t.small)));
}
