/** JSON Schema of the observation response (specification 2.1 to 2.4). */
import { PARAMETER_NAMES } from "./parameters.js";
import { FREQUENCIES } from "./period.js";

const TIMES = {
  type: "array",
  items: {
    type: "string",
    pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\dZ$",
  },
} as const;
const SERIES = { type: ["array", "null"], items: { type: ["number", "null"] } } as const;
const AZIMUTH = { type: "number", minimum: 0, maximum: 360 } as const;
const TILT = { type: "number", minimum: 0, maximum: 90 } as const;
const TEXT = { type: "string", minLength: 1 } as const;

/** An object with exactly these keys. */
function exactly<Properties extends { [key: string]: unknown }>(properties: Properties) {
  return { type: "object", additionalProperties: false, required: Object.keys(properties), properties } as const;
}

/** JSON Schema (draft 2020-12) of what `toResponse` and `writeJson` give: exactly these keys, times by pattern. */
export const OBSERVATION_RESPONSE_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Observation response",
  ...exactly({
    start_times: TIMES,
    end_times: TIMES,
    values: exactly({
      ...Object.fromEntries(PARAMETER_NAMES.map((name) => [name, SERIES])),
      surface_azimuth: { type: "array", items: AZIMUTH },
      surface_tilt: { type: "array", items: TILT },
    }),
    meta: exactly({
      version: TEXT,
      commit: TEXT,
      frequency: { enum: Object.keys(FREQUENCIES) },
      parameters: {
        type: "array",
        minItems: 1,
        items: exactly({
          name: { enum: PARAMETER_NAMES },
          description: TEXT,
          unit: exactly({ name: TEXT, description: TEXT }),
          aggregation_method: { const: "average" },
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
};
