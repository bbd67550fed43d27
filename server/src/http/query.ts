/** The query keys that the HTTP layer itself reads. All others are left to the library's parsers. */
import type { Notice } from "irradiance-engine";
import { checkTexts, type EndpointPath, QUERY_KEYS, unknownKeys } from "irradiance-engine/contract";
import type { Query } from "./endpoint.js";
import { HttpError } from "./errors.js";
import { shortName } from "./fields.js";

/** Whether `meta=extended` is set: sources and notices in the body, too. */
export function extendedMeta({ meta }: Query): boolean {
  if (meta === undefined) return false;
  if (meta === "extended") return true;
  throw new HttpError(
    "invalid_parameter",
    `parameter "meta" must be extended, got ${JSON.stringify(meta).slice(0, 60)}`,
    {
      parameter: "meta",
    },
  );
}

/** What the library's parsers read: they refuse any other key. */
export function knownQuery<Given extends Query>(path: EndpointPath, query: Given): Given {
  const known: readonly string[] = QUERY_KEYS[path];
  checkTexts(query, known); // also of keys that nobody reads: notices name them
  return Object.fromEntries(Object.entries(query).filter(([key]) => known.includes(key))) as Given;
}

/** Clients of other services send them, so they are named, not refused. */
export function unknownKeyNotices(path: EndpointPath, query: Query): Notice[] {
  return unknownNames(path, query).map(ignored);
}

/** The same, where the server alone knows the keys of a path. */
export function otherKeyNotices(known: readonly string[], query: Query): Notice[] {
  return Object.keys(query)
    .filter((key) => !known.includes(key))
    .map((key) => ignored(shortName(key)));
}

function ignored(name: string): Notice {
  return { code: "unknown-key", message: `unknown query parameter ignored: ${name}` };
}

/** Keys that no parser reads, as messages have them. */
export function unknownNames(path: EndpointPath, query: Query): string[] {
  return unknownKeys(path, query)
    .filter((key) => key !== "meta")
    .map(shortName);
}
