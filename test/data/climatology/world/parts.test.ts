/** The parts of the world climatology on made-up fields, where every answer is known. */
import { describe, expect, it } from "vitest";
import { type Field, sample } from "../../../../src/data/climatology/grids.js";
import {
  dailyDistribution,
  LEVEL_COUNT,
  placeClimate,
  type WorldFields,
} from "../../../../src/data/climatology/world/place-climate.js";

/** A place on a slope: the ground around is 300 m. */
const GROUND = { altitude: 300, around: 300, uncertainty: 80 };
const MONTHS = Array.from({ length: 12 }, (_, month) => month);

/** The same value everywhere. */
function constant(value: number, layers = 1): Field {
  const values = new Uint8Array(3 * 4 * layers).fill(1);
  return { rows: 3, columns: 4, layers, unit: value, zero: 0, values };
}

function fields(own: Partial<Record<keyof WorldFields, number>> = {}): WorldFields {
  const values = {
    clearness: 0.5,
    days: 0.6,
    ratio: 1,
    year: 15,
    seasons: 0,
    moisture: 8,
    wind: 3,
    land: 1,
    cells: 1,
    ...own,
  };
  const layers = { clearness: 12, seasons: 6, days: 12 * LEVEL_COUNT } as Record<string, number>;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, constant(value, layers[name] ?? 1)]),
  ) as unknown as WorldFields;
}

const surroundings = (ground: typeof GROUND) => ({ ground: () => ground, linkeTurbidity: () => [3] });
const at = (own: Parameters<typeof fields>[0], latitude = 45, altitude?: number) =>
  placeClimate(fields(own), surroundings(GROUND), latitude, 10, { altitude });

describe("a place on constant fields", () => {
  it("has clearness times ratio of the extraterrestrial, and no more than 0.84 of it", () => {
    const usual = at({ ratio: 0.9 });
    const bright = at({ clearness: 0.8, ratio: 1.2 });
    for (const month of MONTHS) {
      expect(usual.globalHorizontal[month]! / usual.extraterrestrial[month]!).toBeCloseTo(0.45, 12);
      expect(bright.globalHorizontal[month]! / bright.extraterrestrial[month]!).toBeCloseTo(0.84, 12);
    }
  });

  it("has the year's temperature, lowered to its altitude, by less below the ground around", () => {
    expect(at({}).temperature[5]).toBeCloseTo(15 - 6.5 * 0.3, 12);
    expect(at({}, 45, 1300).temperature[5]).toBeCloseTo(15 - 6.5 * 1.3, 12);
    expect(at({}, 45, 100).temperature[5]).toBeCloseTo(15 - 6.5 * 0.3 + 4 * 0.2, 12);
  });

  it("has the seasons of three waves, which add up to nothing over the year", () => {
    // All six amplitudes 2: cos + sin of 15°, 30° and 45° in the middle of January.
    const of = (degrees: number) => Math.cos((degrees * Math.PI) / 180) + Math.sin((degrees * Math.PI) / 180);
    const seasons = at({ seasons: 2 }).temperature.map((value) => value - (15 - 6.5 * 0.3));
    expect(seasons[0]).toBeCloseTo(2 * (of(15) + of(30) + of(45)), 12);
    expect(seasons[4]).toBeCloseTo(2 * (of(135) + of(270) + of(405)), 12);
    expect(seasons.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 11);
  });

  it("has humid air and wind on land, and knows neither over the sea nor in Antarctica", () => {
    // 8 g/kg at sea level: 12.97 hPa, of 17.04 hPa at 15 °C (Goff–Gratch).
    const { relativeHumidity, windSpeed } = placeClimate(
      fields(),
      surroundings({ altitude: 0, around: 0, uncertainty: 50 }),
      45,
      10,
      {},
    );
    expect(relativeHumidity).toBeCloseTo(76.1, 0);
    expect(windSpeed).toBe(3);
    expect(at({ moisture: 14 }).relativeHumidity).toBe(100);
    for (const nowhere of [at({ land: 0 }), at({}, -75)]) {
      expect(nowhere).toMatchObject({ relativeHumidity: undefined, windSpeed: undefined });
    }
  });

  it("says how far its altitude may be off, unless it was given", () => {
    expect(at({}).altitudeUncertainty).toBe(80);
    expect(at({}, 45, 300).altitudeUncertainty).toBe(0);
  });

  it("has a clearer sky above the ground of the map, and never more than 0.84", () => {
    const ratio = (own: Parameters<typeof fields>[0], altitude: number) =>
      at(own, 45, altitude).globalHorizontal[5]! / at(own).globalHorizontal[5]!;
    expect(ratio({}, 2300)).toBeCloseTo(1 + 2000 * (2e-5 / 0.75), 12);
    expect(ratio({}, 300)).toBe(1);
    expect(ratio({ clearness: 0.84 }, 4000)).toBe(1);
  });

  it.each([
    [45, 1, 1, "land", "reanalysis", "reanalysis"],
    [45, 1, 0.5, "land", "reanalysis", "reanalysis"],
    [45, 1, 0.49, "land", "annual", "reanalysis"],
    [45, 0.3, 0, "coast", "annual", "reanalysis"],
    [45, 0, 1, "sea", "reanalysis", "reanalysis"],
    [45, 0, 0, "sea", "neighbours", "reanalysis"],
    [-75, 1, 0, "land", "analogue", "stations"],
    [-65, 0.5, 0, "coast", "analogue", "stations"],
    [-65, 0, 0, "sea", "neighbours", "reanalysis"],
    [75, 1, 0, "land", "annual", "reanalysis"],
  ] as const)("at %s with land %s, cells %s: %s, %s, %s", (latitude, land, cells, surface, irradiance, temperature) => {
    const climate = at({ land, cells }, latitude);
    expect([climate.surface, climate.irradianceFrom, climate.temperatureFrom]).toEqual([
      surface,
      irradiance,
      temperature,
    ]);
  });
});

describe("days drawn to a mean", () => {
  const sun = new Float64Array(12).fill(400);
  /** Of a month's mean, W/m², with the same shape in all months. */
  const drawn = (shape: number[], mean: number) =>
    dailyDistribution(Float64Array.from(MONTHS.flatMap(() => shape)), new Float64Array(12).fill(mean), sun).nodes(7);
  const levels = [0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1];
  const meanOf = (nodes: Float64Array) =>
    nodes.reduce((sum, v, k) => (k ? sum + ((v + nodes[k - 1]!) / 2) * (levels[k]! - levels[k - 1]!) : 0), 0);
  const MIXED = [0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95, 1];
  const CLEAR = [0.88, 0.9, 0.92, 0.94, 0.96, 0.97, 0.98, 0.99];
  const DARK = [0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3];

  it.each([
    ["mixed days, a mixed month", MIXED, 200],
    ["mixed days, a dark month", MIXED, 30],
    ["clear days, a dark month", CLEAR, 20],
    ["dark days, the clearest month", DARK, 336],
    ["days without a difference", Array(8).fill(0.5), 100],
  ])("%s", (_name, shape, mean) => {
    const nodes = drawn(shape as number[], mean);
    expect(meanOf(nodes)).toBeCloseTo(mean, 9);
    for (let k = 1; k < nodes.length; k++) expect(nodes[k]).toBeGreaterThanOrEqual(nodes[k - 1]!);
    expect(nodes[7]).toBeLessThanOrEqual(340 * (1 + 1e-12));
  });

  it("is a power of the shape: logarithms of nodes over 0.85 of the sun are in one proportion", () => {
    const nodes = drawn(CLEAR, 60);
    const powers = CLEAR.map((value, k) => Math.log(nodes[k]! / 340) / Math.log(value));
    for (const power of powers) expect(power).toBeCloseTo(powers[0]!, 6);
    expect(powers[0]).toBeGreaterThan(3);
  });

  it("keeps a clear day clear in a darker month", () => {
    expect(drawn(MIXED, 100)[7]).toBeCloseTo(340, 9);
  });
});

describe("between nodes", () => {
  // Two rows of nodes at 90° N and 90° S, four columns: the value is the number of the column.
  const field: Field = {
    rows: 2,
    columns: 4,
    layers: 1,
    unit: 1,
    zero: 10,
    values: Uint8Array.from([0, 1, 2, 3, 4, 5, 6, 7]),
  };
  it.each([
    [90, -180, 10],
    [90, -90, 11],
    [90, -45, 11.5],
    [0, 0, 14],
    [-90, 90, 17],
    // From the last column back to the first.
    [90, 135, 11.5],
    [90, 180, 10],
  ])("%s, %s is %s", (latitude, longitude, value) => {
    expect(sample(field, latitude, longitude)[0]).toBeCloseTo(value, 12);
  });
});
