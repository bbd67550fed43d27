/** The query keys that the HTTP layer itself reads. All others are left to the library's parsers. */
import type { Notice } from "irradiance-engine";
import { type EndpointPath, unknownKeys } from "irradiance-engine/contract";
import type { Query } from "./endpoint.js";
import { HttpError } from "./errors.js";
import { shortName } from "./structured-fields.js";

export const UNKNOWN_KEY = "unknown-key";

/** Whether `meta=extended` is set: sources and notices in the body, too. */
export function extendedMeta({ meta }: Query): boolean {
  if (meta === undefined) return false;
  if (meta === "extended") return true;
  throw new HttpError(400, `parameter "meta" must be extended, got ${JSON.stringify(meta).slice(0, 60)}`, {
    parameter: "meta",
  });
}

/** Keys that no parser reads: clients of other services send them, so they are named, not refused. */
export function unknownKeyNotices(path: EndpointPath, query: Query): Notice[] {
  return unknownKeys(path, query)
    .filter((key) => key !== "meta")
    .map((key) => ({ code: UNKNOWN_KEY, message: `unknown query parameter ignored: ${shortName(key)}` }));
}
