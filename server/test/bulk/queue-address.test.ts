import { expect, it } from "vitest";
import { queueAddress } from "../../src/background/queue/address.js";
import { bulk } from "../../src/cli/bulk.js";
import type { Command } from "../../src/cli/command.js";
import type { CommandIo } from "../../src/cli/io.js";
import { worker } from "../../src/cli/worker.js";
import { readSettings } from "../../src/settings.js";

const AWAY = "redis://user:secret@127.0.0.1:1";

async function errorsOf(command: Command, words: readonly string[], env: CommandIo["env"]) {
  const errors: string[] = [];
  const io = { err: (line: string) => void errors.push(line), out: () => {}, env } as unknown as CommandIo;
  return { status: await command.run(words, io), errors: errors.join("\n") };
}

it("the option has precedence over the variable, and an empty variable is none", () => {
  expect(queueAddress(undefined, { IRRADIANCE_QUEUE: "rediss://a:1" })).toBe("rediss://a:1");
  expect(queueAddress("redis://b:2", { IRRADIANCE_QUEUE: "rediss://a:1" })).toBe("redis://b:2");
  expect(() => queueAddress(undefined, { IRRADIANCE_QUEUE: "" })).toThrow("got nothing");
});

it("both commands name the option and the variable where neither is given, and show no password", async () => {
  for (const [command, words] of [
    [bulk, ["--out", "ds", "sites.csv"]],
    [worker, []],
  ] as const) {
    expect(await errorsOf(command, words, {})).toEqual({
      status: 2,
      errors: expect.stringContaining("--queue (or IRRADIANCE_QUEUE) must be redis://HOST:PORT"),
    });
    const wrong = await errorsOf(command, words, { IRRADIANCE_QUEUE: "http://user:secret@host" });
    expect(wrong).toEqual({ status: 2, errors: expect.stringContaining("got http://…@host") });
  }
});

it("a worker goes where the variable says", async () => {
  const { status, errors } = await errorsOf(worker, [], { IRRADIANCE_QUEUE: AWAY });
  expect({ status, errors }).toEqual({ status: 1, errors: expect.stringContaining("redis://…@127.0.0.1:1 cannot") });
});

it("the help of a worker says what it needs, how it is called and how it ends", async () => {
  const lines: string[] = [];
  const io = { err: () => {}, out: (line: string) => void lines.push(line), env: {} } as unknown as CommandIo;
  expect(await worker.run(["--help"], io)).toBe(0);
  const text = lines.join("\n");
  for (const word of [
    "IRRADIANCE_QUEUE",
    "AWS_ENDPOINT_URL_S3",
    "Exit codes: 0",
    "irradiance-server worker --queue redis://",
  ])
    expect(text).toContain(word);
  const options = [...worker.usage.join().matchAll(/--[a-z-]+/g)].map(([option]) => option);
  expect(options.length).toBeGreaterThan(7);
  for (const option of options) expect(text).toMatch(new RegExp(`^  ${option} `, "m"));
});

it("a server that finds the variable of the other commands starts all the same", () => {
  expect(() => readSettings([], { IRRADIANCE_QUEUE: AWAY })).not.toThrow();
  expect(() => readSettings([], { IRRADIANCE_QUEUES: AWAY })).toThrow("unknown environment variable");
});
