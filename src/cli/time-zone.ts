/** `--time-zone` of `observe`: local and standard time are those of the place. */
import { withPlaceZone } from "../contract/index.js";
import { HOUR } from "../time/calendar.js";
import { offsetText } from "../time/zone.js";
import type { WeatherPlace } from "../weather/series.js";

interface ZoneFlags {
  lat?: string;
  lon?: string;
  timeZone?: string;
}

/** The options with the zone that local and standard stand for; standard time is that of the weather's place, where it says one. */
export async function withZone<Options extends ZoneFlags>(options: Options, place?: WeatherPlace): Promise<Options> {
  const { lat = place?.latitude, lon = place?.longitude, timeZone } = options;
  if (timeZone === undefined) return options;
  const { openPlaceZones } = await import("../climatology/time-zone.js");
  const zoneAt = await openPlaceZones();
  const { time_zone } = withPlaceZone({ lat, lon, time_zone: timeZone }, (time, latitude, longitude) =>
    time === "standard" && place?.timeZone !== undefined
      ? offsetText(Math.round(place.timeZone * HOUR))
      : zoneAt(time, latitude, longitude),
  );
  return { ...options, timeZone: time_zone };
}
