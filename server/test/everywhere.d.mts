import type { WeatherSource } from "irradiance-archive";
import type { YearGenerator } from "../src/answers/climate/year-generator.js";

export function everywhere(options?: {
  /** Unix ms up to which there is history, and around which there is a forecast. */
  readonly last?: () => number;
  readonly snow?: boolean;
}): WeatherSource;

export function everyYear(): YearGenerator;
