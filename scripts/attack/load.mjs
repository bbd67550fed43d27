// A program of its own: sends the requests of the report and their relatives, some at a time, and says what became of them.
//
//   node load.mjs ADDRESS SEED COUNT KEY… ("" for none)
import { ask, newAgent } from "../lib/client.mjs";
import { seeded } from "../lib/random.mjs";
import { relative, reported } from "./bodies.mjs";

const [address, seed, count, ...keys] = process.argv.slice(2);
const AT_A_TIME = 8;
const random = seeded(Number(seed));
const agent = newAgent();
const statuses = {};
const faults = [];

/** Each of the report with every key; of the relatives each with one. */
function* requests() {
  for (const asked of reported()) for (const key of keys) yield { ...asked, key };
  for (let k = 0; k < Number(count); k++) yield { ...relative(random), key: random.of(keys) };
}

let sent = 0;
const waiting = requests();
async function client() {
  for (const { key, ...asked } of waiting) {
    const { whole, status, error } = await ask(address, { ...asked, agent, ...(key !== "" && { key }) });
    sent++;
    const got = whole ? String(status) : `none (${error?.code})`;
    statuses[got] = (statuses[got] ?? 0) + 1;
    if (!whole || status >= 500) faults.push(`${got} for ${asked.name}`);
  }
}
await Promise.all(Array.from({ length: AT_A_TIME }, client));
agent.destroy();
console.log(JSON.stringify({ sent, statuses, faults: faults.slice(0, 10), count: faults.length }));
