/** Jobs whose parts are tables: the columns of `irradiance bulk`, the values of GET, and the sites that failed beside them. */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import type { WeatherSource } from "irradiance-archive";
import { simulateToFile } from "irradiance-engine/bulk";
import { expect, it, onTestFinished } from "vitest";
import { NOW, sourceWith } from "./harness.js";
import { JOBS, type JobBody, type JobStand, jobStand } from "./jobs-fixture.js";

const PARAMETERS = "global_tilted_irradiance,temperature,pv_production";
const HOURS = { start: "2026-06-01T00:00Z", end: "2026-06-03T00:00Z", frequency: "1_hour", parameters: PARAMETERS };
const SITES = [
  { id: "roof", lat: 47.1, lon: 8.5, surface_tilt: 35, surface_azimuth: 180 },
  { id: "nothing there", lat: 12, lon: 8.5 },
  { lat: -33.5, lon: 151, tracking_mode: "1_axis", start: "2026-06-02T00:00Z" },
];

/** Weather everywhere but at 12° N. */
const source: WeatherSource = (() => {
  const all = sourceWith(() => NOW, {});
  return { ...all, offer: async (place, ...more) => (place.latitude === 12 ? [] : all.offer(place, ...more)) };
})();

type Row = Readonly<Record<string, unknown>>;

/** The parts of a job that has ended, as its links give them. */
async function tablesOf(server: JobStand, id: string) {
  const { results } = await server.ended(id);
  const files: ArrayBuffer[] = [];
  for (const { part, url, bytes, sha256 } of results) {
    const answer = await server.ask(url, { key: null, headers: { "Accept-Encoding": "gzip" } });
    expect(answer.headers).toMatchObject({
      "content-type": "application/vnd.apache.parquet",
      "content-disposition": `attachment; filename="part-00000${part}.parquet"`,
      etag: `W/"${sha256}"`,
    });
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect([answer.bytes.length, createHash("sha256").update(answer.bytes).digest("hex")]).toEqual([bytes, sha256]);
    files.push(new Uint8Array(answer.bytes).buffer);
  }
  const rows: Row[] = [];
  for (const file of files) rows.push(...((await parquetReadObjects({ file })) as Row[]));
  return { results, files, rows };
}

/** What a file says of its columns. */
function headOf(file: ArrayBuffer) {
  const { schema, key_value_metadata: texts } = parquetMetadata(file);
  return { schema, texts };
}

/** The same of a file that `irradiance bulk` writes. */
async function headOfBulk(options: object) {
  const folder = mkdtempSync(join(tmpdir(), "irradiance-table-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const out = join(folder, "bulk.parquet");
  const columns = {
    temperature: new Float64Array(8760).fill(10),
    global_horizontal_irradiance: new Float64Array(8760),
  };
  const weather = { start: "2023-01-01T00:00Z", interval: 3600, columns };
  await simulateToFile({ ...options, weather, sites: [{ id: "a", lat: 47, lon: 8 }], out, threads: 1 });
  return headOf(new Uint8Array(readFileSync(out)).buffer);
}

async function get(server: JobStand, path: string, query: object) {
  const { id: _id, ...values } = query as { id?: string };
  const texts = Object.entries(values).map(([key, value]) => [key, String(value)]);
  return server.ask(`/v1/${path}?${new URLSearchParams(texts)}`);
}

it("each part is a table of irradiance bulk with the values of GET, and names the sites that are not in it", async () => {
  const server = await jobStand({ sources: [source] });
  const job: JobBody = { endpoint: "historical", format: "parquet", query: HOURS, sites: SITES };
  const posted = await server.post(job);
  expect(posted.json).toMatchObject({ format: "parquet", sites: 3 });
  const { id } = posted.json;
  const { results, files, rows } = await tablesOf(server, id);
  expect(headOf(files[0]!)).toEqual(await headOfBulk({ parameters: PARAMETERS, frequency: "1_hour" }));
  const [failed] = SITES.filter(({ lat }) => lat === 12);
  const { error } = (await get(server, "observation/historical", { ...HOURS, ...failed })).json;
  expect(results).toMatchObject([{ sites: 3, failed_sites: 1, failed: [{ index: 1, id: "nothing there" }] }]);
  expect(results[0].failed[0].error).toMatchObject({ code: error.code, message: error.message });
  const at: Row[] = [];
  for (const [index, site] of SITES.entries()) {
    const { status, json } = await get(server, "observation/historical", { ...HOURS, ...site });
    if (status !== 200) continue;
    for (const [k, time] of json.start_times.entries()) {
      const values = PARAMETERS.split(",").map((name) => [name, json.values[name][k]]);
      at.push({ site: site.id ?? String(index), start_time: new Date(time), ...Object.fromEntries(values) });
    }
  }
  expect(rows).toHaveLength(48 + 24);
  for (const [k, row] of rows.entries()) {
    const rounded = Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "number" ? Math.round(value * 100) / 100 : value,
    ]);
    expect(Object.fromEntries(rounded)).toEqual(at[k]);
  }
  // What is charged is what the same sites cost as lines.
  const { tokens } = await server.ended(id);
  const lines = await server.ended(await server.made({ ...job, format: "ndjson" }));
  expect(tokens).toEqual(lines.tokens);
  expect(lines.results[0]).not.toHaveProperty("failed");
  expect(server.files(id)).toEqual([expect.stringMatching(/^part-000000-[0-9a-f]{24}\.parquet$/)]);
});

it("days are those of a response, and begin at a moment of UTC", async () => {
  const server = await jobStand({ sources: [source] });
  const query = { start: "2024-06-01T00:00Z", end: "2024-06-04T00:00Z", frequency: "1_day", time_zone: "local" };
  const site = { id: "a", lat: 47.1, lon: 8.5 };
  const asked = { ...query, parameters: "global_horizontal_irradiance" };
  const { files, rows } = await tablesOf(
    server,
    await server.made({ endpoint: "historical", format: "parquet", query: asked, sites: [site] }),
  );
  const { json } = await get(server, "observation/historical", { ...asked, ...site });
  const texts = Object.fromEntries(headOf(files[0]!).texts!.map(({ key, value }) => [key, value!]));
  expect(texts).toMatchObject({ frequency: "1_day", aggregate: "daily" });
  expect(JSON.parse(texts.units!)).toEqual({ global_horizontal_irradiance: "Wh/m**2" });
  expect(rows.map(({ start_time: start }) => Number(start))).toEqual(json.start_times.map(Date.parse));
  const sums = json.values.global_horizontal_irradiance as number[];
  expect(rows.map((row) => Math.round(Number(row.global_horizontal_irradiance)))).toEqual(sums.map(Math.round));
});

it("a part whose sites all failed is a table without rows, and free", async () => {
  const server = await jobStand({ sources: [source] });
  const sites = ["a", "b"].map((id) => ({ id, lat: 12, lon: 1 }));
  const id = await server.made({ endpoint: "historical", format: "parquet", query: HOURS, sites });
  const { results, files, rows } = await tablesOf(server, id);
  expect(rows).toEqual([]);
  expect(headOf(files[0]!)).toEqual(await headOfBulk({ parameters: PARAMETERS, frequency: "1_hour" }));
  expect(results[0].failed.map(({ id: name }: { id: string }) => name)).toEqual(["a", "b"]);
  expect((await server.ended(id)).tokens).toMatchObject({ charged: 0, held: 0 });
});

it("yields have a row for each site, or its hours", async () => {
  const server = await jobStand({ sources: [source] });
  const sites = [
    { id: "south", lat: 47.1, lon: 8.5, kwp: 8, surface_tilt: 30, surface_azimuth: 180 },
    {
      id: "planes",
      lat: 47.1,
      lon: 8.5,
      system: { planes: [90, 270].map((surfaceAzimuth) => ({ surfaceTilt: 10, surfaceAzimuth, kwp: 3 })) },
    },
  ];
  for (const [output, aggregate] of [
    ["summary", "annual"],
    ["hours", "hourly"],
  ] as const) {
    const id = await server.made({ endpoint: "yield", format: "parquet", query: { output }, sites });
    const { files, rows } = await tablesOf(server, id);
    expect(headOf(files[0]!)).toEqual(await headOfBulk({ yields: {}, aggregate }));
    const { json } = await get(server, "yield", { ...sites[0], output });
    const ofSouth = rows.filter(({ site }) => site === "south");
    expect(new Set(rows.map(({ site }) => site))).toEqual(new Set(["south", "planes"]));
    if (output === "summary") expect(ofSouth).toMatchObject([{ kwp: 8, surface_tilt: 30, energy: json.annual.energy }]);
    else expect(ofSouth).toHaveLength(8760);
  }
});

it("what has no table, or other columns than the others, is refused before anything is held", async () => {
  const server = await jobStand({ sources: [source] });
  const refused = async (job: object, parameter: string, text: string) => {
    const { status, json } = await server.post({
      endpoint: "historical",
      format: "parquet",
      query: HOURS,
      sites: SITES,
      ...job,
    });
    expect([status, json.error.parameter, json.error.message]).toEqual([400, parameter, expect.stringContaining(text)]);
  };
  const site = SITES[0]!;
  await refused({ format: "arrow" }, "format", '"format" must be one of ndjson, parquet');
  await refused({ format: ["parquet"] }, "format", '"format" must be one of');
  await refused({ format: null }, "format", '"format" must be one of');
  await refused({ endpoint: "forecast/pv", query: {} }, "format", "must be ndjson for the endpoint forecast/pv");
  await refused({ query: { ...HOURS, parameters: "none" } }, "parameters", "none");
  await refused({ query: { ...HOURS, meta: "extended" } }, "meta", 'must not have "meta" with the format parquet');
  await refused(
    { sites: [site, { ...site, id: "b", parameters: "temperature" }] },
    "parameters",
    'site 1 ("b"): a site must',
  );
  await refused({ sites: [{ ...site, frequency: "1_day" }] }, "frequency", 'must not have "frequency"');
  await refused(
    { endpoint: "yield", query: {}, sites: [{ lat: 1, lon: 2, output: "hours" }] },
    "output",
    "must not have",
  );
  expect((await server.ask(JOBS)).json.jobs).toEqual([]);
  expect(server.remaining()).toBe(100_000);
});

it("the same request with its key is the same job, and another format is another request", async () => {
  const server = await jobStand({ sources: [source] });
  const job = { endpoint: "historical", format: "parquet", query: HOURS, sites: SITES };
  const key = { "Idempotency-Key": "k" };
  const { json } = await server.post(job, key);
  expect((await server.post(job, key)).json.id).toBe(json.id);
  expect((await server.post({ ...job, format: "ndjson" }, key)).status).toBe(422);
  await server.ended(json.id);
});
