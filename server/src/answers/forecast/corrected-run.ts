/** A run corrected by what was observed last: where its values come from then, in words, and its quantiles. */
import type { Provenance } from "irradiance-archive";
import type { ArchiveWeather, SourceFailure } from "irradiance-archive/internal/server";
import type { Notice, WeatherSeries } from "irradiance-engine";
import { type Corrected, type CorrectionOptions, correctForecast, forecastQuantiles } from "irradiance-engine/forecast";
import { probabilityOf, type QuantileName } from "irradiance-engine/internal/contract";
import {
  type Correction,
  type CorrectionTable,
  type CorrectionWeight,
  DEFAULT_SPREAD,
  HALF_HOURS,
  type SpreadTable,
} from "irradiance-engine/internal/forecast";
import { HOUR_SECONDS } from "irradiance-engine/internal/shared";
import { describeFailures } from "../refusal.js";
import type { KeptRun } from "./kept-runs.js";
import { LIGHT, type ObservedWeather, usable } from "./recent-observations.js";
import { type RunWeights, type SiteWeights, USUAL_WEIGHTS } from "./site-weights.js";

export type Run = Pick<ArchiveWeather, "series" | "provenance" | "notices" | "passedOver">;

/** What a run is corrected by beside its weights. */
export interface Correctors {
  /** undefined: no source has any. */
  readonly observed: ObservedWeather | undefined;
  /** Whether observations can matter to what is asked for: if not, nobody looked for them. */
  readonly isNear: boolean;
  /** Sources that did not answer. */
  readonly failures: readonly SourceFailure[];
  /** Runs before this one, the newest first. */
  readonly earlier: readonly KeptRun[];
}

export interface CorrectedRun extends Run {
  /** With it the spread is found; undefined: the run has no light that could be corrected. */
  readonly corrected: Corrected | undefined;
  readonly spread: SpreadTable;
  /** As it came. */
  readonly raw: WeatherSeries;
}

/** A run as it is, with what its spread is found by: that around runs that nobody weighed. */
export function plainRun(run: Run, options: CorrectionOptions): CorrectedRun {
  const light = usable(run.series);
  const { spread } = USUAL_WEIGHTS;
  return { ...run, corrected: light && correctForecast(light, nothing(options.now), options), spread, raw: run.series };
}

/**
 * A run that cannot be corrected stays as it is, bit for bit, with a notice that says why; none for the night, in which nobody
 * sees the sky. With weights learnt at the place it is weighed against the climatology instead.
 */
export function correctedRun(
  run: Run,
  { observed, isNear, failures, earlier }: Correctors,
  options: CorrectionOptions,
  { table, spread, climatology, dayAhead, notices: ofWeights }: SiteWeights,
): CorrectedRun {
  const described = { ...run, ...beside(run, observed) };
  const seen = observed?.series && usable(observed.series);
  const light = usable(run.series);
  if (light === undefined) {
    const notices = [...described.notices, uncorrectedNotice(whyUnusable(light, observed, failures))];
    return plainRun({ ...described, notices }, options);
  }
  const own = { ...options, table, climatology: climatology ?? options.climatology };
  // Its own copy, if it is kept already, is no earlier run.
  const served = run.provenance.map((one) => one.run);
  const before = earlier.filter((one) => !served.includes(one.run));
  const corrected = correctedBy(light, seen ?? nothing(options.now), own, dayAhead, before);
  const { method, temperature } = corrected.correction;
  const reason = seen === undefined ? whyUnusable(light, observed, failures) : corrected.correction.reason;
  const notices = [...described.notices, ...ofWeights];
  if (isNear && reason !== undefined && reason !== NIGHT) notices.push(uncorrectedNotice(reason));
  const common = { corrected, spread, raw: run.series };
  if (method === "none" && temperature === undefined) return { ...described, notices, ...common };
  const used = usedOf(observed?.provenance ?? [], corrected);
  return {
    ...described,
    // The place stays the run's: the notice on its altitude depends on it.
    series: { ...corrected.series, ...(run.series.place && { place: run.series.place }) },
    provenance: [...run.provenance.map((one) => withCorrection(one, corrected, used)), ...used],
    notices: [...notices, ...corrected.notices, correctedNotice(corrected.correction, used, table)],
    ...common,
  };
}

/** At every lead as far as the run is of what the table was learnt from, and by what was observed. */
function correctedBy(
  run: WeatherSeries,
  observed: WeatherSeries,
  options: CorrectionOptions,
  weights: RunWeights | undefined,
  kept: readonly KeptRun[],
): Corrected {
  if (weights === undefined) return correctForecast(run, observed, options);
  const { table: dayAhead, runs, until } = weights;
  const earlier = kept.filter(({ datasets }) => datasets.every((name) => runs.includes(name)));
  const corrected = correctForecast(run, observed, { ...options, dayAhead, earlier });
  return until === Number.POSITIVE_INFINITY
    ? corrected
    : withRest(corrected, correctForecast(run, observed, options), until);
}

/** @param rest what follows from a time on, Unix ms */
function withRest(corrected: Corrected, rest: Corrected, from: number): Corrected {
  const { start, interval, columns } = corrected.series;
  const row = Math.max(0, Math.ceil((from - new Date(start).getTime()) / (interval * 1000)));
  const joined = Object.entries(columns).map(([name, values]) => {
    const later = rest.series.columns[name as keyof typeof columns]!;
    return [name, Float64Array.from(values!, (value, k) => (k < row ? value : later[k]) ?? Number.NaN)];
  });
  return { ...corrected, series: { ...corrected.series, columns: Object.fromEntries(joined) } };
}

function whyUnusable(
  run: WeatherSeries | undefined,
  observed: ObservedWeather | undefined,
  failures: readonly SourceFailure[],
): string {
  const needed = "global irradiance in intervals that fit into quarter hours";
  if (run === undefined) return `it has no ${needed}`;
  if (observed === undefined) {
    const failed = failures.length === 0 ? "" : `; sources that do not answer may have: ${describeFailures(failures)}`;
    return `no source has measured or satellite irradiance of the last 6 hours${failed}`;
  }
  if (observed.series === undefined) {
    const isLate = observed.failure?.code === "ERR_ARCHIVE_TIMEOUT";
    return isLate
      ? "reading the observations takes too long; the next answer may be corrected"
      : "the observations cannot be read";
  }
  return `the observations have no ${needed}`;
}

/** As the library says it of every night. */
const NIGHT = "the sun was too low at the last observation";

function nothing(now: number): WeatherSeries {
  return { start: now, interval: 900, columns: { global_horizontal_irradiance: [Number.NaN] } };
}

/** What is to be said of the observations whether or not they corrected anything. */
function beside(
  { notices, passedOver }: Run,
  observed: ObservedWeather | undefined,
): Pick<Run, "notices" | "passedOver"> {
  const others = (observed?.notices ?? []).filter(({ message }) => !notices.some((one) => one.message === message));
  return {
    notices: [...notices, ...others],
    passedOver: [...new Set([...passedOver, ...(observed?.passedOver ?? [])])],
  };
}

/** Data sets of the observations with the columns that corrected something. */
function usedOf(provenance: readonly Provenance[], { correction }: Corrected): Provenance[] {
  const { method, observedUntil, temperature } = correction;
  return provenance.flatMap((one) => {
    const light = method === "observation" ? one.columns.filter((column) => LIGHT.includes(column)) : [];
    const warmth = temperature === undefined ? [] : one.columns.filter((column) => column === "temperature");
    const columns = [...light, ...warmth];
    if (columns.length === 0) return [];
    return [{ ...one, columns, end: light.length > 0 ? Math.min(one.end, observedUntil ?? one.end) : one.end }];
  });
}

function withCorrection(run: Provenance, { correction }: Corrected, used: readonly Provenance[]): Provenance {
  const observed = used.flatMap(({ columns }) =>
    columns.flatMap((column) => (LIGHT.includes(column) ? LIGHT : [column])),
  );
  const isPast = correction.method === "past" || correction.dayAhead !== undefined;
  const moved = isPast ? [...LIGHT, ...observed] : observed;
  if (!run.columns.some((column) => moved.includes(column))) return run;
  return { ...run, corrections: [...run.corrections, correctionOf(correction, used)] };
}

/** For the run's own entry among the sources. */
function correctionOf(correction: Correction, by: readonly Provenance[]): string {
  const names = by.map(({ source, dataset }) => `${source}/${dataset}`);
  const isPast = correction.method === "past" || correction.dayAhead !== undefined;
  const all = isPast ? [...names, "its past runs here"] : names;
  const parts = [...runsBy(correction), ...lightBy(correction), ...warmthBy(correction)];
  return `corrected by ${all.join(" and ")}: ${parts.join("; ")}`;
}

function correctedNotice(correction: Correction, by: readonly Provenance[], table: CorrectionTable): Notice {
  const sentence = `the run is ${correctionOf(correction, by)}`;
  const isWeighed = correction.method !== "none" && correction.weights.length > 0;
  const method = isWeighed ? `; weights ${evidenceOf(table)}` : "";
  return { code: "corrected", message: sentence + method };
}

function uncorrectedNotice(reason: string): Notice {
  return { code: "not-corrected", message: `the run is not corrected: ${reason}` };
}

/** What a table was made from, without how it was judged. */
export function evidenceOf({ evidence }: { readonly evidence: string }): string {
  return evidence.split(";")[0]!;
}

/** @param dayAhead what the table of all leads was learnt from, and how much it gained */
function runsBy({ dayAhead }: Correction): string[] {
  return dayAhead === undefined ? [] : [`irradiance at every lead, ${dayAhead}`];
}

function lightBy({ method, age: seconds, observedUntil, weights, table }: Correction): string[] {
  if (method === "past" && weights.length === 0) return [];
  if (method === "past") {
    const leads = weights.map(({ lead, run }) => `${run.toFixed(2)} at ${hoursOf(lead)}`).join(", ");
    return [`irradiance mixed with the climatology: the run's weight is ${leads}, 1 after 12 h (table ${table})`];
  }
  if (method === "none" || observedUntil === undefined) return [];
  const minutes = Math.round((seconds ?? 0) / 60);
  const until = new Date(observedUntil).toISOString().slice(0, 16);
  const leads = [...weights.map(weightText), "0 after 12 h"].join(", ");
  const age = `${minutes} minutes before the request's quarter hour`;
  return [`irradiance by observations until ${until}Z, ${age}: their weight is then ${leads} (table ${table})`];
}

function weightText({ lead, observation }: CorrectionWeight): string {
  return `${observation.toFixed(2)} at ${hoursOf(lead)}`;
}

function hoursOf(seconds: number): string {
  return `${Number((seconds / 3600).toFixed(2))} h`;
}

function warmthBy({ temperature }: Correction): string[] {
  return temperature === undefined
    ? []
    : [`temperature shifted by ${temperature.toFixed(1)} K, which falls to 0 after 12 h`];
}

/** Equal intervals, 15 minutes or an hour. */
export interface AnswerRows {
  /** Unix ms. */
  readonly start: number;
  /** Seconds. */
  readonly interval: number;
  readonly count: number;
}

/** As `meta.quantiles` has them: null where no spread is known. */
export interface QuantilesOfRows {
  readonly global_horizontal_irradiance: { readonly [name in QuantileName]?: readonly (number | null)[] };
}

const QUARTER = 900;
/** As values in answers. */
const DECIMALS = 100;

/** @param corrected undefined: a forecast without a known spread */
export function quantilesOfRows(
  corrected: Corrected | undefined,
  spread: SpreadTable,
  names: readonly QuantileName[],
  rows: AnswerRows,
): { readonly quantiles: QuantilesOfRows; readonly notices: readonly Notice[] } {
  if (corrected === undefined) {
    const empty = Object.fromEntries(names.map((name) => [name, Array.from({ length: rows.count }, () => null)]));
    const message = "quantiles are null: the spread of this forecast is not known";
    return { quantiles: { global_horizontal_irradiance: empty }, notices: [{ code: "quantiles", message }] };
  }
  const of = rows.interval >= HOUR_SECONDS ? "hours" : "quarters";
  const isBetween = of === "quarters" && rows.interval > QUARTER;
  const halves: Notice[] = isBetween ? [HALF_HOURS] : [];
  const { values } = forecastQuantiles(corrected, spread, { probabilities: names.map(probabilityOf), of });
  const start = new Date(corrected.series.start).getTime();
  return {
    quantiles: {
      global_horizontal_irradiance: Object.fromEntries(
        names.map((name, k) => [name, meansOf(values[k]!, start, rows)]),
      ),
    },
    notices: [{ code: "quantiles", message: sentenceOf(corrected, spread), facts: { table: spread.name } }, ...halves],
  };
}

function meansOf(values: Float64Array, start: number, rows: AnswerRows): (number | null)[] {
  const ratio = rows.interval / QUARTER;
  const first = (rows.start - start) / (QUARTER * 1000);
  return Array.from({ length: rows.count }, (_, row) => {
    let sum = 0;
    for (let k = first + row * ratio; k < first + (row + 1) * ratio; k++) sum += values[k] ?? Number.NaN;
    return Number.isNaN(sum) ? null : Math.round((sum / ratio) * DECIMALS) / DECIMALS;
  });
}

function sentenceOf({ correction }: Corrected, spread: SpreadTable): string {
  const run = correction.method === "none" ? " of uncorrected runs" : "";
  const first = `quantiles come from past errors${run} (table ${spread.name}, ${evidenceOf(spread)})`;
  if (spread.ahead !== DEFAULT_SPREAD.ahead) return first;
  return `${first}; those beyond the first hours are of unbiased runs at other places: they know no bias of this run`;
}
