/**
 * Every model against its reference, from the tables in `accuracy/` (each file there that exports `rows`), every public
 * name of pvlib, and docs/reference/models/, which is made of both. `npm run accuracy` prints the comparisons and rewrites the pages.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { camelCase, OTHER_MODULES, OTHER_REFERENCES, PVLIB_NAMES } from "./accuracy/names.js";
import { modelPages } from "./accuracy/page.js";
import { type AccuracyRow, type Comparison, compare } from "./accuracy/table.js";

declare module "vitest" {
  interface TaskMeta {
    /** What scripts/accuracy.mjs prints. */
    accuracy?: Comparison & Pick<AccuracyRow, "name" | "fixture" | "tolerance" | "reason">;
  }
}

const root = new URL("../..", import.meta.url);
const tables = readdirSync(new URL("test/answers/accuracy/", root));
const rows: AccuracyRow[] = [];
for (const table of tables) rows.push(...((await import(`./accuracy/${table.slice(0, -".ts".length)}.ts`)).rows ?? []));
const compared = new Map<AccuracyRow, Comparison>();

describe("agreement with the reference", () => {
  test.for(rows.map((row) => [row.fixture, row] as const))("%s", ([, row], { task }) => {
    const comparison = compare(row);
    compared.set(row, comparison);
    const { name, fixture, tolerance, reason } = row;
    task.meta.accuracy = { ...comparison, name, fixture, tolerance, reason };
    expect(reason).not.toBe("");
    expect(comparison.failures).toEqual([]);
  });

  test("every pvlib fixture has a row in the table", () => {
    const folder = new URL("fixtures/pvlib/", root);
    const files = (readdirSync(folder, { recursive: true }) as string[]).map((path) => path.replaceAll("\\", "/"));
    const fixtures = files.filter((path) => path.includes("/") && path.endsWith(".json"));
    const used = new Set(rows.map((row) => row.fixture));
    expect(fixtures.map((path) => `pvlib/${path.slice(0, -".json".length)}`).filter((path) => !used.has(path))).toEqual(
      [],
    );
  });
});

describe("the names of pvlib", async () => {
  const pvlib = JSON.parse(readFileSync(new URL("fixtures/pvlib/names.json", root), "utf8")) as {
    names: { [module: string]: string[] };
    otherModules: string[];
  };
  const exported = await exportedNames();
  const mapped = Object.entries(PVLIB_NAMES).flatMap(([module, names]) =>
    Object.entries(names).map(([name, target]) => ({ name: `${module}.${name}`, target })),
  );

  test("each is mapped or has a reason, and no other is", () => {
    const listed = Object.entries(pvlib.names).flatMap(([module, names]) => names.map((name) => `${module}.${name}`));
    expect(mapped.map(({ name }) => name).sort()).toEqual(listed.sort());
    expect(Object.keys(OTHER_MODULES).sort()).toEqual(pvlib.otherModules);
  });

  test("each is mapped to an export", () => {
    const targets = [...mapped, ...Object.entries(OTHER_REFERENCES).map(([name, target]) => ({ name, target }))];
    const missing = targets.filter(({ target }) => typeof target === "string" && !exported.has(target));
    expect(missing.map(({ name, target }) => `${name} → ${target}`)).toEqual([]);
  });

  test("there is no reason for what we have", () => {
    const ours = new Set([...exported].map((name) => name.split("/")[1]));
    const reasons = mapped.filter(({ target }) => typeof target !== "string");
    expect(reasons.filter(({ name }) => ours.has(camelCase(name.split(".")[1]!))).map(({ name }) => name)).toEqual([]);
  });

  test("each that is mapped has a row in the table", () => {
    const held = new Set(rows.flatMap((row) => target(row) ?? []));
    const wanted = new Set(mapped.flatMap(({ target }) => (typeof target === "string" ? [target] : [])));
    expect([...wanted].filter((name) => exported.has(name) && !held.has(name))).toEqual([]);
  });

  test("each reference in the table is mapped", () =>
    expect(rows.filter((row) => target(row) === undefined).map(({ name }) => name)).toEqual([]));
});

/** "family/export" that a row of the table is about: by its fixture, else by the reference's dotted name. */
function target({ name, fixture }: AccuracyRow): string | undefined {
  const [, module, plain] = name.split(".");
  const found = OTHER_REFERENCES[fixture] ?? OTHER_REFERENCES[name] ?? PVLIB_NAMES[module!]?.[plain!];
  return typeof found === "string" ? found : undefined;
}

async function exportedNames(): Promise<Set<string>> {
  const models = new URL("src/physics/models/", root);
  const families = readdirSync(models, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const indexes = families.map(async ({ name: family }) => {
    const names = Object.keys(await import(`../../src/physics/models/${family}/index.ts`));
    return names.map((name) => `${family}/${name}`);
  });
  return new Set((await Promise.all(indexes)).flat());
}

test("docs/reference/models/ says what the models say and what was measured (npm run accuracy)", async () => {
  const measured = rows.map((row) => ({ row, comparison: compared.get(row) ?? compare(row), target: target(row) }));
  const pages = modelPages(measured);
  for (const [page, text] of pages) await expect(text).toMatchFileSnapshot(`../../docs/reference/models/${page}`);
  expect(readdirSync(new URL("docs/reference/models/", root)).filter((page) => !pages.has(page))).toEqual([]);
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
