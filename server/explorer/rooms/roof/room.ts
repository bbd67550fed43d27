/** Your roof: what it yields in a year. */
import { h } from "../../dom.js";
import { numberField } from "../../form/number-field.js";
import { planeFields } from "../../plane/plane.js";
import { figure } from "../../texts/numbers.js";
import type { Page } from "../page.js";

export function make({ store, yields }: Page): HTMLElement {
  const power = numberField("kWp", { least: 0.001, most: 1e9, step: "any" }, (kwp) => store.set({ kwp }));
  const number = h("p", { class: "big", role: "status" });
  const show = () => {
    power.show(store.state.kwp);
    const { answer, stage } = yields;
    if (answer?.annual) number.textContent = `${figure(answer.annual.energy)} kWh`;
    else number.textContent = stage.kind === "problem" ? stage.problem.message : "…";
  };
  store.subscribe(show);
  yields.onChange(show);
  show();
  return h(
    "div",
    { class: "columns" },
    h("section", { class: "ask settings", "aria-label": "Settings" }, power.element, planeFields(store)),
    h("div", { class: "see" }, number),
  );
}
