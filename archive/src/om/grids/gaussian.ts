/** The octahedral reduced Gaussian grid (ECMWF, "Introducing the octahedral reduced Gaussian grid", Newsletter 146, 2016). */
import { distanceKm } from "../../place.js";
import type { Place } from "../../source.js";
import type { GaussianGrid, Grid, Spot } from "./grid.js";

export function gaussianGrid({ lines }: GaussianGrid): Grid {
  const count = 4 * lines * (lines + 9);
  // Gaussian latitudes are evenly spaced to a few thousandths of a step but at the poles.
  const dy = 180 / (2 * lines + 0.5);
  const fromPole = (line: number) => Math.min(line, 2 * lines - 1 - line);
  const lengthOf = (line: number) => 20 + 4 * fromPole(line);
  const startOf = (line: number) => {
    if (line < lines) return 2 * line * line + 18 * line;
    const rest = 2 * lines - line;
    return count - (2 * rest * rest + 18 * rest);
  };
  const spot = (place: Place, line: number, at: number): Spot => {
    const length = lengthOf(line);
    const index = ((at % length) + length) % length;
    const latitude = (lines - 1 - line) * dy + dy / 2;
    const east = (index * 360) / length;
    const longitude = east > 180 ? east - 360 : east;
    const km = distanceKm(place, { latitude, longitude });
    return { row: 0, column: startOf(line) + index, latitude, longitude, distanceKm: km };
  };
  return {
    shape: [1, count],
    spacing: dy,
    extent() {
      const north = (lines - 0.5) * dy;
      const middle = { latitude: dy / 2, longitude: 0 };
      return { south: -north, north, west: -180, east: 180, cells: count, spacing: dy, middle };
    },
    near(place) {
      const middle = Math.round(lines - 1 - (place.latitude - dy / 2) / dy);
      const spots: Spot[] = [];
      for (let line = Math.max(0, middle - 1); line <= Math.min(2 * lines - 1, middle + 1); line++) {
        const at = Math.round((place.longitude * lengthOf(line)) / 360);
        spots.push(...[at - 1, at, at + 1].map((one) => spot(place, line, one)));
      }
      return spots.sort((a, b) => a.distanceKm - b.distanceKm);
    },
  };
}
