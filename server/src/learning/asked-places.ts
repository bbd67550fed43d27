/** Which places are asked for often: only of these runs are kept. */
import { DAY, HOUR, lruOf } from "irradiance-engine/shared";
import type { SitePoint } from "../answers/forecast/kept-runs.js";

/** Days of the last seven on which forecasts of a place were asked for, before its runs are kept. */
const OFTEN = 3;
const WEEK = 7;
/** Of places that are counted, in memory alone. */
const MOST_PLACES = 10_000;
/** ms after which a place that is asked for often is said again. */
const AGAIN = HOUR;

interface Asked {
  /** Days since 1970, of the last seven. */
  readonly days: readonly number[];
  /** When the place was said last, Unix ms. */
  readonly said: number;
}

/**
 * Counts by hundredths of a degree, about a kilometre: nothing finer is kept of where somebody asked for.
 *
 * @param say hears of a place that is asked for often, once an hour at most
 */
export function askedPlaces(say: (place: SitePoint) => void): (place: SitePoint, now: number) => void {
  const counts = lruOf<Asked>(MOST_PLACES);
  return ({ latitude, longitude }, now) => {
    const place = { latitude: rounded(latitude), longitude: rounded(longitude) };
    const key = `${place.latitude},${place.longitude}`;
    const today = Math.floor(now / DAY);
    const { days, said } = counts.get(key) ?? { days: [], said: Number.NEGATIVE_INFINITY };
    // A clock that was set back leaves no day of the future.
    const recent = days.filter((day) => day > today - WEEK && day < today);
    const all = [...recent, today];
    const isDue = all.length >= OFTEN && Math.abs(now - said) >= AGAIN;
    counts.set(key, { days: all, said: isDue ? now : said });
    if (isDue) say(place);
  };
}

function rounded(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
