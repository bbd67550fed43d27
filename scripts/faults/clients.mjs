// Clients that behave badly: they read nothing, hang up half-way, or send half a body. Memory stays bounded, and what they held is freed.
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { ask, day, observation, YEAR } from "../lib/client.mjs";
import { openAccount, startServer } from "../lib/process.mjs";

const UNSENT_MIB = 24;
const STALL = 4;
const REQUEST_TIMEOUT = 3;
const DEADLINE = 8;
/** MiB by which the process may be larger while answers wait: twice what may be unsent, and what a few threads compute. */
const MOST_GROWTH = 2 * UNSENT_MIB + 150;

export async function clients({ report, folder }) {
  const data = `${folder}/clients`;
  const key = await openAccount(data, 1_000_000);
  const settings = [
    "--max-unsent",
    String(UNSENT_MIB),
    "--stalled-timeout",
    String(STALL),
    "--deadline",
    String(DEADLINE),
    "--headers-timeout",
    String(REQUEST_TIMEOUT),
    "--request-timeout",
    String(REQUEST_TIMEOUT),
  ];
  const server = await startServer(["--data", data, "--synthetic", "--rate", "1000000", ...settings]);
  const { port, hostname } = new URL(server.address);
  const sockets = [];
  const open = (text) => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    socket.write(text);
    sockets.push(socket);
    return socket;
  };
  const head = (method, path, more = "") =>
    `${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\n${more}\r\n`;
  const year = head("GET", observation("historical", { ...YEAR, frequency: "15_minutes", parameters: "all" }));
  const good = () => ask(server.address, { key, path: observation("historical", day(1)) });
  /** Undefined while the server is too full to say. */
  const held = async () => JSON.parse((await ask(server.address, { key, path: "/v1/account" })).body).tokens?.held;

  await good();
  const before = server.memory();
  let largest = before;
  const watch = setInterval(() => {
    if (server.isAlive()) largest = Math.max(largest, server.memory());
  }, 50);

  for (let wave = 0; wave < 4; wave++) {
    for (let i = 0; i < 12; i++) open(year).pause();
    await pause(1200);
  }
  const full = await good();
  report.check(
    "clients that read nothing: the server says that it is full, not more",
    full.status === 503 || full.status === 200,
    String(full.status),
  );
  // Node's first look at a connection notes how much is unsent, the second finds that nothing has moved.
  await freed("clients that read nothing", 2 * (DEADLINE + STALL) + 6);

  for (let i = 0; i < 40; i++) {
    const socket = open(year);
    if (i % 2) socket.once("data", () => socket.destroy());
    else setTimeout(() => socket.destroy(), 5 * i);
  }
  await freed("clients that hang up", 15);

  const half = head("POST", "/v1/observation/batch", "Content-Type: application/json\r\nContent-Length: 500\r\n");
  for (let i = 0; i < 20; i++) open(`${half}{"requests":[`).resume();
  const meanwhile = await good();
  report.check("half a body: others are served meanwhile", meanwhile.status === 200, String(meanwhile.status));
  await pause((REQUEST_TIMEOUT + 2) * 1000);
  const last = sockets.slice(-20);
  report.check(
    "half a body: the connection is closed in time",
    last.every((socket) => socket.closed || socket.readableEnded || socket.destroyed),
  );

  const batch = JSON.stringify({
    requests: Array.from({ length: 30 }, () => ({
      endpoint: "historical",
      query: { lat: 36.1, lon: -79.95, ...YEAR, parameters: "all" },
    })),
  });
  for (let i = 0; i < 3; i++)
    open(
      head("POST", "/v1/observation/batch", `Content-Type: application/json\r\nContent-Length: ${batch.length}\r\n`) +
        batch,
    ).pause();
  await freed("batches that nobody reads", 2 * (DEADLINE + STALL) + 15);

  clearInterval(watch);
  report.check(
    "bad clients: memory is bounded",
    largest - before < MOST_GROWTH,
    `${before.toFixed(0)} MiB, at most ${largest.toFixed(0)} MiB`,
  );
  for (const socket of sockets) socket.destroy();
  const { code } = await server.stop();
  report.check("bad clients: ends as it should", code === 0, `exit ${code}`);

  /** Within some seconds the service answers again and holds nothing. */
  async function freed(name, seconds) {
    const until = performance.now() + seconds * 1000;
    let status;
    let tokens;
    do {
      await pause(200);
      ({ status } = await good());
      tokens = await held();
    } while ((status !== 200 || tokens !== 0) && performance.now() < until);
    report.check(
      `${name}: service goes on, nothing stays held`,
      status === 200 && tokens === 0,
      `${status}, ${tokens} held`,
    );
  }
}
