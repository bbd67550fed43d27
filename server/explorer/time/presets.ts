/** Periods that people ask for by a word: the last days, a year, a month of it. */
import { endpointWindow, FORECAST_RULES, type ForecastEndpoint } from "irradiance-engine/internal/contract";
import { DAY, HOUR, MINUTE } from "irradiance-engine/internal/shared";
import { dateWords, dayNumber, localOf, timeWords, type Zone } from "../chart/time.js";
import { freshId, h, s } from "../dom.js";
import { type EndpointPath, endpointOf, hasYears, isForecast, type State, type Store } from "../state/state.js";
import { texts } from "../texts/texts.js";
import {
  dateOf,
  type Edge,
  instantOf,
  isDate,
  readTime,
  relativeParts,
  shownTime,
  type WrongTime,
} from "./read-time.js";

type PresetName = keyof ReturnType<typeof texts>["time"]["presets"];

export interface Preset {
  readonly name: PresetName;
  readonly start: string;
  readonly end: string;
}

/** Years of weather observed are served from this one on, and until so many days ago. */
const FIRST_YEAR = 2020;
const LATE = 7;

/** A number is a day, counted from today. */
type Row = readonly [name: PresetName, start: string | number, end: string | number];

const OFFERED: { readonly [path in EndpointPath]?: readonly Row[] } = {
  "observation/realtime": [
    ["today", 0, "now"],
    ["yesterday", -1, 0],
    ["last24", "-24hours", "now"],
    ["last3", "-3days", "now"],
    ["last7", "-7days", "now"],
  ],
  "forecast/basic": [
    ["today", "now", 1],
    ["tomorrow", 1, 2],
    ["next3", "now", "+72hours"],
    ["next7", "now", "+7days"],
  ],
  "forecast/precision": [
    ["today", "now", 1],
    ["next24", "now", "+24hours"],
    ["tomorrow", 1, 2],
    ["next3", "now", "+72hours"],
  ],
};

/** @param today number of the place's day, counted from 1 January 1970 */
export function presetsOf(endpoint: EndpointPath, today: number): readonly Preset[] {
  const dated = (time: string | number) => (typeof time === "number" ? dateOf(today + time) : time);
  const own = OFFERED[endpoint] ?? (endpointOf(endpoint).period === "span" ? presetsOfYears(endpoint, today) : []);
  return own.map(([name, start, end]) => ({ name, start: dated(start), end: dated(end) }));
}

function presetsOfYears(endpoint: EndpointPath, today: number): Row[] {
  const year = Number(dateOf(today).slice(0, 4));
  const hasThisYear = dateOf(today - LATE).startsWith(String(year));
  const served = `-${LATE}days`;
  return [
    ["last30", `-${30 + LATE}days`, served],
    ...(hasThisYear ? [["thisYear", `${year}-01-01`, served] as const] : []),
    ["lastYear", `${year - 1}-01-01`, hasThisYear ? `${year}-01-01` : served],
    ...(endpoint === "observation/historical" ? [["all", `${FIRST_YEAR}-01-01`, served] as const] : []),
  ];
}

/** Years that an endpoint of periods has, the newest first. */
export function yearsOf(endpoint: EndpointPath, today: number): readonly number[] {
  const last = Number(dateOf(today - LATE).slice(0, 4));
  const first = endpoint === "observation/training" ? Number(dateOf(today).slice(0, 4)) - 2 : FIRST_YEAR;
  return Array.from({ length: last - first + 1 }, (_, k) => last - k);
}

/**
 * A year, one of its months, or a day of that: the end of what is not over yet is the last day that is served.
 *
 * @param month 0 is January; @param day from 1
 */
export function partOfYear(
  year: number,
  month: number | undefined,
  day: number | undefined,
  today: number,
): { start: string; end: string } {
  const date = month === undefined || day === undefined ? undefined : Math.min(day, daysOf(year, month));
  const first = Date.UTC(year, month ?? 0, date ?? 1) / DAY;
  const next = month === undefined ? Date.UTC(year + 1, 0) : Date.UTC(year, month + 1);
  const last = date === undefined ? next / DAY : first + 1;
  return { start: dateOf(first), end: last > today - LATE ? `-${LATE}days` : dateOf(last) };
}

export function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}

interface PartOfYear {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
}

/** The year, month or day that a period is; undefined where it is none of those. */
export function partChosen(
  { start, end }: Pick<State, "start" | "end">,
  years: readonly number[],
  today: number,
): PartOfYear | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(start)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined || !years.includes(year)) return undefined;
  const parts: readonly PartOfYear[] = [{ year }, { year, month: month - 1 }, { year, month: month - 1, day }];
  return parts.find((part) => {
    const period = partOfYear(part.year, part.month, part.day, today);
    return period.start === start && period.end === end;
  });
}

/** What is wrong with a period, and at which of its ends; undefined where nothing is, or where it cannot be known here. */
export function wrongPeriod(
  { endpoint, start, end }: Pick<State, "endpoint" | "start" | "end">,
  now: number,
  zone: Zone | undefined,
): { readonly edge: Edge; readonly wrong: WrongTime } | undefined {
  const { period, start: first, end: last } = endpointOf(endpoint);
  if (period !== "span") return undefined;
  const [from, to] = [instantOf(start || first, now, zone), instantOf(end || last, now, zone)];
  const window = windowOf(endpoint, now, zone);
  for (const [edge, time] of [
    ["start", from],
    ["end", to],
  ] as const) {
    if (time < window.from - SLACK) return { edge, wrong: "early" };
    if (time > window.to + SLACK) return { edge, wrong: "late" };
  }
  return to <= from ? { edge: "end", wrong: "order" } : undefined;
}

/** ms: the clock of this computer may be off; the server's counts. */
const SLACK = HOUR;

/** Where times of an endpoint may lie, Unix ms. Its first year begins with the zone's, where that is before UTC's. */
export function windowOf(
  endpoint: EndpointPath,
  now: number,
  zone: Zone | undefined,
): { readonly from: number; readonly to: number } {
  const name = endpoint.slice(endpoint.indexOf("/") + 1);
  if (isForecast(endpoint)) {
    const { back, ahead } = FORECAST_RULES[name as ForecastEndpoint];
    return { from: now - back, to: now + ahead };
  }
  const { from, to } = endpointWindow(name as "realtime" | "training" | "historical", now);
  return { from: zone && name !== "realtime" ? Math.min(from, zone.momentOf(from)) : from, to };
}

/** Lengths of steps from short to long, ms; of a month and a year about. */
export const STEPS: { readonly [frequency: string]: number } = {
  "1_minute": MINUTE,
  "5_minutes": 5 * MINUTE,
  "10_minutes": 10 * MINUTE,
  "15_minutes": 15 * MINUTE,
  "30_minutes": 30 * MINUTE,
  "1_hour": HOUR,
  "1_day": DAY,
  "1_month": 30 * DAY,
  "1_year": 365 * DAY,
};
/** Rows that are drawn at once: two years of quarter hours, eleven of hours. */
const MOST_ROWS = 100_000;

/** ms: of so short a period days alone are few points. */
const SHORT = 31 * DAY;

/** The step for a period: the present one, unless it is long for the period or makes more rows than can be drawn at once. */
export function stepFor(endpoint: EndpointPath, length: number, present: string): string {
  const offered = Object.keys(STEPS).filter((name) => endpointOf(endpoint).frequencies.includes(name));
  const fits = (name: string) => {
    const step = STEPS[name] as number;
    return length / step <= MOST_ROWS && length >= step;
  };
  const isCoarse = present === "1_day" && length <= SHORT;
  if ((fits(present) && !isCoarse) || !(length > 0)) return present;
  const preferred = ["15_minutes", "1_hour"].filter((name) => offered.includes(name));
  return [...preferred, ...offered].find(fits) ?? present;
}

/** A new period, with a step that suits it. */
export function withStep(
  { endpoint, frequency }: Pick<State, "endpoint" | "frequency">,
  { start, end }: { readonly start: string; readonly end: string },
  zone: Zone,
): Pick<State, "start" | "end" | "frequency"> {
  const now = Date.now();
  const own = endpointOf(endpoint);
  const length = instantOf(end || own.end, now, zone) - instantOf(start || own.start, now, zone);
  return { start, end, frequency: stepFor(endpoint, length, frequency) };
}

const EDGES = ["start", "end"] as const;

/** Characters of "2026-06-21". */
const DATE_LENGTH = 10;

/** Whether hours matter: periods of years are of whole days. */
function hasClock({ endpoint }: Pick<State, "endpoint">): boolean {
  return !hasYears(endpoint);
}

interface Field {
  readonly element: HTMLElement;
  readonly label: HTMLElement;
  readonly input: HTMLInputElement;
  readonly picker: HTMLInputElement;
  readonly wrong: HTMLElement;
}

/** @param zone that of the place, as well as it is known */
export function spanFields(store: Store, zone: () => Zone): { element: HTMLElement; show(): void } {
  const t = texts().time;
  const fields = { start: fieldOf("start", t.start, choose, take), end: fieldOf("end", t.end, choose, take) };
  const hint = h("p.hint", { id: freshId() });
  let shown = "";
  for (const edge of EDGES) {
    const { input } = fields[edge];
    input.setAttribute("aria-describedby", `${hint.id} ${fields[edge].wrong.id}`);
    input.addEventListener("change", take);
    input.addEventListener("input", () => input.getAttribute("aria-invalid") === "true" && mark(edge));
  }
  const show = () => {
    const { state } = store;
    hint.textContent = state.zone === "utc" ? t.ofUtc : t.ofPlace(zone().label);
    const own = endpointOf(state.endpoint);
    for (const edge of EDGES) fields[edge].input.placeholder = worded(own[edge], edge);
    fields.end.label.textContent = isDate(state.end) ? t.endInclusive : t.end;
    const key = [state.endpoint, state.start, state.end].join();
    if (key === shown) return;
    // What somebody is mending stays, until the period changes elsewhere.
    shown = key;
    for (const edge of EDGES) {
      fields[edge].input.value = worded(state[edge], edge);
      mark(edge);
    }
    judge(state);
  };
  return { element: h("div.span", fields.start.element, fields.end.element, hint), show };

  /** The calendar opens at what the field says, and offers what there is. */
  function choose(edge: Edge): void {
    const { picker, input } = fields[edge];
    const { endpoint } = store.state;
    const isFine = hasClock(store.state);
    picker.type = isFine ? "datetime-local" : "date";
    const local = (time: number) => new Date(localOf(time, zone())).toISOString().slice(0, isFine ? 16 : DATE_LENGTH);
    const { from, to } = windowOf(endpoint, Date.now(), zone());
    [picker.min, picker.max] = [local(from), local(to)];
    const { time } = readTime(input.value, edge, now());
    const at = instantOf(time || endpointOf(endpoint)[edge], Date.now(), zone());
    // The last day of an end that is a date.
    if (!Number.isNaN(at)) picker.value = local(edge === "end" && !isFine ? at - 1 : at);
    picker.showPicker();
  }

  function now() {
    return { today: dayNumber(Date.now(), zone()), zone: zone() };
  }

  /** The period of both fields, where both are right. */
  function take(): void {
    const [start, end] = EDGES.map((edge) => mark(edge));
    if (start === undefined || end === undefined) return;
    const { state } = store;
    if (!judge({ ...state, start, end }) || (start === state.start && end === state.end)) return;
    store.set(withStep(state, { start, end }, zone()));
  }

  /** Says what is wrong with one field; its time where it is right. */
  function mark(edge: Edge): string | undefined {
    const { input } = fields[edge];
    const { time, wrong, isTwice } = readTime(input.value, edge, now());
    say(fields[edge], wrong && t.wrong[wrong as "unreadable"](input.value.trim()), isTwice && t.twice);
    return time;
  }

  /** Whether both together can be asked for; says why not. */
  function judge(state: State): boolean {
    const found = wrongPeriod(state, Date.now(), zone());
    if (!found) return true;
    const { from, to } = windowOf(state.endpoint, Date.now(), zone());
    const text = fields[found.edge].input.value.trim();
    const limit = (time: number) => (hasClock(state) ? timeWords : dateWords)(time, zone());
    say(fields[found.edge], t.wrong[found.wrong as "early"](text, limit(from), limit(to)));
    return false;
  }
}

/** @param choose opens the calendar; @param take takes what was chosen in it */
function fieldOf(edge: Edge, name: string, choose: (edge: Edge) => void, take: () => void): Field {
  const t = texts().time;
  const [id, wrongId] = [freshId(), freshId()];
  const input = h("input", {
    id,
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    "data-parameter": edge,
    title: t.forms,
  });
  const wrong = h("p.wrong", { role: "alert", id: wrongId });
  const picker = h("input.picker", { type: "date", tabindex: -1, "aria-hidden": "true" });
  const open = h(
    "button.icon",
    { type: "button", title: t.calendarOf(name), "aria-label": t.calendarOf(name) },
    s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: "M3 5h14v12H3zM3 9h14M7 3v4M13 3v4" })),
  );
  open.hidden = !("showPicker" in picker);
  open.addEventListener("click", () => choose(edge));
  picker.addEventListener("change", () => {
    if (picker.value === "") return;
    input.value = picker.value.replace("T", " ");
    take();
  });
  const label = h("label", { for: id }, name);
  const element = h("div.field", label, h("div.picked", input, open, picker), wrong);
  return { element, label, input, picker, wrong };
}

function say({ input, wrong: place }: Field, wrong: string | undefined, note?: string | false): void {
  input.setAttribute("aria-invalid", String(wrong !== undefined));
  place.textContent = wrong ?? (note || "");
  place.className = wrong === undefined ? "hint" : "wrong";
  const fold = wrong === undefined ? null : input.closest("details");
  if (fold) fold.open = true;
}

/** As it stands in a field: relative to now in words, which are read back. */
function worded(time: string, edge: Edge): string {
  const t = texts().time;
  if (time === "now") return t.now;
  const { sign, count, unit } = relativeParts(time) ?? {};
  if (sign === undefined) return shownTime(time, edge);
  return t.fromNow[sign](count as number, t.timeUnits[unit as "hour"](count as number));
}
