// The engine's 1-minute series of clear days from coarser weather: how large its steps are, and whether it has stairs.
import { computeColumns } from "../../dist/index.js";
import { ALBEDO, clearSky, means, START, sunOf } from "./truth.mjs";

const LATITUDES = [66, 52, 35, 10, 0, -34, -66];
const PLANES = {
  "90° east": () => ({ surface_tilt: 90, surface_azimuth: 90 }),
  "90° west": () => ({ surface_tilt: 90, surface_azimuth: 270 }),
  "30° to the equator": (latitude) => ({ surface_tilt: 30, surface_azimuth: latitude < 0 ? 0 : 180 }),
  tracker: () => ({ tracking_mode: "1_axis" }),
};

/**
 * Largest change from minute to minute, and from every second minute to the next, over all latitudes. A continuous series
 * has a ratio of the two near 0.5, one with stairs near 1.
 */
export function largestSteps(interval, days) {
  const found = {};
  for (const latitude of LATITUDES) {
    const site = { latitude, longitude: 8.5, altitude: 200 };
    const sky = clearSky(sunOf(site, days * 1440, START, 60));
    const columns = {
      global_horizontal_irradiance: means(sky.ghi, interval / 60),
      diffuse_horizontal_irradiance: means(sky.dhi, interval / 60),
    };
    for (const [name, plane] of Object.entries(PLANES)) {
      const query = { lat: latitude, lon: site.longitude, frequency: "1_minute", ...plane(latitude) };
      const { values } = computeColumns(
        { ...query, parameters: "global_tilted_irradiance" },
        { start: START, interval, columns },
        { altitude: site.altitude, albedo: ALBEDO },
      );
      const steps = changes(values.global_tilted_irradiance);
      const known = found[name] ?? { one: 0, two: 0 };
      found[name] = { one: Math.max(known.one, steps.one), two: Math.max(known.two, steps.two) };
    }
  }
  return found;
}

function changes(values) {
  let one = 0;
  let two = 0;
  for (let i = 1; i < values.length; i++) {
    one = Math.max(one, Math.abs(values[i] - values[i - 1]));
    if (i % 2 === 0) two = Math.max(two, Math.abs(values[i] - values[i - 2]));
  }
  return { one, two };
}
