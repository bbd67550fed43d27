/** The embedded climate of a place as twelve monthly values: what a year is generated from where there is nothing better. */
import { describeExpectedError, worldMonths as libraryMonths, loadWorldClimate } from "irradiance-engine/climatology";
import type { MonthlyClimate } from "./year-generator.js";

/** Years of the data set that its level of temperature is from. */
const PERIOD = [2010, 2018] as const;
/** Changes with the embedded values. */
export const WORLD_REVISION = "world climatology 2";

export async function worldMonths(latitude: number, longitude: number, altitude: number): Promise<MonthlyClimate> {
  const { monthly, expectedError } = await libraryMonths(latitude, longitude, { altitude });
  const { globalHorizontalIrradiance, temperature } = monthly;
  const message = `monthly values come from the embedded world climatology: ${describeExpectedError(expectedError)}`;
  return {
    values: { globalHorizontalIrradiance, temperature },
    dataset: "world climatology",
    ...(await worldCredits()),
    period: PERIOD,
    notices: [{ code: "climatology", message }],
  };
}

/** Whom the embedded climate is owed to. */
export async function worldCredits(): Promise<{ readonly licence: string; readonly attribution: string }> {
  const { sources } = await loadWorldClimate();
  return {
    licence: [...new Set(sources.map(({ licence }) => licence))].join("; "),
    attribution: sources.map(({ attribution }) => attribution).join("; "),
  };
}
