/** Workers of whole runs are killed, stopped or silent: the dataset is the same. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lifetimes, type Place, WITHOUT_REDIS } from "./fixture.js";
import { expectFinished, openRunPlace, SIZED, someParts } from "./whole-run.js";

let place: Place;

describe.skipIf(WITHOUT_REDIS)("a bulk run whose workers go", () => {
  beforeEach(async () => {
    place = await openRunPlace();
  });
  afterEach(() => place.end());

  it("goes on when workers are killed: their parts are others'", async () => {
    const run = place.bulk(...SIZED);
    for (let kills = 0; kills < 3; kills++) {
      const worker = place.worker();
      await worker.said(/begun/);
      await worker.kill("SIGKILL");
    }
    place.worker();
    await expectFinished(place, run);
  });

  it("says that nothing is heard of the workers that have its parts", async () => {
    const run = place.bulk(...SIZED, "--takeover", "60");
    const worker = place.worker();
    await worker.said(/begun/);
    await worker.kill("SIGKILL");
    await run.said(/no worker has reported for 1\d s: start/);
    await run.kill("SIGINT");
    place.worker();
    await expectFinished(place, place.bulk(...SIZED, "--resume"));
  });

  it("a worker that is asked to stop finishes its parts and takes no others; asked twice it returns them", async () => {
    const run = place.bulk(...SIZED);
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
    await expectFinished(place, run);
  });

  it("leaves nothing in Redis that stays: not when it has ended, nor when coordinator and worker were killed", async () => {
    // Workers look for stalled parts at half the time, so also between the end of the run and theirs.
    const briefly = [...SIZED, "--takeover", "1"];
    const run = place.bulk(...briefly);
    const worker = place.worker("--parts", "1");
    await someParts(place, 2);
    await run.kill("SIGKILL");
    const begun = place.parts().length + 2;
    await worker.said(new RegExp(`(begun[^]*){${begun}}`));
    await worker.kill("SIGKILL");
    const left = await lifetimes(place.redis.address);
    expect(left.size).toBeGreaterThan(5);
    expect([...left].filter(([, seconds]) => seconds < 0 || seconds > 86_400)).toEqual([]);
    const resumed = place.bulk(...briefly, "--resume");
    const second = place.worker();
    await expectFinished(place, resumed);
    await second.said(/run \w+: over/);
    await second.kill("SIGTERM");
    const names = [...(await lifetimes(place.redis.address))];
    expect(names.filter(([, seconds]) => seconds < 0)).toEqual([]);
    // The one that finds what a killed coordinator has left, the worker's last word, and BullMQ's own.
    expect(names.filter(([name]) => !/^irradiance-bulk:(last|refusals|run-\w+:)/.test(name))).toEqual([]);
  });

  it("gives up a part whose workers are gone each time, and makes the others", async () => {
    const run = place.bulk(...SIZED, "--attempts", "2");
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
});
