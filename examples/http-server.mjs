// The observation endpoint over HTTP, on the embedded sample's weather. `npm run build`, then
//   node examples/http-server.mjs [port]
//   curl -H 'Authorization: Bearer example' 'http://localhost:8080/v1/observation/historical?lat=36.1&lon=-79.95&parameters=global_horizontal_irradiance&frequency=1_hour&start=2023-06-21T00:00Z&end=2023-06-22T00:00Z'
import { createServer } from "node:http";
import { RequestError, respond } from "../dist/index.js";
import { loadSample } from "../dist/weather/index.js";

const PATH = "/v1/observation/historical";
const KEY = "example";
const weather = await loadSample();

const server = createServer((request, response) => {
  const send = (status, contentType, body) => response.writeHead(status, { "content-type": contentType }).end(body);
  const refuse = (status, message) => send(status, "application/json", JSON.stringify({ error: { message } }));
  const url = new URL(request.url, "http://localhost");
  if (url.pathname !== PATH) return refuse(404, `there is nothing at ${url.pathname}`);
  if (request.headers.authorization !== `Bearer ${KEY}`) return refuse(401, "missing or unknown key");
  try {
    const { contentType, body } = respond(Object.fromEntries(url.searchParams), weather, { now: Date.now() });
    send(200, contentType, body);
  } catch (cause) {
    if (cause instanceof RequestError) return refuse(400, cause.message);
    console.error(cause);
    refuse(500, "internal error");
  }
});

server.listen(Number(process.argv[2] ?? 8080), () => {
  console.log(`http://localhost:${server.address().port}${PATH}`);
});
