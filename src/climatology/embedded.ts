/** The climatology that comes with the library, from its packed grids. */
import { clearTurbidity } from "./clear-turbidity.js";
import { correction, unpackDetail } from "./detail.js";
import { sample, unpackField } from "./fields.js";
import { accumulate, type Grid, interpolate, unpackGrid } from "./grid.js";
import { checkPlace } from "./place.js";
import type { EmbeddedClimatology } from "./types.js";

/** Steps of the stored bytes (NOTICE.md). */
const TURBIDITY_STEPS = 20;
const DETAIL_STEPS = 10;
const METRES_PER_STEP = 28;
const LOWEST = -450;

/** Unpacks the grids. */
export async function embeddedClimatology(): Promise<EmbeddedClimatology> {
  const [{ TURBIDITY }, { TURBIDITY_DETAIL }, { ALTITUDE }, { ICE }] = await Promise.all([
    import("./turbidity.generated.js"),
    import("./turbidity-detail.generated.js"),
    import("./altitude.generated.js"),
    import("./ice.generated.js"),
  ]);
  const [turbidity, altitude] = (await Promise.all([TURBIDITY, ALTITUDE].map(unpackGrid))) as [Grid, Grid];
  accumulate(turbidity);
  const detail = await unpackDetail(TURBIDITY_DETAIL, TURBIDITY);
  // The altitude grid has the rock under Greenland's ice, and nothing south of 85° S.
  const ice = await unpackField(ICE);
  function months(caller: string, latitude: number, longitude: number): number[] {
    checkPlace(caller, latitude, longitude, 360);
    return Array.from(
      { length: TURBIDITY.layers },
      (_, month) =>
        interpolate(turbidity, month, latitude, longitude) / TURBIDITY_STEPS +
        correction(detail, month, latitude, longitude) / DETAIL_STEPS,
    );
  }
  /** Of the ground as coarse as the turbidity's cells. */
  function height(latitude: number, longitude: number): number {
    const rock = interpolate(altitude, 0, latitude, longitude) * METRES_PER_STEP + LOWEST;
    return Math.max(rock, sample(ice, latitude, longitude)[0]!, 0);
  }
  return {
    linkeTurbidity: (latitude, longitude) => months("linkeTurbidity", latitude, longitude),
    clearTurbidity(latitude, longitude, { altitude: own } = {}) {
      const mean = months("clearTurbidity", latitude, longitude);
      if (own !== undefined) checkAltitude(own);
      const mapAltitude = height(latitude, longitude);
      const place = { latitude, mapAltitude, altitude: own ?? mapAltitude };
      return mean.map((turbidity, month) => clearTurbidity(turbidity, month, place));
    },
    altitude(latitude, longitude) {
      checkPlace("altitude", latitude, longitude, 360);
      return height(latitude, longitude);
    },
  };
}

/** Far above and below any ground. */
const [DEEPEST, HIGHEST] = [-1000, 10_000];

function checkAltitude(altitude: unknown): void {
  if (typeof altitude === "number" && altitude >= DEEPEST && altitude <= HIGHEST) return;
  const message = `clearTurbidity: altitude must be from ${DEEPEST} to ${HIGHEST} m, got ${String(altitude)}`;
  throw typeof altitude === "number" ? new RangeError(message) : new TypeError(message);
}
