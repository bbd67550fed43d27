/**
 * The built command line in this process: what it says, and how it ends. A process of its own takes 0.3 s to start; only signals,
 * pipes, standard input and the exit itself need one (`cli.test.ts`, `output.test.ts`, `bulk.test.ts`).
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";

const PROGRAM = new URL("../../dist/cli/program.js", import.meta.url).href;
const { runProgram }: typeof import("../../src/cli/program.js") = await import(PROGRAM);

export interface Ended {
  /** The exit code. */
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Stream = typeof process.stdout | typeof process.stderr;

/** Collects what is written to a stream, as a pipe would; `release` gives the stream back. */
function capture(stream: Stream): { text(): string; release(): void } {
  const { write, isTTY } = stream;
  const chunks: Uint8Array[] = [];
  stream.isTTY = false;
  stream.write = (chunk: Uint8Array | string, ...rest: unknown[]) => {
    chunks.push(Buffer.from(chunk as string));
    const done = rest.find((argument) => typeof argument === "function");
    if (done !== undefined) setImmediate(done as () => void);
    return true;
  };
  const release = () => Object.assign(stream, { write, isTTY });
  return { text: () => Buffer.concat(chunks).toString("utf8"), release };
}

let isRunning = false;

/** Runs one command in a folder. One at a time: streams, folder and exit code are the process's. */
export async function runCli(args: readonly string[], folder: string): Promise<Ended> {
  if (isRunning) throw new Error("the command before this one has not ended: await it");
  const { exitCode } = process;
  const home = process.cwd();
  process.chdir(folder);
  process.exitCode = undefined;
  isRunning = true;
  const streams = [capture(process.stdout), capture(process.stderr)] as const;
  try {
    await runProgram(args);
    const [stdout, stderr] = [streams[0].text(), streams[1].text()];
    return { status: Number(process.exitCode ?? 0), stdout, stderr };
  } finally {
    for (const { release } of streams) release();
    process.exitCode = exitCode;
    process.chdir(home);
    isRunning = false;
  }
}

/** A folder of a file's own, which is gone after its tests, and the command in it, whose arguments begin with `first`. */
export function workplace(...first: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "irradiance-cli-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const textOf = (name: string) => readFileSync(join(folder, name), "utf8");
  const run = (...args: readonly string[]) => runCli([...first, ...args], folder);
  return {
    ...{ folder, textOf, jsonOf: (name: string) => JSON.parse(textOf(name)) },
    run,
    /** A failure: its code, nothing on standard output, one line on standard error that says what. */
    async fails(args: readonly string[], status: number, text: string | RegExp): Promise<void> {
      const { stderr, ...ended } = await run(...args);
      expect({ args, ...ended }).toEqual({ args, status, stdout: "" });
      expect(stderr).toMatch(/^[^\n]+\n$/);
      expect(stderr.trimEnd()).toMatch(text);
    },
    /** @returns the name */
    put(name: string, text: string | Uint8Array): string {
      writeFileSync(join(folder, name), text);
      return name;
    },
  };
}
