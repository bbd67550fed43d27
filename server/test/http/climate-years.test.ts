/** Years of the climate: generated from the caller's months or the embedded climatology, or chosen from a long record. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everywhere } from "../everywhere.mjs";
import { type Answer, DEMO, NOW, posted, type Stand, sourceWith, stand } from "./harness.js";

const IMPORT = "/v1/climate/import/monthly";
const MONTHLY = {
  lat: 47.4,
  lon: 8.5,
  altitude: 430,
  global_horizontal_irradiance: [39, 70, 118, 165, 200, 221, 222, 188, 139, 84, 46, 32],
  temperature: [0.3, 1.4, 5.5, 9.1, 13.6, 17, 19, 18.4, 14.3, 9.9, 4.5, 1.2],
};
const demo = { key: DEMO };
const LIGHT = "parameters=global_horizontal_irradiance,temperature";

const post = (changes: object = {}) => posted({ ...MONTHLY, ...changes });

/** Means of the twelve months, by the stamps of the answer. */
function months({ json }: Answer, name: string): number[] {
  const sums = Array.from({ length: 12 }, () => ({ sum: 0, count: 0 }));
  json.start_times.forEach((time: string, row: number) => {
    const month = sums[Number(time.slice(5, 7)) - 1]!;
    month.sum += json.values[name][row];
    month.count++;
  });
  return sums.map(({ sum, count }) => sum / count);
}

const GHI = "global_horizontal_irradiance";

describe("an import", () => {
  let server: Stand;
  beforeAll(async () => {
    server = await stand({ keep: true });
  });
  afterAll(() => server.server.stop());

  it("is a year whose months have the means that were sent", async () => {
    const answer = await server.ask(`${IMPORT}?${LIGHT}&meta=extended`, post());
    expect([answer.status, answer.headers["api-tokens-cost"]]).toEqual([200, "500"]);
    expect(answer.json.start_times).toHaveLength(8760);
    expect(answer.json.start_times[0]).toBe("2005-01-01T00:00:00+01:00");
    // Answers have three decimals or fewer: half a digit of them, and no more.
    for (const name of [GHI, "temperature"] as const) {
      months(answer, name).forEach((mean, month) => {
        expect(Math.abs(mean - MONTHLY[name as keyof typeof MONTHLY][month as never])).toBeLessThan(0.05);
      });
    }
    expect(answer.json.meta.climate).toMatchObject({
      method: "generation",
      seed: 1,
      synthetic_columns: [GHI, "diffuse_horizontal_irradiance", "temperature"],
    });
    expect(answer.json.meta.climate.envelope_factors).toHaveLength(12);
  });

  it("says that it is plausible and no history, and that it is synthetic", async () => {
    for (const format of ["json", "csv"]) {
      const { headers } = await server.ask(`${IMPORT}?${LIGHT}&response_format=${format}`, post());
      expect(headers["api-notice"]).toContain("a plausible year, not a history");
      expect(headers["weather-sources"]).toMatch(/^"generator\/monthly values of the request";class="synthetic"/);
      expect(headers["weather-sources"]).toContain(";synthetic=?1;");
    }
  });

  it("has its label in the name of a CSV file, too, which loses its headers", async () => {
    const { headers, body } = await server.ask(`${IMPORT}?${LIGHT}&response_format=csv`, post());
    expect(headers["content-disposition"]).toBe('attachment; filename="climate-import-monthly-synthetic.csv"');
    // The contract has the names in the first line: there is no room for a comment.
    expect(body.slice(0, 20)).toBe("start_time,end_time,");
  });

  it("is the same for the same seed, and another for another", async () => {
    const ask = async (query: string) => (await server.ask(`${IMPORT}?${LIGHT}${query}`, post())).body;
    const first = await ask("");
    expect(await ask("")).toBe(first);
    expect(await ask("&random_seed=1")).toBe(first);
    expect(await ask("&random_seed=2")).not.toBe(first);
    expect(await ask("&clear_sky_radiation_model=solis")).not.toBe(first);
    const turbidity = Array(12).fill(6).join();
    expect(await ask(`&turbidity=${turbidity}`)).not.toBe(first);
  });

  it("has all its hours also on the clock of UTC", async () => {
    const { json } = await server.ask(`${IMPORT}?${LIGHT}&climate_time=utc`, post({ lon: 88, lat: 22 }));
    expect(json.start_times[0]).toBe("2005-01-01T00:00:00Z");
    expect(json.values[GHI].includes(null)).toBe(false);
    expect(json.values.temperature.includes(null)).toBe(false);
  });

  it("has minutes, with the same means of the months", async () => {
    const answer = await server.ask(`${IMPORT}?${LIGHT}&frequency=1_minute`, post());
    expect(answer.json.start_times).toHaveLength(525_600);
    const means = months(answer, GHI);
    MONTHLY[GHI].forEach((mean, month) => {
      expect(Math.abs(means[month]! - mean)).toBeLessThan(0.05);
    });
    expect(answer.headers["api-notice"]).not.toContain("smooth course");
  });

  it("P90 has less light and is colder, in the year by 5.1 %, in months by 13.7 %; P10 the contrary", async () => {
    const year = async (query: string) => server.ask(`${IMPORT}?${LIGHT}&${query}`, post());
    const low = await year("extreme=p90");
    const ratio = (answer: Answer) => months(answer, GHI).map((mean, month) => mean / MONTHLY[GHI][month]!);
    for (const share of ratio(low)) expect(share).toBeCloseTo(1 - 1.2816 * 0.04, 3);
    for (const share of ratio(await year("extreme=p10"))) expect(share).toBeCloseTo(1 + 1.2816 * 0.04, 3);
    const month = await year("extreme=p90&extreme_scope=month");
    for (const share of ratio(month)) expect(share).toBeCloseTo(1 - 1.2816 * 0.04 * (Math.sqrt(12) / 1.3), 2);
    months(low, "temperature").forEach((mean, k) => {
      expect(mean - MONTHLY.temperature[k]!).toBeCloseTo(-1.2816 * 0.6, 1);
    });
    expect(low.headers["api-notice"]).toContain("little light and low temperatures");
    expect(month.headers["api-notice"]).toContain("far rarer than one year in ten");
  });

  it("a year to come is warmer by the global mean, has its number, and says what that is worth", async () => {
    const query = "future_scenario=ssp5_85&future_year=2088";
    const answer = await server.ask(`${IMPORT}?${LIGHT}&${query}`, post());
    expect(answer.json.start_times).toHaveLength(8760);
    expect(answer.json.start_times[0]).toBe("2088-01-01T00:00:00+01:00");
    expect(answer.json.start_times.some((time: string) => time.includes("-02-29"))).toBe(false);
    // AR6: 2.4 °C about 2050.5, 4.4 °C about 2090.5; the values are of 1995–2014, 0.85 °C.
    const warming = 2.4 + (2.0 * (2088 - 2050.5)) / 40 - 0.85;
    months(answer, "temperature").forEach((mean, k) => {
      expect(mean - MONTHLY.temperature[k]!).toBeCloseTo(warming, 1);
    });
    expect(answer.headers["api-notice"]).toContain("a global mean: land warms about half as much again");
  });

  it("refuses diffuse light that goes with no global, free", async () => {
    const before = server.remaining();
    const diffuse = MONTHLY[GHI].map((mean) => mean * 0.99);
    const { status, json } = await server.ask(IMPORT, post({ diffuse_horizontal_irradiance: diffuse }));
    expect([status, json.error.message]).toEqual([400, expect.stringMatching(/^diffuseHorizontalIrradiance must be/)]);
    expect(server.remaining()).toBe(before);
  });

  it("does not hold up what else is asked meanwhile", async () => {
    const year = server.ask(`${IMPORT}?parameters=${GHI}&frequency=1_minute&response_format=csv`, post());
    let isThere = false;
    void year.finally(() => (isThere = true));
    // Generating takes more than a second: on the thread of the server these answers would come behind it.
    for (let k = 0; k < 3; k++) expect((await server.ask("/v1/account")).status).toBe(200);
    expect(isThere).toBe(false);
    expect((await year).status).toBe(200);
  });
});

describe("a typical year", () => {
  const without = (classes: readonly string[], more: object = {}) =>
    sourceWith(() => NOW, {
      offer: async (place, now) => {
        const offers = await everywhere({ last: () => NOW }).offer(place, now);
        return offers.filter((one) => !classes.includes(one.class)).map((one) => ({ ...one, ...more }));
      },
    });

  it("is chosen from ten whole years where there is no file, and says from which", async () => {
    const { ask } = await stand({ sources: [without(["typical"])] });
    const answer = await ask(`/v1/climate/tmy?lat=50&lon=10&${LIGHT}&meta=extended`);
    expect(answer.status).toBe(200);
    expect(answer.json.start_times).toHaveLength(8760);
    expect(answer.json.values[GHI].includes(null)).toBe(false);
    const { climate, sources } = answer.json.meta;
    // From 2015 to 2025.
    expect(climate).toMatchObject({ method: "selection", candidates: 11 });
    expect(climate.months_selected.map(({ month }: { month: number }) => month)).toEqual(
      Array.from({ length: 12 }, (_, k) => k + 1),
    );
    for (const { year } of climate.months_selected) expect(year >= 2015 && year <= 2025).toBe(true);
    expect(sources[0].corrections.at(-1)).toMatch(/^tmy3: months of (20\d\d, ){11}20\d\d$/);
    expect(sources[0].synthetic).toBe(false);
  });

  it("has no month in which a sensor was dead, and says so; a named year has it, and says that", async () => {
    const path = `/v1/climate/tmy?lat=50&lon=10&${LIGHT}&meta=extended`;
    const julyOf = ({ json }: Answer): number => json.meta.climate.months_selected[6].year;
    const first = julyOf(await (await stand({ sources: [without(["typical"])] })).ask(path));
    const periods = [{ start: Date.UTC(first, 6, 1), end: Date.UTC(first, 7, 1) }];
    const dead = { code: "dead", message: "the sensor is dead", remedy: "", isLost: true, periods } as const;
    const { ask } = await stand({ sources: [without(["typical"], { doubts: [dead] })] });
    const chosen = await ask(path);
    expect(julyOf(chosen)).not.toBe(first);
    expect(chosen.json.values[GHI].includes(null)).toBe(false);
    expect(chosen.headers["api-notice"]).toContain("months with much of it are not chosen");
    const named = (year: number) => ask(`/v1/climate/amy?lat=50&lon=10&year=${year}&${LIGHT}`);
    expect((await named(first)).headers["api-notice"]).toContain("the sensor is dead");
    expect((await named(first === 2020 ? 2019 : 2020)).headers["api-notice"] ?? "").not.toContain("the sensor is dead");
  });

  it("of a record to come is warmer, and keeps its dates in a leap year", async () => {
    const { ask } = await stand({ sources: [without(["typical"])] });
    const path = `/v1/climate/tmy?lat=50&lon=10&${LIGHT}`;
    const [now, then] = [await ask(path), await ask(`${path}&future_scenario=ssp2_45&future_year=2048`)];
    expect(then.json.start_times[0]).toBe("2048-01-01T00:00:00+01:00");
    expect(then.json.start_times).toHaveLength(8760);
    // 2015–2025 are about 2020.
    const [before, after] = [1.09 + (0.41 * 4.5) / 15, 1.5 + (0.5 * 17.5) / 20];
    const warming = months(then, "temperature")[5]! - months(now, "temperature")[5]!;
    expect(warming).toBeCloseTo(after - before, 2);
    expect(then.json.values[GHI]).toEqual(now.json.values[GHI]);
  });

  it.each([
    ["for the demo key", { demo: "places" }, demo],
    ["with --synthetic", { synthetic: true }, {}],
  ] as const)(
    "is generated from the embedded climatology %s, and says what that is worth",
    async (_, settings, asking) => {
      const { ask } = await stand({ settings, sources: [without(["typical", "measured"])] });
      const answer = await ask(`/v1/climate/tmy?lat=50&lon=10&${LIGHT}&meta=extended`, asking);
      expect(answer.status).toBe(200);
      expect(answer.json.meta.climate.method).toBe("generation");
      expect(answer.json.meta.sources[0]).toMatchObject({ class: "synthetic", synthetic: true, method: "stochastic" });
      expect(answer.headers["api-notice"]).toMatch(
        /embedded world climatology: eight of ten places of its kind \(temperate land; \d+ judged\) are within \d+ % in a year's GHI/,
      );
      expect(answer.headers["api-notice"]).toContain("a plausible year, not a history");
      const year = months(answer, GHI).reduce((sum, mean) => sum + mean, 0) / 12;
      // PVGIS and others have 1,050 to 1,130 kWh/m² there.
      expect((year * 8.76) / 1).toBeGreaterThan(1000);
      expect(year * 8.76).toBeLessThan(1200);
    },
  );

  it("is 404 on a configured server with nine years: none is made unasked", async () => {
    const { ask, remaining } = await stand({ sources: [without(["typical"], { first: Date.UTC(2017, 0, 3) })] });
    const answer = await ask("/v1/climate/tmy?lat=50&lon=10");
    expect(answer.status).toBe(404);
    expect(answer.json.error.message).toMatch(/^no typical year with .* at 50,10: no source has a typical year/);
    expect(remaining()).toBe(100_000);
    expect((await ask("/v1/climate/amy?lat=50&lon=10&year=2018")).status).toBe(200);
  });

  it("has the tag of its request and data, and 304 for it", async () => {
    const { ask } = await stand({ settings: { synthetic: true }, sources: [without(["typical", "measured"])] });
    const path = `/v1/climate/tmy?lat=50&lon=10&${LIGHT}`;
    const { etag } = (await ask(path)).headers;
    const again = await ask(path, { headers: { "If-None-Match": etag! } });
    expect(again.status).toBe(304);
    const other = await ask(`${path}&random_seed=7`, { headers: { "If-None-Match": etag! } });
    expect(other.status).toBe(200);
  });

  it.each(["extreme=p90", "future_scenario=ssp1_26&future_year=2040"])("an actual year has no %s", async (query) => {
    const { ask } = await stand();
    const { status, json } = await ask(`/v1/climate/amy?lat=50&lon=10&${query}`);
    expect([status, json.error.parameter]).toEqual([400, query.split("=")[0]]);
    expect(json.error.message).toContain("an actual year has the ");
  });
});
