/** What learning reads with: the sources of a server, and the ground of places. */
import { createPool } from "irradiance-engine/bulk";
import { openPlaceZones } from "irradiance-engine/climatology";
import { createPlaces, type Places } from "../answers/places.js";
import { sourcesOf, type WeatherSources } from "../answers/sources.js";
import type { Settings } from "../settings.js";

export interface Desk {
  readonly given: WeatherSources;
  readonly places: Places;
  close(): Promise<void>;
}

export async function openDesk(settings: Settings): Promise<Desk> {
  const { dem } = settings;
  const given = await sourcesOf(settings);
  const pool = createPool({ threads: 1, ...(dem.length > 0 && { terrain: { paths: dem } }) });
  const places = createPlaces(pool, dem.length > 0, await openPlaceZones());
  return {
    given,
    places,
    async close() {
      await pool.close({ now: true });
      await Promise.all(given.sources.map((source) => source.close()));
    },
  };
}
