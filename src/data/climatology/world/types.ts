/** What the world climatology says of a place. */

/** What a place stands on: `coast` within half a degree of both, small islands included; `sea`: large lakes, too. */
export type LandOrSea = "land" | "coast" | "sea";

/**
 * Where irradiance comes from.
 *
 * - `reanalysis`: MERRA-2's months, on land scaled to the year of GLDAS;
 * - `annual`: the year of GLDAS, months like those of the nearest land (small islands, north of 72° N);
 * - `neighbours`: clearness of the nearest land and islands along the circle of latitude (the open sea);
 * - `analogue`: clearness over Greenland's ice at the same height, half a year later (Antarctica).
 */
export type IrradianceOrigin = "reanalysis" | "annual" | "neighbours" | "analogue";

/**
 * Where temperature comes from.
 *
 * - `reanalysis`: ERA5's months; on land their year is the mean of ERA5's and GLDAS's;
 * - `stations`: ERA5's months, with height moved to two stations on the plateau (Antarctica).
 */
export type TemperatureOrigin = "reanalysis" | "stations";

/**
 * What kind of place it is (place-class.ts has the rules), the first that fits: ice; the sea beyond and within 40°; islands that the grids
 * hardly see; beyond 55°; the tropics but for their deserts; steep or very high ground; dust and smoke; land and sea within half a degree; dry land; other land.
 */
export type PlaceClass =
  | "ice sheet"
  | "small island"
  | "stormy sea"
  | "open sea"
  | "high latitude"
  | "tropics"
  | "mountains"
  | "hazy air"
  | "coast"
  | "dry land"
  | "temperate land";

/**
 * What was found at places of the same class with measured or typical years that the climatology had not seen (research/world-climate.md).
 */
export interface ExpectedError {
  /** Of the year's GHI, as a fraction of it (rms). */
  readonly annualGlobalHorizontal: number;
  /** Within so much of the year's GHI, either way, are eight of ten places. */
  readonly annualWithin80: number;
  /** Of a month's GHI, as a fraction of the year's mean (rms). */
  readonly monthlyGlobalHorizontal: number;
  /** Of a month's temperature, K (rms); with what an altitude that was not given may be off. */
  readonly temperature: number;
  /** Of what a PV system yields in a typical year made from it, as a fraction (rms). */
  readonly yield: number;
  readonly placeClass: PlaceClass;
  /** How many places of the class were judged; 0: none, and the errors are assumed, none smaller than that of the worst class judged. */
  readonly places: number;
  /** Where the light around is known to be further off than at places of the class, whose errors the other figures are. */
  readonly knownMiss?: KnownMiss | undefined;
}

/** What was found at a place within 300 km. */
export interface KnownMiss {
  readonly place: string;
  /** Of the year's GHI there, as a fraction of the true one: above 0 the climatology is too bright. */
  readonly error: number;
  readonly distanceKm: number;
  /** What was found, in words. */
  readonly message: string;
}

/** One of the data sets behind the values. */
export interface ClimateSource {
  readonly name: string;
  readonly period: string;
  readonly licence: string;
  /** What a product that shows the values has to say. */
  readonly attribution: string;
}

/**
 * How daily means of GHI are distributed within a month. A piecewise linear quantile function for each month, whose
 * mean is the month's mean. Within months in which the days change much in length (beyond 60°) that change is part of
 * the spread.
 */
export interface DailyDistribution {
  /** Probabilities of the nodes, from 0 to 1. */
  readonly levels: Float64Array;
  /**
   * @param month 0 is January. @returns a copy of the daily means at `levels`, W/m², never falling. @throws RangeError
   */
  nodes(month: number): Float64Array;
  /**
   * The daily mean that a share `u` of the days stays below, W/m².
   *
   * @param month 0 is January; @param u from 0 to 1
   * @throws RangeError for what is no month or no probability
   */
  quantile(month: number, u: number): number;
}

/** The climate of one place; months from January. Arrays are the caller's. */
export interface PlaceClimate {
  /** Metres above the sea: as given, else of the embedded grids. */
  readonly altitude: number;
  /** By how much the grids' altitude may be wrong here, m (rms); 0 where it was given. A kilometre is worth some 6 K. */
  readonly altitudeUncertainty: number;
  readonly surface: LandOrSea;
  /** Monthly means over all 24 hours of global horizontal irradiance, W/m²; exactly 0 in the polar night. */
  readonly globalHorizontal: Float64Array;
  /** The same of what arrives above the air. `globalHorizontal` is at most 0.84 of it, a day's mean at most 0.85. */
  readonly extraterrestrial: Float64Array;
  readonly daily: DailyDistribution;
  /** Monthly means of the air, °C. */
  readonly temperature: Float64Array;
  /**
   * The year's relative humidity, %, from GLDAS's moisture and the temperatures: 8 points off at 42 places with files (rms), the
   * months there 11; no source has months. Undefined over the sea and in Antarctica.
   */
  readonly relativeHumidity: number | undefined;
  /** The year's wind at 10 m, m/s, of GLDAS: 1.0 m/s off there (rms), the months 1.2. Undefined as the humidity. */
  readonly windSpeed: number | undefined;
  readonly irradianceFrom: IrradianceOrigin;
  readonly temperatureFrom: TemperatureOrigin;
  readonly expectedError: ExpectedError;
}

export interface WorldClimateOptions {
  /** Metres above the sea, −500…9000; by default the mean height around the place. */
  readonly altitude?: number | undefined;
}

/** Monthly climate for every place on Earth, without a network. */
export interface WorldClimate {
  /** All that went into the values. */
  readonly sources: readonly ClimateSource[];
  /**
   * @param latitude degrees north, −90…90; @param longitude degrees east, −360…360
   * @throws TypeError, RangeError for what is no place or no altitude
   */
  at(latitude: number, longitude: number, options?: WorldClimateOptions): PlaceClimate;
}
