/** The lines to copy, one language at a time: the last one chosen stays. */
import { h, replace, walkTabs } from "../../dom.js";
import type { Line } from "../../request/caller.js";
import type { Service } from "../../service/service.js";
import { texts } from "../../texts/texts.js";

export interface LinesPanel {
  readonly element: HTMLElement;
  /**
   * @param found the lines, or why there are no lines. @param request method and address
   * @param isDemo whether the key in them is the demo key
   */
  show(found: readonly Line[] | string, request: string, isDemo: boolean): void;
}

export function linesPanel(): LinesPanel {
  const t = texts().data;
  const tabs = h("div", { role: "tablist", "aria-label": t.codeLabel });
  const blocks = h("div", {});
  const hint = h("p", { class: "hint" });
  const address = h("code", { class: "address", tabindex: 0, role: "region", "aria-label": t.requestOf });
  const parts = [h("h2", {}, t.code), address, tabs, blocks, hint];
  const element = h("section", { class: "lines", "aria-label": t.codeLabel }, parts);
  let shown = "";
  let chosen = "curl";
  tabs.addEventListener("keydown", (event) => walkTabs(event, [...tabs.children] as HTMLElement[]));
  return { element, show };

  function show(found: readonly Line[] | string, request: string, isDemo: boolean): void {
    const all = JSON.stringify([found, request, isDemo]);
    if (all === shown) return;
    shown = all;
    address.textContent = request;
    address.hidden = request === "";
    const lines = typeof found === "string" ? [] : found;
    const word = chosen.split(" ")[0] as string;
    const open = lines.find(({ title }) => title === chosen) ?? lines.find(({ title }) => title.startsWith(word));
    const isOpen = (line: Line) => line === (open ?? lines[0]);
    replace(
      tabs,
      lines.map((line) => tab(line, isOpen(line))),
    );
    replace(
      blocks,
      typeof found === "string" ? h("p", { class: "hint" }, found) : lines.map((line) => block(line, isOpen(line))),
    );
    hint.textContent = lines.length > 0 && !isDemo ? t.key : "";
  }

  function tab({ title }: Line, isOpen: boolean): HTMLElement {
    const id = idOf(title);
    return h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${id}`,
        "aria-controls": `panel-${id}`,
        "aria-selected": String(isOpen),
        tabindex: isOpen ? 0 : -1,
        onclick: () => open(title),
      },
      title,
    );
  }

  function open(title: string): void {
    chosen = title;
    for (const one of tabs.children) {
      const isOpen = one.textContent === title;
      one.setAttribute("aria-selected", String(isOpen));
      one.setAttribute("tabindex", isOpen ? "0" : "-1");
    }
    for (const one of blocks.children) (one as HTMLElement).hidden = one.id !== `panel-${idOf(title)}`;
  }

  function block({ title, text }: Line, isOpen: boolean): HTMLElement {
    const copy = h("button", { type: "button", "aria-label": t.copyOf(title) }, t.copy);
    const code = h("pre", { tabindex: 0, role: "region", "aria-label": title }, text);
    copy.addEventListener("click", () => {
      navigator.clipboard.writeText(text).then(
        () => (copy.textContent = t.copied),
        () => getSelection()?.selectAllChildren(code),
      );
    });
    const id = idOf(title);
    return h(
      "div",
      { class: "line", role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, hidden: !isOpen },
      h("div", { class: "line-head" }, h("h3", {}, title), copy),
      code,
      title.startsWith("Excel") ? h("p", { class: "hint" }, t.excelHint) : null,
    );
  }
}

/** How to get the client that the lines of TypeScript import, and a client for any other language. */
export function clientSection(service: Service): HTMLElement {
  const t = texts().data;
  // The page and its files are beside `v1/`.
  const beside = (path: string) => new URL(`../${path}`, service.address("")).href;
  const line = (text: string) => h("pre", { tabindex: 0, role: "region", "aria-label": text.split(" ")[0] }, text);
  return h(
    "details",
    { class: "client" },
    h("summary", {}, t.client),
    h("p", {}, t.clientHint),
    line(`npm install ${beside("explorer/client.tgz")}`),
    h("p", {}, t.clientTypes),
    line(`npx openapi-typescript ${beside("openapi.yaml")} -o irradiance.d.ts`),
    h(
      "p",
      { class: "hint" },
      h("a", { href: "openapi.yaml" }, "openapi.yaml"),
      " · ",
      h("a", { href: "docs/" }, texts().common.reference),
    ),
  );
}

function idOf(title: string): string {
  return `line-${title.toLowerCase().replace(/[^a-z]+/g, "-")}`;
}
