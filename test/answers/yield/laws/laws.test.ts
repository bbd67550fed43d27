/**
 * What holds for every system, whatever it is made of: energy is not gained behind the inverters, planes add up, the order of planes and
 * inverters means nothing, north is as south, and a step of weather may be cut. LAW_DRAWS=2000 draws so many plants of each.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { YieldColumn, YieldColumns } from "../../../../src/answers/yield/columns.js";
import { type Yield, type YieldSystem, yieldOf, yieldSeries } from "../../../../src/answers/yield/index.js";
import { type CheckedSystem, checkSystem } from "../../../../src/data/system/checked.js";
import { examineWeather, type WeatherSeries } from "../../../../src/data/weather/index.js";
import { DAY, HOUR } from "../../../../src/foundation/time/calendar.js";
import { declinationSpencer71, equationOfTimeSpencer71 } from "../../../../src/physics/models/solar-position/index.js";
import { clearSkyOn } from "../../../../src/physics/sky/clear-sky.js";
import { drawsOf } from "../../../draws.js";
import { PLANT, WEATHER } from "./any-plant.js";

/** A case takes some 30 ms. */
const DRAWS = { numRuns: Number(process.env.LAW_DRAWS ?? drawsOf(400)), seed: 11, endOnFailure: true };
/** Of powers in W and energies in kWh: sums in another order. */
const ROUNDING = 1e-9;

const sum = (column: ArrayLike<number>) => Array.from(column).reduce((total, value) => total + value, 0);
const codesOf = ({ notices }: Yield) => notices.map(({ code }) => code);

function expectClose(found: number, expected: number): void {
  expect(Math.abs(found - expected), `${found}, ${expected}`).toBeLessThanOrEqual(
    ROUNDING * Math.max(1, Math.abs(expected)),
  );
}

/** Of the light: declinations of whole days meet within 0.2°: 0.7 % in 200 draws, 2.1 % of a wall at 65°, where the sun is low. */
const MIRROR = 0.05;

/** Stages that only take, in the order of the chain; the inverter, too, but where a large plant gives power later than it has light. */
const TAKING = ["snow_loss", "soiling_loss", "constant_loss", "cabling_loss"] as const satisfies readonly YieldColumn[];
const BEHIND = ["clipping_loss", "transformer_loss", "export_loss"] as const satisfies readonly YieldColumn[];

/** What inverters and transformer draw at most, W. */
function drawnBy({ inverters, transformer }: CheckedSystem): number {
  const drawn = inverters.map(
    ({ acPower, sandia, count }) => 10 * acPower * transformer.noLoad + (sandia?.Pnt ?? 0) * count,
  );
  // Load losses of what is drawn are a hundredth of it at most.
  return 1.01 * sum(drawn);
}

function checkStages(system: YieldSystem, weather: WeatherSeries): void {
  const frequency = weather.interval < 3600 ? "30_minutes" : "1_hour";
  const { columns, planes } = yieldSeries(weather, system, { frequency });
  const checked = checkSystem(system);
  const least = -ROUNDING * checked.kwp * 1000;
  const isLate = system.smoothing !== undefined && weather.interval <= 300;
  const taking = [...TAKING, ...(isLate ? [] : (["inverter_loss"] as const)), ...BEHIND];
  for (const own of [columns, ...planes.map((plane) => plane.columns)]) {
    for (const name of taking) expect(Math.min(...own[name]), name).toBeGreaterThanOrEqual(least);
    const atInverter = own.dc.map((power, row) => power - sum(TAKING.map((name) => own[name][row]!)));
    expect(Math.min(...atInverter)).toBeGreaterThanOrEqual(least);
    expect(Math.min(...own.ac)).toBeGreaterThanOrEqual(least - drawnBy(checked));
  }
  expect(Math.max(...columns.ac)).toBeLessThanOrEqual(1000 * (checked.exportLimit ?? Infinity) - least);
}

function checkOrder(system: YieldSystem, weather: WeatherSeries): void {
  const { inverters, planes } = system;
  const turned = {
    ...system,
    planes: [...planes].reverse(),
    ...(inverters && { inverters: Object.fromEntries(Object.entries(inverters).reverse()) }),
  };
  const [found, other] = [yieldOf(weather, system), yieldOf(weather, turned)];
  expectClose(sum(found.planes.map(({ energy }) => energy)), found.total.energy);
  expectClose(other.total.energy, found.total.energy);
  for (const [k, { energy }] of [...other.planes].reverse().entries()) expectClose(energy, found.planes[k]!.energy);
  expect(codesOf(other)).toEqual(codesOf(found));
}

/** The day on which the sun is as far on the other side of the equator, half a year away, and what its clock is off then, degrees. */
function mirrored(time: number): { day: number; east: number } {
  const of = (day: number) => ({ dayOfYear: (((day % 365) + 365) % 365) + 1 });
  const declination = (day: number) => declinationSpencer71(of(day)).declination[0]!;
  const minutes = (day: number) => equationOfTimeSpencer71(of(day)).equationOfTime[0]!;
  const here = Math.floor((time - Date.UTC(2021, 0, 1)) / DAY) + 1;
  const others = Array.from({ length: 15 }, (_, k) => here + 175 + k);
  const off = (day: number) => Math.abs(declination(day) + declination(here));
  const there = others.reduce((best, day) => (off(day) < off(best) ? day : best));
  return { day: there - here, east: (minutes(here) - minutes(there)) / 4 };
}

const mirrorAzimuth = (azimuth: number) => (540 - azimuth) % 360;

function checkMirror(system: YieldSystem, { place, start, ...weather }: WeatherSeries): void {
  const { latitude, longitude, altitude } = place!;
  const light = weather.columns.global_horizontal_irradiance as Float64Array;
  // With both components, and dirt that is the same all year, nothing depends on the date but the sun.
  const columns = { ...weather.columns, diffuse_horizontal_irradiance: light.map((value) => 0.4 * value) };
  const { day, east } = mirrored(start as number);
  const here = { ...weather, columns, start, place: place! };
  const there = {
    ...{ ...weather, columns, start: (start as number) + day * DAY },
    place: { latitude: -latitude, longitude: ((longitude + east + 540) % 360) - 180, altitude },
  };
  const soiling = system.soiling && Array<number>(12).fill(4);
  const planes = system.planes.map(({ surfaceAzimuth, horizon, ...plane }) => ({
    ...plane,
    ...(surfaceAzimuth !== undefined && { surfaceAzimuth: mirrorAzimuth(surfaceAzimuth) }),
    ...(horizon && { horizon: horizon.map((_, azimuth) => horizon[mirrorAzimuth(azimuth)]!) }),
  }));
  const found = yieldOf(here, { ...system, soiling });
  const other = yieldOf(there, { ...system, soiling, planes });
  if (found.total.planeIrradiation < 1) return;
  expect(Math.abs(other.total.planeIrradiation / found.total.planeIrradiation - 1)).toBeLessThan(MIRROR);
  expect(Math.abs(other.total.energy - found.total.energy)).toBeLessThan(MIRROR * found.losses[2]!.energy);
  for (const one of [found, other]) expect(betterOnes(one).every(({ turn }) => turn <= 90)).toBe(true);
  const others = (one: Yield) => codesOf(one).filter((code) => code !== "azimuth");
  expect(others(other)).toEqual(others(found));
}

/** Directions that are told to be better than a plane's own: their turn from the equator, degrees, and how much less it gets, percent. */
function betterOnes({ notices, place }: Yield): { turn: number; less: number }[] {
  return notices.flatMap(({ message }) => {
    const [, less, azimuth] = /gets (\S+) % less than one of azimuth (\S+)°/.exec(message) ?? [];
    if (azimuth === undefined) return [];
    const turn = Math.abs(((Number(azimuth) + (place.latitude < 0 ? 180 : 0)) % 360) - 180);
    return [{ turn, less: Number(less) }];
  });
}

const QUARTER = 900;

/** The same in steps of a quarter of an hour, each with the value of the step that it was cut from. */
function inQuarters({ interval, columns, ...weather }: WeatherSeries): WeatherSeries {
  const parts = interval / QUARTER;
  const cut = (column: ArrayLike<number | null | undefined>) =>
    Float64Array.from({ length: column.length * parts }, (_, row) => column[Math.floor(row / parts)]!);
  const entries = Object.entries(columns).map(([name, column]) => [name, cut(column!)]);
  return { ...weather, interval: QUARTER, columns: Object.fromEntries(entries) };
}

/** How much of the light falls from low suns, whose quarters are least like one another, W/m². */
const LITTLE_LIGHT = 100;
/** Within hours the light follows the sun, and within equal quarters less so: 0.15 % in the middle of draws, 5.2 % of a tracker in low sun. */
const QUARTERS = 0.08;

function checkQuarters(given: YieldSystem, weather: WeatherSeries): void {
  // The power of quarters swings less about its mean.
  const system = { ...given, clipping: "steps", snow: "none" } as const;
  if (weather.interval <= QUARTER) return;
  const [whole, cut] = [weather, inQuarters(weather)].map((series) => yieldSeries(series, system).columns) as [
    YieldColumns,
    YieldColumns,
  ];
  if (sum(whole.plane_irradiance) < LITTLE_LIGHT * whole.dc.length) return;
  for (const name of ["plane_irradiance", "dc", "ac"] as const) {
    expect(Math.abs(sum(cut[name]) - sum(whole[name])), name).toBeLessThan(
      QUARTERS * sum(name === "plane_irradiance" ? whole[name] : whole.dc),
    );
  }
}

it.each<[string, (system: YieldSystem, weather: WeatherSeries) => void]>([
  ["no stage gains energy, and none has less than nothing but at night", checkStages],
  ["planes add up to their plant, in any order of planes and inverters", checkOrder],
  ["what is alike beyond the equator yields as much, and is told the same", checkMirror],
  ["hours cut into equal quarters yield as much", checkQuarters],
])("of every plant: %s", (_law, check) => fc.assert(fc.property(PLANT, WEATHER, check), DRAWS));

/** Hours of a year of clear and cloudy days, whose clock is an hour late. */
function lateYear(latitude: number): WeatherSeries & { readonly start: number } {
  const place = { latitude, longitude: 10, altitude: 200 };
  const start = Date.UTC(2021, latitude < 0 ? 6 : 0, 1);
  const { global } = clearSkyOn({ start, step: HOUR, count: 8760 }, place);
  const light = global.map((clear, hour) => clear * (0.4 + (0.6 * ((Math.floor(hour / 24) * 7919) % 97)) / 97));
  const temperature = new Float64Array(8760).fill(12);
  return { start: start + HOUR, interval: 3600, place, columns: { global_horizontal_irradiance: light, temperature } };
}

describe("a year on either side of the equator", () => {
  it("has the same findings, with their effects on planes that are alike", () => {
    const effects = [40, -40].map((latitude) =>
      examineWeather(lateYear(latitude))!.findings.map(({ code, effect }) => ({
        code,
        planes: effect?.planes?.map(({ surfaceTilt, surfaceAzimuth, change }) => ({
          surfaceTilt,
          turn: surfaceTilt === 90 || latitude > 0 ? surfaceAzimuth : (surfaceAzimuth + 180) % 360,
          change: Math.round(20 * change) / 20,
        })),
      })),
    );
    expect(effects[0]!.length).toBeGreaterThan(0);
    expect(effects[1]).toEqual(effects[0]);
  });

  it.each([0, 30, 90, 120])("is told as much of a plane that turns %d° away from the equator", (turn) => {
    const [north, south] = [40, -40].map((latitude) => {
      const late = lateYear(latitude);
      const planes = [{ surfaceTilt: 50, surfaceAzimuth: latitude > 0 ? 180 - turn : turn }];
      return betterOnes(yieldOf({ ...late, start: late.start - HOUR }, { planes }, { typicalYear: true }));
    });
    expect(south).toHaveLength(north!.length);
    south!.forEach(({ turn, less }, k) => {
      expect(turn).toBe(north![k]!.turn);
      expect(Math.abs(less - north![k]!.less)).toBeLessThanOrEqual(1);
    });
    expect(north!.length > 0).toBe(turn > 45);
  });
});
