/** Weather columns that parameters need. */
import { PARAMETERS } from "irradiance-engine";

export type Need = "irradiance" | "temperature" | "snow" | "dew point" | "humidity" | "wind";

/** Of the climate parameters beyond the observation's. */
const CLIMATE_NEEDS: { readonly [name: string]: readonly Need[] } = {
  dew_point_temperature: ["dew point"],
  relative_humidity: ["humidity"],
  wind_speed: ["wind"],
};

/** The needs of the parameters, without repetition. PV production needs irradiance; without temperature it is still computed. */
export function needsOf(parameters: readonly string[]): readonly Need[] {
  return [...new Set(parameters.flatMap(needsOfOne))];
}

function needsOfOne(name: string): readonly Need[] {
  if (!(name in PARAMETERS)) return CLIMATE_NEEDS[name] ?? [];
  const { needs } = PARAMETERS[name as keyof typeof PARAMETERS];
  if (needs.includes("irradiance" as never)) return ["irradiance"];
  if (needs.includes("temperature" as never)) return ["temperature"];
  return needs.includes("snow" as never) ? ["snow"] : [];
}
