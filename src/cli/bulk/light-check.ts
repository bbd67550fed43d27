/** Whether the light of a weather file comes when the sun is up: looked at once for the file, not at each of its sites. */
import type { BulkSite, SiteNote } from "../../bulk/types.js";
import { lightNotice } from "../../weather/clock-check.js";
import type { WeatherPlace, WeatherSeries } from "../../weather/series.js";

export class LightCheck {
  private readonly file: string;
  private readonly series: WeatherSeries;
  private isDone = false;

  constructor(file: string, series: WeatherSeries) {
    this.file = file;
    this.series = series;
  }

  /** What there is to say at the first site with a place; weather that states its own is looked at there. */
  at(site: BulkSite): SiteNote | undefined {
    const place = this.isDone ? undefined : (this.series.place ?? placeOf(site));
    if (place === undefined) return undefined;
    this.isDone = true;
    const notice = lightNotice(this.file, this.series, place);
    return notice && { ...notice, about: this.file };
  }
}

/** An invalid place is rejected later. */
function placeOf({ lat, lon }: BulkSite): WeatherPlace | undefined {
  const [latitude, longitude] = [Number(lat), Number(lon)];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}
