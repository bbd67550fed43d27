/** What is said of a system alone, whatever the weather, and what of it is refused. */
import { describe, expect, test } from "vitest";
import { forecastPower, yieldOf, yieldOfPlaneLight, yieldSeries } from "../../../src/answers/yield/index.js";
import { systemNotices } from "../../../src/answers/yield/notices.js";
import { checkSystem } from "../../../src/data/system/checked.js";
import { type PvSystem, readSystem } from "../../../src/data/system/index.js";
import { loadSample } from "../../../src/data/weather/index.js";
import { adr } from "../../../src/physics/models/pv/index.js";

const EAST = { surfaceTilt: 20, surfaceAzimuth: 90, kwp: 4 };
const WEST = { ...EAST, surfaceAzimuth: 270 };
const SANDIA = { Paco: 5000, Pdco: 5200, Vdco: 400, Pso: 20, C0: -2e-6, C1: 0, C2: 0, C3: 0, Pnt: 1 };
const LEVEL =
  /^the light that rows of trackers take from one another is not counted: system\.planes\[0\]\.rows has them$/;
const SLOPE = /: rows are modelled for level axes only, and losses\.shading can stand for them$/;
const ONE_MPPT = /^each plane of a shared inverter .* \(MPPT\): one string over two planes gives less$/;
const PEAK = /^an inverter has an efficiency of 10\d\.\d % at a part of its loads: are its parameters right\?$/;

const told = (system: PvSystem) => systemNotices(checkSystem(system)).map(({ message }) => message);
const withInverter = (inverter: PvSystem["inverter"]) => ({ planes: [EAST], inverter });

describe("of a system", () => {
  test.each<[string, PvSystem, RegExp]>([
    ["planes of two directions on one inverter", { planes: [EAST, WEST], inverter: {} }, ONE_MPPT],
    ["a tracker without rows", { planes: [{ trackingMode: "1_axis" }] }, LEVEL],
    ["one on a slope", { planes: [{ tracker: { axisTilt: 5, axisAzimuth: 180 } }] }, SLOPE],
    ["one across a slope", { planes: [{ tracker: { crossAxisTilt: 5 } }] }, SLOPE],
    ["one of two axes", { planes: [{ tracker: { mode: "dual-axis" } }] }, SLOPE],
    ["a curve above 1", withInverter({ sandia: { ...SANDIA, Paco: 5190, C0: -1e-5 } }), PEAK],
    ["one that starts at 0", withInverter({ sandia: { ...SANDIA, Paco: 5190, Pso: 0, C0: -1e-6 } }), PEAK],
    ["PVWatts' curve above 1", { planes: [EAST], inverterEfficiency: 1 }, PEAK],
    ["a fraction for losses", { planes: [EAST], losses: 0.14 }, /^the losses are 0\.14 percent: was a fraction of 1/],
    ["a limit above the inverters", { planes: [EAST], exportLimit: 8 }, /, 8 kW, is above .* 3\.33333 kW: it takes/],
    ["one of MW", { planes: [{ ...EAST, kwp: 8000 }], exportLimit: 7 }, /next to nothing .*: is "7 MW" meant\?$/],
  ])("%s: said once", (_name, system, words) => {
    expect(told(system)).toEqual([expect.stringMatching(words)]);
  });

  test.each<[string, PvSystem]>([
    ["planes of one inverter each", { planes: [EAST, WEST] }],
    ["planes of one direction on one inverter", { planes: [EAST, { ...EAST, kwp: 2 }], inverter: {} }],
    ["flat planes", { planes: [{ surfaceAzimuth: 90 }, { surfaceAzimuth: 270 }], inverter: {} }],
    ["a tracker with rows", { planes: [{ trackingMode: "1_axis", rows: {} }] }],
    ["an inverter as in the CEC's list", withInverter({ sandia: SANDIA })],
    ["the best that PVWatts has", { planes: [EAST], inverterEfficiency: 0.995, exportLimit: 3.3 }],
    ["hardly any feed-in", { planes: [EAST], exportLimit: 0.05 }],
  ])("%s: nothing", (_name, system) => expect(told(system)).toEqual([]));

  test("by every door but the one of light that rows have shaded already", async () => {
    const weather = await loadSample();
    const system = { planes: [{ trackingMode: "1_axis" as const }] };
    const notices = { code: "rows", message: expect.stringMatching(LEVEL) };
    const start = Number(weather.start);
    const now = { now: start + 3_600_000 };
    for (const found of [yieldOf(weather, system), yieldSeries(weather, system), forecastPower(weather, system, now)])
      expect(found.notices).toContainEqual(notices);
    const column = (name: "global_horizontal_irradiance" | "temperature") =>
      Float64Array.from(weather.columns[name]!, Number);
    const light = {
      ...{ start, interval: weather.interval, place: weather.place! },
      ...{ irradiance: column("global_horizontal_irradiance"), columns: { temperature: column("temperature") } },
    };
    const measured = yieldOfPlaneLight(light, system);
    expect(measured.notices.map(({ code }) => code)).not.toContain("rows");
  });
});

describe("what gives more than it takes, or has another unit, is refused", () => {
  const overrated = { planes: [{ kwp: 4 }], inverter: { sandia: { ...SANDIA, Paco: 6600 } } };
  const sized = (kwp: number, ac_power: number) => ({ planes: [{ kwp }], inverter: { ac_power } });

  test.each<[object, string]>([
    [overrated, "inverter.sandia: Paco must be at most Pdco, 5200 W, or AC power exceeds DC power, got 6600"],
    [sized(0.3, 60), 'inverter.acPower must be from 0.03 to 3 kW for planes of 0.3 kWp, got 60 kW: is "60 W" meant?'],
    [{ ...sized(0, 60), planes: [{ kwp: 0.1 }, { kwp: 0.2 }] }, 'of 0.3 kWp, got 60 kW: is "60 W" meant?'],
    [sized(8000, 7), 'must be from 800 to 80000 kW for planes of 8000 kWp, got 7 kW: is "7 MW" meant?'],
    [{ planes: [{ kwp: 0.9 }], export_limit: 600 }, 'be in kW for planes of 0.9 kWp, got 600 kW: is "600 W" meant?'],
  ])("%j", (json, words) => expect(() => readSystem(json)).toThrow(words));

  test("adr with losses below 0 at its rating", () => {
    const volts = { Vnom: 300, Vmax: 500, Vmin: 150, Vdcmax: 500, MPPTHi: 480, MPPTLow: 150 };
    const rest = { Pnom: 2000, Pacmax: 2000, Pnt: 0.3, ...volts };
    const run = (b20: number) =>
      adr({ vDc: 300, pDc: 1000 }, { ...rest, ADRCoefficients: [0.01, 0.01, b20, 0, 0, 0, 0, 0, 0] });
    expect(() => run(-0.03)).toThrow(
      "adr: ADRCoefficients must lose power at Pnom and Vnom, b00 + b10 + b20 from 0 up, got -0.01",
    );
    expect(run(0.02).powerAc[0]!).toBeLessThan(1000);
  });
});
