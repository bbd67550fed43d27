/** Which years, and in which steps. */
import { CLIMATE_PARAMETERS } from "irradiance-engine/internal/contract";
import { plainUnit } from "../../chart/months.js";
import { button, choices, freshId, h, labelled, replace, select } from "../../dom.js";
import { nameOf } from "../../service/answer.js";
import { endpointOf, FIRST, SHADED, type State, type Store } from "../../state/state.js";
import { texts } from "../../texts/texts.js";
import { STEPS } from "../../time/presets.js";
import { FIRST_OF_HISTORICAL, latestYear, pathOf, type Years } from "./plan.js";

/** The years of a state: its own, or the last ten that have ended. */
export function yearsOf({ years }: Pick<State, "years">, now: number): Years {
  const [, first, last] = /^(\d{4})-(\d{4})$/.exec(years) ?? [];
  return first === undefined ? lastYears(10, now) : { first: Number(first), last: Number(last) };
}

function lastYears(count: number, now: number): Years {
  const last = new Date(now).getUTCFullYear() - 1;
  return { first: last - count + 1, last };
}

/** The state in which years are asked for: their endpoint, with its columns and steps. */
export function changesFor(state: State, years: Years): Partial<State> {
  const endpoint = pathOf(years);
  const isOffered = endpointOf(endpoint).frequencies.includes(state.frequency);
  return {
    data: "years",
    endpoint,
    years: `${years.first}-${years.last}`,
    frequency: isOffered && state.data === "years" ? state.frequency : "1_hour",
  };
}

export function yearsChoice(store: Store): HTMLElement {
  const t = texts().data;
  const field = (name: keyof Years) => {
    const input = h("input", {
      type: "number",
      step: 1,
      min: 1900,
      max: 2100,
      inputmode: "numeric",
      "data-parameter": name,
    });
    input.addEventListener("change", () => {
      const years = { ...yearsOf(store.state, Date.now()), [name]: Number(input.value) };
      // What is no year is said, and left to be mended; a link could not hold it.
      if (/^\d{4}$/.test(input.value)) store.set(changesFor(store.state, years));
    });
    return input;
  };
  const [first, last] = [field("first"), field("last")];
  const step = select([], "", (frequency) => store.set({ frequency }));
  const preset = (label: string, years: () => Years) =>
    button(label, () => store.set(changesFor(store.state, years())));
  store.follow((state: State) => {
    const years = yearsOf(state, Date.now());
    const { frequencies } = endpointOf(pathOf(years));
    if (document.activeElement !== first) first.value = String(years.first);
    if (document.activeElement !== last) last.value = String(years.last);
    const isWrong = !(years.first <= years.last);
    first.setAttribute("aria-invalid", String(isWrong));
    last.setAttribute("aria-invalid", String(isWrong || years.last > latestYear(years, Date.now())));
    const offered = Object.keys(STEPS).filter((name) => frequencies.includes(name));
    replace(step, choices(offered.map((name) => [name, t.steps[name] ?? name])));
    step.value = state.frequency;
  });
  return h(
    "div.years-choice",
    h("div.row", labelled(t.firstYear, first), labelled(t.lastYear, last)),
    h(
      "div.presets",
      { role: "group", "aria-label": t.presets },
      preset(t.lastTen, () => lastYears(10, Date.now())),
      preset(t.lastTwenty, () => lastYears(20, Date.now())),
      preset(t.since2020, () => {
        const since = { first: FIRST_OF_HISTORICAL, last: FIRST_OF_HISTORICAL };
        return { ...since, last: latestYear(since, Date.now()) };
      }),
    ),
    labelled(t.step, step),
    h("p.hint", t.reach),
    h("p.hint", t.times),
  );
}

type Described = { readonly [name: string]: { readonly unit: { readonly name: string } } };

export function parameterFields(store: Store): HTMLElement {
  const t = texts().data;
  const list = h("ul.parameters");
  const shaded = h("p.hint", t.shadedToo);
  const more = h("input", {
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "random_seed=7&albedo=0.3",
  });
  more.addEventListener("change", () => store.set({ more: more.value.trim().replace(/^[?&]/, "") }));
  const boxes = new Map<string, HTMLInputElement>();
  let shown = "";
  store.follow((state: State) => {
    const offered = offeredOf(state);
    if (offered.join() !== shown) {
      shown = offered.join();
      boxes.clear();
      replace(list, offered.map(item));
    }
    for (const [name, box] of boxes) box.checked = state.parameters.includes(name);
    shaded.hidden = state.horizon === "flat";
    if (document.activeElement !== more) more.value = state.more;
  });
  const choose = (label: string, names: () => readonly string[]) =>
    button(label, () => store.set({ parameters: [...names()] }));
  return h(
    "div",
    h(
      "fieldset",
      h("legend", t.columns),
      h(
        "div.presets",
        choose(t.usualColumns, () => FIRST.parameters),
        choose(t.allColumns, () => plainOf(store.state)),
      ),
      list,
    ),
    shaded,
    h("p.hint", t.simple),
    labelled(t.more, more, h("p.hint", t.moreHint)),
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
    return h("li", box, h("label", { for: id }, nameOf(name), h("span.unit", unitOf(name))));
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
