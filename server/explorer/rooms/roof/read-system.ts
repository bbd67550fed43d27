/** A system that was pasted: read as the service reads it, before it is sent. Loaded on use. */
import { readSystem } from "irradiance-engine/system";
import { brokenPlace, type TextPlace } from "./json-place.js";

export type PastedSystem =
  /** In one line, as the address holds it. */
  | { readonly kind: "system"; readonly text: string }
  /** No JSON. */
  | { readonly kind: "unreadable"; readonly place: TextPlace }
  /** In the service's words. */
  | { readonly kind: "refused"; readonly message: string };

export function pastedSystem(text: string): PastedSystem {
  const place = brokenPlace(text);
  if (place) return { kind: "unreadable", place };
  const json: unknown = JSON.parse(text);
  try {
    readSystem(json, "page");
    return { kind: "system", text: JSON.stringify(json) };
  } catch (thrown) {
    return { kind: "refused", message: (thrown as Error).message.replace(/^page: /, "") };
  }
}
