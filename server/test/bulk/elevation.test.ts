/** A run with elevation data, over processes: each worker has its own, and the dataset is that of the local run. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { local, openPlace, type Place, WITHOUT_REDIS, writeSites } from "./fixture.js";

const SIDE = 1201;
const SITES = ["west,46.5,8.2", "foot,46.5,8.5", "top,46.5,8.9", "beyond,50,8.5"];
/** A plain at 500 m with a wall in the east. */
function writeTile(file: string, wall = 2500): void {
  const heights = Buffer.alloc(2 * SIDE * SIDE);
  for (let at = 0; at < SIDE * SIDE; at++) heights.writeInt16BE(at % SIDE >= 700 ? wall : 500, 2 * at);
  writeFileSync(file, heights);
}

describe.skipIf(WITHOUT_REDIS)("a bulk run with elevation data", () => {
  let place: Place;
  beforeAll(async () => {
    place = await openPlace();
    for (const name of ["dem", "other"]) mkdirSync(join(place.folder, name));
    writeTile(join(place.folder, "dem/N46E008.hgt"));
    writeTile(join(place.folder, "other/N46E008.hgt"), 2400);
    cpSync(join(place.folder, "dem"), join(place.folder, "copy"), { recursive: true });
    writeSites(join(place.folder, "sites.csv"), SITES, "id,lat,lon");
  });
  afterAll(() => place.end());

  it("is made by workers that have the same data, wherever they have it, as the local run makes it", async () => {
    const run = place.bulk("sites.csv", "--dem", "dem");
    const [bare, different] = [place.worker(), place.worker("--dem", "other")];
    await run.said(/a worker leaves the run to others: it needs elevation data: give --dem PATH/);
    await run.said(/a worker leaves the run to others: its elevation data differ from the data of --dem/);
    for (const worker of [bare, different]) expect((await worker.kill("SIGTERM")).errors).not.toContain("begun");
    place.worker("--dem", "copy");
    const { status, errors } = await run.ended;
    expect({ status, errors }).toEqual({ status: 1, errors: expect.stringContaining("sites: 4; 1 failed") });
    try {
      local(place.folder, "--sites", "sites.csv", "--dem", "dem", "--out", "local.parquet");
    } catch {
      // The site beyond the data failed there, too.
    }
    expect(place.bytes("ds/part-000000.parquet").equals(place.bytes("local.parquet"))).toBe(true);
    const failed = (file: string) => readFileSync(join(place.folder, file), "utf8").replace(/(dem|copy)\/N46/, "N46");
    expect(failed("ds/_failed.csv")).toBe(failed("local.parquet.failed.csv"));
    expect(failed("ds/_failed.csv")).toContain("N46E008.hgt: does not reach latitude 50");
  });

  it("is another one with other data, and with none", async () => {
    const other = await place.bulk("sites.csv", "--dem", "other", "--out", "ds", "--resume").ended;
    expect(other).toMatchObject({ status: 2, errors: expect.stringContaining("exists; --force replaces it") });
    expect(place.manifest().run).toMatchObject({
      "identity.elevation": expect.stringMatching(/^[0-9a-f]{64}$/),
      query: { horizon: "auto" },
    });
    const missing = await place.bulk("sites.csv", "--dem", "nowhere").ended;
    expect(missing).toMatchObject({ status: 1, errors: expect.stringContaining("nowhere: does not exist") });
    const worker = await place.worker("--dem", "nowhere").ended;
    expect(worker).toMatchObject({ status: 1, errors: expect.stringContaining("nowhere: does not exist") });
  });
});
