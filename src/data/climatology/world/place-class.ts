/** Places around which the climatology is known to be far off: what their class does not tell (docs/how-accurate.md lists the same). */
import { asin, cos, DEG, sin } from "../../../foundation/math/index.js";
import { CLASS_ERRORS } from "./expected-errors.generated.js";
import type { ExpectedError, IrradianceOrigin, KnownMiss, LandOrSea, PlaceClass } from "./types.js";

/** In ASCII, since fields of HTTP have them; degrees; percent of the year's GHI, ours over the truth; whether ours had seen that truth. */
type Row = readonly [
  place: string,
  latitude: number,
  longitude: number,
  percent: number,
  truth: "published" | "unseen",
];

/**
 * All that are off by 8 % or more beside published values (research/world-climate.md, "Values recalled"), and by 9 % or more of the places that
 * were judged one by one, by fields that had seen nothing within 300 km. Not Izana, a summit whose surroundings lie two kilometres below it.
 */
export const KNOWN_MISSES: readonly Row[] = [
  ["Chengdu", 30.67, 104.07, 30, "published"],
  ["Lima", -12.05, -77.04, 20, "published"],
  ["Neumayer", -70.65, -8.25, -16, "published"],
  ["Quito", -0.22, -78.51, -13, "published"],
  ["Lhasa", 29.65, 91.12, -11, "published"],
  ["La Paz", -16.5, -68.15, -10, "published"],
  ["Bergen", 60.39, 5.33, 10, "published"],
  ["Delhi", 28.61, 77.21, 9, "published"],
  ["Nairobi", -1.29, 36.82, 8, "published"],
  ["Nome", 64.5, -165.4, -16, "unseen"],
  ["Antananarivo", -18.8, 47.5, 13, "unseen"],
  ["Northway", 63, -141.9, 13, "unseen"],
  ["Cairo", 30.1, 31.4, 13, "unseen"],
  ["Los Angeles", 33.9, -118.4, 12, "unseen"],
  ["Shanghai", 31.2, 121.4, 10, "unseen"],
  ["Mount Shasta", 41.3, -122.3, -9, "unseen"],
  ["Honolulu", 21.3, -157.9, 9, "unseen"],
];

/** Places within so many km share their weather: the neighbourhoods of research/fit-expected-error.mjs. */
const SHARED = 300;
/** Mean radius of the Earth, km. */
const EARTH_RADIUS = 6371;

/** The nearest within 300 km. */
export function knownMiss(latitude: number, longitude: number): KnownMiss | undefined {
  let found: { readonly row: Row; readonly km: number } | undefined;
  for (const row of KNOWN_MISSES) {
    const km = kilometres(latitude, longitude, row[1], row[2]);
    if (km <= (found?.km ?? SHARED)) found = { row, km };
  }
  if (found === undefined) return undefined;
  const [place, , , percent, truth] = found.row;
  const size = `${Math.abs(percent)} % ${percent > 0 ? "above" : "below"}`;
  const other = `${Math.abs(Math.round(100 / (1 + percent / 100) - 100))} % ${percent > 0 ? "lower" : "higher"}`;
  const [beside, those] = {
    published: ["published values", "they are"],
    unseen: ["a typical year that it had not seen", "that year is"],
  }[truth];
  const message = `the year's light was found ${size} ${beside} at ${place}, ${Math.round(found.km)} km from here: ${those} ${other}`;
  return { place, error: percent / 100, distanceKm: found.km, message };
}

/** Along the great circle, by the haversine: right across the date line and at the poles. */
function kilometres(latitude: number, longitude: number, north: number, east: number): number {
  const [up, across] = [sin(((north - latitude) / 2) * DEG), sin(((east - longitude) / 2) * DEG)];
  const half = up * up + cos(latitude * DEG) * cos(north * DEG) * across * across;
  return 2 * EARTH_RADIUS * asin(Math.sqrt(Math.min(half, 1)));
}

/** What the rules look at. */
interface PlaceTraits {
  readonly latitude: number;
  readonly surface: LandOrSea;
  readonly irradianceFrom: IrradianceOrigin;
  /** Mean height of the ground around, m. */
  readonly around: number;
  /** By how much the height of the grids may be off at a point, m (rms): 50 where it is flat. */
  readonly unevenness: number;
  /** Mean Linke turbidity of the year. */
  readonly turbidity: number;
  /** The year's GHI over the extraterrestrial. */
  readonly clearness: number;
  /** The year's specific humidity, g/kg. */
  readonly moisture: number;
}

/** Ground that is higher is land, though irradiance has only sea there, m. */
const LAND = 10;
/** Degrees from the equator: there the sea's clearness is carried from land of another climate. */
const STORMY_SEAS = 40;
/** Low suns, snow and few stations: satellites and reanalyses are worst there. */
const HIGH_LATITUDES = 55;
const TROPICS = 23.5;
/** The tropics' clouds: deserts between the tropics are as dry as others. */
const ARID = 0.62;
/** Where valleys and ridges of one cell differ in cloud and height, m: plains beside mountains are below it. */
const STEEP = 150;
/** Ice sheets stand on it, or are it, m. */
const HIGH = 1500;
/** Plateaus with the thin air of mountains, m. */
const PLATEAU = 2500;
/** Water so high is a lake, m. */
const LAKE = 500;
/** Ice sheets of the north are high and within the Arctic circle; those of the south are `analogue`. */
const ARCTIC_ICE = 66.5;
/** Linke turbidity of dust and smoke; of clean air 2 to 3.5. */
const HAZY = 4;
/** Dry climates: no month there is cloudy for long, and the air of the year, g/kg, is no monsoon's. */
const DRY = 0.56;
const HUMID = 8.8;

/** What a metre of altitude is worth in temperature (ISO 2533:1975), K. */
const LAPSE_RATE = 0.0065;

/** The first rule that fits. */
const RULES: readonly (readonly [PlaceClass, (place: PlaceTraits) => boolean])[] = [
  ["ice sheet", ({ irradianceFrom, latitude, around }) => irradianceFrom === "analogue" || arcticIce(latitude, around)],
  [
    "small island",
    ({ irradianceFrom, around }) => irradianceFrom === "annual" || (seaWide(irradianceFrom) && around > LAND),
  ],
  ["stormy sea", ({ irradianceFrom, latitude }) => seaWide(irradianceFrom) && Math.abs(latitude) > STORMY_SEAS],
  ["open sea", ({ irradianceFrom }) => seaWide(irradianceFrom)],
  ["high latitude", ({ latitude }) => Math.abs(latitude) > HIGH_LATITUDES],
  ["tropics", ({ latitude, clearness }) => Math.abs(latitude) < TROPICS && clearness < ARID],
  ["mountains", ({ unevenness, around }) => unevenness > STEEP || around > PLATEAU],
  ["hazy air", ({ turbidity }) => turbidity > HAZY],
  ["coast", ({ surface, around }) => surface !== "land" && around < LAKE],
  ["dry land", ({ clearness, moisture }) => clearness > DRY && moisture < HUMID],
];
const OTHERS: PlaceClass = "temperate land";

export function placeClass(place: PlaceTraits): PlaceClass {
  return RULES.find(([, fits]) => fits(place))?.[0] ?? OTHERS;
}

function seaWide(irradianceFrom: IrradianceOrigin): boolean {
  return irradianceFrom === "neighbours";
}

function arcticIce(latitude: number, around: number): boolean {
  return latitude > ARCTIC_ICE && around > HIGH;
}

/**
 * Below the ground around by more than this, m, plain and mountain share a cell: Januaries below the Front Range were 4 to 7 K too cold, and ERA5's
 * own plain is 2 K (research/world-climate.md). There the error of months is at least so much, K.
 */
const SHARED_CELL = 150;
const KELVIN_OF_SHARED_CELL = 3;

/**
 * @param altitudeUncertainty m (rms): 0 where the altitude was given, as it was at the places judged
 * @param depth m below the ground around
 */
export function expectedError(
  placeClass: PlaceClass,
  altitudeUncertainty: number,
  miss?: KnownMiss,
  depth = 0,
): ExpectedError {
  const [annualGlobalHorizontal, annualWithin80, monthlyGlobalHorizontal, kelvin, ofYield, places] =
    CLASS_ERRORS[placeClass];
  const ofAltitude = LAPSE_RATE * altitudeUncertainty;
  const ofClass = depth > SHARED_CELL ? Math.max(kelvin, KELVIN_OF_SHARED_CELL) : kelvin;
  return {
    annualGlobalHorizontal,
    annualWithin80,
    monthlyGlobalHorizontal,
    temperature: Math.round(10 * Math.sqrt(ofClass * ofClass + ofAltitude * ofAltitude)) / 10,
    yield: ofYield,
    placeClass,
    places,
    ...(miss && { knownMiss: miss }),
  };
}
