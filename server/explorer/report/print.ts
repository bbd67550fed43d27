/** Any room on paper: in light colours, under its place and its address. */
import { h } from "../dom.js";
import { hashOf } from "../state/address.js";
import type { Store } from "../state/state.js";
import { calendarDate } from "../texts/dates.js";
import { texts } from "../texts/texts.js";
import { VERSION } from "./version.js";

export function printWell(store: Store): void {
  const head = h("div", { class: "print-head" });
  let theme = store.state.theme;
  addEventListener("beforeprint", () => {
    theme = store.state.theme;
    // Curves and heat maps are drawn anew in colours for white paper.
    if (theme !== "light") store.set({ theme: "light" });
    const { lat, lon, name } = store.state;
    const address = location.origin + location.pathname + hashOf({ ...store.state, theme });
    head.replaceChildren(
      h("strong", {}, `${texts().common.title} – ${name || `${lat}, ${lon}`}`),
      h("p", {}, texts().report.picture.made(calendarDate(new Date()), VERSION), " ", address),
    );
    document.querySelector("header")?.after(head);
  });
  addEventListener("afterprint", () => {
    head.remove();
    if (theme !== "light") store.set({ theme });
  });
}
