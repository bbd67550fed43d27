// The observation endpoint on a pool of threads: while a year is computed, the server still answers. `npm run build`, then
//   node examples/pool-server.mjs [port]
//   node examples/pool-server.mjs --measure [requests]
// The second form asks itself for years at 15 minutes, first computed in the main thread, then in the pool, and prints by how
// much each kept the event loop from everything else.
import { createServer } from "node:http";
import { availableParallelism } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createPool, shareWeather } from "../dist/answers/bulk/index.js";
import { loadSample } from "../dist/data/weather/index.js";
import { parseObservationRequest, RequestError, respond } from "../dist/index.js";

const ENDPOINT = "historical";
const PATH = `/v1/observation/${ENDPOINT}`;
// The main thread only receives and sends: one thread per core keeps all of them busy, even on two cores.
const threads = availableParallelism();
const weather = shareWeather(await loadSample());
const pool = createPool({ threads, maxQueue: 100, deadline: 30_000 });

/** Ways to compute the body of a response. */
const compute = {
  "main thread": (query) => respond(query, weather),
  pool: (query, signal) => pool.observe(query, weather, { signal }),
};
let way = "pool";

const server = createServer(async (request, response) => {
  const send = (status, contentType, body) => response.writeHead(status, { "content-type": contentType }).end(body);
  const refuse = (status, message) => send(status, "application/json", JSON.stringify({ error: { message } }));
  // A client that goes away frees its thread.
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  // A throw outside the try would end the process: everything that a stranger can write is parsed inside, the address too.
  try {
    const url = new URL(`http://localhost${request.url}`);
    if (url.pathname === "/alive") return send(200, "text/plain", "yes\n");
    if (url.pathname !== PATH) return refuse(404, `there is nothing at ${url.pathname}`);
    if (request.method !== "GET") {
      response.setHeader("allow", "GET");
      return refuse(405, `${request.method} is not allowed`);
    }
    const query = parseObservationRequest(/** @type {any} */ (Object.fromEntries(url.searchParams)), {
      endpoint: ENDPOINT,
      now: Date.now(),
    });
    const { contentType, body, diagnostics } = await compute[way](query, gone.signal);
    // Notices that the body has no place for: here, that the weather belongs to another place.
    const notices = diagnostics?.notices ?? [];
    if (notices.length > 0) response.setHeader("api-notice", noticeHeader(notices));
    send(200, contentType, body);
  } catch (cause) {
    if (gone.signal.aborted) return;
    if (cause instanceof RequestError) return refuse(400, cause.message);
    if (cause.code === "ERR_QUEUE_FULL") return refuse(503, "too many requests wait; try again");
    console.error(cause);
    refuse(500, "internal error");
  }
});

const [first, second] = process.argv.slice(2);
server.listen(first === "--measure" ? 0 : Number(first ?? 8080), async () => {
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const address = `http://localhost:${port}`;
  if (first !== "--measure") return console.log(`${address}${PATH}`);
  await measure(address, Number(second ?? 20));
  server.close();
  await pool.close();
});

/** Quoted texts, as a list; what a header cannot hold is percent-encoded. */
function noticeHeader(notices) {
  return notices.map(({ message }) => `"${message.replace(/[^ -~]+|["\\%]/g, encodeURIComponent)}"`).join(", ");
}

/** Sends the same requests both ways, and meanwhile asks every 10 ms whether the server is alive. */
async function measure(address, requests) {
  const year = "start=2023-01-01T00:00Z&end=2024-01-01T00:00Z";
  const query = `lat=36.1&lon=-79.95&parameters=all&surface_tilt=30&surface_azimuth=180&${year}`;
  const ask = async () => new Uint8Array(await (await fetch(`${address}${PATH}?${query}`)).arrayBuffer());
  await pool.warm();
  const bodies = [];
  for (way of Object.keys(compute)) {
    await ask();
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const done = new AbortController();
    const longestWait = pulse(`${address}/alive`, done.signal);
    delay.enable();
    const begin = performance.now();
    bodies.push(...(await Promise.all(Array.from({ length: requests }, ask))));
    const time = performance.now() - begin;
    delay.disable();
    done.abort();
    const ms = (value) => `${value.toFixed(0).padStart(5)} ms`;
    console.log(
      `${way.padEnd(11)}  ${requests} years in ${ms(time)}; event loop held up ${ms(delay.mean / 1e6)} on average, at most ` +
        `${ms(delay.max / 1e6)}; longest wait for /alive ${ms(await longestWait)}`,
    );
  }
  const same = bodies.every((body) => Buffer.compare(body, bodies[0]) === 0);
  console.log(same ? "all answers are the same bytes" : "answers differ");
}

/** Asks every 10 ms until the signal comes; resolves to the longest time of an answer in ms. */
async function pulse(address, signal) {
  let longest = 0;
  while (!signal.aborted) {
    const begin = performance.now();
    await (await fetch(address)).text();
    longest = Math.max(longest, performance.now() - begin);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return longest;
}
