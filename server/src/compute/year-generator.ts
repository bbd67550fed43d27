/** What makes a year of weather from monthly values: a room for science, given to the server by the program that starts it. */
import type { Provenance } from "irradiance-archive";
import type { Notice, WeatherSeries } from "irradiance-engine";
import type { ClimateRequest, MonthlyValues } from "irradiance-engine/contract";
import type { Surroundings } from "./places.js";

export interface GeneratedYear {
  /** Over the whole of the requested year in local time, and a day more on both sides. */
  readonly weather: WeatherSeries;
  readonly provenance: Provenance;
  readonly notices: readonly Notice[];
}

export interface YearGenerator {
  /** Changes with whatever changes the years it makes: it enters the ETag. */
  readonly version: string;
  generate(values: MonthlyValues, request: ClimateRequest, surroundings: Surroundings): Promise<GeneratedYear>;
}
