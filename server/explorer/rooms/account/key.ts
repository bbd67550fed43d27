/** The key: typed here, kept for this tab, shown to nobody. */
import { h, labelled } from "../../dom.js";
import type { Session } from "../../service/key.js";
import type { Page } from "../page.js";

export function keyFields(session: Session, exchange: Pick<Page["series"], "spendsSmall" | "restart">): HTMLElement {
  const input = h("input", { type: "password", autocomplete: "off", spellcheck: "false", placeholder: "irr_…" });
  const state = h("p", { class: "hint", role: "status" });
  const show = () => {
    state.textContent = session.isDemo
      ? "The demo key is in use."
      : "Your key is in use. It is kept until you close this tab and is not part of the address.";
  };
  const form = h(
    "form",
    {},
    labelled("Your API key", input),
    h(
      "div",
      { class: "row" },
      h("button", { type: "submit" }, "Use this key"),
      h("button", { type: "button", onclick: () => use("") }, "Use the demo key"),
    ),
    state,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    use(input.value);
  });
  const small = h("input", { type: "checkbox", id: "small" });
  small.addEventListener("change", () => {
    exchange.spendsSmall = small.checked;
    if (small.checked) exchange.restart();
  });
  show();
  session.onChange(show);
  return h(
    "div",
    {},
    form,
    h("p", { class: "check" }, small, h("label", { for: "small" }, "Send requests of up to 1 token without a click")),
  );

  function use(key: string): void {
    session.use(key);
    input.value = "";
  }
}
