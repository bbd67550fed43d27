/** Whose weather an answer is made of, and what is said of it: sources, runs, synthetic weather, the hour of arrival. */
import { ArchiveError, sampleSource, syntheticSource, type WeatherSource } from "irradiance-archive";
import { describe, expect, it } from "vitest";
import { everywhere } from "../everywhere.mjs";
import { DAY, DEMO, NOW, posted, sourceWith, stand, withMembers } from "./harness.js";
import { jobStand } from "./jobs-fixture.js";

const HOUR = 3_600_000;
/** What models look at beyond what is asked for: a day, and the hours beside it. */
const AROUND = 26 * HOUR;
const demo = { key: DEMO };

/** The embedded sample's place. */
const SAMPLE = "lat=36.1&lon=-79.95";

describe("now", () => {
  it("is the time of arrival, taken once, to the second", async () => {
    const source = everywhere({ last: () => NOW });
    const late: WeatherSource = {
      ...source,
      async offer(...args) {
        clock.now += HOUR;
        return source.offer(...args);
      },
    };
    const { ask, clock } = await stand({ sources: [late] });
    const { start_times: starts, end_times: ends } = (await ask(`${DAY}&start=-4hours&frequency=1_minute`)).json;
    expect(clock.now).toBe(NOW + HOUR);
    // 12:34:56 is within a minute: four hours have 241 of them.
    expect([starts.length, starts[0], ends.at(-1)]).toEqual([241, "2026-06-21T08:34:00Z", "2026-06-21T12:35:00Z"]);
  });

  it("may be 15 minutes off at both ends of a window, and no more", async () => {
    const { ask } = await stand();
    const asked = (start: number, end: number) => {
      const [from, to] = [start, end].map((time) => new Date(time).toISOString().replace(/\.\d+Z$/, "Z"));
      return ask(`/v1/observation/realtime?lat=50&lon=10&start=${from}&end=${to}`);
    };
    const [first, last] = [NOW - 7 * 24 * HOUR, NOW];
    const grace = 15 * 60_000;
    expect((await asked(first - grace + 1000, first + HOUR)).status).toBe(200);
    expect((await asked(last - HOUR, last + grace - 1000)).status).toBe(200);
    const [early, late] = [
      await asked(first - grace - 1000, first + HOUR),
      await asked(last - HOUR, last + grace + 1000),
    ];
    expect([early.status, early.json.error.parameter]).toEqual([400, "start"]);
    expect([late.status, late.json.error.parameter]).toEqual([400, "end"]);
  });
});

describe("an observation", () => {
  const SAMPLED = `/v1/observation/realtime?${SAMPLE}&parameters=global_horizontal_irradiance,temperature,global_clear_sky_irradiance`;

  // The sample has hours, and now, 12:34:56 UTC, is 07:34 at its place, by day.
  it.each([
    ["1_minute", 1441, "2026-06-21T12:34:00Z"],
    ["15_minutes", 97, "2026-06-21T12:30:00Z"],
    ["1_hour", 25, "2026-06-21T12:00:00Z"],
    ["1_day", 2, "2026-06-21T00:00:00Z"],
    ["1_day&time_zone=standard", 2, "2026-06-21T05:00:00Z"],
  ])("of an interval that has not ended is null, with a notice: %s", async (frequency, rows, last) => {
    const { ask, remaining } = await stand({ settings: { synthetic: true }, sources: [syntheticSource()] });
    const { status, headers, json } = await ask(`${SAMPLED}&frequency=${frequency}`);
    expect([status, json.start_times.length, remaining()]).toEqual([200, rows, 99_999]);
    const { global_horizontal_irradiance: light, temperature, global_clear_sky_irradiance: clear } = json.values;
    expect(Date.parse(json.start_times.at(-1))).toBe(Date.parse(last));
    expect([light.at(-1), temperature.at(-1)]).toEqual([null, null]);
    expect([light.at(-2), temperature.at(-2), clear.at(-1)].every(Number.isFinite)).toBe(true);
    expect(headers["api-notice"]).toContain(`no values after ${last} yet`);
  });

  it("of quarters of an hour in progress is null where the weather has hours, whatever a source says of that hour", async () => {
    const { ask } = await stand({ sources: [everywhere({ last: () => NOW + HOUR })] });
    const { json } = await ask(`${DAY}&start=2026-06-21T11:00Z&end=2026-06-21T12:45Z&frequency=15_minutes`);
    const given = json.values.global_horizontal_irradiance.map((value: number | null) => value !== null);
    expect(given).toEqual([true, true, true, true, false, false, false]);
  });

  it("of intervals that have all ended is the same at any time, without a notice", async () => {
    const { ask, clock } = await stand({ settings: { synthetic: true }, sources: [syntheticSource()] });
    const path = `${SAMPLED}&start=2026-06-21T10:00Z&end=2026-06-21T12:00Z`;
    const now = await ask(path);
    clock.now += 3 * HOUR;
    const later = await ask(path);
    expect(now.headers["api-notice"]).not.toContain("no observations after");
    expect(now.json.values).toEqual(later.json.values);
  });

  it("becomes another answer when an interval has ended", async () => {
    const { ask, clock } = await stand({ settings: { synthetic: true }, sources: [syntheticSource()] });
    const path = `${SAMPLED}&start=2026-06-21T10:00Z&end=2026-06-21T12:45Z`;
    const before = await ask(path);
    clock.now = Date.UTC(2026, 5, 21, 12, 45, 1);
    const after = await ask(path);
    const lights = [before, after].map(({ json }) => json.values.global_horizontal_irradiance);
    expect([lights[0].at(-1), Number.isFinite(lights[1].at(-1))]).toEqual([null, true]);
    expect(lights[1].slice(0, -1)).toEqual(lights[0].slice(0, -1));
    expect(before.headers.etag).not.toBe(after.headers.etag);
  });

  it("of which no interval has ended is 404, free; what needs no weather is there", async () => {
    const { ask, remaining } = await stand();
    const path = `${DAY}&start=-5minutes&frequency=1_hour`;
    const { status, json } = await ask(path);
    expect([status, remaining()]).toEqual([404, 100_000]);
    expect(json.error.message).toContain("the last interval before it ended at 2026-06-21T12:00:00Z");
    expect((await ask(`${path}&parameters=global_clear_sky_irradiance`)).status).toBe(200);
  });
});

describe("weather that covers a time without a value in it", () => {
  type Columns = { [name: string]: Float64Array };
  /** @param kept whether a value stays, by its column and what it is */
  function emptied(kept: (column: string, value: number) => boolean): WeatherSource {
    const source = everywhere({ last: () => NOW });
    const blank = (columns: Columns) =>
      Object.fromEntries(
        Object.entries(columns).map(([name, values]) => [
          name,
          values.map((value) => (kept(name, value) ? value : Number.NaN)),
        ]),
      );
    return {
      ...source,
      async read(...args) {
        const parts = await source.read(...args);
        return parts.map((part) => ({
          ...part,
          series: { ...part.series, columns: blank(part.series.columns as Columns) },
        }));
      },
    };
  }
  const nothing = () => emptied(() => false);
  const nights = () => emptied((name, value) => name === "global_horizontal_irradiance" && value === 0);
  const PLANE = "lat=50&lon=10&kwp=5&surface_tilt=30&surface_azimuth=180";
  const DAYS = "lat=50&lon=10&start=2024-06-09T00:00Z&end=2024-06-11T00:00Z";

  it.each([
    ["hours", `/v1/observation/historical?${DAYS}&frequency=1_hour`, nothing],
    ["days", `/v1/observation/historical?${DAYS}&frequency=1_day`, nothing],
    ["the last day", DAY, nothing],
    ["days of which the nights are zero", `/v1/observation/historical?${DAYS}&frequency=1_hour`, nights],
    ["the forecast of a model", "/v1/forecast/basic?lat=50&lon=10", nothing],
    ["the best forecast", "/v1/forecast/precision?lat=50&lon=10", nothing],
    ["the power to come", `/v1/forecast/pv?${PLANE}`, nothing],
    ["a typical year", "/v1/climate/tmy?lat=50&lon=10", nothing],
    ["an actual year", "/v1/climate/amy?lat=50&lon=10&year=2024", nothing],
    ["a yield", `/v1/yield?${PLANE}`, nothing],
    ["a yield of years", `/v1/yield?${PLANE}&weather=history&start_year=2024&end_year=2024`, nothing],
  ])("is no answer, and free; synthetic weather takes its place where it may: %s", async (_, path, source) => {
    const strict = await stand({ sources: [source()] });
    const { status, json } = await strict.ask(path);
    expect([status, json.error?.code, strict.remaining()]).toEqual([404, "no_weather", 100_000]);
    // Typical years are drawn of the climate where there is no file, not of a source of synthetic weather.
    if (/climate|yield.*180$/.test(path)) return;
    const lenient = await stand({ settings: { synthetic: true }, sources: [source(), syntheticSource()] });
    const { status: filled, headers } = await lenient.ask(path);
    expect(filled).toBe(200);
    expect(headers["weather-sources"]).toContain(";synthetic=?1;");
    expect(headers["api-notice"]).toContain("everywhere/");
    expect(headers.etag).toBeUndefined();
  });

  it.each([
    [10, 1, "", 2025, 2025],
    [10, 1, "start_year=2023", 2023, 2023],
    [-105, -6, "start_year=2020&end_year=2022", 2020, 2022],
  ])(
    "is looked for in whole years of the clock of the place, of a yield at longitude %d",
    async (lon, zone, years, first, last) => {
      const asked: number[] = [];
      const source = everywhere({ last: () => NOW });
      const read: WeatherSource["read"] = async (_offer, _place, { start, end }) => {
        asked.push(start + AROUND, end - AROUND);
        return [];
      };
      const { ask } = await stand({ sources: [{ ...source, read }] });
      const path = `/v1/yield?lat=50&lon=${lon}&kwp=5&surface_tilt=30&surface_azimuth=180&weather=history&${years}`;
      expect((await ask(path)).status).toBe(404);
      const turns = [first, last + 1].map((year) => Date.UTC(year, 0, 1) - zone * HOUR);
      expect([Math.min(...asked), Math.max(...asked)]).toEqual(turns);
    },
  );

  it("is no answer yet, and free, beside a source that cannot be read", async () => {
    const source = everywhere({ last: () => NOW });
    const damaged = new ArchiveError("ERR_ARCHIVE_UNREADABLE", "/secret/chunk.om cannot be read: it is damaged");
    const torn: WeatherSource = { ...source, read: () => Promise.reject(damaged) };
    const offer: WeatherSource["offer"] = async (...args) =>
      (await source.offer(...args)).map((one) => ({ ...one, source: "empty" }));
    const empty: WeatherSource = { ...source, id: "empty", offer, read: async () => [] };
    const { ask, remaining } = await stand({ sources: [torn, empty] });
    const { status, json } = await ask(`${DAY}&parameters=temperature`);
    expect([status, remaining()]).toEqual([503, 100_000]);
    expect(json.error.message).toMatch(/; sources passed over: everywhere \(damaged\)$/);
  });

  it("is a line of error in a batch, and of a job, and free", async () => {
    const { ask, made, lines, remaining } = await jobStand({ sources: [nothing()] });
    const query = { start: "2024-06-09T00:00Z", end: "2024-06-11T00:00Z", frequency: "1_day" };
    const requests = [{ endpoint: "historical", query: { lat: 50, lon: 10, ...query } }];
    const batch = await ask("/v1/observation/batch", posted({ requests }));
    expect(JSON.parse(batch.body).error.code).toBe("no_weather");
    const [line] = await lines(await made({ endpoint: "historical", query, sites: [{ lat: 50, lon: 10 }] }));
    expect(line.error.code).toBe("no_weather");
    expect(remaining()).toBe(100_000);
  });

  it.each([
    ["one of the columns has values", emptied((name) => name === "temperature"), "lat=50&lon=10"],
    ["one value of light is there", emptied((_, value) => value > 600), "lat=50&lon=10"],
    [
      "it is night, and dark",
      emptied((name, value) => name !== "temperature" && value === 0),
      "lat=85&lon=10&end=2024-12-10T00:00Z&start=2024-12-09T00:00Z",
    ],
    ["nothing of it is asked for", nothing(), "lat=50&lon=10&parameters=global_clear_sky_irradiance"],
  ])("is an answer at its price where %s", async (_, source, place) => {
    const { ask, remaining } = await stand({ sources: [source] });
    const period = place.includes("start") ? "" : "&start=2024-06-09T00:00Z&end=2024-06-11T00:00Z";
    const { status } = await ask(`/v1/observation/historical?${place}${period}&frequency=1_hour`);
    expect([status, remaining() < 100_000]).toEqual([200, true]);
  });
});

describe("synthetic weather", () => {
  it.each([
    ["history", `/v1/observation/realtime?${SAMPLE}`],
    ["forecast", `/v1/forecast/basic?${SAMPLE}`],
  ])("is for the demo key, or for all where set, and says so; else 404: %s", async (_, path) => {
    const strict = await stand({ settings: { demo: "places" }, sources: [sampleSource()] });
    expect((await strict.ask(path)).status).toBe(404);
    expect(strict.remaining()).toBe(100_000);
    const lenient = await stand({ settings: { synthetic: true }, sources: [sampleSource()] });
    for (const { status, headers } of [await strict.ask(path, demo), await lenient.ask(path)]) {
      expect(status).toBe(200);
      expect(headers["weather-sources"]).toContain(";synthetic=?1;");
      expect(headers["api-notice"]).toContain("synthetic: a typical year");
    }
  });
});

describe("the demo key without being set", () => {
  it("is off as soon as there is an account", async () => {
    let any = false;
    const { ask } = await stand({
      sources: [sampleSource()],
      accounts: (real) =>
        withMembers(real, {
          get any() {
            return any;
          },
        }),
    });
    const path = `/v1/observation/realtime?${SAMPLE}`;
    expect((await ask(path, demo)).status).toBe(200);
    expect((await ask("/v1/observation/realtime?lat=1&lon=1", demo)).status).toBe(403);
    any = true;
    expect((await ask(path, demo)).status).toBe(401);
  });
});

describe("a forecast", () => {
  it("names its run, and is null beyond its end, with a notice", async () => {
    const end = Math.floor(NOW / HOUR) * HOUR + 6 * HOUR;
    const source = everywhere({ last: () => NOW });
    const brief = sourceWith(() => NOW, {
      offer: async (...args) =>
        (await source.offer(...args)).map((offer) => (offer.class === "forecast" ? { ...offer, last: end } : offer)),
    });
    const { ask } = await stand({ sources: [brief] });
    const { status, headers, json } = await ask("/v1/forecast/basic?lat=50&lon=10");
    expect(status).toBe(200);
    expect(headers["weather-sources"]).toMatch(/^"everywhere\/run";.*;run="2026-06-21T12:00:00\.000Z"/);
    expect(headers["api-notice"]).toMatch(/no data of irradiance from 2026-06-21T18:00/);
    const { temperature, global_horizontal_irradiance: light } = json.values;
    for (const [i, time] of json.end_times.entries()) {
      const isKnown = Date.parse(time) <= end;
      expect(temperature[i] !== null, time).toBe(isKnown);
      // By night it is 0 whatever the weather.
      if (!isKnown) expect([null, 0], time).toContain(light[i]);
    }
    expect(light[json.end_times.indexOf("2026-06-21T19:00:00Z")]).toBeNull();
  });
});

describe("climate years", () => {
  const place = "lat=50&lon=10";

  it("a typical year names the file that it comes from", async () => {
    const { ask } = await stand();
    const { status, headers } = await ask(`/v1/climate/tmy?${place}&meta=extended`);
    expect(status).toBe(200);
    expect(headers["weather-sources"]).toMatch(/^"everywhere\/typical";class="typical";/);
  });

  it("a value without a model is 400 and named: situation", async () => {
    const { ask, remaining } = await stand();
    const answer = await ask(`/v1/climate/tmy?${place}&situation=city`);
    expect([answer.status, answer.json.error.parameter]).toEqual([400, "situation"]);
    expect(answer.json.error.message).toContain('parameter "situation": this version has no model for');
    expect(remaining()).toBe(100_000);
  });
});

describe("GET /v1/sources", () => {
  it("lists each data set: class, columns, step, first, last, age, cell, licence, attribution; free", async () => {
    const credited = sourceWith(() => NOW, {
      offer: async (place, now) => {
        const offers = await everywhere({ last: () => NOW }).offer(place, now);
        return offers.map((offer) => ({ ...offer, attribution: "the observatory" }));
      },
    });
    const { ask, remaining } = await stand({ sources: [credited] });
    const { sources, unavailable, time_zone, time_zone_name } = (await ask("/v1/sources?lat=50&lon=10")).json;
    expect([time_zone, time_zone_name]).toEqual([1, "Europe/Berlin"]);
    expect(unavailable).toEqual([]);
    expect(sources.map(({ dataset, class: of }: { dataset: string; class: string }) => [dataset, of])).toEqual([
      ["history", "measured"],
      ["run", "forecast"],
      ["typical", "typical"],
    ]);
    expect(sources[0]).toEqual({
      source: "everywhere",
      dataset: "history",
      class: "measured",
      columns: expect.arrayContaining(["global_horizontal_irradiance", "temperature", "snow_depth"]),
      step: 3600,
      first: "2015-01-01T00:00:00Z",
      last: "2026-06-21T12:00:00Z",
      age: 2097,
      cell: { lat: 50, lon: 10, altitude: 100, distance_km: 0 },
      licence: "none: made for tests",
      attribution: "the observatory",
      notices: [],
    });
    expect(sources[1].run).toBe("2026-06-21T12:00:00Z");
    expect(remaining()).toBe(100_000);
  });
});
