/** A file that comes to be part by part: after any interruption it goes on to the same bytes. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openEncoder } from "../../../src/answers/bulk/files/encoder.js";
import { openFormat } from "../../../src/answers/bulk/files/formats.js";
import { type FailedSite, failureLines, type ToldOfSite, toldLines } from "../../../src/answers/bulk/files/journal.js";
import { PartialFile, type PartialFileOptions } from "../../../src/answers/bulk/files/partial-file.js";
import { PartWriter, rowsPerSite, sitesPerPart } from "../../../src/answers/bulk/files/parts.js";
import { commonRequest } from "../../../src/answers/bulk/sites/options.js";
import type { FormatName, SiteRows, TableDescription } from "../../../src/answers/bulk/table.js";

const folder = mkdtempSync(join(tmpdir(), "irradiance-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

const description: TableDescription = {
  columns: [
    { name: "site", type: "string" },
    { name: "start_time", type: "timestamp" },
    { name: "ghi", type: "float32", unit: "W/m**2" },
  ],
  metadata: {},
};
const SITES = 23;
const PART = 4;

/** Every seventh site fails; one part has no site that does not. */
function siteAt(index: number): SiteRows | FailedSite {
  const id = `site ${index}`;
  if (index % 7 === 3 || (index >= 12 && index < 16))
    return { index, id, code: "ERR", reason: `no, "${index}"\nnever` };
  const times = Array.from({ length: 5 + (index % 3) }, (_, i) => Date.UTC(2023, 0, 1, i));
  return { id, columns: [times, times.map((_, i) => (i === 2 ? Number.NaN : index + i / 10))] };
}

/** Of every fifth site. */
function toldAt(index: number): ToldOfSite | undefined {
  if (index % 5 !== 0) return undefined;
  const notes = [
    { code: "seen", about: "a, b", message: 'it "was"\nthere' },
    { code: "heard", message: "" },
  ];
  return { index, id: `site ${index}`, notes };
}

type Options = Partial<PartialFileOptions> & { format?: never; until?: number };

/** One run; `until`: the sites end there, as if the process had. */
async function run(name: FormatName, out: string, { until, ...options }: Options = {}): Promise<number[]> {
  const format = await openFormat(name, description, {});
  const file = await PartialFile.open({ out, format, run: { of: "a test", name }, ...options });
  const encoder = openEncoder({ format: name, description, options: {} }, 0);
  const writer = new PartWriter(file, encoder, description, PART);
  const computed: number[] = [];
  try {
    for (let index = file.sitesDone; index < (until ?? SITES); index++) {
      computed.push(index);
      await writer.add(siteAt(index), toldAt(index));
    }
    if (until !== undefined) throw new Error("cut off");
    await writer.end();
    await file.finish({
      ".failed.csv": failureLines(file.list("failed")),
      ".weather.csv": toldLines(file.list("told")),
    });
  } catch (cause) {
    await writer.settle();
    await file.close();
    throw cause;
  }
  return computed;
}

let count = 0;
const newFile = (name: string) => join(folder, `${++count}.${name}`);

async function undisturbed(name: FormatName): Promise<{ bytes: Buffer; failed: string; told: string }> {
  const out = newFile(name);
  await run(name, out);
  expect(readdirSync(folder)).not.toContain(`${count}.${name}.partial`);
  const [failed, told] = ["failed", "weather"].map((list) => readFileSync(`${out}.${list}.csv`, "utf8"));
  return { bytes: readFileSync(out), failed: failed!, told: told! };
}

/** Writes whole chunks until the nth, of which only half reaches the disk. */
function breakingWrite(nth: number, code: string) {
  let calls = 0;
  return async (file: FileHandle, bytes: Uint8Array, position: number) => {
    const broken = ++calls === nth;
    await file.write(bytes, 0, broken ? bytes.length >> 1 : bytes.length, position);
    if (broken) throw Object.assign(new Error(`${code}: write`), { code });
  };
}

describe.each(["parquet", "arrow", "csv"] as const)("%s", (name) => {
  it("is the same, byte for byte, after an interruption at any write", async () => {
    const { bytes, failed, told } = await undisturbed(name);
    expect(told.split("\n").slice(0, 4)).toEqual([
      "index,site,code,about,message",
      '0,site 0,seen,"a, b","it ""was"" there"',
      "0,site 0,heard,,",
      '5,site 5,seen,"a, b","it ""was"" there"',
    ]);
    let interruptions = 0;
    for (let nth = 1; ; nth++) {
      const out = newFile(name);
      const first = await run(name, out, { write: breakingWrite(nth, "EIO") }).then(
        () => "done",
        (cause) => cause.code,
      );
      if (first === "done") break;
      expect(first).toBe("EIO");
      interruptions++;
      expect(() => readFileSync(out)).toThrow("ENOENT");
      await run(name, out, { resume: true });
      expect(readFileSync(out).equals(bytes)).toBe(true);
      expect(readFileSync(`${out}.failed.csv`, "utf8")).toBe(failed);
      expect(readFileSync(`${out}.weather.csv`, "utf8")).toBe(told);
    }
    // Head and journal, six parts of two writes each (one without bytes), the tail.
    expect(interruptions).toBe(2 + 6 * 2 + 1);
  });

  it("is the same after a resumed run that is interrupted again and again", async () => {
    const { bytes } = await undisturbed(name);
    const out = newFile(name);
    const computed: number[] = [];
    for (const until of [5, 9, 10, 17, 22])
      await expect(run(name, out, { resume: true, until })).rejects.toThrow("cut off");
    computed.push(...(await run(name, out, { resume: true })));
    expect(readFileSync(out).equals(bytes)).toBe(true);
    expect(computed).toEqual([20, 21, 22]);
  });
});

function lineReplaced(path: string, place: number, change: (line: string) => string): string {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.map((line, i) => (i === place ? change(line) : line)).join("\n");
}

function linesSwapped(path: string, a: number, b: number): string {
  const lines = readFileSync(path, "utf8").split("\n");
  [lines[a], lines[b]] = [lines[b]!, lines[a]!];
  return lines.join("\n");
}

const grown = (line: string) => JSON.stringify({ ...JSON.parse(line), bytes: 2 ** 52 });

describe("an unfinished file", () => {
  const cutOff = async (until = 17) => {
    const out = newFile("csv");
    await expect(run("csv", out, { until })).rejects.toThrow("cut off");
    return out;
  };

  it("lists failed sites with their reasons on one line each", async () => {
    const { failed } = await undisturbed("csv");
    expect(failed.split("\n").slice(0, 3)).toEqual([
      "index,site,code,reason",
      '3,site 3,ERR,"no, ""3"" never"',
      '10,site 10,ERR,"no, ""10"" never"',
    ]);
    expect(failed.trim().split("\n")).toHaveLength(1 + 7);
  });

  it("says that the disk is full, and goes on when there is room", async () => {
    const { bytes } = await undisturbed("csv");
    const out = newFile("csv");
    await expect(run("csv", out, { write: breakingWrite(7, "ENOSPC") })).rejects.toMatchObject({
      name: "BulkFileError",
      code: "ERR_BULK_DISK_FULL",
      message: `${out}: the disk is full (ENOSPC); finished parts are kept in ${out}.partial: free some space, then --resume`,
    });
    await run("csv", out, { resume: true });
    expect(readFileSync(out).equals(bytes)).toBe(true);
  });

  it("is refused to another run, which is told what is different", async () => {
    const out = await cutOff();
    await expect(run("csv", out, { resume: true, run: { of: "another", name: "csv", more: 1 } })).rejects.toMatchObject(
      {
        code: "ERR_BULK_RESUME",
        message: expect.stringContaining('of was "a test", is "another"; more was not given, is 1'),
      },
    );
    expect(await run("csv", out, { resume: true })).not.toContain(0);
  });

  it("of another run is begun anew where that is allowed, of the same one resumed", async () => {
    const out = await cutOff();
    const both = { resume: true, force: true };
    expect((await run("csv", out, { ...both, run: { of: "another" } }))[0]).toBe(0);
    await run("csv", out, { force: true, until: 17 }).catch(() => undefined);
    expect((await run("csv", out, both))[0]).toBe(16);
  });

  it("is not checked any further once the run is to end", async () => {
    const out = await cutOff();
    const reason = new Error("interrupted");
    await expect(run("csv", out, { resume: true, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect((await run("csv", out, { resume: true }))[0]).toBe(16);
  });

  it("is not thrown away without being told to", async () => {
    const out = await cutOff();
    await expect(run("csv", out)).rejects.toMatchObject({ code: "ERR_BULK_EXISTS" });
    expect(await run("csv", out, { force: true })).toHaveLength(SITES);
  });

  it("does not replace a file that is there, unless told to", async () => {
    const out = newFile("csv");
    writeFileSync(out, "mine");
    await expect(run("csv", out)).rejects.toMatchObject({ code: "ERR_BULK_EXISTS" });
    await expect(run("csv", out, { resume: true })).rejects.toMatchObject({ code: "ERR_BULK_EXISTS" });
    expect(readFileSync(out, "utf8")).toBe("mine");
    await run("csv", out, { force: true });
    expect(readFileSync(out, "utf8")).toMatch(/^site,/);
  });

  it("is refused while a container writes it whose process has this one's number, until that is dead", async () => {
    const out = await cutOff();
    const mark = join(`${out}.partial`, "writer-1.lock");
    writeFileSync(mark, JSON.stringify({ pid: process.pid, host: "other", space: "a container's", started: "1" }));
    const busy = { code: "ERR_BULK_BUSY", message: expect.stringContaining(`process ${process.pid} on other`) };
    for (const way of [{}, { resume: true }, { force: true }])
      await expect(run("csv", out, way)).rejects.toMatchObject(busy);
    utimesSync(mark, 1, 1);
    await expect(run("csv", out, { resume: true, until: 18 })).rejects.toThrow("cut off");
    await run("csv", out, { resume: true });
    expect(existsSync(`${out}.partial`)).toBe(false);
  });

  it("writes nothing any more when another run has taken over, because this one was silent for too long", async () => {
    const out = newFile("csv");
    const format = await openFormat("csv", description, {});
    const silent = await PartialFile.open({ out, format, run: { of: "a test", name: "csv" } });
    writeFileSync(join(`${out}.partial`, "writer-2.lock"), "{}");
    const busy = { code: "ERR_BULK_BUSY", message: expect.stringContaining("is another writer's now") };
    await expect(silent.append({ first: 0, sites: 1, rows: 0, failed: [], told: [] }, undefined)).rejects.toMatchObject(
      busy,
    );
    await expect(silent.finish({})).rejects.toMatchObject(busy);
    await silent.close();
    expect(existsSync(out)).toBe(false);
  });

  it("is refused while another run of this process writes it", async () => {
    const out = newFile("csv");
    const format = await openFormat("csv", description, {});
    const holder = await PartialFile.open({ out, format, run: { of: "a test", name: "csv" } });
    const busy = {
      code: "ERR_BULK_BUSY",
      message: expect.stringContaining(`${out}: is in use by another writer: process ${process.pid} on `),
    };
    await expect(run("csv", out)).rejects.toMatchObject(busy);
    await expect(run("csv", out, { resume: true })).rejects.toMatchObject(busy);
    await expect(run("csv", out, { force: true })).rejects.toMatchObject(busy);
    await holder.close();
    await holder.close();
    await run("csv", out, { resume: true });
    expect(existsSync(`${out}.partial`)).toBe(false);
  });

  it("computes again what does not read back as it was written", async () => {
    const { bytes } = await undisturbed("csv");
    const damages: [file: string, computed: number, damage: (path: string) => void][] = [
      ["data", 0, (path) => writeFileSync(path, readFileSync(path).fill(0x78, 0, 4))],
      ["data", 4, (path) => writeFileSync(path, readFileSync(path).fill(0x78, 700, 701))],
      ["data", 8, (path) => truncateSync(path, 1500)],
      ["data", 16, (path) => writeFileSync(path, "x".repeat(5000), { flag: "a" })],
      ["journal", 16, (path) => writeFileSync(path, '{"part":4,', { flag: "a" })],
      ["journal", 16, (path) => writeFileSync(path, `${"x".repeat(5000)}\n{}\n`, { flag: "a" })],
      ["journal", 12, (path) => truncateSync(path, readFileSync(path).length - 1)],
      ["journal", 0, (path) => truncateSync(path, 5)],
      ["journal", 16, (path) => writeFileSync(path, "null\n", { flag: "a" })],
      [
        "journal",
        4,
        (path) =>
          writeFileSync(
            path,
            lineReplaced(path, 2, () => "null"),
          ),
      ],
      [
        "journal",
        8,
        (path) =>
          writeFileSync(
            path,
            lineReplaced(path, 3, () => '{"part":2}'),
          ),
      ],
      // Every line is whole, and two have changed places: the parts after the first are not where they say.
      ["journal", 4, (path) => writeFileSync(path, linesSwapped(path, 2, 3))],
      // More bytes than there are, of which none need be read to see that.
      ["journal", 4, (path) => writeFileSync(path, lineReplaced(path, 2, grown))],
      [
        "journal",
        0,
        (path) =>
          writeFileSync(
            path,
            lineReplaced(path, 0, () => "null"),
          ),
      ],
      [
        "journal",
        0,
        (path) =>
          writeFileSync(
            path,
            lineReplaced(path, 0, () => '{"journal":1}'),
          ),
      ],
    ];
    for (const [name, computed, damage] of damages) {
      const out = await cutOff();
      damage(join(`${out}.partial`, name));
      const [first] = await run("csv", out, { resume: true });
      expect([name, first]).toEqual([name, computed]);
      expect(readFileSync(out).equals(bytes)).toBe(true);
    }
  });

  it("is refused at once where there can be no file", async () => {
    const place = join(folder, "place.csv");
    mkdirSync(place);
    for (const [out, message] of [
      [place, /place\.csv: is a folder; expected a file's path$/],
      [join(folder, "none", "a.csv"), /a\.csv: the folder .*none does not exist$/],
    ] as const) {
      const refused = { code: "ERR_BULK_PLACE", message: expect.stringMatching(message) };
      for (const force of [false, true]) await expect(run("csv", out, { force })).rejects.toMatchObject(refused);
    }
    expect(existsSync(`${place}.partial`)).toBe(false);
  });

  it("is begun when there is nothing to resume", async () => {
    expect(await run("csv", newFile("csv"), { resume: true })).toHaveLength(SITES);
  });
});

describe("parts", () => {
  it("are as many sites as make a good row group, whatever their rows", () => {
    expect(sitesPerPart(8760, 4)).toBe(14);
    expect(sitesPerPart(8760, 40)).toBe(5);
    expect(sitesPerPart(525_600, 19)).toBe(1);
    expect(sitesPerPart(12, 4)).toBe(1024);
  });

  it("go by the period asked for, relative or not, else by the weather", () => {
    const weather = { start: 0, interval: 3600, columns: { temperature: new Float64Array(8760) } };
    const rows = (options: object) =>
      rowsPerSite(commonRequest({ sites: [], frequency: "1_hour", ...options }), weather, null);
    expect(rows({})).toBe(8760);
    expect(rows({ start: "2024-06-01T00:00Z", end: "2024-06-03T00:00Z" })).toBe(48);
    expect(rows({ start: "-24hours", end: "now", context: { now: "2024-06-03T00:00Z" } })).toBe(24);
    expect(rows({ query: { start: "-2days", end: "now" }, context: { now: 1e12 } })).toBe(48);
  });
});
