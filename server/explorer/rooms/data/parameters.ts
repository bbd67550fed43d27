/** The columns to ask for, by words and units, and further keys of the query. */
import { CLIMATE_PARAMETERS } from "irradiance-engine/contract";
import { plainUnit } from "../../chart/units.js";
import { nameOf } from "../../chart/words.js";
import { freshId, h, labelled, replace } from "../../dom.js";
import { endpointOf } from "../../state/endpoints.js";
import { FIRST, SHADED, type State, type Store } from "../../state/state.js";
import { texts } from "../../texts/texts.js";

type Described = { readonly [name: string]: { readonly unit: { readonly name: string } } };

export function parameterFields(store: Store): HTMLElement {
  const t = texts().data;
  const list = h("ul", { class: "parameters" });
  const shaded = h("p", { class: "hint" }, t.shadedToo);
  const more = h("input", {
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "random_seed=7&albedo=0.3",
  });
  more.addEventListener("change", () => store.set({ more: more.value.trim().replace(/^[?&]/, "") }));
  const boxes = new Map<string, HTMLInputElement>();
  let shown = "";
  const show = (state: State) => {
    const offered = offeredOf(state);
    if (offered.join() !== shown) {
      shown = offered.join();
      boxes.clear();
      replace(list, offered.map(item));
    }
    for (const [name, box] of boxes) box.checked = state.parameters.includes(name);
    shaded.hidden = state.horizon === "flat";
    if (document.activeElement !== more) more.value = state.more;
  };
  show(store.state);
  store.subscribe(show);
  const choose = (label: string, names: () => readonly string[]) =>
    h("button", { type: "button", onclick: () => store.set({ parameters: [...names()] }) }, label);
  return h(
    "div",
    {},
    h(
      "fieldset",
      {},
      h("legend", {}, t.columns),
      h(
        "div",
        { class: "presets" },
        choose(t.usualColumns, () => FIRST.parameters),
        choose(t.allColumns, () => plainOf(store.state)),
      ),
      list,
    ),
    shaded,
    h("p", { class: "hint" }, t.simple),
    labelled(t.more, more, h("p", { class: "hint" }, t.moreHint)),
  );

  function item(name: string): HTMLElement {
    const id = freshId();
    const box = h("input", { type: "checkbox", id, value: name });
    box.addEventListener("change", () => {
      const { parameters } = store.state;
      const next = box.checked ? [...parameters, name] : parameters.filter((one) => one !== name);
      // Something must be asked for.
      if (next.length > 0) store.set({ parameters: next });
      else box.checked = true;
    });
    boxes.set(name, box);
    return h("li", {}, box, h("label", { for: id }, nameOf(name), h("span", { class: "unit" }, unitOf(name))));
  }
}

/** All but the shaded ones, which come with a horizon by themselves; of those what a link has chosen. */
function offeredOf(state: State): string[] {
  const { parameters } = endpointOf(state.endpoint);
  return parameters.filter((name) => !name.endsWith(SHADED) || state.parameters.includes(name));
}

function plainOf({ endpoint }: State): string[] {
  return endpointOf(endpoint).parameters.filter((name) => !name.endsWith(SHADED));
}

function unitOf(name: string): string {
  const unit = (CLIMATE_PARAMETERS as Described)[name]?.unit.name;
  return unit === undefined ? "" : ` ${plainUnit(unit)}`;
}
