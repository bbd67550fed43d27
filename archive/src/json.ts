/** JSON of files that others wrote. */
import { unreadable } from "./bytes/location.js";

export interface JsonObject {
  readonly [key: string]: unknown;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** NaN and infinities are allowed, as Python writes them. @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` */
export function parseJson(bytes: Uint8Array, location: string): unknown {
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(text.replace(/([:[,]\s*)(NaN|-?Infinity)(?=\s*[,\]}])/g, '$1"$2"'));
    } catch {
      throw unreadable(location, "it is not JSON");
    }
  }
}
