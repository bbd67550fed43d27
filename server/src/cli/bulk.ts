/**
 * `bulk`: a list of sites as jobs of a service, and their parts as one table of Parquet files in a folder. A part is there whole or not at all,
 * so that the command may be ended at any moment; what was begun goes on when it is called again.
 */
import { createHash, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { startBulkProgress, surveySites } from "irradiance-engine/internal/bulk-command";
import { QUERY_KEYS } from "irradiance-engine/internal/contract";
import { cutSites, partName } from "../background/cut.js";
import { type Client, createClient, ServiceError } from "../client/client.js";
import { openFolder } from "../store/open.js";
import type { Store } from "../store/store.js";
import { type Call, command, given, needed, parseCount, UsageError } from "./command.js";

/** What a list has as columns, or the command as options of other names. */
const NOT_ASKED: readonly string[] = ["lat", "lon", "response_format", "meta", "system"];
const KEYS = {
  historical: QUERY_KEYS["observation/historical"].filter((key) => !NOT_ASKED.includes(key)),
  yield: QUERY_KEYS.yield.filter((key) => !NOT_ASKED.includes(key)),
} as const satisfies Record<string, readonly string[]>;
const FLAGS = [...KEYS.historical, ...KEYS.yield].map((key) => [key.replaceAll("_", "-"), "VALUE"]);
const OWN = { url: "https://HOST/v1", out: "FOLDER", yield: undefined, system: "FILE" };
const WAY = { "job-sites": "COUNT", quiet: undefined };
/** Sites of a job, and characters of its request, less than a service takes; ms between two looks at it. */
const [MOST_SITES, MOST_CHARACTERS, LOOK_EVERY] = [5000, 3_000_000, 2000];
const MANIFEST = "_manifest.json";

type Site = Readonly<Record<string, unknown>>;
type Failed = readonly [index: number, id: string, code: string, reason: string];
type Step = (failed: boolean) => void;
type File = { readonly file: string; readonly bytes: number; readonly sha256: string };
/** Its parts are all here. */
type FetchedJob = { id: string; sites: number; parts: readonly File[]; failed: readonly Failed[] };
/** `run` tells it from others with the same request, the SHA-256 of list and query. */
type Manifest = { readonly run: string; readonly request: string; complete: boolean; readonly jobs: FetchedJob[] };

export const bulk = command(
  "bulk",
  "bulk: many sites as jobs of a service (POST /v1/jobs), and their results as one table of Parquet files",
  { "": { arguments: ["SITES"], options: { ...OWN, ...WAY, ...Object.fromEntries(FLAGS) }, run: compute } },
  "weather",
  [
    "",
    "The key of the account is in IRRADIANCE_KEY. SITES is a CSV as irradiance bulk has it: id, lat, lon, and keys of the query. Called again with",
    "the same options it goes on where it was ended. Exit codes: 0 every site is in FOLDER; 1 some failed (FOLDER/_failed.csv), or the service",
    "refused; 2 the command is invalid. docs/how-to/bulk.md has more.",
  ],
);

async function compute(call: Call): Promise<void> {
  const key = call.io.env.IRRADIANCE_KEY;
  if (!key) throw new UsageError("IRRADIANCE_KEY must have the key of the account, got nothing");
  const { jobs: service } = serviceAt(needed(call, "url"), key);
  const isYield = call.has("yield");
  const keys: readonly string[] = isYield ? [...KEYS.yield, "system"] : KEYS.historical;
  const [path] = call.arguments as [string];
  const list = await surveySites(path, isYield ? keys : []).catch((cause: Error) => {
    throw cause.name === "UsageError" ? new UsageError(cause.message, { cause }) : cause;
  });
  const unused = list.columns.filter((name) => !["id", "lat", "lon", ...keys].includes(name)).join(", ");
  if (unused !== "") call.io.err(`sites: ignored columns: ${unused}`);
  const asked = keys.flatMap((name) => [[name, call.option(name.replaceAll("_", "-"))]]).filter(([, value]) => value);
  const { system, ...query } = Object.fromEntries(asked) as Record<string, string>;
  const described = system && { system: await systemOf(system, ".") };
  const common = { endpoint: isYield ? "yield" : "historical", format: "parquet", query, ...described };
  const most = given(call, "job-sites", parseCount) ?? MOST_SITES;
  const store = openFolder(resolve(needed(call, "out")));
  const { manifest, isNew } = await openManifest(store, hashOf(JSON.stringify([common, list.sha256, most])));
  const done = manifest.jobs.reduce((sum, { sites }) => sum + sites, 0);
  const progress = startBulkProgress({ total: list.sites, done, quiet: call.has("quiet") });
  const bounds = { sites: most, values: MOST_CHARACTERS, valuesOf: (site: Site) => JSON.stringify(site).length };
  for await (const { part: k, first, sites } of cutSites(sitesOf(list.rows(), keys, dirname(path)), bounds)) {
    if (manifest.jobs[k] !== undefined) continue;
    const listed = sites.map((site, i) => ({ id: String(first + i), ...site }));
    const idempotencyKey = hashOf(JSON.stringify([manifest.run, k, common, listed]));
    const { id } = await service
      .create({ ...common, sites: listed } as never, { idempotencyKey })
      .catch(async (refused) => {
        // No job was made: the folder is free for another list.
        if (isNew && k === 0 && refused instanceof ServiceError && refused.status < 500) await store.remove([MANIFEST]);
        throw refused;
      });
    const from = manifest.jobs.reduce((sum, { parts }) => sum + parts.length, 0);
    const { parts, failed } = await fetched(id, service, store, from, progress.step);
    const named = failed.map(({ index, code, reason }) => [first + index, listed[index]!.id, code, reason] as const);
    manifest.jobs.push({ id, sites: listed.length, parts, failed: named });
    await store.write(MANIFEST, textOf(manifest));
  }
  progress.clear();
  await finish(call, store, manifest);
}

/** @throws UsageError for what is no address of a service */
function serviceAt(url: string, key: string): Client {
  if (!(/^https?:/.test(url) && URL.canParse(url) && /\/v1\/?$/.test(new URL(url).pathname)))
    throw new UsageError(`--url must be the address of a service, such as https://HOST/v1, got ${JSON.stringify(url)}`);
  const send: typeof fetch = (...asked) =>
    fetch(...asked).catch(({ cause, message }: { cause?: { message?: string }; message: string }) => {
      throw new Error(`${url} cannot be reached: ${cause?.message || message}`, { cause });
    });
  return createClient({ url, key, fetch: send });
}

/** @throws UsageError for a folder with another run */
async function openManifest(store: Store, request: string): Promise<{ manifest: Manifest; isNew: boolean }> {
  const text = await store.read(MANIFEST);
  const none: Manifest = { run: randomUUID(), request, complete: false, jobs: [] };
  const manifest: Manifest = text ? JSON.parse(String(text)) : none;
  if (manifest.request !== request)
    throw new UsageError(`${store.out} has the results of other sites or options: give --out another folder`);
  // Before the first job: who is ended then finds it again.
  await store.write(MANIFEST, textOf(manifest));
  return { manifest, isNew: !text };
}

/** Waits until a job has ended, and fetches what of its parts is not in the store. @param from number of its first file */
async function fetched(id: string, service: Client["jobs"], store: Store, from: number, step: Step) {
  let [seen, failedSeen] = [0, 0];
  const onLook = (job: { readonly done_sites: number; readonly failed_sites: number }) => {
    for (; seen < job.done_sites; seen++) step(failedSeen < job.failed_sites && ++failedSeen > 0);
  };
  const { state, results, failures } = await service.ended(id, { every: LOOK_EVERY, onLook });
  if (state !== "finished") throw new Error(`job ${id} was ${state}`);
  const parts: File[] = [];
  for (const { part, bytes, sha256 } of results) {
    const file = `${partName(from + parts.length)}.parquet`;
    parts.push({ file, bytes, sha256 });
    if (hashOf((await store.read(file)) ?? "") === sha256) continue;
    const body = await service.part(id, part);
    if (hashOf(body) !== sha256) throw new Error(`part ${part} of job ${id} did not arrive as it was written`);
    await store.write(file, body);
  }
  const single = results.flatMap(({ failed = [] }) => failed);
  const failed = single.map(({ index, error: { code = "", message } }) => ({ index, code, reason: message }));
  for (const { first, sites, code, reason } of failures)
    failed.push(...Array.from({ length: sites }, (_, k) => ({ index: first + k, code, reason })));
  return { parts, failed };
}

async function finish(call: Call, store: Store, manifest: Manifest): Promise<void> {
  const failed = manifest.jobs.flatMap((job) => job.failed);
  const rows = failed.map((row) => `${row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(",")}\n`);
  await store.write("_failed.csv", Buffer.from(`index,site,code,reason\n${rows.join("")}`));
  await store.write(MANIFEST, textOf({ ...manifest, complete: true }));
  if (failed.length > 0)
    throw new Error(`sites that failed: ${failed.length}; the reasons are in ${store.out}/_failed.csv`);
  const files = manifest.jobs.flatMap(({ parts }) => parts);
  if (!call.has("quiet")) call.io.err(`${store.out}: all sites are there, in ${files.length} files`);
}

async function* sitesOf(rows: AsyncIterable<Site>, keys: readonly string[], folder: string): AsyncGenerator<Site> {
  for await (const row of rows) {
    const own = Object.entries(row).filter(([name]) => ["id", "lat", "lon", ...keys].includes(name));
    const described = row.system !== undefined && { system: await systemOf(String(row.system), folder) };
    yield { lat: "", lon: "", ...Object.fromEntries(own), ...(keys.includes("system") && described) };
  }
}

/** @param text JSON, or a file of the folder that has it */
async function systemOf(text: string, folder: string): Promise<unknown> {
  return JSON.parse(text.startsWith("{") ? text : await readFile(resolve(folder, text), "utf8"));
}

const textOf = (manifest: Manifest) => Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
const hashOf = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");
