/** Compares one tile on the device with the engine before the device is used. */

import type { WeatherSeries } from "../../index.js";
import { sin } from "../../math/index.js";
import { HOUR } from "../../time/calendar.js";
import { engineColumns } from "../engine-reference.js";
import { GpuError } from "../errors.js";
import type { CheckedRequest } from "../request.js";
import type { AcceleratorRequest } from "../types.js";

/** Tolerance for the difference from the engine, W/m² (W/kWp): several times the largest seen on millions of cells. */
export const TOLERANCE = 0.02;
const DAYS = 20;

/**
 * Twenty days of March, three sites with all features of the chain, whose own data are at different positions in the
 * tables: enough to detect a faulty device.
 */
export function selfTestRequest(): AcceleratorRequest {
  const hills = (at: number) => Float64Array.from({ length: 360 }, (_, azimuth) => 6 + 6 * sin(azimuth / 20 + at));
  const months = Float64Array.from({ length: 12 }, (_, month) => 3 + sin(month / 2));
  const places = [
    { latitude: 47.3, longitude: 8.5, altitude: 400, surfaceTilt: 35, surfaceAzimuth: 170, horizon: hills(0) },
    { latitude: -23.7, longitude: 133.9, altitude: 550, trackingMode: "1_axis", linkeTurbidity: 4, albedo: 0.3 },
    { latitude: 61.2, longitude: -149.9, trackingMode: "1_axis", linkeTurbidity: months, horizon: hills(2) },
  ] as const;
  return {
    sites: places,
    weather: places.map(({ longitude }) => testWeather(longitude)),
    parameters: [
      "global_horizontal_irradiance",
      "direct_normal_irradiance",
      "global_tilted_irradiance",
      "diffuse_tilted_irradiance",
      "pv_production_with_shading",
      "global_clear_sky_irradiance",
    ],
  };
}

/** Broken cloud by a sine: some hours with all components, some with only GHI. */
function testWeather(longitude: number): WeatherSeries {
  const n = DAYS * 24;
  const column = (value: (j: number, day: number) => number) => {
    return Float64Array.from({ length: n }, (_, j) =>
      value(j, Math.max(sin(((j + longitude / 15 - 6) * Math.PI) / 12), 0)),
    );
  };
  return {
    start: Date.UTC(2023, 2, 11),
    interval: HOUR / 1000,
    columns: {
      global_horizontal_irradiance: column((j, day) => 800 * day * (0.6 + 0.4 * sin(1.7 * j))),
      diffuse_horizontal_irradiance: column((j, day) =>
        j % 3 === 0 ? Number.NaN : 150 * day * (1 + 0.5 * sin(2.3 * j)),
      ),
      temperature: column((j) => 15 + 10 * sin(0.1 * j)),
    },
  };
}

/** @throws GpuError ERR_GPU_MISMATCH that names the worst value */
export function compareWithEngine(
  request: CheckedRequest,
  valueAt: (output: number, site: number, interval: number) => number,
  adapter: string,
): void {
  let worst = { difference: 0, text: "" };
  request.sites.forEach((site, k) => {
    const values = engineColumns(request, site, k);
    request.device.forEach((name, p) => {
      const expected = values[name as keyof typeof values]!;
      for (let j = 0; j < request.count; j++) {
        const [got, wanted] = [valueAt(p, k, j), expected[j]!];
        if (Number.isNaN(got) && Number.isNaN(wanted)) continue;
        const difference = Number.isNaN(got - wanted) ? Number.POSITIVE_INFINITY : Math.abs(got - wanted);
        if (difference > worst.difference) {
          worst = { difference, text: `${name} of site ${k}, interval ${j}: expected ${wanted}, got ${got}` };
        }
      }
    });
  });
  if (worst.difference <= TOLERANCE) return;
  throw new GpuError(
    "ERR_GPU_MISMATCH",
    `${adapter} does not agree with the engine (limit ${TOLERANCE} W/m²): ${worst.text}`,
  );
}
