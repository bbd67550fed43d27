// A weather folder that changes under the requests: every answer is of one version of its file, and none is a 500.
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { askAnew, newAgent, searchOf, tallyOf } from "../lib/client.mjs";
import { underLoad } from "../lib/load.mjs";
import { openAccount, startServer } from "../lib/process.mjs";

const STATIONS = 6;
const HOUR = 3_600_000;
const START = Date.UTC(2023, 5, 1);
const HOURS = 24 * 30;
const CLIENTS = 8;
/** ms between an answer and the next question of a client. */
const REST = 20;

const iso = (time) => `${new Date(time).toISOString().slice(0, 19)}Z`;
const place = (station) => ({ lat: 40 + station, lon: 10 });

/** Every temperature of a version is the same, so that two versions in one answer are seen. */
function csv(station, version) {
  const rows = Array.from({ length: HOURS }, (_, hour) => {
    const start = START + hour * HOUR;
    return `${iso(start)},${iso(start + HOUR)},${100 + (version % 100)},${(version % 400) / 10}`;
  });
  const { lat, lon } = place(station);
  return [
    `# latitude: ${lat}`,
    `# longitude: ${lon}`,
    "start_time,end_time,global_horizontal_irradiance,temperature",
    ...rows,
    "",
  ].join("\n");
}

const WAYS = {
  async replaced(path, text) {
    writeFileSync(`${path}.tmp`, text);
    renameSync(`${path}.tmp`, path);
  },
  async "written piece by piece"(path, text) {
    const file = openSync(path, "w");
    for (let at = 0; at < text.length; at += 9000) {
      writeSync(file, text.slice(at, at + 9000));
      await pause(60);
    }
    closeSync(file);
  },
  async "removed and made anew"(path, text) {
    rmSync(path, { force: true });
    await pause(300);
    writeFileSync(path, text);
  },
};

export async function weather({ report, random, folder, seconds }) {
  const [data, files] = [`${folder}/weather-data`, `${folder}/weather`];
  mkdirSync(files, { recursive: true });
  const path = (station) => `${files}/station-${station}.csv`;
  for (let station = 0; station < STATIONS; station++) writeFileSync(path(station), csv(station, station));
  await pause(1100);
  const key = await openAccount(data, 1_000_000);
  const server = await startServer(["--data", data, "--weather", files, "--rate", "1000000"]);
  const agent = newAgent();
  const until = performance.now() + seconds * 1000;
  const send = async ({ station, path }) => {
    const answer = await askAnew(server.address, { key, agent, path });
    const { temperature } = answer.status === 200 ? JSON.parse(answer.body).values : { temperature: [] };
    const versions = [...new Set(temperature.filter((value) => value !== null))];
    return { ...answer, versions: versions.map((value) => `${station} ${value}`) };
  };
  const next = () => {
    const station = random.below(STATIONS);
    const days = random.of([1, 29]);
    const query = {
      ...place(station),
      parameters: random.of(["temperature", "temperature,global_horizontal_irradiance"]),
      frequency: "1_hour",
      start: iso(START),
      end: iso(START + days * 24 * HOUR - 1000),
    };
    return { station, path: `/v1/observation/historical?${searchOf(query)}` };
  };
  const load = underLoad(send, next, { clients: CLIENTS, rest: REST });
  const ways = Object.values(WAYS);
  for (let version = 10; performance.now() < until; version++) {
    const station = random.below(STATIONS);
    await ways[version % ways.length](path(station), csv(station, version));
    await pause(random.between(20, 400));
  }
  await load.stop();
  agent.destroy();
  const { answers } = load;
  const name = "changing weather folder";
  report.check(
    `${name}: 200, or 404 and 503 while a file is away`,
    answers.every(({ whole, status }) => whole && [200, 404, 503].includes(status)) &&
      answers.filter(({ status }) => status === 200).length > 50,
    tallyOf(answers),
  );
  const seen = new Set(answers.flatMap(({ versions }) => versions));
  report.check(`${name}: changes are seen`, seen.size > STATIONS, `${seen.size} versions`);
  const mixed = answers.filter(({ versions }) => versions.length > 1);
  report.check(`${name}: no two versions in one answer`, mixed.length === 0, ...mixed.slice(0, 3));
  await report.ends(name, server);
}
