// Servers that make jobs, accounts that ask for them, and what is asked.
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { askJson, searchOf } from "../lib/client.mjs";
import { freePort, openAccount as keyOf, startServer } from "../lib/process.mjs";

/** ms */
const PATIENCE = 30_000;
/** Of a corner of Tennessee: horizon=auto fails everywhere else, when a site is computed. */
const TERRAIN = fileURLToPath(new URL("../../fixtures/terrain/jacksboro.tif", import.meta.url));
/** Settings that shape answers, as variables. */
export const ANSWERS = [
  ["DEM", TERRAIN],
  ["SYNTHETIC", "true"],
];
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

/** A server of the data and the folder of results, at ports of its own that it keeps when it is started again. */
export async function newMember(data, jobs, more = []) {
  const [port, operations] = [await freePort(), await freePort()];
  const member = {
    port,
    operations,
    address: `http://127.0.0.1:${port}`,
    args: ["--data", data, "--jobs", jobs, ...more],
  };
  await restart(member);
  return member;
}

export async function restart(member) {
  const ports = ["--port", String(member.port), "--operations-port", String(member.operations)];
  member.server = await startServer([...member.args, ...SETTINGS, ...ports]);
  await until("a server is ready", async () => (await operationsOf(member, "health/ready")).status === 200);
}

export function operationsOf({ operations }, path) {
  // A connection that is kept may be closed by the server at the moment of the next request.
  return fetch(`http://127.0.0.1:${operations}/${path}`, { headers: { Connection: "close" } });
}

/** @returns what it made of the condition, as soon as that is something */
export async function until(what, condition, patience = PATIENCE) {
  const latest = performance.now() + patience;
  for (;;) {
    const found = await condition();
    if (found) return found;
    if (performance.now() > latest) throw new Error(`not within ${patience} ms: ${what}`);
    await pause(50);
  }
}

export function post(address, { key }, job, idempotencyKey) {
  const headers = idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey };
  return askJson(address, { key, path: JOBS, method: "POST", headers, body: JSON.stringify(job) });
}

/** The job as it is; asks again while servers or their database are away. */
export function statusOf(address, { key }, id) {
  return until(`job ${id} tells its state`, async () => {
    const { status, json } = await askJson(address, { key, path: `${JOBS}/${id}` });
    if (status !== undefined && ![200, 503].includes(status)) throw new Error(`GET of a job: ${status}`);
    return status === 200 ? json : undefined;
  });
}

export function ended(address, account, id, patience) {
  const over = async () => {
    const job = await statusOf(address, account, id);
    await pause(200);
    return job.state === "living" ? undefined : job;
  };
  return until(`job ${id} ends`, over, patience);
}

/**
 * Places in Europe, each with a surface of its own.
 *
 * @param {(i: number) => object} [more] what else a site has
 */
export function sites(random, count, more = () => ({})) {
  return Array.from({ length: count }, (_, i) => ({
    id: `site-${i}`,
    lat: round(random.between(44, 52)),
    lon: round(random.between(2, 24)),
    surface_tilt: random.below(60),
    ...more(i),
  }));
}

function round(degrees) {
  return Math.round(degrees * 1000) / 1000;
}

/** As GET is asked for a site of a job. */
export function pathOf({ endpoint, query }, { id, ...site }) {
  return `/v1/observation/${endpoint}?${searchOf({ ...query, ...site })}`;
}
