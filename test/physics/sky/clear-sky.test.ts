/** The clear sky without weather: against the engine's own, which answers have. */
import { describe, expect, it } from "vitest";
import { computeColumns } from "../../../src/engine/compute.js";
import { DAY, HOUR, MINUTE } from "../../../src/foundation/time/calendar.js";
import { clearSkyAt, clearSkyOn, sunHeightsAt } from "../../../src/physics/sky/clear-sky.js";

const PLACES = [
  { latitude: 40, longitude: -105, altitude: 1600 },
  { latitude: -34, longitude: 151, altitude: 20 },
  { latitude: 67, longitude: 20, altitude: 300 },
  { latitude: 0, longitude: 20, altitude: 0 },
];
const MONTHS = [2.2, 2.4, 2.8, 3.2, 3.6, 4, 4.2, 4, 3.5, 3, 2.6, 2.3];
const DAYS = 20;

/** Every 18th day of a year, by the engine: a series of states is enough for the sun. */
function engineDay(start: number, step: number, place: (typeof PLACES)[number], linkeTurbidity: number | number[]) {
  const count = DAY / step;
  const columns = { temperature: new Float64Array(count).fill(15) };
  const { latitude: lat, longitude: lon, altitude } = place;
  const [from, end] = [start, start + DAY].map((time) => new Date(time).toISOString().replace(".000", ""));
  const frequency = step === HOUR ? "1_hour" : "15_minutes";
  return computeColumns(
    { lat, lon, frequency, parameters: ["global_clear_sky_irradiance"], start: from!, end: end! },
    { start, interval: step / 1000, columns },
    { altitude, linkeTurbidity, timeZone: 0, extra: ["clear_sky_dhi"] },
  );
}

describe.each(PLACES)("the clear sky at $latitude, $longitude", (place) => {
  // They differ beside the night: light grows by up to 1.5 W/m² a minute, of which midpoints five minutes apart lose up to
  // 1.5 · 2.5² / 2 W/m² min, a third of a W/m² in 15 minutes; and the sun that refraction alone lifts over the horizon gives no light here.
  const most = 0.31;

  it.each([
    [15 * MINUTE, 3],
    [HOUR, MONTHS],
  ])("is the engine's within a third of a W/m², in steps of %s ms", (step, turbidity) => {
    for (let day = 0; day < DAYS; day++) {
      const start = Date.UTC(2024, 0, 3) + day * 18 * DAY;
      const { values, extra } = engineDay(start, step, place, turbidity);
      const { global, diffuse, direct } = clearSkyOn({ start, step, count: DAY / step }, place, turbidity);
      global.forEach((value, row) => {
        expect(Math.abs(value - values.global_clear_sky_irradiance![row]!)).toBeLessThan(most);
        expect(Math.abs(diffuse[row]! - extra.clear_sky_dhi![row]!)).toBeLessThan(most);
        expect(direct[row]! + diffuse[row]!).toBeCloseTo(value, 9);
      });
    }
  });

  it("has as means the means of its instants, whatever the number of rows", () => {
    const start = Date.UTC(2024, 5, 21);
    const [step, many] = [HOUR, 12];
    const days = 70;
    const count = days * 24;
    const times = Float64Array.from({ length: count * many }, (_, k) => start + (k + 0.5) * (step / many));
    const [moments, means] = [clearSkyAt(times, place), clearSkyOn({ start, step, count }, place)];
    for (const part of ["global", "direct", "diffuse", "beam", "extraterrestrial"] as const) {
      for (const row of [0, 7, 12, 19, 700, count - 1]) {
        const own = moments[part].subarray(row * many, (row + 1) * many);
        expect(means[part][row]).toBeCloseTo(own.reduce((sum, value) => sum + value, 0) / many, 9);
      }
    }
  });

  it("knows the sun's height by night, too, and no light there", () => {
    const times = Float64Array.from({ length: 96 }, (_, k) => Date.UTC(2024, 2, 20) + k * 15 * MINUTE);
    const { zenith, global, extraterrestrial } = clearSkyAt(times, place);
    const heights = sunHeightsAt(times, place);
    heights.forEach((height, row) => {
      // Below the horizon the zenith is the true one: refraction there is at most the 0.6° of the horizon.
      expect(Math.abs(Math.cos((zenith[row]! * Math.PI) / 180) - height)).toBeLessThan(height > 0.02 ? 1e-6 : 0.012);
      if (height < -0.02) expect([global[row], extraterrestrial[row]]).toEqual([0, 0]);
    });
  });
});

it("refuses turbidities and latitudes that cannot be", () => {
  const grid = { start: 0, step: HOUR, count: 1 };
  const place = { latitude: 0, longitude: 0 };
  for (const turbidity of [0.5, 16, Number.NaN, [3, 3], new Array<number>(12).fill(20)]) {
    expect(() => clearSkyOn(grid, place, turbidity)).toThrow(RangeError);
  }
  expect(() => clearSkyOn(grid, { latitude: 91, longitude: 0 })).toThrow(RangeError);
});
