/** The parameters that people look at, each one press away; all others are in Data and code. */
import { PARAMETERS } from "irradiance-engine";
import { plainUnit } from "../../chart/units.js";
import { nameOf } from "../../chart/words.js";
import { h, replace } from "../../dom.js";
import { endpointOf, parameterTitle } from "../../state/endpoints.js";
import type { State, Store } from "../../state/state.js";
import { texts } from "../../texts/texts.js";

export function parameterChips(store: Store): HTMLElement {
  const words = texts().series;
  const list = h("div", { class: "parameter-chips", role: "group", "aria-label": words.chipsLabel });
  const more = h("button", { type: "button", class: "more", onclick: () => store.set({ room: "data" }) });
  more.textContent = words.moreParameters;
  let shown = "";
  const show = (state: State) => {
    const offered = offeredOf(state);
    if (offered.join() !== shown) {
      shown = offered.join();
      replace(list, offered.map(chip), more);
    }
    for (const one of list.querySelectorAll<HTMLElement>("[data-name]"))
      one.setAttribute("aria-pressed", String(state.parameters.includes(one.dataset.name as string)));
  };
  show(store.state);
  store.subscribe(show);
  return list;

  function chip(name: string): HTMLElement {
    const unit = PARAMETERS[name as keyof typeof PARAMETERS]?.unit.name ?? "";
    const title = words.exact(parameterTitle(name), plainUnit(unit));
    const attributes = {
      type: "button",
      class: "parameter-chip",
      title,
      "data-name": name,
      onclick: () => toggle(name),
    };
    return h("button", attributes, words.chips[name] ?? nameOf(name));
  }

  function toggle(name: string): void {
    const { parameters } = store.state;
    const others = parameters.filter((one) => one !== name);
    // Something must be asked for.
    if (others.length === 0) return;
    store.set({ parameters: others.length < parameters.length ? others : [...parameters, name] });
  }
}

/** The usual ones that the endpoint has, and what else is chosen. */
function offeredOf({ endpoint, parameters }: State): string[] {
  const usual = Object.keys(texts().series.chips).filter((name) => endpointOf(endpoint).parameters.includes(name));
  return [...usual, ...parameters.filter((name) => !usual.includes(name))];
}
