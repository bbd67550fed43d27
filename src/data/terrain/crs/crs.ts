/**
 * Coordinate systems from GeoKeys (OGC GeoTIFF 1.1, clauses 7 and Annex B; names and codes as there) as proj strings, and their projections.
 */
import proj4, { type Converter } from "proj4";
import { TerrainError } from "../errors.js";
import { GEOGRAPHIC, PROJECTED } from "./crs-table.js";

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
  let converter: Converter;
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

/** GeoKeys by name, as geotiff.js gives them. */
export type GeoKeys = Readonly<Record<string, unknown>>;

const USER_DEFINED = 32767;
const PROJECTED_MODEL = 1;
const GEOGRAPHIC_MODEL = 2;
const DEGREE = 9102;
const METRES_PER_UNIT: Readonly<Record<number, number>> = { 9001: 1, 9002: 0.3048, 9003: 1200 / 3937, 9036: 1000 };

/** UTM families: codes first…last are the zones from `zone` on. */
const UTM_FAMILIES: readonly { first: number; last: number; zone: number; south?: true; geographic: number }[] = [
  { first: 32601, last: 32660, zone: 1, geographic: 4326 },
  { first: 32701, last: 32760, zone: 1, south: true, geographic: 4326 },
  { first: 32201, last: 32260, zone: 1, geographic: 4322 },
  { first: 32301, last: 32360, zone: 1, south: true, geographic: 4322 },
  { first: 26901, last: 26923, zone: 1, geographic: 4269 },
  { first: 26701, last: 26722, zone: 1, geographic: 4267 },
  { first: 25828, last: 25838, zone: 28, geographic: 4258 },
  { first: 23028, last: 23038, zone: 28, geographic: 4230 },
  { first: 28348, last: 28358, zone: 48, south: true, geographic: 4283 },
  { first: 7846, last: 7859, zone: 46, south: true, geographic: 7844 },
  { first: 31965, last: 31976, zone: 11, geographic: 4674 },
  { first: 31977, last: 31985, zone: 17, south: true, geographic: 4674 },
];

/** The proj string of an EPSG code, if known. */
export function projOfCode(code: number): string | undefined {
  const known = GEOGRAPHIC[code] ?? PROJECTED[code];
  if (known !== undefined) return known;
  const family = UTM_FAMILIES.find(({ first, last }) => code >= first && code <= last);
  if (family === undefined) return undefined;
  const zone = code - family.first + family.zone;
  const datum = GEOGRAPHIC[family.geographic]!.replace("+proj=longlat ", "");
  return `+proj=utm +zone=${zone}${family.south ? " +south" : ""} ${datum}`;
}

/**
 * The proj string of a file's coordinate system.
 *
 * @throws TerrainError if there is none, or it is unknown: the caller's option `projection` can name it
 */
export function projOfGeoKeys(keys: GeoKeys | null, file: string): string {
  const model = keys?.GTModelTypeGeoKey;
  if (keys && model === PROJECTED_MODEL) return projected(keys, file);
  if (keys && (model === GEOGRAPHIC_MODEL || (model === undefined && keys.GeographicTypeGeoKey !== undefined))) {
    return geographic(keys, file);
  }
  throw new TerrainError(`has no coordinate system (GTModelType ${String(model)}); set the option projection`, file);
}

function geographic(keys: GeoKeys, file: string): string {
  const unit = keys.GeogAngularUnitsGeoKey ?? DEGREE;
  if (unit !== DEGREE) throw unknown(`angular unit ${unit}`, file);
  const code = keys.GeographicTypeGeoKey;
  const known = typeof code === "number" ? GEOGRAPHIC[code] : undefined;
  if (known !== undefined) return known;
  if (code === undefined && keys.GeogSemiMajorAxisGeoKey === undefined) throw unknown("a geographic system", file);
  if (code !== undefined && code !== USER_DEFINED) throw unknown(`the geographic system EPSG:${code}`, file);
  return `+proj=longlat ${ellipsoid(keys, file)}`;
}

/** A user-defined datum: its ellipsoid, assumed to be centred like WGS 84 if it has the same size. */
function ellipsoid(keys: GeoKeys, file: string): string {
  const a = keys.GeogSemiMajorAxisGeoKey;
  const inverse = keys.GeogInvFlatteningGeoKey;
  const b = keys.GeogSemiMinorAxisGeoKey;
  const primeMeridian = keys.GeogPrimeMeridianLongGeoKey ?? 0;
  if (primeMeridian !== 0) throw unknown(`prime meridian ${primeMeridian}`, file);
  if (typeof a !== "number") throw unknown("a user-defined datum without an ellipsoid", file);
  if (Math.abs(a - 6_378_137) > 1) throw unknown(`a user-defined datum on an ellipsoid of ${a} m`, file);
  if (typeof inverse === "number" && Math.abs(inverse - 298.257) < 0.01) return "+ellps=WGS84 +towgs84=0,0,0";
  if (typeof inverse === "number" && inverse !== 0) return `+a=${a} +rf=${inverse} +towgs84=0,0,0`;
  return `+a=${a} +b=${typeof b === "number" ? b : a} +towgs84=0,0,0`;
}

function projected(keys: GeoKeys, file: string): string {
  const code = keys.ProjectedCSTypeGeoKey;
  const known = typeof code === "number" ? projOfCode(code) : undefined;
  if (known !== undefined) return known;
  if (keys.ProjCoordTransGeoKey === undefined) {
    throw unknown(code === undefined || code === USER_DEFINED ? "a projected system" : `EPSG:${code}`, file);
  }
  return userDefined(keys, file);
}

/** Values of the first of these keys that the file has; `undefined` if it has none. */
function number(keys: GeoKeys, ...names: string[]): number | undefined {
  for (const name of names) {
    const value = keys[name];
    if (typeof value === "number") return value;
  }
  return undefined;
}

/** A projection defined in keys: ProjCoordTrans and its parameters (angles in degrees, offsets in linear units). */
function userDefined(keys: GeoKeys, file: string): string {
  const unitCode = number(keys, "ProjLinearUnitsGeoKey") ?? 9001;
  const unit = METRES_PER_UNIT[unitCode] ?? number(keys, "ProjLinearUnitSizeGeoKey");
  if (unit === undefined) throw unknown(`linear unit ${unitCode}`, file);
  const lon =
    number(
      keys,
      "ProjNatOriginLongGeoKey",
      "ProjFalseOriginLongGeoKey",
      "ProjCenterLongGeoKey",
      "ProjStraightVertPoleLongGeoKey",
    ) ?? 0;
  const lat = number(keys, "ProjNatOriginLatGeoKey", "ProjFalseOriginLatGeoKey", "ProjCenterLatGeoKey") ?? 0;
  const parallel1 = number(keys, "ProjStdParallel1GeoKey");
  const parallel2 = number(keys, "ProjStdParallel2GeoKey");
  const scale = number(keys, "ProjScaleAtNatOriginGeoKey", "ProjScaleAtCenterGeoKey") ?? 1;
  const code = keys.ProjCoordTransGeoKey;
  const method = typeof code === "number" ? METHODS[code] : undefined;
  if (method === undefined) throw unknown(`projection method ${String(code)}`, file);
  const east = number(keys, "ProjFalseEastingGeoKey", "ProjFalseOriginEastingGeoKey", "ProjCenterEastingGeoKey") ?? 0;
  const north =
    number(keys, "ProjFalseNorthingGeoKey", "ProjFalseOriginNorthingGeoKey", "ProjCenterNorthingGeoKey") ?? 0;
  const offset = `+x_0=${east * unit} +y_0=${north * unit}${unit === 1 ? "" : ` +to_meter=${unit}`}`;
  const datum = geographic(keys, file).replace("+proj=longlat ", "");
  return `${method({ lat, parallel1, parallel2, scale })} +lon_0=${lon} ${offset} ${datum}`;
}

interface Parameters {
  readonly lat: number;
  readonly parallel1: number | undefined;
  readonly parallel2: number | undefined;
  readonly scale: number;
}

const parallels = ({ lat, parallel1 = lat, parallel2 = parallel1 }: Parameters) =>
  `+lat_0=${lat} +lat_1=${parallel1} +lat_2=${parallel2}`;

/** By ProjCoordTransGeoKey (GeoTIFF 1.0, section 6.3.3.3). */
const METHODS: { readonly [code: number]: (parameters: Parameters) => string } = {
  1: ({ lat, scale }) => `+proj=tmerc +lat_0=${lat} +k=${scale}`,
  7: ({ parallel1, scale }) => (parallel1 === undefined ? `+proj=merc +k=${scale}` : `+proj=merc +lat_ts=${parallel1}`),
  8: (parameters) => `+proj=lcc ${parallels(parameters)}`,
  9: ({ lat, scale }) => `+proj=lcc +lat_0=${lat} +lat_1=${lat} +k_0=${scale}`,
  10: ({ lat }) => `+proj=laea +lat_0=${lat}`,
  11: (parameters) => `+proj=aea ${parallels(parameters)}`,
  12: ({ lat }) => `+proj=aeqd +lat_0=${lat}`,
  13: (parameters) => `+proj=eqdc ${parallels(parameters)}`,
  14: ({ lat, scale }) => `+proj=stere +lat_0=${lat} +k=${scale}`,
  15: ({ lat, parallel1 = lat, scale }) => polarStereographic(parallel1, scale),
  16: ({ lat, scale }) => `+proj=sterea +lat_0=${lat} +k=${scale}`,
  17: ({ lat, parallel1 = lat }) => `+proj=eqc +lat_ts=${parallel1}`,
  24: () => "+proj=sinu",
  28: ({ lat, parallel1 = lat }) => `+proj=cea +lat_ts=${parallel1}`,
};

/** The latitude key is the pole (then the scale applies) or the latitude of true scale. */
function polarStereographic(lat: number, scale: number): string {
  const pole = lat < 0 ? -90 : 90;
  return Math.abs(lat) === 90 ? `+proj=stere +lat_0=${pole} +k=${scale}` : `+proj=stere +lat_0=${pole} +lat_ts=${lat}`;
}

function unknown(what: string, file: string): TerrainError {
  return new TerrainError(`unknown coordinate system (${what}); set the option projection`, file);
}

/** Metres per unit of height: VerticalUnitsGeoKey, or metres without one. */
export function metresPerHeightUnit(keys: GeoKeys | null, file: string): number {
  const code = keys?.VerticalUnitsGeoKey;
  if (code === undefined || code === USER_DEFINED || typeof code !== "number") return 1;
  const unit = METRES_PER_UNIT[code];
  if (unit === undefined) throw new TerrainError(`unknown unit of height ${code}`, file);
  return unit;
}
