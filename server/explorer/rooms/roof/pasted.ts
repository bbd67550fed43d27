/** A system that was pasted: read as the service reads it, before it is sent. Loaded on use. */
import { readSystem } from "irradiance-engine/system";

type PastedSystem =
  /** In one line, as the address holds it. */
  | { readonly kind: "system"; readonly text: string }
  /** No JSON. */
  | { readonly kind: "unreadable"; readonly place: TextPlace }
  /** In the service's words. */
  | { readonly kind: "refused"; readonly message: string };

interface TextPlace {
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

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

/* Where a text stops being JSON (RFC 8259): browsers say it each in its own way, or not at all. */

const SPACE = /[ \t\n\r]*/y;
/** Without control characters, but for those above ASCII. */
const TEXT = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y;

class Broken extends Error {
  readonly at: number;

  constructor(at: number) {
    super(`no JSON from character ${at} on`);
    this.at = at;
  }
}

/** undefined: the whole text is JSON. */
export function brokenPlace(text: string): TextPlace | undefined {
  try {
    const end = skip(text, value(text, skip(text, 0)));
    if (end === text.length) return undefined;
    return placeOf(text, end);
  } catch (thrown) {
    if (thrown instanceof Broken) return placeOf(text, thrown.at);
    throw thrown;
  }
}

/** The end of what begins at a character. @throws Broken */
function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  if (!pattern.test(text)) throw new Broken(at);
  return pattern.lastIndex;
}

function skip(text: string, at: number): number {
  return match(SPACE, text, at);
}

function value(text: string, at: number): number {
  if (text[at] === "{") return list(text, at, "}", member);
  if (text[at] === "[") return list(text, at, "]", value);
  return match(text[at] === '"' ? TEXT : NUMBER, text, at);
}

function member(text: string, at: number): number {
  const colon = skip(text, match(TEXT, text, at));
  if (text[colon] !== ":") throw new Broken(colon);
  return value(text, skip(text, colon + 1));
}

function list(text: string, start: number, close: string, item: typeof value): number {
  let at = skip(text, start + 1);
  if (text[at] === close) return at + 1;
  for (;;) {
    at = skip(text, item(text, at));
    if (text[at] === close) return at + 1;
    if (text[at] !== ",") throw new Broken(at);
    at = skip(text, at + 1);
  }
}

function placeOf(text: string, at: number): TextPlace {
  const before = text.slice(0, at).split("\n");
  return { line: before.length, column: (before.at(-1) as string).length + 1 };
}
