// A slow judge of the page: in headless Chromium, in two sizes, light and dark, each view is drawn from a running server, and its
// table is compared with a second, direct request. No console error, no request to anywhere else, no serious finding of axe; what
// the hand and the keyboard do; what the page says when something is wrong. Needs a build.
//   node scripts/judge-explorer.mjs [--shots FOLDER]    FOLDER gets pictures of the views
// Chromium is the one named in the variable CHROMIUM, the system's, or that of the package @sparticuz/chromium.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openBrowser } from "./browser/devtools.mjs";
import { Tally } from "./explorer/desk.mjs";
import { judgeHands } from "./explorer/hands.mjs";
import { judgeLines } from "./explorer/lines.mjs";
import { judgeTroubles } from "./explorer/troubles.mjs";
import { judgeViews } from "./explorer/views.mjs";
import { serve } from "./judges/server.mjs";

const LOOKS = [
  { name: "desk-light", width: 1280, height: 1000 },
  { name: "desk-dark", width: 1280, height: 1000, dark: true },
  { name: "phone-light", width: 390, height: 844, mobile: true },
  { name: "phone-dark", width: 390, height: 844, mobile: true, dark: true },
];

const shots = process.argv[2] === "--shots" ? process.argv[3] : undefined;
if (shots) await mkdir(shots, { recursive: true });
const tally = new Tally();
const dem = fileURLToPath(new URL("../fixtures/terrain/jacksboro.tif", import.meta.url));
const server = await serve(["--demo", "any", "--demo-rate", "1000000", "--dem", dem]);
const browser = await openBrowser();
try {
  for (const look of LOOKS) {
    const picture = (name) => shots && join(shots, `${look.name}-${name}.png`);
    await judgeViews(tally, browser, server.address, look, picture);
  }
  await judgeHands(tally, browser, server.address);
  await judgeLines(tally, browser, server.address);
  await judgeTroubles(tally, browser);
} catch (cause) {
  tally.check(`the page can be judged (${cause.message})`, false, cause.stack);
} finally {
  await browser.close();
  await server.stop();
}
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed === 0 ? 0 : 1;
