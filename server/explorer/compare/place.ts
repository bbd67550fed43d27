/** Where a room has its comparison: it is loaded after the room's first answer, so that nothing waits for it. */
import { h } from "../dom.js";
import type { Page } from "../rooms/page.js";
import type { PinKind } from "./pins.js";

/** @param kind "yield" in Your roof, "series" in Light and History */
export function comparedPlace(page: Page, kind: PinKind): HTMLElement {
  const place = h("div", { class: "compare-place" });
  const exchange = kind === "yield" ? page.yields : page.series;
  let isAsked = false;
  const load = async () => {
    if (isAsked || !exchange.answer) return;
    isAsked = true;
    const { comparison } = await import("./panel.js");
    place.append(comparison(page, kind));
  };
  exchange.onChange(() => void load());
  void load();
  return place;
}
