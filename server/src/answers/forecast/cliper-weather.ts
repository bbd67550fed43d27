/** CLIPER in place of a run: the sky as it was seen last, and the climatology in its place as time goes by. */

import type { Provenance } from "irradiance-archive";
import type { Notice } from "irradiance-engine";
import { type CorrectionOptions, cliper } from "irradiance-engine/forecast";
import { HOUR } from "irradiance-engine/shared";
import { WORLD_REVISION, worldCredits } from "../climate/world-year.js";
import type { CorrectedRun } from "./corrected-run.js";
import { usable } from "./light.js";
import { LIGHT, type ObservedWeather } from "./recent-observations.js";
import { USUAL_WEIGHTS } from "./site-weights.js";

/** ms after now up to which CLIPER is made. */
export const CLIPER_REACH = 6 * HOUR;
/** ms: an older observation says nothing of the sky now. */
export const CLIPER_STALE = 2 * HOUR;

/**
 * @returns undefined where what was observed cannot be used
 * @throws ArchiveError where it cannot be read
 */
export async function cliperWeather(
  observed: ObservedWeather,
  options: CorrectionOptions,
): Promise<CorrectedRun | undefined> {
  if (observed.failure) throw observed.failure;
  const seen = observed.series && usable(observed.series);
  if (seen === undefined) return undefined;
  const { series, observedUntil } = cliper(seen, options);
  const light = observed.provenance
    .map((one) => ({ ...one, columns: one.columns.filter((column) => LIGHT.includes(column)) }))
    .filter(({ columns }) => columns.length > 0);
  const { latitude, longitude } = options.place;
  const { interval, columns } = series;
  const start = series.start as number;
  const end = start + columns.global_horizontal_irradiance!.length * interval * 1000;
  const made: Provenance = {
    source: "cliper",
    dataset: "climatology and persistence",
    class: "forecast",
    columns: ["global_horizontal_irradiance"],
    start,
    end,
    revision: WORLD_REVISION,
    cell: { latitude, longitude, distanceKm: 0 },
    method: "point",
    corrections: [sentenceOf(observedUntil)],
    ...(await worldCredits()),
    synthetic: false,
  };
  return {
    series: { ...series, ...(observed.series?.place && { place: observed.series.place }) },
    provenance: observedUntil === undefined ? [made] : [made, ...light],
    notices: [...observed.notices, noticeOf(observedUntil, end)],
    passedOver: observed.passedOver,
    corrected: undefined,
    spread: USUAL_WEIGHTS.spread,
  };
}

function sentenceOf(observedUntil: number | undefined): string {
  if (observedUntil === undefined)
    return "the month's mean clear-sky index, since no observation of the last 2 hours has the sun above 5 degrees";
  return `the clear-sky index of ${timeOf(observedUntil)}, which gradually gives way to its monthly mean`;
}

function noticeOf(observedUntil: number | undefined, end: number): Notice {
  const message =
    `no run of a weather model covers this place: until ${timeOf(end)} the forecast is CLIPER (${sentenceOf(observedUntil)}); ` +
    "later values, and columns that CLIPER does not have, are null";
  return { code: "no-run", message };
}

function timeOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16)}Z`;
}
