/** What a web developer does: import an entry, bundle it without settings, open the page. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, describe, expect, it } from "vitest";
import {
  applicationFolder,
  browserEntries,
  bundleWithEsbuild,
  bundleWithVite,
  writeApplication,
} from "../../scripts/browser/bundles.mjs";
import { findChromium, pageText, statusOf } from "../../scripts/browser/chromium.mjs";
import { ROOT } from "../policy/repository.js";

const folder = await applicationFolder(ROOT);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const entries = await browserEntries(ROOT);
const chromium = await findChromium().catch(({ message }: Error) => {
  console.warn(`SKIPPED: no bundle is run in a browser: ${message}`);
  return undefined;
});

describe("all entries for browsers", async () => {
  await writeApplication(folder, entries);

  it("are many, the weather among them", () => {
    expect(entries).toEqual(expect.arrayContaining(["irradiance-engine", "irradiance-engine/weather"]));
    expect(entries.length).toBeGreaterThan(15);
  });

  describe.each([
    ["esbuild", bundleWithEsbuild],
    ["vite", bundleWithVite],
  ] as const)("with %s", (name, bundle) => {
    it("bundle without settings and without warnings", async () => expect(await bundle(folder)).toEqual([]));

    it.skipIf(chromium === undefined)("run in Chromium, and read a CSV with quoted cells", async () => {
      const dom = await pageText(folder, `${name}/index.html`);
      expect(statusOf(dom)).toBe(`${entries.length} entries, 0 empty; 812.5,790.3 true 12`);
    });
  });
});

describe('moduleResolution "Bundler"', () => {
  it("knows every entry without the types of the DOM or of Node", () => {
    const file = join(folder, "plain.ts");
    writeFileSync(file, entries.map((entry, k) => `export * as e${k} from ${JSON.stringify(entry)};`).join("\n"));
    expect(problemsIn(file, ["lib.es2022.d.ts"])).toEqual([]);
  });

  it("sees createEngine in the main entry, without the types of Node", () => {
    const file = join(folder, "bundler.ts");
    writeFileSync(
      file,
      `import { createEngine, computeColumns } from "irradiance-engine";
       import { readWeather } from "irradiance-engine/weather";
       export const engine = await createEngine({ timeZones: false });
       export const columns = computeColumns({ lat: 0, lon: 0 }, (await readWeather("")).series);
       // @ts-expect-error
       export const wrong: string = engine;`,
    );
    expect(problemsIn(file, ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"])).toEqual([]);
  });
});

function problemsIn(file: string, lib: string[]): string[] {
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib,
    types: [],
    strict: true,
    noEmit: true,
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}
