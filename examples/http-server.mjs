// The observation endpoint over HTTP, on the embedded sample's weather. `npm run build`, then
//   node examples/http-server.mjs [port]
//   curl -H 'Authorization: Bearer example' 'http://localhost:8080/v1/observation/historical?lat=36.1&lon=-79.95&parameters=global_horizontal_irradiance&frequency=1_hour&start=2023-06-21T00:00Z&end=2023-06-22T00:00Z'
import { createServer } from "node:http";
import { loadSample } from "../dist/data/weather/index.js";
import { parseObservationRequest, RequestError, respond } from "../dist/index.js";

const ENDPOINT = "historical";
const PATH = `/v1/observation/${ENDPOINT}`;
const KEY = "example";
const weather = await loadSample();

const server = createServer((request, response) => {
  const send = (status, contentType, body) => response.writeHead(status, { "content-type": contentType }).end(body);
  const refuse = (status, message) => send(status, "application/json", JSON.stringify({ error: { message } }));
  // A throw outside the try would end the process: everything that a stranger can write is parsed inside, the address too.
  try {
    const url = new URL(`http://localhost${request.url}`);
    if (url.pathname !== PATH) return refuse(404, `there is nothing at ${url.pathname}`);
    if (request.method !== "GET") {
      response.setHeader("allow", "GET");
      return refuse(405, `${request.method} is not allowed`);
    }
    if (request.headers.authorization !== `Bearer ${KEY}`) return refuse(401, "missing or unknown key");
    // The endpoint's defaults and its window: from 2020 on, without the last 7 days.
    const query = parseObservationRequest(/** @type {any} */ (Object.fromEntries(url.searchParams)), {
      endpoint: ENDPOINT,
      now: Date.now(),
    });
    const { contentType, body, diagnostics } = respond(query, weather);
    // Notices that the body has no place for: here, that the weather belongs to another place.
    if (diagnostics.notices.length > 0) response.setHeader("api-notice", noticeHeader(diagnostics.notices));
    send(200, contentType, body);
  } catch (cause) {
    if (cause instanceof RequestError) return refuse(400, cause.message);
    console.error(cause);
    refuse(500, "internal error");
  }
});

/** Quoted texts, as a list; what a header cannot hold is percent-encoded. */
function noticeHeader(notices) {
  return notices.map(({ message }) => `"${message.replace(/[^ -~]+|["\\%]/g, encodeURIComponent)}"`).join(", ");
}

server.listen(Number(process.argv[2] ?? 8080), () => {
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  console.log(`http://localhost:${port}${PATH}`);
});
