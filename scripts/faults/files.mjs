// A server that may open few files: silent connections and clients that stop reading take its room, and new clients are served all
// the same.
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { ask, day, observation, YEAR } from "../lib/client.mjs";
import { freePort, openAccount, startServer } from "../lib/process.mjs";

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

export async function files({ report, folder }) {
  if (process.platform !== "linux")
    return report.skip("few files", "needs Linux: limits and open files are read in /proc");
  const data = `${folder}/files`;
  const key = await openAccount(data, 1_000_000);
  const operations = await freePort();
  const settings = ["--data", data, "--synthetic", "--rate", "1000000", "--running", "32"];
  const times = ["--deadline", String(DEADLINE), "--stalled-timeout", String(STALL)];
  const server = await startServer(
    [...settings, ...times, "--max-unsent", "1024", "--operations-port", String(operations)],
    { files: FILES },
  );
  const { port, hostname } = new URL(server.address);
  const sockets = [];
  const open = (text) => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    if (text !== undefined) socket.write(text);
    sockets.push(socket);
    return socket;
  };
  // Each on a connection of its own: a newcomer.
  const newcomer = () =>
    ask(server.address, { key, path: observation("historical", day(1)), headers: { Connection: "close" } });
  const figure = async (name) => {
    const text = await (await fetch(`http://127.0.0.1:${operations}/metrics`)).text();
    const line = text.split("\n").find((one) => one.startsWith(`${name} `));
    return Number(line?.slice(name.length + 1) ?? 0);
  };
  report.check(
    "few files: the server takes as few connections, and says so",
    server.log().includes(`at most ${ROOM} connections, not 8192: this process may open ${FILES} files`),
    server
      .log()
      .split("\n")
      .find((line) => line.includes("connections")) ?? "",
  );

  for (let i = 0; i < SILENT; i++) open();
  const statuses = [];
  let most = 0;
  for (let look = 0; look < LOOKS; look++) {
    statuses.push((await newcomer()).status);
    most = Math.max(most, readdirSync(`/proc/${server.child.pid}/fd`).length);
  }
  report.check(
    "few files, silent connections: every newcomer is served",
    statuses.every((status) => status === 200) && most < FILES,
    `${[...new Set(statuses)].join()}, ${most} files open, ${await figure("irradiance_connections")} connections`,
  );

  const head = `GET ${observation("historical", { ...YEAR, frequency: "15_minutes", parameters: "all" })} HTTP/1.1`;
  for (let i = 0; i < STALLED; i++)
    open(`${head}\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\n\r\n`).pause();
  const cut = () => figure('irradiance_connections_closed_total{why="unread"}');
  const during = [];
  const until = performance.now() + PATIENCE * 1000;
  let [unsent, left] = [0, 0];
  do {
    await pause(500);
    during.push((await newcomer()).status);
    left = await figure("irradiance_unsent_bytes");
    unsent = Math.max(unsent, left);
  } while ((unsent === 0 || left > 0) && performance.now() < until);
  report.check(
    "few files, clients that stop reading: some are cut to make room, and every newcomer is served",
    (await cut()) > 0 && during.every((status) => status === 200),
    `${await cut()} of ${STALLED} cut, ${during.length} newcomers: ${[...new Set(during)].join()}`,
  );
  report.check(
    "few files, clients that stop reading: all are cut in time, and what they did not take is let go",
    unsent > 0 && left === 0,
    `${(unsent / 2 ** 20).toFixed(0)} MiB, then ${left} bytes`,
  );
  for (const socket of sockets) socket.destroy();
  const { code } = await server.stop();
  report.check("few files: ends as it should", code === 0, `exit ${code}`);
}
