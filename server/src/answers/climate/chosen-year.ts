/** A typical year chosen from a record of many: which record, and the year. */

import {
  type ArchiveWeather,
  type Doubt,
  type Offer,
  type Plan,
  type Provenance,
  plan,
  type Survey,
} from "irradiance-archive";
import type { Notice, WeatherColumn, WeatherSeries } from "irradiance-engine";
import type { CallOptions, Pool } from "irradiance-engine/bulk";
import { SELECTION_ALGORITHM, TYPICAL_YEAR, type TypicalYear } from "irradiance-engine/climate";
import type { ClimateRequest } from "irradiance-engine/contract";
import { isIrradiance, relabelYear, withDaysAround } from "irradiance-engine/series";
import { DAY, HOUR } from "irradiance-engine/shared";
import { Refusal } from "../refusal.js";
import type { ClimateMethod } from "./year-generator.js";

/** Fewer years say too little of what is typical. */
const FEWEST_YEARS = 10;
/** More are as many as a normal of the climate has. */
const MOST_YEARS = 30;
const GLOBAL = "global_horizontal_irradiance";

/** Whole years on the clock of the place that one data set has. */
export interface LongRecord {
  readonly plan: Plan;
  readonly first: number;
  readonly last: number;
}

export interface ChosenYear {
  readonly series: WeatherSeries;
  readonly provenance: readonly Provenance[];
  readonly notices: readonly Notice[];
  readonly passedOver: readonly string[];
  readonly method: ClimateMethod;
}

/** The best record of ten whole years or more, the last thirty of them; undefined where none is so long. */
export function longRecord(survey: Survey, timeZone: number): LongRecord | undefined {
  const records = survey.offers
    .filter(({ class: of, columns }) => isHistory(of) && columns.includes(GLOBAL))
    .map((offer) => ({ offer, years: wholeYears(offer, timeZone, survey.now) }))
    .filter(({ years }) => years.length >= FEWEST_YEARS)
    .sort((a, b) => rankOf(a.offer) - rankOf(b.offer) || a.offer.cell.distanceKm - b.offer.cell.distanceKm);
  const best = records[0];
  if (best === undefined) return undefined;
  const years = best.years.slice(-MOST_YEARS);
  const [first, last] = [years[0]!, years.at(-1)!];
  const period = { start: turnOf(first, timeZone), end: turnOf(last + 1, timeZone) };
  const alone = { ...survey, offers: [best.offer] };
  return { first, last, plan: plan(alone, { purpose: "history", period, columns: best.offer.columns }) };
}

function isHistory(of: Offer["class"]): boolean {
  return of === "measured" || of === "satellite" || of === "reanalysis";
}

function rankOf(offer: Offer): number {
  return offer.class === "reanalysis" ? 1 : 0;
}

/** Years in Unix ms on the clock of a place. */
function turnOf(year: number, timeZone: number): number {
  return Date.UTC(year, 0, 1) - timeZone * HOUR;
}

/** A record of whole UTC years lacks some hours of the local ones: a day is given. */
function wholeYears({ first, last, covers }: Offer, timeZone: number, now: number): number[] {
  const times = covers ?? [{ start: first, end: last }];
  const years: number[] = [];
  for (let year = new Date(first).getUTCFullYear(); turnOf(year + 1, timeZone) <= now; year++) {
    const [start, end] = [turnOf(year, timeZone), turnOf(year + 1, timeZone)];
    if (start > last) break;
    if (times.some((time) => time.start <= start + DAY && time.end >= end - DAY)) years.push(year);
  }
  return years;
}

/** Light of a dead, stuck or saturated sensor is missing: a month with much of it is not chosen. */
function withoutLost(read: ArchiveWeather, doubts: readonly Doubt[]): ArchiveWeather {
  const lost = doubts.filter(({ isLost }) => isLost);
  if (lost.length === 0) return read;
  const { interval, columns } = read.series;
  const [start, step] = [read.series.start as number, interval * 1000];
  const kept = Object.entries(columns).map(([name, values]) => {
    if (!isIrradiance(name as WeatherColumn)) return [name, values];
    const own = Float64Array.from(values as ArrayLike<number>);
    for (const { periods } of lost) {
      for (const period of periods) {
        const [from, to] = [(period.start - start) / step, (period.end - start) / step];
        own.fill(Number.NaN, Math.max(0, Math.floor(from)), Math.max(0, Math.ceil(to)));
      }
    }
    return [name, own];
  });
  const message = "light of a dead, stuck or saturated sensor counts as missing: months with much of it are not chosen";
  return {
    ...read,
    series: { ...read.series, columns: Object.fromEntries(kept) },
    notices: [...read.notices, { code: "selection", message }],
  };
}

/** @throws Refusal for a record with too few valid months */
export async function chooseYear(
  pool: Pool,
  { plan: { offers } }: LongRecord,
  recorded: ArchiveWeather,
  request: ClimateRequest,
  timeZone: number,
  call: CallOptions,
): Promise<ChosenYear> {
  const { extreme } = request;
  const read = withoutLost(
    recorded,
    offers.flatMap(({ doubts = [] }) => doubts),
  );
  const options = extreme === undefined ? { timeZone } : { timeZone, extreme };
  const chosen = await pool.selectYear(read.series, options, call).catch((cause: unknown) => {
    if ((cause as { code?: unknown })?.code !== "ERR_WEATHER") throw cause;
    throw new Refusal("no data", `no typical year can be chosen: ${(cause as Error).message}`, { cause });
  });
  const months = chosen.audit.months.map(({ month, year }) => ({ month, year }));
  const selection = `${chosen.audit.method}: months of ${months.map(({ year }) => year).join(", ")}`;
  const year = { ...chosen.series, start: chosen.series.start as number };
  return {
    series: withDaysAround(relabelYear(year, TYPICAL_YEAR, request.futureYear ?? TYPICAL_YEAR)),
    provenance: read.provenance.map((one) => ({ ...one, corrections: [...one.corrections, selection] })),
    notices: [...read.notices, ...chosen.notices, ...extremeNotices(request)],
    passedOver: read.passedOver,
    method: methodOf(chosen, months),
  };
}

function methodOf({ audit }: TypicalYear, months: readonly { month: number; year: number }[]): ClimateMethod {
  return {
    method: "selection",
    version: SELECTION_ALGORITHM,
    ...(audit.weights ? { weights: audit.weights as { [index: string]: number } } : {}),
    candidates: audit.wholeYears.length,
    months_selected: months,
  };
}

function extremeNotices({ extreme }: ClimateRequest): Notice[] {
  if (extreme === undefined) return [];
  const message = `${extreme.toUpperCase()} refers to the year's GHI; temperature and all other columns come from the chosen months`;
  return [{ code: "extreme", message }];
}
