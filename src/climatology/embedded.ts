/** The climatology that comes with the library, from its packed grids. */
import { clearTurbidity } from "./clear-turbidity.js";
import { correction, unpackDetail } from "./detail.js";
import { accumulate, interpolate, unpackGrid } from "./grid.js";
import { loadGround } from "./ground.js";
import { checkPlace } from "./place.js";
import type { EmbeddedClimatology } from "./types.js";

/** Steps of the stored bytes (NOTICE.md). */
const TURBIDITY_STEPS = 20;
const DETAIL_STEPS = 10;

/** Unpacks the grids. */
export async function embeddedClimatology(): Promise<EmbeddedClimatology> {
  const [{ TURBIDITY }, { TURBIDITY_DETAIL }, heights] = await Promise.all([
    import("./turbidity.generated.js"),
    import("./turbidity-detail.generated.js"),
    loadGround(),
  ]);
  const turbidity = await unpackGrid(TURBIDITY);
  accumulate(turbidity);
  const detail = await unpackDetail(TURBIDITY_DETAIL, TURBIDITY);
  function months(caller: string, latitude: number, longitude: number): number[] {
    checkPlace(caller, latitude, longitude, 360);
    return Array.from(
      { length: TURBIDITY.layers },
      (_, month) =>
        interpolate(turbidity, month, latitude, longitude) / TURBIDITY_STEPS +
        correction(detail, month, latitude, longitude) / DETAIL_STEPS,
    );
  }
  return {
    linkeTurbidity: (latitude, longitude) => months("linkeTurbidity", latitude, longitude),
    clearTurbidity(latitude, longitude, { altitude: own } = {}) {
      const mean = months("clearTurbidity", latitude, longitude);
      if (own !== undefined) checkAltitude(own);
      const mapAltitude = heights.ground(latitude, longitude).around;
      const place = { latitude, mapAltitude, altitude: own ?? Math.round(heights.altitude(latitude, longitude)) };
      return mean.map((turbidity, month) => clearTurbidity(turbidity, month, place));
    },
    ...heights,
  };
}

/** As of a context. */
const LOWEST = -500;
const HIGHEST = 9000;

function checkAltitude(altitude: unknown): void {
  if (typeof altitude === "number" && altitude >= LOWEST && altitude <= HIGHEST) return;
  const message = `clearTurbidity: altitude must be a number from ${LOWEST} to ${HIGHEST}, got ${String(altitude)}`;
  throw typeof altitude === "number" ? new RangeError(message) : new TypeError(message);
}
