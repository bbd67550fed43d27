/** Trackers and rows of a system: checked, and as the chain takes them. */

import type { ObservationContext } from "../engine/plan/context.js";
import { sheds } from "../models/bifacial/index.js";
import { tracker as trackerOf } from "../models/tracking/index.js";
import { shown } from "../text/shown.js";
import type { YieldPlane, YieldSystem } from "./types.js";

/** @throws TypeError, RangeError for tracker and rows, naming the option */
export function checkTurning(name: string, plane: YieldPlane, trackingMode: unknown): void {
  const { tracker, rows } = plane;
  if (tracker !== undefined) trackerOf(tracker, `yieldOf: ${name}.tracker.`);
  if (tracker !== undefined && trackingMode === "none") {
    throw new RangeError(`yieldOf: ${name}.trackingMode must be 1_axis with a tracker, got none`);
  }
  if (rows !== undefined) sheds(rows, `yieldOf: ${name}.rows.`);
}

/** @throws RangeError for a plane without rows: the light on its rear depends on them */
export function checkBifacial({ bifacial }: YieldSystem, planes: readonly Pick<YieldPlane, "rows">[]): void {
  if (bifacial === undefined) return;
  const alone = planes.findIndex(({ rows }) => rows === undefined);
  if (alone < 0) return;
  const example = "such as { gcr: 0.4 }, or { gcr: 0.001 } for a single row";
  throw new RangeError(
    `yieldOf: system.bifacial needs system.planes[${alone}].rows, ${example}: they determine the light on the rear`,
  );
}

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
  { tracker, rows }: Pick<YieldPlane, "tracker" | "rows">,
  context: ObservationContext,
): ObservationContext {
  return {
    ...context,
    ...(tracker && { tracker: trackerOf(tracker) }),
    ...(rows && { rows: sheds(rows, "yieldOf: ") }),
  };
}

/** A tracker in words. @experimental */
export function trackerName({ tracker }: Pick<YieldPlane, "tracker">): string {
  return tracker?.mode === "dual-axis" ? "two-axis tracker" : "one-axis tracker";
}
