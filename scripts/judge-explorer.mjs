// A slow judge of the page: in headless Chromium each room is drawn from a running server at several sizes, light and dark, and its tables
// are compared with a second, direct request. No console error, no request to anywhere else, no finding of axe; six people's walks with
// counted steps; places, kept roofs and the map's colours; yields beside the service's; the clocks of the world; what the hand and the keyboard do; the lines
// to copy, run as they stand; what the page says when something is wrong; speed, size and leaks. Needs a build.
//   node scripts/judge-explorer.mjs [--only NAME,… | --but NAME,…] [--shots FOLDER]
// --only, --but: parts, of which the names are below. --shots: a folder that gets pictures of the rooms. The lines need python3.
// Chromium is the one named in the variable CHROMIUM, the system's, or that of the package @sparticuz/chromium.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { judgeBrokenOff, judgeLines } from "./explorer/data-room.mjs";
import { atDesk } from "./explorer/desk.mjs";
import { judgeHands } from "./explorer/hands.mjs";
import { judgeMeter } from "./explorer/meter.mjs";
import { judgeMoney } from "./explorer/money.mjs";
import { judgePlaces } from "./explorer/places.mjs";
import { judgePlan } from "./explorer/plan.mjs";
import { heard, judgeRooms, keyboardAlone, SIZES } from "./explorer/rooms.mjs";
import { judgeLeaks, judgeSpeed } from "./explorer/speed.mjs";
import { judgeSpread, NOON } from "./explorer/spread.mjs";
import { judgeTakenAway } from "./explorer/taken-away.mjs";
import { judgeTimes } from "./explorer/times.mjs";
import { judgeTroubles } from "./explorer/troubles.mjs";
import { judgeViews } from "./explorer/views.mjs";
import { judgeWalks, judgeYields } from "./explorer/walks.mjs";
import { runJudge } from "./lib/judge.mjs";
import { serve, serveAt } from "./lib/process.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Those that wait come first. */
const PARTS = {
  troubles: judgeTroubles,
  "walks-wide": (stand) => judgeWalks(stand, { ...SIZES.large, name: "large" }),
  "walks-narrow": (stand) => judgeWalks(stand, { ...SIZES.phone, name: "phone", dark: true }),
  hands: judgeHands,
  places: judgePlaces,
  times: judgeTimes,
  yields: judgeYields,
  money: judgeMoney,
  meter: judgeMeter,
  plan: judgePlan,
  "rooms-large": (stand) => judgeRooms(stand, "large"),
  "rooms-phone": (stand) => judgeRooms(stand, "phone"),
  "rooms-sideways": (stand) => judgeRooms(stand, "sideways"),
  views: judgeViews,
  "taken-away": judgeTakenAway,
  data: judgeBrokenOff,
  spread: judgeSpread,
  keyboard: keyboardAlone,
  heard,
};
const parts = Object.fromEntries(Object.entries(PARTS).map(([name, judge]) => [name, atDesk(judge)]));

await runJudge(
  {
    ...parts,
    lines: { run: atDesk(judgeLines), needs: ["Python"] },
    leaks: atDesk(judgeLeaks, []),
    speed: { run: atDesk(judgeSpeed, []), isAlone: true },
  },
  { settings: { shots: "" }, atOnce: 3, open },
);

/** The server, and one at which it is always noon. */
async function open({ shots }) {
  if (shots !== "") mkdirSync(shots, { recursive: true });
  const terrain = here("../fixtures/terrain/jacksboro.tif");
  const server = await serve(["--demo", "any", "--demo-rate", "1000000", "--dem", terrain]);
  const atNoon = await serveAt(NOON);
  const picture = (look, what) => (shots === "" ? undefined : join(shots, `${look}-${what}.png`));
  return { address: server.address, atNoon, picture, close: () => Promise.all([server.end(), atNoon.end()]) };
}
