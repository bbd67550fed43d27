/** The `@example`s in doc comments, run by the package's own name: each line says behind it what it prints. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
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

describe("examples in doc comments", () => {
  it("are those of what a user calls first", () => expect(examples.length).toBeGreaterThanOrEqual(20));

  it.each(examples)("print what they say: $path", ({ code, printed }) => {
    const args = ["--input-type=module", "--eval", code];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    expect(printed).not.toBe("");
    expect(stdout).toBe(printed);
  });
});
