import { expect, it } from "vitest";
import { degreesAround } from "../../src/terrain/tiles/degrees.js";

it("a search without reach still takes the neighbours, whose tiles may begin a sample too late", () => {
  const found = degreesAround({ south: 47, west: 8 }, 0).map(({ south, west }) => [south, west]);
  const rows = [48, 47, 46];
  expect(found).toEqual(rows.flatMap((south) => [7, 8, 9].map((west) => [south, west])));
});
