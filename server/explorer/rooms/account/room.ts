/** The account of the key: what is left, keys and when they expire, what was used by day and endpoint; and the key. */
import { useSignal } from "@preact/signals";
import { DAY } from "irradiance-engine/internal/shared";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { Page } from "../../request/questions.js";
import { problemView } from "../../result/status.js";
import { Problem, tokens as tokensText } from "../../service/problem.js";
import type { Schemas } from "../../service/service.js";
import { amount, figure, longDate } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { button, type Child, each, h, labelled, of, smallTable, type View } from "../../view.js";
import { sizeText } from "../data/formats.js";
import { words } from "./words.js";

export function make(page: Page): View {
  const title = words().keyTitle;
  return () =>
    h(
      "div.columns",
      h("section.ask.settings", { "aria-label": title }, h("h2", title), of(KeyFields, page)),
      h("div.see", of(AccountView, page)),
    );
}

type Account = Schemas["AccountResponse"];

/** Days before its end from which on a key says how many are left. */
const SOON = 60;

/** What was spent meanwhile shows when the room is opened again: it is drawn anew then. */
function AccountView({ store, service, session }: Page): VNode {
  const t = words();
  const shown = useSignal<Child>(undefined);
  const asked = useSignal(0);
  const { key } = session;
  useEffect(() => {
    // Of two keys used one after the other the answer for the first may come last.
    let isPresent = true;
    shown.value = h("p", t.asking);
    service
      .fact<Account>("account")
      .then(
        (account) => accountParts(account, key),
        (thrown: Error) => problemView(thrown instanceof Problem ? thrown : new Problem(0, thrown.message), store),
      )
      .then((parts) => isPresent && (shown.value = parts));
    return () => {
      isPresent = false;
    };
  }, [key, asked.value]);
  return h(
    "section.account",
    { "aria-label": texts().common.rooms.account },
    h("div", { role: "status" }, shown.value),
    button(t.refresh, () => asked.value++),
  );
}

function accountParts(account: Account, key: string): Child {
  const t = words();
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

function tokenLines({ tokens: { granted, used, held, remaining, next_expiry } }: Account): VNode {
  const t = words();
  return h(
    "div",
    h("p.tokens-left", t.left(tokensText(remaining ?? 0))),
    h("p", t.used(amount(granted ?? 0), amount(used ?? 0)), " ", held ? t.held(amount(held)) : ""),
    h("p", next_expiry === null ? t.noExpiry : t.expiry(longDate(Date.parse(next_expiry)))),
  );
}

function keyTable({ keys }: Account, key: string): VNode {
  const t = words();
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
  const t = words();
  if (expires === null) return t.never;
  const days = Math.ceil((Date.parse(expires) - now) / DAY);
  if (days <= 0) return t.expired(longDate(Date.parse(expires)));
  return days <= SOON ? t.soon(longDate(Date.parse(expires)), figure(days)) : longDate(Date.parse(expires));
}

function usageTable({ usage }: Account): VNode {
  const t = words();
  const c = t.usageColumns;
  if (usage.length === 0) return h("p", t.noUsage);
  const rows = usage.map((row) => [row.day, row.endpoint, figure(row.requests), amount(row.tokens)]);
  return smallTable({ caption: t.usage, head: [c.day, c.endpoint, c.requests, c.tokens], rows });
}

function limitList({ limits }: Account): VNode {
  const t = words();
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

function KeyFields({ session, series, yields }: Page): VNode {
  const t = words();
  const typed = useSignal("");
  const use = (key: string) => {
    session.use(key);
    typed.value = "";
  };
  const submit = (event: Event) => {
    event.preventDefault();
    use(typed.value);
  };
  const input = h("input", {
    ...{ type: "password", autocomplete: "off", spellcheck: false, placeholder: "irr_…", value: typed.value },
    oninput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => (typed.value = currentTarget.value),
  });
  const spend = ({ currentTarget: { checked } }: { currentTarget: HTMLInputElement }) => {
    for (const exchange of [series, yields]) {
      exchange.spendsSmall = checked;
      if (checked) exchange.restart();
    }
  };
  return h(
    "div",
    h(
      "form",
      { onsubmit: submit },
      labelled(t.keyLabel, input),
      h(
        "div.row",
        h("button.send", { type: "submit" }, t.useKey),
        button(t.useDemo, () => use("")),
      ),
      h("p.hint", { role: "status" }, session.isDemo ? t.isDemo : t.isOwn),
    ),
    h(
      "p.check",
      h("input", { type: "checkbox", id: "spends-small", checked: yields.spendsSmall, onchange: spend }),
      h("label", { for: "spends-small" }, t.small),
    ),
  );
}
