// A program of its own: asks whether a server lives, over and over, until SIGTERM; then it says how long the answers took.
//
//   node probe.mjs ADDRESS
import { ask, newAgent } from "../lib/client.mjs";

const [address] = process.argv.slice(2);
/** ms */
const BETWEEN = 10;
const agent = newAgent();
const waits = [];
const failures = [];

const timer = setInterval(async () => {
  const since = performance.now();
  const { status } = await ask(address, { path: "/health/live", agent });
  waits.push(performance.now() - since);
  if (status !== 200) failures.push(status);
}, BETWEEN);

process.once("SIGTERM", () => {
  clearInterval(timer);
  waits.sort((a, b) => a - b);
  const at = (share) => waits[Math.min(waits.length - 1, Math.floor(share * waits.length))];
  const shares = { p50: at(0.5), p99: at(0.99), p999: at(0.999), worst: at(1) };
  process.stdout.write(JSON.stringify({ count: waits.length, failures: failures.length, ...shares }), () =>
    process.exit(),
  );
});
process.stdout.write("\n");
