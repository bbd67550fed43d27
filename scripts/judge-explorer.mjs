// A slow judge of the page: in headless Chromium, in two sizes, light and dark, each view is drawn from a running server, and its
// table is compared with a second, direct request. No console error, no request to anywhere else, no serious finding of axe; what
// the hand and the keyboard do; the lines to copy, run as they stand; what the page says when something is wrong. Needs a build.
//   node scripts/judge-explorer.mjs [--shots FOLDER] [--venv FOLDER]
// --shots: a folder that gets pictures of the views. --venv: where a Python with pvlib is kept, as for scripts/judge-pvlib.mjs.
// Needs python3. Exit: 0 all passed, 1 not, 77 there is no Python or no pvlib to be had.
// Chromium is the one named in the variable CHROMIUM, the system's, or that of the package @sparticuz/chromium.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openBrowser } from "./browser/devtools.mjs";
import { judgeData } from "./explorer/data-room.mjs";
import { Tally } from "./explorer/desk.mjs";
import { judgeHands } from "./explorer/hands.mjs";
import { judgeLines } from "./explorer/lines.mjs";
import { judgeScales } from "./explorer/scales.mjs";
import { judgeSpread, NOON } from "./explorer/spread.mjs";
import { judgeTroubles } from "./explorer/troubles.mjs";
import { judgeSideways, judgeViews } from "./explorer/views.mjs";
import { pythonWith } from "./judges/python.mjs";
import { serve, serveAt } from "./judges/server.mjs";

const LOOKS = [
  { name: "desk-light", width: 1280, height: 1000 },
  { name: "desk-dark", width: 1280, height: 1000, dark: true },
  { name: "phone-light", width: 360, height: 740, mobile: true },
  { name: "phone-dark", width: 360, height: 740, mobile: true, dark: true },
];
const SIDEWAYS = { name: "phone-sideways", width: 740, height: 360, mobile: true };

const { values: settings } = parseArgs({ options: { shots: { type: "string" }, venv: { type: "string" } } });
const { shots } = settings;
const python = pythonWith(
  fileURLToPath(new URL("../server/test/pvlib/requirements.txt", import.meta.url)),
  settings.venv,
);
if (shots) await mkdir(shots, { recursive: true });
const tally = new Tally();
const dem = fileURLToPath(new URL("../fixtures/terrain/jacksboro.tif", import.meta.url));
const server = await serve(["--demo", "any", "--demo-rate", "1000000", "--dem", dem]);
const atNoon = await serveAt(NOON);
const browser = await openBrowser();
try {
  const pictures = (look) => (name) => shots && join(shots, `${look.name}-${name}.png`);
  for (const look of LOOKS) await judgeViews(tally, browser, server.address, look, pictures(look));
  for (const look of LOOKS) await judgeSpread(tally, browser, atNoon.address, look, pictures(look));
  await judgeSideways(tally, browser, server.address, SIDEWAYS, pictures(SIDEWAYS));
  await judgeHands(tally, browser, server.address);
  await judgeScales(tally, browser, server.address);
  await judgeLines(tally, browser, server.address, python);
  await judgeData(tally, browser, server.address);
  await judgeTroubles(tally, browser);
} catch (cause) {
  tally.check(`the page can be judged (${cause.message})`, false, cause.stack);
} finally {
  await browser.close();
  await server.end();
  await atNoon.end();
}
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed === 0 ? 0 : 1;
