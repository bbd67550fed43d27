/** Behind “More”: losses, mounting, the weather, the horizon, and systems of several planes. */
import { h, labelled, replace, select } from "../../dom.js";
import { type Fields, typedField } from "../../form/typed-field.js";
import { mountingChoice } from "../../plane/plane.js";
import { lacksTerrain } from "../../service/words.js";
import type { State } from "../../state/state.js";
import { texts } from "../../texts/texts.js";
import type { Page } from "../page.js";
import { planesFields } from "./planes.js";
import { yearsFields } from "./years.js";

/** @param heard is called when a field has become right or wrong */
export function moreFields(page: Page, heard: () => void): Fields {
  const { store } = page;
  const t = texts().roof;
  const written = (value: number | undefined) => (value === undefined ? "" : String(value));
  const losses = typedField(
    t.losses,
    { least: 0, most: 100, mayBeEmpty: true },
    (value) => store.set({ losses: written(value) }),
    { heard, hint: t.lossesHint },
  );
  const ratio = typedField(
    t.dcAc,
    { least: 0.1, most: 10, mayBeEmpty: true },
    (value) => store.set({ dc_ac: written(value) }),
    { heard, hint: t.dcAcHint },
  );
  const mounting = mountingChoice(store);
  const weather = select(Object.entries(t.weathers), store.state.roof_weather, (value) =>
    store.set({ roof_weather: value as State["roof_weather"] }),
  );
  const years = yearsFields(page, heard);
  const planes = planesFields(page, heard);
  const horizon = h("span", {});
  const ofOnePlane = h("div", {}, losses.element, ratio.element, labelled(t.mounting, mounting));
  const details = h(
    "details",
    { class: "more" },
    h("summary", { class: "quiet" }, t.more),
    ofOnePlane,
    labelled(t.weather, weather, h("p", { class: "hint" }, t.weatherHint)),
    years.element,
    h(
      "p",
      { class: "hint horizon-line" },
      horizon,
      " ",
      h("button", { type: "button", class: "as-link", onclick: () => store.set({ room: "sun" }) }, t.horizonChange),
    ),
    planes.element,
  );
  details.open = isUsed(store.state);
  return {
    element: details,
    get isWrong() {
      const isOne = store.state.system === "";
      return (isOne && (losses.isWrong || ratio.isWrong)) || years.isWrong || planes.isWrong;
    },
    show() {
      const { state } = store;
      ofOnePlane.hidden = state.system !== "";
      losses.show(numberOf(state.losses));
      ratio.show(numberOf(state.dc_ac));
      mounting.value = state.tracking_mode;
      weather.value = state.roof_weather;
      const { answer, isCurrent } = page.yields;
      const isUnknown = state.horizon === "auto" && answer !== undefined && isCurrent && lacksTerrain(answer);
      const kind = state.horizon === "flat" || state.horizon === "auto" ? state.horizon : "own";
      replace(horizon, t.horizonIs[isUnknown ? "unknown" : kind]);
      years.show();
      planes.show();
    },
  };
}

function numberOf(text: string): number | undefined {
  return text === "" ? undefined : Number(text);
}

/** Whether a link says something that stands here. */
function isUsed({ losses, dc_ac, roof_weather, system, tracking_mode }: State): boolean {
  return losses !== "" || dc_ac !== "" || roof_weather !== "typical" || system !== "" || tracking_mode !== "none";
}
