// What became of a job, held to what was asked: its lines, its files, its charges.
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { ask } from "../lib/client.mjs";
import { command } from "../lib/process.mjs";
import { pathOf, statusOf, until } from "./stand.mjs";

const SAMPLES = 4;

/**
 * Reads all lines by the links of the job, without a key, and holds them to what was asked.
 *
 * @returns {Promise<{ faults: string[], lines: number, compared: number, tokens: Map<string, number> }>} tokens: micro-tokens of the
 *   lines of each part, by the name of its charge
 */
export async function judgeResults(address, account, asked, id, random) {
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

export function micro(tokens) {
  return Math.round(tokens * 1e6);
}

export function sum(items, of) {
  return items.reduce((all, item) => all + of(item), 0);
}

/** Charges of jobs by name, and the sums, in micro-tokens. Throws when the books are not sound. */
export async function booksOf(data, { name }) {
  const rows = JSON.parse(await command("audit", "charges", name, "--last", "999999", "--json", "--data", data));
  const grants = JSON.parse(await command("tokens", "list", name, "--json", "--data", data));
  const ofJobs = rows.filter(({ endpoint }) => endpoint.startsWith("jobs/"));
  return {
    charges: new Map(ofJobs.map(({ request_id, tokens }) => [request_id, micro(Number(tokens))])),
    rows: ofJobs.length,
    charged: sum(rows, ({ tokens }) => micro(Number(tokens))),
    used: sum(grants, ({ used }) => micro(Number(used))),
    granted: sum(grants, ({ tokens }) => micro(Number(tokens))),
  };
}

/** Charged is what was delivered, each part once; nothing is held, and no grant is exceeded. */
export async function judgeBooks(report, name, { address, data, account, tokens }) {
  const { charges, rows, charged, used, granted } = await booksOf(data, account);
  const paid = [...tokens].filter(([, price]) => price > 0);
  const wrong = paid.filter(([id, price]) => charges.get(id) !== price);
  report.check(
    `${name}: each part is charged once, at the price of its lines`,
    wrong.length === 0 &&
      rows === charges.size &&
      [...charges.values()].filter((price) => price > 0).length === paid.length,
    `${rows} charges of ${paid.length} parts, ${wrong.length} wrong ${wrong.slice(0, 3).join(" ")}`,
  );
  const { body } = await ask(address, { key: account.key, path: "/v1/account" });
  const { held, remaining } = JSON.parse(body).tokens;
  report.check(
    `${name}: the sum of charges is what was used and what the balance lacks, nothing is held`,
    charged === used && used <= granted && held === 0 && micro(remaining) === granted - used,
    `${charged}, ${used} of ${granted}, ${held} held, ${remaining} remain`,
  );
}
