// A slow judge: in headless Chromium the server's pages `/` and `/docs` must load without an error on the console and without a
// request to anywhere but the server, and the reference's "Try it out" must send a real request that is answered; the search of
// the documentation, which is written to out/site/, must find the guides. Needs a build.
//   node scripts/judge-docs.mjs [--shots FOLDER]    FOLDER gets pictures of the pages
// Chromium is the one named in the variable CHROMIUM, the system's, or that of the package @sparticuz/chromium.
import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { openBrowser } from "./browser/devtools.mjs";
import { startServer } from "./lib/process.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** What a reader types, and the guide that is about it. */
const SOUGHT = {
  yield: "A year's yield",
  "time zone": "Local time, days and months",
  "weather file": "Your weather file",
  satellites: "Real weather in one word",
  proxy: "irradiance-server",
};
const KEY = "demo0000-0000-0000-0000-000000000000";

const shots = process.argv[2] === "--shots" ? process.argv[3] : undefined;
if (shots) await mkdir(shots, { recursive: true });
const results = { passed: 0, failed: 0 };
const server = await startServer(["--demo", "any"], { stderr: "ignore" });
const browser = await openBrowser();
try {
  const { address } = server;
  const window = { width: 1200, height: 1600 };
  await checkFrontPage(await browser.open(window), address);
  await checkReference(await browser.open(window), address);
  await checkSearch(await browser.open(window));
} catch (cause) {
  check(`the pages can be looked at (${cause.message})`, false);
} finally {
  await browser.close();
  await server.stop();
}
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exitCode = results.failed === 0 ? 0 : 1;

async function checkFrontPage(page, address) {
  await page.go(`${address}/`);
  check(
    "/ shows its heading",
    await page.holds("document.querySelector('h1')?.textContent.includes('Sun, light and yield')"),
  );
  check("/ leads to the reference", await page.holds("document.querySelector('a[href$=\"docs/\"]') !== null"));
  await clean(page, "/", address);
}

async function checkReference(page, address) {
  await page.go(`${address}/docs`);
  const block = "document.querySelector('#operations-observation-getObservationRealtime')";
  check("/docs lists the operations", await page.holds(`${block} !== null`));
  await page.picture(shots && join(shots, "docs.png"));
  await authorise(page);
  await page.click(`${block}.querySelector('.opblock-summary-control')`);
  await page.click(`${block}.querySelector('.try-out__btn')`);
  // With nothing but what the page has filled in.
  await page.click(`${block}.querySelector('.execute')`);
  const status = `${block}.querySelector('.live-responses-table tbody .response-col_status')`;
  check("/docs tries a request out: 200", await page.holds(`${status}?.textContent.trim().startsWith('200')`));
  const shown = `${block}.querySelector('.live-responses-table')?.textContent`;
  check("/docs shows the answer", await page.holds(`${shown}.includes('global_horizontal_irradiance')`));
  check("/docs shows the remark on it", await page.holds(`${shown}.includes('api-notice')`));
  const sent = page.requests.find(({ url }) => url.startsWith(`${address}/v1/observation/realtime?`));
  check("the request had the place and the key", /lat=36\.1/.test(sent?.url) && sent.authorization === `Bearer ${KEY}`);
  await page.picture(shots && join(shots, "try-out.png"));
  await clean(page, "/docs", address);
}

async function checkSearch(page) {
  execFileSync(process.execPath, [join(ROOT, "scripts/docs.mjs")], { cwd: ROOT, stdio: "ignore" });
  for (const [words, guide] of Object.entries(SOUGHT)) {
    await page.go("about:blank");
    await page.go(pathToFileURL(join(ROOT, "out/site/index.html")).href);
    await page.click("document.querySelector('#tsd-search-trigger')");
    await page.fill("document.querySelector('#tsd-search-input')", words);
    const found = "[...document.querySelectorAll('#tsd-search-results li')].map((one) => one.textContent)";
    const isFound = await page.holds(`${found}.some((text) => text.includes(${JSON.stringify(guide)}))`, 10_000);
    check(`the documentation's search finds “${guide}” by “${words}”${listed(await page.evaluate(found))}`, isFound);
  }
}

async function authorise(page) {
  await page.click("document.querySelector('.authorize')");
  await page.fill("document.querySelector('.modal-ux input')", KEY);
  await page.click("document.querySelector('.modal-ux button[type=submit]')");
  await page.click("document.querySelector('.modal-ux .btn-done')");
}

/** Nothing on the console, and nothing asked of anybody else. */
async function clean(page, name, address) {
  const away = page.requests.filter(({ url }) => !url.startsWith(`${address}/`) && !/^(data|blob):/.test(url));
  check(`${name} asks nobody but this server${listed(away.map(({ url }) => url))}`, away.length === 0);
  check(`${name} has no error on the console${listed(page.errors)}`, page.errors.length === 0);
  check(`${name} asks for something`, page.requests.length > 0);
}

function listed(found) {
  return found.length === 0 ? "" : ` (${found.slice(0, 3).join("; ")})`;
}

function check(name, good) {
  results[good ? "passed" : "failed"]++;
  console.log(`${good ? "ok    " : "FAILED"} ${name}`);
}
