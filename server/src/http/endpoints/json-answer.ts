/** A small answer: an object as JSON. */
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
  const body = encoder.encode(JSON.stringify(value));
  const chosen = body.length < WORTH_COMPRESSING ? "identity" : encoding;
  return {
    contentType: "application/json",
    encoding: chosen,
    body: encodeBody(body, chosen),
    rows: 0,
    columns: 0,
    notices: more.notices ?? [],
    sources: [],
    passing: false,
  };
}
