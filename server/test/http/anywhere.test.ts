/** A server without weather of its own, as `npm run serve` starts it: every path answers at any place. */
import { sampleSource, syntheticSource } from "irradiance-archive";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO, type Stand, stand } from "./harness.js";

const DAY = 86_400_000;
const free = { key: DEMO };
const GHI = "parameters=global_horizontal_irradiance";

describe("a server without weather of its own", () => {
  let server: Stand;
  beforeAll(async () => {
    server = await stand({
      settings: { demo: "any", "demo-rate": 1000 },
      sources: [sampleSource(), syntheticSource()],
      keep: true,
    });
  });
  afterAll(() => server.server.stop());

  it.each([
    [50, 10],
    [21, 79],
    [-3, -60],
    [51, -114],
    [24, 33],
  ])("answers every path at %f, %f, and says that it is synthetic", async (lat, lon) => {
    const place = `lat=${lat}&lon=${lon}`;
    for (const path of [
      `observation/realtime?${place}&parameters=all`,
      `observation/training?${place}&start=2026-05-01T00:00Z&end=2026-06-01T00:00Z`,
      `observation/historical?${place}&start=2020-01-01T00:00Z&end=2020-02-01T00:00Z`,
      `forecast/basic?${place}`,
      `forecast/precision?${place}`,
      `climate/tmy?${place}&${GHI}`,
      `climate/amy?${place}&${GHI}`,
    ]) {
      const { status, headers, json } = await server.ask(`/v1/${path}`, free);
      expect([path, status]).toEqual([path, 200]);
      expect(headers["weather-sources"]).toContain(";synthetic=?1;");
      // The row that now lies within has not ended.
      const rows = path.startsWith("observation/realtime") ? -1 : undefined;
      const light: (number | null)[] = json.values.global_horizontal_irradiance.slice(0, rows);
      expect(light.every((value) => value !== null && value >= 0)).toBe(true);
      expect(Math.max(...(light as number[]))).toBeGreaterThan(100);
      if (path.includes("all")) expect(json.values.snow_depth.every((depth: null) => depth === null)).toBe(true);
    }
    const { status, json } = await server.ask(`/v1/forecast/pv?${place}&tilt=20`, free);
    expect([status, json.meta.weather.synthetic]).toEqual([200, true]);
    expect(json.energy.tomorrow).toBeGreaterThan(0.3);
    for (const path of ["altitude", "horizon", "sources"]) {
      expect((await server.ask(`/v1/${path}?${place}`, free)).status).toBe(200);
    }
  });

  it("keeps the sample at its own place, as a typical year and as all else", async () => {
    for (const path of ["climate/tmy", "observation/realtime", "forecast/basic"]) {
      const { headers } = await server.ask(`/v1/${path}?lat=36.1&lon=-79.95`, free);
      expect(headers["weather-sources"]).toMatch(/^"sample\//);
    }
  });

  it("knows its height there, as its answers have it", async () => {
    const [alone, answered] = await Promise.all(
      ["altitude", "observation/realtime"].map((path) => server.ask(`/v1/${path}?lat=36.1&lon=-79.95`, free)),
    );
    expect(alone?.json.altitude).toBe(answered?.json.meta.altitude);
  });

  it("gives nothing synthetic to a paying key unasked", async () => {
    for (const path of ["observation/realtime", "forecast/basic", "climate/tmy", "climate/amy"]) {
      expect((await server.ask(`/v1/${path}?lat=50&lon=10`)).status).toBe(404);
    }
    expect(server.remaining()).toBe(100_000);
  });

  it("offers a paying key no source that does not answer it, and tells the operator at the start", async () => {
    const offered = async (place: string, key: string) =>
      (await server.ask(`/v1/sources?${place}`, { key })).json.sources.map((one: { class: string }) => one.class);
    expect(await offered("lat=50&lon=10", server.key)).toEqual([]);
    expect(await offered("lat=36.1&lon=-79.95", server.key)).toEqual(["typical"]);
    expect(await offered("lat=50&lon=10", DEMO)).toContain("synthetic");
    expect(server.log.filter((line) => line.includes("account keys get no answer anywhere but"))).toHaveLength(1);
  });

  const ask = async (endpoint: string, frequency: string) => {
    const period = "start=2026-06-18T00:00Z&end=2026-06-20T00:00Z";
    const path = `/v1/observation/${endpoint}?lat=50&lon=10&${period}&frequency=${frequency}`;
    const { status, json } = await server.ask(path, free);
    expect(status).toBe(200);
    return json.values;
  };

  it("has minutes and quarters of an hour of its own, with the means of the hours", async () => {
    const GLOBAL = "global_horizontal_irradiance";
    const [hours, quarters, minutes] = await Promise.all(
      ["1_hour", "15_minutes", "1_minute"].map((frequency) => ask("realtime", frequency)),
    );
    const means = (values: readonly number[], many: number): number[] =>
      Array.from({ length: values.length / many }, (_, row) => {
        return values.slice(row * many, (row + 1) * many).reduce((a, b) => a + b) / many;
      });
    for (const all of [means(minutes[GLOBAL], 60), means(quarters[GLOBAL], 4)]) {
      // Answers are rounded to 0.1 W/m².
      for (const [row, mean] of all.entries()) expect(Math.abs(mean - hours[GLOBAL][row])).toBeLessThan(0.2);
    }
    const spreads = hours[GLOBAL].map((_: number, row: number) =>
      spreadOf(minutes[GLOBAL].slice(row * 60, row * 60 + 60)),
    );
    expect(Math.max(...spreads)).toBeGreaterThan(100);
    expect(minutes.temperature.includes(null)).toBe(false);
  });

  it.each(["1_hour", "15_minutes", "1_minute"])(
    "says the same as realtime and, later, as training and history: %s",
    async (frequency) => {
      const before = server.clock.now;
      const realtime = await ask("realtime", frequency);
      server.clock.now += 8 * DAY;
      expect(await ask("training", frequency)).toEqual(realtime);
      server.clock.now += 400 * DAY;
      expect(await ask("historical", frequency)).toEqual(realtime);
      server.clock.now = before;
    },
  );
});

/** Largest less smallest. */
function spreadOf(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}
