/** The part of the sky above a horizon line: prepared once, kept while the same line and plane recur. */
import { type Horizon, horizonOf } from "../../models/shading/horizon-line.js";
import { type FixedPlane, prepareSkyViews, type SkyView } from "../../models/shading/sky-view.js";
import type { TrackerSkyView } from "../../models/shading/tracker-sky-view.js";
import type { Tracker } from "../../models/tracking/tracker.js";

/** A fixed plane, the pipeline's own tracker, or another. */
export type Plane = FixedPlane | "horizontal-axis" | Tracker;

export interface HorizonViews {
  readonly line: Horizon;
  /** Shares of the sky above the line, as seen by a horizontal plane and by the plane of the request. */
  readonly horizontal: SkyView;
  readonly plane: SkyView | TrackerSkyView;
}

const LEVEL: FixedPlane = { surfaceTilt: 0, surfaceAzimuth: 0 };

/** The views of the last line and plane: preparing them costs as much as days of a computation. */
export class HorizonMemory {
  private line = new Float64Array(0);
  private plane = "";
  private views: HorizonViews | null = null;

  of(line: ArrayLike<number>, plane: Plane, maxRotation: number): HorizonViews {
    const name = JSON.stringify(isTracker(plane) ? plane.options : plane);
    if (this.views && this.plane === name && sameLine(this.line, line)) return this.views;
    const horizon = horizonOf(line);
    const [horizontal, tilted] = skyViews(horizon, plane, maxRotation);
    this.line = Float64Array.from(line);
    this.plane = name;
    this.views = { line: horizon, horizontal, plane: tilted };
    return this.views;
  }
}

function skyViews(line: Horizon, plane: Plane, maxRotation: number): [SkyView, SkyView | TrackerSkyView] {
  if (isTracker(plane)) return [prepareSkyViews(line, [LEVEL], maxRotation)[0]!, plane.skyView(line)];
  return prepareSkyViews(line, [LEVEL, plane], maxRotation) as [SkyView, SkyView];
}

export function isTracker(plane: Plane): plane is Tracker {
  return typeof plane === "object" && "turn" in plane;
}

function sameLine(known: Float64Array, line: ArrayLike<number>): boolean {
  return line.length === known.length && known.every((value, azimuth) => value === line[azimuth]);
}
