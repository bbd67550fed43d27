// Requests of every kind to every endpoint, each with the status that it must have: two thirds good, a third bad.
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { ask, day, observation, searchOf, YEAR } from "../lib/client.mjs";

const DEMO = "demo0000-0000-0000-0000-000000000000";
const ENCODINGS = ["identity", "gzip", "br", "br, gzip"];
/** So few that the server soon remembers the weather of all of them: what it keeps must not grow with the requests. */
const PLACES = [
  { lat: 36.1, lon: -79.95 },
  { lat: 50, lon: 10 },
  { lat: -3, lon: -60 },
];
/** Days asked for, so few for the same reason. */
const DAYS = 20;
const MONTHS = {
  irradiance_unit: "W/m2",
  global_horizontal_irradiance: [90, 120, 165, 215, 240, 255, 245, 220, 185, 145, 100, 80],
  temperature: [4, 6, 10, 15, 20, 24, 26, 25, 22, 16, 10, 6],
};

/**
 * @param {{ rich: string, poor: string, revoked: string }} keys of an account with tokens, of one without, and one that is no longer good
 * @returns kinds: `weight` of a thousand, `make(random)`: what to ask, with `expected` status
 */
export function mixOf({ rich, poor, revoked }) {
  const get = (random, path, more = {}) => ({
    key: random.next() < 0.2 ? DEMO : rich,
    path,
    expected: 200,
    headers: { "Accept-Encoding": random.of(ENCODINGS) },
    ...more,
  });
  const at = (path, query) => (random) => get(random, `/v1/${path}?${searchOf({ ...random.of(PLACES), ...query })}`);
  const post = (path, body, more = {}) => ({
    key: rich,
    method: "POST",
    path,
    expected: 200,
    ...more,
    body: JSON.stringify(body),
  });
  const oneDay = (random) => ({ ...random.of(PLACES), ...day(random.below(DAYS)) });
  const batchOf = (random, count) => ({
    requests: Array.from({ length: count }, () => ({ endpoint: "historical", query: oneDay(random) })),
  });
  const realtime = observation("realtime");
  return [
    { weight: 150, make: at("observation/realtime", { parameters: "all" }) },
    { weight: 40, make: at("observation/realtime", { response_format: "csv" }) },
    { weight: 110, make: (random) => get(random, observation("historical", oneDay(random))) },
    { weight: 6, make: at("observation/training", { frequency: "1_hour" }) },
    { weight: 40, make: at("forecast/basic", { end: "+24hours" }) },
    { weight: 40, make: at("forecast/precision", { parameters: "all", end: "+3hours" }) },
    { weight: 3, make: at("climate/tmy", {}) },
    { weight: 3, make: at("climate/amy", { year: 2023 }) },
    { weight: 50, make: at("horizon", {}) },
    { weight: 50, make: at("altitude", {}) },
    { weight: 30, make: (random) => get(random, "/v1/account") },
    { weight: 20, make: at("sources", {}) },
    { weight: 60, make: (random) => get(random, observation("historical", oneDay(random)), { method: "HEAD" }) },
    { weight: 20, make: (random) => post("/v1/observation/batch", batchOf(random, 1 + random.below(4))) },
    {
      weight: 3,
      make: (random) =>
        post(`/v1/climate/import/monthly?${searchOf(PLACES[0])}`, MONTHS, {
          headers: { "Idempotency-Key": `import-${random.below(1e9)}` },
        }),
    },
    { weight: 40, make: (random) => ({ ...get(random, observation("historical", YEAR)), again: true, expected: 304 }) },
    // The bad third.
    { weight: 50, make: (random) => get(random, realtime, { key: poor, expected: 402 }) },
    { weight: 30, make: (random) => get(random, realtime, { key: revoked, expected: 401 }) },
    { weight: 20, make: (random) => get(random, realtime, { key: `irr_nobody_${random.below(1e9)}`, expected: 401 }) },
    { weight: 50, make: (random) => get(random, observation("realtime", { lat: 91 }), { expected: 400 }) },
    { weight: 20, make: (random) => get(random, observation("realtime", { frequency: "2_hours" }), { expected: 400 }) },
    { weight: 20, make: (random) => get(random, "/v1/observation/nothing", { expected: 404 }) },
    { weight: 20, make: (random) => get(random, "/v1/%zz", { expected: 404 }) },
    { weight: 20, make: (random) => get(random, realtime, { method: "PUT", expected: 405 }) },
    {
      weight: 20,
      make: (random) =>
        get(random, observation("realtime", { lat: 10, lon: 10 }), { key: DEMO, headers: {}, expected: 403 }),
    },
    { weight: 10, make: () => post("/v1/observation/batch", "x".repeat(70_000), { expected: 413 }) },
    {
      weight: 10,
      make: (random) =>
        post("/v1/observation/batch", { requests: [{ endpoint: random.of(["", "forecast"]) }] }, { expected: 400 }),
    },
    { weight: 10, make: () => ({ ...post("/v1/observation/batch", 0, { expected: 400 }), body: "{" }) },
    { weight: 15, make: () => ({ raw: "hello\r\n\r\n", expected: 400 }) },
    {
      weight: 10,
      make: () => ({ raw: `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(17_000)}\r\n\r\n`, expected: 431 }),
    },
    {
      weight: 28,
      make: () => ({
        leaves: `GET ${observation("historical", YEAR)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${rich}\r\n\r\n`,
      }),
    },
  ];
}

/** Sends what a kind made. @returns the status; undefined for clients that left before it */
export async function sent(address, asked, agent) {
  if (asked.raw !== undefined) return raw(address, asked.raw);
  if (asked.leaves !== undefined) return leave(address, asked.leaves);
  const first = asked.again ? await askAnew(address, { ...asked, method: "HEAD", agent }) : undefined;
  const headers = { ...asked.headers, ...(first && { "If-None-Match": first.headers.etag }) };
  return (await askAnew(address, { ...asked, headers, agent })).status;
}

/** As clients of HTTP do: what meets the end of an idle connection is sent once more, on one of its own. */
async function askAnew(address, question) {
  const answer = await ask(address, question);
  return answer.isIdleEnd ? ask(address, { ...question, agent: false }) : answer;
}

function raw(address, bytes) {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(Number(answer.split(" ")[1])));
  });
}

/** A client that does not wait for its answer. */
async function leave(address, bytes) {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  await new Promise((resolve) => socket.write(bytes, resolve));
  await pause(2);
  socket.destroy();
  return undefined;
}
