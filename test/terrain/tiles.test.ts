import { expect, it } from "vitest";
import { degreesAround } from "../../src/terrain/tiles/degrees.js";
import { Recent } from "../../src/terrain/tiles/recent.js";

it("a search without reach still takes the neighbours, whose tiles may begin a sample too late", () => {
  const found = degreesAround({ south: 47, west: 8 }, 0).map(({ south, west }) => [south, west]);
  const rows = [48, 47, 46];
  expect(found).toEqual(rows.flatMap((south) => [7, 8, 9].map((west) => [south, west])));
});

it("of two results that are kept, the one that was asked for last stays", async () => {
  const made: string[] = [];
  const recent = new Recent<string>(2);
  const ask = (key: string) =>
    recent.get(key, async () => {
      made.push(key);
      return key;
    });
  for (const key of ["a", "b", "a", "c", "a", "b"]) expect(await ask(key)).toBe(key);
  expect(made).toEqual(["a", "b", "c", "b"]);
});
