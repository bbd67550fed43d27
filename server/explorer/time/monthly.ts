/** Monthly values of one's own, from which the service makes a year. */
import { h, labelled, select } from "../dom.js";
import { MONTHLY, type MonthlyName, parseTwelve, twelveOf, wrongOf } from "../state/monthly.js";
import type { State, Store } from "../state/state.js";

export function monthlyFields(store: Store): HTMLElement {
  const ghi = rowField(store, "monthly_ghi", `${MONTHLY.monthly_ghi}, January to December`, "39 70 118 165 …");
  const temperature = rowField(
    store,
    "monthly_temperature",
    `${MONTHLY.monthly_temperature} (°C), January to December`,
    "0.3 1.4 5.5 …",
  );
  const unit = select(
    [
      ["W/m2", "W/m², mean over day and night"],
      ["kWh/m2/month", "kWh/m² in the month"],
    ],
    store.state.irradiance_unit,
    (value) => store.set({ irradiance_unit: value as State["irradiance_unit"] }),
  );
  store.subscribe(({ irradiance_unit }) => {
    unit.value = irradiance_unit;
  });
  return h(
    "div",
    {},
    ghi,
    labelled("Unit of the irradiance", unit),
    temperature,
    h("p", { class: "hint" }, "Type twelve numbers, or paste a row or column from a spreadsheet."),
  );
}

function rowField(store: Store, name: MonthlyName, label: string, placeholder: string): HTMLElement {
  const wrong = h("p", { class: "wrong", role: "alert" });
  const area = h("textarea", { rows: 2, spellcheck: "false", placeholder, "data-parameter": name });
  // What cannot be used is not sent; it stays in the field, to be mended.
  const take = () => store.set({ [name]: twelveOf(area.value) ? parseTwelve(area.value) : area.value.trim() });
  area.addEventListener("change", take);
  // The field has what was pasted after the event.
  area.addEventListener("paste", () => setTimeout(take));
  const show = (state: State) => {
    const text = state[name];
    if (document.activeElement !== area) area.value = text.replaceAll(/,(?=\S)/g, ", ");
    wrong.textContent = wrongOf(text);
    area.setAttribute("aria-invalid", String(wrong.textContent !== ""));
  };
  show(store.state);
  store.subscribe(show);
  return labelled(label, area, wrong);
}
