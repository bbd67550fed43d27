/** The embedded climate of a place as twelve monthly values: what a year is generated from where there is nothing better. */
import { loadWorldClimate } from "irradiance-engine/climatology";
import type { MonthlyClimate } from "./year-generator.js";

/** Years of the data set that its level of temperature is from. */
const PERIOD = [2010, 2018] as const;
/** Changes with the embedded values. */
export const WORLD_REVISION = "world climatology 1";

export async function worldMonths(latitude: number, longitude: number, altitude: number): Promise<MonthlyClimate> {
  const world = await loadWorldClimate();
  const climate = world.at(latitude, longitude, { altitude });
  const { annualGlobalHorizontal, monthlyGlobalHorizontal, temperature } = climate.expectedError;
  const percent = (share: number) => Math.round(100 * share);
  const message =
    `monthly values come from the embedded world climatology; its usual error (rms) here is ${percent(annualGlobalHorizontal)} % ` +
    `for a year's GHI, ${percent(monthlyGlobalHorizontal)} % of the annual mean for a month's GHI, and ${temperature} K for a month's temperature`;
  return {
    values: {
      globalHorizontalIrradiance: Array.from(climate.globalHorizontal),
      temperature: Array.from(climate.temperature),
    },
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
