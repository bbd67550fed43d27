/** What a worker does with a part that cannot be written now. */
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OwnRedis, startRedis } from "../../../scripts/services/redis.mjs";
import { PassingFailure } from "../../src/background/passing-failure.js";
import { runKeys } from "../../src/bulk/keys.js";
import { type MadePart, PartWriter, UnwritableHereError } from "../../src/bulk/part-writer.js";
import { StoreError } from "../../src/store/errors.js";
import type { Store } from "../../src/store/store.js";
import { WITHOUT_REDIS } from "./fixture.js";

const NEVER = new AbortController().signal;
const MADE: MadePart = {
  bytes: Buffer.from("part"),
  entry: {
    ...{ part: 4, first: 0, sites: 1, rows: 1, bytes: 4, sha256: "x", device: "cpu" },
    ...{ failed: [], told: [], notes: [], weather: [] },
  },
};

/** A store that refuses so often as it is told to. */
function storeThat(refusals: number, code = "ENOSPC") {
  const written: string[] = [];
  const removed: string[] = [];
  const store = {
    write: async (name: string) => {
      if (refusals-- > 0) throw new StoreError(code, `${name}: ${code}: refused`);
      written.push(name);
      return undefined;
    },
    remove: async (names: readonly string[]) => void removed.push(...names),
  } as unknown as Store;
  return { store, written, removed };
}

describe.skipIf(WITHOUT_REDIS)("a part that cannot be written", () => {
  let server: OwnRedis;
  let redis: Redis;
  let runs = 0;
  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.address);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.end();
  });

  async function writerOn(store: Store, meanwhile: (attempts: number) => Promise<unknown> = async () => {}) {
    const run = `r${++runs}`;
    const keys = runKeys(run);
    await redis.set(keys.record, "{}");
    const lines: string[] = [];
    const writer = new PartWriter({ redis, run, store, say: (line) => lines.push(line), pause: meanwhile });
    return { writer, keys, lines };
  }

  it("is kept and tried again, and those who wait for it are told after the third time", async () => {
    const { store, written } = storeThat(20);
    const held: string[] = [];
    const { writer, keys, lines } = await writerOn(store, async () => {
      held.push((await redis.hvals(keys.held)).join());
    });
    expect(await writer.write(MADE, NEVER)).toMatchObject({ part: 4, failed: 0 });
    expect(written).toEqual(["part-000004.parquet", "_parts/part-000004.json"]);
    expect(held.length).toBe(20);
    expect(held.slice(0, 2)).toEqual(["", ""]);
    for (const reason of held.slice(2)) expect(reason).toMatch(/: part-000004.parquet: ENOSPC: refused$/);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/part 4 is kept until it can be written: .*ENOSPC/);
    expect(await redis.hvals(keys.held)).toEqual([]);
    for (const key of [keys.held, keys.written]) expect(await redis.ttl(key)).not.toBe(-1);
  });

  it("is left to others where these write meanwhile, but not at once", async () => {
    const { store } = storeThat(Number.POSITIVE_INFINITY, "AccessDenied");
    let pauses = 0;
    const { writer, keys } = await writerOn(store, async () => {
      pauses++;
      await redis.incr(keys.written);
    });
    await expect(writer.write(MADE, NEVER)).rejects.toThrow(UnwritableHereError);
    expect(pauses).toBe(6);
    expect(await redis.hvals(keys.held)).toEqual([]);
  });

  it("is left to others for good: until this worker can write it tries with a file of its own, which goes", async () => {
    const { store, written, removed } = storeThat(3);
    const { writer } = await writerOn(store);
    await writer.untilRoom(MADE, NEVER);
    expect(written).toEqual(["_parts/.room.unfinished"]);
    expect(removed).toEqual(written);
  });

  it("fails at once where only its own name is in the way, and where the run has ended", async () => {
    const blocked = await writerOn(storeThat(1, "EISDIR").store);
    await expect(blocked.writer.write(MADE, NEVER)).rejects.toMatchObject({ code: "EISDIR" });
    const { writer, keys } = await writerOn(storeThat(1).store, () => redis.del(keys.record));
    await expect(writer.write(MADE, NEVER)).rejects.toThrow(PassingFailure);
  });

  it("is given up when the worker is stopped", async () => {
    const { store } = storeThat(Number.POSITIVE_INFINITY);
    const controller = new AbortController();
    const { writer } = await writerOn(store, async (attempts) => {
      if (attempts === 5) controller.abort(new Error("stopped"));
    });
    await expect(writer.write(MADE, controller.signal)).rejects.toThrow("stopped");
  });
});
