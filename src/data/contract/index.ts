/** "irradiance-engine/contract": requests and responses of the endpoints of a service. Pure, without packages. */
export { type MonthlyValues, parseMonthlyImport } from "./climate/monthly-values.js";
export {
  type ClimateParseOptions,
  type ClimateQuery,
  type ClimateRequest,
  parseClimateRequest,
  unmodelled,
} from "./climate/request.js";
export { type ForecastRequest, parseForecastRequest } from "./forecast/request.js";
export { unknownKeys } from "./query-keys.js";
