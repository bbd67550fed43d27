/** A live store as an operator keeps it, and a server that serves it while it grows. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { sourcesOf } from "../../src/answers/sources.js";
import { COMMANDS } from "../../src/cli/commands.js";
import { settingsWith } from "../../src/settings.js";
import { NOW, stand } from "../http/harness.js";
import { temporaryFolder } from "../temporary.js";

const GHI = "global_horizontal_irradiance";
const QUARTER = 900_000;
const MADE = `--dataset roof --interval 900 --columns ${GHI},temperature=0.1`;

function commandLine() {
  const folder = temporaryFolder();
  const run = async (line: string, input = "") => {
    const result = { code: 0, out: [] as string[], err: [] as string[] };
    const [name = "", ...args] = line.replaceAll("$", folder).split(" ");
    result.code = await (await COMMANDS[name]!()).run(args, {
      out: (text) => void result.out.push(text),
      write: async () => {},
      err: (text) => void result.err.push(text),
      input: async () => input,
      stream: () => Readable.from([Buffer.from(input)]),
      env: {},
      now: () => NOW,
      actor: "ann@host",
    });
    return result;
  };
  return { folder, run };
}

/** Slots up to now, at 50° N, 10° E. */
function csv(slots: number, ghi: number): string {
  const last = Math.floor(NOW / QUARTER) * QUARTER;
  const rows = Array.from({ length: slots }, (_, k) => {
    return `${new Date(last - (slots - k) * QUARTER).toISOString()},50,10,290,${ghi},20.5`;
  });
  return [`time,latitude,longitude,altitude,${GHI},temperature`, ...rows, ""].join("\n");
}

it("a store is made, fed, looked at and tidied", async () => {
  const { folder, run } = commandLine();
  expect((await run(`archive create $/store ${MADE} --licence CC0-1.0 --keep 30`)).out).toEqual([
    `${folder}/store created`,
  ]);
  writeFileSync(join(folder, "a.csv"), csv(8, 500));
  writeFileSync(join(folder, "b.csv"), csv(2, 600));
  expect(await run("archive ingest $/store $/a.csv $/b.csv")).toEqual({
    code: 0,
    out: [`${folder}/a.csv: 16 values, version 1`, `${folder}/b.csv: 4 values, version 2`],
    err: [],
  });
  expect((await run("archive ingest $/store -", csv(1, 700))).out).toEqual(["-: 2 values, version 3"]);
  const status = JSON.parse((await run("archive status $/store --json")).out[0]!);
  expect(status).toMatchObject({
    dataset: "roof",
    class: "measured",
    step: 900,
    columns: `${GHI},temperature`,
    first: "2026-06-21T10:30:00.000Z",
    last: "2026-06-21T12:30:00.000Z",
    age_seconds: 297,
    cells: 1,
    writer: null,
    damaged: null,
  });
  expect((await run("archive compact $/store")).out).toEqual([
    `${folder}/store: ${status.segments} segments became 1; 0 dropped as older than the store keeps`,
  ]);
  expect((await run("archive status $/store --verify")).out.at(-1)).toBe("every checksum agrees");
});

it("damage is found, told, and given up", async () => {
  const { folder, run } = commandLine();
  await run(`archive create $/store ${MADE}`);
  await run("archive ingest $/store -", csv(4, 500));
  const segment = readdirSync(join(folder, "store")).find((name) => name.endsWith(".seg"))!;
  writeFileSync(join(folder, "store", segment), "no segment");
  const seen = await run("archive status $/store --verify");
  expect(seen.code).toBe(1);
  expect(seen.err[0]).toContain(`the live store's segment ${segment} is damaged`);
  expect(seen.err[0]).toContain("(2026-06-21T11:30:00.000Z to 2026-06-21T12:30:00.000Z, 1 cells)");
  expect(seen.err[1]).toBe("irradiance-server archive: 1 of 1 segments are damaged: see archive repair");
  expect((await run("archive repair $/store")).out).toEqual([
    `${folder}/store: 1 damaged segments given up; ingest again`,
  ]);
  expect((await run("archive status $/store --verify")).code).toBe(0);
});

it("what cannot be honoured is said, with 2 for what the caller can correct", async () => {
  const { run } = commandLine();
  const wrong: readonly [string, string, number][] = [
    ["archive create $/store --interval 900 --dataset roof", "--columns must be given, got nothing", 2],
    [
      `archive create $/store ${MADE} --class forecast`,
      'class must be one of measured, satellite, reanalysis, got "forecast"',
      2,
    ],
    [`archive create $/store ${MADE} --data x`, "Unknown option '--data'", 2],
    ["archive ingest $/store", "arguments must be STORE FILE…, got", 2],
    ["archive status $/none", "current.json: ENOENT", 1],
    ["archive ingest $/none -", "the live store's ", 1],
  ];
  for (const [line, message, code] of wrong) {
    const { code: got, err } = await run(line);
    expect([line, got]).toEqual([line, code]);
    expect(err.at(-1)).toContain(message);
  }
  await run(`archive create $/store ${MADE}`);
  const refused = await run("archive ingest $/store -", csv(2, 9000));
  expect([refused.code, refused.out]).toEqual([2, []]);
  expect(refused.err[0]).toContain(`${GHI} must be from -3276.7 to 3276.7 or missing, got 9000 at 50,10`);
});

it("a server given the store serves every update, says whose it is, and changes its ETag", async () => {
  const { folder, run } = commandLine();
  await run(`archive create $/store ${MADE} --licence CC0-1.0`);
  await run("archive ingest $/store -", csv(8, 500));
  const { ask } = await stand(await sourcesOf(settingsWith({ weather: [join(folder, "store")] })));
  const path = `/v1/observation/realtime?lat=50&lon=10&start=2026-06-21T11:30Z&end=2026-06-21T12:30Z&parameters=${GHI}&frequency=15_minutes`;
  const first = await ask(path);
  expect(first.json.values[GHI]).toEqual([500, 500, 500, 500]);
  expect(first.headers["weather-sources"]).toContain("roof, cell 0");
  await run("archive ingest $/store -", csv(1, 700));
  // Surveys are remembered for a quarter of a second.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const second = await ask(path);
  expect(second.json.values[GHI]).toEqual([500, 500, 500, 700]);
  expect(second.headers.etag).not.toBe(first.headers.etag);
});
