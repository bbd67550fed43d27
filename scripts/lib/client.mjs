// One request, and all that can become of it: an answer that came whole, or none.
import { Agent, request as httpRequest } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

export const DEMO = "demo0000-0000-0000-0000-000000000000";
export const PLACE = { lat: 36.1, lon: -79.95 };
/** Mean light and temperature of the months of a year, as an import has them. */
export const MONTHS = {
  irradiance_unit: "W/m2",
  global_horizontal_irradiance: [90, 120, 165, 215, 240, 255, 245, 220, 185, 145, 100, 80],
  temperature: [4, 6, 10, 15, 20, 24, 26, 25, 22, 16, 10, 6],
};

/** Keeps its connections; as many as there are requests, unless said. */
export function newAgent(connections = Number.POSITIVE_INFINITY) {
  return new Agent({ keepAlive: true, maxSockets: connections });
}

/**
 * @typedef {{ key?: string, path: string, method?: string, headers?: Record<string, string>, body?: string, agent?: Agent | false }} Question
 * @param {string} address
 * @param {Question} question
 * @returns {Promise<any>} `{ status, headers, body, firstByte (ms to the head), whole: true }`, or `{ whole: false, status?, headers?, error, isIdleEnd }`
 */
export function ask(address, { key, method = "GET", path, headers = {}, body, agent }) {
  return new Promise((resolve) => {
    const began = performance.now();
    let firstByte;
    const own = key === undefined ? {} : { Authorization: `Bearer ${key}` };
    const all = { ...own, ...(body && { "Content-Type": "application/json" }), ...headers };
    let response;
    const lost = (error) =>
      resolve({
        ...{ whole: false, status: response?.statusCode, headers: response?.headers, error },
        // Perhaps the server had closed it as idle when this came.
        isIdleEnd: response === undefined && request.reusedSocket && error.code === "ECONNRESET",
      });
    const request = httpRequest(`${address}${path}`, { method, headers: all, agent }, (came) => {
      response = came;
      firstByte = performance.now() - began;
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", lost);
      response.on("end", () => {
        const { statusCode: status, headers } = response;
        resolve({ whole: true, status, headers, body: Buffer.concat(chunks), firstByte });
      });
    });
    request.on("error", lost);
    request.end(body);
  });
}

/**
 * As clients of HTTP do: what meets the end of an idle connection is sent once more, on one of its own. For judges that rest between
 * their requests, as a loaded machine may let any of them rest.
 *
 * @param {string} address
 * @param {Question} question
 */
export async function askAnew(address, question) {
  const answer = await ask(address, question);
  return answer.isIdleEnd ? ask(address, { ...question, agent: false }) : answer;
}

/** A question with a JSON body, answered by JSON: the answer with `json`, undefined where it is something else. */
export async function askJson(address, question) {
  const answer = await ask(address, question);
  return { ...answer, json: answer.whole && answer.body.length > 0 ? parsed(answer.body) : undefined };
}

function parsed(body) {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * Asks so many times, some at a time, each answered before the next. Throws for any answer but 200.
 *
 * @param {string} address
 * @param {string[]} paths asked for in turn
 * @param {{ count: number, connections: number, key?: string, headers?: Record<string, string> }} options
 */
export async function askAll(address, paths, { count, connections, ...options }) {
  const agent = newAgent(connections);
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const path = paths[next++ % paths.length];
      const { whole, status, body, error } = await ask(address, { ...options, path, agent });
      if (!whole || status !== 200)
        throw new Error(`${path}: ${error ?? `${status} ${body.toString().slice(0, 200)}`}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
}

/** A batch is answered by lines of JSON. */
export function linesOf(body) {
  const lines = body.toString().trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

/** "3 of 200, 1 of 503": what there was, and how often. */
export function tally(items) {
  const counts = new Map();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].map(([item, count]) => `${count} of ${item}`).join(", ");
}

/** The same of answers. */
export function tallyOf(answers) {
  return tally(answers.map(({ status, error }) => status ?? error?.code ?? "none"));
}

/** Tokens of an account. */
export async function tokensOf(address, key) {
  return (await askJson(address, { key, path: "/v1/account" })).json.tokens;
}

/** @param {Record<string, string | number>} query */
export function searchOf(query) {
  return new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
}

export function observation(endpoint, query = {}) {
  return `/v1/observation/${endpoint}?${searchOf({ ...PLACE, ...query })}`;
}

export const YEAR = { start: "2023-01-01T00:00Z", end: "2023-12-31T23:59Z", frequency: "1_hour" };

export function day(number, query = {}) {
  const date = new Date(Date.UTC(2023, 0, 1 + (number % 365))).toISOString().slice(0, 10);
  return { start: `${date}T00:00Z`, end: `${date}T23:59Z`, frequency: "15_minutes", ...query };
}

/** ms */
const PATIENCE = 120_000;
const BETWEEN = 25;

/** @returns what the condition gave as soon as that is something; undefined after `patience` ms */
export async function within(patience, condition) {
  const latest = performance.now() + patience;
  for (;;) {
    const found = await condition();
    if (found) return found;
    if (performance.now() > latest) return undefined;
    await pause(BETWEEN);
  }
}

/** The same, but it throws when the time is over. */
export async function until(what, condition, patience = PATIENCE) {
  const found = await within(patience, condition);
  if (found === undefined) throw new Error(`not within ${patience} ms: ${what}`);
  return found;
}
