/** The sky that weather of a place is compared with before it is believed. */
import { openClimatology } from "./climatology.js";
import { loadWorldClimate } from "./world/load.js";
import type { PlaceClimate } from "./world/types.js";

interface SkyPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude?: number | undefined;
}

/**
 * Options for `examineWeather`, and what `readWeather` takes as `examine`: turbidity of clear hours and climate of the place as the
 * embedded maps have them, and their altitude where the place states none.
 *
 * @throws TypeError, RangeError for an invalid place
 * @experimental
 *
 * @example
 * ```js
 * import { skyAt } from "irradiance-engine/climatology";
 * import { readWeather } from "irradiance-engine/weather";
 *
 * const csv = "# latitude: 47.4\n# longitude: 8.5\nstart_time,global_horizontal_irradiance\n2024-06-21T11:00Z,812\n2024-06-21T12:00Z,835\n";
 * const { examination } = await readWeather(csv, { examine: skyAt });
 * console.log(examination.verdict); // fine
 * ```
 */
export async function skyAt({ latitude, longitude, altitude }: SkyPlace): Promise<{
  readonly place: { readonly latitude: number; readonly longitude: number; readonly altitude: number };
  readonly linkeTurbidity: readonly number[];
  readonly climate: PlaceClimate;
}> {
  const [climatology, world] = await Promise.all([openClimatology(), loadWorldClimate()]);
  const climate = world.at(latitude, longitude, { altitude });
  const place = { latitude, longitude, altitude: climate.altitude };
  const linkeTurbidity = climatology.clearTurbidity(latitude, longitude, { altitude: place.altitude });
  return { place, linkeTurbidity, climate };
}
