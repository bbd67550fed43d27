/** A system that was pasted: read as the service reads it, before it is sent. Loaded on use. */
import { readSystem } from "irradiance-engine/system";

export type PastedSystem =
  /** In one line, as the address holds it. */
  | { readonly kind: "system"; readonly text: string }
  /** No JSON; where a reader of JSON gave up, from 1, if it says so. */
  | { readonly kind: "unreadable"; readonly place: TextPlace | undefined }
  /** In the service's words. */
  | { readonly kind: "refused"; readonly message: string };

export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

export function pastedSystem(text: string): PastedSystem {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (thrown) {
    return { kind: "unreadable", place: placeIn(text, thrown as Error) };
  }
  try {
    readSystem(json, "page");
    return { kind: "system", text: JSON.stringify(json) };
  } catch (thrown) {
    return { kind: "refused", message: (thrown as Error).message.replace(/^page: /, "") };
  }
}

/** Each browser says it in its own way. */
function placeIn(text: string, thrown: Error): TextPlace | undefined {
  const named = /line (\d+) column (\d+)/.exec(thrown.message);
  if (named) return { line: Number(named[1]), column: Number(named[2]) };
  const position = /position (\d+)/.exec(thrown.message)?.[1];
  if (position === undefined) return /end of JSON/.test(thrown.message) ? placeOf(text, text.length) : undefined;
  return placeOf(text, Number(position));
}

function placeOf(text: string, position: number): TextPlace {
  const before = text.slice(0, position).split("\n");
  return { line: before.length, column: (before.at(-1) as string).length + 1 };
}
