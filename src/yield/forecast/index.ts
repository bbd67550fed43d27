/** The forecast of a system's power. */
export { type PowerAnswerParts, powerAnswer, powerCsv } from "./answer.js";
export { type CalendarDay, localDays } from "./days.js";
export { forecastPower } from "./forecast-power.js";
export { POWER_FREQUENCIES, type PowerParseOptions, type PowerRequest, parsePowerRequest } from "./request.js";
export type {
  EnergyQuantiles,
  PlanePower,
  PowerBandOptions,
  PowerColumns,
  PowerDay,
  PowerForecast,
  PowerForecastOptions,
  PowerPeriod,
  PowerQuantiles,
} from "./types.js";
