/** The account of the key: tokens, keys, and what was used by day and endpoint. */
import { h, replace } from "../../dom.js";
import type { Session } from "../../service/key.js";
import type { Service } from "../../service/service.js";

interface Account {
  readonly account: string;
  readonly tokens: { readonly [name: string]: number | string | null };
  readonly limits: { readonly [name: string]: number };
  readonly keys: readonly {
    readonly id: string;
    readonly label: string;
    readonly created: string;
    readonly last_used: string | null;
    readonly expires: string | null;
  }[];
  readonly usage: readonly {
    readonly day: string;
    readonly endpoint: string;
    readonly requests: number;
    readonly tokens: number;
  }[];
}

export function accountView(service: Service, session: Session): HTMLElement {
  const place = h("div", { role: "status" });
  const refresh = h("button", { type: "button", onclick: () => void load() }, "Refresh");
  session.onChange(() => {
    void load();
  });
  void load();
  return h("div", { class: "account", id: "view-account" }, h("div", { class: "actions" }, refresh), place);

  async function load(): Promise<void> {
    replace(place, h("p", {}, "Asking for the account …"));
    try {
      replace(place, shown(await service.fact<Account>("account")));
    } catch (thrown) {
      replace(place, h("p", { class: "problem" }, (thrown as Error).message));
    }
  }
}

function shown({ account, tokens, limits, keys, usage }: Account): HTMLElement[] {
  const isDemo = account === "demo";
  return [
    h("h3", {}, isDemo ? "The demo key" : `Account ${account}`),
    isDemo
      ? h("p", {}, "The demo key is free: it has no tokens to count, no keys and no record of use.")
      : table(
          "Tokens",
          ["", "Tokens"],
          Object.entries(tokens).map(([name, value]) => [words(name), text(value)]),
        ),
    table(
      "Keys",
      ["Key", "Label", "Created", "Last used", "Expires"],
      keys.map(({ id, label, created, last_used, expires }) => [
        id,
        label,
        created,
        last_used ?? "never",
        expires ?? "never",
      ]),
    ),
    table(
      "Usage of the last 31 days (UTC)",
      ["Day", "Endpoint", "Requests", "Tokens"],
      usage.map((row) => [row.day, row.endpoint, String(row.requests), String(row.tokens)]),
    ),
    table(
      "Limits",
      ["Limit", "Value"],
      Object.entries(limits).map(([name, value]) => [words(name), text(value)]),
    ),
  ];
}

function words(name: string): string {
  const spaced = name.replaceAll("_", " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function text(value: number | string | null): string {
  return value === null ? "–" : String(value);
}

function table(caption: string, head: readonly string[], rows: readonly (readonly string[])[]): HTMLElement {
  if (rows.length === 0) return h("p", {}, `${caption}: none.`);
  const body = rows.map(([first = "", ...rest]) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, first),
      rest.map((cell) => h("td", {}, cell)),
    ),
  );
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    h(
      "table",
      {},
      h("caption", {}, caption),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((name) => (name === "" ? h("td", {}) : h("th", { scope: "col" }, name))),
        ),
      ),
      h("tbody", {}, body),
    ),
  );
}
