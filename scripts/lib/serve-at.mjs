// A server whose clock stands still, as a process of its own: only a program can set a clock.
//   node scripts/lib/serve-at.mjs TIME [SETTINGS]      prints its address; ends with SIGTERM. SETTINGS are JSON, such as {"doors":["solcast"]}
// Its sky is the tests' own: measured history and a run everywhere. The demo key opens every place.
import { settingsWith, startServer } from "irradiance-server";
import pino from "pino";
import { everywhere } from "../../server/test/everywhere.mjs";

const now = Date.parse(process.argv[2] ?? "");
if (Number.isNaN(now)) throw new Error("give a time, such as 2026-06-21T12:17:09Z");
const clock = () => now;
const given = JSON.parse(process.argv[3] ?? "{}");
const settings = settingsWith({ port: 0, "operations-port": "off", threads: 1, demo: "any", ...given });
const server = await startServer(settings, {
  log: pino({ level: "warn" }, pino.destination(2)),
  clock,
  sources: [everywhere({ last: clock })],
});
process.once("SIGTERM", () => server.stop());
console.log(server.address);
