// A program of its own: one new client after the other, each with one request on a connection of its own. Says at the end how long
// they waited and what they got.
//
//   node crowd-probe.mjs ADDRESS SECONDS KEY
import { setTimeout as pause } from "node:timers/promises";
import { ask, day, observation } from "../lib/client.mjs";

const [address, seconds, key] = process.argv.slice(2);
/** ms */
const BETWEEN = 5;

const until = performance.now() + Number(seconds) * 1000;
const waits = [];
const failures = {};
for (let i = 0; performance.now() < until; i++) {
  const since = performance.now();
  const { status, error } = await ask(address, {
    key,
    path: observation("historical", day(i)),
    agent: undefined,
    headers: { Connection: "close" },
  });
  waits.push(performance.now() - since);
  if (status !== 200) failures[status ?? error?.code] = (failures[status ?? error?.code] ?? 0) + 1;
  await pause(BETWEEN);
}
waits.sort((a, b) => a - b);
const at = (share) => waits[Math.min(waits.length - 1, Math.floor(share * waits.length))];
console.log(JSON.stringify({ count: waits.length, failures, p50: at(0.5), p99: at(0.99), most: at(1) }));
