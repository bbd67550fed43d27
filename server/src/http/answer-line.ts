/** Answers line by line (NDJSON): what is around a response in its line, and the line of a failure. */
import { MICRO } from "../accounts/accounts.js";
import type { RenderedAnswer } from "../answers/render.js";
import { wireSource } from "../answers/wire.js";
import { errorBody, type HttpError } from "./errors.js";

/** Which one of the requests a line answers. */
export interface LineHead {
  readonly index: number;
  readonly id?: string;
}

export interface LinePrice {
  /** Micro-tokens. */
  readonly cost: number;
  readonly replayed?: true;
}

/** The texts before and after the response, which is left as the bytes that it is. */
export function aroundResponse(
  head: LineHead,
  { cost, ...more }: LinePrice,
  { sources, notices }: Pick<RenderedAnswer, "sources" | "notices">,
): readonly [before: string, after: string] {
  const about = JSON.stringify({ ...head, tokens: cost / MICRO, ...more, sources: sources.map(wireSource), notices });
  return [`${about.slice(0, -1)},"response":`, "}\n"];
}

export function failureLine(head: LineHead, error: HttpError, requestId: string): string {
  return `${JSON.stringify(head).slice(0, -1)},${errorBody(error, requestId).slice(1)}\n`;
}
