/** GET and POST /v1/forecast/pv: the power of a system from a made run, over the wire. */
import { readSystem } from "irradiance-engine/system";
import { yieldSeries } from "irradiance-engine/yield";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, linesOf, NOW, posted, type Stand, stand } from "./harness.js";
import { jobStand } from "./jobs-fixture.js";
import { HOUR, madeRun, madeSeen, madeSources, QUARTER, SITE } from "./made-sky.js";

const PV = "/v1/forecast/pv?lat=50&lon=10";
const PLANE = `${PV}&kwp=8&tilt=30&azimuth=180`;
const SEEN = Math.floor(NOW / QUARTER) * QUARTER;
const warm = { temperature: () => 18 };
const cloudy = (time: number) => 0.5 + 0.4 * Math.sin(time / (7 * HOUR));

let plain: Stand;
let corrected: Stand;
let bare: Stand;
beforeAll(async () => {
  plain = await stand({ sources: madeSources(SITE, madeRun(NOW, cloudy, warm)), keep: true });
  const both = [madeRun(NOW, () => 0.9, warm), madeSeen(SEEN, () => 0.3, warm)];
  corrected = await stand({ sources: madeSources(SITE, ...both), keep: true });
  bare = await stand({ sources: madeSources(SITE, madeRun(NOW, cloudy)), keep: true });
});
afterAll(() => Promise.all([plain, corrected, bare].map(({ server }) => server.stop())));

const post = (path: string, body: unknown) => plain.ask(path, posted(body));

describe("the answer", () => {
  it("begins with the quarter of now, in the place's civil time, and has two days of it", async () => {
    const { status, json, headers } = await plain.ask(PLANE);
    expect(status).toBe(200);
    expect(json.issued).toBe("2026-06-21T14:30:00+02:00");
    expect(json.start_times[0]).toBe("2026-06-21T14:30:00+02:00");
    expect([json.start_times.length, json.end_times.at(-1)]).toEqual([193, "2026-06-23T14:45:00+02:00"]);
    expect(json.values.ac_power.every((power: number) => power >= 0 && power <= json.meta.ac_limit)).toBe(true);
    expect(Math.max(...json.values.ac_power)).toBeGreaterThan(2000);
    expect(json.quantiles).toBeNull();
    expect(json.meta).toMatchObject({ kwp: 8, frequency: "15_minutes", time_zone: "Europe/Berlin" });
    expect(json.meta.ac_limit).toBeCloseTo(8000 / 1.2, 9);
    expect(json.meta.weather.sources.map(({ source }: { source: string }) => source)).toEqual(["model"]);
    expect(headers["api-tokens-cost"]).toBe("2");
    expect(headers["weather-sources"]).toContain("model/made");
  });

  it("has whole days, of which the energy is the sum of all their rows", async () => {
    const { json } = await plain.ask(PLANE);
    const all = (await plain.ask(`${PLANE}&start=2026-06-21&end=2026-06-24`)).json;
    expect(json.days.map(({ date }: { date: string }) => date)).toEqual(["2026-06-21", "2026-06-22", "2026-06-23"]);
    const sum = (from: string, to: string) =>
      all.start_times.reduce(
        (kWh: number, time: string, row: number) =>
          time >= from && time < to ? kWh + all.values.ac_power[row] / 4000 : kWh,
        0,
      );
    const [today, tomorrow] = json.days;
    expect(today.energy).toBeCloseTo(sum("2026-06-21T", "2026-06-22T"), 9);
    expect(today.remaining).toBeCloseTo(sum(json.issued, "2026-06-22T"), 9);
    expect(tomorrow.energy).toBeCloseTo(sum("2026-06-22T", "2026-06-23T"), 9);
    expect(json.energy).toEqual({ today: today.energy, remaining_today: today.remaining, tomorrow: tomorrow.energy });
    expect(json.days.every(({ missing }: { missing: number }) => missing === 0)).toBe(true);
  });

  it("is the same by GET and by POST, in hours and as CSV", async () => {
    const system = { planes: [{ surface_tilt: 30, surface_azimuth: 180, kwp: 8 }] };
    const get = await plain.ask(PLANE);
    expect((await post(PV, system)).json).toEqual(get.json);
    const csv = (await plain.ask(`${PLANE}&response_format=csv`)).body.trim().split("\n");
    expect(csv[0]).toBe("start_time,end_time,ac_power,plane_irradiance,snow_loss");
    expect(csv.length).toBe(194);
    expect(Number(csv[5]!.split(",")[2])).toBeCloseTo(get.json.values.ac_power[4], 2);
    const hours = (await plain.ask(`${PLANE}&start=2026-06-22&end=2026-06-23&frequency=1_hour`)).json;
    const quarters = (await plain.ask(`${PLANE}&start=2026-06-22&end=2026-06-23`)).json;
    hours.values.ac_power.forEach((power: number, hour: number) => {
      const mean = [0, 1, 2, 3].reduce((sum, k) => sum + quarters.values.ac_power[4 * hour + k] / 4, 0);
      // Hours and quarters have sub-steps of their own.
      expect(Math.abs(power - mean)).toBeLessThan(0.005 * Math.max(mean, 100));
    });
  });

  it("is never above one inverter or the grid's limit, in a plane or all together", async () => {
    const planes = [90, 270].map((surface_azimuth) => ({ surface_tilt: 10, surface_azimuth, kwp: 5 }));
    const { json } = await post(PV, { planes, inverter: { ac_power: "6 kW" }, export_limit: "3.5 kW" });
    expect(json.meta.ac_limit).toBe(3500);
    expect(Math.max(...json.values.ac_power)).toBeLessThanOrEqual(3500);
    expect(Math.max(...json.values.ac_power)).toBeGreaterThan(3300);
    json.values.ac_power.forEach((power: number, row: number) => {
      const [east, west] = json.planes.map(({ ac_power }: { ac_power: number[] }) => ac_power[row]);
      expect(east + west).toBeCloseTo(power, 6);
    });
  });
});

describe("weather", () => {
  /** The made run's own rows, as a source gives them. */
  async function run() {
    const [source] = madeSources(SITE, madeRun(NOW, cloudy, warm));
    const place = { latitude: 50, longitude: 10 };
    const [offer] = await source!.offer(place as never, {} as never);
    const period = { start: NOW - 24 * HOUR, end: NOW + 72 * HOUR };
    const [part] = await source!.read(offer!, place as never, period, {} as never, {} as never);
    return (part as { series: Parameters<typeof yieldSeries>[0] }).series;
  }

  it("of a run that nothing corrects gives what a yield of the same run gives, to 1e-9", async () => {
    const planes = [90, 270].map((surface_azimuth) => ({ surface_tilt: 10, surface_azimuth, kwp: 5 }));
    const shade = { azimuth_step: 90, elevation_step: 30, passes: [1, 0.2, 0.5, 1, 1, 1, 0.9, 1, 1, 1, 1, 1] };
    const system = { planes, inverter: { ac_power: "6 kW" }, export_limit: "4 kW", shade };
    const { json } = await post(`${PV}&altitude=290&weather=basic&frequency=1_hour`, system);
    const series = await run();
    const { openClimatology } = await import("irradiance-engine/climatology");
    const linkeTurbidity = (await openClimatology()).clearTurbidity(50, 10, { altitude: 290 });
    const context = { altitude: 290, linkeTurbidity };
    const own = yieldSeries(series, readSystem(system), { latitude: 50, longitude: 10, context });
    const first = (Date.parse(json.start_times[0]) - own.start) / HOUR;
    expect(json.values.ac_power.length).toBe(49);
    json.values.ac_power.forEach((power: number, row: number) => {
      expect(Math.abs(power - own.columns.ac[first + row]!)).toBeLessThan(1e-9);
    });
  });

  it("is corrected by what was seen, and says so; basic is the run as it is", async () => {
    const [precise, basic] = [await corrected.ask(PLANE), await corrected.ask(`${PLANE}&weather=basic`)];
    expect(precise.json.values.ac_power[4]).toBeLessThan(0.8 * basic.json.values.ac_power[4]);
    expect(precise.json.notices.map(({ code }: { code: string }) => code)).toContain("corrected");
    expect(basic.json.notices.map(({ code }: { code: string }) => code)).not.toContain("corrected");
    expect(basic.headers["api-tokens-cost"]).toBe("1");
    expect(precise.json.meta.weather.sources[0].corrections.at(-1)).toContain("corrected by eye/made");
  });

  it("without a temperature is refused, with its name", async () => {
    const { status, json } = await bare.ask(PLANE);
    expect([status, json.error.message]).toEqual([404, expect.stringContaining("no air temperature")]);
  });
});

describe("quantiles", () => {
  it("of the power ascend within its limits and mostly hold the forecast between them", async () => {
    const { json } = await corrected.ask(`${PLANE}&quantiles=p10,p50,p90`);
    const { p10, p50, p90 } = json.quantiles.ac_power;
    expect([p10.length, p50.length, p90.length]).toEqual([193, 193, 193]);
    const known = p10.flatMap((low: number | null, row: number) => (low === null ? [] : [row]));
    expect(known.length).toBeGreaterThan(180);
    for (const row of known) {
      expect(p10[row]).toBeGreaterThanOrEqual(0);
      expect(p50[row]).toBeGreaterThanOrEqual(p10[row]);
      expect(p90[row]).toBeGreaterThanOrEqual(p50[row]);
      expect(p90[row]).toBeLessThanOrEqual(json.meta.ac_limit);
    }
    for (const { energy, quantiles } of json.days) {
      expect(quantiles.p10).toBeLessThan(quantiles.p50);
      expect(quantiles.p50).toBeLessThan(quantiles.p90);
      expect(energy).toBeGreaterThan(quantiles.p10);
      expect(energy).toBeLessThan(quantiles.p90);
    }
    const lit = known.filter((row: number) => json.values.ac_power[row] > 200);
    const within = lit.filter(
      (row: number) => json.values.ac_power[row] >= p10[row] && json.values.ac_power[row] <= p90[row],
    );
    // The forecast is a mean, which lies outside of a lopsided band now and then.
    expect(within.length).toBeGreaterThan(0.8 * lit.length);
    const csv = await corrected.ask(`${PLANE}&quantiles=p10,p90&response_format=csv`);
    expect(csv.body.split("\n")[0]).toContain("snow_loss,ac_power_p10,ac_power_p90");
  });
});

describe("in a batch and in a job", () => {
  const system = {
    planes: [90, 270].map((surface_azimuth) => ({ surface_tilt: 10, surface_azimuth, kwp: 5 })),
    export_limit: "4 kW",
  };
  const query = { lat: 50, lon: 10 };
  const plane = { ...query, kwp: 8, tilt: 30, azimuth: 180 };

  it("is the answer that it is alone, at its price, beside observations and yields", async () => {
    const requests = [
      { endpoint: "forecast/pv", query: { ...plane, quantiles: "p10,p90" } },
      { endpoint: "forecast/pv", query: { ...query, weather: "basic", frequency: "1_hour" }, system },
      { endpoint: "realtime", query },
    ];
    const { status, body } = await post("/v1/observation/batch", { requests });
    expect(status, body).toBe(200);
    const lines = linesOf(body);
    expect(lines.map(({ index, tokens }) => [index, tokens])).toEqual([
      [0, 2],
      [1, 1],
      [2, expect.any(Number)],
    ]);
    const alone = await plain.ask(`${PLANE}&quantiles=p10,p90`);
    expect(lines[0].response).toEqual(alone.json);
    expect(lines[0].notices).toEqual(alone.json.notices);
    expect(lines[0].sources.map(({ source }: { source: string }) => source)).toEqual(["model"]);
    const other = await post(`${PV}&weather=basic&frequency=1_hour`, system);
    expect(lines[1].response).toEqual(other.json);
  });

  it("of a job has a system and a query for all sites or for one, at the same price", async () => {
    const server = await jobStand({ sources: madeSources(SITE, madeRun(NOW, cloudy, warm)) });
    const sites = [
      { id: "common", ...query },
      {
        id: "own",
        ...query,
        weather: "basic",
        system: { planes: [{ surface_tilt: 30, surface_azimuth: 180, kwp: 8 }] },
      },
    ];
    const id = await server.made({ endpoint: "forecast/pv", query: { frequency: "1_hour" }, system, sites } as never);
    const job = await server.ended(id);
    expect([job.endpoint, job.failed_sites, job.tokens.charged]).toEqual(["forecast/pv", 0, 3]);
    const lines = await server.lines(id);
    expect(lines.map((line) => line.id)).toEqual(["common", "own"]);
    expect(lines[0].response).toEqual((await post(`${PV}&frequency=1_hour`, system)).json);
    expect(lines[1].response).toEqual((await plain.ask(`${PLANE}&weather=basic&frequency=1_hour`)).json);
    const jobs = (await server.ask("/v1/jobs")).json.jobs;
    expect(jobs.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual(["forecast/pv"]);
  });

  it.each([
    [{ query }, 'request 0: parameter "surface_tilt" is required', "surface_tilt"],
    [
      { query: { ...plane, response_format: "csv" } },
      'request 0: "response_format" must be omitted',
      "response_format",
    ],
    [{ query: { ...plane, output: "hours" } }, "request 0: unknown query parameter: output", "output"],
    [{ query: plane, system }, 'request 0: parameter "kwp" describes the system', "kwp"],
    [{ query, system: { planes: [] } }, "request 0: system.planes must be a list of at least one plane", "planes"],
    [{ query: { ...plane, end: "+15days" } }, 'request 0: parameter "end"', "end"],
  ])("refuses %j", async (line, message, parameter) => {
    const { status, json } = await post("/v1/observation/batch", { requests: [{ endpoint: "forecast/pv", ...line }] });
    expect([status, json.error.message, json.error.parameter]).toEqual([
      400,
      expect.stringContaining(message),
      parameter,
    ]);
  });
});

describe("half hours", () => {
  it("are the means of their quarters, with quantiles and a notice of what these are", async () => {
    const day = `${PLANE}&start=2026-06-22&end=2026-06-23&quantiles=p10,p90`;
    const [halves, quarters] = [(await plain.ask(`${day}&frequency=30_minutes`)).json, (await plain.ask(day)).json];
    expect([halves.meta.frequency, halves.values.ac_power.length]).toEqual(["30_minutes", 48]);
    expect(halves.start_times[1]).toBe("2026-06-22T00:30:00+02:00");
    halves.values.ac_power.forEach((power: number, row: number) => {
      const mean = (quarters.values.ac_power[2 * row] + quarters.values.ac_power[2 * row + 1]) / 2;
      expect(Math.abs(power - mean)).toBeLessThan(0.005 * Math.max(mean, 100));
      const { p10, p90 } = halves.quantiles.ac_power;
      expect(p10[row]).toBeLessThanOrEqual(power);
      expect(p90[row]).toBeGreaterThanOrEqual(power);
    });
    expect(Math.abs(halves.days[0].energy / quarters.days[0].energy - 1)).toBeLessThan(0.002);
    const codes = (answer: typeof halves) => answer.notices.map(({ code }: { code: string }) => code);
    expect(codes(halves)).toContain("half-hours");
    expect(codes(quarters)).not.toContain("half-hours");
  });

  it("and quarters beyond 72 hours follow the course of the sun within the run's hours, and say so", async () => {
    const far = `${PLANE}&start=%2B72hours&end=%2B96hours`;
    const course = "beyond 72 hours the run has values of 1 h";
    expect((await plain.ask(`${far}&frequency=30_minutes`)).headers["api-notice"]).toContain(course);
    expect((await plain.ask(far)).headers["api-notice"]).toContain(course);
    expect((await plain.ask(`${far}&frequency=1_hour`)).headers["api-notice"] ?? "").not.toContain(course);
    expect((await plain.ask(`${PLANE}&end=%2B24hours`)).headers["api-notice"] ?? "").not.toContain(course);
    const light =
      "/v1/forecast/precision?lat=50&lon=10&start=%2B3days&end=%2B10days&parameters=global_horizontal_irradiance";
    const { json, headers } = await plain.ask(`${light}&frequency=30_minutes`);
    expect(headers["api-notice"]).toContain(course);
    const values = json.values.global_horizontal_irradiance as (number | null)[];
    expect([values.length, values[0]! > 0, values.at(-1)]).toEqual([7 * 48 + 1, true, null]);
  });
});

describe("the day of 25 hours", () => {
  const LATE = Date.UTC(2026, 9, 25, 22, 20);
  it.each([
    ["Europe/Berlin", LATE, "2026-10-25", 25],
    ["America/St_Johns", Date.UTC(2026, 10, 2, 3, 20), "2026-11-01", 25],
    ["Antarctica/Troll", LATE, "2026-10-25", 26],
    ["Europe/Berlin", Date.UTC(2027, 2, 28, 21, 50), "2027-03-28", 23],
  ])("of %s is whole until its end, and its energy is the sum of its rows", async (zone, late, date, hours) => {
    const { ask, clock } = await stand({ sources: madeSources(SITE, madeRun(late, cloudy, warm)) });
    clock.now = late;
    const { json, status } = await ask(`${PLANE}&start=${date}&time_zone=${zone}&end=%2B3hours`);
    expect(status).toBe(200);
    const [day] = json.days;
    expect([day.date, (Date.parse(day.end) - Date.parse(day.start)) / HOUR]).toEqual([date, hours]);
    expect(json.start_times[0]).toBe(day.start);
    const rows = json.start_times.filter((time: string) => Date.parse(time) < Date.parse(day.end)).length;
    expect(rows).toBe(4 * hours);
    const sum = json.values.ac_power.slice(0, rows).reduce((all: number, power: number) => all + power / 4000, 0);
    expect(day.energy).toBeGreaterThan(1);
    expect(day.energy).toBeCloseTo(sum, 9);
    expect(json.energy.today).toBe(day.energy);
  });
});

describe("times", () => {
  it.each([
    "2026-06-22T00:00:00.000Z",
    "2026-06-22T00:00:00.000000%2B00:00",
    "2026-06-22T02:00:00.0+02:00",
    "2026-06-22%2002:00:00%2B0200",
    "2026-06-21T22:00-02",
  ])("of every program are read: %s", async (time) => {
    const { json, status } = await plain.ask(`${PLANE}&start=${time}&end=2026-06-22T06:00:00.500Z`);
    expect(status).toBe(200);
    expect([json.start_times[0], json.end_times.at(-1)]).toEqual([
      "2026-06-22T02:00:00+02:00",
      "2026-06-22T08:15:00+02:00",
    ]);
  });
});

describe("refusals", () => {
  const refused = (answer: Answer) => [answer.status, answer.json.error.parameter];
  it.each([
    [`${PV}`, "surface_tilt"],
    [`${PV}&tilt=best`, "tilt"],
    [`${PV}&surface_tilt=best`, "surface_tilt"],
    [`${PV}&tilt=91`, "tilt"],
    [`${PLANE}&end=%2B15days`, "end"],
    [`${PLANE}&start=-27hours`, "start"],
    [`${PLANE}&start=%2B2hours&end=%2B1hours`, "start"],
    [`${PLANE}&frequency=1_minute`, "frequency"],
    [`${PLANE}&quantiles=p10,p`, "quantiles"],
    [`${PLANE}&time_zone=Mars`, "time_zone"],
    [`${PLANE}&weather=typical`, "weather"],
    [`${PLANE}&kwp=0`, "kwp"],
    [`${PLANE}&horizon=auto`, "horizon"],
    ["/v1/forecast/pv?lon=10&tilt=30", "lat"],
  ])("%s names %s", async (path, parameter) => {
    expect(refused(await plain.ask(path))).toEqual([400, parameter]);
  });

  it.each([
    [{}, "planes"],
    [null, "system"],
    [{ planes: [{ surface_tilt: 30, surface_azimuth: 180, kwp: -8 }] }, "planes[0].kwp"],
    [{ planes: [{ surface_tilt: 30, surface_azimut: 180, kwp: 8 }] }, "planes[0]"],
    [{ planes: [{ surface_tilt: 30, surface_azimuth: 180 }], export_limit: "many" }, "exportLimit"],
  ])("of a system %j names %s", async (system, parameter) => {
    expect(refused(await post(PV, system))).toEqual([400, parameter]);
  });

  it.each(["91", "-1", "south", ""])("of the tilt %j say what a forecast takes, which is no best", async (tilt) => {
    const { json } = await plain.ask(`${PV}&tilt=${tilt}`);
    expect(json.error.message).toBe(
      `parameter "tilt" must be a number from 0 to 90 (a forecast is of a plane that is there), got ${JSON.stringify(tilt)}`,
    );
  });

  it("has a bound on planes, days and quantiles together, and takes no plane beside a system", async () => {
    const planes = Array.from({ length: 100 }, () => ({ surface_tilt: 30, surface_azimuth: 180 }));
    expect(refused(await post(`${PV}&end=%2B14days&quantiles=p10,p50,p90`, { planes }))).toEqual([400, "end"]);
    expect(refused(await post(PLANE, { planes: planes.slice(0, 1) }))).toEqual([400, "kwp"]);
  });
});
