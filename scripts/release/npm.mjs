// The packages through a registry: published by the workflow's own step, then installed as strangers do it.
import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const NAMES = {
  ".": "irradiance-engine",
  archive: "irradiance-archive",
  server: "irradiance-server",
  mcp: "irradiance-mcp",
};
export const OWN = Object.values(NAMES);
const YIELD = ["yield", "--lat", "47.4", "--lon", "8.5", "--kwp", "8"];
/** One that only the embedded list of modules knows. */
const MODULE = ["equipment", "A10Green", "A10J-S72-175"];
/** Versions of Node that the packages promise, besides the one that runs this. */
const NODES = ["22", "24"];
/**
 * The first Node for which a stranger can install the server with --engine-strict: fastify stands on light-my-request, whose cookie asks for
 * Node 22, and an override of ours holds in this repository alone. Without the option it installs with a warning, and runs.
 */
const STRICT_SERVER = 22;
/** What else people install with: the package of npm that has it, and its words. */
const INSTALLERS = {
  pnpm: { has: "pnpm@10", add: ["pnpm", "add", "irradiance-engine"], run: ["pnpm", "exec", "irradiance"] },
  bun: { has: "bun@1", add: ["bun", "add", "irradiance-engine"], run: ["bun", "run", "irradiance"] },
};

/**
 * What a program wrote, and its status.
 *
 * @param {readonly string[]} words
 * @returns {Promise<{ status: number, stdout: string, stderr: string, seconds: number }>}
 */
export function ran([program, ...words], { cwd, env = {} }) {
  const began = performance.now();
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 1 << 26 };
  return new Promise((resolve) => {
    execFile(program, words, options, (error, stdout, stderr) => {
      const status = error === null ? 0 : Number(error.code) || 1;
      resolve({ status, stdout, stderr, seconds: (performance.now() - began) / 1000 });
    });
  });
}

/** A project with nothing in it, whose npm has fetched nothing yet. */
function strangers(folder, name, registry) {
  const cwd = join(folder, name, "project");
  mkdirSync(cwd, { recursive: true });
  // Else npm takes a folder above it that has one for the project.
  writeFileSync(join(cwd, "package.json"), JSON.stringify({ private: true }));
  const env = {
    ...registry.env,
    npm_config_cache: join(folder, name, "cache"),
    npm_config_audit: "false",
    npm_config_fund: "false",
  };
  return { cwd, env };
}

const showsYield = ({ status, stdout }) => status === 0 && /^year +\d/m.test(stdout);
const endOf = ({ stdout, stderr }) => `${stdout}${stderr}`.slice(-1500);

/** The release's own step, in a folder of what the tarballs hold: it breaks off at the third package, and is repeated twice. */
export async function publish({ report, registry, folder, tarballs }) {
  for (const [home, name] of Object.entries(NAMES)) {
    mkdirSync(join(folder, home), { recursive: true });
    execFileSync("tar", [
      "-xzf",
      join(tarballs, `${name}-${version}.tgz`),
      "-C",
      join(folder, home),
      "--strip-components=1",
    ]);
  }
  cpSync(join(root, "scripts/release-addresses.mjs"), join(folder, "scripts/release-addresses.mjs"));
  const { jobs } = parse(readFileSync(join(root, ".github/workflows/release.yml"), "utf8"));
  const { run: script } = jobs.publish.steps.find(({ run }) => run?.includes("npm publish"));
  // Provenance needs the identity of a hosted run.
  writeFileSync(join(folder, "publish.sh"), script.replace(" --provenance", ""));
  const step = () =>
    ran(["bash", "-e", "publish.sh"], { cwd: folder, env: { ...registry.env, GITHUB_REF_NAME: `v${version}` } });

  const without = await step();
  report.check(
    "nothing is published without addresses",
    without.status !== 0 && registry.published().length === 0,
    endOf(without),
  );
  await ran(["node", "scripts/release-addresses.mjs", "https://example.org/solar/engine"], { cwd: folder });
  registry.refuse("irradiance-server");
  const broken = await step();
  report.check(
    "a run that is refused a package ends with an error",
    broken.status !== 0 && registry.published().length === 2,
    endOf(broken),
  );
  const whole = await step();
  const all = OWN.map((name) => `${name}@${version}`);
  report.check(
    "repeated, it publishes the others",
    whole.status === 0 && String(registry.published()) === String(all),
    endOf(whole),
  );
  const again = await step();
  const known = all.every((one) => again.stdout.includes(`${one.replace("@", " ")} is published already`));
  report.check(
    "once more, it changes nothing",
    again.status === 0 && known && registry.published().length === all.length,
    endOf(again),
  );
}

/** @param {any} stand */
export async function npm(stand) {
  const { report, registry, folder } = stand;
  await publish({ ...stand, folder: join(folder, "published") });
  const first = strangers(folder, "npx", registry);
  const shown = await ran(["npx", "--yes", "irradiance-engine", ...YIELD], first);
  report.check("npx irradiance-engine yield, with nothing cached", showsYield(shown), ...told(shown));

  const project = strangers(folder, "npm", registry);
  const install = (...words) => ran(["npm", "install", ...words], project);
  const installed = await install("--engine-strict", "irradiance-engine", "irradiance-mcp");
  report.check("npm install --engine-strict, with nothing cached", installed.status === 0, ...told(installed));
  const isOld = Number(process.versions.node.split(".")[0]) < STRICT_SERVER;
  if (isOld) report.skip("the server with --engine-strict", `what it stands on asks for Node ${STRICT_SERVER}`);
  const server = await install(...(isOld ? [] : ["--engine-strict"]), "irradiance-server");
  report.check("npm install irradiance-server", server.status === 0, ...told(server));
  const refused = {
    npm_config_registry: "http://127.0.0.1:9/",
    npm_config_fetch_retries: "0",
    npm_config_yes: "false",
  };
  const nowhere = { cwd: project.cwd, env: refused };
  const offline = await ran(["npx", "irradiance", ...YIELD], nowhere);
  report.check(
    "npx irradiance yield, without a registry",
    offline.stdout === shown.stdout && showsYield(offline),
    ...told(offline),
  );
  const bin = (command) => join(project.cwd, "node_modules/.bin", command);
  const modules = await ran([bin("irradiance"), ...MODULE], nowhere);
  report.check(
    "the list of modules is there",
    modules.status === 0 && modules.stdout.includes(MODULE[2]),
    endOf(modules),
  );
  for (const command of ["irradiance-server", "irradiance-mcp"]) {
    const said = await ran([bin(command), "--version"], nowhere);
    report.check(`${command} --version`, said.status === 0 && said.stdout.trim() === version, endOf(said));
  }
}

const told = (found) => (found.status === 0 ? [`${found.seconds.toFixed(1)} s`] : [endOf(found)]);

/** @param {any} stand */
export async function installers({ report, registry, folder, published }) {
  await published();
  for (const [name, { has, add, run }] of Object.entries(INSTALLERS)) {
    const place = strangers(folder, name, registry);
    const own = join(folder, name, "tool");
    mkdirSync(own);
    const got = await ran(["npm", "install", "--prefix", own, has], { cwd: own, env: place.env });
    const bin = {
      cwd: place.cwd,
      env: { ...place.env, PATH: `${join(own, "node_modules/.bin")}${delimiter}${process.env.PATH}` },
    };
    const added = got.status === 0 ? await ran(add, bin) : got;
    const shown = added.status === 0 ? await ran([...run, ...YIELD], bin) : added;
    report.check(`${add.join(" ")}, and a yield`, showsYield(shown), ...told(shown));
  }
}

/** @param {any} stand */
export async function nodes({ report, registry, folder, published }) {
  await published();
  for (const wanted of NODES) {
    const place = strangers(folder, `node-${wanted}`, registry);
    const node = `node-${process.platform}-${process.arch}`;
    const own = join(folder, `node-${wanted}`, "tool");
    mkdirSync(own);
    await ran(["npm", "install", "--prefix", own, `${node}@${wanted}`], { cwd: own, env: place.env });
    const env = { ...place.env, PATH: `${join(own, "node_modules", node, "bin")}${delimiter}${process.env.PATH}` };
    const runs = await ran(["node", "--version"], { cwd: place.cwd, env });
    const installed = await ran(["npm", "install", "--engine-strict", ...OWN], { cwd: place.cwd, env });
    const shown =
      installed.status === 0 ? await ran(["npx", "irradiance", ...YIELD], { cwd: place.cwd, env }) : installed;
    const holds = runs.stdout.startsWith(`v${wanted}.`) && showsYield(shown);
    report.check(`Node ${wanted}: npm install --engine-strict, and a yield`, holds, runs.stdout.trim(), ...told(shown));
  }
}
