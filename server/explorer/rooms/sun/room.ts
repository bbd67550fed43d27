/** Sun and horizon: where the sun goes on a day, what stands in its way, and what that costs. */
import { h } from "../../dom.js";
import { codeLink } from "../data/code-link.js";
import type { Page } from "../page.js";
import { horizonFields } from "./horizon-fields.js";
import { HorizonLine } from "./line.js";
import { LossCard } from "./loss-card.js";
import { skySection } from "./sky-section.js";

export function make(page: Page): HTMLElement {
  const line = new HorizonLine(page.store, page.terrain);
  const fields = horizonFields(page.store, line);
  return h(
    "div",
    { class: "sun-room" },
    skySection(page, line, (file) => void fields.take(file)),
    h("div", { class: "sun-side" }, new LossCard(page).element, fields.element, codeLink(page.store, "yield")),
  );
}
