/** The server on a pool of threads, against dist/. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, type Program } from "../../scripts/lib/process.mjs";

const EXAMPLE = fileURLToPath(new URL("../../examples/pool-server.mjs", import.meta.url));

describe("pool-server.mjs", () => {
  let server: Program;
  let address: string;
  beforeAll(async () => {
    server = launch([EXAMPLE, "0"]);
    address = await server.line();
  });
  afterAll(() => server.stop());

  const query = "lat=36.1&lon=-79.95&frequency=1_hour&start=2023-06-21T00:00Z&end=2023-06-22T00:00Z";

  it("answers in JSON and CSV", async () => {
    const json = await fetch(`${address}?${query}`);
    expect([json.status, json.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect((await json.json()).values.global_horizontal_irradiance).toHaveLength(24);
    const csv = await fetch(`${address}?${query}&response_format=csv`);
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect((await csv.text()).split("\n")).toHaveLength(26);
  });

  it("refuses what it cannot answer", async () => {
    const answer = await fetch(`${address}?${query}&frequency=2_hours`.replace("frequency=1_hour&", ""));
    expect(answer.status).toBe(400);
    expect((await answer.json()).error.message).toMatch(/frequency/);
    expect((await fetch(new URL("/elsewhere", address))).status).toBe(404);
    const posted = await fetch(`${address}?${query}`, { method: "POST" });
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET"]);
    const old = await fetch(`${address}?lat=36&lon=-80&start=2019-01-01T00:00Z&end=2023-01-01T00:00Z`);
    expect((await old.json()).error.message).toMatch(/window of the historical endpoint/);
  });

  it.each(["//", "//[", "/%"])("outlives the address %s", async (path) => {
    expect((await fetch(`${new URL(address).origin}${path}`)).status).toBe(404);
  });

  it("measures what the pool spares the event loop, and ends", () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [EXAMPLE, "--measure", "2"], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    const row =
      /2 years in +\d+ ms; event loop held up +\d+ ms on average, at most +\d+ ms; longest wait for .alive +\d+ ms/;
    const [main, pool, same] = stdout.split("\n");
    expect(main).toMatch(new RegExp(`^main thread +${row.source}$`));
    expect(pool).toMatch(new RegExp(`^pool +${row.source}$`));
    expect(same).toBe("all answers are the same bytes");
  });
});
