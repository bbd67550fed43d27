/** The lines to copy, always in sight. */
import { h, replace } from "../../dom.js";
import { type Line, linesOf } from "../../request/lines.js";
import { isComplete, requestOf } from "../../request/request.js";
import type { Session } from "../../service/key.js";
import type { Service } from "../../service/service.js";
import type { Store } from "../../state/state.js";

export function linesPanel(store: Store, service: Service, session: Session): HTMLElement {
  const list = h("div", {});
  let shown = "";
  const show = () => {
    const isReady = isComplete(requestOf(store.state));
    const lines = isReady ? linesOf(store.state, service.address(""), session.isDemo) : [];
    const all = JSON.stringify(lines);
    if (all === shown) return;
    shown = all;
    replace(list, isReady ? lines.map(block) : h("p", { class: "hint" }, UNREADY));
  };
  store.subscribe(show);
  session.onChange(show);
  show();
  return h("section", { class: "lines", "aria-label": "The same elsewhere" }, h("h2", {}, "The same elsewhere"), list);
}

const UNREADY = "The code appears here once all monthly values are entered.";

function block({ title, text }: Line): HTMLElement {
  const copy = h("button", { type: "button", "aria-label": `Copy: ${title}` }, "Copy");
  const code = h("pre", { tabindex: 0, role: "region", "aria-label": title }, text);
  copy.addEventListener("click", () => {
    navigator.clipboard.writeText(text).then(
      () => (copy.textContent = "Copied"),
      () => getSelection()?.selectAllChildren(code),
    );
  });
  return h("div", { class: "line" }, h("div", { class: "line-head" }, h("h3", {}, title), copy), code);
}
