/** A small answer: an object as JSON, or a text. */
import { type Encoding, encodeBody } from "irradiance-engine/bulk";
import type { RenderedAnswer } from "../../answers/render.js";

/** Below this a body is sent as it is: compressed it would hardly be smaller. */
const WORTH_COMPRESSING = 1024;
const encoder = new TextEncoder();

export function jsonAnswer(
  value: object,
  encoding: Encoding,
  more: Partial<Pick<RenderedAnswer, "notices">> = {},
): RenderedAnswer {
  return textAnswer(JSON.stringify(value), "application/json", encoding, more);
}

export function textAnswer(
  text: string,
  contentType: string,
  encoding: Encoding,
  more: Partial<Pick<RenderedAnswer, "notices" | "headers">> = {},
): RenderedAnswer {
  const body = encoder.encode(text);
  const chosen = body.length < WORTH_COMPRESSING ? "identity" : encoding;
  return {
    contentType,
    encoding: chosen,
    body: encodeBody(body, chosen),
    rows: 0,
    columns: 0,
    notices: more.notices ?? [],
    sources: [],
    passing: false,
    ...(more.headers && { headers: more.headers }),
  };
}
