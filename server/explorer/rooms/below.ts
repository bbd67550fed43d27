/** What stands below a room's result: its comparison, and how accurate it is. Both are loaded on use. */
import type { PinKind } from "../compare/pins.js";
import { h, replace } from "../dom.js";
import type { Page } from "../request/questions.js";
import { texts } from "../texts/texts.js";
import { live } from "../view.js";

/** @param kind "yield" in Your roof, "series" in Light and History */
export function comparedPlace(page: Page, kind: PinKind): HTMLElement {
  const place = h("div.compare-place");
  const exchange = kind === "yield" ? page.yields : page.series;
  let isAsked = false;
  const load = async () => {
    if (isAsked || !exchange.answer) return;
    isAsked = true;
    const { comparison } = await import("../compare/panel.js");
    place.append(live("div", comparison(page, kind)));
  };
  exchange.onChange(() => void load());
  void load();
  return place;
}

export function accuracyPlace(page: Page): HTMLElement {
  const t = texts().accuracy;
  const body = h("div.accuracy-body");
  const card = h("details.accuracy", { ontoggle: () => void fill() }, h("summary", t.title), body);
  let isFilled = false;
  async function fill(): Promise<void> {
    if (isFilled || !card.open) return;
    isFilled = true;
    try {
      const { accuracyCard } = await import("../accuracy/card.js");
      accuracyCard(page, card, body);
    } catch {
      isFilled = false;
      replace(body, h("p.problem", t.unloaded));
    }
  }
  return card;
}
