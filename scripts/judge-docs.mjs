// A slow judge: in headless Chromium the server's pages `/` and `/docs` must load without an error on the console and without a
// request to anywhere but the server, and the reference's "Try it out" must send a real request that is answered. Needs a build.
//   node scripts/judge-docs.mjs [--shots FOLDER]    FOLDER gets pictures of the pages
// Chromium is the one named in the variable CHROMIUM, the system's, or that of the package @sparticuz/chromium.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../server/dist/main.js", import.meta.url));
const SYSTEM = "/usr/bin/chromium";
const KEY = "demo0000-0000-0000-0000-000000000000";
/** At most this long for anything to happen, ms. */
const PATIENCE = 30_000;

const shots = process.argv[2] === "--shots" ? process.argv[3] : undefined;
if (shots) await mkdir(shots, { recursive: true });
const results = { passed: 0, failed: 0 };
const profile = await mkdtemp(join(tmpdir(), "chromium-"));
const server = spawn(process.execPath, [MAIN, "serve", "--demo", "any", "--port", "0", "--operations-port", "off"], {
  stdio: ["ignore", "pipe", "ignore"],
});
const browser = await openBrowser();
try {
  const address = await firstLine(server.stdout);
  await checkFrontPage(await openPage(), address);
  await checkReference(await openPage(), address);
} catch (cause) {
  check(`the pages can be looked at (${cause.message})`, false);
} finally {
  browser.kill();
  server.kill("SIGTERM");
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
}
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exitCode = results.failed === 0 ? 0 : 1;

async function checkFrontPage(page, address) {
  await page.go(`${address}/`);
  check("/ shows its heading", await page.holds("document.querySelector('h1')?.textContent.includes('Irradiance')"));
  check("/ leads to the reference", await page.holds("document.querySelector('a[href$=\"docs/\"]') !== null"));
  await clean(page, "/", address);
}

async function checkReference(page, address) {
  await page.go(`${address}/docs`);
  const block = "document.querySelector('#operations-observation-getObservationRealtime')";
  check("/docs lists the operations", await page.holds(`${block} !== null`));
  await page.picture("docs");
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
  await page.picture("try-out");
  await clean(page, "/docs", address);
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

async function openBrowser() {
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-zygote", "--no-first-run"];
  const { file, more } = await findChromium();
  const all = [...flags, ...more, "--remote-debugging-pipe", `--user-data-dir=${profile}`, "about:blank"];
  // The pipes 3 and 4 carry the protocol: messages that end in a zero byte.
  const child = spawn(file, all, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const waiting = new Map();
  const listeners = new Map();
  let last = 0;
  let rest = "";
  const [, , , orders, answers] = child.stdio;
  /** @type {import("node:stream").Readable} */ (answers).setEncoding("utf8").on("data", (chunk) => {
    const messages = (rest + chunk).split("\0");
    rest = messages.pop();
    for (const message of messages) receive(JSON.parse(message));
  });

  function receive({ id, method, params, result, error, sessionId }) {
    if (id === undefined) return listeners.get(sessionId)?.(method, params);
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error) reject(new Error(error.message));
    else resolve(result);
  }

  const send = (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, { resolve, reject });
      /** @type {import("node:stream").Writable} */ (orders).write(
        `${JSON.stringify({ id, method, params, sessionId })}\0`,
      );
      setTimeout(() => reject(new Error(`Chromium does not answer ${method}`)), PATIENCE).unref();
    });
  return {
    send,
    listen: (sessionId, listener) => listeners.set(sessionId, listener),
    kill: () => child.kill("SIGKILL"),
  };
}

async function findChromium() {
  const named = process.env.CHROMIUM ?? SYSTEM;
  if (existsSync(named)) return { file: named, more: [] };
  const { default: packaged } = await import("@sparticuz/chromium");
  return { file: await packaged.executablePath(), more: ["--single-process"] };
}

/** A tab, with what it asks for and complains of. */
async function openPage() {
  const { targetId } = await browser.send("Target.createTarget", { url: "about:blank", width: 1200, height: 1600 });
  const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: true });
  const requests = [];
  const errors = [];
  browser.listen(sessionId, (method, params) => {
    if (method === "Network.requestWillBeSent") {
      const { url, headers } = params.request;
      requests.push({ url, authorization: headers.Authorization ?? headers.authorization });
    }
    if (method === "Runtime.exceptionThrown") errors.push(params.exceptionDetails.text);
    if (method === "Runtime.consoleAPICalled" && params.type === "error") errors.push(textOf(params.args));
    if (method === "Log.entryAdded" && params.entry.level === "error") errors.push(params.entry.text);
  });
  const send = (method, params) => browser.send(method, params, sessionId);
  for (const domain of ["Page", "Network", "Runtime", "Log"]) await send(`${domain}.enable`);

  async function evaluate(expression) {
    const { result } = await send("Runtime.evaluate", { expression, returnByValue: true });
    return result.value;
  }
  /** Waits until the expression is true; false when it does not become so. */
  async function holds(expression) {
    for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(100)) {
      if (await evaluate(`(() => { try { return Boolean(${expression}); } catch { return false; } })()`)) return true;
    }
    return false;
  }
  async function found(element) {
    if (!(await holds(`${element} != null`))) throw new Error(`the page has no ${element}`);
  }
  return {
    requests,
    errors,
    holds,
    go: (url) => send("Page.navigate", { url }),
    async click(element) {
      await found(element);
      await evaluate(`${element}.click()`);
    },
    /** As typed: the page hears of it. */
    async fill(element, text) {
      await found(element);
      await evaluate(`${element}.focus()`);
      await send("Input.insertText", { text });
    },
    async picture(name) {
      if (!shots) return;
      const { data } = await send("Page.captureScreenshot", { format: "png" });
      await writeFile(join(shots, `${name}.png`), Buffer.from(data, "base64"));
    },
  };
}

function textOf(values) {
  return values.map(({ value, description }) => String(value ?? description)).join(" ");
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function firstLine(stream) {
  let text = "";
  for await (const chunk of stream.setEncoding("utf8")) {
    text += chunk;
    if (text.includes("\n")) return text.slice(0, text.indexOf("\n"));
  }
  throw new Error("the server ended before it answered");
}
