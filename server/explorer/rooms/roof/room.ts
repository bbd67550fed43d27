/** Your roof: what it yields in a year, and why. */
import { accuracyPlace } from "../../accuracy/place.js";
import { isDark } from "../../chart/colours.js";
import { comparedPlace } from "../../compare/place.js";
import { h } from "../../dom.js";
import type { YieldAnswer } from "../../service/yield-answer.js";
import { codeLink } from "../data/code-link.js";
import type { Page } from "../page.js";
import { roofForm } from "./form.js";
import { headline } from "./headline.js";
import { monthsPart, wayPart } from "./months.js";
import { surePart, yearsPart } from "./sure.js";

export function make(page: Page): HTMLElement {
  const { store, yields } = page;
  const form = roofForm(page, () => show());
  const head = headline(page);
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
  return h(
    "div",
    { class: "roof" },
    form.element,
    h(
      "div",
      { class: "roof-see" },
      head.element,
      rest,
      codeLink(store, "yield"),
      comparedPlace(page, "yield"),
      accuracyPlace(page),
    ),
  );
}
