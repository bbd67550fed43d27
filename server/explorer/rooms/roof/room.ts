/** Your roof: what it yields in a year, and why. */
import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Fields, NumberField, optionalField } from "../../form/number-field.js";
import { angleFields, mountingChoice, panel } from "../../form/plane.js";
import type { Page } from "../../request/questions.js";
import { lacksTerrain } from "../../service/answer.js";
import type { State } from "../../state/state.js";
import { figure, plain } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { button, type Child, freshId, h, labelled, part, select, type View } from "../../view.js";
import { accuracyPlace, comparedPlace, moneyPlace, restPlace } from "../below.js";
import { areaOf, directionName, eighthOf, KILOWATTS } from "./figures.js";
import { headline } from "./headline.js";
import { planPlace } from "./plan/open.js";
import { planesFields } from "./planes.js";

/** As in roof.css: one column. */
const NARROW = "(max-width: 59.99rem)";

export function make(page: Page): View {
  const form = roofForm(page);
  const openReport = () => void import("../../report/open.js").then((loaded) => loaded.openReport(page));
  const head = headline(page, form.isWrong, openReport);
  const below = [
    ...[moneyPlace(page), restPlace(page, form.isWrong)],
    ...[comparedPlace(page, "yield"), accuracyPlace(page)],
  ];
  return () => {
    // On a phone the number comes first, for the eye and for the keyboard.
    const isNarrow = useNarrow();
    return h(
      "div.roof",
      isNarrow ? null : part(form.view),
      h("div.roof-see", part(head), isNarrow ? part(form.view) : null, below.map(part)),
    );
  };
}

function useNarrow(): boolean {
  const isNarrow = useSignal(matchMedia(NARROW).matches);
  useEffect(() => {
    const list = matchMedia(NARROW);
    const hear = () => (isNarrow.value = list.matches);
    list.addEventListener("change", hear);
    return () => list.removeEventListener("change", hear);
  }, []);
  return isNarrow.value;
}

const TILTS = [0, 15, 30, 45, 90];

function roofForm(page: Page): Fields {
  const { store, yields } = page;
  const t = texts().roof;
  /** The plane that is calculated: the state's, or the best one as it was found. */
  const anglesOf = (state: State) => (state.roof_plane === "best" ? (yields.answer?.optimum ?? state) : state);
  const isPlane = () => store.state.system === "" && store.state.tracking_mode === "none";
  const fields = [sizeField(store), ...angleFields(store, () => !isPlane(), anglesOf)];
  const drawn = panel(store, anglesOf);
  const more = moreFields(page);
  const [tiltGroup, directionGroup] = [freshId(), freshId()];
  const isWrong = () => more.isWrong() || (store.state.system === "" && fields.some((field) => field.isWrong));
  const planeView = () => {
    const { surface_tilt, surface_azimuth } = anglesOf(store.state);
    const isBest = store.state.roof_plane === "best";
    const eighth = surface_azimuth % 45 === 0 ? eighthOf(surface_azimuth) : -1;
    return h(
      "div.roof-plane",
      chips(tiltGroup, t.tilts, TILTS.map(tiltName), TILTS.indexOf(surface_tilt), (k) =>
        store.set({ surface_tilt: TILTS[k] as number }),
      ),
      chips(
        ...([directionGroup, t.directions, t.shortDirections, eighth] as const),
        (k) => store.set({ surface_azimuth: 45 * k }),
        t.longDirections,
      ),
      button(t.best, () => store.set({ roof_plane: isBest ? "own" : "best" }), {
        class: "best",
        "aria-pressed": String(isBest),
      }),
      h("p.wrong", awayText(page)),
      part(drawn),
    );
  };
  const view = () => {
    const isOne = store.state.system === "";
    return h(
      "section.roof-form",
      { "aria-label": t.form },
      h("h2", t.form),
      isOne
        ? h(
            "div",
            h(
              "div.row.roof-fields",
              fields.map((field) => field.view(null)),
            ),
            fields.map((field) => field.words()),
          )
        : null,
      isOne ? sizeWords(page) : h("p.hint", t.asSystem),
      isPlane() ? planeView() : null,
      part(more.view),
    );
  };
  return { view, isWrong };
}

function sizeField(store: Page["store"]): NumberField {
  const kilowatts = () => KILOWATTS[store.state.size_in];
  return new NumberField(texts().roof.size, {
    limits: { least: 0.001, most: 1e9 },
    value: () => rounded(store.state.kwp / kilowatts(), store.state.size_in === "kwp" ? 9 : 2),
    take: (size = 1) => store.set({ kwp: rounded(size * kilowatts(), 6) }),
    unit: () => (store.state.size_in === "modules" ? "" : texts().roof.sizesIn[store.state.size_in]),
  });
}

/** How large the roof is otherwise, and the choice of what its size is typed in. */
function sizeWords({ store }: Page): Child {
  const t = texts().roof;
  const { kwp, size_in } = store.state;
  const { least, most } = areaOf(kwp);
  const digits = most < 10 ? 1 : 0;
  const words =
    size_in === "kwp" ? t.area(figure(least, digits), figure(most, digits)) : t.sizeAs[size_in](plain(rounded(kwp, 2)));
  const choice = select(
    Object.entries(t.sizesIn),
    size_in,
    (value) => store.set({ size_in: value as State["size_in"] }),
    { "aria-label": t.sizeIn, class: "size-in" },
  );
  return h("p.hint.size-words", h("span", words), choice);
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

function tiltName(tilt: number): string {
  const { flat, wall } = texts().roof.tiltNames;
  return tilt === 0 ? flat : tilt === 90 ? wall : `${tilt}°`;
}

/** The service compares the plane with others of its tilt, and says so where it gets much less than they. */
function awayText({ yields, store }: Page): string | null {
  const { answer, isCurrent } = yields;
  if (!isCurrent || !answer?.notices.some(({ code }) => code === "azimuth")) return null;
  return texts().roof.facesAway(directionName(store.state.lat < 0 ? 0 : 180));
}

/** Usual values beside a field, one of which may be its own: radio buttons, so that the arrow keys go through them. */
function chips(
  name: string,
  label: string,
  names: readonly string[],
  chosen: number,
  choose: (k: number) => void,
  spoken: readonly string[] = names,
): Child {
  const chip = (words: string, k: number) => {
    const input = { type: "radio", name, "aria-label": spoken[k], checked: k === chosen, onchange: () => choose(k) };
    return h("label", { title: spoken[k] }, h("input", input), h("span", words));
  };
  return h("div.roof-chips", { role: "radiogroup", "aria-label": label }, names.map(chip));
}

function moreFields(page: Page): Fields {
  const { store } = page;
  const t = texts().roof;
  const ofOne = [
    optionalField(store, "losses", t.losses, t.lossesHint),
    optionalField(store, "dc_ac", t.dcAc, t.dcAcHint),
  ];
  const years = yearsFields(page);
  const [planes, plan] = [planesFields(page), planPlace(page)];
  const open = isUsed(store.state);
  const view = () => {
    const { system, roof_weather } = store.state;
    const weather = select(Object.entries(t.weathers), roof_weather, (value) =>
      store.set({ roof_weather: value as State["roof_weather"] }),
    );
    return h(
      "details.more",
      { open },
      h("summary.quiet", t.more),
      system === ""
        ? h(
            "div",
            ofOne.map((one) => one.view()),
            labelled(t.mounting, mountingChoice(store)),
          )
        : null,
      labelled(t.weather, weather, h("p.hint", t.weatherHint)),
      roof_weather === "history" ? part(years.view) : null,
      h(
        "p.hint.horizon-line",
        t.horizonIs[horizonKind(page)],
        " ",
        button(t.horizonChange, () => store.set({ room: "sun" }), { class: "as-link" }),
      ),
      part(planes.view),
      part(plan),
    );
  };
  const isWrong = () =>
    (store.state.system === "" && ofOne.some((one) => one.isWrong)) || years.isWrong() || planes.isWrong();
  return { view, isWrong };
}

function horizonKind({ store, yields }: Page): keyof ReturnType<typeof texts>["roof"]["horizonIs"] {
  const { horizon } = store.state;
  const { answer, isCurrent } = yields;
  if (horizon === "auto" && answer !== undefined && isCurrent && lacksTerrain(answer)) return "unknown";
  return horizon === "flat" || horizon === "auto" ? horizon : "own";
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

interface Ends {
  readonly first: number;
  readonly last: number;
}

function yearsFields({ store, service }: Page): Fields {
  const t = texts().roof;
  const lastYear = new Date().getUTCFullYear() - 1;
  /** Typed beside some years, and not taken, as the last one lies before the first. */
  const turned = signal<Ends & { readonly beside: string }>();
  const known = signal({ at: "", text: "" });
  const wrongEnds = () => (turned.value?.beside === store.state.years ? turned.value : undefined);
  const ends = (): Ends => wrongEnds() ?? yearsOf(store.state, lastYear);
  const take = (changed: Partial<Ends>) => {
    const { first, last } = { ...ends(), ...changed };
    turned.value = last < first ? { first, last, beside: store.state.years } : undefined;
    if (first <= last) store.set({ years: `${first}-${last}` });
  };
  const field = (label: string, name: keyof Ends) =>
    new NumberField(label, {
      limits: { least: FIRST_YEAR, most: lastYear, isWhole: true },
      value: () => ends()[name],
      take: (year = lastYear) => take({ [name]: year }),
    });
  const fields = [field(t.fromYear, "first"), field(t.toYear, "last")];
  const view = () => {
    const { lat, lon, years } = store.state;
    const at = `lat=${lat}&lon=${lon}`;
    useEffect(() => {
      if (years === "") store.set({ years: `${lastYear - USUAL + 1}-${lastYear}` });
    }, [years]);
    useEffect(() => {
      service.fact<Sources>(`sources?${at}`).then(
        (found) => (known.value = { at, text: knownText(found, lastYear) }),
        () => undefined,
      );
    }, [at]);
    return h(
      "div",
      h(
        "div.row",
        fields.map((one) => one.view()),
      ),
      h("p.wrong", wrongEnds() ? t.yearsTurned : ""),
      h("p.hint", known.value.at === at ? known.value.text : ""),
    );
  };
  const isWrong = () =>
    store.state.roof_weather === "history" && (wrongEnds() !== undefined || fields.some((one) => one.isWrong));
  return { view, isWrong };
}

function yearsOf({ years }: State, lastYear: number): Ends {
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
