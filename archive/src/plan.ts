/** Which source serves which column when: a pure function of a survey. The result is plain data. */

import { createHash } from "node:crypto";
import type { Notice, WeatherColumn } from "irradiance-engine";
import { gridOver, isIrradiance, type TimeGrid } from "irradiance-engine/internal/series";
import { DAY, HOUR } from "irradiance-engine/internal/shared";
import { compareTexts, groupedBy } from "./lists.js";
import { intersect, periodsText, subtract } from "./period.js";
import { groupsOf, inGroup, isWholeSet, nameOfGroup, type Offer, type Period, type Place } from "./source.js";
import type { SourceFailure, Survey } from "./survey.js";

/**
 * - `history`: measured or satellite data, the nearest first, then reanalysis; never a typical year
 * - `forecast`: the best run, then others beyond its end. The best is the current run with the smallest cells, then the
 *   shortest suitable intervals, then the newest; runs that are not current come last, the newest first
 * - `typical-year`: a typical year, not history
 */
export type Purpose = "history" | "forecast" | "typical-year";

export interface PlanOptions {
  readonly purpose: Purpose;
  readonly period: Period;
  /**
   * ms of weather to read beyond both ends of the period, if available: models need neighbours. Missing data there
   * do not count as a gap. Default: 0.
   */
  readonly margin?: number | undefined;
  /** Required columns. One irradiance suffices: irradiances come as the set that a source has. */
  readonly columns: readonly WeatherColumn[];
  /** Columns that improve an answer if available. Their absence is not reported. */
  readonly welcome?: readonly WeatherColumn[] | undefined;
  /**
   * Length of the answer's intervals, seconds. Among data sets that are otherwise alike, and among the lengths in which
   * a source has its weather, the longest up to this one is used, and if all are longer, the shortest. Default: a source's own
   * length, and among data sets that are alike the one with the shortest intervals.
   */
  readonly interval?: number | undefined;
  /** Whether synthetic weather may be used if no real source has irradiance in the period. Default: false. */
  readonly synthetic?: boolean | undefined;
  /**
   * For `history`: whether the time that nothing else has yet may come from the first hours of a current run, up to now: of columns that no
   * station or satellite observes in the period. A notice says so. Default: false.
   */
  readonly firstHours?: boolean | undefined;
}

/** Columns over a time from one data set. */
export interface Stretch extends Period {
  /** Index into `offers`. */
  readonly offer: number;
  readonly columns: readonly WeatherColumn[];
}

export interface Plan {
  readonly purpose: Purpose;
  readonly place: Place;
  /** When the offers were made, Unix ms. */
  readonly now: number;
  /** With its margin. */
  readonly period: Period;
  readonly margin: number;
  readonly columns: readonly WeatherColumn[];
  /** Also read, if available. */
  readonly welcome: readonly WeatherColumn[];
  /** All suitable offers, the best first: if one cannot be read, the next one replaces it. */
  readonly offers: readonly Offer[];
  readonly stretches: readonly Stretch[];
  /** Intervals of the answer, ms; undefined if nothing is found. */
  readonly grid: TimeGrid | undefined;
  /** Requested columns without any data in the period. */
  readonly missing: readonly WeatherColumn[];
  /** Whether the answer is synthetic; synthetic and real data are never mixed. */
  readonly synthetic: boolean;
  /** Changes when the data used for the period change. */
  readonly revision: string;
  /** If nothing overlaps the period: the nearest available period. */
  readonly nearest: Period | undefined;
  readonly notices: readonly Notice[];
  readonly failures: readonly SourceFailure[];
}

/**
 * @throws TypeError or RangeError for invalid options, naming them
 * @experimental
 */
export function plan(survey: Survey, options: PlanOptions): Plan {
  const { purpose, columns, welcome = [], margin = 0, interval: step, synthetic = false } = options;
  const period = { start: options.period.start - margin, end: options.period.end + margin };
  checkOptions(options);
  const own = survey.offers.filter((offer) => serves(offer, purpose));
  const served =
    purpose === "history" && options.firstHours ? [...own, ...firstHoursOf(survey, seenBy(own, period))] : own;
  const wanted = served.filter((offer) => inGroup(offer.columns, columns).length > 0);
  const real = wanted.filter((offer) => offer.class !== "synthetic");
  const isSynthetic = synthetic && !wanted.every((offer) => offer.class !== "synthetic") && !isEnough(real, options);
  const suitable = isSynthetic ? wanted.filter((offer) => offer.class === "synthetic") : real;
  const offers = suitable.map((offer) => inStep(offer, step)).sort(byRank(purpose, step, suitable));
  const { place, now, failures } = survey;
  return assign({ purpose, place, now, period, margin, columns, welcome, offers, failures });
}

/** The same plan with other offers in place of its own, each in the rank of the one that it replaces; undefined: none. */
export function planWith(before: Plan, replace: (offer: Offer) => Offer | undefined): Plan {
  return assign({ ...before, offers: before.offers.flatMap((offer) => replace(offer) ?? []) });
}

type Task = Pick<
  Plan,
  "purpose" | "place" | "now" | "period" | "margin" | "columns" | "welcome" | "offers" | "failures"
>;

function assign(task: Task): Plan {
  const { period, margin, columns, welcome, offers, now } = task;
  const asked = { start: period.start + margin, end: period.end - margin };
  const notices: Notice[] = [];
  const missing: WeatherColumn[] = [];
  const stretches: Stretch[] = [];
  for (const group of groupsOf(columns)) {
    const found = cover(group, task);
    // An offer that covers only the margin is useless.
    if (intersect([asked], found).length === 0) {
      missing.push(...group);
      continue;
    }
    const open = subtract([asked], found);
    if (open.length > 0) {
      notices.push({ code: "no-data", message: `no data of ${nameOfGroup(group)} from ${periodsText(open)}` });
    }
    stretches.push(...found);
  }
  for (const group of groupsOf(welcome.filter((column) => !columns.includes(column))))
    stretches.push(...cover(group, task));
  const merged = mergeStretches(stretches);
  const used = merged.map(({ offer }) => offers[offer]!);
  for (const message of new Set(used.flatMap((offer) => offer.notices ?? [])))
    notices.push({ code: "source", message });
  offers.forEach((offer, index) => {
    const own = merged.filter((stretch) => stretch.offer === index);
    const told = [...preliminaryNotice(offer, intersect([asked], own), now), ...doubtNotices(offer, asked, own)];
    notices.push(...told.filter(({ message }) => notices.every((other) => other.message !== message)));
  });
  return {
    ...task,
    stretches: merged,
    grid: gridOf(merged, offers, period),
    missing,
    synthetic: used.some((offer) => offer.class === "synthetic"),
    revision: revisionOf(merged, offers, period),
    nearest: merged.length > 0 ? undefined : nearestOf(offers, asked),
    notices,
  };
}

function preliminaryNotice({ dataset, preliminary }: Offer, times: readonly Period[], now: number): Notice[] {
  if (preliminary === undefined) return [];
  const since = now - preliminary.days * DAY;
  if (times.every(({ end }) => end <= since)) return [];
  const day = new Date(since).toISOString().slice(0, 10);
  return [{ code: "source", message: `${dataset}: values since ${day} may be ${preliminary.why}` }];
}

/** Doubts that are told of one data set. */
const MOST_DOUBTS = 5;

/** What was found of the light in the time that an answer takes from an offer; of a typical year, which has no dates, all. */
function doubtNotices({ dataset, class: kind, doubts = [] }: Offer, asked: Period, stretches: readonly Stretch[]) {
  const lit = stretches.filter(({ columns }) => columns.some(isIrradiance));
  const times = intersect([asked], lit);
  if (times.length === 0) return [];
  const told = doubts.filter(({ periods }) => kind === "typical" || intersect(times, periods).length > 0);
  const notices = told.slice(0, MOST_DOUBTS).map(({ code, message }) => ({ code, message: `${dataset}: ${message}` }));
  const rest = told.length - notices.length;
  const more = { code: "source", message: `${dataset}: ${rest} more findings put its light in doubt` };
  return rest > 0 ? [...notices, more] : notices;
}

/** ms: the first hours of older runs are no stand-in for what is observed. */
const OLDEST_RUN = 48 * HOUR;

const CLASSES: { readonly [purpose in Purpose]: readonly Offer["class"][] } = {
  history: ["measured", "satellite", "reanalysis"],
  forecast: ["forecast"],
  "typical-year": ["typical"],
};

function serves(offer: Offer, purpose: Purpose): boolean {
  if (offer.class !== "synthetic") return CLASSES[purpose].includes(offer.class);
  return purpose === "forecast" ? offer.run !== undefined : purpose === "history" && offer.run === undefined;
}

/** What stations and satellites observe then: where their values end, a model does not go on. Light is one thing. */
function seenBy(offers: readonly Offer[], period: Period): (column: WeatherColumn) => boolean {
  const looking = offers.filter((offer) => offer.class === "measured" || offer.class === "satellite");
  const now = looking.filter((offer) => intersect([period], timesOf(offer)).length > 0);
  const seen = now.flatMap(({ columns }) => columns);
  return (column) => (isIrradiance(column) ? seen.some(isIrradiance) : seen.includes(column));
}

/** What runs of the last days say of the time that has passed since they began, where nobody observes it. */
function firstHoursOf({ offers, now }: Survey, isSeen: (column: WeatherColumn) => boolean): Offer[] {
  return offers.flatMap((offer) => {
    const { class: kind, dataset, run, interval, notices = [] } = offer;
    if (kind !== "forecast" || run === undefined || run < now - OLDEST_RUN) return [];
    const step = interval * 1000;
    const first = Math.max(offer.first, run);
    const last = Math.min(offer.last, Math.ceil((now - first) / step) * step + first);
    if (last <= first) return [];
    const message = `${dataset}: values from ${new Date(first).toISOString()} on are the first hours of a forecast, not observed`;
    const covers = offer.covers && intersect(offer.covers, [{ start: first, end: last }]);
    const columns = offer.columns.filter((column) => !isSeen(column));
    return { ...offer, columns, first, last, covers, notices: [...notices, message] };
  });
}

/** Measured at the place or by satellite: equal in rank, so the nearer one is better. */
export function rankOf(offer: Pick<Offer, "class">): number {
  return { reanalysis: 1, forecast: 2 }[offer.class as string] ?? 0;
}

/** In the length of intervals that suits best. */
function inStep(offer: Offer, wanted: number | undefined): Offer {
  if (wanted === undefined || offer.intervals === undefined) return offer;
  const [step] = [offer.interval, ...offer.intervals].sort(byStep(wanted));
  return { ...offer, interval: step! };
}

/** The longest of those up to the wanted one, then the shortest of the longer ones. */
function byStep(wanted: number | undefined): (a: number, b: number) => number {
  if (wanted === undefined) return (a, b) => a - b;
  return (a, b) => Number(a > wanted) - Number(b > wanted) || (a > wanted ? a - b : b - a);
}

/**
 * What is best, first. Sources that are alike in all of it keep the operator's order, in which a survey has their offers.
 */
function byRank(purpose: Purpose, step: number | undefined, offers: readonly Offer[]): (a: Offer, b: Offer) => number {
  const compareRuns = purpose === "forecast" ? byRun(offers, step) : () => 0;
  const compareSteps = byStep(step);
  return (a, b) =>
    compareRuns(a, b) ||
    rankOf(a) - rankOf(b) ||
    a.cell.distanceKm - b.cell.distanceKm ||
    compareSteps(a.interval, b.interval) ||
    (a.source === b.source ? compareTexts(a.dataset, b.dataset) : 0);
}

/**
 * A run so much older than the newest one, ms, is not current: its model has missed updates. Two of those that most models
 * have: a regional model that begins every three hours stays before a global one of six whichever came last.
 */
const CURRENT = 12 * HOUR;

/** Of current runs the finer cell: a place's own forecast has no cell. Then the finer step, the newer run. */
function byRun(offers: readonly Offer[], step: number | undefined): (a: Offer, b: Offer) => number {
  const compareSteps = byStep(step);
  const runOf = ({ run = Number.NEGATIVE_INFINITY }: Offer) => run;
  const newest = Math.max(...offers.map(runOf));
  const isCurrent = (offer: Offer) => runOf(offer) > newest - CURRENT;
  const newer = (a: Offer, b: Offer) => (runOf(a) === runOf(b) ? 0 : runOf(b) - runOf(a));
  return (a, b) => {
    if (!isCurrent(a) || !isCurrent(b)) return Number(isCurrent(b)) - Number(isCurrent(a)) || newer(a, b);
    return (a.cell.spacing ?? 0) - (b.cell.spacing ?? 0) || compareSteps(a.interval, b.interval) || newer(a, b);
  };
}

/** The best offer takes all the time that it covers, the next the remainder, and so on. */
function cover(group: readonly WeatherColumn[], { purpose, period, offers }: Task): Stretch[] {
  const found: Stretch[] = [];
  let open: Period[] = [period];
  for (const { offer, index } of inOrder(group, offers)) {
    const times = intersect(open, timesOf(offer));
    if (times.length === 0) continue;
    const columns = inGroup(offer.columns, group);
    found.push(...times.map((time) => ({ ...time, offer: index, columns })));
    // Values of another run for the hours before the best one are not used.
    open = subtract(open, timesOf(offer)).filter(({ end }) => purpose !== "forecast" || end > found[0]!.start);
  }
  return found;
}

/** Sets that neither have nor imply global irradiance come last: better than no data. */
function inOrder(group: readonly WeatherColumn[], offers: readonly Offer[]) {
  const all = offers.map((offer, index) => ({ offer, index }));
  const having = all.filter(({ offer }) => inGroup(offer.columns, group).length > 0);
  if (!group.some(isIrradiance)) return having;
  const isWhole = ({ offer }: { offer: Offer }) => isWholeSet(offer.columns);
  return [...having.filter(isWhole), ...having.filter((one) => !isWhole(one))];
}

/** The time an offer covers; a typical year covers any time. */
function timesOf(offer: Offer): readonly Period[] {
  if (offer.class === "typical") return [{ start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY }];
  return offer.covers ?? [{ start: offer.first, end: offer.last }];
}

/** Whether these contain the decisive data of an answer: irradiance if requested, else anything. */
function isEnough(offers: readonly Offer[], { period, columns }: PlanOptions): boolean {
  const needsLight = columns.some(isIrradiance);
  return offers.some(
    (offer) => (!needsLight || offer.columns.some(isIrradiance)) && intersect([period], timesOf(offer)).length > 0,
  );
}

/** One stretch for all columns that an offer serves over the same time, ascending. */
function mergeStretches(stretches: readonly Stretch[]): Stretch[] {
  const alike = groupedBy(stretches, ({ offer, start, end }) => `${offer} ${start} ${end}`);
  const merged = [...alike.values()].map((own) => ({ ...own[0]!, columns: own.flatMap(({ columns }) => columns) }));
  return merged.sort((a, b) => a.start - b.start || a.offer - b.offer);
}

/** The grid of the finest irradiance; without any, of the finest column. */
function gridOf(stretches: readonly Stretch[], offers: readonly Offer[], period: Period): TimeGrid | undefined {
  const light = stretches.filter(({ columns }) => columns.some(isIrradiance));
  const used = (light.length > 0 ? light : stretches).map(({ offer }) => offers[offer]!);
  if (used.length === 0) return undefined;
  const finest = used.reduce((best, offer) => (offer.interval < best.interval ? offer : best));
  return gridOver(period, finest.first, finest.interval * 1000);
}

/** Edges from the period itself are independent of the data: omitted, so that the revision does not change with the request. */
function revisionOf(stretches: readonly Stretch[], offers: readonly Offer[], period: Period): string {
  const used = stretches.map(({ start, end, offer, columns }) => {
    const { source, dataset, interval: step, revision, run } = offers[offer]!;
    const edges = [start === period.start ? null : start, end === period.end ? null : end];
    return [source, dataset, step, revision, run, edges, columns];
  });
  return createHash("sha256").update(JSON.stringify(used)).digest("hex").slice(0, 16);
}

function nearestOf(offers: readonly Offer[], period: Period): Period | undefined {
  const distance = ({ start, end }: Period) => Math.max(start - period.end, period.start - end);
  const times = offers.flatMap(timesOf);
  return times.length === 0 ? undefined : times.reduce((best, time) => (distance(time) < distance(best) ? time : best));
}

function checkOptions({ purpose, period, columns, interval }: PlanOptions): void {
  if (!Object.hasOwn(CLASSES, purpose)) {
    throw new RangeError(`purpose must be one of ${Object.keys(CLASSES).join(", ")}, got ${String(purpose)}`);
  }
  if (!(Number.isFinite(period.start) && Number.isFinite(period.end) && period.start < period.end)) {
    throw new RangeError(`period must be { start, end } in Unix ms, start before end, got ${JSON.stringify(period)}`);
  }
  if (interval !== undefined && !(Number.isFinite(interval) && interval > 0)) {
    throw new RangeError(`interval must be a positive number of seconds, got ${String(interval)}`);
  }
  if (columns.length === 0) throw new RangeError("columns must name at least one weather column, got none");
}
