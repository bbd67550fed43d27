/** What a web developer does: import an entry, bundle it without settings, open the page. */
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
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

const tsc = join(createRequire(import.meta.url).resolve("typescript-7/package.json"), "../bin/tsc");
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
    expect(problemsIn(file, ["es2022"])).toBe("");
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
    expect(problemsIn(file, ["es2022", "dom", "dom.iterable"])).toBe("");
  });
});

/** What the compiler says of a file. */
function problemsIn(file: string, lib: string[]): string {
  const config = `${file}.json`;
  const modules = { module: "esnext", moduleResolution: "bundler", target: "es2022" };
  writeFileSync(
    config,
    JSON.stringify({ files: [file], compilerOptions: { ...modules, lib, types: [], strict: true, noEmit: true } }),
  );
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", config], { encoding: "utf8" });
  return status === 0 ? stdout : `${status}: ${stdout}`;
}
