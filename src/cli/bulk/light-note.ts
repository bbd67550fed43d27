/** Whether the light of a weather file comes when the sun is up: looked at once for the file, not for each of its sites. */
import type { BulkSite, SiteNote } from "../../bulk/types.js";
import { lightNotice } from "../../weather/clock-check.js";
import type { WeatherSeries } from "../../weather/series.js";

/** @param site where the weather is taken to be, if it does not say so */
export function lightNote(file: string, series: WeatherSeries, { lat, lon }: BulkSite): SiteNote | undefined {
  const [latitude, longitude] = [Number(lat), Number(lon)];
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  // An invalid place is rejected later.
  const place = series.place ?? (isPlace ? { latitude, longitude } : undefined);
  const notice = place && lightNotice(file, series, place);
  return notice && { ...notice, about: file };
}
