/** Places, known keys and schemas. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import {
  parseClimateRequest,
  parseForecastRequest,
  parseMonthlyImport,
  unknownKeys,
} from "../../../src/data/contract/index.js";
import { parseLearnRequest } from "../../../src/data/contract/learn/request.js";
import { RequestError } from "../../../src/data/contract/observation/readers.js";
import { parseObservationRequest } from "../../../src/data/contract/observation/request.js";
import { toResponse } from "../../../src/data/contract/observation/response.js";
import { type EndpointPath, parsePlaceRequest, QUERY_KEYS } from "../../../src/data/contract/query-keys.js";
import { parsePowerRequest, parseYieldRequest } from "../../../src/data/contract/yield/request.js";
import { columnsByHand } from "../../engine/observation/columns-by-hand.js";
import * as contract from "./response-schemas.js";
import { ERROR_RESPONSE_SCHEMA, FORECAST_RESPONSE_SCHEMA, HORIZON_RESPONSE_SCHEMA } from "./response-schemas.js";

const NOW = Date.UTC(2026, 10, 22);

it("a query of a place is latitude and longitude", () => {
  const request = parsePlaceRequest({ lat: "46.5", lon: -7 });
  expect([request, Object.isFrozen(request)]).toEqual([{ kind: "place-request", lat: 46.5, lon: -7 }, true]);
  expect(() => parsePlaceRequest({ lat: 1 })).toThrow(/^parameter "lon" is required: a number from -180 to 180/);
  expect(() => parsePlaceRequest({ lat: ["1", "2"], lon: 1 })).toThrow(RequestError);
  expect(() => parsePlaceRequest(null as never)).toThrow(TypeError);
});

describe("known query keys", () => {
  const place = { lat: 47, lon: 8 };
  const body = { global_horizontal_irradiance: new Array(12).fill(40), temperature: new Array(12).fill(5) };
  const now = NOW;
  const series = (endpoint: "realtime" | "training") => (query: object) =>
    parseObservationRequest(query as never, { endpoint, now });
  const parsers: { [path in Exclude<EndpointPath, "account">]: (query: object) => unknown } = {
    "observation/realtime": series("realtime"),
    "observation/training": series("training"),
    "observation/historical": series("training"),
    "forecast/basic": (query) => parseForecastRequest(query as never, { endpoint: "basic", now }),
    "forecast/precision": (query) => parseForecastRequest(query as never, { endpoint: "precision", now }),
    "observation/pv": (query) => parsePowerRequest({ tilt: 30, ...query }, { endpoint: "observation/pv", now }),
    "forecast/pv": (query) => parsePowerRequest({ tilt: 30, ...query }, { now }),
    "climate/tmy": (query) => parseClimateRequest(query as never, { endpoint: "tmy", now }),
    "climate/amy": (query) => parseClimateRequest(query as never, { endpoint: "amy", now }),
    "climate/import/monthly": (query) => parseMonthlyImport(query, body, { now }),
    yield: (query) => parseYieldRequest(query as never, { now }),
    "systems/learn": (query) => parseLearnRequest(query as never),
    horizon: (query) => parsePlaceRequest(query as never),
    altitude: (query) => parsePlaceRequest(query as never),
    sources: (query) => parsePlaceRequest(query as never),
  };

  /** Names and forms of a file, which its reader knows. */
  const TEXTS: readonly string[] = ["column", "date_format", "missing"];

  /** The keys that a parser reads: with a value that nothing allows, each is refused for its value. */
  function readKeys(path: keyof typeof parsers): string[] {
    const every = new Set(Object.values(QUERY_KEYS).flat());
    return [...every].filter((key) => {
      try {
        parsers[path]({ ...place, [key]: TEXTS.includes(key) ? "" : "?" });
        return false;
      } catch (cause) {
        return cause instanceof RequestError && !cause.message.startsWith("unknown key");
      }
    });
  }

  it.each(Object.keys(parsers) as (keyof typeof parsers)[])("of %s are those that its parser reads", (path) => {
    expect(readKeys(path).sort()).toEqual([...QUERY_KEYS[path]].sort());
  });

  it.each(Object.keys(parsers) as (keyof typeof parsers)[])("others are refused: %s", (path) => {
    const act = () => parsers[path]({ ...place, lonn: 8 });
    expect(act).toThrow(expect.objectContaining({ code: "ERR_REQUEST", parameter: "lonn" }));
  });

  it("leave the others to be named", () => {
    const query = { lat: 1, lon: 2, year: 2020, tilt: 3, start: undefined };
    expect(unknownKeys("climate/tmy", query)).toEqual(["year", "tilt"]);
    expect(unknownKeys("climate/amy", query)).toEqual(["tilt"]);
    expect(unknownKeys("account", { lat: 1 })).toEqual(["lat"]);
  });
});

describe("the schemas", () => {
  const ajv = () => new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
  const schemas = Object.entries(contract).filter(([name]) => name.endsWith("_SCHEMA"));

  it("are five, and closed at every level", () => {
    expect(schemas).toHaveLength(5);
    for (const [name, schema] of schemas) {
      expect(() => ajv().compile(schema as object), name).not.toThrow();
      const walk = (node: unknown): void => {
        if (typeof node !== "object" || node === null) return;
        if ((node as { type?: unknown }).type === "object")
          expect(node, name).toHaveProperty("additionalProperties", false);
        // A condition is none of a form: what it does not name is closed there.
        for (const [key, child] of Object.entries(node)) if (key !== "if" && key !== "else") walk(child);
      };
      walk(schema);
    }
  });

  it("hold a forecast to the form of observations", () => {
    const validate = ajv().compile(FORECAST_RESPONSE_SCHEMA);
    const response = toResponse(columnsByHand(3));
    expect(validate(response)).toBe(true);
    expect(validate({ ...response, start_times: ["2024-01-01T00:00:00+01:00"] })).toBe(true);
    expect(validate({ ...response, start_times: ["2024-01-01T00:00:00"] })).toBe(false);
    expect(validate({ ...response, meta: { ...response.meta, frequency: "1_day" } })).toBe(false);
    expect(validate({ ...response, values: { ...response.values, surface_tilt: null } })).toBe(false);
  });

  it("hold errors to message, code, parameter and request id", () => {
    const validate = ajv().compile(ERROR_RESPONSE_SCHEMA);
    expect(validate({ error: { message: "no" } })).toBe(true);
    expect(validate({ error: { message: "no", code: "x", parameter: "lat", request_id: "1" } })).toBe(true);
    expect(validate({ error: { parameter: "lat" } })).toBe(false);
    expect(validate({ error: { message: "no", stack: "" } })).toBe(false);
    expect(validate({ error: "no" })).toBe(false);
  });

  it("hold a horizon line to 360 whole degrees", () => {
    const validate = ajv().compile(HORIZON_RESPONSE_SCHEMA);
    const azimuth = Array.from({ length: 360 }, (_, degree) => degree);
    expect(validate({ azimuth, elevation: new Array(360).fill(3) })).toBe(true);
    expect(validate({ azimuth, elevation: new Array(359).fill(3) })).toBe(false);
    expect(validate({ azimuth, elevation: new Array(360).fill(3.5) })).toBe(false);
    expect(validate({ azimuth, elevation: new Array(360).fill(91) })).toBe(false);
  });
});
