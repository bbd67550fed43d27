/** The altitude of the embedded map for sites of which neither the list nor the weather says it: as `observe` has it. */
import type { BulkSite, SiteNote } from "../../bulk/types.js";
import type { WeatherSeries } from "../../weather/series.js";
import { altitudeOfMap } from "../place-context.js";

/** Metres, for a site without an altitude; its weather may still know one. */
export interface MapAltitude {
  readonly map_altitude?: number | undefined;
}

/** The series with the altitude of the map, if it has none and the site brings one. */
export function withMapAltitude(series: WeatherSeries, site: BulkSite, tell: (note: SiteNote) => void): WeatherSeries {
  const { map_altitude: altitude } = site as MapAltitude;
  if (altitude === undefined || series.place?.altitude !== undefined) return series;
  tell(mapAltitudeNote(altitude));
  return { ...series, place: { latitude: Number(site.lat), longitude: Number(site.lon), ...series.place, altitude } };
}

export function mapAltitudeNote(altitude: number): SiteNote {
  const message = `${altitudeOfMap(altitude)}; give yours in the column altitude, with --altitude or with --dem`;
  return { code: "altitude", about: "the embedded map", message };
}
