/** The judge of all answers must itself see each kind of deviation. */
import { AssertionError } from "node:assert";
import { computeColumns, computeObservation, toResponse, writeCsv } from "irradiance-engine";
import { loadSample } from "irradiance-engine/weather";
import { describe, expect, it } from "vitest";
import type { ErrorCode } from "../../src/http/error-codes.js";
import { compileAll, deviations, expectAnswer, type HttpAnswer } from "./validate.js";

const weather = await loadSample();
const query = { lat: 36.1, lon: -79.95, start: "2001-06-21T00:00Z", end: "2001-06-22T00:00Z" };
const start = new Date(weather.start as number).toISOString().slice(0, 10);
const period = { ...query, start: `${start}T12:00Z`, end: `${start}T18:00Z` };
const observation = computeObservation({ ...period, parameters: "all" }, weather);

/** What meta=extended adds. */
const ADDED = { time_zone_name: "Europe/Berlin", sources: [], notices: [] };
const PATH = "/v1/observation/realtime?lat=36.1&lon=-79.95&parameters=all";
const HEADERS = {
  "content-type": "application/json",
  "api-tokens-cost": "1",
  "api-tokens-remaining": "41.25",
  "api-tokens-limit": "1000",
  ratelimit: '"key";r=598;t=12',
  "ratelimit-policy": '"key";q=600;w=60',
  etag: 'W/"abc"',
  "cache-control": "private, max-age=300",
  vary: "Accept-Encoding, Authorization",
  "weather-sources": '"sample";class=synthetic;columns="ghi temperature";distance=0, "two"',
  "x-request-id": "req-1",
};
const ERROR_HEADERS = { "content-type": "application/json", "cache-control": "no-store", "x-request-id": "req-1" };

const good: HttpAnswer = { status: 200, headers: HEADERS, body: JSON.stringify(observation) };

function without(name: keyof typeof HEADERS): HttpAnswer["headers"] {
  return { ...HEADERS, [name]: undefined };
}

/** A body that may be spoilt: nothing of its shape is sure. */
// biome-ignore lint/suspicious/noExplicitAny: that is what it is for
type Loose = any;

function changed(change: (body: Loose) => void): HttpAnswer {
  const body: Loose = structuredClone(observation);
  change(body);
  return { ...good, body: JSON.stringify(body) };
}

/** One for each status of an answer at `PATH`. */
const CODES: { readonly [status: number]: ErrorCode } = {
  400: "invalid_parameter",
  401: "invalid_key",
  402: "out_of_tokens",
  403: "place_not_free",
  404: "no_weather",
  405: "method_not_allowed",
  429: "rate_limited",
  500: "internal_error",
  503: "server_full",
  504: "deadline",
};

function error(status: number, more: object = {}, headers: object = {}): HttpAnswer {
  return {
    status,
    headers: { ...ERROR_HEADERS, ...headers },
    body: JSON.stringify({ error: { code: CODES[status], message: "no", ...more } }),
  };
}

describe("the document", () => {
  it("has schemas that strict ajv compiles", () => expect(compileAll).not.toThrow());
});

describe("expectAnswer", () => {
  it("takes an answer that is as documented, from fetch and from node:http", () => {
    expect(deviations("GET", PATH, good)).toEqual([]);
    expect(deviations("GET", PATH, { ...good, headers: new Headers(HEADERS) })).toEqual([]);
    expect(deviations("GET", PATH, { ...good, body: new TextEncoder().encode(good.body as string) })).toEqual([]);
  });

  it("throws with every deviation in the message", () => {
    const bad = { ...good, headers: { ...HEADERS, "x-request-id": undefined, etag: "abc" } };
    expect(() => expectAnswer("GET", PATH, bad)).toThrow(AssertionError);
    expect(() => expectAnswer("GET", PATH, bad)).toThrow(/header X-Request-Id: missing/);
    expect(() => expectAnswer("GET", PATH, bad)).toThrow(/header ETag: must match pattern/);
    expect(() => expectAnswer("GET", PATH, good)).not.toThrow();
  });

  it.each([
    ["a status that is not documented", { ...good, status: 201 }, "status: 201"],
    ["a missing price", { ...good, headers: without("api-tokens-cost") }, "header API-Tokens-Cost: missing"],
    ["a missing RateLimit", { ...good, headers: without("ratelimit") }, "header RateLimit: missing"],
    ["a missing Cache-Control", { ...good, headers: without("cache-control") }, "header Cache-Control: missing"],
    ["a price that is no number", { ...good, headers: { ...HEADERS, "api-tokens-cost": "NaN" } }, "API-Tokens-Cost"],
    ["a negative balance", { ...good, headers: { ...HEADERS, "api-tokens-remaining": "-1" } }, "API-Tokens-Remaining"],
    ["a notice that is no string", { ...good, headers: { ...HEADERS, "api-notice": "bare words" } }, "API-Notice"],
    ["a notice over 2 KiB", { ...good, headers: { ...HEADERS, "api-notice": `"${"x".repeat(2048)}"` } }, "API-Notice"],
    ["a header of nobody", { ...good, headers: { ...HEADERS, "x-powered-by": "us" } }, "header x-powered-by: not doc"],
    [
      "a file name for JSON",
      { ...good, headers: { ...HEADERS, "content-disposition": 'attachment; filename="a.csv"' } },
      "only with text/csv",
    ],
    [
      "another content type",
      { ...good, headers: { ...HEADERS, "content-type": "text/html" } },
      "content-type: must be",
    ],
    ["no content type", { ...good, headers: without("content-type") }, "content-type: must be"],
    ["no JSON", { ...good, body: "{" }, "body: no JSON"],
    ["a key of nobody", changed((body) => (body.extra = 1)), "body"],
    ["a value of nobody", changed((body) => (body.values.extra = null)), "body"],
    ["a missing value", changed((body) => delete body.values.snow_depth), "body"],
    ["a missing meta key", changed((body) => delete body.meta.commit), "body"],
    ["a text among numbers", changed((body) => (body.values.temperature[0] = "1")), "body"],
    ["an azimuth of 361", changed((body) => (body.values.surface_azimuth[0] = 361)), "body"],
    ["a time without Z", changed((body) => (body.start_times[0] = "2001-06-21T00:00:00")), "body"],
    ["a time of no date", changed((body) => (body.start_times[0] = "2001-02-30T25:00:00Z")), "body"],
    ["a frequency of nobody", changed((body) => (body.meta.frequency = "2_days")), "body"],
    ["the extended meta, not asked for", changed((body) => Object.assign(body.meta, ADDED)), "not be the extended"],
  ] satisfies [string, HttpAnswer, string][])("refuses %s", (_, answer, message) => {
    expect(deviations("GET", PATH, answer).join("\n")).toContain(message);
  });

  it("wants the extended meta where it was asked for", () => {
    const extended = changed((body) => Object.assign(body.meta, ADDED));
    expect(deviations("GET", `${PATH}&meta=extended`, extended)).toEqual([]);
    expect(deviations("GET", `${PATH}&meta=extended`, good)).toEqual(["body: meta must be the extended one"]);
  });

  it("takes a documented answer of each error status, and only with its own headers", () => {
    const cases: [number, object][] = [
      [400, {}],
      [401, { "www-authenticate": "Bearer" }],
      [402, { ...HEADERS, "cache-control": "no-store", etag: undefined, "weather-sources": undefined }],
      [403, {}],
      [404, {}],
      [429, { "retry-after": "3" }],
      [500, {}],
      [503, { "retry-after": "3" }],
      [504, {}],
    ];
    for (const [status, headers] of cases) expect(deviations("GET", PATH, error(status, {}, headers))).toEqual([]);
    for (const status of [401, 402, 429, 503]) expect(deviations("GET", PATH, error(status))).not.toEqual([]);
  });

  it("knows one shape of error", () => {
    expect(deviations("GET", PATH, error(400, { parameter: "lat", request_id: "req-1" }))).toEqual([]);
    expect(deviations("GET", PATH, error(400, { stack: "at" })).join()).toContain("additional properties (stack)");
    expect(deviations("GET", PATH, error(400, { message: "" })).join()).toContain("fewer than 1 characters");
    expect(deviations("GET", PATH, { ...error(400), body: '{"detail":"no"}' })).not.toEqual([]);
  });

  it("refuses an error without a code, and with one that is not listed for its status", () => {
    expect(deviations("GET", PATH, error(400, { code: undefined })).join()).toContain("required property 'code'");
    for (const code of ["rate_limited", "no_code_of_ours"]) {
      expect(deviations("GET", PATH, error(400, { code }))).toEqual([`body: the error code ${code} is not documented`]);
    }
  });

  it("refuses an error that may be kept", () => {
    const kept = error(400, {}, { "cache-control": "private, max-age=60" });
    expect(deviations("GET", PATH, kept).join()).toContain("header Cache-Control");
  });

  it("wants 405 with exactly the methods of the path", () => {
    const wrong = (allow: string) => deviations("PUT", PATH, error(405, {}, { allow }));
    expect(wrong("GET, HEAD, OPTIONS")).toEqual([]);
    expect(wrong("OPTIONS, HEAD, GET")).toEqual([]);
    expect(wrong("GET, OPTIONS")).not.toEqual([]);
    expect(wrong("GET, HEAD, OPTIONS, POST")).not.toEqual([]);
    expect(deviations("PUT", PATH, good)).toEqual(["status: 200 is not documented"]);
  });

  it("wants 404 with an error for a path of nobody", () => {
    for (const path of ["/v1/observation", "/v1/observation/realtime/", "/v2/account", "/v1"]) {
      expect(deviations("GET", path, error(404, { code: "unknown_path" }))).toEqual([]);
      expect(deviations("GET", path, good)).toEqual(["status: 200 is not documented"]);
    }
  });

  it("wants a HEAD without a body and with the price", () => {
    expect(deviations("HEAD", PATH, { ...good, body: "" })).toEqual([]);
    expect(deviations("HEAD", PATH, good).join()).toContain("body: must be empty");
    expect(deviations("HEAD", PATH, { ...good, body: "", headers: without("api-tokens-cost") })).not.toEqual([]);
  });

  it("wants a 304 without a body and with the ETag", () => {
    const headers = { ...HEADERS, "content-type": undefined, "api-tokens-cost": "0" };
    expect(deviations("GET", PATH, { status: 304, headers, body: "" })).toEqual([]);
    expect(deviations("GET", PATH, { status: 304, headers, body: "{}" })).not.toEqual([]);
    expect(deviations("GET", PATH, { status: 304, headers: { ...headers, etag: undefined }, body: "" })).not.toEqual(
      [],
    );
  });

  it("answers OPTIONS for CORS", () => {
    const headers = { "access-control-allow-origin": "*" };
    expect(deviations("OPTIONS", PATH, { status: 204, headers, body: "" })).toEqual([]);
    expect(deviations("OPTIONS", PATH, { status: 204, headers: {}, body: "" })).not.toEqual([]);
    expect(deviations("OPTIONS", PATH, { status: 200, headers, body: "" })).not.toEqual([]);
  });
});

describe("a CSV answer", () => {
  const path = `${PATH}&response_format=csv`;
  const headers = {
    ...HEADERS,
    "content-type": "text/csv; charset=utf-8; header=present",
    "content-disposition": 'attachment; filename="observation_36.1_-79.95.csv"',
  };
  const body = new TextDecoder().decode(writeCsv(computeColumns(period, weather)));
  const csv = (text: string) => deviations("GET", path, { status: 200, headers, body: text });

  it("is taken as the engine writes it, empty fields too", () => {
    expect(csv(body)).toEqual([]);
    expect(csv(body.replace(/,[^,\n]*\n$/, ",\n"))).toEqual([]);
  });

  it("is refused without the file name, or with another content type", () => {
    const bare = { ...headers, "content-disposition": undefined };
    expect(deviations("GET", path, { status: 200, headers: bare, body })).toEqual([
      "header Content-Disposition: missing",
    ]);
    const plain = { ...headers, "content-type": "text/csv" };
    expect(deviations("GET", path, { status: 200, headers: plain, body }).join()).toContain("content-type: must be");
  });

  it("is refused with a preamble, a torn row, a text for a number or a column of nobody", () => {
    expect(csv(`# made today\n${body}`)).not.toEqual([]);
    expect(csv(body.slice(0, -5))).not.toEqual([]);
    expect(csv(body.replace(/,[^,\n]*\n$/, "\n"))).not.toEqual([]);
    expect(csv(body.replace(/,[^,\n]*\n$/, ",NaN\n"))).not.toEqual([]);
    expect(csv(body.replace("temperature", "temp_air"))).not.toEqual([]);
  });
});

describe("lines of a batch", () => {
  const path = "/v1/observation/batch";
  const headers = {
    ...HEADERS,
    "content-type": "application/x-ndjson",
    "cache-control": "no-store",
    etag: undefined,
    "weather-sources": undefined,
  };
  const lines = (...values: unknown[]) =>
    deviations("POST", path, {
      status: 200,
      headers,
      body: values.map((value) => `${JSON.stringify(value)}\n`).join(""),
    });
  const answer = {
    index: 0,
    tokens: 1,
    sources: [],
    notices: [],
    response: toResponse(computeColumns(period, weather)),
  };
  const failure = { index: 1, error: { code: "no_weather", message: "no weather" } };

  it("are taken in the order of the requests", () => expect(lines(answer, failure)).toEqual([]));

  it("are refused in another order, both at once, or torn", () => {
    expect(lines(failure, answer).join()).toContain("its index is 1");
    expect(lines({ ...answer, error: failure.error })).not.toEqual([]);
    const strange = { index: 1, error: { ...failure.error, code: "no_code_of_ours" } };
    expect(lines(answer, strange)).toEqual(["body line 1: the error code no_code_of_ours is not documented"]);
    expect(deviations("POST", path, { status: 200, headers, body: JSON.stringify(answer) })).not.toEqual([]);
  });
});
