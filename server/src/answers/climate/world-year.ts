/** The embedded climate of a place as twelve monthly values: what a year is generated from where there is nothing better. */
import type { Provenance } from "irradiance-archive";
import type { Notice } from "irradiance-engine";
import {
  describeExpectedError,
  type ExpectedError,
  worldMonths as libraryMonths,
  loadWorldClimate,
} from "irradiance-engine/climatology";
import type { MonthlyClimate } from "./year-generator.js";

/** Years of the data set that its level of temperature is from. */
const PERIOD = [2010, 2018] as const;
/** With which the names of all data sets end that are drawn from it. */
export const DATASET = "world climatology";
/** Changes with the embedded values. */
export const WORLD_REVISION = "world climatology 2";

export async function worldMonths(latitude: number, longitude: number, altitude: number): Promise<MonthlyClimate> {
  const { monthly, expectedError } = await libraryMonths(latitude, longitude, { altitude });
  const { globalHorizontalIrradiance, temperature } = monthly;
  const message = `monthly values come from the embedded world climatology: ${describeExpectedError(expectedError)}`;
  return {
    values: { globalHorizontalIrradiance, temperature },
    dataset: DATASET,
    ...(await worldCredits()),
    period: PERIOD,
    notices: [{ code: "climatology", message }],
  };
}

/** What weather is worth that is drawn from the embedded climate of a place; undefined: it is from elsewhere. */
export async function worldError(
  provenance: readonly Pick<Provenance, "dataset" | "method">[],
  { lat, lon }: { readonly lat: number; readonly lon: number },
  altitude: number | undefined,
): Promise<ExpectedError | undefined> {
  const isDrawn = provenance.some(({ dataset, method }) => method === "stochastic" && dataset.endsWith(DATASET));
  return isDrawn ? (await loadWorldClimate()).at(lat, lon, { altitude }).expectedError : undefined;
}

/** Where that climate is known to be far off, as a yield says it. */
export async function missNotices(
  provenance: readonly Provenance[],
  place: { readonly lat: number; readonly lon: number },
): Promise<Notice[]> {
  const miss = (await worldError(provenance, place, undefined))?.knownMiss;
  if (miss === undefined) return [];
  const facts = { place: miss.place, percent: Math.round(100 * miss.error), km: Math.round(miss.distanceKm) };
  return [{ code: "known-miss", message: `the world climatology is known to be far off here: ${miss.message}`, facts }];
}

/** Whom the embedded climate is owed to. */
export async function worldCredits(): Promise<{ readonly licence: string; readonly attribution: string }> {
  const { sources } = await loadWorldClimate();
  return {
    licence: [...new Set(sources.map(({ licence }) => licence))].join("; "),
    attribution: sources.map(({ attribution }) => attribution).join("; "),
  };
}
