// A server with an account, and connections by hand.
import { connect } from "node:net";
import { ask, day, MONTHS, newAgent, observation, PLACE, searchOf, YEAR } from "../lib/client.mjs";
import { underLoad } from "../lib/load.mjs";
import { openAccount, startServer } from "../lib/process.mjs";

/**
 * Made-up weather everywhere, and no limit of requests.
 *
 * @param {string[]} [settings] more of them
 * @param {import("../lib/process.mjs").LaunchOptions & { tokens?: number }} [options]
 */
export async function startService(data, settings = [], options = {}) {
  const { tokens = 1_000_000, ...launch } = options;
  const key = await openAccount(data, tokens);
  const server = await startServer(["--data", data, "--synthetic", "--rate", "1000000", ...settings], launch);
  return { key, server };
}

/** Connections that send what they are given and no more. */
export function connectionsTo(address) {
  const { port, hostname } = new URL(address);
  const sockets = [];
  return {
    sockets,
    open(text = "") {
      const socket = connect(Number(port), hostname);
      socket.on("error", () => {});
      if (text !== "") socket.write(text);
      sockets.push(socket);
      return socket;
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A request as it is on the wire. @param {string} [body] JSON */
export function onTheWire(key, path, body) {
  const head = `${body === undefined ? "GET" : "POST"} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n`;
  if (body === undefined) return `${head}\r\n`;
  return `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** Each gives what to ask; `most` charges come of it. */
const KINDS = [
  { weight: 8, make: (random) => get(observation("realtime", { parameters: random.of(["all", "temperature"]) })) },
  { weight: 6, make: (random) => get(observation("historical", day(random.below(365), { parameters: "all" }))) },
  {
    weight: 4,
    make: (random) => get(observation("historical", { ...YEAR, parameters: random.of(["all", "temperature"]) })),
  },
  { weight: 2, make: () => ({ ...get(observation("historical", YEAR)), method: "HEAD" }) },
  { weight: 3, make: again },
  { weight: 2, make: batch },
  { weight: 1, make: imported },
];
const TICKETS = KINDS.flatMap(({ weight, make }) => new Array(weight).fill(make));

function get(path) {
  return { path, headers: { "Accept-Encoding": "gzip" }, most: 1 };
}

/** What was asked for before, with its tag: 304. */
function again(random, answers) {
  const tagged = answers
    .slice(-50)
    .filter(({ asked, status, headers }) => status === 200 && !asked.method && headers.etag);
  const { asked, headers } =
    tagged.length > 0 ? random.of(tagged) : { asked: { path: observation("realtime") }, headers: { etag: '"none"' } };
  return { ...get(asked.path), headers: { "If-None-Match": headers.etag } };
}

function batch(random) {
  const lines = 1 + random.below(4);
  const requests = Array.from({ length: lines }, () => ({
    endpoint: "historical",
    query: { ...PLACE, ...day(random.below(365)) },
  }));
  return { path: "/v1/observation/batch", method: "POST", body: JSON.stringify({ requests }), most: lines };
}

function imported(random) {
  const headers = random.next() < 0.5 ? { "Idempotency-Key": `import-${random.below(1e9)}` } : {};
  const path = `/v1/climate/import/monthly?${searchOf(PLACE)}`;
  return { path, method: "POST", body: JSON.stringify(MONTHS), headers, most: 1 };
}

/** Clients of the account, until the load is stopped. `kinds`: what they ask for, if it is not everything. */
export function allKinds(address, key, random, { clients = 16, kinds = TICKETS } = {}) {
  const agent = newAgent();
  const load = underLoad(
    (asked) => ask(address, { ...asked, key, agent }),
    (answers) => random.of(kinds)(random, answers),
    { clients },
  );
  load.ended.finally(() => agent.destroy());
  return load;
}
