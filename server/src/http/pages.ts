/** Pages outside /v1: the first page that a browser sees. */
import type { FastifyInstance } from "fastify";
import { SOFTWARE } from "../software.js";
import { DEMO_KEY } from "./callers.js";

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Irradiance service</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem}pre{overflow:auto;padding:1rem;background:#8881}</style>
<h1>Irradiance and weather service</h1>
<p>Time series of solar irradiance, PV output and weather for a place. Version ${SOFTWARE.version}.</p>
<ul>
<li><a href="/docs/">Reference</a>: every path, with requests to try</li>
<li><a href="/openapi.yaml">openapi.yaml</a>: the contract for machines</li>
</ul>
<p>With the demo key, where the operator has it switched on:</p>
<pre>curl -H 'Authorization: Bearer ${DEMO_KEY}' \\
  'http://localhost:8080/v1/observation/realtime?lat=36.1&amp;lon=-79.95&amp;parameters=all&amp;frequency=1_hour'</pre>
</html>
`;

export async function pages(app: FastifyInstance): Promise<void> {
  app.get("/", { exposeHeadRoute: true }, (_request, reply) =>
    reply
      .headers({
        "Cache-Control": "public, no-cache",
        "Content-Security-Policy": POLICY,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
      })
      .type("text/html; charset=utf-8")
      .send(PAGE),
  );
}
