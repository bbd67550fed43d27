/** "irradiance-engine/internal/contract": for the packages of this repository alone; it may change with any commit. */

export { IRRADIANCE_UNITS } from "./climate/monthly-check.js";
export { MONTHLY_KEYS } from "./climate/monthly-values.js";
export { CLIMATE_PARAMETER_NAMES, CLIMATE_PARAMETERS, CLIMATE_VALUE_NAMES } from "./climate/parameters.js";
export { FIRST_ACTUAL_YEAR } from "./climate/request.js";
export {
  FORECAST_RULES,
  type ForecastEndpoint,
  probabilityOf,
  QUANTILE_NAMES,
  type QuantileName,
} from "./forecast/request.js";
export { inLearnKeys, type LearnRequest, parseLearnRequest } from "./learn/request.js";
export { endpointWindow, outputGrid, withPlaceZone } from "./observation/period.js";
export { checkTexts } from "./observation/readers.js";
export { type ComputedIntervals, computedIntervals } from "./observation/request.js";
export { type EndpointPath, parsePlaceRequest, QUERY_KEYS, YIELD_SYSTEM_KEYS } from "./query-keys.js";
