/** The parameters to ask for, and further keys of the query. */
import { freshId, h, labelled, replace } from "../../dom.js";
import { endpointOf, parameterTitle } from "../../state/endpoints.js";
import type { State, Store } from "../../state/state.js";

const SIMPLE =
  "The simple PV formula has fixed losses of 18 % and accounts for cell temperature, but not for inverter, reflection or wind.";

export function parameterFields(store: Store): HTMLElement {
  const list = h("ul", { class: "parameters" });
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
    const { parameters } = endpointOf(state.endpoint);
    if (parameters.join() !== shown) {
      shown = parameters.join();
      boxes.clear();
      replace(
        list,
        parameters.map((name) => item(name)),
      );
    }
    for (const [name, box] of boxes) box.checked = state.parameters.includes(name);
    if (document.activeElement !== more) more.value = state.more;
  };
  show(store.state);
  store.subscribe(show);
  const all = h(
    "button",
    { type: "button", onclick: () => store.set({ parameters: [...endpointOf(store.state.endpoint).parameters] }) },
    "All",
  );
  return h(
    "div",
    {},
    h("fieldset", {}, h("legend", {}, "Parameters to request"), list, all),
    h("p", { class: "hint" }, SIMPLE),
    labelled("Further parameters", more, h("p", { class: "hint" }, "Names as in a query; the reference lists them.")),
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
    return h("li", {}, box, h("label", { for: id }, parameterTitle(name)));
  }
}
