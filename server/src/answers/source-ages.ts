/** Age of each source's newest data, as found by the surveys of requests: no source is asked just for this. */
import type { Archive } from "irradiance-archive";

/** End of the newest value by source, Unix ms. */
export type Newest = Map<string, number>;

export function watchedArchive(archive: Archive): { readonly archive: Archive; readonly newest: Newest } {
  const newest: Newest = new Map();
  const survey: Archive["survey"] = async (place, now, options) => {
    const found = await archive.survey(place, now, options);
    for (const { source, class: of, last } of found.offers) {
      if (of !== "typical" && last > (newest.get(source) ?? Number.NEGATIVE_INFINITY)) newest.set(source, last);
    }
    return found;
  };
  return { archive: { ...archive, survey }, newest };
}

/** Seconds by source; below 0 for forecasts. */
export function agesOf(newest: Newest, now: number): ReadonlyMap<string, number> {
  return new Map([...newest].map(([source, last]) => [source, (now - last) / 1000]));
}
