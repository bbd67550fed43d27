/** Sources that fail: what their operator is told at the start and while the server runs, and what customers are not. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ArchiveError, syntheticSource, type WeatherSource } from "irradiance-archive";
import { parseDescription } from "irradiance-archive/internal/server";
import { describe, expect, it } from "vitest";
import { everywhere } from "../everywhere.mjs";
import { temporaryFolder } from "../temporary.js";
import { ask, DAY, DEMO, NOW, sourceWith, stand, until } from "./harness.js";

function sourcesOf(...sources: object[]): WeatherSource[] {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "short.csv"), "start_time,end_time,temperature\n");
  return [...parseDescription({ sources }, { folder, environment: {} }).sources, syntheticSource()];
}

const DEAD = { kind: "zarr", id: "dead", location: "http://127.0.0.1:9/secret/era5.zarr", product: "era5" };
const GONE = { kind: "netcdf", id: "gone", location: "secret/gone.nc", product: "era5" };

type Line = { readonly level: number; readonly msg: string; readonly [key: string]: unknown };

async function standOf(sources: readonly WeatherSource[]) {
  const server = await stand({ sources, settings: { "operations-port": 0, demo: "any" } });
  const operations = server.server.operations!;
  await until(async () => (await ask(operations, "/health/ready", { judged: false })).status === 200);
  const lines = (): Line[] => server.log.map((line) => JSON.parse(line));
  return { ...server, operations, lines };
}

describe("at the start", () => {
  it("every source is opened: a line says what is in it, or what is wrong with it", async () => {
    const { lines, operations } = await standOf(sourcesOf(DEAD, GONE, { kind: "files", location: "short.csv" }));
    await until(() => lines().length >= 5);
    expect(lines().find(({ source }) => source === "dead")).toMatchObject({
      ...{ level: 40, msg: "weather source fails", kind: "unreachable" },
      cause: expect.stringContaining("http://127.0.0.1:9/secret/era5.zarr"),
    });
    expect(lines().find(({ source }) => source === "gone")).toMatchObject({
      ...{ kind: "not there", cause: expect.stringContaining("secret/gone.nc cannot be read: there is no such file") },
    });
    expect(lines().filter(({ source }) => source === "files")).toMatchObject([
      { msg: "weather file skipped", path: expect.stringContaining("short.csv") },
      { msg: "weather source fails", kind: "unusable" },
    ]);
    expect(lines().at(-1)).toMatchObject({ level: 50, sources: ["dead", "gone", "files"] });
    expect(lines().at(-1)!.msg).toMatch(/^NO source of weather can be opened/);
    const { json } = await ask(operations, "/sources", { judged: false });
    expect(json).toMatchObject([
      { source: "dead", state: "failing", kind: "unreachable" },
      { source: "gone", state: "failing", kind: "not there" },
      { source: "files", state: "failing" },
      { source: "synthetic", state: "not asked" },
    ]);
  });

  it("is not held up by a source that never answers", async () => {
    const silent = { ...everywhere({ last: () => NOW }), look: () => new Promise<never>(() => {}) };
    await standOf([silent]);
  });

  it("an open source is told of with its period, grid and columns", async () => {
    const look: WeatherSource["look"] = async () => ({
      what: "Zarr store",
      datasets: [
        {
          ...{ dataset: "ERA5", class: "reanalysis", step: 3600, first: NOW - 3_600_000, last: NOW, gaps: 0 },
          columns: [{ column: "temperature" }],
          extent: {
            south: 35,
            north: 72,
            west: -12,
            east: 35,
            cells: 40,
            spacing: 0.25,
            middle: { latitude: 50, longitude: 10 },
          },
        },
      ],
      problems: ['ssrd: it has no attribute "units"'],
    });
    const { lines, operations } = await standOf([sourceWith(() => NOW, { look })]);
    expect(lines()).toMatchObject([
      {
        ...{
          level: 30,
          source: "everywhere",
          what: "Zarr store",
          datasets: "ERA5",
          step: 3600,
          columns: "temperature",
        },
        ...{ period: "2026-06-21T11:34Z to 2026-06-21T12:34Z", grid: "40 from 35 to 72° N, -12 to 35° E, 0.25° apart" },
      },
      { level: 40, source: "everywhere", problem: 'ssrd: it has no attribute "units"' },
    ]);
    const { body } = await ask(operations, "/metrics", { judged: false });
    expect(body).toContain('irradiance_source_up{source="everywhere"} 1');
  });
});

/** The same source once more, by another name. */
function named(id: string, source: WeatherSource): WeatherSource {
  return {
    ...source,
    id,
    offer: async (...args) => (await source.offer(...args)).map((offer) => ({ ...offer, source: id })),
    read: async (...args) =>
      (await source.read(...args)).map((part) => ({ ...part, provenance: { ...part.provenance, source: id } })),
  };
}

describe("while it runs", () => {
  it("customers read which source failed and how, the operator where, once", async () => {
    const [dead, synthetic] = sourcesOf(DEAD) as [WeatherSource, WeatherSource];
    const { ask: request, lines, operations } = await standOf([dead, synthetic]);
    const options = { key: DEMO };
    for (let k = 0; k < 3; k++) {
      const answer = await request(`${DAY}&meta=extended&parameters=temperature`, options);
      expect(answer.status).toBe(200);
      expect(answer.headers["api-notice"]).toContain("passed over: dead (unreachable)");
      expect(answer.body).toContain("passed over: dead (unreachable)");
      for (const text of [answer.body, JSON.stringify(answer.headers)])
        expect(text).not.toMatch(/secret|127\.0\.0\.1:9/);
    }
    expect(lines().filter(({ msg }) => msg === "weather source fails")).toHaveLength(1);
    const { body } = await ask(operations, "/metrics", { judged: false });
    expect(body).toContain('irradiance_source_up{source="dead"} 0');
    expect(body).toMatch(/irradiance_source_failures_total\{source="dead",kind="unreachable"\} [1-9]/);
  });

  it("a source whose values are damaged is passed over by its name alone, and told of when it recovers", async () => {
    let isBroken = true;
    const source = sourceWith(() => NOW, {});
    const other = named("other", source);
    const damaged = new ArchiveError("ERR_ARCHIVE_UNREADABLE", "/secret/chunk.om cannot be read: it is damaged");
    const torn: WeatherSource = {
      ...source,
      read: (...args) => (isBroken ? Promise.reject(damaged) : source.read(...args)),
    };
    const { ask: request, lines, clock } = await standOf([torn, other]);
    const path = `${DAY}&parameters=temperature`;
    const answer = await request(path, { key: DEMO });
    expect(answer.headers["api-notice"]).toContain("passed over: everywhere (damaged)");
    expect(JSON.stringify(answer.headers)).not.toContain("secret");
    expect(answer.json.values.temperature[0]).toEqual(expect.any(Number));
    expect(lines().find(({ msg }) => msg === "weather source fails")).toMatchObject({
      kind: "damaged",
      dataset: "history",
    });
    isBroken = false;
    clock.now += 60_000;
    expect((await request(path, { key: DEMO })).headers["api-notice"] ?? "").not.toContain("passed over");
    expect(lines().filter(({ msg }) => msg === "weather source recovered")).toMatchObject([
      { source: "everywhere", seconds: 60 },
    ]);
  });
});
