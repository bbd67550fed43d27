/** Which weights a forecast has: those learnt at its place from the same data sets; else the library's. */
import type { Provenance } from "irradiance-archive";
import type { Notice } from "irradiance-engine";
import type { CorrectionOptions } from "irradiance-engine/forecast";
import type { CorrectionTable, DayAheadTable, SiteTuning } from "irradiance-engine/internal/forecast";
import { DEFAULT_SPREAD, DEFAULT_TABLE, type SpreadTable } from "irradiance-engine/internal/forecast";
import { DAY, HOUR } from "irradiance-engine/internal/shared";
import { LIGHT } from "./recent-observations.js";
import type { NearbyTuning } from "./tunings.js";

export interface SiteWeights {
  readonly table: CorrectionTable;
  readonly spread: SpreadTable;
  /** Those that were learnt are of departures from a climatology of their own; undefined: the answer's. */
  readonly climatology: CorrectionOptions["climatology"] | undefined;
  /** What corrects the run at every lead. */
  readonly dayAhead: RunWeights | undefined;
  /** Why what was learnt at the place is not used. */
  readonly notices: readonly Notice[];
}

export interface RunWeights {
  readonly table: DayAheadTable;
  /** Names of the data sets that it was learnt from. */
  readonly runs: readonly string[];
  /** Unix ms: from then on the run is of another data set; infinite: never. */
  readonly until: number;
}

type UnusedPart = SiteTuning["evidence"]["unused"][number];

/** Of the forecast that is corrected. */
interface CorrectionInputs {
  /** Unix ms. */
  readonly now: number;
  readonly run: readonly Provenance[];
  readonly observed: readonly Provenance[];
  /** Seconds of the observations' intervals; undefined: there are none. */
  readonly interval: number | undefined;
}

export const USUAL_WEIGHTS: SiteWeights = {
  table: DEFAULT_TABLE,
  spread: DEFAULT_SPREAD,
  climatology: undefined,
  dayAhead: undefined,
  notices: [],
};

/** Of the run: the last hour observed, as long ago as it may be, and the 6 hours for which weights are known. Of what was observed: what corrects. */
const RUN = { from: -3 * HOUR, to: 6 * HOUR };
const OBSERVED = { from: -3 * HOUR, to: 0 };
const ALWAYS = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
/** Seconds: longer means have weights of their own. */
const QUARTER = 900;
const FIRST_WEIGHTS = "the weights learnt here for the first hours";
const PARTS: { readonly [part in UnusedPart["part"]]: string } = {
  "day-ahead": "all leads",
  "first-hours": "the first hours",
};

/**
 * @param tunings of the place, the nearest first
 * @param refusal why nothing is used that was learnt of the runs kept here
 */
export function siteWeights(
  tunings: readonly NearbyTuning[],
  { now, run, observed, interval }: CorrectionInputs,
  refusal?: string | undefined,
): SiteWeights {
  if (tunings.length === 0) return refusal === undefined ? USUAL_WEIGHTS : refused(refusal);
  const runs = namesIn(run, now, RUN);
  const seen = namesIn(observed, now, OBSERVED);
  const step = interval !== undefined && interval > QUARTER ? "hour" : "quarter";
  const found = tunings.find(
    ({ tuning }) =>
      !isUnused(tuning, "first-hours") &&
      isWithin(runs, tuning.runs) &&
      isWithin(seen, tuning.observations) &&
      (seen.length === 0 || step === tuning.evidence.step),
  );
  // What corrects all leads needs no observation: other ones, or none, do not matter to it.
  const ahead = tunings.find(({ tuning }) => tuning.dayAhead !== undefined && isWithin(runs, tuning.runs));
  const dayAhead = ahead && runWeights(ahead, now, run);
  if (found === undefined) {
    const spread = ahead?.tuning.spread ?? USUAL_WEIGHTS.spread;
    const isFirstUnfit = ahead !== undefined && !isUnused(ahead.tuning, "first-hours");
    const notices = [
      ...(ahead === undefined ? [unusedNotice("the weights learnt here", tunings[0]!, runs, seen, step)] : []),
      ...(isFirstUnfit ? [unusedNotice(FIRST_WEIGHTS, ahead, runs, seen, step)] : []),
    ];
    return { ...USUAL_WEIGHTS, spread, dayAhead, notices: [...notices, ...partNotices(tunings[0]!)] };
  }
  const { table, spread, climatology } = found.tuning;
  const evidence = evidenceOf(found);
  return {
    table: { ...table, evidence },
    spread: { ...spread, evidence },
    climatology,
    dayAhead,
    notices: partNotices(found),
  };
}

/** What was learnt and is no better, as its file says. */
function partNotices({ tuning }: NearbyTuning): readonly Notice[] {
  return tuning.evidence.unused.map(({ part, reason }) => ({
    code: "not-tuned",
    message: `the correction learnt here for ${PARTS[part]} is not used: ${reason}`,
  }));
}

function isUnused({ evidence }: SiteTuning, name: UnusedPart["part"]): boolean {
  return evidence.unused.some(({ part }) => part === name);
}

/** As far as the run is of what it was learnt from: another model errs in another way. */
function runWeights(found: NearbyTuning, now: number, run: readonly Provenance[]): RunWeights {
  const { runs, dayAhead } = found.tuning;
  const others = lightIn(run, now, ALWAYS).filter((one) => !isWithin(dataSetNames([one]), runs));
  const until = Math.min(Number.POSITIVE_INFINITY, ...others.map(({ start }) => start).filter((start) => start > now));
  return { table: { ...dayAhead!, evidence: `${evidenceOf(found)}${scoreOf(dayAhead!)}` }, runs, until };
}

/** How much better it was on days that it was not learnt from, as its file says. */
function scoreOf({ evidence }: DayAheadTable): string {
  const [, ...score] = evidence.split(";");
  return score.length === 0 ? "" : `;${score.join(";")}`;
}

function refused(refusal: string): SiteWeights {
  const message = `nothing learnt from the runs kept here is used: ${refusal}`;
  return { ...USUAL_WEIGHTS, notices: [{ code: "not-tuned", message }] };
}

function isWithin(names: readonly string[], known: readonly string[]): boolean {
  return names.every((name) => known.includes(name));
}

/** Whether all light of a forecast is of these data sets. */
export function areRunsOf(run: readonly Provenance[], names: readonly string[]): boolean {
  const own = namesIn(run, 0, ALWAYS);
  return own.length > 0 && isWithin(own, names);
}

type Span = { readonly from: number; readonly to: number };

/** Data sets with light in a time around now. */
function namesIn(provenance: readonly Provenance[], now: number, span: Span): readonly string[] {
  return dataSetNames(lightIn(provenance, now, span));
}

function lightIn(provenance: readonly Provenance[], now: number, { from, to }: Span): readonly Provenance[] {
  return provenance.filter(
    ({ columns, start, end }) => columns.some((one) => LIGHT.includes(one)) && start < now + to && end > now + from,
  );
}

type TeacherKind = NonNullable<SiteTuning["teacher"]>;

/** What is said where anything is learnt from it. */
const TEACHERS: { readonly [kind in TeacherKind]: string } = {
  measured: "",
  satellite: " of a satellite's view",
  reanalysis: " of a reanalysis, a weaker teacher than measurements",
  analysis: " of the past light of the runs' own model, the weakest teacher, which has the errors of the runs",
};

/** What taught is not said of measurements: they are what is meant unless something else is said. */
function evidenceOf({ tuning, distanceKm }: NearbyTuning): string {
  const { days, start, end } = tuning.evidence;
  const where = distanceKm < 0.1 ? "at this place" : `${distanceKm.toFixed(1)} km away`;
  const { teacher = "measured", observations } = tuning;
  const taught = teacher === "measured" ? "" : `${TEACHERS[teacher]} (${observations.join(", ")})`;
  return `learnt ${where} from ${days} days${taught}, ${dayOf(start)} to ${dayOf(end - DAY)}`;
}

function unusedNotice(
  what: string,
  { tuning }: NearbyTuning,
  runs: readonly string[],
  seen: readonly string[],
  step: string,
): Notice {
  const { evidence } = tuning;
  const meansOf = (names: readonly string[], of: string) => `"${names.join('", "')}" in means of ${of}`;
  const lengths = { quarter: "up to 15 minutes", hour: "more than 15 minutes" } as const;
  const message =
    `${what} are not used: they are for runs of "${tuning.runs.join('", "')}" and observations of ` +
    `${meansOf(tuning.observations, lengths[evidence.step])}; these are runs of "${runs.join('", "')}"` +
    (seen.length === 0 ? "" : ` and observations of ${meansOf(seen, lengths[step as keyof typeof lengths])}`);
  return { code: "not-tuned", message };
}

/** @param start of a day of the sun */
function dayOf(start: number): string {
  return new Date(start + DAY / 2).toISOString().slice(0, 10);
}

/** Files that share the name of a data set at a place get their own names in brackets. */
const OF_FILES = / \([^().]*\.[^()]*\)'*$/;

/** "ICON-D2" of "ICON-D2 (2026-06-21T06.csv)": one run's file is not the next one's. */
export function dataSetName(dataset: string): string {
  return dataset.replace(OF_FILES, "");
}

export function dataSetNames(datasets: readonly { readonly dataset: string }[]): readonly string[] {
  return [...new Set(datasets.map(({ dataset }) => dataSetName(dataset)))];
}
