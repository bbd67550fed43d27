/** The typical year of a bare place: the one that a yield of a place alone is made of, wherever it is computed. */
import { openClimatology, standardTimeOffset } from "../../data/climatology/climatology.js";
import { describeExpectedError } from "../../data/climatology/world/error-clause.js";
import { loadWorldClimate } from "../../data/climatology/world/load.js";
import type { ClimateSource, ExpectedError } from "../../data/climatology/world/types.js";
import { monthlyClearest } from "../../physics/models/clear-sky/clearest.js";
import { generateYear } from "./generation/generate.js";
import type { GeneratedYear, MonthlyMeans } from "./generation/types.js";

/** W/m² above the clearest sky that a monthly mean may have: whole numbers of a publisher, as `generateYear` takes them. */
const ALLOWANCE = 1;
/** °C: no month has been colder on Earth, and `generateYear` takes none. High above the Pole's ice the lapse of the air would lead below. */
const COLDEST = -90;

export interface WorldMonths {
  /** Degrees, metres, hours: the altitude as given, else whole metres of the coarse map; standard time. */
  readonly place: {
    readonly latitude: number;
    readonly longitude: number;
    readonly altitude: number;
    readonly timeZone: number;
  };
  /** What `generateYear` takes: light (W/m²), temperature (°C), and the turbidity of the generator's clear sky. */
  readonly monthly: MonthlyMeans & { readonly linkeTurbidity: readonly number[] };
  /** Linke turbidity of clear hours at that altitude: `context.linkeTurbidity` of whatever is computed from the months. */
  readonly clearTurbidity: readonly number[];
  readonly expectedError: ExpectedError;
  readonly sources: readonly ClimateSource[];
  /** That the year is drawn and how good it is, and an altitude of the map. */
  readonly notices: readonly {
    readonly code: string;
    readonly message: string;
    readonly facts?: { readonly [name: string]: number | string } | undefined;
  }[];
}

/** Weather of a yield, with all that is known of it: `yieldOf` takes it as it is. @experimental */
export interface WorldYear extends Omit<WorldMonths, "monthly"> {
  /** 8760 hours of 2005 from 0 h on 1 January, local standard time. */
  readonly series: GeneratedYear["weather"];
  readonly typicalYear: true;
  /** What the light is worth: `expectedError`. */
  readonly lightSource: ExpectedError;
}

export interface WorldYearOptions {
  /** Metres above the sea, −500…9000; default: the embedded map's. */
  readonly altitude?: number | undefined;
  /** Another number draws another year. Default 1. */
  readonly randomSeed?: number | undefined;
}

/**
 * The embedded climate of a place as twelve monthly values, with all that `generateYear` takes.
 * @param latitude degrees north, −90…90; @param longitude degrees east, −180…180
 * @throws TypeError, RangeError for what is no place or no altitude
 */
export async function worldMonths(
  latitude: number,
  longitude: number,
  { altitude: given }: Pick<WorldYearOptions, "altitude"> = {},
): Promise<WorldMonths> {
  const [world, maps, timeZone] = await Promise.all([
    loadWorldClimate(),
    openClimatology(),
    standardTimeOffset(latitude, longitude),
  ]);
  const climate = world.at(latitude, longitude, given === undefined ? {} : { altitude: given });
  const altitude = given ?? Math.round(climate.altitude);
  const { expectedError } = climate;
  const clearest = monthlyClearest(latitude, altitude);
  const worth = `a typical year generated from the embedded world climatology; ${describeExpectedError(expectedError)}`;
  const coarse = `altitude ${altitude} m comes from a coarse map; it can be far off in mountains`;
  return {
    place: { latitude, longitude, altitude, timeZone },
    monthly: {
      // The map is coarse: inland Antarctica has months brighter on it than the clearest sky, which generateYear refuses.
      globalHorizontalIrradiance: Array.from(climate.globalHorizontal, (value, k) =>
        Math.min(value, clearest[k]! + ALLOWANCE),
      ),
      temperature: Array.from(climate.temperature, (value) => Math.max(value, COLDEST)),
      linkeTurbidity: maps.linkeTurbidity(latitude, longitude),
    },
    clearTurbidity: maps.clearTurbidity(latitude, longitude, { altitude }),
    expectedError,
    sources: world.sources,
    notices: [
      { code: "climatology", message: worth },
      ...(climate.altitudeUncertainty > 0 ? [{ code: "altitude", message: coarse, facts: { altitude } }] : []),
    ],
  };
}

/**
 * A typical year of any place on Earth, drawn from the embedded climatology: the same bits in the library, the command line, the server
 * and bulk runs.
 *
 * @param latitude degrees north, −90…90; @param longitude degrees east, −180…180
 * @throws TypeError, RangeError for what is no place, no altitude or no seed
 * @experimental
 *
 * @example
 * ```js
 * import { worldYear } from "irradiance-engine/climate";
 * import { yieldOf } from "irradiance-engine/yield";
 *
 * const system = { planes: [{ surfaceTilt: 30, surfaceAzimuth: 180, kwp: 8 }] };
 * const { annual } = yieldOf(await worldYear(47.4, 8.5), system);
 * console.log(Math.round(annual.energy / 1000), "MWh"); // 8 MWh
 * ```
 */
export async function worldYear(
  latitude: number,
  longitude: number,
  { altitude, randomSeed }: WorldYearOptions = {},
): Promise<WorldYear> {
  const { monthly, ...about } = await worldMonths(latitude, longitude, { altitude });
  const { weather: series, report } = generateYear(
    about.place,
    monthly,
    randomSeed === undefined ? {} : { randomSeed },
  );
  const notices = [...about.notices, ...report.notices];
  return { ...about, notices, series, typicalYear: true, lightSource: about.expectedError };
}
