import { expect, it } from "vitest";
import { latestByPlace, latestOf, lruOf } from "../../../src/foundation/cache/lru.js";

it("drops the least recently used values, and stays within its sum of sizes", () => {
  const cache = lruOf<string>(100, (text) => text.length);
  const text = (length: number) => "x".repeat(length);
  for (const key of ["a", "b"]) cache.set(key, text(40));
  cache.get("a");
  cache.set("c", text(40));
  expect(["a", "b", "c"].filter((key) => cache.get(key) !== undefined)).toEqual(["a", "c"]);
  expect(cache.total).toBe(80);
  cache.set("a", text(60));
  expect(cache.total).toBe(100);
  cache.set("d", text(102));
  expect([cache.total, cache.get("d")]).toEqual([100, undefined]);
  cache.delete("c");
  expect(cache.total).toBe(60);
  cache.clear();
  expect([cache.total, cache.get("a")]).toEqual([0, undefined]);
});

it("gives away what it drops, once, and what was too large to be kept", () => {
  const dropped: string[] = [];
  const cache = lruOf<string>(
    5,
    (text) => text.length,
    (text) => void dropped.push(text),
  );
  for (const [key, text] of Object.entries({ a: "aa", b: "bbb", c: "c", d: "dddddd" })) cache.set(key, text);
  expect(dropped).toEqual(["aa", "dddddd"]);
  cache.set("b", "BBB");
  cache.delete("c");
  cache.delete("c");
  cache.clear();
  expect(dropped.slice(2)).toEqual(["bbb", "c", "BBB"]);
});

it("of two results that are kept, the one that was asked for last stays", async () => {
  const made: string[] = [];
  const latest = latestOf<string>(2);
  const ask = (key: string) =>
    latest.get(key, async () => {
      made.push(key);
      return key;
    });
  for (const key of ["a", "b", "a", "c", "a", "b"]) expect(await ask(key)).toBe(key);
  expect(made).toEqual(["a", "b", "c", "b"]);
});

it("concurrent calls for a place share one computation, and a failure is not kept", async () => {
  let calls = 0;
  const at = latestByPlace(2, async (latitude: number, longitude: number) => {
    calls++;
    if (calls === 1) throw new Error("once");
    return latitude + longitude;
  });
  const both = await Promise.allSettled([at(47, 8), at(47, 8)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(calls).toBe(1);
  expect(await Promise.all([at(47, 8), at(47, 8), at(8, 47)])).toEqual([55, 55, 55]);
  expect(calls).toBe(3);
});
