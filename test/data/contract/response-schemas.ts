/** JSON Schemas (draft 2020-12) of the endpoints' answers: closed, so that every member is documented. */
import { CLIMATE_PARAMETER_NAMES, CLIMATE_VALUE_NAMES } from "../../../src/data/contract/climate/parameters.js";
import { CLIMATE_FREQUENCIES } from "../../../src/data/contract/climate/request.js";
import { PARAMETER_NAMES, VALUE_NAMES } from "../../../src/data/contract/observation/parameters.js";
import { FREQUENCY_NAMES } from "../../../src/data/contract/observation/request.js";

const CLOCK = "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d";
/** Pattern of time stamps: in UTC, or with an offset. */
const OFFSET_TIME = `${CLOCK}(Z|[+-]([01]\\d):[0-5]\\d)$`;

const SERIES = { type: ["array", "null"], items: { type: ["number", "null"] } } as const;
const AZIMUTH = { type: "number", minimum: 0, maximum: 360 } as const;
const TILT = { type: "number", minimum: 0, maximum: 90 } as const;
const TEXT = { type: "string", minLength: 1 } as const;
const ANGLES = {
  surface_azimuth: { type: "array", items: AZIMUTH },
  surface_tilt: { type: "array", items: TILT },
} as const;
/** Of days, months and years: a tracker has no one direction in them. */
const ANGLES_OR_NULL = {
  surface_azimuth: { type: "array", items: { ...AZIMUTH, type: ["number", "null"] } },
  surface_tilt: { type: "array", items: { ...TILT, type: ["number", "null"] } },
} as const;

/** An object with exactly these keys; those of `optional` may be present, too. */
function exactly<Properties extends { [key: string]: unknown }>(
  properties: Properties,
  optional: { readonly [key: string]: unknown } = {},
) {
  return {
    type: "object",
    additionalProperties: false,
    required: Object.keys(properties),
    properties: { ...properties, ...optional },
  } as const;
}

/** Differences between responses that are time series. */
interface SeriesForm {
  readonly title: string;
  /** Pattern of the time stamps. */
  readonly time: string;
  readonly values: readonly string[];
  /** The surface angles among them. */
  readonly angles?: { readonly [name: string]: object } | undefined;
  readonly parameters: readonly string[];
  readonly frequencies: readonly string[];
  readonly aggregations: readonly string[];
}

/** JSON Schema (draft 2020-12) of a time series: exactly these keys, times by pattern. */
function seriesSchema(form: SeriesForm) {
  const { title, time, values, angles = ANGLES, parameters, frequencies, aggregations } = form;
  const times = { type: "array", items: { type: "string", pattern: time } };
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title,
    ...exactly({
      start_times: times,
      end_times: times,
      values: exactly(
        Object.fromEntries(
          values.map((name) => [name, (angles as { readonly [name: string]: object })[name] ?? SERIES]),
        ),
      ),
      meta: exactly({
        version: TEXT,
        commit: TEXT,
        frequency: { enum: frequencies },
        parameters: {
          type: "array",
          minItems: 1,
          items: exactly({
            name: { enum: parameters },
            description: TEXT,
            unit: exactly({ name: TEXT, description: TEXT }),
            aggregation_method: { enum: aggregations },
          }),
        },
        lat: { type: "number", minimum: -90, maximum: 90 },
        lon: { type: "number", minimum: -180, maximum: 180 },
        altitude: { type: "number" },
        surface_azimuth: AZIMUTH,
        surface_tilt: TILT,
        time_zone: { type: "number" },
      }),
    }),
  } as const;
}

const OBSERVATION: SeriesForm = {
  title: "Observation response",
  time: OFFSET_TIME,
  values: VALUE_NAMES,
  parameters: PARAMETER_NAMES,
  frequencies: FREQUENCY_NAMES,
  aggregations: ["average", "sum"],
};

const PERIODS = ["1_day", "1_month", "1_year"];

/** JSON Schema of the default output of `toResponse` and `writeJson`. */
export const OBSERVATION_RESPONSE_SCHEMA = {
  .../* @__PURE__ */ seriesSchema({ ...OBSERVATION, angles: ANGLES_OR_NULL }),
  if: { type: "object", properties: { meta: { type: "object", properties: { frequency: { enum: PERIODS } } } } },
  // Every interval has angles.
  else: { type: "object", properties: { values: { type: "object", properties: ANGLES } } },
} as const;

/** JSON Schema of a forecast, which has the form of an observation. */
export const FORECAST_RESPONSE_SCHEMA = /* @__PURE__ */ seriesSchema({
  ...OBSERVATION,
  title: "Forecast response",
  frequencies: ["1_minute", "15_minutes", "1_hour"],
  aggregations: ["average"],
});

const DRAFT = "https://json-schema.org/draft/2020-12/schema";
const AROUND = 360;

/** JSON Schema of the default output of `toClimateResponse` and `writeClimateJson`. */
export const CLIMATE_RESPONSE_SCHEMA = /* @__PURE__ */ seriesSchema({
  title: "Climate response",
  time: OFFSET_TIME,
  values: CLIMATE_VALUE_NAMES,
  parameters: CLIMATE_PARAMETER_NAMES,
  frequencies: CLIMATE_FREQUENCIES,
  aggregations: ["average", "sum"],
});

const DIRECTIONS = { type: "array", minItems: AROUND, maxItems: AROUND } as const;

/** JSON Schema of a horizon line: whole degrees, index = azimuth. */
export const HORIZON_RESPONSE_SCHEMA = /* @__PURE__ */ Object.freeze({
  $schema: DRAFT,
  title: "Horizon response",
  ...exactly({
    azimuth: { ...DIRECTIONS, items: { type: "integer", minimum: 0, maximum: AROUND - 1 } },
    elevation: { ...DIRECTIONS, items: { type: "integer", minimum: 0, maximum: 90 } },
  }),
});

/** JSON Schema of the body of every error. */
export const ERROR_RESPONSE_SCHEMA = /* @__PURE__ */ Object.freeze({
  $schema: DRAFT,
  title: "Error response",
  ...exactly({ error: exactly({ message: TEXT }, { code: TEXT, parameter: TEXT, request_id: TEXT }) }),
});
