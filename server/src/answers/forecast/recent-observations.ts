/** What was observed at a place in the last hours: measured or seen by satellite, never what a model says of them. */

import {
  type Archive,
  ArchiveError,
  type ArchiveWeather,
  type Period,
  type Plan,
  plan,
  type SourceClass,
  type Survey,
} from "irradiance-archive";
import type { WeatherColumn } from "irradiance-engine";
import { HOUR } from "irradiance-engine/shared";
import { describeFailures } from "../failures.js";

export interface RecentObservations {
  /** For the ETag. */
  readonly revision: string;
  /** Of all that is read. */
  readonly key: string;
  /** Ids of the sources that are read. */
  readonly sources: readonly string[];
  /** End of the newest irradiance as the sources offer it, Unix ms. */
  readonly until: number;
  read(signal: AbortSignal): Promise<ObservedWeather>;
}

export type ObservedWeather = Pick<ArchiveWeather, "provenance" | "notices" | "passedOver"> & {
  /** undefined: they could not be read, for the reason given. */
  readonly series: ArchiveWeather["series"] | undefined;
  readonly failure?: ArchiveError | undefined;
};

/** ms: what a correction looks back, and as much again for gaps. */
const LOOK_BACK = 6 * HOUR;
/** Seconds. */
const STEP = 900;

export const LIGHT: readonly WeatherColumn[] = [
  "global_horizontal_irradiance",
  "direct_normal_irradiance",
  "direct_horizontal_irradiance",
  "diffuse_horizontal_irradiance",
];

/** Notices of a plan about its own period, which nobody asked for. */
const OF_PERIOD = ["no-data", "missing"];

/**
 * @param from Unix ms: the first that is asked for; what a correction looks back is read in any case
 * @param until Unix ms: nothing later is looked at
 * @returns undefined if no source has any irradiance of that time
 */
export function recentObservations(
  archive: Archive,
  survey: Survey,
  { from, until }: { readonly from: number; readonly until: number },
): RecentObservations | undefined {
  const made = observedPlan(survey, { start: Math.min(from, until - LOOK_BACK), end: until });
  const light = made.stretches.filter(({ columns }) => columns.some((column) => LIGHT.includes(column)));
  if (light.length === 0) return undefined;
  return {
    revision: made.revision,
    key: JSON.stringify([made.place, made.period, made.revision]),
    sources: sourcesOf(made),
    until: Math.max(...light.map(({ end }) => end)),
    read: (signal) => observed(archive, made, signal),
  };
}

/** What was measured or seen, and no model's. */
const OBSERVED: readonly SourceClass[] = ["measured", "satellite"];

/** Of what was measured or seen by satellite, unless other classes are named. */
export function observedPlan(survey: Survey, period: Period, classes = OBSERVED): Plan {
  const offers = survey.offers.filter((offer) => classes.includes(offer.class));
  const needs = { columns: LIGHT, welcome: ["temperature"], interval: STEP } as const;
  return plan({ ...survey, offers }, { purpose: "history", period, ...needs });
}

/** A forecast can do without them: sources that cannot be read are reported, not thrown. */
async function observed(archive: Archive, made: Plan, signal: AbortSignal): Promise<ObservedWeather> {
  try {
    const { series, provenance, notices, passedOver } = await archive.read(made, { signal });
    return { series, provenance, notices: notices.filter(({ code }) => !OF_PERIOD.includes(code)), passedOver };
  } catch (thrown) {
    signal.throwIfAborted();
    if (!(thrown instanceof ArchiveError)) throw thrown;
    const used = sourcesOf(made);
    const skipped = describeFailures(used.map((source) => ({ source, kind: thrown.kind, message: thrown.message })));
    return {
      series: undefined,
      provenance: [],
      notices: [{ code: "passed-over", message: `passed over: ${skipped}` }],
      passedOver: used,
      failure: thrown,
    };
  }
}

function sourcesOf({ stretches, offers }: Plan): readonly string[] {
  return [...new Set(stretches.map(({ offer }) => offers[offer]!.source))];
}
