/** Jobs through what happens to servers: stops, stores that are away, sources that fail, and several of them on one database. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ArchiveError } from "irradiance-archive";
import { expect, it, onTestFinished } from "vitest";
import { MICRO } from "../../src/accounts/accounts.js";
import { temporaryFile } from "../accounts/fixture.js";
import { inPostgres } from "../accounts/stores.js";
import { gate, NOW, sourceWith, until } from "./harness.js";
import { DAY_BEFORE, JOBS, jobStand, temporaryFolder } from "./jobs-fixture.js";

const ONE_HOUR = { start: "2026-06-20T10:00Z", end: "2026-06-20T11:00Z", frequency: "1_hour" };
const sitesOf = (count: number) => Array.from({ length: count }, (_, k) => ({ lat: 40 + k / 100, lon: 10 }));

it("a server that stops in the middle gives its part back, and the next one goes on: no part is charged twice", async () => {
  const door = gate();
  const source = sourceWith(() => NOW, {});
  let reads = 0;
  const stuck: typeof source = {
    ...source,
    async read(...args) {
      if (++reads > 500) await door.opened;
      return source.read(...args);
    },
  };
  const folder = temporaryFolder();
  const place = { file: temporaryFile() };
  const first = await jobStand({ place, sources: [stuck], settings: { jobs: folder }, keep: true });
  const id = await first.made({ endpoint: "realtime", query: ONE_HOUR, sites: sitesOf(520) });
  await until(async () => (await first.ask(`${JOBS}/${id}`)).json.done_parts === 1);
  await first.server.stop();
  door.open();
  expect(first.log.join("")).toContain("the server stops");
  const second = await jobStand({ place, settings: { jobs: folder }, key: first.key });
  const lines = await second.lines(id);
  expect(lines.map(({ index }) => index)).toEqual(sitesOf(520).map((_, index) => index));
  expect((await second.ask(`${JOBS}/${id}`)).json).toMatchObject({
    ...{ state: "finished", done_parts: 2, failed_sites: 0 },
    tokens: { price: 520, charged: 520, held: 0 },
  });
  expect(second.remaining()).toBe(100_000 - 520);
  expect(second.files(id)).toHaveLength(2);
});

it("a source that is away for a moment costs an attempt and nobody else anything", async () => {
  let isAway = true;
  const source = sourceWith(() => NOW, {});
  const server = await jobStand({
    sources: [
      {
        ...source,
        async read(...args) {
          if (isAway && args[1].latitude > 40.015) throw new ArchiveError("ERR_ARCHIVE_UNREADABLE", "/srv/x: no");
          return source.read(...args);
        },
      },
    ],
  });
  const id = await server.made({ endpoint: "realtime", query: DAY_BEFORE, sites: sitesOf(3) });
  await until(() => server.log.some((line) => line.includes("part of a job given back")));
  const line = JSON.parse(server.log.find((one) => one.includes("part of a job given back"))!);
  expect(line).toMatchObject({ job: id, part: 0, attempts: 1, reason: expect.stringContaining('site 2 ("2"): ') });
  expect(line.reason).not.toContain("/srv/x");
  expect((await server.ask(`${JOBS}/${id}`)).json).toMatchObject({ state: "living", tokens: { charged: 0, held: 3 } });
  isAway = false;
  server.clock.now += 5_000;
  expect((await server.lines(id)).every(({ response }) => response !== undefined)).toBe(true);
  expect(server.remaining()).toBe(100_000 - 3);
});

it("a source that stays away makes lines of errors in the end, which are free", async () => {
  const source = sourceWith(() => NOW, {});
  const server = await jobStand({
    sources: [
      {
        ...source,
        async read(...args) {
          if (args[1].latitude > 40.015) throw new ArchiveError("ERR_ARCHIVE_UNREADABLE", "/srv/x: no");
          return source.read(...args);
        },
      },
    ],
  });
  const id = await server.made({ endpoint: "realtime", query: DAY_BEFORE, sites: sitesOf(3) });
  const givenBack = () => server.log.filter((line) => line.includes("part of a job given back")).length;
  for (let k = 1; k <= 4; k++) {
    await until(() => givenBack() === k);
    server.clock.now += 600_000;
  }
  const lines = await server.lines(id);
  expect(lines[2]).toEqual({
    ...{ index: 2, id: "2" },
    error: { message: expect.stringContaining("cannot be read"), code: "weather_unavailable", request_id: `${id}.0` },
  });
  expect((await server.ask(`${JOBS}/${id}`)).json).toMatchObject({ failed_sites: 1, tokens: { charged: 2, held: 0 } });
});

it("a job that is cancelled is no longer computed, before its claim is looked at again", async () => {
  const door = gate();
  onTestFinished(() => door.open());
  let reads = 0;
  const source = sourceWith(() => NOW, {});
  const stuck: typeof source = {
    ...source,
    async read(...args) {
      reads++;
      await door.opened;
      return source.read(...args);
    },
  };
  const server = await jobStand({ sources: [stuck] });
  const id = await server.made({ endpoint: "realtime", query: ONE_HOUR, sites: sitesOf(40) });
  await until(() => reads > 0);
  const since = performance.now();
  await server.ask(`${JOBS}/${id}`, { method: "DELETE" });
  await until(() => server.log.some((line) => line.includes("part of a job lost")));
  // It is looked at every 15 seconds.
  expect(performance.now() - since).toBeLessThan(14_000);
  expect(server.remaining()).toBe(100_000);
});

it("a store that cannot be written to is waited for; results that cannot be read are 503", async () => {
  const folder = temporaryFolder();
  // A file where the folder of all jobs would be.
  writeFileSync(join(folder, "jobs"), "");
  const server = await jobStand({ settings: { jobs: folder, "operations-port": 0 } });
  const id = await server.made({ endpoint: "realtime", query: DAY_BEFORE, sites: sitesOf(2) });
  await until(() => server.log.some((line) => line.includes("results of jobs cannot be written")));
  expect((await server.ask(`${JOBS}/${id}`)).json).toMatchObject({ state: "living", done_parts: 0 });
  rmSync(join(folder, "jobs"));
  await server.ended(id);
  expect(server.log.some((line) => line.includes("results of jobs can be written again"))).toBe(true);
  expect(server.remaining()).toBe(100_000 - 2);
  const [name] = server.files(id);
  rmSync(join(folder, "jobs", id, name!));
  mkdirSync(join(folder, "jobs", id, name!));
  const unread = await server.ask(`${JOBS}/${id}/parts/0`);
  expect([unread.status, unread.headers["retry-after"]]).toEqual([503, "5"]);
  expect(unread.body).not.toContain(folder);
});

inPostgres(({ newPlace }) => {
  it("two servers on one database share a job: each part is made and charged once", async () => {
    const place = await newPlace();
    const folder = temporaryFolder();
    const settings = { jobs: folder };
    const first = await jobStand({ place, settings });
    const second = await jobStand({ place, settings, key: first.key });
    const ids = [];
    for (let k = 0; k < 3; k++) {
      ids.push(await first.made({ endpoint: "realtime", query: ONE_HOUR, sites: sitesOf(40) }));
    }
    for (const id of ids) expect(await second.lines(id)).toHaveLength(40);
    const balance = await second.accounts.currentBalance("lab");
    expect([balance.used / MICRO, balance.held]).toEqual([120, 0]);
    for (const id of ids) expect(first.files(id)).toHaveLength(1);
    expect((await first.ask(`${JOBS}/%00`)).status).toBe(404);
    const links = (await first.ask(`${JOBS}/${ids[0]}`)).json.results;
    expect((await second.ask(links[0].url, { key: null })).status).toBe(200);
  });
});
