/** Plants and weather of a few days, drawn: whatever a system may be made of, in any order, anywhere between the polar circles. */
import fc from "fast-check";
import type { YieldSystem } from "../../../../src/answers/yield/index.js";
import type { YieldPlane } from "../../../../src/answers/yield/types.js";
import type { WeatherSeries } from "../../../../src/data/weather/index.js";
import { DAY, HOUR } from "../../../../src/foundation/time/calendar.js";
import { clearSkyOn } from "../../../../src/physics/sky/clear-sky.js";

/** With two digits, as people write them. */
const between = (min: number, max: number) =>
  fc.integer({ min: Math.round(100 * min), max: Math.round(100 * max) }).map((value) => value / 100);
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

/** Without the keys that were not drawn. */
const given = <Value extends object>(value: Value) =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Value;

const SANDIA = { Paco: 2000, Pdco: 2080, Vdco: 400, Pso: 12, C0: -5e-6, C1: 1e-5, C2: 1e-3, C3: 1e-3, Pnt: 1.5 };

const fixed = fc.record({
  surfaceTilt: fc.oneof(fc.constantFrom(0, 90), between(0, 90)),
  surfaceAzimuth: fc.oneof(fc.constantFrom(0, 90, 180, 270, 360), between(0, 360)),
});
const tracker = fc.record({
  tracker: fc.record({ maxAngle: between(30, 90), gcr: between(0.2, 0.6), backtrack: fc.boolean() }),
});

/** A ridge of 30° whose top is there. */
function ridgeAt(top: number): number[] {
  return Array.from({ length: 360 }, (_, azimuth) => Math.max(0, 30 - Math.abs(((azimuth - top + 540) % 360) - 180)));
}

const plane: fc.Arbitrary<YieldPlane> = fc
  .record({
    stand: fc.oneof({ weight: 3, arbitrary: fixed }, { weight: 1, arbitrary: tracker }),
    kwp: between(0.5, 20),
    gcr: some(between(0.2, 0.6)),
    factor: some(between(0, 1)),
    inverter: some(fc.constantFrom("a", "b")),
    ridge: some(fc.integer({ min: 0, max: 359 })),
  })
  .map(({ stand, kwp, gcr, factor, inverter, ridge }) =>
    given({
      ...stand,
      ...{ kwp, inverter, horizon: ridge === undefined ? undefined : ridgeAt(ridge) },
      rows: gcr === undefined ? undefined : "tracker" in stand ? {} : { gcr },
      bifacial: gcr === undefined || factor === undefined ? undefined : { factor },
    }),
  );

/** Percent; some lose all. */
const ohmic = fc.oneof({ weight: 9, arbitrary: between(0, 5) }, { weight: 1, arbitrary: fc.constant(100) });

const losses = fc.record({
  dcAcRatio: between(0.8, 2),
  inverterEfficiency: between(0.8, 0.99),
  module: some(fc.constantFrom("standard", "premium", "thinFilm")),
  losses: some(between(0, 30)),
  soiling: some(fc.array(between(0, 10), { minLength: 12, maxLength: 12 })),
  cabling: some(fc.record({ dc: ohmic, ac: ohmic })),
  transformer: some(fc.record({ noLoad: between(0, 2), load: between(0, 3) })),
  clipping: some(fc.constantFrom("steps", "withinHour")),
  smoothing: some(fc.constantFrom("auto")),
});

/** The limit of the grid is 0.3 to 1.1 of what the inverters of its planes give. */
export const PLANT: fc.Arbitrary<YieldSystem> = fc
  .record({
    planes: fc.array(plane, { minLength: 1, maxLength: 3 }),
    losses,
    isSandia: fc.boolean(),
    limit: some(between(0.3, 1.1)),
  })
  .map(({ planes, losses, isSandia, limit }) => {
    const names = [...new Set(planes.flatMap(({ inverter }) => inverter ?? []))];
    const kwp = planes.reduce((sum, one) => sum + one.kwp!, 0);
    return given({
      planes,
      ...given(losses),
      inverters: Object.fromEntries(names.map((name, k) => [name, isSandia && k === 0 ? { sandia: SANDIA } : {}])),
      exportLimit: limit === undefined ? undefined : (limit * kwp) / losses.dcAcRatio,
    }) as YieldSystem;
  });

const DAYS = 2;

/** Days of clouds, in steps of any length. */
export const WEATHER: fc.Arbitrary<WeatherSeries> = fc
  .record({
    latitude: fc.oneof(fc.constantFrom(-60, 60), between(-65, 65)),
    longitude: between(-180, 180),
    start: fc.integer({ min: 0, max: 365 }),
    interval: fc.constantFrom(300, 900, 1800, 3600, 3600, 3600),
    clouds: fc.array(between(0.15, 1.05), { minLength: 7, maxLength: 7 }),
    temperature: between(-25, 40),
    snow: some(fc.array(between(0, 60), { minLength: 5, maxLength: 5 })),
  })
  .map(({ latitude, longitude, start: day, interval, clouds, temperature, snow }) => {
    const place = { latitude, longitude, altitude: 200 };
    const start = Date.UTC(2021, 0, 1) + day * DAY - Math.round(longitude / 15) * HOUR;
    const count = (DAYS * 86_400) / interval;
    const { global } = clearSkyOn({ start, step: interval * 1000, count }, place);
    const rows = (of: (row: number) => number) => Float64Array.from({ length: count }, (_, row) => of(row));
    return {
      ...{ start, interval, place },
      columns: {
        global_horizontal_irradiance: global.map(
          (clear, row) => clear * clouds[Math.floor((row * interval) / 90_000) % clouds.length]!,
        ),
        temperature: rows((row) => temperature + (row % 5)),
        wind_speed: rows((row) => row % 4),
        ...(snow && { snow_depth: rows((row) => snow[Math.floor((row * interval) / 20_000) % snow.length]!) }),
      },
    };
  });
