/** `irradiance-server bulk`: a list of sites becomes jobs, and their parts a table in a folder, however often it is called. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import type { WeatherSource } from "irradiance-archive";
import { expect, it } from "vitest";
import { bulk } from "../../src/cli/bulk.js";
import type { CommandIo } from "../../src/cli/command.js";
import { NOW, sourceWith } from "../http/harness.js";
import { type JobStand, jobStand } from "../http/jobs-fixture.js";
import { temporaryFolder } from "../temporary.js";

const DAY = ["--start", "2026-06-01T00:00Z", "--end", "2026-06-02T00:00Z", "--frequency", "1_hour"];

/** Weather everywhere but at 12° N. */
const source: WeatherSource = (() => {
  const all = sourceWith(() => NOW, {});
  return { ...all, offer: async (place, ...more) => (place.latitude === 12 ? [] : all.offer(place, ...more)) };
})();

function place(server: JobStand | undefined) {
  const folder = temporaryFolder();
  const out = join(folder, "table");
  const put = (text: string) => writeFileSync(join(folder, "sites.csv"), text);
  return {
    ...{ out, put },
    async run(...more: string[]) {
      const err: string[] = [];
      const env = server && { IRRADIANCE_KEY: server.key };
      const io = { err: (line: string) => void err.push(line), out: () => {}, env: env ?? {} } as unknown as CommandIo;
      const address = server?.server.address ?? "http://127.0.0.1:1";
      const url = more.includes("--url") ? [] : ["--url", `${address}/v1`];
      const words = [join(folder, "sites.csv"), ...url, "--out", out, "--quiet", ...more];
      return { status: await bulk.run(words, io), err: err.join("\n") };
    },
    names: () => readdirSync(out).sort(),
    manifest: () => JSON.parse(readFileSync(join(out, "_manifest.json"), "utf8")),
    async rows(file: string) {
      return parquetReadObjects({ file: new Uint8Array(readFileSync(join(out, file))).buffer });
    },
  };
}

it("fetches the parts of all jobs, and names the sites that failed", async () => {
  const server = await jobStand({ sources: [source] });
  const { put, run, names, rows, manifest, out } = place(server);
  put("id,lat,lon,surface_tilt,name\na,47,8,30,x\nb,12,8,30,y\n# a remark\nc,48,9,,z\n");
  const { status, err } = await run("--job-sites", "2", "--parameters", "temperature", ...DAY);
  expect([status, err]).toEqual([
    1,
    `sites: ignored columns: name\nirradiance-server bulk: sites that failed: 1; the reasons are in ${out}/_failed.csv`,
  ]);
  expect(names()).toEqual(["_failed.csv", "_manifest.json", "part-000000.parquet", "part-000001.parquet"]);
  expect(readFileSync(join(out, "_failed.csv"), "utf8")).toMatch(
    /^index,site,code,reason\n"1","b","no_weather",".+"\n$/,
  );
  expect(manifest()).toMatchObject({ complete: true, jobs: [{ sites: 2 }, { sites: 1 }] });
  const sites = [...(await rows("part-000000.parquet")), ...(await rows("part-000001.parquet"))].map(
    ({ site }) => site,
  );
  expect([sites.length, new Set(sites)]).toEqual([48, new Set(["a", "c"])]);
});

it("goes on where it was ended: what is there is not asked for again, and what is missing is the same job's", async () => {
  const server = await jobStand({ sources: [source] });
  const { put, run, names, manifest, out } = place(server);
  put("lat,lon\n47,8\n48,9\n");
  const words = ["--job-sites", "1", "--parameters", "temperature", ...DAY];
  expect(await run(...words)).toEqual({ status: 0, err: "" });
  const whole = manifest();
  const used = server.remaining();
  // As if it had been killed before the second job was noted, and in the middle of a file.
  writeFileSync(
    join(out, "_manifest.json"),
    JSON.stringify({ ...whole, complete: false, jobs: whole.jobs.slice(0, 1) }),
  );
  rmSync(join(out, "part-000001.parquet"));
  expect(await run(...words)).toEqual({ status: 0, err: "" });
  expect(manifest()).toEqual(whole);
  expect(names()).toEqual(["_failed.csv", "_manifest.json", "part-000000.parquet", "part-000001.parquet"]);
  expect(server.remaining()).toBe(used);
  expect(await run("--job-sites", "1", "--parameters", "all", ...DAY)).toMatchObject({
    status: 2,
    err: expect.stringContaining("has the results of other sites or options"),
  });
});

it("asks for yields of systems", async () => {
  const server = await jobStand({ sources: [source] });
  const { put, run, rows } = place(server);
  put('id,lat,lon,kwp,surface_tilt,surface_azimuth,system\na,47,8,5,30,180,\nb,47,8,,,,"{""planes"":[{""kwp"":3}]}"\n');
  expect(await run("--yield")).toEqual({ status: 0, err: "" });
  expect(await rows("part-000000.parquet")).toMatchObject([
    { site: "a", kwp: 5 },
    { site: "b", kwp: 3 },
  ]);
});

it("refuses what is no list, no key or no query, and says what the service says", async () => {
  const { put, run } = place(undefined);
  put("lat\n1\n");
  expect(await run()).toEqual({ status: 2, err: expect.stringContaining("IRRADIANCE_KEY must have the key") });
  const server = await jobStand({ sources: [source] });
  const own = place(server);
  own.put("lat\n1\n");
  expect(await own.run()).toEqual({ status: 2, err: expect.stringContaining("no column lon") });
  own.put("id,lat,lon\nhere,95,2\n");
  const { status, err } = await own.run(...DAY);
  expect([status, err]).toEqual([1, expect.stringContaining('site 0 ("here"): parameter "lat"')]);
  // Of what was refused nothing stays in the way of a list that is right.
  expect(own.names()).toEqual([]);
  expect(await own.run("--tilt")).toMatchObject({ status: 2 });
  for (const url of ["nonsense", server.server.address, "ftp://host/v1"])
    expect(await own.run("--url", url, ...DAY)).toEqual({
      status: 2,
      err: expect.stringContaining(`--url must be the address of a service, such as https://HOST/v1, got "${url}"`),
    });
  const nobody = await own.run("--url", "http://127.0.0.1:1/v1", ...DAY);
  expect([nobody.status, nobody.err]).toEqual([
    1,
    expect.stringContaining("http://127.0.0.1:1/v1 cannot be reached: "),
  ]);
});
