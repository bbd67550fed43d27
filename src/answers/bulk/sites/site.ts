/** A site joined with the settings of its run: the query and context that `computeColumns` takes. */
import type { ObservationQuery } from "../../../data/contract/observation/types.js";
import type { ObservationContext } from "../../../engine/plan/context.js";
import { given } from "../../../foundation/text/shown.js";
import type { BulkSite } from "../types.js";

const QUERY_KEYS = ["lat", "lon", "start", "end", "surface_tilt", "surface_azimuth", "tracking_mode"] as const;
const CONTEXT_KEYS = ["altitude", "timeZone", "linkeTurbidity", "albedo"] as const;

/** The keys of a site that the computation reads, except its weather. */
const SITE_KEYS = [...QUERY_KEYS, ...CONTEXT_KEYS, "models", "horizon", "turbidityOfMap", "kwp", "system"] as const;

/** The site's query keys override the run's. A horizon line of its own becomes `auto`, with the line in the context. */
export function siteQuery(common: Omit<ObservationQuery, "lat" | "lon">, site: BulkSite): ObservationQuery {
  const query: { [key: string]: unknown } = { ...common };
  for (const key of QUERY_KEYS) if (site[key] !== undefined) query[key] = site[key];
  if (site.horizon !== undefined) query.horizon = typeof site.horizon === "string" ? site.horizon : "auto";
  return query as unknown as ObservationQuery;
}

/** The site's context overrides the run's, models by family. */
export function siteContext<Context extends Pick<ObservationContext, "models">>(
  common: Context,
  site: BulkSite,
): Context {
  const context: { [key: string]: unknown } = { ...common };
  for (const key of CONTEXT_KEYS) if (site[key] !== undefined) context[key] = site[key];
  if (site.models !== undefined) context.models = { ...common.models, ...given(site.models) };
  if (site.horizon !== undefined && typeof site.horizon !== "string") context.horizon = site.horizon;
  return context as Context;
}

/** The part of a site that is sent to a worker which reads no other keys. */
export function plainSite(site: BulkSite): BulkSite {
  const plain: { [key: string]: unknown } = {};
  for (const key of SITE_KEYS) {
    const value = site[key];
    if (value === undefined) continue;
    plain[key] =
      typeof value === "object" && value !== null && "length" in value
        ? Float64Array.from(value as ArrayLike<number>)
        : value;
  }
  return plain as BulkSite;
}
