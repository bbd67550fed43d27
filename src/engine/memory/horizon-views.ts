/** What a horizon line leaves of the sky: prepared once, kept while the same line and plane come again. */
import { type Horizon, horizonOf } from "../../models/shading/horizon-line.js";
import { type FixedPlane, prepareSkyViews, type SkyView } from "../../models/shading/sky-view.js";

export interface HorizonViews {
  readonly line: Horizon;
  /** Shares of the sky that a horizontal plane, and the plane of the request, see above the line. */
  readonly horizontal: SkyView;
  readonly plane: SkyView;
}

const LEVEL: FixedPlane = { surfaceTilt: 0, surfaceAzimuth: 0 };

/** The views of the last line and plane asked for: preparing them costs as much as days of a computation. */
export class HorizonMemory {
  /** The line as it came, and its values: a frozen one needs no second look. */
  private source: ArrayLike<number> | null = null;
  private line: Float64Array | null = null;
  private plane = "";
  private views: HorizonViews | null = null;

  of(line: ArrayLike<number>, plane: FixedPlane | "horizontal-axis", maxRotation: number): HorizonViews {
    const name = plane === "horizontal-axis" ? plane : `${plane.surfaceTilt} ${plane.surfaceAzimuth}`;
    if (this.views && this.plane === name && this.isKnown(line)) return this.views;
    const horizon = horizonOf(line);
    this.source = line;
    this.line = Float64Array.from(line);
    this.plane = name;
    const [horizontal, tilted] = prepareSkyViews(horizon, [LEVEL, plane], maxRotation) as [SkyView, SkyView];
    this.views = { line: horizon, horizontal, plane: tilted };
    return this.views;
  }

  private isKnown(line: ArrayLike<number>): boolean {
    if (line === this.source && Object.isFrozen(line)) return true;
    return this.line !== null && sameLine(this.line, line);
  }
}

function sameLine(known: Float64Array, line: ArrayLike<number>): boolean {
  return line.length === known.length && known.every((value, azimuth) => value === line[azimuth]);
}
