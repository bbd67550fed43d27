/** What planes share: inverters, cables, a transformer, the limit of the grid; and the series of all of it. */
import { describe, expect, it, test } from "vitest";
import { type YieldSystem, yieldSeries } from "../../../src/answers/yield/index.js";
import { readSystem, SYSTEM_SCHEMA } from "../../../src/data/system/index.js";
import { behindCables } from "../../../src/physics/models/pv/losses.js";
import { sum, weather, yearOf } from "./roof.js";

const EAST = { surfaceTilt: 60, surfaceAzimuth: 90, kwp: 4 };
const WEST = { surfaceTilt: 60, surfaceAzimuth: 270, kwp: 4 };
const energyOf = (system: YieldSystem) => yearOf(system).annual!.energy;

describe("an inverter that planes share", () => {
  test("clips less than one for each, as they peak at different times", () => {
    const own = energyOf({ planes: [EAST, WEST], dcAcRatio: 1.8 });
    const shared = energyOf({ planes: [EAST, WEST], inverter: { acPower: 8 / 1.8 } });
    expect(shared / own).toBeGreaterThan(1.01);
  });

  test("of one plane is the plane's own", () => {
    const own = energyOf({ planes: [EAST], dcAcRatio: 1.25 });
    expect(energyOf({ planes: [EAST], inverter: { acPower: "3200 W" } })).toBeCloseTo(own, 8);
    const named = { planes: [{ ...EAST, inverter: "roof" }], inverters: { roof: { acPower: 3.2 } } };
    expect(energyOf(named)).toBeCloseTo(own, 8);
  });

  test("gives its planes what they bring: two halves are the whole", () => {
    const half = { ...EAST, kwp: 2 };
    const whole = yearOf({ planes: [EAST] });
    const halves = yearOf({ planes: [half, half], inverter: {} });
    expect(halves.annual!.energy).toBeCloseTo(whole.annual!.energy, 8);
    expect(halves.planes[0]!.energy).toBeCloseTo(whole.annual!.energy / 2, 8);
  });
});

describe("behind the inverters", () => {
  const plant = { planes: [EAST, WEST], inverter: {} };
  const factorsOf = (system: YieldSystem) =>
    Object.fromEntries(yearOf(system).losses.map(({ name, factor }) => [name, factor]));

  test("cables lose with the square of the power: less than at rated power over the year", () => {
    const { cabling, transformer } = factorsOf({ ...plant, cabling: { dc: 2, ac: 1 }, losses: 0 });
    expect(1 - cabling!).toBeGreaterThan(0.004);
    expect(1 - cabling!).toBeLessThan(0.02);
    expect(1 - transformer!).toBeGreaterThan(0.002);
    expect(1 - transformer!).toBeLessThan(0.01);
  });

  test("cables lose all at most, and draw more than they give at night", () => {
    const power = Float64Array.of(1200, 500, 0, -10);
    expect([...behindCables(power, 1 / 1000, power)]).toEqual([0, 250, 0, -10.1]);
  });

  test("given cables take the place of the manual's wiring", () => {
    const wiring = factorsOf(plant).losses!;
    expect(factorsOf({ ...plant, cabling: { dc: 1 } }).losses! / wiring).toBeCloseTo(1 / 0.98, 10);
    expect(factorsOf({ ...plant, cabling: { dc: 1 }, losses: { wiring: 2 } }).losses).toBeCloseTo(wiring, 12);
  });

  test("a transformer takes power day and night", () => {
    const bare = energyOf(plant);
    const rated = 8 / 1.2;
    expect(bare - energyOf({ ...plant, transformer: { noLoad: 0.1 } })).toBeCloseTo(0.001 * rated * 8760, 6);
    const { columns } = yieldSeries(weather, { ...plant, transformer: { noLoad: 0.1 } });
    expect(Math.min(...columns.ac)).toBeCloseTo(-rated, 9);
  });

  test("the limit of the grid takes nothing where power is drawn", () => {
    const small = { planes: [EAST], inverter: { acPower: 1.5 }, cabling: { ac: 100 }, transformer: { noLoad: 3 } };
    const { columns } = yieldSeries(weather, { ...small, exportLimit: 1 });
    const drawn = columns.export_loss.filter((_, hour) => columns.ac[hour]! < 0);
    expect(drawn.length).toBeGreaterThan(4000);
    expect(Math.max(...drawn)).toBeLessThan(1e-9);
  });

  test("the grid takes no more than its limit, at every moment", () => {
    const system = { ...plant, exportLimit: "2 kW" };
    const { columns } = yieldSeries(weather, system);
    expect(Math.max(...columns.ac)).toBeLessThanOrEqual(2000 + 1e-9);
    expect(factorsOf(system).export).toBeLessThan(0.95);
    expect(energyOf({ ...plant, exportLimit: 8 })).toBeCloseTo(energyOf(plant), 9);
  });
});

describe("the series of a yield", () => {
  const system = { planes: [EAST, WEST], inverter: { acPower: 5 }, cabling: { dc: 1, ac: 1 }, exportLimit: 4.5 };

  test("adds up to the yield, and its losses to the difference of DC and AC", () => {
    const { columns, count, planes } = yieldSeries(weather, system);
    expect(count).toBe(8760);
    const found = yearOf(system);
    expect(sum(columns.ac) / 1000).toBeCloseTo(found.annual!.energy, 6);
    expect(sum(planes[1]!.columns.ac) / 1000).toBeCloseTo(found.planes[1]!.energy, 6);
    const names = Object.keys(columns).filter((name) => name.endsWith("_loss")) as (keyof typeof columns)[];
    for (let hour = 0; hour < count; hour += 101) {
      const lost = sum(names.map((name) => columns[name][hour]!));
      expect(columns.dc[hour]! - lost).toBeCloseTo(columns.ac[hour]!, 8);
    }
  });

  test("in quarters of an hour has the same energy within a thousandth", () => {
    const { columns, interval } = yieldSeries(weather, system, { frequency: "15_minutes" });
    expect(interval).toBe(900);
    const energy = sum(columns.ac) / 4000;
    expect(Math.abs(energy / energyOf(system) - 1)).toBeLessThan(1e-3);
  });
});

describe("a description in JSON", () => {
  test("has keys as the library or with underscores", () => {
    const plane = { surface_tilt: 30, surface_azimuth: 180, kwp: 8 };
    const planes = [{ surfaceTilt: 30, surfaceAzimuth: 180, kwp: 8 }];
    const read = readSystem({ planes: [plane], dc_ac_ratio: 1.1, export_limit: "6 kW" });
    expect(read).toEqual({ planes, dcAcRatio: 1.1, exportLimit: 6 });
    expect(SYSTEM_SCHEMA.required).toEqual(["planes"]);
  });

  test.each([
    [{ planes: Array.from({ length: 1000 }, () => ({})) }, "planes must be at most 100 planes, got 1000"],
    [{ planes: [{ kwp: 4 }], inverter: { ac_power: 50 } }, "from 0.4 to 40 kW for planes of 4 kWp, got 50 kW"],
    [{ planes: [{ kwp: 0.9 }], inverter: { ac_power: 800 } }, 'got 800 kW: is "800 W" meant?'],
    [{ planes: [{ inverter: "a" }] }, 'planes[0].inverter must be one of the system\'s inverters (none), got "a"'],
    [{ planes: [{}], inverters: { b: {} } }, "inverters.b is the inverter of no plane"],
    [
      { planes: [{ rows: { gcr: 0.4, height: 0.6 } }] },
      "planes[0].rows.height is of the light on the rear: it needs bifacial",
    ],
    [{ planes: [{}], exportLimit: "6 horses" }, 'must be a number of kW above 0, or a text such as "800 W"'],
    [{ planes: [{}], cabling: { ac: -1 } }, "cabling.ac must be from 0 to 100, got -1"],
    [{ planes: [{}], cabling: 5 }, "cabling must be an object with dc, ac, got 5"],
    [{ planes: [{}], export_limit: 5, exportLimit: 6 }, "exportLimit is given twice, in two spellings"],
    [{ planes: [{}], surface_tilt: 30 }, "surfaceTilt belongs to a plane: write it there"],
    [[], "system must be an object, got an array of 0"],
    [{ planes: [{}], exportlimit: 5 }, "is exportLimit meant?"],
  ])("%j is refused", (json, message) => expect(() => readSystem(json)).toThrow(message));
});

it.each([0, 20])("rows further apart than anything can be are planes that stand alone, at %i°", (surfaceTilt) => {
  const plane = { surfaceTilt, surfaceAzimuth: 180 };
  const alone = yearOf({ planes: [plane] }).annual!.energy;
  for (const gcr of [1e-6, 1e-300, Number.MIN_VALUE])
    expect(yearOf({ planes: [{ ...plane, rows: { gcr } }] }).annual!.energy / alone).toBeCloseTo(1, 6);
});
