/**
 * Coordinate systems from GeoKeys (OGC GeoTIFF 1.1, clauses 7 and Annex B; names and codes as there) as proj strings.
 */
import { TerrainError } from "../errors.js";
import { GEOGRAPHIC, PROJECTED } from "./crs-table.js";

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
  const method = projectionMethod(keys, { lat, parallel1, parallel2, scale }, file);
  const east = number(keys, "ProjFalseEastingGeoKey", "ProjFalseOriginEastingGeoKey", "ProjCenterEastingGeoKey") ?? 0;
  const north =
    number(keys, "ProjFalseNorthingGeoKey", "ProjFalseOriginNorthingGeoKey", "ProjCenterNorthingGeoKey") ?? 0;
  const offset = `+x_0=${east * unit} +y_0=${north * unit}${unit === 1 ? "" : ` +to_meter=${unit}`}`;
  const datum = geographic(keys, file).replace("+proj=longlat ", "");
  return `${method} +lon_0=${lon} ${offset} ${datum}`;
}

interface Parameters {
  lat: number;
  parallel1: number | undefined;
  parallel2: number | undefined;
  scale: number;
}

/** ProjCoordTransGeoKey codes (GeoTIFF 1.0, section 6.3.3.3). */
function projectionMethod(keys: GeoKeys, { lat, parallel1, parallel2, scale }: Parameters, file: string): string {
  const code = keys.ProjCoordTransGeoKey;
  switch (code) {
    case 1:
      return `+proj=tmerc +lat_0=${lat} +k=${scale}`;
    case 7:
      return parallel1 === undefined ? `+proj=merc +k=${scale}` : `+proj=merc +lat_ts=${parallel1}`;
    case 8:
      return `+proj=lcc +lat_0=${lat} +lat_1=${parallel1 ?? lat} +lat_2=${parallel2 ?? parallel1 ?? lat}`;
    case 9:
      return `+proj=lcc +lat_0=${lat} +lat_1=${lat} +k_0=${scale}`;
    case 10:
      return `+proj=laea +lat_0=${lat}`;
    case 11:
      return `+proj=aea +lat_0=${lat} +lat_1=${parallel1 ?? lat} +lat_2=${parallel2 ?? parallel1 ?? lat}`;
    case 12:
      return `+proj=aeqd +lat_0=${lat}`;
    case 13:
      return `+proj=eqdc +lat_0=${lat} +lat_1=${parallel1 ?? lat} +lat_2=${parallel2 ?? parallel1 ?? lat}`;
    case 14:
      return `+proj=stere +lat_0=${lat} +k=${scale}`;
    case 15:
      return polarStereographic(parallel1 ?? lat, scale);
    case 16:
      return `+proj=sterea +lat_0=${lat} +k=${scale}`;
    case 17:
      return `+proj=eqc +lat_ts=${parallel1 ?? lat}`;
    case 24:
      return "+proj=sinu";
    case 28:
      return `+proj=cea +lat_ts=${parallel1 ?? lat}`;
    default:
      throw unknown(`projection method ${String(code)}`, file);
  }
}

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
