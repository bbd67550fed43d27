// Clients that behave badly: they read nothing, hang up half-way, or send half a body. Memory stays bounded, and what they held is freed.
import { setTimeout as pause } from "node:timers/promises";
import { ask, day, observation, PLACE, tokensOf, within, YEAR } from "../lib/client.mjs";
import { connectionsTo, onTheWire, startService } from "./service.mjs";

const UNSENT_MIB = 24;
const STALL = 4;
const REQUEST_TIMEOUT = 3;
const DEADLINE = 8;
/** ms in which 48 answers are computed, or given up. */
const PATIENCE = 60_000;
/** MiB by which the process may be larger while answers wait: twice what may be unsent, and what a few threads compute. */
const MOST_GROWTH = 2 * UNSENT_MIB + 150;
const SETTINGS = [
  ...["--max-unsent", String(UNSENT_MIB), "--stalled-timeout", String(STALL), "--deadline", String(DEADLINE)],
  ...["--headers-timeout", String(REQUEST_TIMEOUT), "--request-timeout", String(REQUEST_TIMEOUT)],
];
const BATCH = "/v1/observation/batch";
const YEARS = Array.from({ length: 30 }, () => ({
  endpoint: "historical",
  query: { ...PLACE, ...YEAR, parameters: "all" },
}));

export async function clients({ report, folder }) {
  const { key, server } = await startService(`${folder}/clients`, SETTINGS);
  const { sockets, open, close } = connectionsTo(server.address);
  const year = onTheWire(key, observation("historical", { ...YEAR, frequency: "15_minutes", parameters: "all" }));
  const good = async () => (await ask(server.address, { key, path: observation("historical", day(1)) })).status;

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
  // As long as they are computed the account has as many requests as it may have.
  const full = await within(PATIENCE, async () => {
    const status = await good();
    return status === 429 ? undefined : status;
  });
  const isTold = full === 503 || full === 200;
  report.check("clients that read nothing: the server says that it is full, not more", isTold, full);
  // Node's first look at a connection notes how much is unsent, the second finds that nothing has moved.
  await freed("clients that read nothing", 2 * (DEADLINE + STALL) + 6);

  for (let i = 0; i < 40; i++) {
    const socket = open(year);
    if (i % 2) socket.once("data", () => socket.destroy());
    else setTimeout(() => socket.destroy(), 5 * i);
  }
  await freed("clients that hang up", 15);

  const half = onTheWire(key, BATCH, '{"requests":[').replace(/Content-Length: \d+/, "Content-Length: 500");
  for (let i = 0; i < 20; i++) open(half).resume();
  const last = sockets.slice(-20);
  const meanwhile = await good();
  report.check("half a body: others are served meanwhile", meanwhile === 200, meanwhile);
  const areClosed = () => last.every((socket) => socket.closed || socket.readableEnded || socket.destroyed);
  const isInTime = await within((REQUEST_TIMEOUT + 2) * 1000, areClosed);
  report.check("half a body: the connection is closed in time", isInTime);

  for (let i = 0; i < 3; i++) open(onTheWire(key, BATCH, JSON.stringify({ requests: YEARS }))).pause();
  await freed("batches that nobody reads", 2 * (DEADLINE + STALL) + 15);

  clearInterval(watch);
  const sizes = `${before.toFixed(0)} MiB, at most ${largest.toFixed(0)} MiB`;
  report.check("bad clients: memory is bounded", largest - before < MOST_GROWTH, sizes);
  close();
  await report.ends("bad clients", server);

  /** Within some seconds the service answers again and holds nothing. */
  async function freed(name, seconds) {
    let [status, held] = [0, 0];
    const isFree = await within(seconds * 1000, async () => {
      await pause(200);
      status = await good();
      // Undefined while the server is too full to say.
      held = (await tokensOf(server.address, key))?.held;
      return status === 200 && held === 0;
    });
    report.check(`${name}: service goes on, nothing stays held`, isFree, `${status}, ${held} held`);
  }
}
