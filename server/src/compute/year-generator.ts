/** The interface of a generator of years from monthly values, which the program that starts the server may provide. */
import type { Provenance } from "irradiance-archive";
import type { Notice, WeatherSeries } from "irradiance-engine";
import type { ClimateRequest, MonthlyValues } from "irradiance-engine/contract";
import type { Surroundings } from "./places.js";

export interface GeneratedYear {
  /** Over the whole requested year in local time, plus a day on both sides. */
  readonly weather: WeatherSeries;
  readonly provenance: Provenance;
  readonly notices: readonly Notice[];
}

export interface YearGenerator {
  /** Changes with whatever changes the years it makes: it enters the ETag. */
  readonly version: string;
  generate(values: MonthlyValues, request: ClimateRequest, surroundings: Surroundings): Promise<GeneratedYear>;
}
