/** Where the card “How accurate is this here?” stands, closed: it is loaded when it is opened. */
import { h, replace } from "../dom.js";
import type { Page } from "../rooms/page.js";
import { texts } from "../texts/texts.js";

export function accuracyPlace(page: Page): HTMLElement {
  const t = texts().accuracy;
  const body = h("div", { class: "accuracy-body" });
  const card = h("details", { class: "accuracy", ontoggle: () => void fill() }, h("summary", {}, t.title), body);
  let isFilled = false;
  async function fill(): Promise<void> {
    if (isFilled || !card.open) return;
    isFilled = true;
    try {
      const { accuracyCard } = await import("./card.js");
      accuracyCard(page, card, body);
    } catch {
      isFilled = false;
      replace(body, h("p", { class: "problem" }, t.unloaded));
    }
  }
  return card;
}
