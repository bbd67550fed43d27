/** What kind of place it is, as far as the climatology itself can tell, and what was found at others of its kind (research/world-climate.md). */
import { CLASS_ERRORS } from "./expected-errors.generated.js";
import type { ExpectedError, IrradianceOrigin, KnownMiss, LandOrSea, PlaceClass } from "./types.js";

/** What the rules look at. */
export interface PlaceTraits {
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
}

/** Ground that is higher is land, though irradiance has only sea there, m. */
const LAND = 10;
/** Degrees from the equator: there the sea's clearness is carried from land of another climate. */
const STORMY_SEAS = 40;
/** Low suns, snow and few stations: satellites and reanalyses are worst there. */
const HIGH_LATITUDES = 55;
const TROPICS = 23.5;
/** Where valleys and ridges of one cell differ in cloud and height, m. */
const STEEP = 140;
const HIGH = 1500;
/** Ice sheets of the north are high and within the Arctic circle; those of the south are `analogue`. */
const ARCTIC_ICE = 66.5;
/** Linke turbidity of dust and smoke; of clean air 2 to 3.5. */
const HAZY = 4;
/** Dry climates: no month there is cloudy for long. */
const DRY = 0.56;

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
  ["tropics", ({ latitude }) => Math.abs(latitude) < TROPICS],
  ["mountains", ({ unevenness, around }) => unevenness > STEEP || around > HIGH],
  ["hazy air", ({ turbidity }) => turbidity > HAZY],
  ["coast", ({ surface }) => surface !== "land"],
  ["dry land", ({ clearness }) => clearness > DRY],
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

/** @param altitudeUncertainty m (rms): 0 where the altitude was given, as it was at the places judged */
export function expectedError(placeClass: PlaceClass, altitudeUncertainty: number, miss?: KnownMiss): ExpectedError {
  const [annualGlobalHorizontal, annualWithin80, monthlyGlobalHorizontal, kelvin, ofYield, places] =
    CLASS_ERRORS[placeClass];
  const ofAltitude = LAPSE_RATE * altitudeUncertainty;
  return {
    annualGlobalHorizontal,
    annualWithin80,
    monthlyGlobalHorizontal,
    temperature: Math.round(10 * Math.sqrt(kelvin * kelvin + ofAltitude * ofAltitude)) / 10,
    yield: ofYield,
    placeClass,
    places,
    ...(miss && { knownMiss: miss }),
  };
}
