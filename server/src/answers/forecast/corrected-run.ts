/** A run corrected by what was observed last, and where its values come from then. */
import type { Provenance, SourceFailure } from "irradiance-archive";
import type { Notice, WeatherSeries } from "irradiance-engine";
import { type Corrected, type CorrectionOptions, correctForecast, type SpreadTable } from "irradiance-engine/forecast";
import { describeFailures } from "../failures.js";
import { correctedNotice, correctionOf, uncorrectedNotice } from "./correction-text.js";
import type { KeptRun } from "./kept-run.js";
import { usable } from "./light.js";
import { LIGHT, type ObservedWeather } from "./recent-observations.js";
import { type RunWeights, type SiteWeights, USUAL_WEIGHTS } from "./site-weights.js";

export interface Run {
  readonly series: WeatherSeries;
  readonly provenance: readonly Provenance[];
  readonly notices: readonly Notice[];
  readonly passedOver: readonly string[];
}

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
}

/** A run as it is, with what its spread is found by: that around runs that nobody weighed. */
export function plainRun(run: Run, options: CorrectionOptions): CorrectedRun {
  const light = usable(run.series);
  const { spread } = USUAL_WEIGHTS;
  return { ...run, corrected: light && correctForecast(light, nothing(options.now), options), spread };
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
  const corrected = correctedBy(light, seen ?? nothing(options.now), own, dayAhead, earlier);
  const { method, temperature } = corrected.correction;
  const reason = seen === undefined ? whyUnusable(light, observed, failures) : corrected.correction.reason;
  const notices = [...described.notices, ...ofWeights];
  if (isNear && reason !== undefined && reason !== NIGHT) notices.push(uncorrectedNotice(reason));
  if (method === "none" && temperature === undefined) return { ...described, notices, corrected, spread };
  const used = usedOf(observed?.provenance ?? [], corrected);
  return {
    ...described,
    // The place stays the run's: the notice on its altitude depends on it.
    series: { ...corrected.series, ...(run.series.place && { place: run.series.place }) },
    provenance: [...run.provenance.map((one) => withCorrection(one, corrected, used)), ...used],
    notices: [...notices, ...corrected.notices, correctedNotice(corrected.correction, used, table)],
    corrected,
    spread,
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
