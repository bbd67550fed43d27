/** The forecast of a system's power. */
export { forecastPower } from "./forecast-power.js";
export type {
  EnergyQuantiles,
  PowerBandOptions,
  PowerColumns,
  PowerDay,
  PowerForecast,
  PowerForecastOptions,
  PowerPeriod,
  PowerQuantiles,
} from "./types.js";
