/** The flags of `irradiance yield`, and the trackers and rows among them. */
import type { YieldPlane } from "../../yield/index.js";
import { UsageError } from "../errors.js";
import type { PlacedOptions } from "../options.js";
import { trackerFlag, trackerOf } from "../tracker-options.js";

/** Those of `SYSTEM_OPTIONS` stand beside them, as they were written. */
export interface YieldFlags extends Omit<PlacedOptions, "weather"> {
  weather?: string[];
  surfaceTilt?: number;
  surfaceAzimuth?: number;
  kwp?: number;
  plane?: YieldPlane[];
  rows?: boolean;
  blocks?: number;
  bifacial?: number;
  system?: string;
  writeSystem?: string;
  typicalYear?: boolean;
  acceptDoubts?: boolean;
  optimum?: boolean;
  randomSeed?: number;
  measured?: string;
  measuredAs?: { readonly [name: string]: unknown };
  measuredPlot?: string;
  plot?: string;
  lossPlot?: string;
  series?: string;
  lossesByMonth?: boolean;
  uncertainty?: { readonly [key: string]: number };
  out?: string;
}

/** Whether the plane is a tracker, as it or an option of one is given. --gcr is one of rows, too. */
export function isTracker(flags: YieldFlags): boolean {
  return flags.trackingMode === "1_axis" || trackerFlag({ ...flags, gcr: undefined }) !== undefined;
}

/**
 * The planes with their trackers and rows.
 *
 * @throws UsageError for an option without a plane that it describes
 */
export function turnedPlanes(
  flags: YieldFlags,
  planes: readonly YieldPlane[] | undefined,
): readonly YieldPlane[] | undefined {
  const { gcr, rows, blocks, bifacial } = flags;
  if (!rows) {
    const flag = bifacial !== undefined ? "--bifacial" : blocks !== undefined ? "--blocks" : undefined;
    if (flag !== undefined) {
      const alone = "for a single row, such as a fence, give --rows --gcr 0.001";
      throw new UsageError(`${flag} needs rows of modules: give --rows and --gcr; ${alone}`);
    }
  }
  const tracker = trackerOf(flags);
  const hasTracker = planes?.some(({ trackingMode }) => trackingMode === "1_axis") ?? false;
  const own = isTracker(flags);
  if (own && !hasTracker)
    throw new UsageError(`${trackerFlag(flags) ?? "--tracking-mode 1_axis"} needs a tracker, but all planes are fixed`);
  if (gcr !== undefined && !rows && !hasTracker)
    throw new UsageError("--gcr applies to trackers and rows: give --tracking-mode 1_axis or --rows");
  if (rows && planes === undefined)
    throw new UsageError(
      "--rows needs a plane: give --surface-tilt and --surface-azimuth, --plane or --tracking-mode 1_axis",
    );
  if (rows && gcr === undefined && planes?.some(({ trackingMode }) => trackingMode !== "1_axis")) {
    throw new UsageError("--gcr is required with --rows: width of the rows over the distance between them");
  }
  return planes?.map((plane) => {
    const turns = plane.trackingMode === "1_axis";
    return {
      ...plane,
      ...(turns && tracker && { tracker }),
      ...(rows && { rows: { ...(!turns && { gcr }), ...(blocks !== undefined && { blocks }) } }),
    };
  });
}
