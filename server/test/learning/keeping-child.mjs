// A server's keeping and learning alone: says each line of its log, and that it has begun.
import { writeSync } from "node:fs";
import { keepAndLearn } from "../../dist/learning/keeping.js";
import { openDesk } from "../../dist/learning/learn.js";
import { settingsWith } from "../../dist/settings.js";

const [folder, weather, latitude, longitude, now] = process.argv.slice(2);
// Synchronous: what is written here has left the process, whatever becomes of it.
const log = (line) => writeSync(1, `${line}\n`);
log("begins");
await keepAndLearn({
  ...{
    folder,
    log,
    warn: log,
    failing() {},
    days: 400,
    clock: () => Number(now),
    signal: new AbortController().signal,
  },
  named: [{ latitude: Number(latitude), longitude: Number(longitude) }],
  openDesk: () => openDesk(settingsWith({ weather: [weather] })),
  pauses: { round: 100, folder: 100 },
});
