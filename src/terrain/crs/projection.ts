import proj4 from "proj4";
import { TerrainError } from "../errors.js";

/** A coordinate system of elevation data, relative to WGS 84. */
export interface Projection {
  /** Equal for equal systems. */
  readonly key: string;
  /** Coordinates are longitude and latitude in degrees: columns repeat after 360°. */
  readonly geographic: boolean;
  /** Writes x and y of a place (degrees, WGS 84) to `out`; NaN where the system has none. */
  forward(longitude: number, latitude: number, out: Float64Array): void;
}

/** Longitude and latitude unchanged: WGS 84 and systems within about a metre of it. */
const PLAIN: Projection = {
  key: "longlat",
  geographic: true,
  forward(longitude, latitude, out) {
    out[0] = longitude;
    out[1] = latitude;
  },
};

/** Geographic, unshifted, Greenwich, degrees. The ellipsoids of WGS 84 and GRS 80 differ by 0.1 mm. */
function isPlain(definition: string): boolean {
  const [, ...shifts] = definition.split("+towgs84=");
  return (
    /\+proj=longlat\b/.test(definition) &&
    /\+(?:ellps=(?:WGS84|GRS80)|datum=(?:WGS84|NAD83))\b/.test(definition) &&
    !/\+(?:pm|to_meter|axis|nadgrids|lon_wrap)/.test(definition) &&
    shifts.every((shift) => /^0,0,0(?:\s|$|,0,0,0,0)/.test(shift))
  );
}

/**
 * @param definition a proj string, WKT, or a code that proj4 knows
 * @param file named in the error
 * @throws TerrainError for a definition that proj4 cannot use
 */
export function makeProjection(definition: string, file?: string): Projection {
  if (isPlain(definition) || definition === "EPSG:4326") return PLAIN;
  let converter: proj4.Converter;
  let geographic: boolean;
  try {
    converter = proj4(definition);
    geographic = (converter.oProj as { projName?: string } | undefined)?.projName === "longlat";
  } catch (cause) {
    throw new TerrainError(`unknown coordinate system "${definition}" (${messageOf(cause)})`, file);
  }
  const point: [number, number] = [0, 0];
  return {
    key: definition,
    geographic,
    forward(longitude, latitude, out) {
      point[0] = longitude;
      point[1] = latitude;
      try {
        const [x, y] = converter.forward(point);
        // proj4 wraps longitudes into ±180; the lattice needs them to continue along a ray.
        out[0] = geographic ? x + 360 * Math.round((longitude - x) / 360) : x;
        out[1] = y;
      } catch {
        out.fill(Number.NaN, 0, 2);
      }
    },
  };
}

export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
