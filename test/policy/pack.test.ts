/**
 * The packages as users get them: packed from dist/, installed into an empty folder, every subpath imported by plain Node. Modules are
 * their sources without types, for those who read or debug them.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../cli/in-process.js";
import { inNode, type Manifest, manifest, ROOT, read, repositoryFiles } from "./repository.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "irradiance-pack-")));
const project = join(folder, "project");
const tsc = join(createRequire(import.meta.url).resolve("typescript-7/package.json"), "../bin/tsc");

/** `files`: modules and their types; `most`: MB of the tarball. */
const PACKAGES: { own: Manifest; files: RegExp; papers: string[]; most: number }[] = [
  {
    own: manifest,
    most: 4,
    files: /^dist\/.*\.(js|cjs|d\.ts|d\.cts)$/,
    papers: ["CHANGELOG.md", "LICENSE", "NOTICE.md", "README.md", "package.json"],
  },
  {
    own: JSON.parse(read("archive/package.json")),
    most: 0.5,
    files: /^dist\/.*\.(js|d\.ts)$/,
    papers: ["LICENSE", "README.md", "archive.schema.json", "package.json"],
  },
  {
    own: JSON.parse(read("server/package.json")),
    // A megabyte is the engine in the page's threads, and the texts of five languages, plain and compressed twice.
    most: 8,
    // The pages bring the papers of what they are made of.
    files:
      /^dist\/(.*\.(js|d\.ts)|docs\/([\w-]+\.(html|css|png)|LICENSE|NOTICE)|page\/([\w-]+\.(html|css|js)(\.br|\.gz)?|client\.tgz|LICENSES\.txt))$/,
    papers: ["LICENSE", "README.md", "client/api.d.ts", "openapi.yaml", "package.json"],
  },
  {
    own: JSON.parse(read("mcp/package.json")),
    most: 0.1,
    files: /^dist\/.*\.(js|d\.ts)$/,
    papers: ["LICENSE", "README.md", "package.json"],
  },
];
const SERVER = PACKAGES[2]!.own;

/** By package: the paths in its tarball. */
const packed = new Map<string, string[]>();
/** The same: bytes of the tarball. */
const sizes = new Map<string, number>();

function run(command: string, args: string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

function evaluate(script: string): string {
  return run(process.execPath, ["--input-type=module", "--eval", script], project).trim();
}

/** Subpaths as a user would write them; `./models/*` stands for every folder in the package that has an index. */
function specifiers({ name, exports }: Manifest): string[] {
  return Object.entries(exports).flatMap(([subpath, target]) => {
    if (typeof target === "string") return [];
    const [before = "", after] = inNode(target).default.slice(2).split("*");
    if (after === undefined) return [name + subpath.slice(1)];
    return packed
      .get(name)!
      .filter((path) => path.startsWith(before) && path.endsWith(after) && path.length > before.length + after.length)
      .map((path) => path.slice(before.length, -after.length))
      .filter((folder) => !folder.includes("/"))
      .map((folder) => name + subpath.slice(1).replace("*", folder));
  });
}

beforeAll(() => {
  const words = ["pack", "--json", "--ignore-scripts", "--workspaces", "--pack-destination", folder];
  const reports: { name: string; filename: string; size: number; files: { path: string }[] }[] = JSON.parse(
    run("npm", words, ROOT),
  );
  for (const { name, files, size } of reports) {
    sizes.set(name, size);
    packed.set(
      name,
      files.map(({ path }) => path),
    );
  }
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const quiet = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
  run("npm", ["install", ...quiet, ...reports.map(({ filename }) => join(folder, filename))], project);
  // npm shares two cores with the judges of the other lanes.
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(PACKAGES)("the package $own.name", ({ own, files, papers, most }) => {
  it("holds the build, its types and the papers, and nothing else", () => {
    const paths = packed.get(own.name)!;
    const foreign = paths.filter((path) => !papers.includes(path) && !files.test(path));
    expect(foreign, 'narrow "files" in package.json').toEqual([]);
    expect(papers.filter((path) => !paths.includes(path))).toEqual([]);
    expect(paths.filter((path) => /(^|\/)(test|fixtures?)(\/|\.)|\.test\./.test(path))).toEqual([]);
  });

  it(`is a tarball of at most ${most} MB`, () => {
    expect(sizes.get(own.name)! / 1e6).toBeLessThanOrEqual(most);
  });

  it("gives Node every subpath, each with a name in it, and types beside it", () => {
    const names = specifiers(own);
    const script = `
      const empty = [];
      for (const name of ${JSON.stringify(names)}) {
        if (Object.keys(await import(name)).length === 0) empty.push(name);
      }
      console.log(JSON.stringify(empty));`;
    // One is a command alone.
    expect(names.includes(own.name)).toBe("." in own.exports);
    expect(JSON.parse(evaluate(script))).toEqual([]);
    const types = Object.values(own.exports).flatMap((target) =>
      typeof target === "string" ? [] : [target.types.slice(2), inNode(target).types.slice(2)],
    );
    expect(types.filter((path) => !path.includes("*") && !packed.get(own.name)!.includes(path))).toEqual([]);
  });

  it("does not let in what is not exported", () => {
    const script = `await import("${own.name}/dist/index.js").catch(({ code }) => console.log(code))`;
    expect(evaluate(script)).toBe("ERR_PACKAGE_PATH_NOT_EXPORTED");
  });

  it.each(Object.keys(own.bin ?? {}))("brings the command %s", (name) => {
    expect(run(join(project, "node_modules", ".bin", name), ["--help"], project)).toMatch(/usage/i);
    expect(run(join(project, "node_modules", ".bin", name), ["--version"], project).trim()).toBe(own.version);
  });
});

/** As esbuild writes a module when it has taken out types, comments and blanks. */
async function bare(path: string): Promise<string> {
  const loader = path.endsWith(".ts") ? "ts" : "js";
  const options = { minifyWhitespace: true, minifySyntax: true, legalComments: "none", target: "es2022" } as const;
  const tsconfigRaw = { compilerOptions: { verbatimModuleSyntax: true } };
  const { code } = await transform(read(path), { loader, tsconfigRaw, ...options });
  // A module of types alone, an import of types alone.
  return code.replace(/^export ?\{\};\n$/, "").replaceAll(/(?<=\bimport \w+),\{\}(?=from\b)/g, " ");
}

describe("modules", () => {
  it.each([".", "archive", "server", "mcp"])("of the package in %s are their sources without types", async (home) => {
    const sources = repositoryFiles(`:(glob)${posix.join(home, "src/**/*.ts")}`).filter(
      (path) => !path.endsWith(".generated.ts"),
    );
    const different: string[] = [];
    for (const source of sources) {
      const built = source.replace(/(^|\/)src\//, "$1dist/").replace(/\.ts$/, ".js");
      const [expected, found] = await Promise.all([bare(source), bare(built)]);
      if (found !== expected) different.push(built);
    }
    expect(sources.length).toBeGreaterThan(3);
    // Written by the build itself.
    expect(different.filter((path) => path !== "server/dist/commit.js")).toEqual([]);
  });

  it("name no maps, and embedded data is packed once, whatever bundles it", () => {
    const dist = [...packed].flatMap(([name, paths]) =>
      paths
        .filter((path) => /^dist\/.*\.js$/.test(path) && !/^dist\/(docs|page)\//.test(path))
        .map((path) => join(project, "node_modules", name, path)),
    );
    expect(dist.filter((path) => readFileSync(path, "utf8").includes("//# sourceMappingURL"))).toEqual([]);
    const ofData = dist.filter((path) => /[A-Za-z0-9+/]{10000}/.test(readFileSync(path, "utf8")));
    expect(ofData.length).toBeGreaterThan(5);
    expect(ofData.filter((path) => !path.endsWith(".generated.js"))).toEqual([]);
  });
});

/** A command's lines that end in a backslash are one. */
function commandsOfReadme(): string[] {
  const lines = read("README.md").replaceAll("\\\n", " ").split("\n");
  return lines.filter((line) => line.startsWith("npx irradiance-engine "));
}

it("README's commands run word for word where the tarballs are installed", async () => {
  const place = join(folder, "rehearsal");
  mkdirSync(join(place, "tiles"), { recursive: true });
  writeFileSync(join(place, "package.json"), JSON.stringify({ private: true }));
  symlinkSync(join(project, "node_modules"), join(place, "node_modules"), "dir");
  const env = { ...process.env, npm_config_yes: "false" };
  const typed = (line: string) => spawnSync("sh", ["-c", line], { cwd: place, env, encoding: "utf8" });
  // What a user brings: elevations of Tennessee and its weather, a roof's log, ten measured years, monthly values, sites.
  cpSync(join(ROOT, "fixtures/terrain/jacksboro.tif"), join(place, "tiles/jacksboro.tif"));
  cpSync(join(ROOT, "fixtures/weather/pvgis-tmy.csv"), join(place, "tmy_47.400_8.500.csv"));
  const plant = { planes: [{ kwp: 800, tracker: {} }], inverter: { ac_power: "720 kW" } };
  writeFileSync(join(place, "plant.json"), JSON.stringify(plant));
  writeFileSync(join(place, "sites.csv"), "id,lat,lon\na,36.6,-84.2\nb,36.7,-84.1\n");
  const months = [41, 70, 119, 167, 200, 222, 224, 190, 138, 85, 46, 33].map((sum, k) => `${k + 1},${sum}`);
  const head = "# latitude: 47.4\n# longitude: 8.5\nmonth,ghi (kWh/m2/month)\n";
  writeFileSync(join(place, "monthly.csv"), `${head}${months.join("\n")}\n`);
  const made = async (file: string, words: string) => {
    const { status, stderr } = await runCli(["generate", ...words.split(" "), "--out", file, "--quiet"], place);
    if (status !== 0) throw new Error(stderr);
    // As if it were measured.
    const lines = readFileSync(join(place, file), "utf8").split("\n");
    writeFileSync(join(place, file), lines.filter((line) => !/^# (note|typical_year)/.test(line)).join("\n"));
  };
  await made("weather.csv", "--lat 36.6 --lon -84.2");
  await made("roof.csv", "--lat 47.4 --lon 8.5");
  for (let k = 0; k < 10; k++)
    await made(`${2001 + k}.csv`, `--lat 47.4 --lon 8.5 --random-seed ${k} --year ${2001 + k}`);
  // What reads a public archive is judged with a played one (scripts/judge-weather.mjs); here it finds the archive's package, and no host.
  const isOfTheNet = (line: string) => line.includes("--weather open-meteo ");
  const nowhere = commandsOfReadme()
    .filter(isOfTheNet)
    .map((line) => typed(line.replace("open-meteo", "open-meteo=http://127.0.0.1:9/")));
  expect(nowhere.length).toBeGreaterThan(1);
  for (const { status, stderr } of nowhere) {
    expect(stderr).toContain("http://127.0.0.1:9 cannot be reached");
    expect(status).toBe(1);
  }
  const commands = commandsOfReadme().filter((line) => !isOfTheNet(line));
  expect(commands.length).toBeGreaterThan(8);
  const failed = commands
    .map((line) => ({ line, ...typed(line) }))
    .filter(({ status }) => status !== 0)
    .map(({ line, stderr }) => `${line}\n${stderr}`);
  expect(failed).toEqual([]);
  const written = commands.flatMap((line) =>
    [...line.matchAll(/--(?:out|plot|loss-plot|audit) (\S+)/g)].map(([, file]) => file),
  );
  expect(written.filter((file) => !existsSync(join(place, file!)))).toEqual([]);
});

it("README's example prints what it shows where the tarballs are installed", () => {
  const [, code = "", shown] = /```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/.exec(read("README.md")) ?? [];
  expect(`${evaluate(code)}\n`).toBe(shown);
});

it("README's first lines are true in an empty folder, with the tarball in place of the published package", () => {
  const [, lines = ""] = /```\n(npm install irradiance-engine\n[\s\S]*?)```/.exec(read("README.md")) ?? [];
  const tarball = join(folder, `irradiance-engine-${manifest.version}.tgz`);
  const empty = join(folder, "empty");
  mkdirSync(empty);
  // Else npm takes a folder above it that has one for the project.
  writeFileSync(join(empty, "package.json"), "{}");
  // npx may not fetch what is missing: a stranger's package would answer.
  const env = { ...process.env, npm_config_prefer_offline: "true", npm_config_yes: "false", npm_config_audit: "false" };
  const typed = lines.replace("irradiance-engine", tarball);
  const { stdout, stderr, status } = spawnSync("sh", ["-e", "-c", typed], { cwd: empty, env, encoding: "utf8" });
  expect(stdout).toMatch(/^year +\d/m);
  expect([status, stderr.includes("npm error")]).toEqual([0, false]);
});

it("the library has every family of models as a subpath", () => {
  expect(specifiers(manifest).filter((name) => name.includes("/models/")).length).toBeGreaterThan(5);
});

it("installs only what is declared to be needed", () => {
  const optional = Object.keys(manifest.peerDependencies ?? {}).filter((name) => !packed.has(name));
  const installed = readdirSync(join(project, "node_modules"));
  expect(optional.filter((name) => installed.includes(name.split("/")[0] as string))).toEqual([]);
});

describe("a program that uses the client", () => {
  it("knows the shape of every answer, and is told of paths and keys that there are not, without the types of Node", () => {
    const lines = `
      import { createClient, ServiceError } from "irradiance-server/client";
      const client = createClient({ url: "http://127.0.0.1:8080/v1", key: "k" });
      const { values, meta } = await client.get("/observation/realtime", { lat: 47, lon: 8 });
      const ghi: readonly (number | null)[] | null | undefined = values.global_horizontal_irradiance;
      const zone: number = meta.time_zone;
      // @ts-expect-error
      const wrong: string = meta.time_zone;
      // @ts-expect-error
      await client.get("/observation/never", { lat: 47, lon: 8 });
      // @ts-expect-error
      await client.get("/altitude", { lat: 47, longitude: 8 });
      export { ghi, ServiceError, wrong, zone };`;
    writeFileSync(join(project, "client.ts"), lines);
    const options = ["--noEmit", "--strict", "--skipDefaultLibCheck", "--module", "nodenext", "--lib", "es2022,dom"];
    const { stdout, status } = spawnSync(process.execPath, [tsc, ...options, "client.ts"], { cwd: project });
    expect([String(stdout), status]).toEqual(["", 0]);
  });
});

describe("irradiance-server, installed", () => {
  it("starts, answers its own client, stops, and leaves nothing where it was started", async () => {
    const cwd = join(folder, "elsewhere");
    mkdirSync(cwd);
    const bin = join(project, "node_modules", ".bin", Object.keys(SERVER.bin)[0]!);
    const child = spawn(bin, ["serve", "--port", "0", "--operations-port", "off", "--demo", "any"], {
      cwd,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const ended = once(child, "exit");
    try {
      const [line] = (await Promise.race([once(child.stdout, "data"), ended])) as [Buffer | number | null];
      const url = `${String(line).trim()}/v1`;
      const script = `
        import { createClient } from "irradiance-server/client";
        const client = createClient({ url: "${url}", key: "demo0000-0000-0000-0000-000000000000" });
        const { values, meta } = await client.get("/observation/realtime", {
          lat: 36.1, lon: -79.95, start: "-3hours", end: "now", frequency: "1_hour",
        });
        console.log(JSON.stringify([values.temperature.length, meta.version]));`;
      const [rows, version] = JSON.parse(evaluate(script));
      expect(rows).toBeGreaterThanOrEqual(3);
      expect(version).toBe(SERVER.version);
    } finally {
      child.kill("SIGTERM");
    }
    expect(await ended).toEqual([0, null]);
    expect(readdirSync(cwd)).toEqual([]);
  });
});
