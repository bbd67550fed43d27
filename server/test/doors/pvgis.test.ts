/** PVGIS' door over the wire: whose values they are, that synthetic weather is said, keys in the path, and what is refused. */
import { syntheticSource } from "irradiance-archive";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEMO, type Stand, stand } from "../http/harness.js";

const TOOLS = "/pvgis/api/v5_3";
const PLACE = "lat=50&lon=10&outputformat=json";
const settings = { doors: ["pvgis"], demo: "any" } as never;
const SYSTEM = `${PLACE}&peakpower=8&loss=14&angle=35`;

let server: Stand;
beforeAll(async () => {
  server = await stand({ keep: true, settings });
});
afterAll(() => server.server.stop());

const ask = async (path: string, from = server, key: string | null = DEMO) => from.ask(path, { judged: false, key });
const post = (path: string, body: object) =>
  server.ask(path, {
    method: "POST",
    key: DEMO,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

describe("PVcalc", () => {
  it("has our yield's energy before the inverter, by months and in the year, and the light behind the horizon line", async () => {
    const { json, status } = await ask(`${TOOLS}/PVcalc?${SYSTEM}&aspect=-90&userhorizon=10,10,10,10`);
    expect(status).toBe(200);
    const system = { planes: [{ surface_tilt: 35, surface_azimuth: 90, kwp: 8 }], losses: 14 };
    const own = (await post(`/v1/yield?lat=50&lon=10&horizon=${Array(360).fill(10)}`, system)).json;
    const { monthly, totals } = json.outputs;
    own.months.forEach(({ stages }: { stages: { losses: number; shading: number } }, k: number) => {
      expect(Math.abs(monthly.fixed[k].E_m - stages.losses)).toBeLessThan(0.006);
      expect(Math.abs(monthly.fixed[k]["H(i)_m"] - stages.shading / 8)).toBeLessThan(0.006);
    });
    const factor = (name: string) => own.losses.find((stage: { name: string }) => stage.name === name).factor;
    expect(totals.fixed.l_aoi).toBeCloseTo(100 * (factor("incidence") - 1), 2);
    expect(totals.fixed.l_total).toBeCloseTo(100 * (factor("incidence") * factor("temperature") * 0.86 - 1), 1);
    expect([totals.fixed.SD_y, totals.fixed.l_spec, json.inputs.mounting_system.fixed.azimuth.value]).toEqual([
      null,
      null,
      -90,
    ]);
    expect(json.meta.notices.join()).toMatch(/SD_m and SD_y .* are null/);
  });

  it("is warmer on a closed roof, cooler with modules of today, and best at the best plane", async () => {
    const yearly = async (more: string) =>
      (await ask(`${TOOLS}/PVcalc?${SYSTEM}${more}`)).json.outputs.totals.fixed.E_y;
    const usual = await yearly("");
    expect(await yearly("&mountingplace=building")).toBeLessThan(usual);
    expect(await yearly("&pvtechchoice=crystSi2025")).not.toBe(usual);
    expect(await yearly("&optimalangles=1")).toBeGreaterThanOrEqual(usual);
  });
});

describe("hours", () => {
  it("of synthetic weather say so in each row, in meta and first of all notices", async () => {
    const drawn = await stand({
      sources: [syntheticSource()],
      settings: { ...(settings as object), synthetic: true } as never,
    });
    const { json } = await ask(`${TOOLS}/seriescalc?${PLACE}&startyear=2024&endyear=2024&angle=30`, drawn);
    expect([json.outputs.hourly.length, json.meta.synthetic, json.outputs.hourly[5000].Int]).toEqual([8784, true, 1]);
    expect(json.meta.notices[0]).toMatch(/weather: synthetic\/.* is synthetic: drawn from the climate/);
    const year = await ask(`${TOOLS}/tmy?${PLACE}&startyear=2010`, drawn);
    expect([year.json.meta.synthetic, year.json.outputs.tmy_hourly.length]).toEqual([true, 8760]);
    expect(year.json.meta.notices.join()).toMatch(/startyear has no effect/);
    expect((await ask(`${TOOLS}/PVcalc?${SYSTEM}`, drawn)).json.meta.synthetic).toBe(true);
  });

  it("are of the year in UTC, with stamps in the middle, the sun there, and the power of the system", async () => {
    const query = `${SYSTEM}&startyear=2023&endyear=2024&pvcalculation=1&components=1&trackingtype=1&usehorizon=0`;
    const { json } = await ask(`${TOOLS}/seriescalc?${query}`);
    const rows = json.outputs.hourly;
    expect([rows.length, rows[0].time, rows.at(-1).time]).toEqual([8760 + 8784, "20230101:0030", "20241231:2330"]);
    const noon = rows.find(({ time }: { time: string }) => time === "20240621:1130");
    expect(noon).toMatchObject({ "Gr(i)": 0, WS10m: null, Int: 0, H_sun: expect.closeTo(63.4, 0) });
    const light = noon["Gb(i)"] + noon["Gd(i)"];
    expect(noon.P / light / 8).toBeGreaterThan(0.75);
    expect(noon.P / light / 8).toBeLessThan(0.9);
    expect([json.meta.notices.join().includes("by 45°"), "G(i)" in noon]).toEqual([true, false]);
  });
});

describe("a key", () => {
  it("may stand in the path, and is in no line of the log", async () => {
    const path = (key: string) => `/pvgis/${key}/api/v5_2/printhorizon?${PLACE}`;
    expect((await ask(path(DEMO), server, null)).status).toBe(200);
    const wrong = await ask(path("secret-of-somebody"), server, null);
    expect([wrong.status, wrong.json.status]).toEqual([401, 401]);
    expect(wrong.json.message).toContain("send it in the path: …/pvgis/KEY/api/v5_3/");
    const flat = await ask(path(server.key), server, null);
    expect([flat.status, flat.json.outputs.horizon_profile[7].H_hor]).toEqual([200, 0]);
    expect(flat.json.meta.notices.join()).toMatch(/usehorizon has no effect/);
    const own = await ask(`/pvgis/${server.key}/api/v5_3/tmy?${PLACE}`, server, null);
    // The standard atmosphere at the place's altitude, Pa.
    const { SP } = own.json.outputs.tmy_hourly[0];
    expect(SP).toBe(
      Math.round(
        100 * (44331.514 - own.json.inputs.location.elevation) ** (1 / 0.1902632) * 11880.516 ** (-1 / 0.1902632),
      ),
    );
    expect([own.status, own.json.inputs.meteo_data.use_horizon]).toEqual([200, false]);
    expect(own.json.meta.notices.join()).toMatch(/usehorizon has no effect/); // accounts have no flat line in silence
    expect(server.remaining()).toBeLessThan(100_000);
    for (const secret of ["secret-of-somebody", server.key]) expect(server.log.join()).not.toContain(secret);
  });
});

describe("refused by name", () => {
  it.each<[string, string, RegExp]>([
    ["CSV", "tmy?lat=50&lon=10", /"outputformat" must be json.* stands for csv/],
    ["a place that there is not", "tmy?lat=91&lon=10&outputformat=json", /"lat" must be a number from -90 to 90/],
    ["a system without power", `PVcalc?${PLACE}&loss=14`, /"peakpower" is required/],
    ["a system without losses", `PVcalc?${PLACE}&peakpower=1`, /"loss" is required/],
    ["another technology", `PVcalc?${SYSTEM}&pvtechchoice=CIS`, /"pvtechchoice" must be one of crystSi/],
    ["a tracker of PVcalc", `PVcalc?${SYSTEM}&vertical_axis=1`, /"vertical_axis" must be 0: of trackers/],
    ["two axes", `seriescalc?${PLACE}&trackingtype=2`, /"trackingtype" must be 0 \(fixed\) or 1/],
    ["the best angle alone", `PVcalc?${SYSTEM}&optimalinclination=1`, /only optimalangles=1/],
    ["a horizon of words", `tmy?${PLACE}&userhorizon=high`, /"userhorizon" must be a number from 0 to 89/],
    ["years to come", `seriescalc?${PLACE}&endyear=2030`, /"endyear" must be a number from 2020 to 2025/],
    ["an empty year", `seriescalc?${PLACE}&startyear=`, /"startyear" must be .*, or left out, got ""/],
    ["years in disorder", `seriescalc?${PLACE}&startyear=2025&endyear=2024`, /must not be before "startyear"/],
  ])("%s", async (_name, path, message) => {
    const { status, json } = await ask(`${TOOLS}/${path}`);
    expect([status, json]).toEqual([400, { status: 400, message: expect.stringMatching(message) }]);
  });

  it.each(["/pvgis/api/v5_3/DRcalc", "/pvgis/api/v4/tmy", "/pvgis/nothing"])(
    "%s: 404 in the same form",
    async (path) => {
      const { status, json } = await ask(`${path}?${PLACE}`);
      expect([status, json.status, typeof json.message]).toEqual([404, 404, "string"]);
    },
  );
});
