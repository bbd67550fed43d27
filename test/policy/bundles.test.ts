/** What an import costs a browser: every export of the models alone, the sun alone and the pipeline, bundled and compressed. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { ROOT, read } from "./repository.js";

/** Bytes after gzip; 1 kB = 1000 bytes. */
const ONE_MODEL = 4000;
const SUN_ALONE = 8000;
/**
 * 40,000 with Erbs–Driesse as the default split and sub-steps of one length. The two models that replaced Erbs–Driesse bring 5.4 kB
 * (DIRINT's table for unknown water, DISC, Starke's predictors) and lower the error of DNI by a third of its (research/decomposition.md);
 * the course of an interval 1.4 kB: sub-steps as close as the sun is low, edges at extremes, both means of the beam; 0.5 kB tell
 * how three given components close (a histogram and its notice); 1 kB limit twilight, and tell from the series whether its two
 * beams have a ratio of their own. Speed costs 1.5 kB: 0.8 that the shortcut of one sub-step an interval
 * takes models that look at neighbours (minutes with the default split in two thirds of the time), 0.7 that sub-steps follow
 * three heights of the sun, with three an hour where it is high, and that predictors are found in fewer loops (an hourly year
 * in a tenth less). Times of other zones than UTC, and their days, months and years, cost 3.3 kB. 0.7 that a plane may turn, and
 * stand in rows (`tracker`, `sheds`), which themselves stay outside; 0.3 that gaps in the wind and days of trackers are said, and 0.1 that an
 * albedo is unused or out of range; 0.5 that texts are bounded, that an unknown key is refused with the one that was meant, and
 * that a horizon is unused; 0.5 that GHI over snow is split as over bare ground (a quarter of the error of DNI there); 0.8 for the clear
 * sky of every altitude beside the former default, and that others leave their range.
 */
const PIPELINE = 59_000;

/** Models larger than one model may be, and why. */
const LARGE: { readonly [name: string]: { readonly limit: number; readonly reason: string } } = {
  "decomposition/dirint": {
    limit: 6950,
    reason: "a table of 1260 published coefficients: 2.9 kB as packed as it gets",
  },
  "decomposition/dirintSmooth": { limit: 4850, reason: "252 of the coefficients of DIRINT, and DISC" },
  "decomposition/starkeRamped": { limit: 5080, reason: "Starke's seven sets, and the predictors of its stage" },
  "decomposition/dirintStarke": { limit: 7550, reason: "two models" },
  "decomposition/dirindex": { limit: 7300, reason: "DIRINT with a clear sky" },
  "decomposition/engerer2": { limit: 4470, reason: "with the astronomy and the clear sky that it was fitted with" },
  "decomposition/yang4": { limit: 4200, reason: "six published sets, with the model of the hour before inside" },
  "clear-sky/rest2V5": { limit: 5020, reason: "two hundred published coefficients, in powers" },
  "clear-sky/rest2V9": { limit: 5140, reason: "two hundred published coefficients, in powers" },
  "clear-sky/solis2018": { limit: 4100, reason: "hundreds of published coefficients, and its options are checked" },
  "transposition/perez": { limit: 4800, reason: "eleven published sets of 48 coefficients" },
  "transposition/ghiFromPoaDriesse2023": {
    limit: 4030,
    reason: "two models, Erbs–Driesse and Perez–Driesse, inverted",
  },
  "transposition/gtiDirint": {
    limit: 10_050,
    reason: "DIRINT and Perez's sky, with the tables of both, and what it refuses",
  },
  "pv/pvwattsSystem": {
    limit: 8600,
    reason:
      "a chain of models: incidence, rear side, four spectral corrections (2.6 kB), cell temperature, losses, inverter",
  },
  "pv/huldSystem": { limit: 9000, reason: "a chain of models, with the same spectral corrections" },
  "pv/cecSystem": { limit: 10_200, reason: "a chain of models, with the same spectral corrections" },
  "tracking/tracker": { limit: 4450, reason: "trackers of one and two axes, with their view of the sky above a line" },
  "solar-position/spaIntermediates": { limit: 9000, reason: "all 42 quantities of SPA, by name" },
  "solar-position/sunRiseSetTransit": { limit: 9100, reason: "the sun and its fast form, to iterate with" },
};

/** What reaches the ephemeris carries the 1200 numbers of SPA's tables and 50 years of ΔT. */
const SUN = "solar-position/";

const sizes = await sizesOf([
  { name: "computeObservation", code: `export { computeObservation } from "./src/index.ts"` },
  ...(await exportsOfModels()),
]);

/** One import per export of each family. */
async function exportsOfModels(): Promise<{ name: string; code: string }[]> {
  const folders = readdirSync(join(ROOT, "src/models"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const indexes = folders.map(({ name }) => `src/models/${name}/index.ts`);
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
      name: `${entryPoint!.split("/")[2]}/${name}`,
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

  test("of one model is at most 4 kB", () => expect(above(ONE_MODEL, isModel)).toEqual([]));

  test("of the sun is at most 8 kB", () => expect(above(SUN_ALONE, isSun)).toEqual([]));

  test("of computeObservation is at most 58.2 kB", () => {
    expect(above(PIPELINE, (name) => name === "computeObservation")).toEqual([]);
  });

  test.each(Object.entries(LARGE))("of %s is what its reason allows, and needs it", (name, { limit, reason }) => {
    expect(reason).not.toBe("");
    expect(sizes.get(name)).toBeGreaterThan(ONE_MODEL);
    expect(sizes.get(name)).toBeLessThanOrEqual(limit);
  });
});

/** What comes with an import, and what is fetched when a function is called. */
describe("the embedded climatology, in chunks", async () => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export * from "./src/climatology/index.ts"`, resolveDir: ROOT },
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
    const [chunk, ...more] = holding("src/climatology/world/fields.generated.ts");
    expect(more).toEqual([]);
    expect(chunk!.size).toBeGreaterThan(200_000);
    expect(chunk!.size).toBeLessThanOrEqual(450_000);
  });

  test("has the heights of mountains in one chunk of at most 300 kB, with nothing else in it", () => {
    const [chunk, ...more] = holding("src/climatology/altitude-detail.generated.ts");
    expect(more).toEqual([]);
    expect(chunk!.size).toBeGreaterThan(200_000);
    expect(chunk!.size).toBeLessThanOrEqual(300_000);
  });
});

test.each([
  ["dist/bulk/index.js", "node"],
  ["dist/gpu/index.js", "node"],
  ["dist/gpu/index.js", "browser"],
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
