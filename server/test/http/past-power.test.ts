/** GET and POST /v1/observation/pv: the power of a system from what was observed, over the wire. */
import { openClimatology } from "irradiance-engine/climatology";
import { readSystem } from "irradiance-engine/system";
import { yieldSeries } from "irradiance-engine/yield";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NOW, posted, type Stand, stand } from "./harness.js";
import { HOUR, madeRun, madeSeen, madeSources, QUARTER, SITE } from "./made-sky.js";

const DAY = 24 * HOUR;
const PV = "/v1/observation/pv?lat=50&lon=10";
const PLANE = `${PV}&kwp=8&tilt=30&azimuth=180`;
const SEEN = Math.floor(NOW / QUARTER) * QUARTER;
const warm = { temperature: () => 18 };
const cloudy = (time: number) => 0.5 + 0.4 * Math.sin(time / (7 * HOUR));
const seen = madeSeen(SEEN - HOUR, cloudy, { ...warm, first: SEEN - 40 * DAY });
const SIDES = {
  planes: [90, 270].map((surface_azimuth) => ({ surface_tilt: 10, surface_azimuth, kwp: 5 })),
  export_limit: "4 kW",
};

let server: Stand;
beforeAll(async () => {
  server = await stand({
    sources: madeSources(
      SITE,
      seen,
      madeRun(NOW, () => 0.1, warm),
    ),
    keep: true,
  });
});
afterAll(() => server.server.stop());

describe("power of the past", () => {
  it("is the yield of what was observed, to 1e-9, and not of the run", async () => {
    const { json, status } = await server.ask(`${PV}&altitude=290&start=-7days&end=-1days`, posted(SIDES));
    expect(status).toBe(200);
    const start = SEEN - 9 * DAY;
    const [source] = madeSources(SITE, seen);
    const place = { latitude: 50, longitude: 10 };
    const offer = (await source!.offer(place as never, {} as never))[0]!;
    const period = { start, end: SEEN - HOUR };
    const [part] = await source!.read(offer, place as never, period, {} as never, {} as never);
    const { series } = part as { series: Parameters<typeof yieldSeries>[0] };
    const linkeTurbidity = (await openClimatology()).clearTurbidity(50, 10, { altitude: 290 });
    const options = {
      latitude: 50,
      longitude: 10,
      context: { altitude: 290, linkeTurbidity },
      frequency: "15_minutes",
    } as const;
    const own = yieldSeries(series, readSystem(SIDES), options);
    const first = (Date.parse(json.start_times[0]) - own.start) / QUARTER;
    expect(json.values.ac_power.length).toBe(6 * 96 + 1);
    json.values.ac_power.forEach((power: number, row: number) => {
      expect(Math.abs(power - Math.max(0, own.columns.ac[first + row]!))).toBeLessThan(1e-9);
    });
    expect(Math.max(...json.values.ac_power)).toBe(4000);
    expect(json.meta.weather).toMatchObject({ kind: "observation", synthetic: false });
    expect(json.meta.weather.sources.map(({ source }: { source: string }) => source)).toEqual(["eye"]);
  });

  it("is by default that of the last day; null after the last observation, and without what has not ended", async () => {
    const { json, headers } = await server.ask(PLANE);
    expect([json.start_times[0], json.end_times.at(-1)]).toEqual([
      "2026-06-20T14:30:00+02:00",
      "2026-06-21T14:45:00+02:00",
    ]);
    expect(json.values.ac_power.slice(-5)).toEqual([null, null, null, null, null]);
    expect(json.values.ac_power.slice(0, -5).every((power: number) => power >= 0)).toBe(true);
    expect(json.quantiles).toBeNull();
    const [yesterday, today] = json.days;
    expect([yesterday.date, yesterday.energy > 10, today.energy, json.energy.tomorrow]).toEqual([
      "2026-06-20",
      true,
      null,
      null,
    ]);
    expect(headers["api-notice"]).toContain("no observations after");
  });

  it("has days from midnight to midnight, whose energies are the sums of their rows, and the same in half hours and hours", async () => {
    const path = `${PLANE}&start=2026-06-14&end=2026-06-20`;
    const { json } = await server.ask(path);
    expect(json.days.length).toBe(6);
    json.days.forEach((day: { energy: number; missing: number }, k: number) => {
      const sum = json.values.ac_power
        .slice(96 * k, 96 * (k + 1))
        .reduce((all: number, power: number) => all + power / 4000, 0);
      expect([day.missing, Math.abs(day.energy - sum) < 1e-9]).toEqual([0, true]);
    });
    for (const frequency of ["30_minutes", "1_hour"]) {
      const other = (await server.ask(`${path}&frequency=${frequency}`)).json;
      expect(Math.abs(other.days[2].energy / json.days[2].energy - 1)).toBeLessThan(0.005);
    }
  });

  it("costs what its weather costs, and reaches as far as there is history", async () => {
    const price = async (path: string) =>
      Number((await server.ask(path, { method: "HEAD" })).headers["api-tokens-cost"]);
    expect(await price(`${PLANE}&start=-7days`)).toBe(1);
    expect(await price(`${PLANE}&start=-30days`)).toBeCloseTo((200 * 30) / 365, 6);
    expect((await server.ask(`${PLANE}&start=-30days&frequency=1_hour`)).json.values.ac_power.length).toBe(721);
    const gone = await server.ask(`${PLANE}&start=2021-01-01&end=2021-01-02`);
    expect([gone.status, gone.json.error.code]).toEqual([404, "no_weather"]);
  });

  it.each([
    ["start=2019-12-30", "start"],
    ["end=%2B1hours", "end"],
    ["quantiles=p10", undefined],
    ["weather=basic", undefined],
    ["frequency=1_minute", "frequency"],
  ])("takes what it has: %s", async (query, parameter) => {
    const { status, json, headers } = await server.ask(`${PLANE}&${query}`);
    if (parameter) expect([status, json.error.parameter]).toEqual([400, parameter]);
    else
      expect([status, headers["api-notice"]]).toEqual([
        200,
        expect.stringContaining("unknown query parameter ignored"),
      ]);
  });

  it("is kept by its tag until the next observation", async () => {
    const first = await server.ask(PLANE);
    const again = await server.ask(PLANE, { headers: { "If-None-Match": first.headers.etag as string } });
    expect([again.status, again.body]).toEqual([304, ""]);
    const csv = (await server.ask(`${PLANE}&response_format=csv`)).body.trim().split("\n");
    expect([csv[0], csv.length]).toEqual(["start_time,end_time,ac_power,plane_irradiance,snow_loss", 98]);
  });
});
