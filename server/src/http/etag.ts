/** The tag of an answer, known before it is computed: from the request, the data and the engine's version. */
import { createHash } from "node:crypto";
import type { Service } from "../service.js";
import type { CacheableAnswer, Task } from "./endpoint.js";

/** @param parts whatever the answer's bytes depend on, as JSON can write it */
function weakTag(parts: unknown): string {
  return `W/"${createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 27)}"`;
}

/** The tag of an answer, the same in an exchange of its own and in a batch; undefined: its bytes must not be kept. */
export function tagOf(
  { identity }: Service,
  path: string,
  { csv }: Pick<Task, "csv">,
  prepared: Pick<CacheableAnswer, "identity">,
): string | undefined {
  return prepared.identity === undefined ? undefined : weakTag([identity, path, prepared.identity, csv]);
}

/**
 * Whether `If-None-Match` names the tag, or is `*`, which any answer matches (RFC 9110, section 13.1.2): whoever sends it hears why there
 * is no answer, and pays for none.
 */
export function matchesTag(header: string | undefined, tag: string | undefined): boolean {
  if (header?.trim() === "*") return true;
  if (header === undefined || tag === undefined) return false;
  const opaque = (text: string) => text.trim().replace(/^W\//, "");
  return header.split(",").some((item) => opaque(item) === opaque(tag));
}
