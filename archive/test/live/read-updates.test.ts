/** Files as updates: CSV and JSON lines of many places, and weather files. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { clearSkyOn } from "../../../src/physics/sky/clear-sky.js";
import { describe as described } from "../../src/live/manifest.js";
import { type ReadUpdatesOptions, readUpdates } from "../../src/live/read-updates.js";
import type { LiveUpdate } from "../../src/live/update.js";
import { csv } from "../made.js";
import { folder, GHI, OPTIONS } from "./made.js";

const STORE = described(OPTIONS);
const NOON = Date.UTC(2026, 5, 21, 12);

async function read(text: string | Uint8Array): Promise<readonly LiveUpdate[]> {
  const file = join(folder(), "updates");
  writeFileSync(file, text);
  const batches = [];
  for await (const batch of readUpdates(file, STORE)) batches.push(batch);
  expect(batches.length).toBeLessThanOrEqual(1);
  return batches[0] ?? [];
}

const HEAD = `time,latitude,longitude,altitude,${GHI},temperature`;

it("CSV: places that report together become one update, later lines hold, missing values do not", async () => {
  const updates = await read(
    [
      `\uFEFF${HEAD}\r`,
      "2026-06-21T12:00Z,47,8,400,700,21\r",
      "",
      "2026-06-21T14:00+02:00,48,9,,650,",
      "2026-06-21T12:00:00Z,47,8,,710,nan",
      "2026-06-21T12:15Z,46,7,,1,2",
    ].join("\n"),
  );
  expect(updates).toEqual([
    {
      places: [
        { latitude: 47, longitude: 8, altitude: 400 },
        { latitude: 48, longitude: 9 },
      ],
      start: NOON,
      columns: { [GHI]: Float64Array.of(710, 650), temperature: Float64Array.of(21, Number.NaN) },
    },
    {
      places: [{ latitude: 46, longitude: 7 }],
      start: NOON + 900_000,
      columns: { [GHI]: Float64Array.of(1), temperature: Float64Array.of(2) },
    },
  ]);
});

it.skipIf(process.platform === "win32")("a pipe is read from its first byte", async () => {
  const pipe = join(folder(), "pipe");
  execFileSync("mkfifo", [pipe]);
  const writing = writeFile(pipe, `${HEAD}\n2026-06-21T12:00Z,47,8,400,700,21\n`);
  const batches = [];
  for await (const batch of readUpdates(pipe, STORE)) batches.push(batch);
  await writing;
  expect(batches[0]![0]!.columns).toEqual({ [GHI]: Float64Array.of(700), temperature: Float64Array.of(21) });
});

it("JSON lines, from a stream, with a gap, and cut at the end of a month", async () => {
  const line = (time: string, ghi: number | null) => JSON.stringify({ time, latitude: 47, longitude: 8, [GHI]: ghi });
  const text = [line("2026-05-31T23:45Z", 1), line("2026-06-01T00:30Z", 3), line("2026-06-01T00:00Z", 2)].join("\n");
  const batches = [];
  for await (const batch of readUpdates(Readable.from([Buffer.from(text)]), STORE)) batches.push(batch);
  const places = [{ latitude: 47, longitude: 8 }];
  expect(batches).toEqual([
    [
      { places, start: Date.UTC(2026, 4, 31, 23, 45), columns: { [GHI]: Float64Array.of(1) } },
      { places, start: Date.UTC(2026, 5, 1), columns: { [GHI]: Float64Array.of(2, Number.NaN, 3) } },
    ],
  ]);
});

it("weather files of the store's step, packed or not", async () => {
  const csv = `# latitude: 47\n# longitude: 8\nstart_time,end_time,${GHI}\n2026-06-21T12:00Z,2026-06-21T12:15Z,7\n2026-06-21T12:15Z,2026-06-21T12:30Z,8\n`;
  for (const text of [csv, gzipSync(csv)]) {
    expect(await read(text)).toMatchObject([
      { places: [{ latitude: 47, longitude: 8 }], start: NOON, columns: { [GHI]: Float64Array.of(7, 8) } },
    ]);
  }
});

it("says file, line and what is wrong", async () => {
  const wrong: readonly [string, string][] = [
    [`${HEAD}\n2026-06-21T12:00Z,47,8,400,x,21`, `updates, line 2: ${GHI} must be a number, got "x"`],
    [`${HEAD}\n2026-06-21T12:00Z,47,8,400,1`, "line 2: a line must have 6 cells, got 5"],
    [
      `${HEAD}\n2026-06-21 12:00,47,8,400,1,2`,
      'line 2: time must be like 2026-06-21T12:15Z or 2026-06-21T14:15+02:00, got "2026-06-21 12:00"',
    ],
    [`${HEAD}\n2026-02-31T12:00Z,47,8,400,1,2`, 'got "2026-02-31T12:00Z"'],
    [
      `${HEAD}\n2026-06-21T12:07Z,47,8,400,1,2`,
      "updates: time must be a multiple of the step 900 s, got 2026-06-21T12:07",
    ],
    [
      `${HEAD},ghi\n`,
      `line 1: names must be among time, latitude, longitude, altitude, ${GHI}, temperature, got "ghi"`,
    ],
    [
      `${HEAD}\n2026-06-21T12:00Z,47,8,1,1,1\n2026-06-21T12:15Z,47,8,2,1,1`,
      "altitude of 47,8 must be the same in all lines, got 1 and 2 m",
    ],
    [
      `{"time":"2026-06-21T12:00Z","latitude":47,"longitude":8,"${GHI}":1}\n{"time"`,
      "line 2: a line must be a JSON object",
    ],
  ];
  for (const [text, message] of wrong) await expect(read(text)).rejects.toThrow(message);
  const none = readUpdates(join(folder(), "none"), STORE);
  await expect(none.next()).rejects.toThrow("ENOENT");
  const stream = readUpdates(Readable.from([Buffer.from("hello\n")]), STORE);
  await expect(stream.next()).rejects.toThrow("standard input must begin with a CSV head");
  const hourly = `# latitude: 47\n# longitude: 8\nstart_time,end_time,${GHI}\n2026-06-21T12:00Z,2026-06-21T13:00Z,7\n`;
  await expect(read(hourly)).rejects.toThrow("series must have the store's step 900 s, got 3600 s");
});

it("a weather file is looked at: a wrong clock is refused unless it is trusted, and what is in doubt is named", async () => {
  const place = { latitude: 40, longitude: -105, altitude: 1500 };
  const start = Date.UTC(2026, 4, 1);
  const rows = 40 * 96;
  const sky = clearSkyOn({ start, step: 900_000, count: rows }, place).global;
  const light = sky.map((clear, row) =>
    Math.round(clear * (Math.floor(row / 96) % 3 === 0 ? 0.4 + 0.03 * (row % 7) : 1)),
  );
  const dead = light.map((value, row) => (row >= 960 && row < 1920 ? 0 : value));
  const write = (values: Float64Array) => {
    const file = join(folder(), "weather.csv");
    writeFileSync(
      file,
      csv(place, start, 900_000, rows, (row) => values[row]!, GHI),
    );
    return file;
  };
  const read = async (file: string, options?: ReadUpdatesOptions) => {
    const warnings: string[] = [];
    const batches = readUpdates(file, STORE, { warn: (message) => warnings.push(message), ...options });
    const { value } = await batches.next();
    return { values: value?.[0]?.columns[GHI], warnings };
  };
  expect(await read(write(light))).toEqual({ values: light, warnings: [] });
  const doubtful = await read(write(dead));
  expect(doubtful).toEqual({ values: dead, warnings: [expect.stringMatching(/2026-05-1[01]/)] });
  const late = write(light.map((_, row) => light[row - 4] ?? 0));
  await expect(read(late)).rejects.toThrow(/weather\.csv: .*trustClock/);
  expect((await read(late, { trustClock: true })).values).toHaveLength(rows);
  const records = (values: Float64Array) => {
    const lines = Array.from(
      values,
      (value, row) => `${new Date(start + row * 900_000).toISOString()},40,-105,${value}`,
    );
    const file = join(folder(), "records.csv");
    writeFileSync(file, [`time,latitude,longitude,${GHI}`, ...lines, ""].join("\n"));
    return file;
  };
  expect((await read(records(light))).warnings).toEqual([]);
  expect((await read(records(dead))).warnings).toEqual([expect.stringMatching(/2026-05-1[01]/)]);
  const lateRecords = records(light.map((_, row) => light[row - 4] ?? 0));
  const asks = /records\.csv, records of 40,-105: .*60 minutes ahead.*correct the times of the records; .*trustClock/;
  await expect(read(lateRecords)).rejects.toThrow(asks);
  expect((await read(lateRecords, { trustClock: true })).values).toBeDefined();
});
