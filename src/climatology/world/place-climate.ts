/** The fields of the world, asked for one place. */
import { monthlyExtraterrestrial } from "../../models/solar-position/monthly-extraterrestrial.js";
import { type Field, sample } from "../fields.js";
import { checkPlace } from "../place.js";
import type { EmbeddedClimatology } from "../types.js";
import { monthlyTemperature, yearlyHumidity } from "./air.js";
import { dailyDistribution } from "./daily.js";
import { knownMiss } from "./known-misses.js";
import { expectedError, placeClass } from "./place-class.js";
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
  /** What months differ from it, K: amplitudes of cosine and sine of one, two and three waves a year. */
  readonly seasons: Field;
  /** One layer each, on land: the year's specific humidity, g/kg, and wind, m/s. */
  readonly moisture: Field;
  readonly wind: Field;
  /** One layer: share of land. */
  readonly land: Field;
  /** One layer: 1 where MERRA-2 has a cell. */
  readonly cells: Field;
}

/** No month's mean is clearer, so that its days, at most 0.85, can differ. */
const CLEAREST_MONTH = 0.84;
/** South of it no package has land. */
const ANTARCTICA = -60;
const LOWEST = -500;
const HIGHEST = 9000;

/** What else is known of the Earth: `EmbeddedClimatology`. */
export type Surroundings = Pick<EmbeddedClimatology, "ground" | "linkeTurbidity">;

/** @param surroundings the height of a place, where the caller gives none, of what is around it, and its haze */
export function placeClimate(
  fields: WorldFields,
  surroundings: Surroundings,
  latitude: number,
  longitude: number,
  options: WorldClimateOptions,
): PlaceClimate {
  checkPlace("WorldClimate.at", latitude, longitude, 360);
  const east = longitude - 360 * Math.floor((longitude + 180) / 360);
  const at = (field: Field) => sample(field, latitude, east);
  const single = (field: Field) => at(field)[0]!;
  const ground = surroundings.ground(latitude, east);
  const given = altitudeOf(options);
  const altitude = given ?? ground.altitude;
  const extraterrestrial = Float64Array.from(monthlyExtraterrestrial(latitude));
  const ratio = brighter(single(fields.ratio), altitude - ground.around);
  const globalHorizontal = irradiance(at(fields.clearness), ratio, extraterrestrial);
  const surface = surfaceOf(single(fields.land));
  const irradianceFrom = irradianceOrigin(latitude, surface, single(fields.cells));
  const temperatureFrom = temperatureOrigin(latitude, surface);
  const altitudeUncertainty = given === undefined ? ground.uncertainty : 0;
  const kind = placeClass({
    latitude,
    surface,
    irradianceFrom,
    around: ground.around,
    unevenness: ground.uncertainty,
    turbidity: meanOf(surroundings.linkeTurbidity(latitude, east)),
    clearness: meanOf(globalHorizontal) / meanOf(extraterrestrial),
  });
  const temperature = monthlyTemperature(single(fields.year), at(fields.seasons), altitude, ground.around);
  const hasAir = surface !== "sea" && latitude >= ANTARCTICA;
  return {
    altitude,
    altitudeUncertainty,
    surface,
    globalHorizontal,
    extraterrestrial,
    daily: dailyDistribution(at(fields.days), globalHorizontal, extraterrestrial),
    temperature,
    relativeHumidity: hasAir ? yearlyHumidity(single(fields.moisture), altitude, temperature) : undefined,
    windSpeed: hasAir ? single(fields.wind) : undefined,
    irradianceFrom,
    temperatureFrom,
    expectedError: expectedError(kind, altitudeUncertainty, knownMiss(latitude, east)),
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

function meanOf(months: ArrayLike<number>): number {
  let sum = 0;
  for (let month = 0; month < months.length; month++) sum += months[month]!;
  return sum / months.length;
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
  return latitude < ANTARCTICA && surface !== "sea" ? "stations" : "reanalysis";
}
