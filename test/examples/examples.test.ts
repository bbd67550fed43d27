/** The examples do what they say, against dist/. The page has its own run in a browser: `npm run test:browser`. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, type Program } from "../../scripts/lib/process.mjs";
import { parseXml } from "../answers/report/xml.js";

const example = (name: string) => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "irradiance-examples-"));
afterAll(() => rmSync(folder, { recursive: true }));

function run(name: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [example(name), ...args], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

describe("http-server.mjs", () => {
  let server: Program;
  let address: string;
  beforeAll(async () => {
    server = launch([example("http-server.mjs"), "0"]);
    address = await server.line();
  });
  afterAll(() => server.stop());

  const query = "lat=36.1&lon=-79.95&frequency=1_hour&start=2023-06-21T00:00Z&end=2023-06-22T00:00Z";
  const get = (parameters: string, key = "example", at = address) =>
    fetch(`${at}?${query}&parameters=${parameters}`, { headers: { authorization: `Bearer ${key}` } });
  const refusal = async (answer: Response) => [answer.status, (await answer.json()).error.message];

  it("answers in JSON and CSV", async () => {
    const json = await get("global_horizontal_irradiance");
    expect([json.status, json.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect((await json.json()).values.global_horizontal_irradiance).toHaveLength(24);
    const csv = await get("temperature&response_format=csv");
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(await csv.text()).toMatch(
      /^start_time,end_time,temperature,surface_azimuth,surface_tilt\n2023-06-21T00:00:00Z,/,
    );
  });

  it("says when the weather is that of another place", async () => {
    const here = await get("temperature");
    expect(here.headers.get("api-notice")).toBeNull();
    const timor = await fetch(`${address}?${query.replace("36.1", "-8.8").replace("-79.95", "125.7")}`, {
      headers: { authorization: "Bearer example" },
    });
    expect(timor.status).toBe(200);
    expect(timor.headers.get("api-notice")).toBe('"the weather is for 36.1, -79.95, the request for -8.8, 125.7"');
  });

  it("refuses as the interface says", async () => {
    expect(await refusal(await get("rain"))).toEqual([400, expect.stringContaining('invalid parameter "rain"')]);
    expect(await refusal(await get("temperature", "other"))).toEqual([401, expect.stringContaining("key")]);
    const elsewhere = address.replace("historical", "hysterical");
    expect(await refusal(await get("temperature", "example", elsewhere))).toEqual([404, expect.any(String)]);
    const posted = await fetch(`${address}?${query}`, { method: "POST", headers: { authorization: "Bearer example" } });
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET"]);
  });

  it("holds the endpoint's window", async () => {
    const old = await get("temperature&start=2019-06-21T00:00Z");
    expect(await refusal(old)).toEqual([400, expect.stringContaining("window of the historical endpoint")]);
  });

  it.each(["//", "//[", "/%"])("outlives the address %s", async (path) => {
    expect((await fetch(`${new URL(address).origin}${path}`)).status).toBe(404);
  });
});

describe("worker.mjs", () => {
  it("gets a year from its worker", () => {
    const [, hours, sum] = /^(\d+) hours, (\d+) kWh\/m², \d+ bytes/.exec(run("worker.mjs"))!;
    expect(hours).toBe("8760");
    expect(Number(sum)).toBeGreaterThan(1500); // Greensboro: 1.6 to 1.9 MWh/m² on such a plane
    expect(Number(sum)).toBeLessThan(2000);
  });
});

describe("table-and-plot.mjs", () => {
  it("prints a table and draws four pictures", () => {
    const output = run("table-and-plot.mjs", folder);
    expect(output).toMatch(/^total /m);
    for (const name of ["day", "year", "months", "sun-path"]) {
      expect(output).toContain(`${name}.svg`);
      expect(parseXml(readFileSync(join(folder, `${name}.svg`), "utf8")).name).toBe("svg");
    }
  });
});

describe("yield-map.mjs", () => {
  it("draws a country from an equal-area grid, and says what it is not", () => {
    const output = run("yield-map.mjs", folder, "160");
    const [, cells, least, most] = /^(\d+) cells of 160 km, (\d+) to (\d+) kWh per kWp and year/.exec(output)!;
    // 540,000 km² in cells of 25,600 km².
    expect(Number(cells)).toBeGreaterThan(16);
    expect(Number(cells)).toBeLessThan(26);
    expect(Number(least)).toBeGreaterThan(1000);
    expect(Number(most)).toBeLessThan(1500);
    const svg = readFileSync(join(folder, "yield-map.svg"), "utf8");
    expect(svg.match(/<title>-?[\d.]+,-?[\d.]+: \d{4} kWh\/kWp<\/title>/g)).toHaveLength(Number(cells));
    expect(svg).toContain("Not a resource map: clouds and temperatures are those of Greensboro NC");
  });
});
