/** Decompositions in the pipeline: values of an interval have the same bits whatever period and block they are computed in. */
import { describe, expect, test } from "vitest";
import { computeColumns, createWorkspace, type ObservationContext, type WeatherSeries } from "../../../src/index.js";
import * as models from "../../../src/physics/models/decomposition/index.js";

const DAY = 86_400_000;
const MODELS = Object.entries(models).flatMap(([name, model]) => ("stage" in model ? [[name, model] as const] : []));
const PARAMETERS = "diffuse_horizontal_irradiance,direct_normal_irradiance,global_horizontal_irradiance";

interface Place {
  lat: number;
  lon: number;
}

/** A broken sky with gaps: GHI alone, in W/m², by the sun's rough height. */
function weather({ lat, lon }: Place, start: number, days: number, interval: number): WeatherSeries {
  const n = Math.round((days * 86_400) / interval);
  const ghi = Array.from({ length: n }, (_, i) => {
    const time = start + (i + 0.5) * interval * 1000;
    const hour = ((time / DAY + lon / 360) % 1) * 2 * Math.PI;
    const declination = 0.409 * Math.sin((2 * Math.PI * (time / DAY - 80)) / 365.25);
    const phi = (lat * Math.PI) / 180;
    const up = Math.sin(phi) * Math.sin(declination) - Math.cos(phi) * Math.cos(declination) * Math.cos(hour);
    const clouds = 0.35 + 0.3 * Math.sin(i * 1.7) + 0.25 * Math.sin(i / 50);
    return i % 61 === 7 ? Number.NaN : Math.max(1100 * up, 0) * clouds;
  });
  return { start, interval, columns: { global_horizontal_irradiance: ghi } };
}

function compute(place: Place, series: WeatherSeries, period: [number, number], model: object, blockSize: number) {
  const context: ObservationContext = {
    models: { decomposition: model as never },
    altitude: 100,
    registry: models as never,
  };
  const query = {
    ...place,
    parameters: PARAMETERS,
    frequency: "1_hour",
    start: iso(period[0]),
    end: iso(period[1]),
  };
  const columns = computeColumns(query, series, context, createWorkspace({ blockSize }));
  return {
    dhi: columns.values.diffuse_horizontal_irradiance!.slice(),
    dni: columns.values.direct_normal_irradiance!.slice(),
    ghi: columns.values.global_horizontal_irradiance!.slice(),
  };
}

const iso = (time: number) => new Date(time).toISOString().slice(0, 19) + "Z";
const hours = (time: number) => Math.round(time / 3_600_000);

describe.each(MODELS)("%s", (_name, model) => {
  test("a day alone equals its slice of the days around it, at block sizes 7 and 2048", () => {
    const start = Date.UTC(2023, 2, 20);
    const place = { lat: 52.5, lon: 123.4 };
    for (const interval of [600, 3600]) {
      const series = weather(place, start, 5, interval);
      const whole = compute(place, series, [start, start + 5 * DAY], model, 2048);
      const small = compute(place, series, [start, start + 5 * DAY], model, 7);
      expect(small).toEqual(whole);
      const [from, to] = [start + 2 * DAY + 3_600_000, start + 3 * DAY + 3_600_000];
      const day = compute(place, series, [from, to], model, 2048);
      for (const name of ["dhi", "dni", "ghi"] as const) {
        expect(day[name]).toEqual(whole[name].slice(hours(from - start), hours(to - start)));
      }
      // The model made up its mind: neither all diffuse nor none.
      expect(whole.dhi.some((dhi, i) => dhi < 0.9 * whole.ghi[i]! && dhi > 0.1 * whole.ghi[i]!)).toBe(true);
    }
  });
});

describe("models that look at a day or an hour", () => {
  const LOOKING = MODELS.filter(([, model]) => typeof model.stage.reach !== "number");

  test("there are some", () => expect(LOOKING.map(([name]) => name)).toEqual(expect.arrayContaining(["brl", "yang4"])));

  test.each(LOOKING)("%s: a day alone equals its slice of the year", (_name, model) => {
    const start = Date.UTC(2024, 0, 1);
    const place = { lat: -33, lon: -70.6 };
    const series = weather(place, start, 366, 3600);
    const whole = compute(place, series, [start, start + 366 * DAY], model, 2048);
    for (const day of [0, 59, 200, 365]) {
      const alone = compute(place, series, [start + day * DAY, start + (day + 1) * DAY], model, 2048);
      for (const name of ["dhi", "dni"] as const) {
        expect(alone[name]).toEqual(whole[name].slice(24 * day, 24 * (day + 1)));
      }
    }
  });

  const cases: [string, Place, number, number][] = [
    ["polar day", { lat: 78, lon: 15 }, Date.UTC(2023, 5, 20), 3600],
    ["polar day at the date line", { lat: -80, lon: -180 }, Date.UTC(2022, 11, 20), 1200],
    ["east of the date line", { lat: 10, lon: -179.99 }, Date.UTC(2023, 8, 20), 1200],
    ["west of the date line", { lat: 10, lon: 180 }, Date.UTC(2023, 8, 20), 1200],
    ["rows from half past to half past", { lat: 28, lon: 82.5 }, Date.UTC(2023, 3, 9, 18, 30), 3600],
    ["rows that do not divide the hour", { lat: 45, lon: 7 }, Date.UTC(2023, 3, 9), 2400],
    ["rows of six hours", { lat: 45, lon: 7 }, Date.UTC(2023, 3, 9), 21_600],
  ];

  test.each(cases)("%s: same bits in blocks, GHI closes", (_name, place, start, interval) => {
    const series = weather(place, start, 4, interval);
    for (const [, model] of LOOKING) {
      const whole = compute(place, series, [start, start + 4 * DAY], model, 2048);
      expect(compute(place, series, [start, start + 4 * DAY], model, 7)).toEqual(whole);
      const part = compute(place, series, [start + DAY, start + 2 * DAY], model, 2048);
      const offset = hours(start + DAY) - hours(start);
      expect(part.dhi).toEqual(whole.dhi.slice(offset, offset + part.dhi.length));
      for (let i = 0; i < whole.ghi.length; i++) {
        expect(whole.dhi[i]! >= 0 && whole.dhi[i]! <= whole.ghi[i]! + 1e-9).toBe(!Number.isNaN(whole.ghi[i]!));
      }
      expect(whole.dni.some((dni) => dni > 50)).toBe(true);
    }
  });

  test("places a turn apart are one place", () => {
    const start = Date.UTC(2023, 8, 20);
    const series = weather({ lat: 10, lon: 180 }, start, 3, 1200);
    for (const [, model] of LOOKING) {
      const [east, west] = [180, -180].map((lon) =>
        compute({ lat: 10, lon }, series, [start, start + 3 * DAY], model, 64),
      );
      // Their sun differs in the last digits, their local day by a whole number.
      expect(farthest(east!.dhi, west!.dhi)).toBeLessThan(1e-8);
      expect(farthest(east!.dni, west!.dni)).toBeLessThan(1e-6);
    }
  });
});

/** Largest difference of two columns; Infinity where only one has a value. */
function farthest(a: Float64Array, b: Float64Array): number {
  let worst = 0;
  for (let i = 0; i < a.length; i++) {
    if (Number.isNaN(a[i]!) && Number.isNaN(b[i]!)) continue;
    const distance = Math.abs(a[i]! - b[i]!);
    worst = Number.isNaN(distance) ? Number.POSITIVE_INFINITY : Math.max(worst, distance);
  }
  return worst;
}

test("every decomposition can be chosen by its export's name", () => {
  const start = Date.UTC(2023, 5, 20);
  const series = weather({ lat: 47, lon: 8 }, start, 1, 3600);
  for (const [name, model] of MODELS) {
    expect(model.stage.name).toBe(name);
    const chosen = compute({ lat: 47, lon: 8 }, series, [start, start + DAY], { model: name, options: {} }, 2048);
    expect(chosen).toEqual(compute({ lat: 47, lon: 8 }, series, [start, start + DAY], model, 2048));
  }
});
