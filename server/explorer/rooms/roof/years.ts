/** Single years: from when to when, and which ones the server has for the place. */
import { h } from "../../dom.js";
import { type Fields, typedField } from "../../form/typed-field.js";
import type { State } from "../../state/state.js";
import { texts } from "../../texts/texts.js";
import type { Page } from "../page.js";

/** The service takes no earlier year. */
const FIRST_YEAR = 1900;
/** As many as the usual record of a yield. */
const USUAL = 10;
const YEARS = /^(\d{4})-(\d{4})$/;

/** @param heard is called when a field has become right or wrong */
export function yearsFields({ store, service }: Page, heard: () => void): Fields {
  const t = texts().roof;
  const lastYear = new Date().getUTCFullYear() - 1;
  const limits = { least: FIRST_YEAR, most: lastYear, isWhole: true } as const;
  const turned = h("p", { class: "wrong" });
  const known = h("p", { class: "hint" });
  let years = yearsOf(store.state, lastYear);
  let isTurned = false;
  const take = (changed: Partial<typeof years>) => {
    years = { ...years, ...changed };
    isTurned = years.last < years.first;
    turned.textContent = isTurned ? t.yearsTurned : "";
    if (!isTurned) store.set({ years: `${years.first}-${years.last}` });
  };
  const from = typedField(t.fromYear, limits, (first = lastYear) => take({ first }), { heard });
  const to = typedField(t.toYear, limits, (last = lastYear) => take({ last }), { heard });
  const element = h("div", {}, h("div", { class: "row" }, from.element, to.element), turned, known);
  let asked = "";
  const askKnown = async ({ lat, lon }: State) => {
    if (asked === `${lat},${lon}`) return;
    asked = `${lat},${lon}`;
    known.textContent = "";
    const found = await service.fact<Sources>(`sources?lat=${lat}&lon=${lon}`).catch(() => undefined);
    const { state } = store;
    if (found && asked === `${state.lat},${state.lon}`) known.textContent = knownText(found, lastYear);
  };
  return {
    element,
    get isWrong() {
      return store.state.roof_weather === "history" && (from.isWrong || to.isWrong || isTurned);
    },
    show() {
      const { state } = store;
      element.hidden = state.roof_weather !== "history";
      if (element.hidden) return;
      if (state.years === "") return store.set({ years: `${lastYear - USUAL + 1}-${lastYear}` });
      if (!isTurned) years = yearsOf(state, lastYear);
      from.show(years.first);
      to.show(years.last);
      void askKnown(state);
    },
  };
}

function yearsOf({ years }: State, lastYear: number): { readonly first: number; readonly last: number } {
  const [, first, last] = YEARS.exec(years) ?? [];
  return { first: Number(first ?? lastYear), last: Number(last ?? lastYear) };
}

interface Sources {
  readonly sources: readonly { readonly first?: string; readonly last?: string; readonly run?: string }[];
}

/** Whole years between the first and the last value of any source that looks back. */
function knownText({ sources }: Sources, lastYear: number): string {
  const past = sources.filter(({ run, first, last }) => run === undefined && first && last);
  if (past.length === 0) return "";
  const firsts = past.map(({ first }) => new Date(Date.parse(first as string) - 1).getUTCFullYear() + 1);
  const lasts = past.map(({ last }) => new Date(Date.parse(last as string)).getUTCFullYear());
  const [from, to] = [Math.max(FIRST_YEAR, Math.min(...firsts)), Math.min(lastYear, Math.max(...lasts))];
  return texts().roof.yearsKnown(String(from), String(to));
}
