// A page in headless Chromium: the one named in the variable CHROMIUM, the system's, or that of the package
// @sparticuz/chromium. The page reports its own document once the text of its element "status" is not "computing".
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";

const SYSTEM = "/usr/bin/chromium";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".csv": "text/csv" };

/** At most this long (ms) for a page. */
const TIMEOUT = 120_000;

/** What the server adds to a page. */
const REPORT = `<script>
  const waiting = setInterval(() => {
    if (document.getElementById("status").textContent === "computing") return;
    clearInterval(waiting);
    fetch("/report", { method: "POST", body: document.documentElement.outerHTML });
  }, 100);
</script>`;

/** @returns {Promise<{ file: string, flags: string[] }>} @throws Error that says what to do, if there is none */
export async function findChromium() {
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-zygote", "--no-first-run"];
  const named = process.env.CHROMIUM;
  if (named && !existsSync(named)) throw new Error(`no Chromium at ${named} (variable CHROMIUM)`);
  if (named || existsSync(SYSTEM)) return { file: named ?? SYSTEM, flags };
  try {
    const { default: packaged } = await import("@sparticuz/chromium");
    return { file: await packaged.executablePath(), flags: [...flags, "--single-process"] };
  } catch (cause) {
    throw new Error(`no Chromium: install it, or say where it is in the variable CHROMIUM (${cause.message})`);
  }
}

/**
 * The page's document once its status says how it ended: the page itself sends it, by a script that the server adds.
 *
 * @param {{ file: string, flags: string[] }} chromium
 * @param {string} root folder that is served
 * @param {string} path of the page below it
 * @param {{ [path: string]: string }} [pages] served in place of files
 * @returns {Promise<string>} @throws Error if the page does not report
 */
export async function pageText({ file, flags }, root, path, pages = {}) {
  let report;
  const reported = new Promise((resolve) => {
    report = resolve;
  });
  const server = createServer((request, response) => serve(request, response, root, pages, report)).listen(
    0,
    "127.0.0.1",
  );
  await new Promise((resolve) => server.once("listening", resolve));
  const profile = await mkdtemp(join(tmpdir(), "chromium-"));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const url = `http://127.0.0.1:${port}/${path}`;
  // A debugging port keeps a browser without a window running for as long as the page needs.
  const run = [...flags, "--remote-debugging-port=0", `--user-data-dir=${profile}`, url];
  const browser = spawn(file, run, { stdio: "ignore" });
  const ended = new Promise((resolve) => {
    browser.once("close", resolve);
    browser.once("error", resolve);
  });
  const late = new Promise((resolve) => setTimeout(resolve, TIMEOUT).unref());
  const dom = await Promise.race([reported, ended.then(() => null), late.then(() => null)]);
  browser.kill("SIGKILL");
  await ended;
  server.closeAllConnections();
  server.close();
  await rm(profile, { recursive: true, force: true });
  if (dom === null) throw new Error(`Chromium (${file}) did not report within ${TIMEOUT / 1000} s or ended early`);
  return dom;
}

async function serve(request, response, root, pages, report) {
  const path = normalize(new URL(request.url, "http://localhost").pathname);
  if (request.method === "POST") {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    response.writeHead(204).end();
    report(body);
    return;
  }
  try {
    const body = pages[path.slice(1)] ?? (await readFile(join(root, path)));
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" });
    response.end(extname(path) === ".html" ? body + REPORT : body);
  } catch {
    response.writeHead(404).end();
  }
}

/** The text of a page's element "status". */
export function statusOf(dom) {
  const text = /<p id="status">([^<]*)</.exec(dom)?.[1] ?? "the page has no status";
  return text.replaceAll("&quot;", '"').replaceAll("&gt;", ">").replaceAll("&lt;", "<").replaceAll("&amp;", "&");
}
