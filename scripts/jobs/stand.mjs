// Servers that make jobs, accounts that ask for them, what is asked, and who may read it.

import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { ask, askJson, searchOf, tokensOf, until } from "../lib/client.mjs";
import { books, openAccount as keyOf, memberOf, micro, restart, sum } from "../lib/process.mjs";

/** ms: what a killed server had is another's after a minute, or after two. */
const MOST_WAIT = 600_000;
/** Of a corner of Tennessee: horizon=auto fails everywhere else, when a site is computed. */
const TERRAIN = fileURLToPath(new URL("../../fixtures/terrain/jacksboro.tif", import.meta.url));
/** Settings that shape answers, as variables. */
export const ANSWERS = { IRRADIANCE_DEM: TERRAIN, IRRADIANCE_SYNTHETIC: "true" };
const SETTINGS = [
  ...["--dem", TERRAIN],
  ...["--synthetic", "--rate", "1000000", "--running", "16", "--jobs-living", "20", "--log-level", "error"],
  ...["--threads", "1", "--trust-proxy", "127.0.0.1", "--keep-alive", "72", "--stop-grace", "10"],
];

export const JOBS = "/v1/jobs";

/** An account with a grant and a key. */
export async function openAccount(data, name, tokens) {
  return { name, key: await keyOf(data, tokens, name) };
}

/** A server of the data and the folder of results. */
export async function newMember(data, jobs, more = []) {
  return restart(await memberOf(["--data", data, "--jobs", jobs, ...more, ...SETTINGS]));
}

export function post(address, { key }, job, idempotencyKey) {
  const headers = idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey };
  return askJson(address, { key, path: JOBS, method: "POST", headers, body: JSON.stringify(job) });
}

/** A job that must be made. */
export async function make(address, account, asked) {
  const { status, json } = await post(address, account, asked);
  if (status !== 201) throw new Error(`POST of a job: ${status} ${JSON.stringify(json)}`);
  return { account, asked, id: json.id, found: undefined };
}

export function remove(address, { key }, id) {
  return askJson(address, { key, path: `${JOBS}/${id}`, method: "DELETE" });
}

/** The job as it is; asks again while servers or their database are away. */
export function statusOf(address, { key }, id) {
  return until(`job ${id} tells its state`, async () => {
    const { status, json } = await askJson(address, { key, path: `${JOBS}/${id}` });
    if (status !== undefined && ![200, 503].includes(status)) throw new Error(`GET of a job: ${status}`);
    return status === 200 ? json : undefined;
  });
}

export function ended(address, { account, id }) {
  const over = async () => {
    const { state } = await statusOf(address, account, id);
    await pause(200);
    return state !== "living";
  };
  return until(`job ${id} ends`, over, MOST_WAIT);
}

/**
 * Places in Europe, each with a surface of its own.
 *
 * @param {(i: number) => object} [more] what else a site has
 */
export function sites(random, count, more = () => ({})) {
  const between = (least, most) => Math.round(random.between(least, most) * 1000) / 1000;
  return Array.from({ length: count }, (_, i) => ({
    id: `site-${i}`,
    lat: between(44, 52),
    lon: between(2, 24),
    surface_tilt: random.below(60),
    ...more(i),
  }));
}

/** As GET is asked for a site of a job. */
export function pathOf({ endpoint, query }, { id, ...site }) {
  return `/v1/observation/${endpoint}?${searchOf({ ...query, ...site })}`;
}

const SAMPLES = 4;

/**
 * Reads all lines by the links of the job, without a key, and holds them to what was asked.
 *
 * @returns {Promise<{ faults: string[], lines: number, compared: number, tokens: Map<string, number> }>} tokens: micro-tokens of the
 *   lines of each part, by the name of its charge
 */
async function judgeResults(address, { account, asked, id }, random) {
  const job = await statusOf(address, account, id);
  const found = { faults: [], lines: 0, compared: 0, tokens: new Map() };
  const fault = (text) => found.faults.push(`${id}: ${text}`);
  const isRelative = asked.query.start.startsWith("-");
  const starts = new Set();
  const looked = random.below(job.results.length);
  for (const [at, part] of job.results.entries()) {
    const lines = await linesOf(address, part, fault);
    if (lines.length !== part.sites) fault(`part ${part.part} has ${lines.length} lines, not ${part.sites}`);
    if (part.first !== found.lines) fault(`part ${part.part} begins at ${part.first}, not at ${found.lines}`);
    const parsed = lines.map((line) => JSON.parse(line));
    for (const [i, { index, id: site }] of parsed.entries()) {
      const place = found.lines + i;
      if (index !== place || site !== asked.sites[place]?.id) fault(`line ${place} is of ${index}, ${site}`);
    }
    const failed = parsed.filter(({ error }) => error !== undefined).length;
    if (failed !== part.failed_sites) fault(`part ${part.part} has ${failed} failed sites, not ${part.failed_sites}`);
    found.tokens.set(
      `${id}.${part.part}`,
      sum(parsed, ({ tokens = 0 }) => micro(tokens)),
    );
    found.lines += lines.length;
    for (const { response } of parsed) if (response !== undefined) starts.add(response.start_times[0]);
    if (at === looked && !isRelative) found.compared += await compare(address, account, asked, lines, random, fault);
  }
  // Whenever a part was made, it is of the moment of its job.
  if (starts.size !== 1) fault(`the lines begin at ${[...starts]}`);
  if (found.lines !== asked.sites.length) fault(`${found.lines} lines of ${asked.sites.length} sites`);
  if (job.done_sites !== asked.sites.length || job.given_up_parts !== 0)
    fault(`${job.done_sites} sites done, ${job.given_up_parts} parts given up`);
  if (micro(job.tokens.charged) !== sum([...found.tokens.values()], (tokens) => tokens))
    fault(`${job.tokens.charged} tokens charged`);
  if (job.tokens.held !== 0) fault(`${job.tokens.held} tokens held after its end`);
  return found;
}

/** By its link: the bytes have the size and the hash that were told. */
async function linesOf(address, { url, bytes, sha256 }, fault) {
  const packed = await until(`${url} is answered`, async () => {
    const answer = await ask(address, { path: url, headers: { "Accept-Encoding": "gzip" } });
    if (answer.status === 200) return answer;
    if (answer.status !== 503 && answer.whole) throw new Error(`${url}: ${answer.status} ${answer.body}`);
    return undefined;
  });
  const hash = createHash("sha256").update(packed.body).digest("hex");
  if (packed.body.length !== bytes || hash !== sha256) fault(`${url}: ${packed.body.length} bytes of ${hash}`);
  if (!String(packed.headers.etag).includes(sha256)) fault(`${url}: ETag ${packed.headers.etag}`);
  return gunzipSync(packed.body).toString().trimEnd().split("\n");
}

const RESPONSE = ',"response":';

/** Some lines with the answers of GET, byte for byte. */
async function compare(address, { key }, asked, lines, random, fault) {
  let compared = 0;
  for (let i = 0; i < SAMPLES; i++) {
    const line = random.of(lines);
    const { index, error } = JSON.parse(line);
    const { status, body } = await ask(address, { key, path: pathOf(asked, asked.sites[index]) });
    const own = error === undefined ? line.slice(line.indexOf(RESPONSE) + RESPONSE.length, -1) : error.message;
    const theirs = status === 200 ? String(body) : JSON.parse(body).error.message;
    if (own !== theirs)
      fault(`site ${index} differs from GET (${status}): ${own.slice(0, 200)} and ${theirs.slice(0, 200)}`);
    else compared++;
  }
  return compared;
}

/** All of these jobs have ended: every site is there. @param {string} name of the check, with what befell the servers */
export async function judgeAll(report, name, address, jobs, random) {
  for (const job of jobs) await ended(address, job);
  for (const job of jobs) job.found = await judgeResults(address, job, random);
  const faults = jobs.flatMap(({ found }) => found.faults);
  const compared = sum(jobs, ({ found }) => found.compared);
  report.check(
    `${name}: every site is there once, in its order, with the bytes of GET`,
    faults.length === 0 && compared > 0,
    `${sum(jobs, ({ found }) => found.lines)} lines, ${compared} compared, ${faults.length} faults`,
    ...faults.slice(0, 3),
  );
  return faults;
}

/** Micro-tokens of all parts of jobs, by the name of the charge. */
export function tokensOfParts(jobs) {
  return new Map(jobs.flatMap(({ found }) => [...found.tokens]));
}

/** Charged is what was delivered, each part once; nothing is held, and no grant is exceeded. */
export async function judgeBooks(report, name, { address, data, account, tokens }) {
  const { rows, charged, used, granted } = await books(data, account.name);
  const ofJobs = rows.filter(({ endpoint }) => endpoint.startsWith("jobs/"));
  const charges = new Map(ofJobs.map((row) => [row.request_id, micro(row.tokens)]));
  const paid = [...tokens].filter(([, price]) => price > 0);
  const wrong = paid.filter(([id, price]) => charges.get(id) !== price);
  report.check(
    `${name}: each part is charged once, at the price of its lines`,
    wrong.length === 0 &&
      ofJobs.length === charges.size &&
      [...charges.values()].filter((price) => price > 0).length === paid.length,
    `${ofJobs.length} charges of ${paid.length} parts, ${wrong.length} wrong ${wrong.slice(0, 3).join(" ")}`,
  );
  const { held, remaining } = await tokensOf(address, account.key);
  report.check(
    `${name}: the sum of charges is what was used and what the balance lacks, nothing is held`,
    charged === used && used <= granted && held === 0 && micro(remaining) === granted - used,
    `${charged}, ${used} of ${granted}, ${held} held, ${remaining} remain`,
  );
}
