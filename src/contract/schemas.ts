/** JSON Schemas (draft 2020-12) of the endpoints' answers: closed, so that every member is documented. */
import { CLIMATE_PARAMETER_NAMES, CLIMATE_VALUE_NAMES } from "./climate/parameters.js";
import { CLIMATE_FREQUENCIES } from "./climate/request.js";
import { exactly, OFFSET_TIME, seriesSchema } from "./observation/schema.js";

export { FORECAST_RESPONSE_SCHEMA, OBSERVATION_RESPONSE_SCHEMA } from "./observation/schema.js";

const DRAFT = "https://json-schema.org/draft/2020-12/schema";
const AROUND = 360;

/** JSON Schema of the default output of `toClimateResponse` and `writeClimateJson`. @experimental */
export const CLIMATE_RESPONSE_SCHEMA = /* @__PURE__ */ seriesSchema({
  title: "Climate response",
  time: OFFSET_TIME,
  values: CLIMATE_VALUE_NAMES,
  parameters: CLIMATE_PARAMETER_NAMES,
  frequencies: CLIMATE_FREQUENCIES,
  aggregations: ["average", "sum"],
});

const DIRECTIONS = { type: "array", minItems: AROUND, maxItems: AROUND } as const;

/** JSON Schema of a horizon line: whole degrees, index = azimuth. @experimental */
export const HORIZON_RESPONSE_SCHEMA = /* @__PURE__ */ Object.freeze({
  $schema: DRAFT,
  title: "Horizon response",
  ...exactly({
    azimuth: { ...DIRECTIONS, items: { type: "integer", minimum: 0, maximum: AROUND - 1 } },
    elevation: { ...DIRECTIONS, items: { type: "integer", minimum: 0, maximum: 90 } },
  }),
});

/** JSON Schema of an altitude in metres above sea level. @experimental */
export const ALTITUDE_RESPONSE_SCHEMA = /* @__PURE__ */ Object.freeze({
  $schema: DRAFT,
  title: "Altitude response",
  ...exactly({ altitude: { type: "number", minimum: -1000, maximum: 10_000 } }),
});

const TEXT = { type: "string", minLength: 1 } as const;

/** JSON Schema of the body of every error. @experimental */
export const ERROR_RESPONSE_SCHEMA = /* @__PURE__ */ Object.freeze({
  $schema: DRAFT,
  title: "Error response",
  ...exactly({ error: exactly({ message: TEXT }, { code: TEXT, parameter: TEXT, request_id: TEXT }) }),
});
