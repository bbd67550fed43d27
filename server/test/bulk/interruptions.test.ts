/** Whole runs are interrupted, and go on from what is there: the dataset is the same. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Place, rows, until, WITHOUT_REDIS, writeSites } from "./fixture.js";
import { expectFinished, openRunPlace, PARTS, SITES, SIZE, SIZED, someParts } from "./whole-run.js";

let place: Place;

describe.skipIf(WITHOUT_REDIS)("a bulk run that is interrupted", () => {
  beforeEach(async () => {
    place = await openRunPlace();
  });
  afterEach(() => place.end());

  it("goes on after an interruption, and then after the coordinator was killed", async () => {
    const run = place.bulk(...SIZED);
    place.worker();
    await someParts(place, 2);
    const { status, errors } = await run.kill("SIGINT");
    expect(status).toBe(130);
    expect(errors).toContain("--resume continues");
    const killed = place.bulk(...SIZED, "--resume");
    const before = place.parts().length;
    await until(
      () => place.parts().length > before,
      () => "another part",
    );
    await killed.kill("SIGKILL");
    const refused = await place.bulk(...SIZED).ended;
    expect(refused.status).toBe(2);
    expect(refused.errors).toContain("contains an unfinished run: --resume continues it, --force starts over");
    const other = await place.bulk("--part-sites", "7", "sites.csv", "--resume").ended;
    expect(other.status).toBe(2);
    expect(other.errors).toContain("sitesPerPart was 5, is 7");
    const last = place.bulk(...SIZED, "--resume");
    await expectFinished(place, last);
    expect((await last.ended).errors).toMatch(/of them from an earlier run/);
  });

  it("makes a part again that is damaged, and one that is not listed", async () => {
    const run = place.bulk(...SIZED);
    place.worker();
    await someParts(place, 4);
    await run.kill("SIGINT");
    const [first, second] = place.parts() as [string, string];
    const damaged = place.bytes(`ds/${first}`);
    damaged[100] = damaged[100]! ^ 1;
    writeFileSync(join(place.folder, "ds", first), damaged);
    rmSync(join(place.folder, "ds/_parts", second.replace("parquet", "json")));
    await expectFinished(place, place.bulk(...SIZED, "--resume"));
  });

  it("lists a part that cannot be made, makes the others, and tries it again with --resume", async () => {
    const run = place.bulk(...SIZED, "--attempts", "2");
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
    await expectFinished(place, place.bulk(...SIZED, "--resume"));
  });

  it("goes on when Redis is killed and started again, and when it comes back empty", async () => {
    const run = place.bulk(...SIZED);
    place.worker();
    await someParts(place, 2);
    await place.redis.kill();
    await place.redis.start();
    await someParts(place, 4);
    const { Redis } = await import("ioredis");
    const redis = new Redis(place.redis.address);
    await redis.flushall();
    redis.disconnect();
    await expectFinished(place, run);
  });

  it("is none the worse for what others write into Redis: it is taken out, and the parts are made again", async () => {
    const { Redis } = await import("ioredis");
    const redis = new Redis(place.redis.address);
    onTestFinished(() => redis.disconnect());
    // Of a run that none can serve.
    await redis.sadd("irradiance-bulk:runs", "0-broken");
    await redis.set("irradiance-bulk:record:0-broken", "no JSON");
    const run = place.bulk(...SIZED);
    await until(async () => (await redis.keys("irradiance-bulk:run-*:part-*")).length === PARTS);
    const id = (await redis.smembers("irradiance-bulk:runs")).find((name) => name !== "0-broken")!;
    const key = (name: string) => `irradiance-bulk:run-${id}:${name}`;
    const sites = (await redis.hgetBuffer(`irradiance-bulk:sites:${id}`, "0"))!;
    const put = async (list: "completed" | "failed" | "wait", name: string, data: string, returnvalue = "null") => {
      await redis.del(key(name));
      await redis.lrem(key("wait"), 0, name);
      await redis.hset(key(name), { name: "part", opts: "{}", timestamp: 1, data, returnvalue });
      if (list === "wait") await redis.lpush(key(list), name);
      else await redis.zadd(key(list), 1, name);
    };
    const result = {
      ...{ part: 3, first: 0, sites: 5, rows: 1, bytes: 1, failed: 0, told: 0 },
      sha256: "",
      device: "cpu",
    };
    await put("completed", "part-0", '{"part":0}');
    await put("completed", "part-1", "no JSON");
    await put("completed", "part-3", '{"part":3}', JSON.stringify({ ...result, notes: [], weather: [] }));
    await put("failed", "part-4", "{}");
    await put("failed", "nobody's", "{}");
    await redis.hset(`irradiance-bulk:sites:${id}`, "../../escaped", sites);
    await put("wait", "part-../../escaped", '{"part":"../../escaped"}');
    await put("wait", "part-5", '{"part":"../../escaped"}');
    await run.said(/"nobody's" was removed: the run has no such part/);
    place.worker();
    await expectFinished(place, run);
    for (const part of [0, 1, 3, 4, 5])
      expect((await run.ended).errors).toContain(
        `queue: part-${part} has no result that a worker reports; the part is made again`,
      );
    expect(readdirSync(join(place.folder, "..")).filter((name) => name.startsWith("escaped"))).toEqual([]);
  });
});
