// A slow judge of the page: in headless Chromium, at three sizes, light and dark, each room is drawn from a running server, and its
// tables are compared with a second, direct request. No console error, no request to anywhere else, no finding of axe; four people's
// walks with counted steps; yields beside the service's and the command line's; the clocks of the world; what the hand and the keyboard
// do; the lines to copy, run as they stand; what the page says when something is wrong; speed, size and leaks. Needs a build.
//   node scripts/judge-explorer.mjs [--only NAME,… | --but NAME,…] [--shots FOLDER] [--venv FOLDER]
// --only, --but: parts, of which the names are below. --shots: a folder that gets pictures of the rooms. --venv: where a Python with pvlib is
// kept, as for scripts/judge-pvlib.mjs. Needs python3 for the lines. Exit: 0 all passed, 1 not, 77 there is no Python or no pvlib to be had.
// Chromium is the one named in the variable CHROMIUM, the system's, or that of the package @sparticuz/chromium.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openBrowser } from "./browser/devtools.mjs";
import { judgeAccess, SIZES } from "./explorer/access.mjs";
import { judgeData } from "./explorer/data-room.mjs";
import { Tally } from "./explorer/desk.mjs";
import { judgeHandOver } from "./explorer/hand-over.mjs";
import { judgeHands } from "./explorer/hands.mjs";
import { judgeLines } from "./explorer/lines.mjs";
import { judgeScales } from "./explorer/scales.mjs";
import { judgeSpeed } from "./explorer/speed.mjs";
import { judgeSpread, NOON } from "./explorer/spread.mjs";
import { judgeTimes } from "./explorer/times.mjs";
import { judgeTroubles } from "./explorer/troubles.mjs";
import { judgeSideways, judgeViews } from "./explorer/views.mjs";
import { judgeWalks } from "./explorer/walks.mjs";
import { judgeYields } from "./explorer/yields.mjs";
import { chosenParts } from "./judges/chosen.mjs";
import { pythonWith } from "./judges/python.mjs";
import { serve, serveAt } from "./judges/server.mjs";

const SIDEWAYS = { name: "phone-sideways", width: 740, height: 360, mobile: true };

const { values: settings } = parseArgs({
  options: { only: { type: "string" }, but: { type: "string" }, shots: { type: "string" }, venv: { type: "string" } },
});
const { shots } = settings;
if (shots) await mkdir(shots, { recursive: true });
const tally = new Tally();
const dem = fileURLToPath(new URL("../fixtures/terrain/jacksboro.tif", import.meta.url));
const pictures = (look) => (name) => shots && join(shots, `${look.name}-${name}.png`);
/** What does not depend on the look is judged at its extremes: the widest in the light, the narrowest in the dark. */
const EXTREMES = [SIZES[0], SIZES.at(-1)];
const eachLook = async (judge) => {
  for (const look of EXTREMES) await judge(look, pictures(look));
};

/** Each with a server of its own kind. */
const PARTS = {
  walks: (browser, { address }) => eachLook((look, picture) => judgeWalks(tally, browser, address, look, picture)),
  yields: (browser, { address }) => judgeYields(tally, browser, address),
  views: (browser, { address }) => eachLook((look, picture) => judgeViews(tally, browser, address, look, picture)),
  sideways: (browser, { address }) => judgeSideways(tally, browser, address, SIDEWAYS, pictures(SIDEWAYS)),
  spread: (browser, _server, atNoon) =>
    eachLook((look, picture) => judgeSpread(tally, browser, atNoon.address, look, picture)),
  hands: (browser, { address }) => judgeHands(tally, browser, address),
  handOver: (browser, { address }) => judgeHandOver(tally, browser, address),
  scales: (browser, { address }) => judgeScales(tally, browser, address),
  access: (browser, { address }) => judgeAccess(tally, browser, address, pictures),
  lines: (browser, { address }) => judgeLines(tally, browser, address, python),
  data: (browser, { address }) => judgeData(tally, browser, address),
  times: (browser, { address }) => judgeTimes(tally, browser, address),
  troubles: (browser) => judgeTroubles(tally, browser),
  speed: (browser, { address }) => judgeSpeed(tally, browser, address),
};
const wanted = chosenParts(Object.keys(PARTS), settings);
/** Asked first, for without it nothing is judged. */
const python = wanted.includes("lines") ? pythonHere() : undefined;

const server = await serve(["--demo", "any", "--demo-rate", "1000000", "--dem", dem]);
const atNoon = await serveAt(NOON);
const browser = await openBrowser();
try {
  for (const name of wanted) {
    await PARTS[name](browser, server, atNoon).catch((cause) =>
      tally.check(`${name} can be judged (${cause.message})`, false, cause.stack),
    );
  }
} finally {
  await browser.close();
  await server.end();
  await atNoon.end();
}
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed === 0 ? 0 : 1;

function pythonHere() {
  return pythonWith(fileURLToPath(new URL("../server/test/pvlib/requirements.txt", import.meta.url)), settings.venv);
}
