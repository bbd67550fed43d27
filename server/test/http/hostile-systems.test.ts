/** Hostile systems over HTTP, on the command line and in lists: computed, or refused by name, and the service goes on. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../../test/cli/in-process.js";
import { ANY_SYSTEM } from "../../../test/data/system/any-system.js";
import { folderOfFile } from "../temporary.js";
import { linesOf, posted, type Stand, stand } from "./harness.js";

const PLACE = "lat=47.4&lon=8.5";
/** As text: JSON.stringify would write an own `__proto__`, too. */
const PLANE = '{"surface_tilt":30,"surface_azimuth":180}';

let server: Stand;
beforeAll(async () => {
  server = await stand({ keep: true, sources: [], settings: { synthetic: true } });
});
afterAll(() => server.server.stop());

const post = (path: string, body: string) => server.ask(path, posted(body));

/** No server error, and no line of the log that is one. */
function expectCalm(): void {
  expect(server.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
}

describe("POST /v1/yield", () => {
  it("computes any system, or says what is wrong with it", async () => {
    await fc.assert(
      fc.asyncProperty(ANY_SYSTEM, async (system) => {
        const text = JSON.stringify(system);
        if (text === undefined) return;
        const { status, json, body } = await post(`/v1/yield?${PLACE}`, text);
        expect([200, 400], body).toContain(status);
        if (status === 400) expect(json.error.message).toMatch(/system|JSON|nested more than 32 deep/);
      }),
      { numRuns: 60 },
    );
    expectCalm();
  });

  it.each<[string, string, string, RegExp]>([
    ["lists within lists", `{"planes":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, "", /nested more than 32/],
    ["objects within objects", `{"module":${'{"cec":'.repeat(5000)}1${"}".repeat(5000)}}`, "", /nested more than 32/],
    ["a prototype below", `{"planes":[{"bifacial":{"__proto__":{"factor":1}}}]}`, "", /not valid JSON/],
    ["a constructor", `{"planes":[${PLANE}],"constructor":{"prototype":{"x":1}}}`, "", /JSON|constructor/],
    ["an infinite power", '{"planes":[{"kwp":1e999}]}', "planes[0].kwp", /from 0 to 1000000000, got Infinity/],
    ["a hundred and one inverters", inverters(101), "inverters", /at most 100 names, got 101/],
    [
      "a list of 20,000 months",
      `{"planes":[{}],"soiling":[${Array(20_000).fill(1)}]}`,
      "soiling",
      /12 values, got 20000/,
    ],
    ["a name of 201 characters", named("x".repeat(201)), "module.name", /1 to 200 characters/],
    ["a name that no list has", named("x".repeat(200)), "system", /no "xxx/],
    ["rows without a distance", '{"planes":[{"rows":{}}]}', "planes[0]", /gcr is required/],
    [
      "a load of three hours",
      `{"planes":[${PLANE}],"house":{"load":{"start":"2020-01-01T00:00Z","interval":3600,"power":[1,2,3]}}}`,
      "system",
      /^system\.house\.load: .* at least 360 days of the calendar is needed, got 0/,
    ],
    ["rain that no weather has", `{"planes":[${PLANE}],"soiling":"kimber"}`, "system", /needs rain/],
    ["snow that no weather has", `{"planes":[${PLANE}],"snow":"marion"}`, "system", /needs the weather's snow_depth/],
  ])("%s: 400", async (_name, body, parameter, message) => {
    const { status, json } = await post(`/v1/yield?${PLACE}`, body);
    expect([status, json.error.message]).toEqual([400, expect.stringMatching(message)]);
    expect(json.error.parameter ?? "").toBe(parameter);
    expectCalm();
  });

  it("a hundred planes on a hundred inverters: computed", async () => {
    const { status, json } = await post(`/v1/yield?${PLACE}`, inverters(100));
    expect([status, json.planes.length]).toEqual([200, 100]);
  });

  it("a hundred planes for years: refused before anything is computed", async () => {
    const years = `/v1/yield?${PLACE}&weather=history&start_year=2020&end_year=2021`;
    const since = process.cpuUsage();
    const { status, json } = await post(years, inverters(100));
    expect([status, json.error.parameter]).toEqual([400, "end_year"]);
    expect(json.error.message).toContain("at most 1 years of 100 planes in one answer, got 2");
    const { user, system } = process.cpuUsage(since);
    expect((user + system) / 1000).toBeLessThan(500);
  });
});

describe("a batch", () => {
  it("is refused as a whole, with the place of the request", async () => {
    const system = { planes: [{ rows: {} }] };
    const query = { lat: 47.4, lon: 8.5 };
    const requests = [
      { endpoint: "yield", query },
      { endpoint: "yield", query, system },
    ];
    const batch = await post("/v1/observation/batch", JSON.stringify({ requests }));
    expect([batch.status, batch.json.error.message]).toEqual([
      400,
      expect.stringMatching(/^request 1: system\.planes\[0\]/),
    ]);
    expectCalm();
  });

  it("has a line of its own for a name that only the thread can look up", async () => {
    const query = { lat: 47.4, lon: 8.5, tilt: 30 };
    const lost = { endpoint: "yield", query: { lat: 47.4, lon: 8.5 }, system: JSON.parse(named("no such module")) };
    const { body } = await post(
      "/v1/observation/batch",
      JSON.stringify({ requests: [lost, { endpoint: "yield", query }] }),
    );
    const [first, second] = linesOf(body);
    expect(first.error).toMatchObject({ parameter: "system", message: expect.stringContaining("no such module") });
    expect(second.response.kwp).toBe(1);
    expectCalm();
  });
});

describe("the command line", () => {
  const folder = folderOfFile();
  const TEXTS: readonly [string, RegExp][] = [
    ['{"planes":[{"rows":{}}]}', /planes\[0\]: gcr is required/],
    ['{"planes":[{"__proto__":{"kwp":3}}]}', /has no option "__proto__"/],
    ['{"planes":[{"kwp":1e999}]}', /kwp must be from 0 to 1000000000, got Infinity/],
    [`{"planes":[${PLANE}],"soiling":{"model":"kimber","washes":["02-30"]}}`, /washes\[0\] must be a month and a day/],
    [`{"planes":${"[".repeat(500)}${"]".repeat(500)}}`, /planes\[0\] must be an object/],
    [named("no such module"), /no "no such module" in the/],
    ['{"planes":[{}', /JSON/],
  ];

  it.each(TEXTS)("--system %s: one line that says what is wrong", async (text, message) => {
    writeFileSync(join(folder, "system.json"), text);
    const args = ["yield", "--lat=47.4", "--lon=8.5", "--system", "system.json", "--quiet"];
    const { status, stderr } = await runCli(args, folder);
    expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("a bulk run fails these rows alone", async () => {
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const rows = [...TEXTS.map(([text]) => text), `{"planes":[${PLANE}]}`].map((text) => `47.4,8.5,${cell(text)}`);
    writeFileSync(join(folder, "sites.csv"), ["lat,lon,system", ...rows, ""].join("\n"));
    const files = ["--sites", "sites.csv", "--out", "out.csv", "--threads", "1"];
    const { status } = await runCli(["bulk", "--yield", ...files, "--quiet"], folder);
    const failed = readFileSync(join(folder, "out.csv.failed.csv"), "utf8").replaceAll('""', '"');
    expect([status, failed.trim().split("\n").length]).toEqual([1, 1 + TEXTS.length]);
    for (const [, message] of TEXTS) expect(failed).toMatch(message);
    expect(readFileSync(join(folder, "out.csv"), "utf8").trim().split("\n")).toHaveLength(2);
  });
});

function named(name: string): string {
  return `{"planes":[${PLANE}],"module":${JSON.stringify({ name })}}`;
}

function inverters(count: number): string {
  const names = Array.from({ length: count }, (_, k) => `north ${k}`);
  const planes = names.slice(0, 100).map((inverter) => ({ inverter }));
  return JSON.stringify({ planes, inverters: Object.fromEntries(names.map((name) => [name, { ac_power: 0.8 }])) });
}
