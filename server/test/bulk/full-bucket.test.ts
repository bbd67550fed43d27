/** Whole runs into a bucket that has no room, and has it again: nothing is lost, nothing is computed twice. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Bucket, openBucket } from "./bucket.js";
import { type Place, until, WITHOUT_REDIS } from "./fixture.js";
import { openRunPlace, PARTS, SITES, SIZED } from "./whole-run.js";

describe.skipIf(WITHOUT_REDIS)("a bulk run into a bucket that is full", () => {
  let bucket: Bucket;
  let away: Place;
  beforeEach(async () => {
    bucket = await openBucket();
    away = await openRunPlace(bucket.env);
  });
  afterEach(async () => {
    await away.end();
    await bucket.close();
  });

  const into = (...more: string[]) => away.bulk(...SIZED, "--out", "s3://lab/ds", ...more);

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
