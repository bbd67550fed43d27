/** Horizon lines as files that {@link readHorizon} and other programs read. */
import { shown } from "../../foundation/text/shown.js";

/** @experimental */
export const HORIZON_FORMATS = ["csv", "hor", "json"] as const;
/** @experimental */
export type HorizonFormat = (typeof HORIZON_FORMATS)[number];

/** Says where azimuth 0 is, so that no reader has to guess. */
const CSV_HEAD = "azimuth (0 = N; 90 = E; degree),elevation (degree)";

/**
 * The text of a file with a horizon line.
 *
 * - `csv`: azimuth and elevation a line, clockwise from north, under a head that says so.
 * - `hor`: as PV*SOL documents it, and PVsyst imports it: azimuth from −180 (north) over −90 (east) and 0 (south) to 179, a blank, the
 *   elevation; no head (https://help.valentin-software.com/pvsol/pages/pv-modules/shading/).
 * - `json`: `{ azimuth, elevation }`, clockwise from north, as `/v1/horizon` has them.
 *
 * @param elevation 360 elevations in degrees for azimuth 0 (north), 1, … 359, clockwise
 * @throws TypeError, RangeError for a line of another length, elevations out of range, a format that is not known
 * @experimental
 */
export function writeHorizon(elevation: ArrayLike<number>, format: HorizonFormat): string {
  checkLine(elevation);
  const line = Array.from(elevation);
  if (format === "csv") return lines([CSV_HEAD, ...line.map((height, azimuth) => `${azimuth},${height}`)]);
  if (format === "hor") return lines(line.map((_, k) => `${k - 180} ${line[k]}`));
  if (format === "json") return `${JSON.stringify({ azimuth: line.map((_, azimuth) => azimuth), elevation: line })}\n`;
  throw new RangeError(`writeHorizon: format must be one of ${HORIZON_FORMATS.join(", ")}, got ${shown(format)}`);
}

function lines(rows: readonly string[]): string {
  return `${rows.join("\n")}\n`;
}

function checkLine(elevation: unknown): asserts elevation is ArrayLike<number> {
  const { length } = Object(elevation) as { length?: unknown };
  if (length !== 360) {
    throw new TypeError(`writeHorizon: elevation must be 360 numbers from north over east, got ${shown(elevation)}`);
  }
  const heights = Array.from(elevation as ArrayLike<unknown>);
  const wrong = heights.findIndex((height) => !(typeof height === "number" && height >= 0 && height < 90));
  if (wrong < 0) return;
  throw new RangeError(
    `writeHorizon: elevation[${wrong}] must be degrees from 0 to below 90, got ${shown(heights[wrong])}`,
  );
}
