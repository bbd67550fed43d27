/** Monthly values of one's own, from which the service makes a year. */
import { h, labelled, select } from "../dom.js";
import { parseTwelve } from "../state/monthly.js";
import type { State, Store } from "../state/state.js";

export function monthlyFields(store: Store): HTMLElement {
  const ghi = rowField(store, "monthly_ghi", "Global horizontal irradiance, January to December", "39 70 118 165 …");
  const temperature = rowField(store, "monthly_temperature", "Temperature (°C), January to December", "0.3 1.4 5.5 …");
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
    h("p", { class: "hint" }, "Twelve numbers: typed, or a row or column pasted from a spreadsheet."),
  );
}

function rowField(
  store: Store,
  name: "monthly_ghi" | "monthly_temperature",
  label: string,
  placeholder: string,
): HTMLElement {
  const wrong = h("p", { class: "wrong", role: "alert" });
  const area = h("textarea", { rows: 2, spellcheck: "false", placeholder, "data-parameter": name });
  const take = () => {
    try {
      const values = area.value.trim() === "" ? "" : parseTwelve(area.value);
      wrong.textContent = "";
      store.set({ [name]: values });
    } catch (thrown) {
      wrong.textContent = (thrown as Error).message;
      // What cannot be used is not sent; it stays in the field, to be mended.
      store.set({ [name]: "" });
    }
    area.setAttribute("aria-invalid", String(wrong.textContent !== ""));
  };
  area.addEventListener("change", take);
  // The field has what was pasted after the event.
  area.addEventListener("paste", () => setTimeout(take));
  const show = (state: State) => {
    if (state[name] !== "") area.value = state[name].replaceAll(",", ", ");
  };
  show(store.state);
  store.subscribe(show);
  return labelled(label, area, wrong);
}
