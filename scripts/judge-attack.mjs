// A server of the build under attack: every request that once held one, and thousands of relatives of theirs, with no key, the demo
// key, that of an account without tokens, and that of one with some. Meanwhile others ask whether it lives.
//
//   node scripts/build.mjs && node scripts/judge-attack.mjs [--seed 1] [--count 10000] [--every yes]
//
// One line for each check, and `N passed, N failed` at the end; the exit status is 1 when anything failed. While memory comes down, readers
// and parsers are given texts of two lengths: one in three, or with `--every yes` all.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { get, manySites, post } from "./attack/bodies.mjs";
import { linearTexts } from "./attack/linear-texts.mjs";
import { ask, DEMO, MONTHS, PLACE } from "./lib/client.mjs";
import { runJudge } from "./lib/judge.mjs";
import { canPin, freePort, launch, openAccount, startServer } from "./lib/process.mjs";

/**
 * ms that one in a hundred of those who ask whether it lives may wait; the aim is 50 for one in a thousand. They ask by the clock, so
 * one request that holds the server for 0.4 s makes more than one in a hundred wait; how long the last few wait is the machine's.
 */
const MOST_WAIT = 150;
/** Of the memory after the first requests. */
const MOST_GROWTH = 0.2;
/** s at most until memory has come down: it ends a wait in vain, and judges no time. */
const LONGEST_WAIT = 180;
/** ms between two looks at the memory. */
const REST = 2_000;
const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const hasCores = availableParallelism() > 1 && canPin;

// So many requests that a thousand ask whether it lives: ten of them are one in a hundred.
await runJudge({ attack }, { settings: { count: 10_000, every: "" } });

async function attack({ report, folder, seed, count: requests, every }) {
  const data = join(folder, "data");
  const [rich, poor] = [await openAccount(data, 1_000_000, "rich"), await openAccount(data, 0, "poor")];
  const operations = await freePort();
  const server = await startServer(
    [
      ...["--data", data, "--jobs", join(folder, "jobs"), "--operations-port", String(operations)],
      // Limits per minute would refuse what is to be tried.
      ...["--synthetic", "--demo", "places", "--threads", "1", "--rate", "1000000", "--demo-rate", "1000000"],
      ...["--log-level", "error"],
    ],
    { node: ["--expose-gc", "--import", pathOf("faults/heap-hook.mjs")], ...(hasCores && { core: 0 }) },
  );
  const keys = ["", DEMO, poor, rich];
  // The demo key has a thread of its own.
  for (const key of [rich, DEMO]) await warmUp(server.address, key);
  const before = await server.kept();

  const probe = program("probe.mjs", [`http://127.0.0.1:${operations}`]);
  await probe.line();
  const since = performance.now();
  const load = program("load.mjs", [server.address, seed, requests, ...keys].map(String), 10);
  const attacked = JSON.parse((await load.output) || "{}");
  const seconds = (performance.now() - since) / 1000;
  probe.child.kill("SIGTERM");
  const { p50, p99, p999, worst, count, failures } = JSON.parse(await probe.output);

  const told = Object.entries(attacked.statuses ?? {}).map(([status, times]) => `${times} × ${status}`);
  report.check("every request is answered", attacked.sent > 0 && !/none/.test(told.join()), told.join(", "));
  report.check("no answer is a failure of the server", attacked.count === 0, (attacked.faults ?? []).join("; "));
  report.check("it lives all the while", count > 0 && failures === 0, `${count} times asked, ${failures} failures`);
  const waits = [p50, p99, p999, worst].map((wait) => wait.toFixed(1)).join(", ");
  report.check(
    `one in a hundred waits at most ${MOST_WAIT} ms`,
    p99 <= MOST_WAIT,
    `p50, p99, p99.9 and worst: ${waits} ms, over ${seconds.toFixed(0)} s${hasCores ? "" : ", on the core of the load"}`,
  );

  // Meanwhile this process judges texts: the server has nothing to do.
  const ended = performance.now();
  await linearTexts(report, every);
  const allowed = (1 + MOST_GROWTH) * before.rss;
  let after = await server.kept();
  while (after.rss > allowed && performance.now() < ended + LONGEST_WAIT * 1000) {
    await pause(REST);
    after = await server.kept();
  }
  const rested = (performance.now() - ended) / 1000;
  const mib = ({ rss }) => Math.round(rss / 2 ** 20);
  report.check(
    `memory is within ${100 * MOST_GROWTH} % of what it was`,
    after.rss <= allowed,
    `${mib(before)} MiB before, ${mib(after)} after, ${rested.toFixed(0)} s after the last request and a collection`,
  );
  await report.ends("attack", server);
}

/** What honest customers ask: by each way in, until the server is as large as it gets by them. */
async function warmUp(address, key) {
  const batch = { requests: [{ endpoint: "realtime", query: { lat: 50, lon: 10 } }] };
  const asked = [
    get("day", {}),
    get("week", { start: "-7days" }),
    post("one", "batch", batch),
    post("", "import", { ...PLACE, ...MONTHS }),
  ];
  for (let round = 0; round < 20; round++) for (const one of asked) await ask(address, { ...one, key });
  for (let round = 0; round < 3; round++) await ask(address, { ...manySites(10_000), key });
}

/** One of the attack's programs, on the other core, where the load gives way to those who ask: their wait is for the server alone. */
function program(name, args, niceness = 0) {
  const started = launch([pathOf(`attack/${name}`), ...args], {
    niceness,
    stderr: "inherit",
    ...(hasCores && { core: 1 }),
  });
  return { ...started, output: started.exit.then(started.out) };
}
