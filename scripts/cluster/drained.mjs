// A server that gets SIGTERM while it sends large answers, some of them to slow readers: all of them come whole, with nginx before it
// and without.
import { request as httpRequest } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { observation } from "../lib/client.mjs";
import { books, memberOf, openAccount, restart } from "../lib/process.mjs";
import { startNginx } from "../services/nginx.mjs";

const READERS = 8;
const SLOW = 2;
/** Of a slow reader between two chunks of 64 KiB at most, ms. */
const SLOWNESS = 4;
/** All columns of half a year by the minute: 34 MB, far more than sockets and nginx hold. */
const LARGE = observation("historical", {
  ...{ start: "2023-01-01T00:00Z", end: "2023-06-30T23:59Z", frequency: "1_minute", parameters: "all" },
});
const LEAST = 25e6;
const SETTINGS = [
  ...["--synthetic", "--running", "16", "--max-unsent", "2048", "--trust-proxy", "127.0.0.1", "--keep-alive", "72"],
  // Eight at once on a machine with other work take their time.
  ...["--deadline", "300", "--stop-grace", "300"],
];

export async function drained({ report, random, folder, rounds }) {
  const data = `${folder}/data`;
  const key = await openAccount(data, 1_000_000);
  const member = await memberOf(["--data", data, ...SETTINGS]);
  const nginx = await startNginx({ servers: [member.port], folder: `${folder}/nginx` });
  try {
    for (const [name, address] of [
      ["direct", member.address],
      ["behind nginx", nginx.address],
    ]) {
      const stops = [];
      for (let i = 0; i < rounds; i++) stops.push(await stopped({ address, key, member, random }));
      judge(report, `stopped while it sends, ${name}`, stops);
    }
    const { rows } = await books(data);
    const cut = rows.filter((row) => row.cut !== 0).length;
    report.check(
      "stopped while it sends: each answer is charged once, and none is cut in the audit",
      rows.length === 2 * rounds * READERS && cut === 0,
      `${rows.length} charges, ${cut} cut`,
    );
  } finally {
    await nginx.stop();
  }
}

/** One server, from its start to its end: SIGTERM comes when so many answers have begun. */
async function stopped({ address, key, member, random }) {
  const { server } = await restart(member);
  const readers = Array.from({ length: READERS }, (_, i) => reader(address, key, i < SLOW ? SLOWNESS : 0));
  // One at least: the connections of all were accepted while it was computed.
  const begun = 1 + random.below(READERS);
  while (readers.filter(({ isBegun }) => isBegun()).length < begun) await pause(5);
  server.child.kill("SIGTERM");
  const answers = await Promise.all(readers.map(({ answer }) => answer));
  return { begun, answers, code: (await server.exit).code, told: server.log().includes('"cut":true') };
}

function judge(report, name, stops) {
  const answers = stops.flatMap((stop) => stop.answers);
  const cut = answers.filter(({ whole }) => !whole);
  const sizes = answers.map(({ received }) => received);
  report.check(
    `${name}: no answer is cut`,
    cut.length === 0 && Math.min(...sizes) > LEAST,
    `${cut.length} of ${answers.length} cut, ${stops.length} stops after ${stops.map(({ begun }) => begun).join()} of ${READERS} answers had begun`,
    ...cut.slice(0, 1),
  );
  report.check(
    `${name}: each ends as it should, and tells of no cut`,
    stops.every(({ code, told }) => code === 0 && !told),
    stops.map(({ code }) => code).join(),
  );
}

/** Counts what comes: hundreds of megabytes are not kept. */
function reader(address, key, slowness) {
  let isBegun = false;
  const answer = new Promise((resolve) => {
    let received = 0;
    const headers = { Authorization: `Bearer ${key}` };
    const request = httpRequest(`${address}${LARGE}`, { headers, agent: false }, async (response) => {
      isBegun = true;
      const length = Number(response.headers["content-length"]);
      const end = (error) =>
        resolve({ received, length, status: response.statusCode, whole: received === length, error });
      try {
        for await (const chunk of response) {
          received += chunk.length;
          if (slowness > 0) await pause(slowness);
        }
        end();
      } catch (thrown) {
        end(thrown.code);
      }
    });
    request.on("error", (/** @type {NodeJS.ErrnoException} */ { code }) =>
      resolve({ received, whole: false, error: code }),
    );
    request.end();
  });
  return { answer, isBegun: () => isBegun };
}
