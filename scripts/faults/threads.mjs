// Threads that end in the middle of their work, again and again: their own requests get 504, all others their answer.
// How long the work takes is measured first, so that the deadline falls in its middle on a slow and on a fast machine.
import { setTimeout as pause } from "node:timers/promises";
import { ask, observation, tallyOf, tokensOf, YEAR } from "../lib/client.mjs";
import { openAccount, startServer } from "../lib/process.mjs";
import { allKinds } from "./service.mjs";

const YEAR_OF_MINUTES = {
  ...YEAR,
  frequency: "1_minute",
  parameters:
    "global_tilted_irradiance_with_shading,diffuse_tilted_irradiance_with_shading,pv_production,pv_production_with_shading",
  tracking_mode: "1_axis",
  horizon: Array.from({ length: 360 }, (_, azimuth) => azimuth % 30).join(),
};
const FIVE_YEARS = { ...YEAR_OF_MINUTES, start: "2020-01-01T00:00Z", end: "2024-12-31T23:59Z" };
const SOME_MONTHS = (random) => ({
  path: observation("historical", { ...YEAR, start: `2023-0${1 + random.below(5)}-01T00:00Z` }),
  most: 1,
});

export async function threads({ report, random, folder }) {
  const data = `${folder}/threads`;
  const key = await openAccount(data, 10_000_000);
  const settings = ["--data", data, "--synthetic", "--rate", "1000000", "--threads", "3"];
  // Three threads: while one starts anew and one has the next long request, one is there for the others.
  const deadline = Math.max(0.8, 2 * (await secondsForYear(settings, key)));
  const server = await startServer([...settings, "--deadline", deadline.toFixed(2)]);
  const load = allKinds(server.address, key, random, { clients: 2, kinds: [SOME_MONTHS] });
  const lost = [];
  for (let i = 0; i < 6; i++) {
    lost.push((await ask(server.address, { key, path: observation("historical", FIVE_YEARS) })).status);
    await pause(100);
  }
  await load.stop();
  const others = load.answers;
  const isExpected = (status) => [200, 504].includes(status);
  report.check(
    "threads that are ended: their requests get 504, or were in time",
    lost.includes(504) && lost.every(isExpected),
    `${lost.join(" ")}, deadline ${deadline.toFixed(2)} s`,
  );
  const good = others.filter(({ status }) => status === 200).length;
  report.check(
    "threads that are ended: the others get their answers",
    good > 10 && good >= 0.9 * others.length && others.every(({ whole, status }) => whole && isExpected(status)),
    tallyOf(others),
  );
  const { held } = await tokensOf(server.address, key);
  report.check("threads that are ended: nothing stays held", held === 0, held);
  await report.ends("threads that are ended", server);
}

/** Seconds to the first byte of a year of minutes, the faster of two: what the deadline looks at. */
async function secondsForYear(settings, key) {
  const server = await startServer(settings);
  const seconds = [];
  for (let i = 0; i < 2; i++) {
    const question = { key, path: observation("historical", YEAR_OF_MINUTES) };
    const { status, firstByte, body } = await ask(server.address, question);
    if (status !== 200) throw new Error(`a year of minutes was answered with ${status}: ${body}`);
    seconds.push(firstByte / 1000);
  }
  await server.stop();
  return Math.min(...seconds);
}
