/** The workflows under .github call what there is: a step that names a missing script would be seen on the first release. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { manifest, ROOT, read, repositoryFiles } from "./repository.js";

interface Step {
  name?: string;
  uses?: string;
  run?: string;
}

interface Job {
  "runs-on": string;
  "timeout-minutes"?: number;
  needs?: string | string[];
  permissions?: Record<string, string>;
  strategy?: { matrix: Record<string, unknown[]> };
  steps: Step[];
}

interface Workflow {
  on: unknown;
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

const paths = repositoryFiles(".github/workflows/*.yml", ".github/workflows/*.yaml");
const workflows = new Map(paths.map((path) => [path, parse(read(path)) as Workflow]));
const jobs = [...workflows].flatMap(([path, { jobs }]) =>
  Object.entries(jobs).map(([name, job]) => ({ path, name, job, where: `${path}: ${name}` })),
);
const steps = jobs.flatMap(({ where, job }) => job.steps.map((step) => ({ where, step })));
const commands = steps.flatMap(({ where, step }) => (step.run ? [{ where, run: step.run }] : []));

/** npm's own commands that take no script. */
const NPM_COMMANDS = ["ci", "install", "pkg", "publish", "view"];

describe("workflows", () => {
  it("are those for every change, for advisories and for a release", () => {
    expect(paths.map((path) => path.split("/").pop()).sort()).toEqual(["audit.yml", "ci.yml", "release.yml"]);
  });

  it("have jobs with a runner, a time limit and steps that do one thing", () => {
    for (const { where, job } of jobs) {
      expect(job["runs-on"], where).toMatch(/^(ubuntu|macos|windows)-latest$|^\$\{\{ matrix\.os \}\}$/);
      expect(job["timeout-minutes"], where).toBeGreaterThan(0);
      expect(job.steps.length, where).toBeGreaterThan(0);
    }
    for (const { where, step } of steps) expect([step.run, step.uses].filter(Boolean), where).toHaveLength(1);
  });

  it("wait only for jobs that exist", () => {
    for (const { path, where, job } of jobs) {
      const known = Object.keys(workflows.get(path)?.jobs ?? {});
      expect(known, where).toEqual(expect.arrayContaining([job.needs ?? []].flat()));
    }
  });

  it("run npm scripts that exist", () => {
    const named = commands.flatMap(({ where, run }) =>
      [...run.matchAll(/\bnpm (?:run (?:--\S+ )*)?([a-z][a-z:-]*)/g)].map(([text, script]) => ({
        where,
        text,
        script,
      })),
    );
    const missing = named.filter(
      ({ text, script }) =>
        !manifest.scripts?.[script as string] &&
        (text.startsWith("npm run") || !NPM_COMMANDS.includes(script as string)),
    );
    expect(missing).toEqual([]);
    expect(named.map(({ script }) => script)).toEqual(
      expect.arrayContaining(["build", "lint", "types", "test", "docs"]),
    );
  });

  it("run files that exist", () => {
    const files = commands.flatMap(({ run }) =>
      [...run.matchAll(/(?:^|\s)((?:\.ci|scripts)\/[\w.-]+)/gm)].map(([, f]) => f),
    );
    expect(files).toEqual(expect.arrayContaining([".ci/run", "scripts/release-version.mjs"]));
    expect(files.filter((file) => !existsSync(join(ROOT, file as string)))).toEqual([]);
  });

  it("pin actions to a major version", () => {
    const actions = steps.flatMap(({ step }) => step.uses ?? []);
    expect(actions.length).toBeGreaterThan(0);
    expect(actions.filter((action) => !/^actions\/[\w-]+@v\d+$/.test(action))).toEqual([]);
  });

  it("put nothing into a shell that somebody else may write, and no secret", () => {
    expect(commands.filter(({ run }) => run.includes("${{"))).toEqual([]);
    expect(paths.filter((path) => /\bsecrets\b|NODE_AUTH_TOKEN|_authToken/.test(read(path)))).toEqual([]);
  });

  it("may only read, but for the identity of who publishes", () => {
    for (const [path, workflow] of workflows) expect(workflow.permissions, path).toEqual({ contents: "read" });
    const more = jobs.filter(({ job }) => job.permissions).map(({ path, name, job }) => [path, name, job.permissions]);
    expect(more).toEqual([[".github/workflows/release.yml", "publish", { contents: "read", "id-token": "write" }]]);
  });

  it("test every supported version of Node on every system", () => {
    const { matrix } = workflows.get(".github/workflows/ci.yml")?.jobs.systems?.strategy ?? {};
    expect(matrix).toEqual({ os: ["ubuntu-latest", "macos-latest", "windows-latest"], node: [20, 22, 24] });
  });

  it("publish after the checks, the engine first", () => {
    const publish = workflows.get(".github/workflows/release.yml")?.jobs.publish;
    expect(publish?.needs).toBe("check");
    const script = publish?.steps.find(({ run }) => run?.includes("npm publish"))?.run;
    expect(script).toMatch(/for folder in \. archive server; do/);
    expect(script).toContain("npm publish --provenance");
    // GitHub runs steps with `bash -e`: without addresses nothing is published.
    expect(script?.trim().split("\n")[0]).toBe("node scripts/release-addresses.mjs");
  });
});

describe("updates of what others make", () => {
  interface Update {
    "package-ecosystem": string;
    directory: string;
    schedule: { interval: string };
    groups: Record<string, object>;
  }
  const { version, updates } = parse(read(".github/dependabot.yml")) as { version: number; updates: Update[] };

  it("are proposed for every kind of it, each week and in groups", () => {
    expect(version).toBe(2);
    for (const { "package-ecosystem": kind, schedule, groups } of updates) {
      expect([schedule.interval, Object.keys(groups).length > 0], kind).toEqual(["weekly", true]);
    }
    const places = updates.map(({ "package-ecosystem": kind, directory }) => `${kind} ${directory}`);
    const folderOf = (path: string) => `/${path.split("/").slice(0, -1).join("/")}`;
    const found = [
      ...repositoryFiles(":(glob)**/package-lock.json").map((path) => `npm ${folderOf(path)}`),
      "github-actions /",
      ...repositoryFiles(":(glob)**/Dockerfile").map((path) => `docker ${folderOf(path)}`),
      ...repositoryFiles(":(glob)**/compose.yaml").map((path) => `docker-compose ${folderOf(path)}`),
    ];
    expect(places.sort()).toEqual(found.sort());
  });

  it("are looked at for known holes for every change and each week", () => {
    const workflow = workflows.get(".github/workflows/audit.yml");
    expect(workflow?.on).toEqual({
      push: { branches: ["main"] },
      pull_request: null,
      schedule: [{ cron: expect.stringMatching(/^\d+ \d+ \* \* \d$/) }],
    });
    expect(workflow?.jobs.audit?.steps.at(-1)?.run).toBe("npm run audit");
  });

  it("come into the image from the lockfile", () => {
    const file = read("server/Dockerfile");
    expect(file).toContain("RUN npm ci --no-audit");
    // Packages of others come from the tree of `npm ci` alone; tarballs are our own.
    expect(file.match(/npm (?:install|i|add|update) [^&\\\n]*/g)).toEqual([
      "npm install --omit=dev --no-audit --no-fund ",
    ]);
    expect(file).not.toMatch(/rm [^&\n]*package-lock|--no-package-lock/);
  });
});

describe("a release", () => {
  const check = (tag: string) =>
    spawnSync(process.execPath, ["scripts/release-version.mjs", tag], { cwd: ROOT, encoding: "utf8" });

  it("is refused when the tag is the version of no package", () => {
    const { status, stderr } = check("v999.0.0");
    expect(status).toBe(1);
    for (const name of ["irradiance-engine", "irradiance-archive", "irradiance-server"]) {
      expect(stderr).toContain(`${name} has version`);
    }
    expect(check(manifest.version).stderr).toContain("the tag must be v and a version");
  });

  it("agrees with the manifests: for today's version nothing but the changelog's section may be missing", () => {
    const { status, stderr } = check(`v${manifest.version}`);
    if (status !== 0) expect(stderr).toBe(`CHANGELOG.md has no section "## [${manifest.version}]"\n`);
  });

  it("names the repository in all packages, from one address, and is refused without it", () => {
    const folder = mkdtempSync(join(tmpdir(), "irradiance-release-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const homes = [".", "archive", "server"];
    for (const home of homes) cpSync(join(ROOT, home, "package.json"), join(folder, home, "package.json"));
    mkdirSync(join(folder, "scripts"));
    cpSync(join(ROOT, "scripts/release-addresses.mjs"), join(folder, "scripts/release-addresses.mjs"));
    const run = (...words: string[]) => {
      const { status, stderr } = spawnSync(process.execPath, ["scripts/release-addresses.mjs", ...words], {
        cwd: folder,
        encoding: "utf8",
      });
      return [status, stderr];
    };
    expect(run()).toEqual([1, expect.stringContaining("irradiance-archive has no address")]);
    expect(run("http://example.org")).toEqual([1, expect.stringContaining("https://HOST/OWNER/NAME")]);
    expect(run("https://example.org/solar/engine")).toEqual([0, ""]);
    expect(run()).toEqual([0, ""]);
    const manifests = homes.map((home) => JSON.parse(readFileSync(join(folder, home, "package.json"), "utf8")));
    expect(manifests.map(({ repository, bugs, homepage }) => ({ repository, bugs, homepage }))).toEqual(
      [undefined, "archive", "server"].map((directory) => ({
        repository: { type: "git", url: "git+https://example.org/solar/engine.git", ...(directory && { directory }) },
        bugs: { url: "https://example.org/solar/engine/issues" },
        homepage: "https://example.org/solar/engine#readme",
      })),
    );
  });

  it("keeps its commands: npm drops a path of bin that it has to correct", () => {
    for (const path of ["package.json", "server/package.json"]) {
      const { bin } = JSON.parse(read(path)) as { bin: Record<string, string> };
      for (const target of Object.values(bin)) expect(target, path).toMatch(/^dist\/[\w/]+\.js$/);
    }
  });
});
