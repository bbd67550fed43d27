/** compose.yaml's Redis takes part in nothing without its password: whoever may write to it takes part in jobs. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { Redis } from "ioredis";
import { expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { hasRedis } from "../../../scripts/services/redis.mjs";
import { read } from "../../../test/policy/repository.js";
import { QUEUE_VARIABLE } from "../../src/background/queue/redis.js";

type Service = { readonly command?: readonly string[]; readonly environment?: Readonly<Record<string, string>> };

const { services } = parse(read("server/deploy/compose.yaml"), { merge: true }) as {
  services: Record<string, Service>;
};

it("names the password to the workers by their environment, not on a command line", () => {
  const workers = Object.entries(services).filter(([name]) => name.startsWith("worker-"));
  expect(workers).not.toEqual([]);
  for (const [name, { command, environment }] of workers) {
    expect(command, name).toEqual(["worker"]);
    expect(environment?.[QUEUE_VARIABLE], name).toMatch(/^redis:\/\/:\$\{REDIS_PASSWORD:\?.*\}@redis:6379$/);
  }
  expect(services.redis?.environment?.REDISCLI_AUTH).toMatch(/^\$\{REDIS_PASSWORD:\?/);
});

it.skipIf(!hasRedis())("starts a Redis that answers whoever knows the password, and nobody else", async () => {
  const folder = mkdtempSync(join(tmpdir(), "irradiance-compose-"));
  const socket = join(folder, "redis.sock");
  // In place of the image's: it goes on to what it is given.
  const entry = join(folder, "docker-entrypoint.sh");
  writeFileSync(entry, `#!/bin/sh\nexec "$@" --dir '${folder}' --port 0 --unixsocket '${socket}'\n`);
  chmodSync(entry, 0o755);
  const [program = "", ...rest] = services.redis?.command ?? [];
  const redis = spawn(
    program,
    // Compose's own escape of the dollar.
    rest.map((word) => word.replaceAll("$$", "$")),
    {
      env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}`, REDISCLI_AUTH: "a1b2" },
      stdio: "ignore",
    },
  );
  onTestFinished(async () => {
    redis.kill();
    // It saves what it has first.
    if (redis.exitCode === null) await once(redis, "exit");
    rmSync(folder, { recursive: true, force: true });
  });
  const ask = async (password?: string) => {
    const client = new Redis({ path: socket, lazyConnect: true, ...(password ? { password } : {}) });
    client.on("error", () => undefined);
    try {
      return await client.config("GET", "appendonly").catch(({ message }: Error) => message);
    } finally {
      client.disconnect();
    }
  };
  await expect.poll(() => ask("a1b2")).toEqual(["appendonly", "yes"]);
  expect(await ask()).toMatch(/NOAUTH/);
});
