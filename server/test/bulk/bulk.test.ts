/** Whole runs over processes: the dataset is that of a local run. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { local, type Place, runEngine, until, WITHOUT_REDIS, writeSites } from "./fixture.js";
import { expectFinished, expectWhole, openRunPlace, PARTS, SITES, SIZE, SIZED, someParts } from "./whole-run.js";

let place: Place;

describe.skipIf(WITHOUT_REDIS)("a bulk run over processes", () => {
  beforeEach(async () => {
    place = await openRunPlace();
  });
  afterEach(() => place.end());

  it("has the bytes of the local run, and a worker may come before or after it", async () => {
    const run = place.bulk(...SIZED);
    place.worker();
    await expectFinished(place, run);
    expect(place.manifest().devices).toEqual(["cpu"]);
    const again = await place.bulk(...SIZED).ended;
    expect(again.status).toBe(2);
    expect(again.errors).toContain("exists; --force replaces it");
    const resumed = await place.bulk(...SIZED, "--resume").ended;
    expect(resumed).toMatchObject({ status: 0, errors: expect.stringContaining("complete, nothing to do") });
    rmSync(join(place.folder, "ds/part-000002.parquet"));
    const mended = await place.bulk(...SIZED, "--resume").ended;
    expect(mended).toMatchObject({ status: 0, errors: expect.stringMatching(/made again: part-000002.parquet$/m) });
    expect(mended.errors).toContain(`${PARTS} parts, ${PARTS - 1} of them from an earlier run`);
    expectWhole(place);
    const other = await place.bulk("--part-sites", "7", "sites.csv", "--resume").ended;
    expect(other).toMatchObject({ status: 2, errors: expect.stringContaining("exists; --force replaces it") });
  });

  it("says that no worker takes parts, and why those that are there leave them", async () => {
    const run = place.bulk(...SIZED);
    await run.said(/no worker has taken a part for 1\d s: start/);
    const runFile = join(place.folder, "ds/_run.json");
    const own = readFileSync(runFile);
    writeFileSync(runFile, "{}");
    const blind = place.worker();
    await run.said(/a worker leaves the run to others: .*does not name the run/);
    await blind.kill("SIGTERM");
    writeFileSync(runFile, own);
    place.worker();
    await expectFinished(place, run);
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
    await someParts(place, 2);
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
    const run = place.bulk(...SIZED);
    // It is begun by the one that has the claim.
    await until(
      () => existsSync(join(place.folder, "ds/_run.json")),
      () => "a run",
    );
    const second = await place.bulk(...SIZED).ended;
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
      const { status, errors } = await place.bulk(...SIZED, ...words).ended;
      expect({ status, errors }).toEqual({ status: 2, errors: expect.stringContaining(message) });
    }
    const away = await place.bulk(...SIZED, "--queue", "redis://user:secret@127.0.0.1:1").ended;
    expect(away).toMatchObject({
      status: 1,
      errors: expect.stringContaining("redis://…@127.0.0.1:1 cannot be used: ECONN"),
    });
  });
});
