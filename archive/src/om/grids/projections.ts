/** Planes onto which models project the sphere (Snyder, Map Projections: A Working Manual, USGS 1395, 1987), and rotated grids. */
import type { Projection } from "./grid.js";

export interface Plane {
  /** Degrees to x and y, in m, or degrees of a rotated grid. */
  forward(latitude: number, longitude: number): [number, number];
  /** Back to latitude and longitude, degrees; the longitude is any turn of it. */
  inverse(x: number, y: number): [number, number];
}

const DEGREE = Math.PI / 180;

export function planeOf(projection: Projection): Plane {
  if (projection.type === "lambert") return lambert(projection);
  return projection.type === "stereographic" ? stereographic(projection) : rotated(projection);
}

/** −180…180. */
function turned(degrees: number): number {
  return degrees - 360 * Math.round(degrees / 360);
}

/** Equations 15-1 to 15-11, with the origin at the equator. */
function lambert({ parallels, longitude: middle, radius }: Extract<Projection, { type: "lambert" }>): Plane {
  const [one, two] = parallels.map((parallel) => parallel * DEGREE) as [number, number];
  const half = (angle: number) => Math.tan(Math.PI / 4 + angle / 2);
  const n = one === two ? Math.sin(one) : Math.log(Math.cos(one) / Math.cos(two)) / Math.log(half(two) / half(one));
  const f = (Math.cos(one) * half(one) ** n) / n;
  return {
    forward(latitude, longitude) {
      const rho = (radius * f) / half(latitude * DEGREE) ** n;
      const theta = n * turned(longitude - middle) * DEGREE;
      return [rho * Math.sin(theta), radius * f - rho * Math.cos(theta)];
    },
    inverse(x, y) {
      const down = radius * f - y;
      const rho = Math.sign(n) * Math.hypot(x, down);
      const theta = Math.atan2(Math.sign(n) * x, Math.sign(n) * down);
      return [(2 * Math.atan(((radius * f) / rho) ** (1 / n))) / DEGREE - 90, middle + theta / n / DEGREE];
    },
  };
}

/** Equations 21-5 to 21-15 of the polar aspect. */
function stereographic(projection: Extract<Projection, { type: "stereographic" }>): Plane {
  const { pole, latitude: trueAt, longitude: middle, radius } = projection;
  const side = Math.sign(pole);
  const scale = radius * (1 + Math.sin(side * trueAt * DEGREE));
  return {
    forward(latitude, longitude) {
      const rho = scale * Math.tan(Math.PI / 4 - (side * latitude * DEGREE) / 2);
      const theta = (longitude - middle) * DEGREE;
      return [rho * Math.sin(theta), -side * rho * Math.cos(theta)];
    },
    inverse(x, y) {
      const latitude = 90 - (2 * Math.atan(Math.hypot(x, y) / scale)) / DEGREE;
      return [side * latitude, middle + Math.atan2(x, -side * y) / DEGREE];
    },
  };
}

/** Latitude and longitude round another pole, as COSMO and HIRLAM have them: two rotations of the sphere. */
function rotated({ southPole }: Extract<Projection, { type: "rotated" }>): Plane {
  // The equator of the rotated grid is tilted by as much as its pole has moved.
  const tilt = (90 + southPole.latitude) * DEGREE;
  const about = (latitude: number, longitude: number, angle: number): [number, number] => {
    const [lat, lon] = [latitude * DEGREE, longitude * DEGREE];
    const [x, y, z] = [Math.cos(lat) * Math.cos(lon), Math.cos(lat) * Math.sin(lon), Math.sin(lat)];
    const [east, up] = [Math.cos(angle) * x + Math.sin(angle) * z, Math.cos(angle) * z - Math.sin(angle) * x];
    return [Math.asin(Math.max(-1, Math.min(1, up))) / DEGREE, Math.atan2(y, east) / DEGREE];
  };
  return {
    forward(latitude, longitude) {
      const [y, x] = about(latitude, longitude - southPole.longitude, tilt);
      return [x, y];
    },
    inverse(x, y) {
      const [latitude, longitude] = about(y, x, -tilt);
      return [latitude, longitude + southPole.longitude];
    },
  };
}
