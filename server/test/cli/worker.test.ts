import { expect, it } from "vitest";
import { queueAddress } from "../../src/background/queue/redis.js";
import type { CommandIo } from "../../src/cli/command.js";
import { worker } from "../../src/cli/worker.js";
import { readSettings } from "../../src/read-settings.js";

const AWAY = "redis://user:secret@127.0.0.1:1";

async function errorsOf(words: readonly string[], env: CommandIo["env"]) {
  const errors: string[] = [];
  const io = { err: (line: string) => void errors.push(line), out: () => {}, env } as unknown as CommandIo;
  return { status: await worker.run(words, io), errors: errors.join("\n") };
}

it("the option has precedence over the variable, and an empty variable is none", () => {
  expect(queueAddress(undefined, { IRRADIANCE_QUEUE: "rediss://a:1" })).toBe("rediss://a:1");
  expect(queueAddress("redis://b:2", { IRRADIANCE_QUEUE: "rediss://a:1" })).toBe("redis://b:2");
  expect(() => queueAddress(undefined, { IRRADIANCE_QUEUE: "" })).toThrow("got nothing");
});

it("names the option and the variable where neither is given, and shows no password", async () => {
  expect(await errorsOf([], {})).toEqual({
    status: 2,
    errors: expect.stringContaining("--queue (or IRRADIANCE_QUEUE) must be redis://HOST:PORT"),
  });
  const wrong = await errorsOf([], { IRRADIANCE_QUEUE: "http://user:secret@host" });
  expect(wrong).toEqual({ status: 2, errors: expect.stringContaining("got http://…@host") });
  const nowhere = await errorsOf([], { IRRADIANCE_QUEUE: AWAY });
  expect(nowhere).toEqual({ status: 2, errors: expect.stringContaining("--jobs (or IRRADIANCE_JOBS) must name") });
});

it("a worker goes where the variable says", async () => {
  const { status, errors } = await errorsOf(["--jobs", "results"], { IRRADIANCE_QUEUE: AWAY });
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

it("a server that finds the variables of the other commands starts all the same", () => {
  expect(() => readSettings([], { IRRADIANCE_QUEUE: AWAY, IRRADIANCE_KEY: "irr_a" })).not.toThrow();
  expect(() => readSettings([], { IRRADIANCE_QUEUES: AWAY })).toThrow("unknown environment variable");
});
