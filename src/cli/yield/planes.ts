/** The planes of `irradiance yield`, as their options describe them. */
import { InvalidArgumentError } from "commander";
import type { YieldPlane } from "../../yield/index.js";
import { UsageError } from "../errors.js";
import { toNumber } from "../numbers.js";
import { trackerFlag } from "../tracker-options.js";
import { isTracker, turnedPlanes, type YieldFlags } from "./rows.js";

const PLANE = "It must be tilt/azimuth/kwp, such as 30/180/8, or tracker/kwp";

/** `30/180/8`, `tracker/8`: one more plane. */
export function toPlane(text: string, before: YieldPlane[] = []): YieldPlane[] {
  const parts = text.split("/");
  if (parts[0] === "tracker" && parts.length === 2)
    return [...before, { trackingMode: "1_axis", kwp: toNumber(parts[1]!) }];
  const [surfaceTilt, surfaceAzimuth, kwp] = parts.map(Number) as [number, number, number];
  if (parts.length !== 3 || parts.some((part) => part.trim() === "" || !Number.isFinite(Number(part)))) {
    throw new InvalidArgumentError(`${PLANE}; got "${text}".`);
  }
  return [...before, { surfaceTilt, surfaceAzimuth, kwp }];
}

/** The planes that are given; undefined: the best one is wanted. */
export function planesOf(flags: YieldFlags): readonly YieldPlane[] | undefined {
  return turnedPlanes(flags, plainPlanes(flags));
}

function plainPlanes(flags: YieldFlags): readonly YieldPlane[] | undefined {
  const { plane, surfaceTilt, surfaceAzimuth, kwp } = flags;
  const given = [surfaceTilt, surfaceAzimuth].filter((value) => value !== undefined).length;
  if (plane !== undefined) {
    if (given > 0 || kwp !== undefined) {
      throw new UsageError("--plane describes a whole plane: leave out --surface-tilt, --surface-azimuth and --kwp");
    }
    return plane;
  }
  if (isTracker(flags)) {
    if (flags.trackingMode === "none")
      throw new UsageError(`${trackerFlag(flags)} needs a tracker, not --tracking-mode none`);
    if (given === 0) return [{ trackingMode: "1_axis", kwp }];
    const flag = trackerFlag({ ...flags, gcr: undefined }) ?? "--tracking-mode 1_axis";
    const fixed = surfaceTilt === undefined ? "--surface-azimuth" : "--surface-tilt";
    throw new UsageError(`${flag} describes a tracker, which has no fixed plane: leave out ${fixed}`);
  }
  if (given === 0) return undefined;
  if (surfaceTilt === undefined) throw missing("--surface-tilt", "--surface-azimuth");
  if (surfaceAzimuth === undefined && surfaceTilt > 0) throw missing("--surface-azimuth", "--surface-tilt");
  return [{ surfaceTilt, surfaceAzimuth, kwp }];
}

function missing(flag: string, given: string): UsageError {
  return new UsageError(`${flag} is required with ${given} (without both, the best plane is used)`);
}
