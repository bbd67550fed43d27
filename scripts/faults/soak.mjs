// Many requests of every kind, a third of them bad: what the server keeps does not grow, and each is logged and counted once.
import { createReadStream, openSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import {
  ask,
  askAnew,
  DEMO,
  day,
  MONTHS,
  newAgent,
  observation,
  PLACE,
  searchOf,
  tally,
  YEAR,
} from "../lib/client.mjs";
import { command, freePort, openAccount, startServer } from "../lib/process.mjs";
import { connectionsTo, onTheWire } from "./service.mjs";

const CLIENTS = 12;
const PARTS = 10;
/** By how much what is kept after the last tenth may differ from what was kept after the second. */
const MOST_GROWTH = 0.05;
const LEAST_GOOD = 0.6;
const HOOK = new URL("heap-hook.mjs", import.meta.url).href;
const MIB = 1_048_576;

export async function soak({ report, random, folder, requests }) {
  const data = `${folder}/soak`;
  const rich = await openAccount(data, 1_000_000_000);
  const poor = await openAccount(data, 0.5, "poor");
  const revoked = await openAccount(data, 1, "gone");
  const [{ key: id }] = JSON.parse(await command("keys", "list", "gone", "--json", "--data", data));
  await command("keys", "revoke", id, "--data", data);
  const log = `${folder}/soak.log`;
  const operations = await freePort();
  const server = await startServer(
    [
      ...["--data", data, "--synthetic", "--demo", "places", "--horizon-without-terrain", "flat"],
      ...["--rate", "1000000", "--demo-rate", "1000000", "--bad-keys", "1000000"],
      ...["--running", "64", "--demo-running", "64", "--waiting", "1000", "--max-waiting", "10000"],
      // So few that no limit of open files is worth a warning.
      ...["--max-connections", "256", "--operations-port", String(operations)],
    ],
    { stderr: openSync(log, "a"), node: ["--expose-gc", "--import", HOOK, "--unhandled-rejections=strict"] },
  );
  const tickets = mixOf({ rich, poor, revoked }).flatMap(({ weight, make }) => new Array(weight).fill(make));
  const agent = newAgent();
  const statuses = [];
  const wrong = [];
  let count = 0;
  const samples = [];

  for (let part = 1; part <= PARTS; part++) {
    const until = Math.round((requests * part) / PARTS);
    await Promise.all(Array.from({ length: CLIENTS }, () => client(until)));
    await pause(200);
    samples.push(await server.kept());
    const { kept, rss } = samples.at(-1);
    console.log(`     ${count} requests: ${(kept / MIB).toFixed(1)} MiB kept, ${(rss / MIB).toFixed(0)} MiB resident`);
  }
  agent.destroy();
  await pause(500);
  const counted = await countedBy(`http://127.0.0.1:${operations}`);
  await report.ends("soak", server);
  const logged = await loggedIn(log);

  const good = statuses.filter((status) => status === 200).length / count;
  const [second, last] = [samples[1].kept, samples.at(-1).kept];
  report.check(
    "soak: each request got the answer that it must have",
    wrong.length === 0 && good >= LEAST_GOOD,
    `${count} requests, ${(good * 100).toFixed(1)} % of 200; ${tally(statuses.sort())} ${JSON.stringify(wrong.slice(0, 3))}`,
  );
  report.check(
    "soak: what is kept does not grow",
    last <= second * (1 + MOST_GROWTH),
    `${(second / MIB).toFixed(1)} MiB after the second tenth, ${(last / MIB).toFixed(1)} MiB after the last`,
  );
  report.check(
    "soak: requests, log lines and counts are as many",
    logged.answers === count && counted === count,
    `${count}, ${logged.answers}, ${counted}`,
  );
  const isQuiet = logged.others.length === 0;
  report.check("soak: nothing else in the log, no warning", isQuiet, ...logged.others.slice(0, 3));

  async function client(until) {
    while (count < until) {
      const asked = random.of(tickets)(random);
      // One that repeats a request sends it twice.
      count += asked.again ? 2 : 1;
      const status = await sent(server.address, asked, agent);
      statuses.push(status ?? "left", ...(asked.again ? [200] : []));
      if (status !== asked.expected) wrong.push({ ...asked, key: undefined, status });
    }
  }
}

/** @returns all answers that the server counted */
async function countedBy(address) {
  const { body } = await ask(address, { path: "/metrics" });
  const lines = String(body)
    .split("\n")
    .filter((line) => line.startsWith("irradiance_answers_total{"));
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

const ANSWERS = new Set(["answered", "refused"]);
const EXPECTED = new Set(["stopping", "stopped"]);

async function loggedIn(file) {
  let answers = 0;
  const others = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { msg, level } = line.startsWith("{") ? JSON.parse(line) : {};
    if (level === 30 && ANSWERS.has(msg)) answers++;
    else if (!(level === 30 && EXPECTED.has(msg))) others.push(line);
  }
  return { answers, others };
}

const ENCODINGS = ["identity", "gzip", "br", "br, gzip"];
/** So few that the server soon remembers the weather of all of them: what it keeps must not grow with the requests. */
const PLACES = [PLACE, { lat: 50, lon: 10 }, { lat: -3, lon: -60 }];
/** Days asked for, so few for the same reason. */
const DAYS = 20;

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
    { weight: 28, make: () => ({ leaves: onTheWire(rich, observation("historical", YEAR)) }) },
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

function raw(address, bytes) {
  return new Promise((resolve) => {
    const socket = connectionsTo(address).open(bytes);
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("close", () => resolve(Number(answer.split(" ")[1])));
  });
}

/** A client that does not wait for its answer. */
async function leave(address, bytes) {
  const socket = connectionsTo(address).open();
  await new Promise((resolve) => socket.write(bytes, resolve));
  await pause(2);
  socket.destroy();
  return undefined;
}
