/** Whole runs over processes, undisturbed and disturbed: the dataset is the same. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Bucket, openBucket } from "./bucket.js";
import {
  lifetimes,
  local,
  openPlace,
  type Place,
  rows,
  runEngine,
  until,
  WITHOUT_REDIS,
  writeSites,
} from "./fixture.js";

const SITES = 60;
const SIZE = 5;
const PARTS = SITES / SIZE;
const TIME = 180_000;

let place: Place;

describe.skipIf(WITHOUT_REDIS)("a bulk run over processes", { timeout: TIME }, () => {
  beforeEach(async () => {
    place = await openPlace();
    writeSites(join(place.folder, "sites.csv"), rows(SITES));
  });
  afterEach(() => place.end());

  const sized = ["--part-sites", String(SIZE), "sites.csv"];

  /** Every part has the bytes of a local run of its sites alone, and they are all there. */
  function expectWhole(out = "ds"): void {
    const manifest = place.manifest(out);
    expect(manifest).toMatchObject({
      complete: true,
      sites: SITES,
      failedSites: 0,
      rows: SITES * 8760,
      failedParts: [],
    });
    expect(place.parts(out).length).toBe(PARTS);
    expect(manifest.parts.map(({ part }) => part)).toEqual(Array.from({ length: PARTS }, (_, part) => part));
    for (const part of [0, PARTS - 1]) {
      writeSites(join(place.folder, "own.csv"), rows(SITES).slice(part * SIZE, (part + 1) * SIZE));
      local(place.folder, "--sites", "own.csv", "--out", "own.parquet", "--force");
      expect(place.bytes(`${out}/${manifest.parts[part]!.file}`).equals(place.bytes("own.parquet"))).toBe(true);
    }
  }

  async function expectFinished(run: ReturnType<Place["bulk"]>): Promise<void> {
    expect(await run.ended).toMatchObject({ status: 0 });
    expectWhole();
  }

  const someParts = (count: number) =>
    until(
      () => place.parts().length >= count,
      () => `${count} parts`,
    );

  it("has the bytes of the local run, and a worker may come before or after it", async () => {
    const run = place.bulk(...sized);
    place.worker();
    await expectFinished(run);
    expect(place.manifest().devices).toEqual(["cpu"]);
    const again = await place.bulk(...sized).ended;
    expect(again.status).toBe(2);
    expect(again.errors).toContain("exists; --force replaces it");
    const resumed = await place.bulk(...sized, "--resume").ended;
    expect(resumed).toMatchObject({ status: 0, errors: expect.stringContaining("complete, nothing to do") });
    rmSync(join(place.folder, "ds/part-000002.parquet"));
    const mended = await place.bulk(...sized, "--resume").ended;
    expect(mended).toMatchObject({ status: 0, errors: expect.stringMatching(/made again: part-000002.parquet$/m) });
    expect(mended.errors).toContain(`${PARTS} parts, ${PARTS - 1} of them from an earlier run`);
    expectWhole();
    const other = await place.bulk("--part-sites", "7", "sites.csv", "--resume").ended;
    expect(other).toMatchObject({ status: 2, errors: expect.stringContaining("exists; --force replaces it") });
  });

  it("says that no worker takes parts, and why those that are there leave them", async () => {
    const run = place.bulk(...sized);
    await run.said(/no worker has taken a part for 1\d s: start/);
    const runFile = join(place.folder, "ds/_run.json");
    const own = readFileSync(runFile);
    writeFileSync(runFile, "{}");
    const blind = place.worker();
    await run.said(/a worker leaves the run to others: .*does not name the run/);
    await blind.kill("SIGTERM");
    writeFileSync(runFile, own);
    place.worker();
    await expectFinished(run);
  });

  it("goes on when workers are killed: their parts are others'", async () => {
    const run = place.bulk(...sized);
    for (let kills = 0; kills < 3; kills++) {
      const worker = place.worker();
      await worker.said(/begun/);
      await worker.kill("SIGKILL");
    }
    place.worker();
    await expectFinished(run);
  });

  it("says that nothing is heard of the workers that have its parts", async () => {
    const run = place.bulk(...sized, "--takeover", "60");
    const worker = place.worker();
    await worker.said(/begun/);
    await worker.kill("SIGKILL");
    await run.said(/no worker has reported for 1\d s: start/);
    await run.kill("SIGINT");
    place.worker();
    await expectFinished(place.bulk(...sized, "--resume"));
  });

  it("a worker that is asked to stop finishes its parts and takes no others; asked twice it returns them", async () => {
    const run = place.bulk(...sized);
    const worker = place.worker();
    await worker.said(/written/);
    const { status, errors } = await worker.kill("SIGTERM");
    expect(status).toBe(0);
    expect([...errors.matchAll(/begun/g)].length).toBe([...errors.matchAll(/written/g)].length);
    const hasty = place.worker();
    await hasty.said(/begun/);
    hasty.child.kill("SIGTERM");
    await hasty.said(/stopping/);
    expect((await hasty.kill("SIGTERM")).status).toBe(0);
    place.worker();
    await expectFinished(run);
  });

  it("goes on after an interruption, and then after the coordinator was killed", async () => {
    const run = place.bulk(...sized);
    place.worker();
    await someParts(2);
    const { status, errors } = await run.kill("SIGINT");
    expect(status).toBe(130);
    expect(errors).toContain("--resume continues");
    const killed = place.bulk(...sized, "--resume");
    const before = place.parts().length;
    await until(
      () => place.parts().length > before,
      () => "another part",
    );
    await killed.kill("SIGKILL");
    const refused = await place.bulk(...sized).ended;
    expect(refused.status).toBe(2);
    expect(refused.errors).toContain("contains an unfinished run: --resume continues it, --force starts over");
    const other = await place.bulk("--part-sites", "7", "sites.csv", "--resume").ended;
    expect(other.status).toBe(2);
    expect(other.errors).toContain("sitesPerPart was 5, is 7");
    const last = place.bulk(...sized, "--resume");
    await expectFinished(last);
    expect((await last.ended).errors).toMatch(/of them from an earlier run/);
  });

  it("makes a part again that is damaged, and one that is not listed", async () => {
    const run = place.bulk(...sized);
    place.worker();
    await someParts(4);
    await run.kill("SIGINT");
    const [first, second] = place.parts() as [string, string];
    const damaged = place.bytes(`ds/${first}`);
    damaged[100] = damaged[100]! ^ 1;
    writeFileSync(join(place.folder, "ds", first), damaged);
    rmSync(join(place.folder, "ds/_parts", second.replace("parquet", "json")));
    await expectFinished(place.bulk(...sized, "--resume"));
  });

  it("lists a part that cannot be made, makes the others, and tries it again with --resume", async () => {
    const run = place.bulk(...sized, "--attempts", "2");
    await until(
      () => existsSync(join(place.folder, "ds/_run.json")),
      () => "a run",
    );
    mkdirSync(join(place.folder, "ds/part-000003.parquet/in the way"), { recursive: true });
    place.worker();
    const { status, errors } = await run.ended;
    expect(status).toBe(1);
    expect(errors).toContain("sites: 55 of 60 sites; 1 part failed");
    writeSites(join(place.folder, "others.csv"), rows(SITES + 1));
    const others = await place.bulk("--part-sites", String(SIZE), "others.csv", "--resume").ended;
    expect(others.errors).toContain('the list of sites differs (SHA-256 "');
    expect(errors).toMatch(/failed: part 3 \(5 sites\) after 2 attempts: cannot be written: .*part-000003.parquet: E/);
    const manifest = place.manifest();
    expect(manifest).toMatchObject({ complete: false, failedParts: [{ part: 3, first: 15, sites: 5, attempts: 2 }] });
    expect(manifest.parts.length).toBe(PARTS - 1);
    rmSync(join(place.folder, "ds/part-000003.parquet"), { recursive: true });
    await expectFinished(place.bulk(...sized, "--resume"));
  });

  it("sends the weather files of single sites along, and has the bytes of the local run", async () => {
    const whole = readFileSync(join(place.folder, "weather.csv"), "utf8");
    for (const [name, light] of [
      ["wet", "0.5"],
      ["dry", "1"],
    ] as const) {
      const lines = whole
        .split("\n")
        .map((line, i) => (i === 0 ? line : line.replace(/,([\d.]+),/, (_, g) => `,${(g * +light).toFixed(1)},`)));
      writeFileSync(join(place.folder, `${name}.csv`), lines.join("\n"));
    }
    const files = ["wet", "dry", "none"];
    const some = Array.from(
      { length: 12 },
      (_, i) => `site ${i},${40 + i},10,30,${i === 11 ? "own.csv" : ""},${files[i % 3]}`,
    );
    writeSites(join(place.folder, "some.csv"), some, "id,lat,lon,surface_tilt,weather,near");
    writeFileSync(join(place.folder, "own.csv"), whole);
    const words = [
      "--weather",
      "{near}.csv",
      "--part-sites",
      "4",
      "--parameters",
      "global_tilted_irradiance",
      "--frequency",
      "1_hour",
    ];
    place.worker();
    const { status, errors } = await place.bulkOf(...words.slice(0, 4), "some.csv").ended;
    expect({ status, errors }).toEqual({ status: 1, errors: expect.stringContaining("sites: 12; 3 failed") });
    const again = ["bulk", "--sites", "some.csv", "--out", "some.parquet", ...words, "--quiet"];
    expect((await runEngine(place.folder, again)).status).toBe(1);
    expect(place.bytes("ds/_failed.csv").toString()).toBe(place.bytes("some.parquet.failed.csv").toString());
    expect(place.manifest()).toMatchObject({ failedSites: 3, rows: 9 * 8760 });
    for (const part of [0, 1, 2]) {
      writeSites(
        join(place.folder, "part.csv"),
        some.slice(4 * part, 4 * part + 4),
        "id,lat,lon,surface_tilt,weather,near",
      );
      await runEngine(place.folder, [
        "bulk",
        "--sites",
        "part.csv",
        "--out",
        "part.parquet",
        ...words,
        "--quiet",
        "--force",
      ]);
      expect(place.bytes(`ds/part-00000${part}.parquet`).equals(place.bytes("part.parquet"))).toBe(true);
    }
  });

  it("names the revisions of the archive's data, and says once that they differ", async () => {
    const folder = join(place.folder, "archive");
    mkdirSync(folder);
    const file = join(folder, "station.csv");
    writeFileSync(file, readFileSync(join(place.folder, "weather.csv")));
    const about = { place: { latitude: 44, longitude: 10, altitude: 200 }, max_distance_km: 500 };
    writeFileSync(join(folder, "weather.json"), JSON.stringify(about));
    const near = Array.from({ length: SITES }, (_, i) => `site ${i},${43 + (i % 20) / 10},10,${i % 60}`);
    writeSites(join(place.folder, "sites.csv"), near);
    const sources = [{ kind: "files", id: "roof", location: "archive" }];
    writeFileSync(join(place.folder, "archive.json"), JSON.stringify({ sources }));
    const period = ["--start", "2023-01-02T00:00Z", "--end", "2023-12-30T00:00Z"];
    const words = ["--archive", "archive.json", ...period, "--part-sites", String(SIZE), "sites.csv"];
    const run = place.bulkOf(...words);
    const first = place.worker("--archive", "archive.json");
    await someParts(2);
    await first.kill("SIGTERM");
    writeFileSync(file, readFileSync(file, "utf8").replace(/^(2023-07-01T00.*),[^,]*$/m, "$1,30"));
    place.worker("--archive", "archive.json");
    const { status, errors } = await run.ended;
    expect(status).toBe(0);
    expect([...errors.matchAll(/weather: parts come from different revisions of roof \(station\.csv\)/g)]).toHaveLength(
      1,
    );
    const [data, ...others] = place.manifest().weather!;
    expect(others).toEqual([]);
    expect(data).toMatchObject({ source: "roof", dataset: "station.csv" });
    expect(data!.revisions.length).toBe(2);
    const parts = data!.revisions.flatMap(({ parts }) => parts!);
    expect([...parts].sort((a, b) => a - b)).toEqual(Array.from({ length: PARTS }, (_, part) => part));
  });

  it("leaves nothing in Redis that stays: not when it has ended, nor when coordinator and worker were killed", async () => {
    // Workers look for stalled parts at half the time, so also between the end of the run and theirs.
    const briefly = [...sized, "--takeover", "1"];
    const run = place.bulk(...briefly);
    const worker = place.worker("--parts", "1");
    await someParts(2);
    await run.kill("SIGKILL");
    const begun = place.parts().length + 2;
    await worker.said(new RegExp(`(begun[^]*){${begun}}`));
    await worker.kill("SIGKILL");
    const left = await lifetimes(place.redis.address);
    expect(left.size).toBeGreaterThan(5);
    expect([...left].filter(([, seconds]) => seconds < 0 || seconds > 86_400)).toEqual([]);
    const resumed = place.bulk(...briefly, "--resume");
    const second = place.worker();
    await expectFinished(resumed);
    await second.said(/run \w+: over/);
    await second.kill("SIGTERM");
    const names = [...(await lifetimes(place.redis.address))];
    expect(names.filter(([, seconds]) => seconds < 0)).toEqual([]);
    // The one that finds what a killed coordinator has left, the worker's last word, and BullMQ's own.
    expect(names.filter(([name]) => !/^irradiance-bulk:(last|refusals|run-\w+:)/.test(name))).toEqual([]);
  });

  describe("into a bucket that is full", () => {
    let bucket: Bucket;
    let away: Place;
    beforeEach(async () => {
      bucket = await openBucket();
      away = await openPlace(bucket.env);
      writeSites(join(away.folder, "sites.csv"), rows(SITES));
    });
    afterEach(async () => {
      await away.end();
      await bucket.close();
    });

    const into = (...more: string[]) => away.bulk(...sized, "--out", "s3://lab/ds", ...more);

    const fullAfter = async (parts: number) => {
      const there = () => [...bucket.objects.keys()].filter((key) => key.startsWith("ds/part-")).length;
      await until(
        () => there() >= parts,
        () => `${parts} parts`,
      );
      bucket.isFull = true;
    };

    const expectAll = () =>
      expect(JSON.parse(String(bucket.objects.get("ds/_manifest.json")))).toMatchObject({
        ...{ complete: true, sites: SITES, rows: SITES * 8760 },
      });

    it("keeps what is computed until there is room, and computes nothing twice", async () => {
      const run = into();
      const worker = away.worker();
      await fullAfter(2);
      await run.said(/results cannot be written and are kept .*: s3:\/\/lab\/ds: QuotaExceeded/);
      bucket.isFull = false;
      expect(await run.ended).toMatchObject({ status: 0 });
      expectAll();
      const { errors } = await worker.kill("SIGTERM");
      expect(errors).toMatch(/part \d+ is kept until it can be written: /);
      // The SDK's about versions of Node.
      expect(errors).not.toContain("Warning");
      expect([...errors.matchAll(/begun/g)].length).toBe(PARTS);
    });

    it("waits with its last file as well: the manifest is written once there is room", async () => {
      bucket.refused = /_manifest/;
      const run = into();
      away.worker();
      await run.said(/the output cannot be written; trying again: s3:\/\/lab\/ds: QuotaExceeded/);
      expect(bucket.objects.has("ds/_manifest.json")).toBe(false);
      bucket.refused = undefined;
      expect(await run.ended).toMatchObject({ status: 0, errors: expect.stringContaining("can be written again") });
      expectAll();
    });

    it("ends with its last file when that waits for long, and goes on with --resume", async () => {
      bucket.refused = /_manifest/;
      const run = into("--write-wait", "2");
      away.worker();
      const { status, errors } = await run.ended;
      expect({ status, errors }).toEqual({ status: 1, errors: expect.stringMatching(/nothing could be written for/) });
      bucket.refused = undefined;
      const resumed = await into("--resume").ended;
      const all = new RegExp(`${PARTS} parts, ${PARTS} of them from an earlier run`);
      expect(resumed).toMatchObject({ status: 0, errors: expect.stringMatching(all) });
      expectAll();
    });

    it("ends when there is none for long, and goes on with --resume", async () => {
      const run = into("--write-wait", "5");
      away.worker();
      await fullAfter(2);
      const { status, errors } = await run.ended;
      expect(status).toBe(1);
      expect(errors).toMatch(
        /nothing could be written for \d+ s: .*QuotaExceeded; finished parts are kept there, --resume/,
      );
      const still = await into("--resume", "--write-wait", "2").ended;
      expect(still).toMatchObject({ status: 1, errors: expect.stringContaining("QuotaExceeded") });
      bucket.isFull = false;
      const resumed = await into("--resume").ended;
      expect(resumed).toMatchObject({ status: 0, errors: expect.stringMatching(/of them from an earlier run/) });
      expectAll();
    });
  });

  it("gives up a part whose workers are gone each time, and makes the others", async () => {
    const run = place.bulk(...sized, "--attempts", "2");
    for (let kills = 0; kills < 2; kills++) {
      const worker = place.worker("--parts", "1");
      await worker.said(/part 0 of run \w+: begun/);
      await worker.kill("SIGKILL");
    }
    place.worker();
    const { status } = await run.ended;
    expect(status).toBe(1);
    const { failedParts } = place.manifest();
    expect(failedParts).toMatchObject([{ part: 0, reason: expect.stringContaining("its worker disappeared") }]);
  });

  it("goes on when Redis is killed and started again, and when it comes back empty", async () => {
    const run = place.bulk(...sized);
    place.worker();
    await someParts(2);
    await place.redis.kill();
    await place.redis.start();
    await someParts(4);
    const { Redis } = await import("ioredis");
    const redis = new Redis(place.redis.address);
    await redis.flushall();
    redis.disconnect();
    await expectFinished(run);
  });

  it("lists failed sites as the local run does; sites without an id have their place in the list for a name", async () => {
    const some = Array.from({ length: 12 }, (_, i) =>
      i === 7 ? "95,10," : i === 8 ? "47,10,high" : `${40 + i},10,100`,
    );
    writeSites(join(place.folder, "some.csv"), some, "lat,lon,altitude");
    place.worker();
    const { status, errors } = await place.bulk("--part-sites", "4", "some.csv").ended;
    expect(status).toBe(1);
    expect(errors).toContain("sites: 12; 2 failed");
    try {
      local(place.folder, "--sites", "some.csv", "--part-sites", "4", "--out", "some.parquet");
    } catch {
      // Its sites failed, too.
    }
    expect(place.bytes("ds/_failed.csv").toString()).toBe(place.bytes("some.parquet.failed.csv").toString());
    expect(place.manifest()).toMatchObject({ failedSites: 2, rows: 10 * 8760, complete: true });
  });

  it("refuses a second coordinator of the same output, and words that are none", async () => {
    const run = place.bulk(...sized);
    // It is begun by the one that has the claim.
    await until(
      () => existsSync(join(place.folder, "ds/_run.json")),
      () => "a run",
    );
    const second = await place.bulk(...sized).ended;
    expect(second.status).toBe(2);
    expect(second.errors).toMatch(/run \w+ is writing it/);
    await run.kill("SIGTERM");
    for (const [words, message] of [
      [["--attempts", "0"], "--attempts must be a whole number"],
      [["--out", "ftp://somewhere"], "--out must be s3://BUCKET/PREFIX or a folder, got ftp://somewhere"],
      [["--queue", "localhost"], "--queue (or IRRADIANCE_QUEUE) must be redis://HOST:PORT"],
      [["--attempt", "3"], "unknown option '--attempt' (Did you mean --attempts?)"],
      [["--wat"], "unknown option '--wat'"],
      [["--gpu"], "--gpu is an option of irradiance bulk, not of irradiance-server bulk"],
    ] as const) {
      const { status, errors } = await place.bulk(...sized, ...words).ended;
      expect({ status, errors }).toEqual({ status: 2, errors: expect.stringContaining(message) });
    }
    const away = await place.bulk(...sized, "--queue", "redis://user:secret@127.0.0.1:1").ended;
    expect(away).toMatchObject({
      status: 1,
      errors: expect.stringContaining("redis://…@127.0.0.1:1 cannot be used: ECONN"),
    });
  });
});
