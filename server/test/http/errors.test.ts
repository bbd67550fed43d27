/** Every refusal: its status, its one shape, and what it says. */

import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomNumbers } from "../../../scripts/lib/random.mjs";
import { ChargeUnknownError, MICRO } from "../../src/accounts/accounts.js";
import { ERROR_CODES, type ErrorCode } from "../../src/http/error-codes.js";
import { everywhere } from "../everywhere.mjs";
import {
  type Answer,
  BATCH,
  DAY,
  DEMO,
  IMPORT,
  JSON_TYPE,
  MONTHS,
  NOW,
  parseRaw,
  posted,
  refusing,
  type Stand,
  sourceWith,
  stand,
  until,
  YEAR,
} from "./harness.js";

let server: Stand;
beforeAll(async () => {
  server = await stand({
    keep: true,
    settings: { "headers-timeout": 1, "request-timeout": 1.5, "keep-alive": 1, "bad-keys": 1000 },
  });
});
afterAll(() => server.server.stop());

/** What every refusal has, whichever layer it comes from. */
function expectShape(
  { status, headers, body }: Pick<Answer, "status" | "body"> & { headers: object },
  expected = status,
): string {
  const {
    "content-type": type,
    "cache-control": caching,
    "access-control-allow-origin": origin,
  } = headers as { [name: string]: string };
  expect(status).toBe(expected);
  expect([type, caching, origin]).toEqual(["application/json; charset=utf-8", "no-store", "*"]);
  const { error } = JSON.parse(body);
  expect(Object.keys(JSON.parse(body))).toEqual(["error"]);
  expect([error.code, ERROR_CODES[error.code as ErrorCode]?.status]).toEqual([error.code, status]);
  expect(error.message).not.toMatch(/Error:|FST_|\n|\.[jt]s:\d|node:|undefined|\[object/);
  expect("retry-after" in headers).toBe(status === 429 || status === 503);
  return error.message;
}

describe("400", () => {
  const query = "/v1/observation/realtime?lat=50&lon=10&";
  it.each([
    ["an empty value", "/v1/observation/realtime?lat=&lon=10", "lat"],
    ["a number beyond all numbers", "/v1/observation/realtime?lat=1e309&lon=10", "lat"],
    ["a missing parameter", "/v1/observation/realtime?lat=50", "lon"],
    ["a repeated key", `${query}frequency=1_hour&frequency=1_hour`, "frequency"],
    ["a repeated key of the server's own", `${query}meta=extended&meta=extended`, "meta"],
    ["a NUL", `${query}parameters=temperature%00`, "parameters"],
    ["half of a surrogate pair", `${query}parameters=%ED%A0%80`, "parameters"],
    ["a broken escape", `${query}start=%zz`, "start"],
    ["a truncated escape", `${query}start=-1hours%2`, "start"],
    ["an unknown meta", `${query}meta=all`, "meta"],
    ["a period that ends before it starts", `${query}start=-1hours&end=-2hours`, "start"],
    [
      "a frequency that a basic forecast does not have",
      "/v1/forecast/basic?lat=1&lon=1&frequency=1_minute",
      "frequency",
    ],
    ["a horizon that needs elevation data", `${query}horizon=auto`, "horizon"],
    ["a list key in brackets", "/v1/observation/realtime?lat[]=50&lon=10", "lat"],
  ])("%s names its parameter", async (_, path, parameter) => {
    const answer = await server.ask(path);
    expectShape(answer, 400);
    expect(answer.json.error.parameter).toBe(parameter);
  });

  it("more keys than 64", async () => {
    const keys = (count: number) => Array.from({ length: count }, (_, i) => `k${i}=1`).join("&");
    expect((await server.ask(query + keys(62))).status).toBe(200);
    const answer = await server.ask(query + keys(63));
    expect([answer.status, answer.json.error.message]).toEqual([400, "the query has 65 keys; the limit is 64"]);
  });

  it("more values than an answer may have, said before anything is computed", async () => {
    const minutes = `${YEAR.replace("2024-01", "2022-01")}&frequency=1_minute&parameters=all`;
    const { status, json } = await server.ask(minutes);
    expect(status).toBe(400);
    expect(json.error.message).toMatch(/^the answer would have \d+ values .* the limit is 16000000/);
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "no key of the query is special: %s",
    async (key) => {
      const answer = await server.ask(`${query}${key}=1&${key}[lat]=2`);
      expect(answer.status).toBe(200);
      expect(answer.headers["api-notice"]).toContain(key);
    },
  );

  it.each([
    ["nothing", "", /the body must be JSON, got nothing/],
    ["broken JSON", '{"requests":[', /not valid JSON/],
    ["a key that would change prototypes", '{"requests":[],"__proto__":{}}', /not valid JSON|cannot be read/],
    ["null", "null", /the body must be an object/],
    ["an array", "[]", /the body must be an object/],
    ["no requests", '{"requests":[]}', /1 to 100 requests/],
    ["101 requests", JSON.stringify({ requests: Array(101).fill({}) }), /1 to 100 requests/],
    ["an unknown key", '{"requests":[{}],"more":1}', /unknown key "more"/],
    [
      "a bad request in it",
      '{"requests":[{"endpoint":"realtime","query":{"lat":50,"lon":10}},{"endpoint":"x"}]}',
      /^request 1: "endpoint" must be one of realtime, training, historical/,
    ],
    [
      "an unknown parameter in it",
      '{"requests":[{"endpoint":"realtime","query":{"lat":50,"lon":10,"respnse_format":"csv"}}]}',
      /^request 0: unknown query parameter: respnse_format$/,
    ],
    [
      "CSV in it",
      '{"requests":[{"endpoint":"realtime","query":{"lat":50,"lon":10,"response_format":"csv"}}]}',
      /^request 0: .*response_format/,
    ],
  ])("a body of %s", async (_, body, message) => {
    const answer = await server.ask(BATCH, posted(body));
    expect(expectShape(answer, 400)).toMatch(message);
  });

  it("an Idempotency-Key that is none", async () => {
    const body = '{"requests":[{"endpoint":"realtime","query":{"lat":50,"lon":10}}]}';
    const answer = await server.ask(BATCH, posted(body, { "Idempotency-Key": "two words" }));
    expect([answer.status, answer.json.error.message]).toEqual([400, expect.stringContaining("Idempotency-Key")]);
  });
});

describe("401", () => {
  it.each([
    ["none", { key: null }],
    ["an unknown one", { key: "irr_00000000_0000" }],
    ["another scheme", { key: null, headers: { Authorization: "Basic bGFiOmxhYg==" } }],
    ["a scheme alone", { key: null, headers: { Authorization: "Bearer " } }],
    ["one with blanks", { key: "a b" }],
    ["the demo key where there is an account", { key: DEMO }],
  ])("a key: %s", async (_, asking) => {
    const answer = await server.ask(DAY, asking);
    expect(expectShape(answer, 401)).toBe(
      "missing or invalid API key: send the header Authorization: Bearer <API_KEY>",
    );
    expect(answer.headers["www-authenticate"]).toBe("Bearer");
    expect(answer.headers.ratelimit).toBeUndefined();
  });

  it("two headers, even of the same good key", async () => {
    const twice = ["Authorization", `Bearer ${server.key}`, "authorization", `Bearer ${server.key}`];
    const answer = await server.ask(DAY, { key: null, headers: twice });
    expect(expectShape(answer, 401)).toBe(
      "missing or invalid API key: send the header Authorization: Bearer <API_KEY>",
    );
    expect(answer.headers["www-authenticate"]).toBe("Bearer");
  });

  it("the scheme may be written in any case", async () => {
    expect((await server.ask(DAY, { key: null, headers: { Authorization: `bEARER ${server.key}` } })).status).toBe(200);
  });

  it("a key that has expired, and one that the command line revoked, within 5 s", async () => {
    const { ask, administer, clock } = await stand();
    const made = await administer((admin) => admin.createKey("lab", { label: "brief", expires: NOW + 60_000 }));
    await until(async () => (await ask(DAY, { key: made.text })).status === 200);
    clock.now += 60_000;
    const words = "missing or invalid API key: send the header Authorization: Bearer <API_KEY>";
    const expired = await ask(DAY, { key: made.text });
    expect([expired.status, expectShape(expired)]).toEqual([401, words]);
    const other = await administer((admin) => admin.createKey("lab", { label: "lost" }));
    await until(async () => (await ask(DAY, { key: other.text })).status === 200);
    await administer((admin) => admin.revokeKey(other.id));
    await until(async () => (await ask(DAY, { key: other.text })).status === 401);
    expect(expectShape(await ask(DAY, { key: other.text }))).toBe(words);
  });
});

describe("402", () => {
  it("says the cost and what is left", async () => {
    const { ask, remaining } = await stand({ grant: { tokens: 1.5 * MICRO } });
    expect((await ask(DAY)).status).toBe(200);
    const answer = await ask(DAY);
    expect(expectShape(answer, 402)).toBe("the request costs 1 tokens; 0.5 are left");
    expect([answer.headers["api-tokens-cost"], answer.headers["api-tokens-remaining"]]).toEqual(["1", "0.5"]);
    expect(remaining()).toBe(0.5);
  });

  it("says that a grant has expired", async () => {
    const { ask, clock } = await stand({ grant: { tokens: 5 * MICRO, expires: NOW + 1000 } });
    expect((await ask(DAY)).status).toBe(200);
    clock.now += 1000;
    expect(expectShape(await ask(DAY))).toBe(
      "the request costs 1 tokens; 0 are left (4 unused ones expired with their grant)",
    );
  });
});

describe("404", () => {
  it.each(["/v1", "/v1/", "/v1/observation", `${DAY.split("?")[0]}/`, "/V1/account", "//v1/account", "/v1/account/x"])(
    "a path of nobody, with a key and without: %s",
    async (path) => {
      for (const key of [undefined, null]) {
        const answer = await server.ask(path, { ...(key === null && { key }), judged: path !== "//v1/account" });
        expectShape(answer, 404);
      }
    },
  );

  it("a path with a broken escape", async () => {
    const answer = await server.ask("/v1/%zz");
    expectShape(answer, 404);
    expect(answer.headers["x-request-id"]).toMatch(/^[\w-]{12}-[0-9a-z]+$/);
  });

  it("no weather: free, and names the nearest period there is", async () => {
    const last = Date.UTC(2026, 5, 10);
    const { ask, remaining } = await stand({ sources: [everywhere({ last: () => last })] });
    const answer = await ask(DAY);
    expect(expectShape(answer, 404)).toMatch(
      /the nearest available is from 2015-01-01T00:00:00Z to 2026-06-10T00:00:00Z/,
    );
    expect(remaining()).toBe(100_000);
    expect((await ask(`${DAY}&parameters=global_clear_sky_irradiance`)).status).toBe(200);
  });

  it("nothing that was requested is there; if a part of it is, the rest is null", async () => {
    const { ask } = await stand({ sources: [everywhere({ last: () => NOW, snow: false })] });
    const answer = await ask(`${DAY}&parameters=snow_depth`);
    expect(expectShape(answer, 404)).toMatch(/^no weather with snow at 50,10/);
    const { values } = (await ask(`${DAY}&parameters=snow_depth,temperature`)).json;
    expect(new Set(values.snow_depth)).toEqual(new Set([null]));
    expect(values.temperature.slice(0, 90)).not.toContain(null);
  });
});

describe("405", () => {
  it.each(["PUT", "DELETE", "PATCH", "TRACE", "QUERY", "PROPFIND", "POST"])(
    "%s is refused with Allow, no key needed",
    async (method) => {
      const answer = await server.ask(DAY, { method, key: null });
      expectShape(answer, 405);
      expect(answer.headers.allow).toBe("GET, HEAD, OPTIONS");
    },
  );

  it.each([
    ["GET", BATCH, "POST, OPTIONS"],
    ["HEAD", IMPORT, "POST, OPTIONS"],
    ["POST", "/openapi.yaml", "HEAD, GET, OPTIONS"],
    ["DELETE", "/", "HEAD, GET, OPTIONS"],
  ])("%s %s is refused with the methods of its path", async (method, path, allow) => {
    const answer = await server.ask(path, { method, judged: path.startsWith("/v1") });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow!.split(", ").sort()).toEqual(allow.split(", ").sort());
  });

  it("a method in small letters, and CONNECT, on the bare connection", async () => {
    for (const line of ["get /v1/account HTTP/1.1", "CONNECT example.org:443 HTTP/1.1"]) {
      const answer = parseRaw(await server.raw(`${line}\r\nHost: x\r\n\r\n`));
      expectShape(answer, 405);
      expect(answer.headers.allow).toBe("GET, HEAD, POST, PUT, DELETE, OPTIONS");
    }
  });
});

describe("408", () => {
  it("headers that do not end", async () => {
    const answer = parseRaw(await server.raw("GET /v1/account HTTP/1.1\r\nHost: x\r\n"));
    expect(expectShape(answer, 408)).toBe("the request did not arrive in time");
  });

  it("a body that does not end", async () => {
    const head = `POST ${BATCH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\n`;
    const answer = parseRaw(await server.raw(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`));
    expectShape(answer, 408);
  });

  it("a connection on which nothing comes is closed", async () => {
    await server.raw("", { patience: Number.POSITIVE_INFINITY });
  });
});

describe("413, 415, 417, 431", () => {
  const post = (more: object) => ({ method: "POST", ...more });

  it("a body above 64 KiB", async () => {
    const answer = await server.ask(BATCH, posted(`"${"x".repeat(65_536)}"`));
    expectShape(answer, 413);
  });

  it("a body above the limit is answered while it is still being sent, and the connection serves on", async () => {
    const { hostname, port } = new URL(server.server.address);
    const socket = connect(Number(port), hostname);
    let came = "";
    socket.setEncoding("utf8").on("data", (text) => (came += text));
    const answers = (count: number) => expect.poll(() => came.match(/HTTP\/1\.1 \d{3}/g) ?? []).toHaveLength(count);
    const head = `Host: x\r\nAuthorization: Bearer ${server.key}\r\n`;
    const length = 200_000;
    socket.write(
      `POST ${BATCH} HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n"`,
    );
    await answers(1);
    socket.write("x".repeat(length - 1));
    socket.write(`GET /v1/account HTTP/1.1\r\n${head}\r\n`);
    await answers(2);
    socket.destroy();
    expect(came.match(/HTTP\/1\.1 \d{3}/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
  });

  it("a connection that has served a thousand refusals says that it closes: what is sent after that would be lost", async () => {
    const text = "GET /v1/nothing HTTP/1.1\r\nHost: x\r\n\r\n".repeat(1000);
    const answers = (await server.raw(text)).split(/(?=HTTP\/1\.1 )/);
    expect(answers.map((answer) => answer.slice(0, 12))).toEqual(Array(1000).fill("HTTP/1.1 404"));
    expect(answers.map((answer) => /^connection: close/im.test(answer)).indexOf(true)).toBe(999);
  });

  it.each([
    ["no type", {}],
    ["text/plain", { "Content-Type": "text/plain" }],
    ["a form", { "Content-Type": "application/x-www-form-urlencoded" }],
    ["no type at all", { "Content-Type": ";" }],
    ["a compressed one", { ...JSON_TYPE, "Content-Encoding": "gzip" }],
  ])("a body of the wrong type: %s", async (_, headers) => {
    const answer = await server.ask(BATCH, post({ headers, body: "{}" }));
    expectShape(answer, 415);
  });

  it("an expectation that nobody meets", async () => {
    const answer = parseRaw(await server.raw("GET / HTTP/1.1\r\nHost: x\r\nExpect: the-best\r\n\r\n"));
    expectShape(answer, 417);
  });

  it("a URL and headers above 16 KiB; a horizon of 360 values is far below", async () => {
    const answer = await server.ask(`/v1/account?x=${"x".repeat(17_000)}`);
    expectShape(answer, 431);
    const line = encodeURIComponent(Array.from({ length: 360 }, () => 12).join(","));
    expect((await server.ask(`${DAY}&horizon=${line}`)).status).toBe(200);
  });
});

describe("429", () => {
  it("bad keys: only they are refused then", async () => {
    const { ask } = await stand({ settings: { "bad-keys": 2 } });
    const bad = { key: "irr_wrong" };
    expect([(await ask(DAY, bad)).status, (await ask(DAY, bad)).status]).toEqual([401, 401]);
    const third = await ask(DAY, bad);
    expect(expectShape(third, 429)).toBe("too many requests with a bad API key from your address: 2 in 60 s");
    expect((await ask(DAY)).status).toBe(200);
  });
});

describe("refusals of every layer", () => {
  it("have the one shape, also where CSV was asked for", async () => {
    const csv = `${DAY}&response_format=csv`;
    const gone = await stand({ grant: { tokens: 0.5 * MICRO } });
    for (const [status, answer, parameter] of [
      [400, parseRaw(await server.raw("hello\r\n\r\n"))],
      [400, await server.ask(`${csv}&frequency=x`), "frequency"],
      [400, await server.ask(`${csv}&meta=x`), "meta"],
      [401, await server.ask(csv, { key: null })],
      [402, await gone.ask(csv)],
      [404, await server.ask("/v1/observation.csv")],
      [405, await server.ask(csv, { method: "DELETE" })],
      [415, await server.ask(BATCH, posted("a,b", { "Content-Type": "text/csv" }))],
    ] as const) {
      expectShape(answer, status);
      expect(JSON.parse(answer.body).error.parameter).toBe(parameter);
    }
  });
});

describe("500", () => {
  it.each([
    ["an error with a path in it", new TypeError("cannot read /etc/passwd of undefined")],
    ["an error that claims a status", Object.assign(new Error("teapot"), { statusCode: 418 })],
    ["nothing at all", undefined],
    ["a text", "/data/secret"],
  ])("%s: the body says no word of it, the log says it all", async (_, thrown) => {
    const generator = { version: "1", generate: () => Promise.reject(thrown) };
    const { ask, log, remaining } = await stand({ generator });
    const answer = await ask(IMPORT, posted(MONTHS));
    expectShape(answer, 500);
    expect(answer.json).toEqual({
      error: { message: "internal error", code: "internal_error", request_id: answer.headers["x-request-id"] },
    });
    await until(() => log.some((line) => line.includes('"status":500')));
    const line = JSON.parse(log.find((text) => text.includes('"status":500'))!);
    expect([line.level, line.id, line.tokens]).toEqual([50, answer.headers["x-request-id"], 0]);
    if (thrown instanceof Error) expect(line.err.message).toBe(thrown.message);
    expect(remaining()).toBe(100_000);
  });
});

describe("503 and 504", () => {
  it("a dead source is 503, its words stay inside", async () => {
    const dead = sourceWith(() => NOW, { offer: () => Promise.reject(new Error("ENOENT /data/secret.nc")) });
    const { ask, remaining } = await stand({ sources: [dead] });
    const answer = await ask(DAY);
    expect(expectShape(answer, 503)).toMatch(/sources passed over: everywhere \(failed\)$/);
    expect((await ask("/v1/sources?lat=1&lon=1")).json).toMatchObject({ sources: [], unavailable: ["everywhere"] });
    expect(remaining()).toBe(100_000);
  });

  it("a source that cannot be read is 503", async () => {
    const broken = sourceWith(() => NOW, { read: () => Promise.reject(new Error("EIO /data/secret.nc")) });
    const { ask, remaining } = await stand({ sources: [broken] });
    const answer = await ask(DAY);
    expect(expectShape(answer, 503)).toBe("the weather cannot be read at the moment; try again later");
    expect(remaining()).toBe(100_000);
  });

  it("a charge that cannot be recorded is 503, and nothing is charged", async () => {
    const { ask, remaining } = await stand({ accounts: (real) => refusing(real) });
    const answer = await ask(DAY);
    expect(expectShape(answer, 503)).toBe("the charge could not be recorded; nothing was charged; try again later");
    expect(answer.headers.etag).toBeUndefined();
    expect(remaining()).toBe(100_000);
  });

  it("a charge of which nobody knows is 503, and says so", async () => {
    const unknown = new ChargeUnknownError("db.internal/irradiance does not answer");
    const { ask } = await stand({ accounts: (real) => refusing(real, unknown) });
    const answer = await ask(DAY);
    expect(expectShape(answer, 503)).toMatch(
      /^it is not known whether this request was charged: .*; or see \/v1\/account$/,
    );
    expect(answer.body).not.toMatch(/nothing was charged|db\.internal/);
  });

  it.each(["offer", "read"] as const)("a source that never ends to %s is 504", async (method) => {
    const silent = sourceWith(() => NOW, { [method]: () => new Promise(() => {}) });
    const { ask, server, remaining } = await stand({ sources: [silent], settings: { deadline: 1 } });
    const answer = await ask(DAY);
    expect(expectShape(answer, 504)).toMatch(/^the answer was not ready within 1 s/);
    await until(() => server.service.turns.size === 0);
    expect(remaining()).toBe(100_000);
  });

  it("work that hears no signal is left behind at the deadline, and never charged afterwards", async () => {
    let finish = () => {};
    const year = new Promise<never>((_, reject) => {
      finish = () => reject(new Error("late"));
    });
    const { ask, remaining } = await stand({
      generator: { version: "1", generate: () => year },
      settings: { deadline: 1 },
    });
    expect((await ask(IMPORT, posted(MONTHS))).status).toBe(504);
    finish();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(remaining()).toBe(100_000);
  });
});

describe("the wire", () => {
  const get = (path: string, more = "") =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\n${more}\r\n`;

  it("requests in a row on one connection are answered in their order", async () => {
    const text = await server.raw(
      get("/v1/altitude?lat=50&lon=10") + get("/v1/nothing") + get("/v1/account", "Connection: close\r\n"),
    );
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(["200", "404", "200"]);
  });

  it("nonsense behind a request does not get into its answer", async () => {
    const text = await server.raw(`${get(DAY)}\x00\x01nonsense\r\n\r\n`);
    expect(text).not.toContain("no valid HTTP request");
    expect(text === "" || text.startsWith("HTTP/1.1 200")).toBe(true);
  });

  it("a whole URL in the request line is its path", async () => {
    expect(parseRaw(await server.raw(get("http://elsewhere/v1/account", "Connection: close\r\n"))).status).toBe(200);
    const post = get("http://elsewhere/v1/account", "Connection: close\r\n").replace("GET", "PUT");
    expect(parseRaw(await server.raw(post)).status).toBe(405);
  });

  it("Expect: 100-continue is met, Connection: upgrade is not followed", async () => {
    const body = '{"requests":[{"endpoint":"realtime","query":{"lat":50,"lon":10}}]}';
    const head = get(
      BATCH,
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n`,
    );
    const text = await server.raw(head.replace("GET", "POST") + body);
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
    const upgrade = await server.raw(get("/v1/account", "Connection: upgrade, close\r\nUpgrade: websocket\r\n"));
    expect(parseRaw(upgrade).status).toBe(200);
  });

  it.each([
    ["two lengths", "Content-Length: 5\r\nContent-Length: 6\r\n\r\n12345"],
    ["a length and chunks", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["chunks of another name", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"],
    ["a blank before the colon", "Content-Length : 5\r\n\r\n12345"],
    ["a folded header", "X: a\r\n b\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n"],
    ["a bare carriage return", "X: a\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    ["a chunk that is none", "Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n"],
  ])("no second request gets through by %s", async (_, rest) => {
    const text = await server.raw(
      `POST ${BATCH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${rest}${get("/v1/account")}`,
      { patience: 2000 },
    );
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
    expect(statuses.length).toBeLessThanOrEqual(1);
    for (const status of statuses) expect([400, 401]).toContain(status);
  });

  it.each([
    ["no Host", "GET /v1/account HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["two of them", "GET /v1/account HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n"],
    ["no HTTP", "hello\r\n\r\n"],
    ["another HTTP", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["TLS", Buffer.from("16030100f1010000ed0303", "hex").toString("latin1")],
  ])("%s is 400", async (_, text) => {
    const answer = parseRaw(await server.raw(Buffer.from(text, "latin1")));
    expectShape(answer, 400);
  });

  it.each([
    ["a range that it does not have", "/docs/index.html", { Range: "bytes=9999999-" }, 400, "invalid_request"],
    ["a condition that it does not meet", "/docs/index.html", { "If-Match": '"x"' }, 400, "invalid_request"],
    ["a way out of its folder", "/docs/%2e%2e/%2e%2e/package.json", {}, 404, "unknown_path"],
    ["one out of the page's", "/explorer/..%2f..%2fpackage.json", {}, 404, "unknown_path"],
  ])("of a file %s is refused, and no fault of the server", async (_, path, headers, status, code) => {
    const answer = await server.ask(path, { key: null, headers, judged: false });
    expectShape(answer, status);
    expect(answer.json.error.code).toBe(code);
  });

  it("preflights are answered without a key, and every refusal can be read by pages", async () => {
    const answer = await server.ask(BATCH, {
      method: "OPTIONS",
      key: null,
      headers: { Origin: "https://example.org", "Access-Control-Request-Method": "POST" },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers["access-control-allow-headers"]).toBe(
      "authorization, content-type, if-none-match, idempotency-key, traceparent, tracestate",
    );
    expect(answer.headers["access-control-max-age"]).toBe("7200");
    expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
  });

  it("no bytes end the server", async () => {
    const random = randomNumbers(20_261_122);
    for (let group = 0; group < 60; group++)
      await Promise.all(Array.from({ length: 50 }, () => thrown(server, random)));
    expect((await server.ask(DAY)).status).toBe(200);
    expect(server.log.filter((line) => line.includes('"level":50'))).toEqual([]);
    await until(() => server.server.service.turns.size === 0 && server.server.service.unsent.size === 0);
  });
});

const PIECES = [
  "GET ", "POST ", "HEAD ", "OPTIONS ", "get ", "PUT ", DAY, BATCH, IMPORT, "/v1/account", "/docs/%2e%2e/", "?", "&lat=%00",
  "http://x", " HTTP/1.1\r\n", " HTTP/1.0\r\n", " HTTP/9.9\r\n", "Host: x\r\n", "Content-Length: 5\r\n", "Content-Length: -1\r\n",
  "Transfer-Encoding: chunked\r\n", "Connection: close\r\n", "Connection: upgrade\r\n", "Upgrade: h2c\r\n", "Expect: 100-continue\r\n",
  "Content-Type: application/json\r\n", "Accept-Encoding: br;q=9\r\n", "If-None-Match: *\r\n", "Idempotency-Key: \xff\r\n",
  "X-Forwarded-For: ::1\r\n", "\r\n", "\r\n\r\n", "5\r\nhello\r\n", "0\r\n\r\n", '{"requests":[', "\x00", "\xff\xfe", " ", ":",
]; // biome-ignore format: a list

/** A few pieces of requests, some of them with bytes changed, on a connection that is closed soon. */
function thrown({ server: { address }, key }: Stand, random: () => number): Promise<void> {
  const pieces = [...PIECES, `Authorization: Bearer ${key}\r\n`];
  const begin = random() < 0.7 ? `GET ${DAY} HTTP/1.1\r\nHost: x\r\n` : "";
  const count = 1 + Math.floor(random() * 8);
  const text = begin + Array.from({ length: count }, () => pieces[Math.floor(random() * pieces.length)]).join("");
  const bytes = Buffer.from(text, "latin1");
  if (random() < 0.3) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      if (random() < 0.5) socket.end(bytes);
      else socket.write(bytes, () => setTimeout(() => socket.destroy(), 5));
    });
    socket.on("error", () => {});
    socket.on("data", () => {});
    socket.on("close", () => resolve());
    setTimeout(() => socket.destroy(), 500).unref();
  });
}
