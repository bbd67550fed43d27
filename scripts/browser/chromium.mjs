// Where Chromium is, and a page of files in it.
import { existsSync } from "node:fs";
import { mkdir, readFile, rmdir } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openBrowser } from "./devtools.mjs";

const SYSTEM = "/usr/bin/chromium";
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-zygote", "--no-first-run"];
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".csv": "text/csv" };

/** At most this long (ms) for a page. */
const TIMEOUT = 120_000;

/**
 * The one named in the variable CHROMIUM, the system's, or that of the package @sparticuz/chromium.
 *
 * @returns {Promise<{ file: string, flags: string[] }>} @throws Error that says what to do, if there is none
 */
export async function findChromium() {
  const named = process.env.CHROMIUM;
  if (named && !existsSync(named)) throw new Error(`no Chromium at ${named} (variable CHROMIUM)`);
  if (named || existsSync(SYSTEM)) return { file: named ?? SYSTEM, flags: FLAGS };
  try {
    return { file: await unpacked(), flags: [...FLAGS, "--single-process"] };
  } catch (cause) {
    throw new Error(`no Chromium: install it, or say where it is in the variable CHROMIUM (${cause.message})`);
  }
}

/** At most this long (ms) for another process that unpacks it; one that takes longer has died. */
const UNPACKING = 60_000;

/**
 * The package unpacks itself at its first use, and whoever asks a moment later would start half a file (ETXTBSY): one process at a time.
 *
 * @returns {Promise<string>}
 */
async function unpacked() {
  const { default: packaged } = await import("@sparticuz/chromium");
  const lock = join(tmpdir(), "chromium-unpacking");
  const isFree = () =>
    mkdir(lock).then(
      () => true,
      ({ code }) => code !== "EEXIST",
    );
  for (let waited = 0; !(await isFree()) && waited < UNPACKING; waited += LOOK) await pause(LOOK);
  return packaged.executablePath().finally(() => rmdir(lock).catch(() => {}));
}

/** ms. */
const LOOK = 100;

/**
 * The page's document once its element "status" says how it ended.
 *
 * @param {string} root folder that is served
 * @param {string} path of the page below it
 * @param {{ [path: string]: string }} [pages] served in place of files
 * @returns {Promise<string>} @throws Error if the page does not report
 */
export async function pageText(root, path, pages = {}) {
  const server = createServer(async (request, response) => {
    const asked = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
    const body = pages[asked.slice(1)] ?? (await readFile(join(root, asked)).catch(() => undefined));
    const type = TYPES[extname(asked)] ?? "application/octet-stream";
    response.writeHead(body === undefined ? 404 : 200, { "content-type": type }).end(body);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const browser = await openBrowser();
  try {
    const tab = await browser.open({ width: 1280, height: 900 });
    await tab.go(`http://127.0.0.1:${port}/${path}`);
    const isThere = await tab.holds("document.getElementById('status').textContent !== 'computing'", TIMEOUT);
    if (!isThere) throw new Error(`${path} did not report within ${TIMEOUT / 1000} s`);
    return await tab.evaluate("document.documentElement.outerHTML");
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

/** The text of a page's element "status". */
export function statusOf(dom) {
  const text = /<p id="status">([^<]*)</.exec(dom)?.[1] ?? "the page has no status";
  return text.replaceAll("&quot;", '"').replaceAll("&gt;", ">").replaceAll("&lt;", "<").replaceAll("&amp;", "&");
}
