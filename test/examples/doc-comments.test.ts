/** The `@example`s in doc comments, run by the package's own name: each line says behind it what it prints. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { ROOT, repositoryFiles } from "../policy/repository.js";

interface Example {
  readonly path: string;
  readonly code: string;
  readonly printed: string;
}

function examplesOf(path: string): Example[] {
  const blocks = readFileSync(`${ROOT}/${path}`, "utf8").matchAll(/ \* @example\n \* ```js\n([\s\S]*?)\n \* ```/g);
  return [...blocks].map(([, block = ""]) => {
    const code = block.replace(/^ \* ?/gm, "");
    const printed = [...code.matchAll(/^console\.log\(.*; \/\/ (.*)$/gm)].map(([, text]) => `${text}\n`).join("");
    return { path, code, printed };
  });
}

const examples = repositoryFiles("src/*.ts", "archive/src/*.ts", "server/src/*.ts").flatMap(examplesOf);

/** Each is a module of its own; one process runs them all, in turn, as to start one and to load the package takes longer than most of them. */
const RUN = `
  for (const file of process.argv.slice(1)) {
    await import(file).catch(console.error);
    process.stdout.write("\\0");
  }`;

describe("examples in doc comments", () => {
  let shown: string[] = [];
  beforeAll(() => {
    // Below the root, where the package's own name leads to it.
    mkdirSync(`${ROOT}/out`, { recursive: true });
    const folder = mkdtempSync(`${ROOT}/out/examples-`);
    const files = examples.map(({ code }, k) => {
      writeFileSync(`${folder}/${k}.mjs`, code);
      return `${folder}/${k}.mjs`;
    });
    const args = ["--input-type=module", "--eval", RUN, ...files];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
    rmSync(folder, { recursive: true });
    expect([status, stderr]).toEqual([0, ""]);
    shown = stdout.split("\0");
  });

  it("are those of what a user calls first", () => expect(examples.length).toBeGreaterThanOrEqual(20));

  it.each(examples.map((example, k) => ({ ...example, k })))("print what they say: $path", ({ k, printed }) => {
    expect(printed).not.toBe("");
    expect(shown[k]).toBe(printed);
  });
});
