/** What holds for every forecast of power, of whatever plant and sky: each value lies in its own band, and bands are in order and within limits. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_SPREAD } from "../../../../src/answers/forecast/default-table.generated.js";
import { correctForecast, forecastQuantiles } from "../../../../src/answers/forecast/index.js";
import { forecastPower, type PowerForecast } from "../../../../src/answers/yield/index.js";
import type { WeatherSeries } from "../../../../src/data/weather/series.js";
import { HOUR } from "../../../../src/foundation/time/calendar.js";
import { drawsOf } from "../../../draws.js";
import { PLANT, WEATHER } from "../laws/any-plant.js";

/** Of 42 hours each: 10,000 and more with TEST_DRAWS=all. */
const DRAWS = { numRuns: Number(process.env.LAW_DRAWS ?? drawsOf(300)), seed: 55 };
const NAMES = ["p1", "p10", "p25", "p50", "p75", "p90", "p99"] as const;
/** W, kWh: sums in another order. */
const ROUNDING = 1e-9;

/** A forecast in the sixth hour; its sky is observed up to now, or is not; what a place's own errors teach shifts the bands. */
const ASKED = fc.record({
  system: PLANT,
  run: WEATHER,
  frequency: fc.constantFrom("15_minutes" as const, "30_minutes" as const, "1_hour" as const),
  seen: fc.option(fc.integer({ min: 0, max: 110 }), { nil: undefined }),
  minutes: fc.constantFrom(0, 15, 45),
  shift: fc.constantFrom(0, 0, -1.5, 1.5),
});
type Asked = typeof ASKED extends fc.Arbitrary<infer One> ? One : never;

function forecastOf({ system, run, frequency, seen, minutes, shift }: Asked) {
  const start = Number(run.start);
  const now = start + 6 * HOUR + minutes * 60_000;
  const place = { ...run.place!, altitude: 200, linkeTurbidity: 3 };
  const count = (6 * 3600) / run.interval;
  const light = run.columns.global_horizontal_irradiance as Float64Array;
  const observed: WeatherSeries = {
    ...{ start, interval: run.interval },
    columns: {
      global_horizontal_irradiance: light
        .slice(0, count)
        .map((v) => (seen === undefined ? Number.NaN : (v * seen) / 100)),
    },
  };
  const { ahead } = DEFAULT_SPREAD;
  const shifts = ahead.hours.shifts.map((own) => own + shift);
  const spread = { ...DEFAULT_SPREAD, ahead: { ...ahead, hours: { ...ahead.hours, shifts } } };
  const corrected = correctForecast(run, observed, { now, place, climatology: 0.6 });
  const power = forecastPower(corrected.series, system, {
    ...{ now, frequency, period: { start: now, end: start + 48 * HOUR } },
    bands: { names: NAMES, corrected, spread },
  });
  return { corrected, spread, power };
}

/** What is wrong with a value of these bands; undefined: nothing. */
function wrong(value: number, bands: readonly number[], most: number): string | undefined {
  const [low, high] = [bands[1]!, bands[5]!];
  if (!bands.every((one, k) => one >= 0 && one <= most + ROUNDING && !(one < bands[k - 1]! - ROUNDING)))
    return `${bands} must ascend from 0 to ${most}`;
  return value >= low - ROUNDING && value <= high + ROUNDING ? undefined : `${value} outside of ${low} to ${high}`;
}

function* lightOutside({ corrected, spread }: ReturnType<typeof forecastOf>) {
  const probabilities = NAMES.map((name) => Number(name.slice(1)) / 100);
  const light = corrected.series.columns.global_horizontal_irradiance as Float64Array;
  for (const of of ["quarters", "hours"] as const) {
    const { values } = forecastQuantiles(corrected, spread, { probabilities, of });
    for (let row = corrected.first; row < light.length; row++) {
      const bands = values.map((one) => one[row]!);
      if (!Number.isNaN(light[row]!)) yield wrong(light[row]!, bands, Number.POSITIVE_INFINITY);
    }
  }
}

function* powerOutside({ columns, quantiles, acLimit, count }: PowerForecast) {
  for (let row = 0; row < count; row++) {
    const bands = NAMES.map((name) => quantiles![name]![row]!);
    if (!Number.isNaN(bands[0]!)) yield wrong(columns.acPower[row]!, bands, acLimit);
  }
}

function* energyOutside({ days, acLimit }: PowerForecast) {
  for (const { energy, quantiles, start, end } of days) {
    const most = (acLimit * (end - start)) / HOUR / 1000;
    if (quantiles !== null)
      yield wrong(
        energy!,
        NAMES.map((name) => quantiles[name]!),
        most,
      );
  }
}

test("light, power and energy lie in their own bands", () => {
  const hours = { power: 0 };
  const problems: string[] = [];
  fc.sample(ASKED, DRAWS).forEach((asked, k) => {
    const made = forecastOf(asked);
    const found = { light: lightOutside(made), power: powerOutside(made.power), energy: energyOutside(made.power) };
    for (const [name, each] of Object.entries(found))
      for (const problem of each) {
        if (name === "power") hours.power += made.power.interval / 3600;
        if (problem !== undefined) problems.push(`draw ${k}, ${name}: ${problem}`);
      }
  });
  expect(problems.slice(0, 40), `${problems.length}`).toEqual([]);
  expect(hours.power).toBeGreaterThan(33 * DRAWS.numRuns);
}, 600_000);
