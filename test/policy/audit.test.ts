/** The audit of what users install, with a registry of this test: what is asked for, and what becomes of each answer. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { manifest, ROOT, read } from "./repository.js";

const ADVISORIES = "/-/npm/v1/security/advisories/bulk";

interface Audited {
  readonly status: number | null;
  readonly lines: readonly string[];
  /** Names of the packages that the registry was asked about. */
  readonly asked: readonly string[];
}

/** @param answer of the registry to a question for advisories; of everything else it knows nothing */
async function audited(status: number, answer: unknown, env: NodeJS.ProcessEnv = {}): Promise<Audited> {
  let asked: string[] = [];
  const registry = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const isQuestion = request.url === ADVISORIES;
    if (isQuestion) {
      const body = Buffer.concat(chunks);
      asked = Object.keys(JSON.parse(String(request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body)));
    }
    response.writeHead(isQuestion ? status : 404, { "Content-Type": "application/json" });
    response.end(isQuestion ? (typeof answer === "string" ? answer : JSON.stringify(answer)) : "{}");
  });
  registry.listen(0, "127.0.0.1");
  await once(registry, "listening");
  onTestFinished(() => void registry.close());
  const { port } = registry.address() as AddressInfo;
  const own = { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_fetch_retries: "0", GITHUB_ACTIONS: "" };
  const child = spawn(process.execPath, [join(ROOT, "scripts/audit.mjs")], {
    env: { ...process.env, ...own, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk));
  const [exit] = await once(child, "close");
  return { status: exit, lines: text.trimEnd().split("\n"), asked };
}

function advisory(severity: string, title = "reads what it should not") {
  return [{ id: 1, url: "https://example.org/advisory", title, severity, vulnerable_versions: "<999" }];
}

it("asks for what the packages install or leave to whoever needs it, and for no tool of development", async () => {
  const { status, lines, asked } = await audited(200, {});
  expect([status, lines]).toEqual([0, ["audit: 0 high or critical, 0 lesser, in what users install"]]);
  const manifests = ["", "archive/", "server/", "mcp/"].map((home) => JSON.parse(read(`${home}package.json`)));
  const ours = manifests.map(({ name }) => name);
  const needed = manifests
    .flatMap(({ dependencies }) => Object.keys(dependencies))
    .filter((name) => !ours.includes(name));
  const left = manifests.flatMap(({ peerDependencies = {} }) => Object.keys(peerDependencies));
  // One of them is in no lockfile: nothing here has ever installed it.
  const drivers = left.filter((name) => name in manifest.devDependencies!);
  expect(drivers).toContain("pg");
  expect([...needed, ...drivers].filter((name) => !asked.includes(name))).toEqual([]);
  const tools = ["@biomejs/biome", "@stryker-mutator/core", "typedoc", "typescript", "vitest"];
  expect(Object.keys(manifest.devDependencies!)).toEqual(expect.arrayContaining(tools));
  expect(tools.filter((name) => asked.includes(name))).toEqual([]);
});

it("fails for a hole of severity high, and names it with all that rest on it, in lines of its own words", async () => {
  const { status, lines } = await audited(200, { pino: advisory("high", "bad\n::error::worse\u001b[2J") });
  expect(status).toBe(1);
  const named = lines.slice(0, -1).sort();
  expect(named.map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual(["high: fastify", "high: pino"]);
  expect(named[1]).toContain("(bad ::error::worse [2J, https://example.org/advisory)");
  expect(lines.at(-1)).toBe("audit: 2 high or critical, 0 lesser, in what users install");
});

it("counts lesser ones and passes", async () => {
  const { status, lines } = await audited(200, { "fast-csv": advisory("moderate") });
  expect([status, lines]).toEqual([0, ["audit: 0 high or critical, 1 lesser, in what users install"]]);
});

it.each([
  ["gives none", 405, {}],
  ["fails", 500, {}],
  ["answers something else", 200, "<html>a proxy's page</html>"],
])("says loudly that no audit was made where the registry %s, and passes", async (_, code, answer) => {
  const { status, lines } = await audited(code, answer);
  expect([status, lines.length]).toEqual([0, 1]);
  expect(lines[0]).toMatch(/^NO AUDIT WAS MADE: ./);
});

it("warns on GitHub, where nobody reads the lines of what passed", async () => {
  const { status, lines } = await audited(405, {}, { GITHUB_ACTIONS: "true" });
  expect([status, lines[0]]).toEqual([0, expect.stringMatching(/^::warning title=Audit::NO AUDIT WAS MADE: ./)]);
});
