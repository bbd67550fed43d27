/** Computes answers before the first request: code and tables that they need are loaded and compiled. */
import { parseObservationRequest } from "irradiance-engine";
import type { Pool } from "irradiance-engine/bulk";
import { loadWorldClimate, openClimatology, standardTimeOffset, worldMonths } from "irradiance-engine/climatology";
import type { Compute } from "./compute.js";
import type { Places } from "./places.js";

const [LATITUDE, LONGITUDE] = [50, 10];
const DAY = "2024-06-21";

/** @param hasFiles whether there are elevation files: a place shows what is wrong with them */
export async function warm(places: Places, compute: Compute, hasFiles: boolean): Promise<void> {
  const request = parseObservationRequest({
    lat: LATITUDE,
    lon: LONGITUDE,
    parameters: "all",
    start: `${DAY}T00:00Z`,
    end: `${DAY}T23:59Z`,
  });
  const light = Float64Array.from(
    { length: 24 },
    (_, hour) => 800 * Math.max(0, Math.sin(((hour - 5) / 14) * Math.PI)),
  );
  const weather = { start: `${DAY}T00:00Z`, interval: 3600, columns: { global_horizontal_irradiance: light } };
  const { signal } = new AbortController();
  const order = {
    request,
    weather,
    context: {},
    rows: 96,
    extended: undefined,
    encoding: "br",
    signal,
    priority: 0,
  } as const;
  const tables = hasFiles
    ? places.surroundings(LATITUDE, LONGITUDE)
    : Promise.all([openClimatology(), standardTimeOffset(LATITUDE, LONGITUDE)]);
  await Promise.all([tables, loadWorldClimate(), compute(order)]);
}

/**
 * A yield, which is what the page asks for first: cold, it takes a thread 0.7 s, and 0.1 s from then on. A call that comes meanwhile
 * goes to another thread; where there is one alone, it waits for this.
 */
export async function warmYield(pool: Pool): Promise<void> {
  const { place, monthly } = await worldMonths(LATITUDE, LONGITUDE);
  const { weather } = await pool.generateYear(place, monthly);
  const plane = { kwp: 8, surfaceTilt: 30, surfaceAzimuth: 180 };
  await pool.yieldBody(
    { ...weather, start: weather.start as number },
    { planes: [plane] },
    {
      encoding: "br",
      options: { latitude: LATITUDE, longitude: LONGITUDE, typicalYear: true, lightSource: "generated" },
    },
  );
}
