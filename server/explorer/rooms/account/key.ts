/** The key: typed here, kept for this tab, shown to nobody. */
import { freshId, h, labelled } from "../../dom.js";
import { texts } from "../../texts/texts.js";
import type { Page } from "../page.js";

export function keyFields({ session, series, yields }: Page): HTMLElement {
  const t = texts().account;
  const input = h("input", { type: "password", autocomplete: "off", spellcheck: "false", placeholder: "irr_…" });
  const state = h("p", { class: "hint", role: "status" });
  const show = () => {
    state.textContent = session.isDemo ? t.isDemo : t.isOwn;
  };
  const use = (key: string) => {
    session.use(key);
    input.value = "";
  };
  const form = h(
    "form",
    {},
    labelled(t.keyLabel, input),
    h(
      "div",
      { class: "row" },
      h("button", { type: "submit", class: "send" }, t.useKey),
      h("button", { type: "button", onclick: () => use("") }, t.useDemo),
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
  return h("div", {}, form, h("p", { class: "check" }, small, h("label", { for: small.id }, t.small)));
}
