/** Trackers and rows of a system: checked, and as the chain takes them. */

import type { ObservationContext } from "../engine/plan/context.js";
import { sheds } from "../models/bifacial/index.js";
import { tracker as trackerOf } from "../models/tracking/index.js";
import type { PvPlane } from "../system/types.js";
import { shown } from "../text/shown.js";

/** @throws RangeError for what each plane has of its own */
export function refuseCommon(caller: string, { tracker, rows }: ObservationContext): void {
  for (const [key, value] of Object.entries({ tracker, rows })) {
    if (value === undefined) continue;
    throw new RangeError(
      `${caller}: context.${key} is not accepted: each plane has its own, system.planes[k].${key}, got ${shown(value)}`,
    );
  }
}

/** The context of a plane. */
export function planeContext(
  { tracker, rows }: Pick<PvPlane, "tracker" | "rows">,
  context: ObservationContext,
): ObservationContext {
  return {
    ...context,
    ...(tracker && { tracker: trackerOf(tracker) }),
    ...(rows && { rows: sheds(rows, "yieldOf: ") }),
  };
}

/** A tracker in words. @experimental */
export function trackerName({ tracker }: Pick<PvPlane, "tracker">): string {
  return tracker?.mode === "dual-axis" ? "two-axis tracker" : "one-axis tracker";
}
