/** Which years, and in which steps. */
import { CLIMATE_PARAMETERS } from "irradiance-engine/internal/contract";
import { plainUnit } from "../../chart/months.js";
import { nameOf } from "../../service/answer.js";
import { endpointOf, FIRST, SHADED, type State, type Store } from "../../state/state.js";
import { STEPS } from "../../time/presets.js";
import { button, h, labelled, select, type View } from "../../view.js";
import { FIRST_OF_HISTORICAL, latestYear, pathOf, type Years } from "./plan.js";
import { words } from "./words.js";

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

export function yearsChoice(store: Store): View {
  const t = words();
  const take = (years: Years) => store.set(changesFor(store.state, years));
  const field = (name: keyof Years, years: Years, isWrong: boolean) =>
    h("input", {
      ...{ type: "number", step: 1, min: 1900, max: 2100, inputmode: "numeric", "data-parameter": name },
      "aria-invalid": String(isWrong),
      value: years[name],
      // What is no year is left to be mended; a link could not hold it.
      onchange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
        /^\d{4}$/.test(value) && take({ ...years, [name]: Number(value) }),
    });
  const preset = (label: string, years: () => Years) => button(label, () => take(years()));
  const presets = [
    preset(t.lastTen, () => lastYears(10, Date.now())),
    preset(t.lastTwenty, () => lastYears(20, Date.now())),
    preset(t.since2020, () => {
      const since = { first: FIRST_OF_HISTORICAL, last: FIRST_OF_HISTORICAL };
      return { ...since, last: latestYear(since, Date.now()) };
    }),
  ];
  return () => {
    const { state } = store;
    const years = yearsOf(state, Date.now());
    const { frequencies } = endpointOf(pathOf(years));
    const offered = Object.keys(STEPS).filter((name) => frequencies.includes(name));
    const isWrong = !(years.first <= years.last);
    const isLate = years.last > latestYear(years, Date.now());
    const steps = offered.map((name): [string, string] => [name, t.steps[name] ?? name]);
    return h(
      "div.years-choice",
      h(
        "div.row",
        labelled(t.firstYear, field("first", years, isWrong)),
        labelled(t.lastYear, field("last", years, isWrong || isLate)),
      ),
      h("div.presets", { role: "group", "aria-label": t.presets }, presets),
      labelled(
        t.step,
        select(steps, state.frequency, (frequency) => store.set({ frequency })),
      ),
      h("p.hint", t.reach),
      h("p.hint", t.times),
    );
  };
}

type Described = { readonly [name: string]: { readonly unit: { readonly name: string } } };

export function parameterFields(store: Store): View {
  const t = words();
  const choose = (label: string, names: () => readonly string[]) =>
    button(label, () => store.set({ parameters: [...names()] }));
  const presets = [choose(t.usualColumns, () => FIRST.parameters), choose(t.allColumns, () => plainOf(store.state))];
  const toggle = (name: string, box: HTMLInputElement) => {
    const others = store.state.parameters.filter((one) => one !== name);
    const next = box.checked ? [...others, name] : others;
    // Something must be asked for.
    if (next.length > 0) store.set({ parameters: next });
    else box.checked = true;
  };
  const item = (name: string) =>
    h(
      "li",
      { key: name },
      h("input", {
        ...{ type: "checkbox", id: `parameter-${name}`, value: name, checked: store.state.parameters.includes(name) },
        onchange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => toggle(name, currentTarget),
      }),
      h("label", { for: `parameter-${name}` }, nameOf(name), h("span.unit", unitOf(name))),
    );
  const takeMore = ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
    store.set({ more: value.trim().replace(/^[?&]/, "") });
  return () => {
    const { state } = store;
    const more = h("input", {
      ...{ type: "text", autocomplete: "off", spellcheck: false, placeholder: "random_seed=7&albedo=0.3" },
      ...{ value: state.more, onchange: takeMore },
    });
    return h(
      "div",
      h("fieldset", h("legend", t.columns), h("div.presets", presets), h("ul.parameters", offeredOf(state).map(item))),
      state.horizon !== "flat" && h("p.hint", t.shadedToo),
      h("p.hint", t.simple),
      labelled(t.more, more, h("p.hint", t.moreHint)),
    );
  };
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
