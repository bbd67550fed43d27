/** The tracker that the options of a command describe. */
import { given } from "../foundation/text/shown.js";
import type { TrackerOptions } from "../physics/models/tracking/tracker.js";
import { UsageError } from "./errors.js";
import { flag } from "./option-names.js";
import type { TrackerFlags } from "./options/shared.js";

/** The tracker; undefined: none of the options is given. */
export function trackerOf(flags: TrackerFlags): TrackerOptions | undefined {
  const { axisTilt, axisAzimuth, maxAngle, gcr, crossAxisTilt, backtrack, dualAxis } = flags;
  const tracker: TrackerOptions = {
    ...(dualAxis && { mode: "dual-axis" as const }),
    ...given({ axisTilt, axisAzimuth, maxAngle, gcr, crossAxisTilt }),
    ...(backtrack === false && { backtrack }),
  };
  return Object.keys(tracker).length > 0 ? tracker : undefined;
}

/** The first of the options that is given, by name. */
export function trackerFlag(flags: TrackerFlags): string | undefined {
  const [key] = Object.keys(trackerOf(flags) ?? {});
  if (key === undefined) return undefined;
  if (key === "mode") return "--dual-axis";
  return key === "backtrack" ? "--no-backtrack" : flag(key);
}

/** What else says how the plane stands. */
interface PlaneFlags {
  trackingMode?: string | undefined;
  surfaceTilt?: string | undefined;
  surfaceAzimuth?: string | undefined;
}

/** The query's tracking mode: a described tracker implies one. */
export function trackingModeOf(flags: TrackerFlags & PlaneFlags): string | undefined {
  const { trackingMode, surfaceTilt, surfaceAzimuth } = flags;
  const flag = trackerFlag(flags);
  if (flag === undefined) return trackingMode;
  if (trackingMode === "none") throw new UsageError(`${flag} needs a tracker, not --tracking-mode none`);
  if (trackingMode === undefined && (surfaceTilt ?? surfaceAzimuth) !== undefined) {
    const plane = surfaceTilt === undefined ? "--surface-azimuth" : "--surface-tilt";
    throw new UsageError(`${flag} describes a tracker and ${plane} a fixed plane: leave out one of them`);
  }
  return trackingMode ?? "1_axis";
}

/** Whoever describes a tracker without asking for one gets one, and a notice that says so. */
export function trackerNotice(flags: TrackerFlags & PlaneFlags): string | undefined {
  const flag = trackerFlag(flags);
  if (flag === undefined || flags.trackingMode !== undefined) return undefined;
  return `${flag} describes a tracker: the plane is taken as one, as with --tracking-mode 1_axis`;
}
