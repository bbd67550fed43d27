// What the service is measured against: fastify without schema and logger that sends the engine's bytes.
//
// GET /day?…   the query parsed by the engine, the engine on weather that lies ready in memory, its JSON writer, one send:
//              no key, no rate, no ledger, no ETag, no compression, no log, no choice of sources
// GET /year?calls=N&…   the same without HTTP, N times in one request: engine, JSON, gzip
//
// It is given what the service knows of the place and of itself, so that both send the same bytes.
import fastify from "fastify";
import { openArchive, plan, sampleSource } from "irradiance-archive";
import { computeColumns, createWorkspace, parseObservationRequest, writeJson } from "irradiance-engine";
import { computeBody } from "irradiance-engine/internal/bulk";
import { openClimatology } from "irradiance-engine/climatology";
import { standardTimeOffset } from "irradiance-engine/internal/climatology";
import { outputGrid } from "irradiance-engine/internal/contract";

const DAY = 86_400_000;
/**
 * Whatever the engine makes use of.
 *
 * @type {import("irradiance-engine").WeatherColumn[]}
 */
const COLUMNS = [
  "global_horizontal_irradiance",
  "direct_normal_irradiance",
  "direct_horizontal_irradiance",
  "diffuse_horizontal_irradiance",
  "temperature",
  "snow_depth",
  "albedo",
  "pressure",
  "relative_humidity",
  "precipitable_water",
  "aerosol_optical_depth",
  "linke_turbidity",
];

const { software, altitude } = JSON.parse(process.argv[2]);
const archive = openArchive({ sources: [sampleSource()] });
const weatherOf = new Map();
const workspace = createWorkspace();

/** Kept, so that nothing of it is done while measuring. */
async function ready(query) {
  const request = parseObservationRequest(query, { endpoint: "historical", now: Date.now() });
  const key = `${query.start} ${query.end} ${query.frequency}`;
  if (!weatherOf.has(key)) weatherOf.set(key, await read(request));
  return { request, ...weatherOf.get(key) };
}

async function read(request) {
  const { lat, lon } = request;
  const { start, interval, count } = outputGrid(request.start, request.end, request.frequency);
  const survey = await archive.survey({ latitude: lat, longitude: lon }, Date.now());
  const period = { start, end: start + count * interval * 1000 };
  const made = plan(survey, { purpose: "history", period, margin: DAY, columns: COLUMNS, synthetic: true });
  const { series } = await archive.read(made);
  const climatology = await openClimatology();
  const context = {
    altitude,
    linkeTurbidity: climatology.clearTurbidity(lat, lon),
    timeZone: await standardTimeOffset(lat, lon),
    software,
  };
  return { series, context };
}

const app = fastify();
app.get("/day", async ({ query }, reply) => {
  const { request, series, context } = await ready(query);
  const body = writeJson(computeColumns(request, series, context, workspace));
  return reply.type("application/json").send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
});
app.get("/year", async (asked) => {
  const { calls, ...query } = /** @type {Record<string, string>} */ (asked.query);
  const { request, series, context } = await ready(query);
  for (let call = 0; call < Number(calls); call++) {
    computeBody(request, series, { context, encoding: "gzip" }, workspace);
  }
  return { calls: Number(calls) };
});
process.stdout.write(`${await app.listen({ port: 0, host: "127.0.0.1" })}\n`);
