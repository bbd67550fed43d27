/** What is shown, of which period, in which steps and by which clock. */
import { useSignal } from "@preact/signals";
import { FIRST_ACTUAL_YEAR } from "irradiance-engine/internal/contract";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { dayNumber, guessedZone, monthName, type Zone, zoneOfPlace } from "../chart/time.js";
import type { Page } from "../request/questions.js";
import { pause } from "../service/service.js";
import { type MonthlyName, parseTwelve, twelveOf, wrongOf } from "../state/lists.js";
import {
  ENDPOINT_PATHS,
  type EndpointPath,
  endpointOf,
  hasYears,
  isOfNoYear,
  isOfStandardTime,
  ROOM_ENDPOINTS,
  type State,
  type Store,
  ZONES,
} from "../state/state.js";
import { texts } from "../texts/texts.js";
import { type Child, h, labelled, of, select, type View } from "../view.js";
import { daysOf, partChosen, partOfYear, presetsOf, withStep, yearsOf } from "./presets.js";
import { SpanFields, Typed, wrongIn } from "./span.js";

type PeriodPage = Pick<Page, "store" | "service" | "series">;

/** ms: while a place is being dragged or typed nothing is asked about it. */
const CALM = 400;
/** More choices than this are a list. */
const MOST_CHIPS = 4;

export function periodFields(page: PeriodPage): View {
  return () => of(PeriodFields, page);
}

function PeriodFields(page: PeriodPage): VNode {
  const { store } = page;
  const t = texts().time;
  const zone = useZone(page);
  const { state } = store;
  const { period, frequencies } = endpointOf(state.endpoint);
  const isSpan = period === "span";
  const today = dayNumber(Date.now(), zone);
  const set = (span: { start: string; end: string }) => store.set(withStep(state, span, zone));
  const steps = Object.entries(t.frequencies).filter(([name]) => frequencies.includes(name));
  return h(
    "div.period",
    dataChoice(store),
    isSpan && presetButtons(state, today, set),
    hasYears(state.endpoint) && yearChoice(state, today, set),
    period === "year" && calendarYear(store),
    period === "months" && monthlyFields(store),
    // Presets are enough for most; what is below is exact, and would push the chart off the first screen.
    h(
      "details.exact",
      { open: state.room === "data" || (isSpan && wrongIn(state, zone) !== undefined) },
      h("summary", t.exact),
      isSpan && of(SpanFields, { store, zone }),
      h(
        "div.row.steps",
        labelled(
          t.step,
          select(steps, state.frequency, (frequency) => store.set({ frequency })),
        ),
        clockChoice(store),
      ),
    ),
  );
}

/** The zone of the place, first as well as it can be guessed, then as the service knows it. */
function useZone({ store, service, series }: PeriodPage): Zone {
  const { lat, lon, zone, endpoint } = store.state;
  const found = useSignal<{ readonly of: string; readonly zone: Zone } | undefined>(undefined);
  const key = [lat, lon, zone].join();
  const isAsked = series.stage.kind !== "unplaced" && endpointOf(endpoint).period !== "none";
  useEffect(() => {
    let isPresent = isAsked;
    const ask = async () => {
      await pause(CALM);
      if (!isPresent) return;
      const year = new Date().getUTCFullYear();
      const known = await zoneOfPlace(service, { lat, lon, zone }, Date.UTC(year, 0), Date.UTC(year + 1, 0));
      if (isPresent) found.value = { of: key, zone: known };
    };
    void ask();
    return () => {
      isPresent = false;
    };
  }, [key, isAsked]);
  return found.value?.of === key ? found.value.zone : guessedZone({ lon, zone });
}

/** The endpoints of the room, in people's words. */
function dataChoice(store: Store): Child {
  const t = texts().time;
  const { room, endpoint } = store.state;
  const offered = ROOM_ENDPOINTS[room] ?? ENDPOINT_PATHS;
  const take = (path: string) => store.set({ endpoint: path as EndpointPath, start: "", end: "" });
  if (offered.length > MOST_CHIPS) {
    const choices = offered.map((path) => [path, t.endpoints[path]] as const);
    return labelled(t.data, select(choices, endpoint, take, { "data-parameter": "endpoint" }));
  }
  // From 2020 on has what the last years have: those are for links that name them.
  if (endpoint === "observation/historical") return null;
  const radio = (path: EndpointPath) => {
    const id = `data-${path}`;
    const look = { type: "radio", name: "data-choice", value: path, id, checked: path === endpoint };
    return h(
      "span",
      { key: path },
      h("input", { ...look, onchange: () => take(path) }),
      h("label", { for: id }, t.endpoints[path]),
    );
  };
  return h("fieldset.data-choice", { "data-parameter": "endpoint" }, h("legend", t.data), offered.map(radio));
}

type Span = { readonly start: string; readonly end: string };

function presetButtons({ endpoint, start, end }: State, today: number, set: (span: Span) => void): VNode {
  const t = texts().time;
  const own = endpointOf(endpoint);
  const present = [start || own.start, end || own.end].join();
  const buttons = presetsOf(endpoint, today).map((preset) => {
    const isPressed = [preset.start, preset.end].join() === present;
    const look = { type: "button", key: preset.name, "data-preset": preset.name, "aria-pressed": String(isPressed) };
    return h("button", { ...look, onclick: () => set(preset) }, t.presets[preset.name]);
  });
  return h("div.presets", { role: "group", "aria-label": t.period }, buttons);
}

/** A year, a month of it and a day of that, of endpoints with years. */
function yearChoice(state: State, today: number, set: (span: Span) => void): VNode {
  const t = texts().time;
  const offered = yearsOf(state.endpoint, today);
  const { year, month, day } = partChosen(state, offered, today) ?? {};
  const take = (ofYear: number | undefined, ofMonth?: number, ofDay?: number) =>
    ofYear !== undefined && set(partOfYear(ofYear, ofMonth, ofDay, today));
  const choice = (label: string, choices: Choices, value: number | undefined, choose: (value?: number) => void) => {
    const look = { disabled: year === undefined && label !== t.oneYear };
    const heard = (text: string) => choose(text === "" ? undefined : Number(text));
    return labelled(label, select(choices, String(value ?? ""), heard, look));
  };
  const years: Choices = [["", t.anyYear], ...offered.map((one) => [String(one), String(one)] as const)];
  const months: Choices = [["", t.wholeYear], ...numbered(12, (k) => [String(k), monthName(k)])];
  const length = daysOf(year ?? 2001, month ?? 0);
  const days: Choices = [["", t.wholeMonth], ...numbered(length, (k) => [String(k + 1), String(k + 1)])];
  return h(
    "div.row.year",
    choice(t.oneYear, years, year, (value) => take(value, month, day)),
    choice(t.oneMonth, months, month, (value) => take(year, value, day)),
    month !== undefined && choice(t.oneDay, days, day, (value) => take(year, month, value)),
  );
}

type Choices = readonly (readonly [value: string, name: string])[];

function numbered(count: number, choice: (k: number) => [string, string]): [string, string][] {
  return Array.from({ length: count }, (_, k) => choice(k));
}

/** Empty is the last complete year. */
function calendarYear(store: Store): VNode {
  const t = texts().time;
  const { year } = store.state;
  const last = new Date().getUTCFullYear();
  const years = numbered(last - FIRST_ACTUAL_YEAR + 1, (k) => [String(last - k), String(last - k)]);
  const isKnown = year === "" || years.some(([one]) => one === year);
  const offered = [["", t.lastComplete] as const, ...(isKnown ? [] : [[year, year] as const]), ...years];
  const look = { "data-parameter": "year" };
  return labelled(
    t.calendarYear,
    select(offered, year, (chosen) => store.set({ year: chosen }), look),
  );
}

function clockChoice(store: Store): VNode {
  const t = texts().time;
  const { zone, endpoint } = store.state;
  const isFixed = isOfStandardTime(endpoint);
  const offered = (isFixed ? (["standard", "utc"] as const) : ZONES).map((name) => [name, t.clocks[name]] as const);
  const chosen = isFixed && zone === "local" ? "standard" : zone;
  const list = select(offered, chosen, (value) => store.set({ zone: value as State["zone"] }));
  return labelled(t.clock, list, h("p.hint", isFixed && (isOfNoYear(endpoint) ? t.ofNoYear : t.ofStandardTime)));
}

function monthlyFields(store: Store): VNode {
  const t = texts().time.monthly;
  const unit = select(Object.entries(t.units), store.state.irradiance_unit, (value) =>
    store.set({ irradiance_unit: value as State["irradiance_unit"] }),
  );
  return h(
    "div",
    rowField(store, "monthly_ghi", "39 70 118 165 …"),
    labelled(t.unit, unit),
    rowField(store, "monthly_temperature", "0.3 1.4 5.5 …"),
    h("p.hint", t.hint),
  );
}

/** What cannot be used is not sent; it stays in the field, to be mended. */
function rowField(store: Store, name: MonthlyName, placeholder: string): VNode {
  const text = store.state[name];
  const wrong = wrongOf(text);
  return of(Typed, {
    label: texts().time.monthly[name],
    words: h("p.wrong", { role: "alert" }, wrong),
    of: text,
    text: text.replaceAll(/,(?=\S)/g, ", "),
    tag: "textarea",
    attributes: {
      rows: 2,
      spellcheck: false,
      placeholder,
      "data-parameter": name,
      "aria-invalid": String(wrong !== ""),
    },
    take: (given: string) => store.set({ [name]: twelveOf(given) ? parseTwelve(given) : given.trim() }),
  });
}
