/** Hours, minutes and wind as their laws say, apart from the year's sums. */
import { describe, expect, it } from "vitest";
import { yearCalendar } from "../../../../src/answers/climate/generation/calendar.js";
import { computeEnvelope, type Envelope } from "../../../../src/answers/climate/generation/envelope.js";
import { type HourlyLaw, tableHours, tagHours } from "../../../../src/answers/climate/generation/hourly.js";
import { minuteIrradiance } from "../../../../src/answers/climate/generation/minute.js";
import { boundHours } from "../../../../src/answers/climate/generation/months.js";
import { hourlyWind } from "../../../../src/answers/climate/generation/states.js";
import { Random } from "../../../../src/foundation/statistics/random.js";

const average = (values: ArrayLike<number>) =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

/** Mean, standard deviation, and correlation of each with the next inside rows of `length`. */
function momentsOf(values: Float64Array, length: number) {
  const mean = average(values);
  const squares = average(values.map((value) => (value - mean) ** 2));
  const products: number[] = [];
  for (let k = 1; k < values.length; k++)
    if (k % length > 0) products.push((values[k]! - mean) * (values[k - 1]! - mean));
  return { mean, deviation: Math.sqrt(squares), lag: average(products) / squares };
}

/** Hours of 365 days of sun overhead under a clear sky of 0.9 of the extraterrestrial irradiance. */
function hoursOf(law: HourlyLaw, index: number, clearness: number) {
  const column = (value: number) => new Float64Array(8760).fill(value);
  const envelope: Envelope = {
    extraterrestrial: column(1),
    global: column(0.9),
    direct: column(0.8),
    clean: column(0.9),
    most: column(1),
    sine: column(1),
    minutes: null,
  };
  const indices = column(0);
  for (let day = 0; day < 365; day++) law(new Random(4), { day, row: day * 24, index, clearness }, envelope, indices);
  return momentsOf(indices, 24);
}

describe("hours of the table", () => {
  it("spread about their day, and follow one another with the correlation of the chain", () => {
    const { mean, lag } = hoursOf(tableHours({ changing: 1, clear: 1 }), 0.6509, 0.5);
    // Mean of the table's row, 0.644; 8760 hours of a deviation of 0.25 and correlation 0.65: four times 0.006.
    expect(Math.abs(mean - 0.644)).toBeLessThan(0.024);
    expect(Math.abs(lag - 0.65)).toBeLessThan(0.05);
    // So narrow that no hour passes the clear sky, above which there is less of the table.
    const { deviation } = hoursOf(tableHours({ changing: 0.2, clear: 0.2 }), 0.6509, 0.5);
    expect(deviation / hoursOf(tableHours({ changing: 0.4, clear: 0.4 }), 0.6509, 0.5).deviation).toBeCloseTo(0.5, 6);
  });

  it("hardly spread on clear days", () => {
    expect(hoursOf(tableHours(), 1.02, 0.9).deviation).toBeLessThan(0.03);
    expect(hoursOf(tableHours(), 0.65, 0.6).deviation).toBeGreaterThan(0.25);
  });
});

// By hand for Kt = 0.5 and the sun overhead: λ = 0.3744, ε = 0.32, κ = 0.44375, A = 0.0893, φ = 0.4017.
it("hours of TAG have the mean, the spread and the correlation of the paper's equations", () => {
  const { mean, deviation, lag } = hoursOf(tagHours, 0.5 / 0.9, 0.5);
  expect(Math.abs(0.9 * mean - (0.3744 + 0.32 * Math.exp(-0.44375)))).toBeLessThan(0.006);
  expect(Math.abs(0.9 * deviation - 0.0893)).toBeLessThan(0.005);
  expect(Math.abs(lag - 0.4017)).toBeLessThan(0.05);
});

describe("minutes", () => {
  const site = { latitude: 20, longitude: 0, altitude: 0 };
  const envelope = computeEnvelope(site, yearCalendar(2005, 0), "ineichen", new Array(12).fill(3), true);
  boundHours(envelope, 0, 8760, 0);
  /** Clear-sky indices of the minutes from 9 h to 15 h, all hours of the year alike. */
  const noons = (index: number) => {
    const hourly = envelope.global.map((value) => (value > 0 ? index : 0));
    const minutes = minuteIrradiance(hourly, envelope, new Random(6));
    const rows = Array.from({ length: 365 }, (_, day) => (day * 24 + 9) * 60);
    return Float64Array.from(
      rows.flatMap((row) =>
        Array.from({ length: 360 }, (_, k) => minutes[row + k]! / envelope.minutes!.global[row + k]!),
      ),
    );
  };

  it("run on from one to the next, below bright edges of clouds", () => {
    const { mean, lag } = momentsOf(noons(0.7), 360);
    expect(mean).toBeCloseTo(0.7, 3);
    expect(lag).toBeGreaterThan(0.85);
    expect(lag).toBeLessThan(0.97);
  });

  it("swing most under broken clouds, and little where it is clear or overcast", () => {
    const [overcast, broken, clear] = [0.1, 0.7, 1].map((index) => momentsOf(noons(index), 360).deviation);
    // By equation 3 of the paper the spread expected of a lone hour is 1.3 · 0.87 k²(1 − k): 0.166 for 0.7, 0.010 for 0.1.
    expect(broken!).toBeGreaterThan(0.12);
    expect(broken!).toBeLessThan(0.24);
    expect(overcast!).toBeLessThan(0.05);
    expect(clear!).toBeLessThan(0.05);
  });
});

describe("wind", () => {
  const wind = hourlyWind(new Array(12).fill(4), new Random(8));
  const at = (hour: number) => average(wind.filter((_, row) => row % 24 === hour));

  it("is strongest in the afternoon", () => {
    // 1.15 over 0.85 is 1.35; means of 365 hours of a deviation of 2 m/s.
    expect(at(14) / at(2)).toBeGreaterThan(1.15);
    expect(at(14) / at(2)).toBeLessThan(1.6);
  });

  it("has a Rayleigh distribution that lasts for hours", () => {
    const { deviation, lag } = momentsOf(wind, 8760);
    // √(4/π − 1) = 0.523 of the mean, and 11 % of the course of the day.
    expect(deviation / 4).toBeGreaterThan(0.46);
    expect(deviation / 4).toBeLessThan(0.6);
    expect(lag).toBeGreaterThan(0.85);
  });
});
