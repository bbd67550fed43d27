/** The choice of a day: a date, the days beside it, and those at which the seasons turn. */
import { h, labelled } from "../../dom.js";
import type { Store } from "../../state/state.js";
import { texts } from "../../texts/texts.js";

export interface DayBar {
  readonly element: HTMLElement;
  /** Shows the day that is shown elsewhere, unless somebody is typing another. */
  show(): void;
}

/** @param beside the date so many days after the one that is shown; undefined before there is one */
export function dayBar(store: Store, beside: (days: number) => string | undefined): DayBar {
  const t = texts().sun;
  const date = h("input", { type: "date", min: "1950-01-01", max: "2100-12-31" });
  const go = (to: string | undefined) => to !== undefined && store.set({ date: to });
  date.addEventListener("change", () => go(date.value));
  const step = (label: string, text: string, days: number) =>
    h("button", { type: "button", "aria-label": label, title: label, onclick: () => go(beside(days)) }, text);
  const jump = (text: string, to: () => string) => h("button", { type: "button", onclick: () => go(to()) }, text);
  const ofYear = (monthAndDay: string) => () => `${(beside(0) ?? date.value).slice(0, 4)}-${monthAndDay}`;
  const buttons = h(
    "div",
    { class: "actions" },
    step(t.dayBefore, "‹", -1),
    step(t.dayAfter, "›", 1),
    jump(t.today, () => ""),
    jump(t.seasons.march, ofYear("03-20")),
    jump(t.seasons.june, ofYear("06-21")),
    jump(t.seasons.december, ofYear("12-21")),
  );
  return {
    element: h("div", { class: "row sun-day" }, labelled(t.day, date), buttons),
    show() {
      if (document.activeElement !== date) date.value = beside(0) ?? "";
    },
  };
}
