/** Your roof: what it yields in a year, and why. */
import { isDark } from "../../chart/picture.js";
import { button, freshId, h, labelled, replace, select } from "../../dom.js";
import { type Fields, mountingChoice, panel, typedField } from "../../form/fields.js";
import type { Page } from "../../request/questions.js";
import { lacksTerrain, type YieldAnswer } from "../../service/answer.js";
import type { State } from "../../state/state.js";
import { figure } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { live } from "../../view.js";
import { accuracyPlace, comparedPlace } from "../below.js";
import { headline } from "./headline.js";
import { monthsPart, surePart, wayPart, yearsPart } from "./parts.js";
import { areaOf, directionName, eighthOf } from "./pictures.js";
import { planPlace } from "./plan/open.js";
import { planesFields } from "./planes.js";

/** As in roof.css: one column. */
const NARROW = "(max-width: 59.99rem)";

export function make(page: Page): HTMLElement {
  const { store, yields } = page;
  const form = roofForm(page, () => show());
  const head = headline(page, () => void import("../../report/open.js").then(({ openReport }) => openReport(page)));
  const parts = [monthsPart(), wayPart(), yearsPart(), surePart()];
  const rest = h(
    "div.roof-rest",
    { hidden: true },
    parts.map(({ element }) => element),
  );
  let shown: YieldAnswer | undefined;
  /** Pictures are drawn in the colours of the page. */
  let wasDark = isDark();
  const show = () => {
    if (store.state.room !== "roof") return;
    form.show();
    const { answer, isCurrent } = yields;
    head.show(form.isWrong);
    rest.classList.toggle("old", form.isWrong || !isCurrent);
    if (!answer || (answer === shown && isDark() === wasDark)) return;
    shown = answer;
    wasDark = isDark();
    rest.hidden = false;
    for (const part of parts) part.show(answer);
  };
  store.onChange(show);
  yields.onChange(show);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  show();
  const see = h("div.roof-see", head.element, rest, comparedPlace(page, "yield"), accuracyPlace(page));
  const room = h("div.roof", see);
  // On a phone the number comes first, for the eye and for the keyboard.
  const isNarrow = matchMedia(NARROW);
  const arrange = () => (isNarrow.matches ? head.element.after(form.element) : room.prepend(form.element));
  isNarrow.addEventListener("change", arrange);
  arrange();
  return room;
}

const TILTS = [0, 15, 30, 45, 90];

/** @param heard is called when a field has become right or wrong */
function roofForm(page: Page, heard: () => void): Fields {
  const { store, yields } = page;
  const t = texts().roof;
  const apart = true;
  const size = typedField(t.size, { least: 0.001, most: 1e9 }, (kwp = 1) => store.set({ kwp }), {
    heard,
    unit: "kWp",
    apart,
  });
  const tilt = typedField(t.tilt, { least: 0, most: 90 }, (surface_tilt = 0) => store.set({ surface_tilt }), {
    heard,
    apart,
  });
  const azimuth = typedField(
    t.direction,
    { least: 0, most: 360 },
    (surface_azimuth = 0) => store.set({ surface_azimuth }),
    { heard, apart },
  );
  /** The plane that is calculated: the state's, or the best one as it was found. */
  const anglesOf = (state: State) => (state.roof_plane === "best" ? (yields.answer?.optimum ?? state) : state);
  const drawn = panel(store, anglesOf);
  const area = h("p.hint");
  const away = h("p.wrong");
  const tilts = chips(t.tilts, TILTS.map(tiltName), (k) => store.set({ surface_tilt: TILTS[k] as number }));
  const directions = chips(
    t.directions,
    t.shortDirections,
    (k) => store.set({ surface_azimuth: 45 * k }),
    t.longDirections,
  );
  const best = button(t.best, () => toggleBest(), { class: "best" });
  const toggleBest = () => store.set({ roof_plane: store.state.roof_plane === "best" ? "own" : "best" });
  const more = moreFields(page, heard);
  const plane = h("div.roof-plane", tilts.element, directions.element, best, away, drawn.element);
  const fields = [size, tilt, azimuth];
  const ofOnePlane = h(
    "div",
    h(
      "div.row.roof-fields",
      fields.map(({ element }) => element),
    ),
    fields.map(({ words }) => words),
  );
  return {
    element: h("section.roof-form", { "aria-label": t.form }, h("h2", t.form), ofOnePlane, area, plane, more.element),
    get isWrong() {
      return more.isWrong || (store.state.system === "" && fields.some(({ isWrong }) => isWrong));
    },
    show() {
      const { state } = store;
      const angles = anglesOf(state);
      const isPlane = state.system === "" && state.tracking_mode === "none";
      size.show(state.kwp);
      tilt.show(angles.surface_tilt);
      azimuth.show(angles.surface_azimuth);
      ofOnePlane.hidden = state.system !== "";
      for (const { input } of [tilt, azimuth]) input.disabled = !isPlane;
      plane.hidden = !isPlane;
      area.textContent = state.system === "" ? areaText(state.kwp) : t.asSystem;
      tilts.press(TILTS.indexOf(angles.surface_tilt));
      directions.press(angles.surface_azimuth % 45 === 0 ? eighthOf(angles.surface_azimuth) : -1);
      best.setAttribute("aria-pressed", String(state.roof_plane === "best"));
      replace(away, awayText(page));
      drawn.show();
      more.show();
    },
  };
}

function tiltName(tilt: number): string {
  const { flat, wall } = texts().roof.tiltNames;
  return tilt === 0 ? flat : tilt === 90 ? wall : `${tilt}°`;
}

function areaText(kwp: number): string {
  const { least, most } = areaOf(kwp);
  const digits = most < 10 ? 1 : 0;
  return texts().roof.area(figure(least, digits), figure(most, digits));
}

/** The service compares the plane with others of its tilt, and says so where it gets much less than they. */
function awayText({ yields, store }: Page): string | null {
  const { answer, isCurrent } = yields;
  if (!isCurrent || !answer?.notices.some(({ code }) => code === "azimuth")) return null;
  return texts().roof.facesAway(directionName(store.state.lat < 0 ? 0 : 180));
}

/** Usual values beside a field, one of which may be its own: radio buttons, so that the arrow keys go through them. */
function chips(
  label: string,
  names: readonly string[],
  choose: (k: number) => void,
  spoken: readonly string[] = names,
): { readonly element: HTMLElement; press(chosen: number): void } {
  const name = freshId();
  const inputs = names.map((_, k) =>
    h("input", { type: "radio", name, "aria-label": spoken[k], onchange: () => choose(k) }),
  );
  const chip = (words: string, k: number) => h("label", { title: spoken[k] }, inputs[k], h("span", words));
  return {
    element: h("div.roof-chips", { role: "radiogroup", "aria-label": label }, names.map(chip)),
    press(chosen) {
      for (const [k, input] of inputs.entries()) input.checked = k === chosen;
    },
  };
}

/** @param heard is called when a field has become right or wrong */
function moreFields(page: Page, heard: () => void): Fields {
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
  const horizon = h("span");
  const ofOnePlane = h("div", losses.element, ratio.element, labelled(t.mounting, mounting));
  const details = h(
    "details.more",
    h("summary.quiet", t.more),
    ofOnePlane,
    labelled(t.weather, weather, h("p.hint", t.weatherHint)),
    years.element,
    h(
      "p.hint.horizon-line",
      horizon,
      " ",
      button(t.horizonChange, () => store.set({ room: "sun" }), { class: "as-link" }),
    ),
    planes.element,
    live("div", planPlace(page)),
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

/** The service takes no earlier year. */
const FIRST_YEAR = 1900;
/** As many as the usual record of a yield. */
const USUAL = 10;
const YEARS = /^(\d{4})-(\d{4})$/;

/** @param heard is called when a field has become right or wrong */
function yearsFields({ store, service }: Page, heard: () => void): Fields {
  const t = texts().roof;
  const lastYear = new Date().getUTCFullYear() - 1;
  const limits = { least: FIRST_YEAR, most: lastYear, isWhole: true } as const;
  const turned = h("p.wrong");
  const known = h("p.hint");
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
  const element = h("div", h("div.row", from.element, to.element), turned, known);
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
