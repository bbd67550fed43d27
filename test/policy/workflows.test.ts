/** The workflows under .github call what there is: a step that names a missing script would be seen on the first release. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { manifest, ROOT, read, repositoryFiles } from "./repository.js";

interface Job {
  "runs-on": string;
  "timeout-minutes"?: number;
  needs?: string | string[];
  permissions?: Record<string, string>;
  strategy?: { matrix: Record<string, unknown[]> };
  steps: { uses?: string; run?: string }[];
}

interface Workflow {
  on: unknown;
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

/** Actions that GitHub has not made: PyPI's own way to be trusted, and the makers of images and signatures. */
const OTHERS = [
  "docker/setup-buildx-action@v3",
  "docker/setup-qemu-action@v3",
  "pypa/gh-action-pypi-publish@release/v1",
  "sigstore/cosign-installer@v3",
];

const load = (name: string): Workflow => parse(read(`.github/workflows/${name}.yml`));
const NAMES = ["audit", "ci", "release"];
const workflows = NAMES.map(load);
const jobs = workflows.flatMap((workflow) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ workflow, name, job })),
);
const commands = jobs.flatMap(({ job }) => job.steps.flatMap(({ run = [] }) => run));
const namesIn = (pattern: RegExp) => commands.flatMap((run) => [...run.matchAll(pattern)].map(([, name]) => name!));

describe("workflows", () => {
  it("are those for every change, for advisories and for a release", () => {
    const paths = repositoryFiles(".github/workflows/*.yml", ".github/workflows/*.yaml");
    expect(paths.sort()).toEqual(NAMES.map((name) => `.github/workflows/${name}.yml`));
  });

  it.each(jobs)("$name has a runner, a time limit, jobs that exist to wait for, and steps that do one thing", (one) => {
    const { workflow, job } = one;
    expect(job["runs-on"]).toMatch(/^(ubuntu|macos|windows)-latest$|^\$\{\{ matrix\.os \}\}$/);
    expect(job["timeout-minutes"]).toBeGreaterThan(0);
    expect(Object.keys(workflow.jobs)).toEqual(expect.arrayContaining([job.needs ?? []].flat()));
    expect(job.steps.length).toBeGreaterThan(0);
    for (const { run, uses } of job.steps) expect([run, uses].filter(Boolean)).toHaveLength(1);
    // Actions are pinned to a major version.
    for (const { uses } of job.steps)
      if (uses) expect(OTHERS.includes(uses) || /^actions\/[\w-]+@v\d+$/.test(uses), uses).toBe(true);
  });

  it("run npm scripts and files that exist", () => {
    const scripts = namesIn(/\bnpm run (?:--\S+ )*([a-z][a-z:-]*)/g);
    expect(scripts.filter((name) => !manifest.scripts?.[name])).toEqual([]);
    const own = namesIn(/\bnpm (?!run\b)([a-z][a-z:-]*)/g).filter((name) => !manifest.scripts?.[name]);
    expect(own.filter((name) => !["ci", "install", "pkg", "publish", "sbom", "view"].includes(name))).toEqual([]);
    expect([...scripts, ...namesIn(/\bnpm (test)\b/g)]).toEqual(
      expect.arrayContaining(["build", "lint", "types", "test", "docs"]),
    );
    const files = namesIn(/(?:^|\s)((?:\.ci|scripts)\/[\w.-]+)/gm);
    expect(files).toEqual(expect.arrayContaining([".ci/run", "scripts/release-version.mjs"]));
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it("put nothing into a shell that somebody else may write, and no secret", () => {
    expect(commands.filter((run) => run.includes("${{"))).toEqual([]);
    const texts = NAMES.map((name) => read(`.github/workflows/${name}.yml`));
    expect(texts.filter((text) => /\bsecrets\b|NODE_AUTH_TOKEN|_authToken/.test(text))).toEqual([]);
  });

  it("may only read, but for the identity of who publishes", () => {
    for (const { permissions } of workflows) expect(permissions).toEqual({ contents: "read" });
    const more = jobs.filter(({ job }) => job.permissions).map(({ name, job }) => [name, job.permissions]);
    const identity = { contents: "read", "id-token": "write" };
    expect(more).toEqual([
      ["publish", identity],
      ["python", identity],
      ["image", { ...identity, packages: "write" }],
      ["page", { contents: "write" }],
    ]);
  });

  it("test every supported version of Node on every system", () => {
    const { matrix } = load("ci").jobs.systems?.strategy ?? {};
    expect(matrix).toEqual({ os: ["ubuntu-latest", "macos-latest", "windows-latest"], node: [20, 22, 24] });
  });

  it("release nothing before the checks, and the page when all else is there", () => {
    const { check, page, ...others } = load("release").jobs;
    expect(check?.needs).toBeUndefined();
    for (const { needs } of Object.values(others)) expect(needs).toBe("check");
    expect(page?.needs).toEqual(Object.keys(others));
  });

  it("leave alone what is published already", () => {
    const { python, image, page } = load("release").jobs;
    expect(python!.steps.at(-1)).toMatchObject({ with: { "skip-existing": true } });
    const runs = ({ steps }: Job) => steps.map(({ run = "" }) => run).join("\n");
    expect(runs(image!)).toMatch(
      /if docker buildx imagetools inspect "\$IMAGE" .*; then\n.*\nelse\n +docker buildx build /,
    );
    expect(runs(page!)).toMatch(/gh release view .* \|\| gh release create .*\ngh release upload .* --clobber/);
  });

  it("publish after the checks, the engine first, with the page compressed and from an address", () => {
    const { needs, steps } = load("release").jobs.publish!;
    expect(needs).toBe("check");
    expect(steps.map(({ run }) => run)).toContain("npm run build -- release");
    const script = steps.find(({ run }) => run?.includes("npm publish"))?.run;
    expect(script).toMatch(/for folder in \. archive server mcp; do/);
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
    for (const { "package-ecosystem": kind, schedule, groups } of updates)
      expect([schedule.interval, Object.keys(groups).length > 0], kind).toEqual(["weekly", true]);
    const places = updates.map(({ "package-ecosystem": kind, directory }) => `${kind} ${directory}`);
    const found = Object.entries({
      "package-lock.json": "npm",
      Dockerfile: "docker",
      "compose.yaml": "docker-compose",
    });
    const expected = found.flatMap(([file, kind]) =>
      repositoryFiles(`:(glob)**/${file}`).map((path) => `${kind} /${path.split("/").slice(0, -1).join("/")}`),
    );
    expect(places.sort()).toEqual(["github-actions /", ...expected].sort());
  });

  it("are looked at for known holes for every change and each week", () => {
    const { on, jobs } = load("audit");
    const schedule = [{ cron: expect.stringMatching(/^\d+ \d+ \* \* \d$/) }];
    expect(on).toEqual({ push: { branches: ["main"] }, pull_request: null, schedule });
    expect(jobs.audit?.steps.at(-1)?.run).toBe("npm run audit");
  });

  it("come into the image from the lockfile, the page compressed", () => {
    const file = read("server/Dockerfile");
    expect(file).toContain("RUN npm ci --no-audit --no-fund && npm run build -- release");
    // Packages of others come by the lockfile alone; tarballs are our own.
    expect(file).not.toMatch(/npm (?:install|i|add|update) /);
    const files = read("scripts/release/image-files.mjs");
    expect(files.match(/\["(?:install|i|add|update)"[^\]]*\]/g)).toEqual([expect.stringContaining('"--omit=dev"')]);
    expect(files).not.toMatch(/rmSync\([^)]*package-lock|--no-package-lock/);
  });

  it("leave the image to a user who is not root, with one folder to write", () => {
    const last = read("server/Dockerfile")
      .split(/^FROM /m)
      .at(-1)!;
    expect(last).toMatch(/^scratch\n/);
    expect(last.match(/^(USER|VOLUME) .*/gm)).toEqual(["USER 1000:1000", "VOLUME /data"]);
    expect(last).not.toMatch(/^RUN /m);
  });
});

describe("a release", () => {
  const run = (cwd: string, ...words: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, words, { cwd, encoding: "utf8" });
    return [status, stderr] as const;
  };
  const check = (tag: string) => run(ROOT, "scripts/release-version.mjs", tag);

  it("is refused when the tag is the version of no package", () => {
    const [status, stderr] = check("v999.0.0");
    expect(status).toBe(1);
    for (const name of ["engine", "archive", "server", "mcp"])
      expect(stderr).toContain(`irradiance-${name} has version`);
    expect(check(manifest.version)[1]).toContain("the tag must be v and a version");
  });

  it("agrees with the manifests: for today's version nothing but the changelog's section may be missing", () => {
    const [status, stderr] = check(`v${manifest.version}`);
    if (status !== 0) expect(stderr).toBe(`CHANGELOG.md has no section "## [${manifest.version}]"\n`);
  });

  it("names the repository in all packages, from one address, and is refused without it", () => {
    const folder = mkdtempSync(join(tmpdir(), "irradiance-release-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const manifests = ["package.json", "archive/package.json", "server/package.json", "mcp/package.json"];
    const script = "scripts/release-addresses.mjs";
    const integration = "home-assistant/custom_components/irradiance_engine/manifest.json";
    for (const path of [...manifests, integration, script]) cpSync(join(ROOT, path), join(folder, path));
    expect(run(folder, script)).toEqual([1, expect.stringContaining("irradiance-archive has no address")]);
    expect(run(folder, script, "http://a.org")).toEqual([1, expect.stringContaining("https://HOST/OWNER/NAME")]);
    expect(run(folder, script, "https://example.org/solar/engine")).toEqual([0, ""]);
    expect(run(folder, script)).toEqual([0, ""]);
    for (const path of manifests) {
      const { repository, bugs, homepage } = JSON.parse(readFileSync(join(folder, path), "utf8"));
      const directory = path.split("/").slice(0, -1);
      expect({ repository, bugs, homepage }).toEqual({
        repository: {
          ...{ type: "git", url: "git+https://example.org/solar/engine.git" },
          ...(directory[0] && { directory: directory[0] }),
        },
        bugs: { url: "https://example.org/solar/engine/issues" },
        homepage: "https://example.org/solar/engine#readme",
      });
    }
    const told = Object.entries(JSON.parse(readFileSync(join(folder, integration), "utf8")));
    expect(told.slice(0, 5)).toEqual([
      ["domain", "irradiance_engine"],
      ["name", "Irradiance engine"],
      ["codeowners", ["@solar"]],
      ["config_flow", true],
      ["documentation", "https://example.org/solar/engine"],
    ]);
  });

  it("keeps its commands: npm drops a path of bin that it has to correct", () => {
    for (const path of ["package.json", "server/package.json"])
      for (const target of Object.values((JSON.parse(read(path)) as { bin: Record<string, string> }).bin))
        expect(target, path).toMatch(/^dist\/[\w/]+\.js$/);
  });
});
