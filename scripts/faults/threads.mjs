// Threads that end in the middle of their work, again and again: their own requests get 504, all others their answer.
import { setTimeout as pause } from "node:timers/promises";
import { openAccount } from "./account.mjs";
import { ask, observation, YEAR } from "./client.mjs";
import { underLoad } from "./load.mjs";
import { startServer } from "./server.mjs";

const HUGE = { ...YEAR, frequency: "1_minute", parameters: "all" };

export async function threads({ report, random, folder }) {
  const data = `${folder}/threads`;
  const key = await openAccount(data, 10_000_000);
  const settings = ["--data", data, "--synthetic", "--rate", "1000000", "--deadline", "1", "--threads", "2"];
  const server = await startServer(settings);
  const small = [
    (random) => ({
      path: observation("historical", {
        ...YEAR,
        frequency: "1_hour",
        start: `2023-0${1 + random.below(5)}-01T00:00Z`,
      }),
      most: 1,
    }),
  ];
  const load = underLoad(server.address, key, random, { clients: 2, kinds: small });
  const lost = [];
  for (let i = 0; i < 6; i++) {
    lost.push((await ask(server.address, { key, path: observation("historical", HUGE) })).status);
    await pause(100);
  }
  await load.stop();
  const others = load.answers.map(({ answer }) => answer.status);
  const good = others.filter((status) => status === 200).length;
  const { tokens } = JSON.parse((await ask(server.address, { key, path: "/v1/account" })).body);
  report.check(
    "threads that are ended: their requests get 504, or were in time",
    lost.includes(504) && lost.every((status) => [200, 504].includes(status)),
    lost.join(" "),
  );
  report.check(
    "threads that are ended: the others get their answers",
    good > 10 &&
      good >= 0.9 * others.length &&
      others.every((status) => [200, 504].includes(status)) &&
      load.lost.length === 0,
    `${good} of ${others.length}`,
  );
  report.check("threads that are ended: nothing stays held", tokens.held === 0, String(tokens.held));
  const { code } = await server.stop();
  report.check("threads that are ended: ends as it should", code === 0, `exit ${code}`);
}
