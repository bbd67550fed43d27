/** Periods that people ask for by a word: the last days, a year, a month of it. */
import { endpointWindow, FORECAST_RULES, type ForecastEndpoint } from "irradiance-engine/internal/contract";
import { DAY, HOUR, MINUTE } from "irradiance-engine/internal/shared";
import type { Zone } from "../chart/time.js";
import { type EndpointPath, endpointOf, isForecast, type State } from "../state/state.js";
import type { texts } from "../texts/texts.js";
import { dateOf, type Edge, instantOf } from "./read-time.js";

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

/** Why a time can be no start or end: names of sentences in the texts of `time`. "skipped": clocks jump over it. */
export type WrongTime = "skipped" | "order" | "early" | "late";

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
