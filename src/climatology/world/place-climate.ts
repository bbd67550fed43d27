/** The fields of the world, asked for one place. */
import { monthlyExtraterrestrial } from "../../models/solar-position/monthly-extraterrestrial.js";
import { type Field, sample } from "../fields.js";
import { checkPlace } from "../place.js";
import { dailyDistribution } from "./daily.js";
import { expectedError } from "./expected-error.js";
import type { IrradianceOrigin, LandOrSea, PlaceClimate, TemperatureOrigin, WorldClimateOptions } from "./types.js";

/** Each by its name in fields.generated.ts; layers are months unless said. */
export interface WorldFields {
  /** GHI of MERRA-2 over the extraterrestrial. */
  readonly clearness: Field;
  /** Clearness of days over the clearest at the levels of daily.ts, month by month. */
  readonly days: Field;
  /** One layer: the year of GLDAS over that of MERRA-2. */
  readonly ratio: Field;
  /** One layer: the year's mean temperature at sea level, °C. */
  readonly year: Field;
  /** What each month differs from it, K. */
  readonly seasons: Field;
  /** One layer: share of land. */
  readonly land: Field;
  /** One layer: 1 where MERRA-2 has a cell. */
  readonly cells: Field;
}

/** No month's mean is clearer, so that its days, at most 0.85, can differ. */
const CLEAREST_MONTH = 0.84;
/** Of the standard atmosphere (ISO 2533:1975), K/m. */
const LAPSE_RATE = 0.0065;
/** South of it no package has land. */
const ANTARCTICA = -60;
const LOWEST = -500;
const HIGHEST = 9000;

/** @param height metres of the ground, where the caller gives none */
export function placeClimate(
  fields: WorldFields,
  height: (latitude: number, longitude: number) => number,
  latitude: number,
  longitude: number,
  options: WorldClimateOptions,
): PlaceClimate {
  checkPlace("WorldClimate.at", latitude, longitude, 360);
  const east = longitude - 360 * Math.floor((longitude + 180) / 360);
  const at = (field: Field) => sample(field, latitude, east);
  const single = (field: Field) => at(field)[0]!;
  const ground = height(latitude, east);
  const altitude = altitudeOf(options) ?? ground;
  const extraterrestrial = Float64Array.from(monthlyExtraterrestrial(latitude));
  const globalHorizontal = irradiance(
    at(fields.clearness),
    brighter(single(fields.ratio), altitude - ground),
    extraterrestrial,
  );
  const year = single(fields.year) - LAPSE_RATE * altitude;
  const surface = surfaceOf(single(fields.land));
  const irradianceFrom = irradianceOrigin(latitude, surface, single(fields.cells));
  const temperatureFrom = temperatureOrigin(latitude, surface);
  return {
    altitude,
    surface,
    globalHorizontal,
    extraterrestrial,
    daily: dailyDistribution(at(fields.days), globalHorizontal, extraterrestrial),
    temperature: at(fields.seasons).map((season) => year + season),
    irradianceFrom,
    temperatureFrom,
    expectedError: expectedError(irradianceFrom, temperatureFrom, latitude),
  };
}

function altitudeOf({ altitude }: WorldClimateOptions): number | undefined {
  if (altitude === undefined) return undefined;
  if (typeof altitude !== "number") {
    throw new TypeError(`WorldClimate.at: altitude must be a number of metres, got ${String(altitude)}`);
  }
  if (!(altitude >= LOWEST && altitude <= HIGHEST)) {
    throw new RangeError(`WorldClimate.at: altitude must be from ${LOWEST} to ${HIGHEST} metres, got ${altitude}`);
  }
  return altitude;
}

/** A clear sky's share of the extraterrestrial is 0.75 + 2e-5 × metres (FAO-56, equation 37). */
function brighter(ratio: number, metresAbove: number): number {
  return ratio * (1 + (2e-5 / 0.75) * metresAbove);
}

function irradiance(clearness: Float64Array, ratio: number, extraterrestrial: Float64Array): Float64Array {
  return extraterrestrial.map((most, month) => Math.min(clearness[month]! * ratio, CLEAREST_MONTH) * most);
}

/** A hundredth of land is less than the rounding of the weights. */
function surfaceOf(land: number): LandOrSea {
  if (land > 0.99) return "land";
  return land < 0.01 ? "sea" : "coast";
}

function irradianceOrigin(latitude: number, surface: LandOrSea, cells: number): IrradianceOrigin {
  if (latitude < ANTARCTICA && surface !== "sea") return "analogue";
  if (cells >= 0.5) return "reanalysis";
  return surface === "sea" ? "neighbours" : "annual";
}

function temperatureOrigin(latitude: number, surface: LandOrSea): TemperatureOrigin {
  if (surface === "sea") return "sea-surface";
  return latitude < ANTARCTICA ? "stations" : "reanalysis";
}
