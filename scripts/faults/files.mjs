// A server that may open few files: silent connections and clients that stop reading take its room, and new clients are served all
// the same.
import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { ask, day, observation, tally, within, YEAR } from "../lib/client.mjs";
import { freePort } from "../lib/process.mjs";
import { connectionsTo, onTheWire, startService } from "./service.mjs";

/** Open files of the process: 256 are for itself, and there may be two connections for each that stays. */
const FILES = 296;
const ROOM = 20;
const SILENT = 60;
/** More than three quarters of the room: then it is asked who reads. */
const STALLED = 16;
/** s. Where room is short readers are given ten seconds; where it is not, up to twice these two together. */
const [DEADLINE, STALL] = [12, 4];
const PATIENCE = 2 * (DEADLINE + STALL) + 20;
const LOOKS = 20;
const SETTINGS = [
  ...["--running", "32", "--max-unsent", "1024"],
  ...["--deadline", String(DEADLINE), "--stalled-timeout", String(STALL)],
];

export async function files({ report, folder }) {
  if (process.platform !== "linux")
    return report.skip("few files", "needs Linux: limits and open files are read in /proc");
  const operations = await freePort();
  const settings = [...SETTINGS, "--operations-port", String(operations)];
  const { key, server } = await startService(`${folder}/files`, settings, { files: FILES });
  const { open, close } = connectionsTo(server.address);
  // Each on a connection of its own.
  const newcomer = async () => {
    const question = { key, path: observation("historical", day(1)), headers: { Connection: "close" } };
    return (await ask(server.address, question)).status;
  };
  const figure = async (name) => {
    const { body } = await ask(`http://127.0.0.1:${operations}`, { path: "/metrics" });
    const line = String(body)
      .split("\n")
      .find((one) => one.startsWith(`${name} `));
    return Number(line?.slice(name.length + 1) ?? 0);
  };
  const said = `at most ${ROOM} connections, not 8192: this process may open ${FILES} files`;
  const isSaid = server.log().includes(said);
  report.check("few files: the server takes as few connections, and says so", isSaid, server.log().slice(0, 500));

  for (let i = 0; i < SILENT; i++) open();
  const statuses = [];
  let most = 0;
  for (let look = 0; look < LOOKS; look++) {
    statuses.push(await newcomer());
    most = Math.max(most, readdirSync(`/proc/${server.child.pid}/fd`).length);
  }
  report.check(
    "few files, silent connections: every newcomer is served",
    statuses.every((status) => status === 200) && most < FILES,
    `${tally(statuses)}, ${most} files open, ${await figure("irradiance_connections")} connections`,
  );

  const year = observation("historical", { ...YEAR, frequency: "15_minutes", parameters: "all" });
  for (let i = 0; i < STALLED; i++) open(onTheWire(key, year)).pause();
  const during = [];
  let [unsent, left] = [0, 0];
  await within(PATIENCE * 1000, async () => {
    await pause(500);
    during.push(await newcomer());
    left = await figure("irradiance_unsent_bytes");
    unsent = Math.max(unsent, left);
    return unsent > 0 && left === 0;
  });
  const cut = await figure('irradiance_connections_closed_total{why="unread"}');
  report.check(
    "few files, clients that stop reading: some are cut to make room, and every newcomer is served",
    cut > 0 && during.every((status) => status === 200),
    `${cut} of ${STALLED} cut, newcomers: ${tally(during)}`,
  );
  report.check(
    "few files, clients that stop reading: all are cut in time, and what they did not take is let go",
    unsent > 0 && left === 0,
    `${(unsent / 2 ** 20).toFixed(0)} MiB, then ${left} bytes`,
  );
  close();
  await report.ends("few files", server);
}
