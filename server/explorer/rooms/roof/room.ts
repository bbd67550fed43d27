/** Your roof: what it yields in a year, and why. */
import { accuracyPlace } from "../../accuracy/place.js";
import { isDark } from "../../chart/colours.js";
import { comparedPlace } from "../../compare/place.js";
import { h } from "../../dom.js";
import type { YieldAnswer } from "../../service/yield-answer.js";
import type { Page } from "../page.js";
import { roofForm } from "./form.js";
import { headline } from "./headline.js";
import { monthsPart, wayPart } from "./months.js";
import { surePart, yearsPart } from "./sure.js";

/** As in roof.css: one column. */
const NARROW = "(max-width: 59.99rem)";

export function make(page: Page): HTMLElement {
  const { store, yields } = page;
  const form = roofForm(page, () => show());
  const head = headline(page, () => void import("../../report/open.js").then(({ openReport }) => openReport(page)));
  const parts = [monthsPart(), wayPart(), yearsPart(), surePart()];
  const rest = h(
    "div",
    { class: "roof-rest", hidden: true },
    parts.map(({ element }) => element),
  );
  let shown: YieldAnswer | undefined;
  /** Pictures are drawn in the colours of the page. */
  let wasDark = isDark();
  const show = () => {
    if (store.state.room !== "roof") return;
    form.show();
    const { answer, isCurrent } = yields;
    head.show(form.isWrong);
    rest.classList.toggle("old", form.isWrong || !isCurrent);
    if (!answer || (answer === shown && isDark() === wasDark)) return;
    shown = answer;
    wasDark = isDark();
    rest.hidden = false;
    for (const part of parts) part.show(answer);
  };
  store.subscribe(show);
  yields.onChange(show);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  show();
  const see = h("div", { class: "roof-see" }, head.element, rest, comparedPlace(page, "yield"), accuracyPlace(page));
  const room = h("div", { class: "roof" }, see);
  // On a phone the number comes first, for the eye and for the keyboard.
  const isNarrow = matchMedia(NARROW);
  const arrange = () => (isNarrow.matches ? head.element.after(form.element) : room.prepend(form.element));
  isNarrow.addEventListener("change", arrange);
  arrange();
  return room;
}
