/** What is shown, of which period, in which steps and by which clock. */
import { FIRST_ACTUAL_YEAR } from "irradiance-engine/internal/contract";
import { dayNumber, guessedZone, monthName, type Zone, zoneOfPlace } from "../chart/time.js";
import { choices, freshId, h, labelled, replace, select } from "../dom.js";
import type { Page } from "../request/questions.js";
import { pause } from "../service/service.js";
import { MONTHLY, type MonthlyName, parseTwelve, twelveOf, wrongOf } from "../state/lists.js";
import {
  ENDPOINT_PATHS,
  type EndpointPath,
  endpointOf,
  follow,
  hasYears,
  isOfNoYear,
  isOfStandardTime,
  ROOM_ENDPOINTS,
  type State,
  type Store,
  ZONES,
} from "../state/state.js";
import { texts } from "../texts/texts.js";
import { daysOf, type Preset, partChosen, partOfYear, presetsOf, spanFields, withStep, yearsOf } from "./presets.js";

type PeriodPage = Pick<Page, "store" | "service" | "series">;

/** ms: while a place is being dragged or typed nothing is asked about it. */
const CALM = 400;
/** More choices than this are a list. */
const MOST_CHIPS = 4;

export function periodFields(page: PeriodPage): HTMLElement {
  const { store } = page;
  const t = texts().time;
  let zone = guessedZone(store.state);
  const today = () => dayNumber(Date.now(), zone);
  const set = (period: { start: string; end: string }) => store.set(withStep(store.state, period, zone));
  const presets = h("div.presets", { role: "group", "aria-label": t.period });
  const years = yearChoice(store, today, set);
  const span = spanFields(store, () => zone);
  const year = yearField(store);
  const monthly = monthlyFields(store);
  const step = select([], "", (frequency) => store.set({ frequency }));
  const clock = clockChoice(store);
  let shown = "";
  const show = () => {
    const { state } = store;
    const key = [state.endpoint, state.start, state.end, state.frequency, state.zone, zone.label, today()].join();
    if (key === shown) return;
    shown = key;
    const { period, frequencies } = endpointOf(state.endpoint);
    const offered = Object.entries(t.frequencies).filter(([name]) => frequencies.includes(name));
    replace(step, choices(offered));
    step.value = state.frequency;
    for (const one of [presets, span.element]) one.hidden = period !== "span";
    year.hidden = period !== "year";
    monthly.hidden = period !== "months";
    if (period === "span") {
      presetButtons(presets, state, today(), set);
      span.show();
    }
    years.show();
    clock.show();
  };
  const element = h(
    "div.period",
    dataChoice(store),
    presets,
    years.element,
    year,
    monthly,
    // Presets are enough for most; what is below is exact, and would push the chart off the first screen.
    h(
      "details.exact",
      { open: store.state.room === "data" },
      h("summary", t.exact),
      span.element,
      h("div.row.steps", labelled(t.step, step), clock.element),
    ),
  );
  followZone(page, (found) => {
    zone = found;
    show();
  });
  follow(show, store);
  return element;
}

/** Tells the zone of the place, first as well as it can be guessed: of its last answer, or as the service knows it. */
function followZone({ store, service, series }: PeriodPage, hear: (zone: Zone) => void): void {
  let known = "";
  const ask = async () => {
    const { state } = store;
    const { lat, lon, zone: choice } = state;
    const key = [lat, lon, choice].join();
    if (key === known || series.isHeld || endpointOf(state.endpoint).period === "none") return;
    known = key;
    hear(guessedZone(state));
    await pause(CALM);
    if (known !== key) return;
    const year = new Date().getUTCFullYear();
    const found = await zoneOfPlace(service, state, Date.UTC(year, 0), Date.UTC(year + 1, 0));
    if (known === key) hear(found);
  };
  follow(() => void ask(), store);
}

/** The endpoints of the room, in people's words. */
function dataChoice(store: Store): HTMLElement {
  const t = texts().time;
  const offered = ROOM_ENDPOINTS[store.state.room] ?? ENDPOINT_PATHS;
  const take = (endpoint: string) => store.set({ endpoint: endpoint as EndpointPath, start: "", end: "" });
  if (offered.length > MOST_CHIPS) {
    const list = select(
      offered.map((path) => [path, t.endpoints[path]]),
      store.state.endpoint,
      take,
    );
    list.dataset.parameter = "endpoint";
    store.onChange(({ endpoint }) => (list.value = endpoint));
    return labelled(t.data, list);
  }
  const group = freshId();
  const radios = offered.map((path) =>
    h("input", { type: "radio", name: group, value: path, id: freshId(), onchange: () => take(path) }),
  );
  const chips = h(
    "fieldset.data-choice",
    { "data-parameter": "endpoint" },
    h("legend", t.data),
    radios.map((radio, k) => h("span", radio, h("label", { for: radio.id }, t.endpoints[offered[k] as EndpointPath]))),
  );
  const show = ({ endpoint }: State) => {
    for (const radio of radios) radio.checked = radio.value === endpoint;
    // From 2020 on has what the last years have: those are for links that name them.
    chips.hidden = endpoint === "observation/historical";
  };
  store.follow(show);
  return chips;
}

/** A button stays as long as its word does: who presses it by keyboard keeps the focus. */
function presetButtons(
  place: HTMLElement,
  { endpoint, start, end }: State,
  today: number,
  set: (period: { start: string; end: string }) => void,
): void {
  const t = texts().time;
  const own = endpointOf(endpoint);
  const present = [start || own.start, end || own.end].join();
  const offered = presetsOf(endpoint, today);
  if (place.dataset.of !== `${endpoint} ${today}`) {
    place.dataset.of = `${endpoint} ${today}`;
    const button = (preset: Preset) =>
      h("button", { type: "button", "data-preset": preset.name, onclick: () => set(preset) }, t.presets[preset.name]);
    replace(place, offered.map(button));
  }
  offered.forEach((preset, k) => {
    place.children[k]?.setAttribute("aria-pressed", String([preset.start, preset.end].join() === present));
  });
}

/** A year, a month of it and a day of that, of endpoints with years. */
function yearChoice(
  store: Store,
  today: () => number,
  set: (period: { start: string; end: string }) => void,
): { element: HTMLElement; show(): void } {
  const t = texts().time;
  const [year, month, day] = [select([], "", take), select([], "", take), select([], "", take)];
  const dayField = labelled(t.oneDay, day);
  const element = h("div.row.year", labelled(t.oneYear, year), labelled(t.oneMonth, month), dayField);
  return { element, show };

  function take(): void {
    if (year.value === "") return;
    const [ofYear, ofMonth, date] = [year, month, day].map(({ value }) => (value === "" ? undefined : Number(value)));
    set(partOfYear(ofYear as number, ofMonth, ofMonth === undefined ? undefined : date, today()));
  }

  function show(): void {
    element.hidden = !hasYears(store.state.endpoint);
    if (element.hidden) return;
    const offered = yearsOf(store.state.endpoint, today());
    const found = partChosen(store.state, offered, today());
    replace(year, choices([["", t.anyYear], ...offered.map((one): [string, string] => [String(one), String(one)])]));
    replace(month, choices([["", t.wholeYear], ...numbered(12, (k) => [String(k), monthName(k)])]));
    const days = found ? daysOf(found.year, found.month ?? 0) : 31;
    replace(day, choices([["", t.wholeMonth], ...numbered(days, (k) => [String(k + 1), String(k + 1)])]));
    year.value = String(found?.year ?? "");
    month.value = String(found?.month ?? "");
    day.value = String(found?.day ?? "");
    month.disabled = found === undefined;
    dayField.hidden = found?.month === undefined;
  }
}

function numbered(count: number, choice: (k: number) => [string, string]): [string, string][] {
  return Array.from({ length: count }, (_, k) => choice(k));
}

/** A calendar year; empty is the last complete one. */
function yearField(store: Store): HTMLElement {
  const t = texts().time;
  const wrong = h("p.wrong", { role: "alert", id: freshId() });
  const input = h("input", { type: "text", inputmode: "numeric", autocomplete: "off", "data-parameter": "year" });
  input.setAttribute("aria-describedby", wrong.id);
  const judge = () => {
    const last = new Date().getUTCFullYear();
    const text = input.value.trim();
    const isRight = text === "" || (/^\d{4}$/.test(text) && Number(text) >= FIRST_ACTUAL_YEAR && Number(text) <= last);
    wrong.textContent = isRight ? "" : t.wrongYear(FIRST_ACTUAL_YEAR, last);
    input.setAttribute("aria-invalid", String(!isRight));
    return isRight;
  };
  input.addEventListener("change", () => judge() && store.set({ year: input.value.trim() }));
  const show = ({ year }: State, before?: State) => {
    if (before && before.year === year) return;
    input.value = year;
    judge();
  };
  store.follow(show);
  return labelled(t.calendarYear, input, [wrong, h("p.hint", t.lastComplete)]);
}

function clockChoice(store: Store): { element: HTMLElement; show(): void } {
  const t = texts().time;
  const list = select([], "", (value) => store.set({ zone: value as State["zone"] }));
  const why = h("p.hint");
  return { element: labelled(t.clock, list, why), show };

  function show(): void {
    const { zone: choice, endpoint } = store.state;
    const isFixed = isOfStandardTime(endpoint);
    const offered = isFixed ? (["standard", "utc"] as const) : ZONES;
    replace(list, choices(offered.map((name): [string, string] => [name, t.clocks[name]])));
    list.value = isFixed && choice === "local" ? "standard" : choice;
    why.textContent = !isFixed ? "" : isOfNoYear(endpoint) ? t.ofNoYear : t.ofStandardTime;
  }
}

function monthlyFields(store: Store): HTMLElement {
  const ghi = rowField(store, "monthly_ghi", `${MONTHLY.monthly_ghi}, January to December`, "39 70 118 165 …");
  const temperature = rowField(
    store,
    "monthly_temperature",
    `${MONTHLY.monthly_temperature} (°C), January to December`,
    "0.3 1.4 5.5 …",
  );
  const unit = select(
    [
      ["W/m2", "W/m², mean over day and night"],
      ["kWh/m2/month", "kWh/m² in the month"],
    ],
    store.state.irradiance_unit,
    (value) => store.set({ irradiance_unit: value as State["irradiance_unit"] }),
  );
  store.onChange(({ irradiance_unit }) => {
    unit.value = irradiance_unit;
  });
  return h(
    "div",
    ghi,
    labelled("Unit of the irradiance", unit),
    temperature,
    h("p.hint", "Type twelve numbers, or paste a row or column from a spreadsheet."),
  );
}

function rowField(store: Store, name: MonthlyName, label: string, placeholder: string): HTMLElement {
  const wrong = h("p.wrong", { role: "alert" });
  const area = h("textarea", { rows: 2, spellcheck: "false", placeholder, "data-parameter": name });
  // What cannot be used is not sent; it stays in the field, to be mended.
  const take = () => store.set({ [name]: twelveOf(area.value) ? parseTwelve(area.value) : area.value.trim() });
  area.addEventListener("change", take);
  // The field has what was pasted after the event.
  area.addEventListener("paste", () => setTimeout(take));
  store.follow((state: State) => {
    const text = state[name];
    if (document.activeElement !== area) area.value = text.replaceAll(/,(?=\S)/g, ", ");
    wrong.textContent = wrongOf(text);
    area.setAttribute("aria-invalid", String(wrong.textContent !== ""));
  });
  return labelled(label, area, wrong);
}
