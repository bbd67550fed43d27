/** What an import costs a browser: every export of the models alone, the sun alone and the pipeline, bundled and compressed. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { ROOT, read } from "./repository.js";

/** Bytes after gzip; 1 kB = 1000 bytes. */
const ONE_MODEL = 4200;
const SUN_ALONE = 8000;
/**
 * Decompositions of two stages, intervals with a course and GHI with one of its own (0.3 kB), minutes, time zones, turning planes, every altitude's clear sky and
 * maps of shade with edges, read along the way of the sun, closely where the light changes and not at all where it does not (0.9 kB), in it.
 */
const PIPELINE = 60_850;

/** Models larger than one model may be, and why. */
const LARGE: { readonly [name: string]: readonly [limit: number, reason: string] } = {
  "decomposition/dirint": [7075, "a table of 1260 published coefficients: 2.9 kB as packed as it gets"],
  "decomposition/dirintSmooth": [4850, "252 of the coefficients of DIRINT, and DISC"],
  "decomposition/starkeRamped": [5150, "Starke's seven sets, and the predictors of its stage"],
  "decomposition/dirintStarke": [7550, "two models"],
  "decomposition/dirindex": [7350, "DIRINT with a clear sky"],
  "decomposition/engerer2": [4625, "with the astronomy and the clear sky that it was fitted with"],
  "decomposition/yang4": [4325, "six published sets, with the model of the hour before inside"],
  "clear-sky/rest2V5": [5250, "two hundred published coefficients, in powers"],
  "clear-sky/rest2V9": [5350, "two hundred published coefficients, in powers"],
  "transposition/perez": [5100, "eleven published sets of 48 coefficients"],
  "transposition/perezOnMeans": [4350, "Perez–Driesse, and the weights of two skies"],
  "transposition/gtiDirint": [10_150, "DIRINT and Perez's sky, with the tables of both, and what it refuses"],
  "pv/pvwattsSystem": [
    9700,
    "a chain: incidence, rear side, four spectral corrections (2.6 kB), cells, losses, inverter",
  ],
  "pv/huldSystem": [10_100, "a chain of models, with the same spectral corrections"],
  "pv/cecSystem": [11_300, "a chain of models, with the same spectral corrections"],
  "tracking/tracker": [4450, "trackers of one and two axes, with their view of the sky above a line"],
  "solar-position/spaIntermediates": [9000, "all 42 quantities of SPA, by name"],
  "solar-position/sunRiseSetTransit": [9250, "the sun and its fast form, to iterate with"],
};

/** What reaches the ephemeris carries the 1200 numbers of SPA's tables and 50 years of ΔT. */
const SUN = "solar-position/";

const sizes = await sizesOf([
  { name: "computeObservation", code: `export { computeObservation } from "./src/index.ts"` },
  ...(await exportsOfModels()),
]);

/** One import per export of each family. */
async function exportsOfModels(): Promise<{ name: string; code: string }[]> {
  const folders = readdirSync(join(ROOT, "src/physics/models"), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const indexes = folders.map(({ name }) => `src/physics/models/${name}/index.ts`);
  const options = {
    bundle: true,
    format: "esm",
    write: false,
    metafile: true,
    outdir: "/",
    absWorkingDir: ROOT,
  } as const;
  const { metafile } = await build({ ...options, entryPoints: indexes });
  return Object.values(metafile.outputs).flatMap(({ entryPoint, exports }) =>
    exports.map((name) => ({
      name: `${entryPoint!.split("/")[3]}/${name}`,
      code: `export { ${name} } from "./${entryPoint}"`,
    })),
  );
}

/** Each entry bundled by itself, minified, compressed: bytes. */
async function sizesOf(entries: readonly { name: string; code: string }[]): Promise<Map<string, number>> {
  const { outputFiles } = await build({
    entryPoints: entries.map(({ name }) => ({ in: `entry:${name}`, out: name })),
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    write: false,
    outdir: "/",
    plugins: [
      {
        name: "entries",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^entry:/ }, ({ path }) => ({ path: path.slice("entry:".length), namespace: "entry" }));
          onLoad({ filter: /.*/, namespace: "entry" }, ({ path }) => ({
            contents: entries.find(({ name }) => name === path)!.code,
            resolveDir: ROOT,
          }));
        },
      },
    ],
  });
  return new Map(entries.map(({ name }, i) => [name, gzipSync(outputFiles[i]!.contents, { level: 9 }).length]));
}

function above(limit: number, wanted: (name: string) => boolean): string[] {
  return [...sizes].filter(([name, size]) => wanted(name) && size > limit).map(([name, size]) => `${name}: ${size}`);
}

describe("a bundle of one import", () => {
  const isModel = (name: string) => name.includes("/") && !(name in LARGE) && !name.startsWith(SUN);
  const isSun = (name: string) => !(name in LARGE) && name.startsWith(SUN);

  test("there are many", () => expect(sizes.size).toBeGreaterThan(200));

  test("of one model is at most 4.2 kB", () => expect(above(ONE_MODEL, isModel)).toEqual([]));

  test("of the sun is at most 8 kB", () => expect(above(SUN_ALONE, isSun)).toEqual([]));

  test("of computeObservation is at most 60.85 kB", () => {
    expect(above(PIPELINE, (name) => name === "computeObservation")).toEqual([]);
  });

  test.each(Object.entries(LARGE))("of %s is what its reason allows, and needs it", (name, [limit, reason]) => {
    expect(reason).not.toBe("");
    expect(sizes.get(name)).toBeGreaterThan(ONE_MODEL);
    expect(sizes.get(name)).toBeLessThanOrEqual(limit);
  });
});

/** What comes with an import, and what is fetched when a function is called. */
describe("the embedded climatology, in chunks", async () => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export * from "./src/data/climatology/index.ts"`, resolveDir: ROOT },
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    write: false,
    outdir: "/",
  });
  const gzipped = outputFiles.map(({ path, contents }) => ({ path, size: gzipSync(contents, { level: 9 }).length }));
  const holding = (source: string) =>
    Object.entries(metafile.outputs)
      .filter(([, { inputs }]) => inputs[source] && Object.keys(inputs).length === 1)
      .map(([path]) => gzipped.find((file) => file.path.endsWith(`/${path.split("/").at(-1)}`))!);

  test("costs 2.8 kB before anything is asked for, 0.4 of it the texts of a bare place's year, 0.3 the sky's index of a forecast", () => {
    const entry = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === "<stdin>")!;
    const first = new Set([
      entry[0],
      ...entry[1].imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path),
    ]);
    const sizes = gzipped.filter(({ path }) => [...first].some((name) => path.endsWith(`/${name.split("/").at(-1)}`)));
    expect(sizes.length).toBe(first.size);
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(2800);
  });

  test("has the world's climate in one chunk of at most 450 kB, with nothing else in it", () => {
    const [chunk, ...more] = holding("src/data/climatology/world/fields.generated.ts");
    expect(more).toEqual([]);
    expect(chunk!.size).toBeGreaterThan(200_000);
    expect(chunk!.size).toBeLessThanOrEqual(450_000);
  });

  test("has the heights of mountains in one chunk of at most 300 kB, with nothing else in it", () => {
    const [chunk, ...more] = holding("src/data/climatology/altitude-detail.generated.ts");
    expect(more).toEqual([]);
    expect(chunk!.size).toBeGreaterThan(200_000);
    expect(chunk!.size).toBeLessThanOrEqual(300_000);
  });
});

test.each([
  ["dist/answers/bulk/index.js", "node"],
  ["dist/engine/gpu/index.js", "node"],
  ["dist/engine/gpu/index.js", "browser"],
  ["archive/dist/index.js", "node"],
] as const)(
  "%s bundles for %s without the optional packages: who lacks one is told when it is needed",
  async (entry, platform) => {
    const manifests = ["package.json", "archive/package.json"].map((path) => JSON.parse(read(path)));
    const peers = manifests.flatMap(({ peerDependencies }) => Object.keys(peerDependencies));
    const alias = Object.fromEntries(peers.map((name) => [name, "a-package-that-nobody-has"]));
    const options = { bundle: true, format: "esm", write: false, logLevel: "silent" } as const;
    const { errors, warnings } = await build({ entryPoints: [join(ROOT, entry)], platform, alias, ...options });
    expect([errors, warnings]).toEqual([[], []]);
  },
);
