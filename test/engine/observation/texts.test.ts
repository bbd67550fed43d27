/** One rule for every text of a request: on every endpoint, in every key, in lists, and in the names of keys. */
import { describe, expect, it } from "vitest";
import { parseMonthlyImport } from "../../../src/data/contract/climate/monthly-values.js";
import { parseClimateRequest } from "../../../src/data/contract/climate/request.js";
import { parseForecastRequest } from "../../../src/data/contract/forecast/request.js";
import { parseLearnRequest } from "../../../src/data/contract/learn/request.js";
import { withPlaceZone } from "../../../src/data/contract/observation/period.js";
import { parseObservationRequest } from "../../../src/data/contract/observation/request.js";
import { type EndpointPath, parsePlaceRequest, QUERY_KEYS } from "../../../src/data/contract/query-keys.js";
import { parsePowerRequest, parseYieldRequest } from "../../../src/data/contract/yield/request.js";
import { nearestName } from "../../../src/foundation/text/nearest-name.js";
import { offsetHours, zoneNamed } from "../../../src/foundation/time/zone.js";

type Query = { readonly [key: string]: unknown };
const now = "2025-06-15T12:00:00Z";
const place = { lat: 47, lon: 8 };
const importMonthly = (query: Query, body: Query) => parseMonthlyImport(query, body, { now });

const PARSERS: { readonly [path in EndpointPath]: (query: Query) => unknown } = {
  "observation/realtime": (query) => parseObservationRequest(query, { endpoint: "realtime", now }),
  "observation/training": (query) => parseObservationRequest(query, { endpoint: "training", now }),
  "observation/historical": (query) => parseObservationRequest(query, { endpoint: "historical", now }),
  "forecast/basic": (query) => parseForecastRequest(query, { endpoint: "basic", now }),
  "forecast/precision": (query) => parseForecastRequest(query, { endpoint: "precision", now }),
  "observation/pv": (query) => parsePowerRequest(query, { endpoint: "observation/pv", now }),
  "forecast/pv": (query) => parsePowerRequest(query, { now }),
  "climate/tmy": (query) => parseClimateRequest(query as never, { endpoint: "tmy", now }),
  "climate/amy": (query) => parseClimateRequest(query as never, { endpoint: "amy", now }),
  "climate/import/monthly": (query) => importMonthly(query, {}),
  yield: (query) => parseYieldRequest(query, { now }),
  "systems/learn": parseLearnRequest,
  horizon: parsePlaceRequest,
  altitude: parsePlaceRequest,
  sources: parsePlaceRequest,
  account: parsePlaceRequest,
};
const LISTS = ["parameters", "horizon", "turbidity", "quantiles"];

const EVERY = Object.entries(PARSERS).flatMap(([path, parse]) =>
  [...QUERY_KEYS[path as EndpointPath], "unknown"].map((key) => ({ path, key, parse })),
);

describe.each(EVERY)("$key of $path", ({ key, parse }) => {
  const longest = LISTS.includes(key) || key === "unknown" ? 16_384 : 64;
  const refused = (value: unknown, message: RegExp) =>
    expect(() => parse({ ...place, [key]: value })).toThrow(
      expect.objectContaining({ name: "RequestError", parameter: key, message: expect.stringMatching(message) }),
    );

  it(`has at most ${longest} characters, in a list, too`, () => {
    const long = `parameter "${key}" must have at most ${longest} characters, not ${longest + 1}, got "1{60}…"$`;
    for (const value of ["1".repeat(longest + 1), ["1", "1".repeat(longest + 1)]]) refused(value, new RegExp(long));
  });

  it("has no control characters", () => {
    refused("1\u0000", /must have no control characters, got "1\\u0000"$/);
    refused(["1", "1\n"], /must have no control characters, got "1\\n"$/);
    refused("1\u009b2J", /must have no control characters, got "1\\u009b2J"$/);
  });
});

describe("keys", () => {
  it.each([
    ["a long key", "k".repeat(257), 'the key "k{60}…" must have at most 256 characters, not 257$'],
    ["a key with a control character", "k\u0007", 'the key "k\\\\u0007" must have no control characters$'],
  ])("%s is refused, of a query and of a body", (_, key, message) => {
    const fault = expect.objectContaining({ parameter: key.slice(0, 256), message: expect.stringMatching(message) });
    expect(() => parseObservationRequest({ ...place, [key]: 1 } as never)).toThrow(fault);
    expect(() => importMonthly(place, { [key]: 1 })).toThrow(fault);
  });

  it("that are as long as they may be are unknown, as others are", () => {
    expect(() => parseObservationRequest({ ...place, ["k".repeat(256)]: 1 } as never)).toThrow(/^unknown key "kkk/);
  });
});

describe("texts that come before the parsers", () => {
  it("those of a body", () => {
    expect(() => importMonthly(place, { irradiance_unit: "x".repeat(16_385) })).toThrow(/at most 16384 characters/);
    expect(() => importMonthly(place, { altitude: "1".repeat(65) })).toThrow(/at most 64 characters/);
  });

  it("the place of a zone that stands for that of the place", () => {
    const query = { lat: "1".repeat(65), lon: 8, time_zone: "local" };
    expect(() => withPlaceZone(query, () => "UTC")).toThrow(/parameter "lat" must have at most 64 characters/);
  });

  it("names of zones and offsets outside of requests", () => {
    expect(offsetHours(`utc${" ".repeat(58)}+1`)).toBe(1);
    expect(offsetHours(`utc${" ".repeat(60)}+1`)).toBeUndefined();
    expect(zoneNamed(`Europe/${"x".repeat(58)}`)).toBeUndefined();
  });
});

it("nothing is meant by a name that is far longer than every known one", () => {
  expect(nearestName("latx", ["lat"])).toBe("lat");
  expect(nearestName("l".repeat(1e6), ["lat"])).toBeUndefined();
});

it("of several names the nearest is meant, and no other word that differs in its first letter", () => {
  expect(nearestName("latitude", ["altitude", "lon", "lat"])).toBe("lat");
  expect(nearestName("latitute", ["altitude", "latitude"])).toBe("latitude");
  expect(nearestName("latitude", ["altitude"])).toBeUndefined();
  expect(nearestName("gamma_pdx", ["gamma_pv", "gamma_pdc"])).toBe("gamma_pdc");
});
