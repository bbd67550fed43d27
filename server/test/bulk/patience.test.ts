/** What the coordinator does when the output refuses its own files. */
import { createHash } from "node:crypto";
import { Redis } from "ioredis";
import { describe, expect, it, vi } from "vitest";
import { startRedis } from "../../../scripts/services/redis.mjs";
import { keepClaim } from "../../src/bulk/claim.js";
import { outKeys } from "../../src/bulk/keys.js";
import { beginOutput, finishOutput } from "../../src/bulk/output.js";
import { entryBytes, entryFile, type PartEntry, partFile, summaryOf } from "../../src/bulk/part-entry.js";
import { Patience, type PatienceOptions } from "../../src/bulk/patience.js";
import { UnwritableError } from "../../src/bulk/write-watch.js";
import { StoreError } from "../../src/store/errors.js";
import type { Store } from "../../src/store/store.js";
import { WITHOUT_REDIS } from "./fixture.js";

const RUN = { id: "r1", run: { parameters: "a" } };
const BYTES = Buffer.from("part");

/** In memory; what is done to `name` fails so often. */
function storeThat(refusals: { [name: string]: number }, code = "ENOSPC") {
  const files = new Map<string, Buffer>();
  const refuse = (name: string) => {
    if ((refusals[name] ?? 0) <= 0) return;
    refusals[name]!--;
    throw new StoreError(code, `${name}: ${code}: refused`);
  };
  const store: Store = {
    out: "/data/ds",
    read: async (name) => files.get(name),
    write: async (name, bytes) => {
      refuse(name);
      files.set(name, Buffer.from(bytes));
      return undefined;
    },
    list: async function* (beginning) {
      refuse(`list ${beginning}`);
      for (const [name, { length }] of files) if (name.startsWith(beginning)) yield { name, bytes: length };
    },
    remove: async (names) => {
      for (const name of names) {
        refuse(`remove ${name}`);
        files.delete(name);
      }
    },
    removeAll: async () => {},
    tidy: async () => {},
    close: () => {},
  };
  return { store, files };
}

function patienceWith(more: Partial<PatienceOptions> = {}) {
  const said: string[] = [];
  const patience = new Patience({
    ...{ out: "/data/ds", wait: 60_000, signal: new AbortController().signal },
    check: async () => {},
    say: (line) => void said.push(line),
    pause: async () => {},
    ...more,
  });
  return { patience, said };
}

async function madeIn(store: Store) {
  const size = { part: 0, first: 0, sites: 2, rows: 1, bytes: BYTES.length, device: "cpu" };
  const sha256 = createHash("sha256").update(BYTES).digest("hex");
  const failed = [{ index: 1, id: "b", code: "ERR_REQUEST", reason: "lat" }];
  const entry: PartEntry = { ...size, sha256, failed, told: [], notes: [], weather: [] };
  await store.write(partFile(0), BYTES);
  await store.write(entryFile(0), entryBytes(entry));
  return summaryOf(entry);
}

const endingOf = (part: ReturnType<typeof summaryOf>) => ({
  ...{ identity: RUN.run, run: RUN.id, sites: 2, parts: [part], failedParts: [], columns: [], weather: [] },
});

it("lists, manifest and what is removed at the end are tried again until they are done, and it is said once", async () => {
  const refusals: { [name: string]: number } = { "_run.json": 4 };
  const { store, files } = storeThat(refusals);
  const { patience, said } = patienceWith();
  await beginOutput(patience.writing(store), RUN, { resume: false, force: false });
  const refused = "the output cannot be written; trying again:";
  const over = "/data/ds: can be written again";
  expect(said.splice(0)).toEqual([`${refused} _run.json: ENOSPC: refused`, over]);
  Object.assign(refusals, { "list part-": 1, "_failed.csv": 3, "_manifest.json": 5 });
  Object.assign(refusals, { [`remove ${entryFile(0)}`]: 1, "remove _run.json": 2 });
  await finishOutput(store, endingOf(await madeIn(store)), patience.tries);
  expect(Object.values(refusals).every((left) => left === 0)).toBe(true);
  expect([...files.keys()].sort()).toEqual(["_failed.csv", "_manifest.json", partFile(0)]);
  expect(JSON.parse(String(files.get("_manifest.json")))).toMatchObject({ complete: true, failedSites: 1 });
  expect(said[0]).toMatch(refused);
  expect(said.filter((line) => line.startsWith(refused))).toHaveLength(2);
  expect(said.filter((line) => line === over)).toHaveLength(2);
});

it("what passes within two attempts is no news", async () => {
  const { store } = storeThat({ a: 2 });
  const { patience, said } = patienceWith();
  await patience.writing(store).write("a", BYTES);
  expect(said).toEqual([]);
});

it("it is given up when it lasts, with what is there kept", async () => {
  const { store, files } = storeThat({ "_manifest.json": Number.POSITIVE_INFINITY }, "QuotaExceeded");
  await beginOutput(store, RUN, { resume: false, force: false });
  const part = await madeIn(store);
  const { patience } = patienceWith({ wait: 30 });
  const finished = finishOutput(store, endingOf(part), patience.tries);
  await expect(finished).rejects.toThrow(UnwritableError);
  await expect(finished).rejects.toThrow(
    /^\/data\/ds: nothing could be written for 0 s: _manifest.json: QuotaExceeded: refused; finished parts are kept .*--resume/,
  );
  expect(files.has(entryFile(0))).toBe(true);
  const resumed = await beginOutput(store, { ...RUN, id: "r2" }, { resume: true, force: false });
  expect(resumed.map(({ part }) => part)).toEqual([0]);
});

it("a name that is in the way, a part that was changed, another coordinator and a signal end it at once", async () => {
  const { store } = storeThat({ a: 1 }, "EISDIR");
  const { patience, said } = patienceWith();
  await expect(patience.writing(store).write("a", BYTES)).rejects.toMatchObject({ code: "EISDIR" });
  const changed = storeThat({}).store;
  const part = await madeIn(changed);
  await changed.write(partFile(0), Buffer.from("changed"));
  await expect(finishOutput(changed, endingOf(part), patience.tries)).rejects.toThrow(
    "is missing or differs from what was written",
  );
  expect(said).toEqual([]);
  const never = storeThat({ a: Number.POSITIVE_INFINITY }).store;
  const taken = patienceWith({ check: () => Promise.reject(new Error("another run has taken it over")) });
  await expect(taken.patience.writing(never).write("a", BYTES)).rejects.toThrow("another run");
  const controller = new AbortController();
  const stopped = patienceWith({ signal: controller.signal, pause: undefined });
  const writing = stopped.patience.writing(never).write("a", BYTES);
  controller.abort(new Error("interrupted"));
  await expect(writing).rejects.toThrow("interrupted");
});

describe.skipIf(WITHOUT_REDIS)("the claim of an output", () => {
  it("is kept while the coordinator waits", async () => {
    const server = await startRedis();
    const redis = new Redis(server.address);
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const { claim } = outKeys("/data/ds");
      await redis.set(claim, "r1", "EX", 5);
      const leave = keepClaim(redis, "/data/ds", "r1");
      vi.advanceTimersByTime(3000);
      await vi.waitFor(async () => expect(await redis.ttl(claim)).toBeGreaterThan(10));
      leave();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
      redis.disconnect();
      await server.end();
    }
  });
});
