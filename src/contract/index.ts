/** "irradiance-engine/contract": requests and responses of the endpoints of a service. Pure, without packages. */
export { IRRADIANCE_UNITS, type IrradianceUnit } from "./climate/irradiance-units.js";
export {
  MONTHLY_KEYS,
  type MonthlyValues,
  parseMonthlyImport,
  parseMonthlyValues,
} from "./climate/monthly-values.js";
export {
  CLIMATE_PARAMETER_NAMES,
  CLIMATE_PARAMETERS,
  CLIMATE_VALUE_NAMES,
  type ClimateParameter,
  type ClimateParameterName,
  type ClimateValueName,
} from "./climate/parameters.js";
export {
  CLEAR_SKY_MODELS,
  CLIMATE_ENDPOINTS,
  CLIMATE_FREQUENCIES,
  CLIMATE_TIMES,
  type ClearSkyModel,
  type ClimateEndpoint,
  type ClimateFrequency,
  type ClimateParseOptions,
  type ClimateQuery,
  type ClimateRequest,
  type ClimateTime,
  checkClimateRequest,
  DEFAULT_RANDOM_SEED,
  EXTREME_SCOPES,
  EXTREMES,
  type Extreme,
  type ExtremeScope,
  FIRST_ACTUAL_YEAR,
  FUTURE_SCENARIOS,
  FUTURE_YEARS,
  type FutureScenario,
  parseClimateRequest,
  SITUATIONS,
  type Situation,
} from "./climate/request.js";
export { unmodelled } from "./climate/unmodelled.js";
export { probabilityOf, QUANTILE_NAMES, type QuantileName } from "./forecast/quantiles.js";
export {
  FORECAST_ENDPOINTS,
  FORECAST_RULES,
  type ForecastEndpoint,
  type ForecastParseOptions,
  type ForecastQuery,
  type ForecastRequest,
  parseForecastRequest,
} from "./forecast/request.js";
export { endpointWindow, outputGrid, type Window } from "./observation/period.js";
export { type ComputedIntervals, computedIntervals } from "./observation/periods.js";
export { checkTexts } from "./observation/texts.js";
export { withPlaceZone, type ZoneOfPlace } from "./observation/time-zone.js";
export { type PlaceRequest, parsePlaceRequest } from "./place/request.js";
export { type EndpointPath, QUERY_KEYS, unknownKeys } from "./query-keys.js";
export {
  ALTITUDE_RESPONSE_SCHEMA,
  CLIMATE_RESPONSE_SCHEMA,
  ERROR_RESPONSE_SCHEMA,
  FORECAST_RESPONSE_SCHEMA,
  HORIZON_RESPONSE_SCHEMA,
  OBSERVATION_RESPONSE_SCHEMA,
} from "./schemas.js";
