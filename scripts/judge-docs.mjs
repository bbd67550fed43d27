// A slow judge: in headless Chromium the server's pages `/` and `/docs` must load without an error on the console and without a
// request to anywhere but the server, and the reference's "Try it out" must send a real request that is answered; the search of
// the documentation, which is written to out/site/, must find the guides. Needs a build.
//   node scripts/judge-docs.mjs [--only pages,search] [--shots FOLDER]    FOLDER gets pictures of the pages
// Chromium is the one named in the variable CHROMIUM, the system's, or that of the package @sparticuz/chromium.
import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { $, atDesk, textsOf } from "./explorer/desk.mjs";
import { DEMO } from "./lib/client.mjs";
import { runJudge } from "./lib/judge.mjs";
import { serve } from "./lib/process.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** What a reader types, and the guide that is about it. */
const SOUGHT = {
  yield: "A year's yield",
  "time zone": "Local time, days and months",
  "weather file": "Your weather file",
  satellites: "Real weather in one word",
  proxy: "irradiance-server",
};
const WINDOW = { width: 1200, height: 1600 };

await runJudge({ pages: atDesk(pages), search: atDesk(search) }, { settings: { shots: "" } });

async function pages({ open, shots }) {
  if (shots !== "") mkdirSync(shots, { recursive: true });
  const server = await serve(["--demo", "any"]);
  const { address } = server;
  const front = await open(WINDOW, { address });
  await front.go(`${address}/`);
  await front.says("/ shows its heading", /Sun, light and yield/, `${$("h1")}.textContent`);
  await front.sees("/ leads to the reference", `${$('a[href$="docs/"]')} !== null`);
  front.clean("/");
  const page = await open(WINDOW, { address });
  await page.go(`${address}/docs`);
  await judgeReference(page, (name) => shots && join(shots, name));
  page.clean("/docs");
  await server.end();
}

async function judgeReference(page, picture) {
  const block = $("#operations-observation-getObservationRealtime");
  await page.sees("/docs lists the operations", `${block} !== null`);
  await page.picture(picture("docs.png"));
  await page.click($(".authorize"));
  await page.fill($(".modal-ux input"), DEMO);
  await page.click($(".modal-ux button[type=submit]"));
  await page.click($(".modal-ux .btn-done"));
  // With nothing but what the page has filled in.
  for (const part of [".opblock-summary-control", ".try-out__btn", ".execute"])
    await page.click(`${block}.querySelector('${part}')`);
  const table = `${block}.querySelector(".live-responses-table")`;
  await page.says(
    "/docs tries a request out: 200",
    /^\s*200/,
    `${table}.querySelector("tbody .response-col_status").textContent`,
  );
  await page.says("/docs shows the answer", /global_horizontal_irradiance/, `${table}.textContent`);
  await page.says("/docs shows the remark on it", /api-notice/, `${table}.textContent`);
  const sent = page.requests.find(({ url }) => url.startsWith(`${page.address}/v1/observation/realtime?`));
  const isWhole = /lat=36\.1/.test(sent?.url) && sent.authorization === `Bearer ${DEMO}`;
  page.check("the request had the place and the key", isWhole, sent);
  await page.picture(picture("try-out.png"));
}

/** As whoever finds nothing types anew: on a busy machine letters may come before the dialog has the focus, or the index its words. */
function again(words) {
  const field = $("#tsd-search-input");
  const type = `${field}.value = ${JSON.stringify(words)}, ${field}.dispatchEvent(new Event("input", { bubbles: true }))`;
  return `(window.typed ??= Date.now()) + 5000 > Date.now() || (window.typed = Date.now(), ${type})`;
}

async function search({ open }) {
  const page = await open(WINDOW);
  await promisify(execFile)(process.execPath, [join(ROOT, "scripts/docs.mjs")], { cwd: ROOT });
  const found = textsOf("#tsd-search-results li");
  for (const [words, guide] of Object.entries(SOUGHT)) {
    await page.go("about:blank");
    await page.go(pathToFileURL(join(ROOT, "out/site/index.html")).href);
    await page.click($("#tsd-search-trigger"));
    // Words that come before the index are never looked for.
    await page.holds(`${$("#tsd-search-status")}.innerHTML === ""`);
    await page.fill($("#tsd-search-input"), words);
    const isFound = `(${again(words)}, ${found}.some((text) => text.includes(${JSON.stringify(guide)})))`;
    await page.sees(`the documentation's search finds “${guide}” by “${words}”`, isFound, `${found}.slice(0, 3)`);
  }
}
