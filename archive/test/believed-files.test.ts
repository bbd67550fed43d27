/** Files are looked at before they are served: a wrong clock is refused, a dead sensor is told with its times, and a fault costs nothing. */
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clearSkyOn } from "../../src/physics/sky/clear-sky.js";
import { fileReader } from "../src/files/reading-thread.js";
import { scan } from "../src/files/scan.js";
import { inKeys } from "../src/files/sidecar.js";
import { readFile } from "../src/files/weather-file.js";
import { type FilesSource, filesSource, type Offer, openArchive, plan } from "../src/index.js";
import { csv, DAY, GHI, HOUR } from "./made.js";

const PLACE = { latitude: 40, longitude: -105, altitude: 1500 };
const START = Date.UTC(2023, 0, 1);
const HOURS = 365 * 24;

let folder: string;
let opened: FilesSource[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "believed-files-"));
  opened = [];
});
afterEach(async () => {
  for (const source of opened) await source.close();
  await rm(folder, { recursive: true });
});

/** A cloud for each day and each hour, the same in every run. */
function cloud(seed: number): number {
  const wave = Math.sin(seed * 12.9898) * 43758.5453;
  return wave - Math.floor(wave);
}

const sky = clearSkyOn({ start: START, step: HOUR, count: HOURS }, PLACE, 2.5).global;
/** Clear days, cloudy ones, and some of both. */
const light = sky.map((clear, row) => {
  const day = cloud(Math.floor((row - 7) / 24));
  const cover = day < 0.4 ? 0 : day < 0.7 ? 0.7 * cloud(row + 0.5) : 0.4 + 0.4 * cloud(row + 0.5);
  return Math.round(clear * (1 - cover));
});

const year = (values: ArrayLike<number>, start = START) =>
  csv(PLACE, start, HOUR, values.length, (row) => values[row]!, GHI);
const from = (month: number, day = 1) => (Date.UTC(2023, month - 1, day) - START) / HOUR;
/** The logger was dead in May and June. */
const dead = light.map((value, row) => (row >= from(5) && row < from(7) ? 0 : value));
/** Its clock is an hour fast. */
const late = light.map((_, row) => light[row - 1] ?? 0);

let clock = Date.now() / 1000 - 3600;
async function put(name: string, text: string): Promise<void> {
  await writeFile(join(folder, name), text);
  clock += 1;
  await utimes(join(folder, name), clock, clock);
}

function open(): FilesSource {
  const source = filesSource({ paths: [folder], rescanMs: 0 });
  opened.push(source);
  return source;
}

async function answerOf(source: FilesSource, month: number) {
  const archive = openArchive({ sources: [source] });
  const period = { start: Date.UTC(2023, month - 1, 1), end: Date.UTC(2023, month - 1, 4) };
  const made = plan(await archive.survey(PLACE, START), { purpose: "history", period, columns: [GHI] });
  const { series, notices } = await archive.read(made);
  return { values: [...(series.columns[GHI] as Float64Array)], notices };
}

const codesOf = async (source: FilesSource, month: number) =>
  (await answerOf(source, month)).notices.map(({ code }) => code);

describe("a good file", () => {
  it("is served without a word", async () => {
    await put("good.csv", year(light));
    const source = open();
    expect(await codesOf(source, 5)).toEqual([]);
    expect([source.problems(), source.doubts()]).toEqual([[], []]);
  });
});

describe("a dead logger", () => {
  it("is told with answers from its months, to the operator with the remedy, and with no other answer", async () => {
    await put("roof.csv", year(dead));
    const source = open();
    expect(await codesOf(source, 5)).toEqual(["dead"]);
    expect(await codesOf(source, 9)).toEqual([]);
    const [message] = (await answerOf(source, 6)).notices.map((notice) => notice.message);
    expect(message).toMatch(/^roof\.csv: /);
    expect(message).not.toContain("dropFlagged");
    expect(source.problems()).toEqual([]);
    expect(source.doubts()).toMatchObject([
      { path: join(folder, "roof.csv"), code: "dead", message: expect.stringContaining('"drop_flagged": true') },
    ]);
    const { problems } = await source.look!(AbortSignal.timeout(60_000));
    expect(problems).toEqual([expect.stringContaining("roof.csv: ")]);
  });

  it("has no light if that is dropped, also when it is read again, and the gap is told", async () => {
    await put("roof.csv", year(dead));
    await put("weather.json", '{ "drop_flagged": true }');
    const source = filesSource({ paths: [folder], rescanMs: 0, cacheBytes: 0 });
    opened.push(source);
    const { values, notices } = await answerOf(source, 5);
    // By day: at night there is nothing to doubt.
    expect(values.filter((value) => Number.isNaN(value)).length).toBeGreaterThan(3 * 10);
    expect(notices.map(({ code }) => code).sort()).toEqual(["dead", "no-data"]);
    expect(notices.find(({ code }) => code === "dead")?.message).toContain("these values are left out");
  });

  it("is not mentioned once that is accepted", async () => {
    await put("roof.csv", year(dead));
    await put("weather.json", '{ "files": { "roof.csv": { "accept_doubts": true } } }');
    const source = open();
    expect(await codesOf(source, 5)).toEqual([]);
    expect(source.doubts()).toEqual([]);
  });

  it("stays known after a restart, with the same revision; the index of it is small", async () => {
    await put("roof.csv", year(dead));
    const offers = async () => open().offer(PLACE, START);
    const [before, after] = [await offers(), await offers()];
    expect(before[0]?.doubts?.map(({ code }) => code)).toEqual(["dead"]);
    expect(after).toEqual(before);
    const { file } = await readFile((await scan([folder])).files.get(join(folder, "roof.csv"))!);
    expect(JSON.stringify(file).length).toBeLessThan(3000);
  });
});

describe("a file an hour late", () => {
  it("is refused with what to put into weather.json, and served once that is done", async () => {
    await put("late.csv", year(late));
    const source = open();
    expect(await source.offer(PLACE, START)).toEqual([]);
    expect(source.problems()).toMatchObject([{ path: join(folder, "late.csv"), isMissing: false }]);
    expect(source.problems()[0]!.message).toMatch(/"label": "end".*"trust_clock": true/);
    await put("weather.json", '{ "label": "end" }');
    await source.refresh();
    expect([source.problems(), source.doubts()]).toEqual([[], []]);
    expect(await codesOf(source, 5)).toEqual([]);
  });

  it("is served as it is where its clock is trusted, and says so", async () => {
    await put("late.csv", year(late));
    await put("weather.json", '{ "trust_clock": true }');
    const source = open();
    expect(await codesOf(source, 9)).toEqual(["label"]);
    const { values } = await answerOf(source, 9);
    expect(values).toEqual([...late.subarray(from(9), from(9) + 72)]);
  });

  it("does not keep others from being served", async () => {
    await put("late.csv", year(late));
    await put("good.csv", year(light));
    expect((await open().offer(PLACE, START)).map(({ dataset }: Offer) => dataset)).toEqual(["good.csv"]);
  });
});

describe("a logger that wrote rows twice", () => {
  const hours = light.subarray(from(6), from(6) + 240);
  const twice =
    year(hours, Date.UTC(2023, 5, 1)) +
    year([7], Date.UTC(2023, 5, 1, 12))
      .split("\n")
      .at(-2)!;

  it("is skipped with what to put into weather.json, and served with the last rows then", async () => {
    await put("twice.csv", `${twice}\n`);
    const source = open();
    await source.refresh();
    expect(source.problems()[0]!.message).toContain('put into weather.json "duplicates": "last"');
    await put("weather.json", '{ "duplicates": "last" }');
    await source.refresh();
    expect(source.problems()).toEqual([]);
    const { values, notices } = await answerOf(source, 6);
    expect(values[12]).toBe(7);
    expect(notices.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^twice\.csv: /));
  });
});

describe("a large file", () => {
  it("is read in a thread of its own, with the same result, and says why it cannot be read", async () => {
    await put("roof.csv", year(dead));
    const found = (await scan([folder])).files.get(join(folder, "roof.csv"))!;
    const reader = fileReader(0, new URL("../dist/files/reading-worker.js", import.meta.url));
    const { file, columns } = await readFile(found);
    expect(await reader.file(found)).toEqual({ file, columns });
    expect(await reader.values(found)).toEqual(columns);
    await put("roof.csv", year(light));
    await expect(reader.file(found)).rejects.toMatchObject({ name: "ArchiveError", code: "ERR_ARCHIVE_CHANGED" });
    await put("late.csv", year(late));
    const wrong = (await scan([folder])).files.get(join(folder, "late.csv"))!;
    await expect(reader.file(wrong)).rejects.toThrow('label "end"');
    const ended = expect(reader.file(wrong)).rejects.toThrow("were closed");
    await reader.close();
    await ended;
  });
});

it("an examination that fails costs the file nothing but a notice", async () => {
  await put("good.csv", year(light.subarray(0, 240)));
  const found = (await scan([folder])).files.get(join(folder, "good.csv"))!;
  const { file, columns } = await readFile(found, () => {
    throw new TypeError("no sky");
  });
  expect(file.notices).toContain("its values could not be looked at: no sky");
  expect([file.isExamined, file.doubts, columns.size]).toEqual([false, [], 1]);
});

it.each([
  [
    'times look like interval ends: pass label "end"',
    'times look like interval ends: put into weather.json "label": "end"',
  ],
  ["pass zone with the name of their time zone", 'put into weather.json "zone" with the name of their time zone'],
  ["pass a timeOffset 1 hour larger", 'put into weather.json a "time_offset" 1 hour larger'],
  ["pass timeOffset -6.8333", 'put into weather.json "time_offset": -6.8333'],
  ["pass timeOffset, such as 1, or zone", 'put into weather.json "time_offset", such as 1, or "zone"'],
  [
    'pass units { ghi: "kW/m2" } or { ghi: "W/m2" }',
    'put into weather.json "units": { "ghi": "kW/m2" } or { "ghi": "W/m2" }',
  ],
  ['pass missing "Bad Input"', 'put into weather.json "missing": "Bad Input"'],
  [
    "if the times are right all the same, pass trustClock",
    'if the times are right all the same, put into weather.json "trust_clock": true',
  ],
])("%s, in keys", (given, expected) => expect(inKeys(given)).toBe(expected));

it("days far apart stay apart in the index, and thousands of spans are joined", async () => {
  const holes = light.map((value, row) => (cloud(Math.floor(row / 24) + 0.25) < 0.3 ? 0 : value));
  await put("holes.csv", year(holes));
  const { file } = await readFile((await scan([folder])).files.get(join(folder, "holes.csv"))!);
  for (const { periods } of file.doubts) {
    expect(periods.length).toBeLessThanOrEqual(200);
    expect(periods.every(({ start, end }, k) => start < end && start >= (periods[k - 1]?.end ?? START))).toBe(true);
    expect(periods.at(-1)!.end).toBeLessThanOrEqual(START + 365 * DAY);
  }
});
