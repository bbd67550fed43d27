/** Temperature and humidity of a place from what the fields hold for sea level. */
import { cos, exp, log, sin } from "../../../foundation/math/index.js";
import { standardPressure } from "../../../physics/models/atmosphere/pressure.js";
import { MAGNUS } from "../../../physics/models/atmosphere/water.js";
import { monthlyExtraterrestrial } from "../../../physics/models/solar-position/monthly-extraterrestrial.js";
import { type Field, sample } from "../grids.js";
import { checkPlace, type EmbeddedClimatology } from "../types.js";
import { expectedError, knownMiss, placeClass } from "./place-class.js";
import type {
  DailyDistribution,
  IrradianceOrigin,
  LandOrSea,
  PlaceClimate,
  TemperatureOrigin,
  WorldClimateOptions,
} from "./types.js";

/** Of the standard atmosphere (ISO 2533:1975), K/m. */
const LAPSE_RATE = 0.0065;
/**
 * Below the ground around, where cold air gathers, K/m: 3.9 to 5.2 were measured over a year in the Cascades (Minder, Mote &
 * Lundquist 2010, doi:10.1029/2009JD013493); chosen at places with files (research/world-climate.md).
 */
const LAPSE_RATE_IN_VALLEYS = 0.004;

/** Middles of months as phases of a year. */
const PHASES = /* @__PURE__ */ Float64Array.from({ length: 12 }, (_, month) => (2 * Math.PI * (month + 0.5)) / 12);

/**
 * Means of the months, °C.
 *
 * @param atSeaLevel of the year; @param waves amplitudes of cosine and sine of one, two and three waves a year, K
 * @param altitude of the place, and of the ground around, m
 */
function monthlyTemperature(atSeaLevel: number, waves: Float64Array, altitude: number, around: number): Float64Array {
  const depth = Math.max(around - altitude, 0);
  const year = atSeaLevel - LAPSE_RATE * (altitude + depth) + LAPSE_RATE_IN_VALLEYS * depth;
  return PHASES.map((phase) => {
    let season = 0;
    for (let wave = 0; 2 * wave < waves.length; wave++) {
      const turned = (wave + 1) * phase;
      season += waves[2 * wave]! * cos(turned) + waves[2 * wave + 1]! * sin(turned);
    }
    return year + season;
  });
}

const PASCALS_PER_HECTOPASCAL = 100;
/** Molar mass of water over that of dry air. */
const WATER_OVER_AIR = 0.622;
const GRAMS = 1000;

/**
 * The year's mean, %: the pressure of the vapour over the mean that saturated air would have, by Magnus' formula over water.
 *
 * @param moisture specific humidity, g/kg; @param altitude m; @param temperature °C by month
 */
function yearlyHumidity(moisture: number, altitude: number, temperature: Float64Array): number {
  const share = moisture / GRAMS;
  const pressure = standardPressure(altitude) / PASCALS_PER_HECTOPASCAL;
  const vapour = (share * pressure) / (WATER_OVER_AIR + (1 - WATER_OVER_AIR) * share);
  const [a, b, c] = MAGNUS;
  const saturated = temperature.reduce((sum, celsius) => sum + a * exp((b * celsius) / (c + celsius)), 0) / 12;
  return Math.min((100 * vapour) / saturated, 100);
}

/** No day's mean is clearer: daily means over the extraterrestrial mean of their month end here. */
const CLEAREST_DAY = 0.85;

/** Probabilities of the nodes, as research/world-climatology/fields.py has them. */
const LEVELS = [0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1] as const;
export const LEVEL_COUNT = LEVELS.length;

/** Powers between which the one that is sought lies (at the ends a factor does the rest); halvings until no digit is left. */
const LOWEST_POWER = 1e-3;
const HIGHEST_POWER = 60;
const HALVINGS = 60;

/** Logarithms of a month's shape, so that a power costs one function. */
const logarithms = /* @__PURE__ */ new Float64Array(LEVEL_COUNT);

/**
 * @param shapes LEVEL_COUNT values for each month, above 0, at most 1: clearness of days over CLEAREST_DAY, not falling
 * @param means monthly means, W/m²; @param extraterrestrial the same above the air
 */
export function dailyDistribution(
  shapes: Float64Array,
  means: Float64Array,
  extraterrestrial: Float64Array,
): DailyDistribution {
  const nodes = new Float64Array(12 * LEVEL_COUNT);
  for (let month = 0; month < 12; month++) {
    drawTo(means[month]!, CLEAREST_DAY * extraterrestrial[month]!, shapes, month * LEVEL_COUNT, nodes);
  }
  return {
    levels: Float64Array.from(LEVELS),
    nodes(month) {
      checkMonth("nodes", month);
      return nodes.slice(month * LEVEL_COUNT, (month + 1) * LEVEL_COUNT);
    },
    quantile(month, u) {
      checkMonth("quantile", month);
      if (!(u >= 0 && u <= 1)) throw new RangeError(`quantile: u must be a probability from 0 to 1, got ${String(u)}`);
      return between(nodes, month * LEVEL_COUNT, u);
    },
  };
}

/**
 * Powers of a shape between 0 and 1 stay between 0 and 1 and keep their order: darker months have more dark days, and
 * clear days stay as clear as they are. At 52 places that is closer to the days of typical years than stretching all
 * days by one factor (research/world-climate.md). The last step to the mean is a factor of 1 within rounding.
 */
function drawTo(mean: number, most: number, shapes: Float64Array, from: number, nodes: Float64Array): void {
  for (let k = 0; k < LEVEL_COUNT; k++) logarithms[k] = log(shapes[from + k]!);
  let low = LOWEST_POWER;
  let high = HIGHEST_POWER;
  for (let i = 0; i < HALVINGS; i++) {
    const power = (low + high) / 2;
    raise(power, from, nodes);
    if (meanOfDays(nodes, from) * most > mean) low = power;
    else high = power;
  }
  raise(high, from, nodes);
  const factor = mean / meanOfDays(nodes, from);
  for (let i = from; i < from + LEVEL_COUNT; i++) nodes[i] = nodes[i]! * factor;
}

function raise(power: number, from: number, nodes: Float64Array): void {
  for (let k = 0; k < LEVEL_COUNT; k++) nodes[from + k] = exp(power * logarithms[k]!);
}

/** The integral of a piecewise linear quantile function: the mean of the distribution. */
function meanOfDays(nodes: Float64Array, from: number): number {
  let sum = 0;
  for (let k = 1; k < LEVEL_COUNT; k++) {
    sum += ((nodes[from + k - 1]! + nodes[from + k]!) / 2) * (LEVELS[k]! - LEVELS[k - 1]!);
  }
  return sum;
}

function between(nodes: Float64Array, from: number, u: number): number {
  let k = 1;
  while (k < LEVEL_COUNT - 1 && u > LEVELS[k]!) k++;
  const share = (u - LEVELS[k - 1]!) / (LEVELS[k]! - LEVELS[k - 1]!);
  const lower = nodes[from + k - 1]!;
  return lower + share * (nodes[from + k]! - lower);
}

function checkMonth(caller: string, month: number): void {
  if (!(Number.isInteger(month) && month >= 0 && month < 12)) {
    throw new RangeError(`${caller}: month must be an integer from 0, January, to 11, got ${String(month)}`);
  }
}

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
  const moisture = single(fields.moisture);
  const altitudeUncertainty = given === undefined ? ground.uncertainty : 0;
  const kind = placeClass({
    latitude,
    surface,
    irradianceFrom,
    around: ground.around,
    unevenness: ground.uncertainty,
    turbidity: meanOf(surroundings.linkeTurbidity(latitude, east)),
    clearness: meanOf(globalHorizontal) / meanOf(extraterrestrial),
    moisture,
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
    relativeHumidity: hasAir ? yearlyHumidity(moisture, altitude, temperature) : undefined,
    windSpeed: hasAir ? single(fields.wind) : undefined,
    irradianceFrom,
    temperatureFrom,
    expectedError: expectedError(kind, altitudeUncertainty, knownMiss(latitude, east), ground.around - altitude),
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
