/** Options that describe a tracker, shared by all commands that compute a plane. */
import type { Command } from "commander";
import type { TrackerOptions } from "../models/tracking/index.js";
import { UsageError } from "./errors.js";
import { toNumber } from "./numbers.js";

/** As commander gives them. */
export interface TrackerFlags {
  axisTilt?: number | undefined;
  axisAzimuth?: number | undefined;
  maxAngle?: number | undefined;
  gcr?: number | undefined;
  crossAxisTilt?: number | undefined;
  /** False for --no-backtrack; else true, also where nothing is given. */
  backtrack?: boolean | undefined;
  dualAxis?: boolean | undefined;
}

/** The flags by name, for commands that take a part of another's options. */
export const TRACKER_FLAGS = [
  "--axis-tilt",
  "--axis-azimuth",
  "--max-angle",
  "--gcr",
  "--cross-axis-tilt",
  "--no-backtrack",
  "--dual-axis",
] as const;

export function addTrackerOptions(command: Command): Command {
  return command
    .option("--axis-tilt <degrees>", "tracker: tilt of its axis (default: 0)", toNumber)
    .option(
      "--axis-azimuth <degrees>",
      "tracker: azimuth towards which its axis slopes down (default: 180 for a level axis)",
      toNumber,
    )
    .option(
      "--max-angle <degrees>",
      "tracker: largest rotation (default: 45; with --dual-axis largest tilt, 90)",
      toNumber,
    )
    .option(
      "--gcr <ratio>",
      "ground coverage ratio: width of the rows over their distance, for backtracking (default: 0.3)",
      toNumber,
    )
    .option("--cross-axis-tilt <degrees>", "tracker: tilt of the ground across the axes (default: 0)", toNumber)
    .option("--no-backtrack", "tracker: follow the sun even when rows shade one another")
    .option("--dual-axis", "tracker with two axes, which always faces the sun");
}

/** The tracker; undefined: none of the options is given. */
export function trackerOf(flags: TrackerFlags): TrackerOptions | undefined {
  const { axisTilt, axisAzimuth, maxAngle, gcr, crossAxisTilt, backtrack, dualAxis } = flags;
  const tracker: TrackerOptions = {
    ...(dualAxis && { mode: "dual-axis" as const }),
    ...(axisTilt !== undefined && { axisTilt }),
    ...(axisAzimuth !== undefined && { axisAzimuth }),
    ...(maxAngle !== undefined && { maxAngle }),
    ...(gcr !== undefined && { gcr }),
    ...(crossAxisTilt !== undefined && { crossAxisTilt }),
    ...(backtrack === false && { backtrack }),
  };
  return Object.keys(tracker).length > 0 ? tracker : undefined;
}

/** The first of the options that is given, by name. */
export function trackerFlag(flags: TrackerFlags): string | undefined {
  const [key] = Object.keys(trackerOf(flags) ?? {});
  if (key === undefined) return undefined;
  if (key === "mode") return "--dual-axis";
  return `--${key === "backtrack" ? "no-backtrack" : key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
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
