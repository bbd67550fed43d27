/** The worker's side of a yield: computed, written, compressed. What computes it is imported when the first is asked for. */

import type { JobMessage, YieldTask } from "../messages/messages.js";
import { assertWanted } from "../messages/progress.js";
import { encodeBody } from "../pool/encoding.js";
import type { YieldBody } from "../pool/types.js";

const encoder = new TextEncoder();
/** Below this a body is sent as it is: compressed it would hardly be smaller. */
const WORTH_COMPRESSING = 1024;

/** @throws as `yieldOf` and `optimumOf` */
export async function computeYield(task: YieldTask, { progress }: Pick<JobMessage, "progress">): Promise<YieldBody> {
  const { weather, system, options, best, as, encoding, parts } = task;
  const { optimumOf, yieldAnswer, yieldCsv, yieldOf } = await import("../../yield/index.js");
  const optimum = best ? optimumOf(weather, system, options) : undefined;
  assertWanted(progress);
  const planes = system.planes.map((plane) => ({ ...plane, ...(optimum && directionOf(optimum)) }));
  const found = yieldOf(weather, { ...system, planes }, options);
  assertWanted(progress);
  const text = as === "csv" ? yieldCsv(found) : JSON.stringify(yieldAnswer(found, { ...parts, optimum }));
  const body = encoder.encode(text);
  const chosen = body.length < WORTH_COMPRESSING ? "identity" : encoding;
  return {
    contentType: as === "csv" ? "text/csv; charset=utf-8" : "application/json",
    encoding: chosen,
    body: encodeBody(body, chosen),
    rows: found.months.length,
    columns: found.losses.length,
    notices: found.notices,
  };
}

function directionOf({
  surfaceTilt,
  surfaceAzimuth,
}: {
  readonly surfaceTilt: number;
  readonly surfaceAzimuth: number;
}) {
  return { surfaceTilt, surfaceAzimuth };
}
