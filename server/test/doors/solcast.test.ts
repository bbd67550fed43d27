/** The door of Solcast: stored systems are its sites, and its rows are ours in kW, each by the end of its period. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO, posted, type Stand, stand } from "../http/harness.js";

const ROOF = {
  ...{ lat: 50, lon: 10 },
  system: { planes: [{ surface_tilt: 35, surface_azimuth: 225, kwp: 8 }], inverter: { ac_power: "6 kW" }, losses: 10 },
};
const SIDES = {
  lat: 50,
  lon: 10,
  system: { planes: [90, 270].map((surface_azimuth) => ({ surface_tilt: 10, surface_azimuth, kwp: 5 })) },
};

let server: Stand;
beforeAll(async () => {
  server = await stand({ settings: { doors: ["solcast"], demo: "any" }, keep: true });
  for (const [name, body] of Object.entries({ roof: ROOF, sides: SIDES })) {
    await server.ask(`/v1/systems/${name}`, { ...posted(body), method: "PUT" });
  }
});
afterAll(() => server.server.stop());

const at = (path: string, more = {}) => server.ask(`/solcast/${path}`, { judged: false, ...more });
const HALF = 1_800_000;

describe("rooftop sites", () => {
  it("are the systems of the account; what a roof of two sides does not have is null", async () => {
    const { json } = await at("rooftop_sites?format=json");
    expect([json.total_records, json.page_count]).toEqual([2, 1]);
    const common = { latitude: 50, longitude: 10, install_date: null, tags: [] };
    expect(json.sites).toEqual([
      {
        ...common,
        name: "roof",
        resource_id: "roof",
        capacity: 6,
        capacity_dc: 8,
        azimuth: 135,
        tilt: 35,
        loss_factor: 0.9,
      },
      {
        ...common,
        ...{ name: "sides", resource_id: "sides", capacity: 10 / 1.2, capacity_dc: 10 },
        ...{ azimuth: null, tilt: null, loss_factor: null },
      },
    ]);
    const demo = await at("rooftop_sites", { key: DEMO });
    expect([demo.status, demo.json.response_status.error_code]).toEqual([403, "AccountNeeded"]);
  });

  it("have our power and its bands, in kW, to the end of the reach", async () => {
    const { json, headers } = await at("rooftop_sites/roof/forecasts?hours=336&format=json");
    const query = "system=roof&end=%2B336hours&frequency=30_minutes&quantiles=p10,p50,p90&time_zone=UTC";
    const { json: ours } = await server.ask(`/v1/forecast/pv?${query}`);
    const found = json.forecasts.map((row: { pv_estimate: number }) => row.pv_estimate);
    expect(found).toEqual(ours.values.ac_power.map((watts: number) => watts / 1000));
    expect(json.forecasts[3]).toEqual({
      pv_estimate: ours.values.ac_power[3] / 1000,
      pv_estimate10: ours.quantiles.ac_power.p10[3] / 1000,
      pv_estimate90: ours.quantiles.ac_power.p90[3] / 1000,
      period_end: `${new Date(Date.parse(ours.end_times[3])).toISOString().slice(0, 19)}.0000000Z`,
      period: "PT30M",
    });
    const ends = json.forecasts.map((row: { period_end: string }) => Date.parse(row.period_end));
    expect(ends.every((end: number, k: number) => k === 0 || end - ends[k - 1] === HALF)).toBe(true);
    expect(ends[0]).toBe(Date.parse("2026-06-21T13:00Z"));
    expect(headers["weather-sources"]).toContain("everywhere/run");
  });

  it("have the past week from what was observed, without what has not ended", async () => {
    const { json } = await at("rooftop_sites/sides/estimated_actuals?period=PT60M");
    const query = "system=sides&start=-168hours&end=now&frequency=1_hour&time_zone=UTC";
    const { json: ours } = await server.ask(`/v1/observation/pv?${query}`);
    const known = ours.values.ac_power.filter((watts: number | null) => watts !== null);
    expect(json.estimated_actuals.map((row: { pv_estimate: number }) => row.pv_estimate)).toEqual(
      known.map((watts: number) => watts / 1000),
    );
    expect(json.estimated_actuals.at(-1).period_end).toBe("2026-06-21T12:00:00.0000000Z");
  });

  it("that is removed meanwhile is gone, alone; measurements are refused with the way that there is", async () => {
    await server.ask("/v1/systems/short", { ...posted(ROOF), method: "PUT" });
    const [list] = await Promise.all([at("rooftop_sites"), server.ask("/v1/systems/short", { method: "DELETE" })]);
    expect(list.status).toBe(200);
    const gone = await at("rooftop_sites/short/forecasts");
    expect([gone.status, gone.json.response_status.error_code]).toEqual([404, "UnknownSystem"]);
    const sent = await at("rooftop_sites/roof/measurements", posted({ measurements: [] }));
    expect(sent.status).toBe(404);
    expect(sent.json.response_status.message).toContain("/v1/systems/learn");
  });
});

describe("data of a place", () => {
  it("has light and weather by their names, and a direction that counts the other way", async () => {
    const query =
      "latitude=50&longitude=10&hours=3&output_parameters=ghi,gti,air_temp&tilt=30&azimuth=-90&period=PT15M";
    const { json } = await at(`data/forecast/radiation_and_weather?${query}`);
    const own =
      "parameters=global_horizontal_irradiance,global_tilted_irradiance,temperature&surface_tilt=30&surface_azimuth=90";
    const { json: ours } = await server.ask(`/v1/forecast/precision?lat=50&lon=10&end=%2B3hours&${own}`);
    expect(
      json.forecasts.map((row: { ghi: number; gti: number; air_temp: number }) => [row.ghi, row.gti, row.air_temp]),
    ).toEqual(
      ours.end_times.map((_: string, k: number) =>
        ["global_horizontal_irradiance", "global_tilted_irradiance", "temperature"].map((name) => ours.values[name][k]),
      ),
    );
    const past = "start=2025-06-01T10:00Z&duration=PT2H&period=PT60M";
    const history = await at(`data/historic/radiation_and_weather?latitude=50&longitude=10&${past}`);
    expect(history.json.estimated_actuals.map((row: { period_end: string }) => row.period_end)).toEqual([
      "2025-06-01T11:00:00.0000000Z",
      "2025-06-01T12:00:00.0000000Z",
    ]);
  });

  it("has the power of a roof that is described in the query", async () => {
    const roof = "latitude=50&longitude=10&tilt=35&azimuth=135&capacity=8&loss_factor=0.9";
    const { json } = await at(
      `data/forecast/rooftop_pv_power?${roof}&hours=24&output_parameters=pv_power_rooftop,pv_power_rooftop90`,
    );
    const query =
      "lat=50&lon=10&kwp=8&tilt=35&azimuth=225&losses=10&end=%2B24hours&frequency=30_minutes&quantiles=p50,p90";
    const { json: ours } = await server.ask(`/v1/forecast/pv?${query}`);
    json.forecasts.forEach((row: { pv_power_rooftop: number; pv_power_rooftop90: number }, k: number) => {
      expect(row.pv_power_rooftop).toBeCloseTo(ours.values.ac_power[k] / 1000, 9);
      expect(row.pv_power_rooftop90).toBeCloseTo(ours.quantiles.ac_power.p90[k] / 1000, 9);
    });
    const live = await at(`data/live/rooftop_pv_power?${roof}&hours=6`);
    expect(live.json.estimated_actuals.length).toBeGreaterThan(9);
  });

  it("refuses by name what it does not have", async () => {
    const place = "latitude=50&longitude=10";
    const refused: [string, number, string][] = [
      [`live/radiation_and_weather?${place}&period=PT5M`, 400, "period"],
      [`live/radiation_and_weather?${place}&output_parameters=ghi,cloud_opacity`, 400, "cloud_opacity"],
      [`live/radiation_and_weather?${place}&output_parameters=gti`, 400, "tilt"],
      [`live/radiation_and_weather?${place}&hours=1000`, 400, "hours"],
      [`live/radiation_and_weather?${place}&format=csv`, 400, "format"],
      [`live/radiation_and_weather?latitude=50`, 400, "longitude"],
      [
        `live/rooftop_pv_power?${place}&tilt=3&capacity=1&output_parameters=pv_power_rooftop10`,
        400,
        "pv_power_rooftop10",
      ],
      [`live/rooftop_pv_power?${place}&tilt=3&capacity=1&install_date=2020-01-01`, 400, "install_date"],
      [`live/rooftop_pv_power?${place}&tilt=3&capacity=1&array_type=horizontal_single_axis`, 400, "array_type"],
      [`historic/radiation_and_weather?${place}`, 400, "start"],
      [`historic/radiation_and_weather?${place}&start=2023-02-29&duration=P1D`, 400, "start"],
      [`historic/radiation_and_weather?${place}&start=2025-06-01&duration=P1Y`, 400, "duration"],
      [`historic/radiation_and_weather?${place}&start=2019-06-01&duration=P1D`, 400, "window"],
      [`soon/radiation_and_weather?${place}`, 404, "historic"],
    ];
    for (const [path, expected, word] of refused) {
      const { status, json } = await at(`data/${path}`);
      expect([status, json.response_status.errors], path).toEqual([expected, []]);
      expect(json.response_status.message, path).toContain(word);
    }
  });
});
