/**
 * Every model against its reference, from the table in `accuracy/`: each file there but `table.ts` exports `rows`.
 */
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type AccuracyRow, compare } from "./accuracy/table.js";

const families = readdirSync(new URL("./accuracy/", import.meta.url))
  .map((name) => name.slice(0, -".ts".length))
  .filter((name) => name !== "table");
const rows: AccuracyRow[] = [];
for (const family of families) rows.push(...(await import(`./accuracy/${family}.ts`)).rows);

describe("agreement with pvlib", () => {
  test.each(rows.map((row) => [row.fixture, row] as const))("%s", (_fixture, row) => {
    expect(row.reason).not.toBe("");
    expect(compare(row).failures).toEqual([]);
  });

  test("every pvlib fixture has a row in the table", () => {
    const root = new URL("../fixtures/pvlib/", import.meta.url);
    const files = (readdirSync(root, { recursive: true }) as string[]).filter((path) => path.endsWith(".json"));
    const fixtures = files.map((path) => `pvlib/${path.replaceAll("\\", "/").slice(0, -".json".length)}`);
    const used = new Set(rows.map((row) => row.fixture));
    expect(fixtures.filter((path) => !used.has(path))).toEqual([]);
  });
});

describe("the comparison itself", () => {
  const exact: AccuracyRow = rows[0]!;
  const spoilt = (change: (value: number, i: number) => number, mask?: AccuracyRow["mask"]) =>
    compare({
      ...exact,
      ...(mask ? { mask } : {}),
      run: (inputs, options) =>
        Object.fromEntries(
          Object.entries(exact.run(inputs, options)).map(([name, column]) => [name, column.map(change)]),
        ),
    }).failures;

  test("fails on a wrong value, a missing NaN, a NaN too many, and a mask without a difference", () => {
    expect(spoilt((value) => value)).toEqual([]);
    expect(spoilt((value) => value * (1 + 1e-6))).not.toEqual([]);
    expect(spoilt((value) => (Number.isNaN(value) ? 0 : value))).not.toEqual([]);
    expect(spoilt((value, i) => (i === 3 ? Number.NaN : value))).not.toEqual([]);
    expect(spoilt((value) => value, [{ where: () => false, reason: "none" }])).not.toEqual([]);
  });
});
