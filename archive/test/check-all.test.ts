/** A check without names, on a machine from which all hosts can be reached. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type NamedSource, SOURCE_NAMES } from "irradiance-engine/internal/weather";
import { expect, it, vi } from "vitest";
import { weatherReport } from "../src/index.js";
import { folderOfTest } from "./folder.js";

vi.mock("../src/description/check-live.js", () => ({
  checkEntry: async (named: NamedSource) => ({ ...named, passed: true, sources: [] }),
}));

it("is of all sources that have a public host, and passes without files that somebody would have to order", async () => {
  const folder = folderOfTest();
  const checksFile = join(folder, "checks.json");
  const { lines, passed } = await weatherReport("check", [], { now: Date.UTC(2026, 5, 21), checksFile });
  const names = SOURCE_NAMES.filter((name) => name !== "sarah");
  expect([passed, lines]).toEqual([true, names.map((name) => `${name}: as in the catalogue`)]);
  expect(Object.keys(JSON.parse(await readFile(checksFile, "utf8")))).toEqual(names);
});
