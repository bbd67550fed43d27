/** Single rules of decisions.md ("Physics"), each on a case small enough to work out by hand. */
import { describe, expect, test } from "vitest";
import { WEATHER_COLUMNS } from "../../src/data/weather/series.js";
import {
  computeColumns,
  computeObservation,
  type ObservationContext,
  RequestError,
  type WeatherColumn,
  type WeatherSeries,
} from "../../src/index.js";

const NOON = "2023-06-21T12:00Z";
/** Columbus-high sun at 50° north, 0° east: μ is about 0.89 in the hour from 12. */
const QUERY = { lat: 50, lon: 0, parameters: "all", frequency: "1_hour", surface_tilt: 90, surface_azimuth: 180 };

function hour(columns: { [name in WeatherColumn]?: number | null }, rest: Partial<WeatherSeries> = {}): WeatherSeries {
  const filled = Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, [value]]));
  return { start: NOON, interval: 3600, columns: filled, ...rest };
}

function light(columns: { [name in WeatherColumn]?: number | null }, context: ObservationContext = {}) {
  const { values } = computeColumns(QUERY, hour(columns), { altitude: 0, ...context });
  return {
    ghi: values.global_horizontal_irradiance![0]!,
    direct: values.direct_horizontal_irradiance![0]!,
    dhi: values.diffuse_horizontal_irradiance![0]!,
    dni: values.direct_normal_irradiance![0]!,
  };
}

describe("the grid of the output", () => {
  const quarters = (start: string): WeatherSeries => ({
    start,
    interval: 900,
    columns: {
      global_horizontal_irradiance: Float64Array.from({ length: 96 }, (_, i) => 10 * (i % 40)),
      temperature: Float64Array.from({ length: 96 }, (_, i) => i % 7),
    },
  });
  const period = { start: "2023-06-21T06:30Z", end: "2023-06-21T09:30Z" };

  test("may begin at any second of the hour: an hour is the mean of its quarters", () => {
    const weather = quarters("2023-06-21T00:00Z");
    const query = { ...QUERY, ...period };
    const hours = computeColumns(query, weather, { gridOffset: 1800 });
    const fine = computeColumns({ ...query, frequency: "15_minutes" }, weather);
    expect([hours.start, hours.count]).toEqual([Date.UTC(2023, 5, 21, 6, 30), 3]);
    expect(computeColumns(query, weather).start).toBe(Date.UTC(2023, 5, 21, 6));
    for (const name of ["global_horizontal_irradiance", "global_tilted_irradiance", "temperature"] as const) {
      const of = fine.values[name]!;
      for (let h = 0; h < 3; h++) {
        const mean = (of[4 * h]! + of[4 * h + 1]! + of[4 * h + 2]! + of[4 * h + 3]!) / 4;
        expect(hours.values[name]![h]).toBeCloseTo(mean, 10);
      }
    }
  });

  test.each([3600, -1, 0.5, Number.NaN])("begins within the hour: %d s is refused", (gridOffset) => {
    expect(() => computeColumns(QUERY, hour({ temperature: 1 }), { gridOffset })).toThrow(
      `context.gridOffset must be a whole number of seconds from 0 to 3599, got ${gridOffset}`,
    );
  });

  test("clear-sky diagnostics alone need no sub-steps at night, and have the same bits without", () => {
    const weather = quarters("2023-06-21T00:00Z");
    const extra = ["clear_sky_dni", "clear_sky_dhi"] as const;
    const query = { ...QUERY, parameters: "all" };
    const alone = computeColumns(query, weather, { extra });
    const among = computeColumns(query, weather, { extra: [...extra, "azimuth"] });
    for (const name of extra) expect(alone.extra[name]).toEqual(among.extra[name]);
    expect(alone.values).toEqual(computeColumns(query, weather).values);
    expect(alone.extra.clear_sky_dni!.some((value) => value > 500)).toBe(true);
    expect(alone.extra.clear_sky_dni![0]).toBe(0);
  });
});

describe("completion", () => {
  const ghi = { global_horizontal_irradiance: 600 };
  const dhi = { diffuse_horizontal_irradiance: 200 };
  const dni = { direct_normal_irradiance: 450 };
  const direct = { direct_horizontal_irradiance: 380 };

  test("GHI alone is decomposed and closes", () => {
    const found = light(ghi);
    expect(found.ghi).toBeCloseTo(600, 10);
    expect(found.dhi).toBeGreaterThan(100);
    expect(found.direct).toBeGreaterThan(100);
  });

  test("GHI + DHI: direct is the rest", () => {
    expect(light({ ...ghi, ...dhi })).toMatchObject({ dhi: expect.closeTo(200, 10), direct: expect.closeTo(400, 10) });
  });

  test("GHI + DNI: DHI is the rest", () => {
    const found = light({ ...ghi, ...dni });
    expect(found.dni).toBeCloseTo(450, 9);
    expect(found.ghi).toBeCloseTo(600, 10);
    expect(found.direct / found.dni).toBeCloseTo(0.887, 2);
  });

  test("GHI + direct-horizontal, which is preferred to DNI", () => {
    expect(light({ ...ghi, ...direct, ...dni })).toMatchObject({
      direct: expect.closeTo(380, 10),
      dhi: expect.closeTo(220, 10),
    });
  });

  test("DNI + DHI and direct-horizontal + DHI: GHI is their sum", () => {
    const found = light({ ...dni, ...dhi });
    expect(found.dni).toBeCloseTo(450, 9);
    expect(found.ghi).toBeCloseTo(found.direct + 200, 10);
    expect(light({ ...direct, ...dni, ...dhi }).ghi).toBeCloseTo(580, 10);
  });

  test("row by row: where direct-horizontal is missing DNI serves", () => {
    const weather: WeatherSeries = {
      start: NOON,
      interval: 1800,
      columns: {
        direct_horizontal_irradiance: [null, 380],
        direct_normal_irradiance: [450, 450],
        diffuse_horizontal_irradiance: [200, 200],
      },
    };
    const { values } = computeColumns({ ...QUERY, frequency: "15_minutes" }, weather, { spread: "step" });
    const [first, second, third, fourth] = values.direct_normal_irradiance as unknown as [
      number,
      number,
      number,
      number,
    ];
    expect((first + second) / 2).toBeCloseTo(450, 9);
    expect((third + fourth) / 2).toBeLessThan(440);
  });

  test.each([
    ["DNI", dni],
    ["direct-horizontal", direct],
    ["DHI", dhi],
  ])("%s alone says too little", (_name, column) => {
    for (const value of Object.values(light(column))) expect(value).toBeNaN();
  });

  test("DHI above GHI: no beam, diffuse = GHI; implied DHI below 0: DHI 0, beam = GHI", () => {
    const cloudy = light({ global_horizontal_irradiance: 100, diffuse_horizontal_irradiance: 130 });
    expect(cloudy).toEqual({ ghi: expect.closeTo(100, 10), dhi: expect.closeTo(100, 10), direct: 0, dni: 0 });
    const clear = light({ global_horizontal_irradiance: 300, direct_normal_irradiance: 900 });
    expect(clear).toMatchObject({ ghi: expect.closeTo(300, 10), direct: expect.closeTo(300, 10), dhi: 0 });
  });

  test("three that do not close: by `closure`", () => {
    const three = { ...ghi, ...direct, ...dhi }; // 600 against 380 + 200
    expect(light(three)).toMatchObject({
      direct: expect.closeTo((600 * 380) / 580, 9),
      dhi: expect.closeTo((600 * 200) / 580, 9),
    });
    expect(light(three, { closure: "keep-diffuse" })).toMatchObject({
      direct: expect.closeTo(400, 9),
      dhi: expect.closeTo(200, 9),
    });
    expect(light(three, { closure: "component-sum" })).toMatchObject({
      ghi: expect.closeTo(580, 9),
      direct: expect.closeTo(380, 9),
    });
    const dark = { ...ghi, direct_horizontal_irradiance: 0, diffuse_horizontal_irradiance: 0 };
    expect(light(dark)).toMatchObject({ dhi: expect.closeTo(600, 9), direct: 0 });
  });
});

describe("quality", () => {
  const counted = (columns: { [name in WeatherColumn]?: number | null }) => {
    const { values, diagnostics } = computeColumns(QUERY, hour(columns));
    return { ghi: values.global_horizontal_irradiance![0]!, counts: diagnostics.counts };
  };

  test("-20 to 0 is a thermal offset, below it a missing code", () => {
    expect(counted({ global_horizontal_irradiance: -20 })).toMatchObject({ ghi: 0, counts: { negative: 1 } });
    expect(counted({ global_horizontal_irradiance: -20.01 })).toMatchObject({
      ghi: Number.NaN,
      counts: { missing_code: 1 },
    });
    expect(counted({ global_horizontal_irradiance: -9999 })).toMatchObject({
      ghi: Number.NaN,
      counts: { missing_code: 1 },
    });
  });

  test("above clear sky is legal, above the physically possible limits it is not", () => {
    const { values } = computeColumns(QUERY, hour({ global_horizontal_irradiance: 1100 }));
    expect(values.global_horizontal_irradiance![0]).toBeGreaterThan(values.global_clear_sky_irradiance![0]!);
    // 1.5 · 1316 · 0.89^1.2 + 100 = 1817 W/m² around this noon.
    expect(counted({ global_horizontal_irradiance: 1780 }).ghi).toBeCloseTo(1780, 9);
    expect(counted({ global_horizontal_irradiance: 1850 })).toMatchObject({
      ghi: Number.NaN,
      counts: { implausible: 1 },
    });
    expect(counted({ global_horizontal_irradiance: 900, diffuse_horizontal_irradiance: 1200 }).counts.implausible).toBe(
      1,
    );
    expect(counted({ global_horizontal_irradiance: 900, direct_normal_irradiance: 1320 }).counts.implausible).toBe(1);
    expect(counted({ global_horizontal_irradiance: 900, direct_normal_irradiance: 1310 }).counts.implausible).toBe(0);
  });

  test("an infinity is missing", () => {
    expect(counted({ global_horizontal_irradiance: Number.POSITIVE_INFINITY }).ghi).toBeNaN();
  });

  test.each(WEATHER_COLUMNS)("an infinity in %s is what a NaN there is", (name) => {
    const series = (value: number): WeatherSeries => {
      const columns = Object.fromEntries(
        ["global_horizontal_irradiance", "temperature", "snow_depth", name].map((key) => [
          key,
          Float64Array.of(300, 400, 500, 450),
        ]),
      );
      if (name !== "temperature") columns.temperature = Float64Array.of(1, 2, 3, 4);
      columns[name]![1] = value;
      columns[name]![2] = -value;
      return { start: "2024-06-01T10:00Z", interval: 900, columns };
    };
    const query = { ...QUERY, frequency: "15_minutes" as const, parameters: "all" };
    for (const subSteps of ["auto", 1] as const) {
      const context = { altitude: 100, subSteps };
      const infinite = computeColumns(query, series(Number.POSITIVE_INFINITY), context);
      const missing = computeColumns(query, series(Number.NaN), context);
      expect(infinite.values).toEqual(missing.values);
      expect(infinite.diagnostics).toEqual(missing.diagnostics);
    }
  });

  test("light in an interval wholly below -6° is dropped and counted; in twilight it stays, as diffuse", () => {
    const night: WeatherSeries = {
      start: "2023-12-21T00:00Z",
      interval: 3600,
      columns: {
        global_horizontal_irradiance: Float64Array.from({ length: 24 }, (_, h) => (h === 1 || h === 7 ? 3 : 0)),
      },
    };
    const { values, diagnostics } = computeColumns(QUERY, night);
    expect(values.global_horizontal_irradiance![1]).toBe(0);
    expect(diagnostics.counts.light_at_night).toBe(1);
    // 07–08 h UTC: the sun rises at 07:56 there; all but a sliver of this hour is twilight.
    expect(values.global_horizontal_irradiance![7]).toBeCloseTo(3, 10);
    expect(values.direct_horizontal_irradiance![7]).toBeLessThan(0.1);
    const fine = computeColumns({ ...QUERY, frequency: "15_minutes" }, night).values;
    expect(fine.diffuse_tilted_irradiance![29]).toBeGreaterThan(0);
    // Isotropic there: a wall sees half the sky and, by albedo 0.2, a tenth from the ground.
    expect(fine.diffuse_tilted_irradiance![29]! / fine.diffuse_horizontal_irradiance![29]!).toBeCloseTo(0.6, 9);
  });
});

describe("ground albedo", () => {
  /** On a wall the ground's part is albedo · GHI / 2; under an overcast sky the rest is the same for every albedo. */
  function albedo(columns: { [name in WeatherColumn]?: number | null }, context: ObservationContext = {}): number {
    const sky = { global_horizontal_irradiance: 300, diffuse_horizontal_irradiance: 300 };
    const tilted = (more: typeof columns, options: ObservationContext) =>
      computeColumns(QUERY, hour({ ...sky, ...more }), options).values.diffuse_tilted_irradiance![0]!;
    const black = tilted({ albedo: 0 }, {});
    return (tilted(columns, context) - black) / 150;
  }

  test.each([
    ["bare ground", {}, {}, 0.2],
    ["no snow", { snow_depth: 0 }, {}, 0.2],
    ["some snow", { snow_depth: 40 }, {}, 0.7 - 0.5 / Math.E],
    ["deep snow", { snow_depth: 2000 }, {}, 0.7],
    ["snow missing", { snow_depth: null }, {}, 0.2],
    ["snow negative: missing", { snow_depth: -5 }, {}, 0.2],
    ["context's value, snow or not", { snow_depth: 100 }, { albedo: 0.33 }, 0.33],
    ["weather's before the context's", { albedo: 0.71, snow_depth: 100 }, { albedo: 0.33 }, 0.71],
    ["weather's missing: the context's", { albedo: null }, { albedo: 0.33 }, 0.33],
    ["weather's out of range: as missing", { albedo: 1.5, snow_depth: 40 }, {}, 0.7 - 0.5 / Math.E],
    ["0 and 1 are albedos", { albedo: 1 }, { albedo: 0 }, 1],
  ] as const)("%s", (_name, columns, context, expected) => {
    expect(albedo(columns, context)).toBeCloseTo(expected, 9);
  });

  test("out of range is counted, and missing is not", () => {
    const sky = { global_horizontal_irradiance: 300, diffuse_horizontal_irradiance: 300 };
    const counted = [70, -1, 0.7, null].map(
      (value) => computeColumns(QUERY, hour({ ...sky, albedo: value })).diagnostics.counts.implausible_state,
    );
    expect(counted).toEqual([1, 1, 0, 0]);
  });

  test("the context's is said to be unused where the weather has its own", () => {
    const notices = (query: typeof QUERY, value: number | null) =>
      computeColumns(query, hour({ global_horizontal_irradiance: 300, albedo: value }), { albedo: 0.33 })
        .diagnostics.notices.filter(({ code }) => code === "albedo")
        .map(({ message }) => message);
    expect(notices(QUERY, 0.7)).toEqual(["context.albedo is not used: the weather has its own"]);
    expect(notices(QUERY, null)).toEqual([]);
    expect(notices({ ...QUERY, parameters: "global_horizontal_irradiance" }, 0.7)).toEqual([]);
  });
});

describe("missing", () => {
  test("a requested parameter without any input is an array of nulls", () => {
    const response = computeObservation(QUERY, hour({ global_horizontal_irradiance: 500 }));
    expect(response.values.snow_depth).toEqual([null]);
    expect(response.values.temperature).toEqual([null]);
    expect(response.values.pv_production).toEqual([null]);
    const only = computeObservation({ ...QUERY, parameters: "snow_depth" }, hour({ temperature: 3 }));
    expect(only.values.temperature).toBeNull();
    expect(only.values.snow_depth).toEqual([null]);
  });

  test("PV without light is 0 even without temperature", () => {
    const night: WeatherSeries = {
      start: "2023-06-21T00:00Z",
      interval: 3600,
      columns: { global_horizontal_irradiance: [0] },
    };
    expect(computeObservation(QUERY, night).values.pv_production).toEqual([0]);
    expect(computeObservation(QUERY, hour({ global_horizontal_irradiance: 0 })).values.pv_production).toEqual([0]);
  });

  test("PV is never negative, however hot", () => {
    const { values } = computeObservation(QUERY, hour({ global_horizontal_irradiance: 500, temperature: 400 }));
    expect(values.pv_production).toEqual([0]);
  });

  test.each([
    [undefined, 45, true],
    [undefined, 44, false],
    [0.5, 30, true],
    [0.5, 29, false],
    [0, 1, true],
    [0, 0, false],
    [1, 59, false],
    [1, 60, true],
  ])("minimumCoverage %s with %d of 60 minutes of temperature: there %s", (minimumCoverage, minutes, there) => {
    const temperature = Array.from({ length: 60 }, (_, i) => (i < minutes ? 10 + (i % 2) : null));
    const weather: WeatherSeries = { start: NOON, interval: 60, columns: { temperature } };
    const context = minimumCoverage === undefined ? {} : { minimumCoverage };
    const { values } = computeColumns(QUERY, weather, context);
    if (!there) expect(values.temperature![0]).toBeNaN();
    else expect(values.temperature![0]).toBeCloseTo(10 + Math.floor(minutes / 2) / minutes, 9);
  });

  test("outside the weather null, wholly at night inside its span 0 even where it is missing", () => {
    const ghi = Array.from({ length: 24 }, (_, h) => (h < 6 || h > 20 ? null : 200));
    const weather: WeatherSeries = {
      start: "2023-06-21T00:00Z",
      interval: 3600,
      columns: { global_horizontal_irradiance: ghi },
    };
    const period = { start: "2023-06-20T20:00Z", end: "2023-06-22T04:00Z" };
    const { values } = computeColumns({ ...QUERY, lat: 30, ...period }, weather);
    const out = [...values.global_horizontal_irradiance!];
    expect(out.slice(0, 4).every(Number.isNaN)).toBe(true);
    expect(out.slice(4, 8)).toEqual([0, 0, 0, 0]);
    expect(out[16]).toBeCloseTo(200, 9);
    expect(out.slice(28).every(Number.isNaN)).toBe(true);
    for (const value of values.global_clear_sky_irradiance!) expect(value).toBeGreaterThanOrEqual(0);
  });
});

describe("spreading", () => {
  const start = Date.UTC(2023, 5, 21);
  // Bright hours stay well below the caps on DNI, which would force a stair next to a dark hour; none has more than its sun.
  const ghi = Float64Array.from(
    { length: 24 },
    (_, h) => Math.max(700 * Math.sin(((h - 3.3) / 16.4) * Math.PI), 0) * (h % 4 === 1 ? 0.3 : 1),
  );
  const weather: WeatherSeries = {
    start,
    interval: 3600,
    columns: { global_horizontal_irradiance: ghi, temperature: ghi },
  };
  const minutes = (spread: "smooth" | "step") => {
    const columns = computeColumns({ ...QUERY, frequency: "1_minute" }, weather, { spread, altitude: 0 });
    const { global_horizontal_irradiance, global_clear_sky_irradiance, temperature } = columns.values;
    return { ghi: global_horizontal_irradiance!, clear: global_clear_sky_irradiance!, temperature: temperature! };
  };

  test("smooth has no stairs where weather intervals meet, step has", () => {
    const jump = (values: Float64Array, clear: Float64Array, h: number) =>
      Math.abs(values[60 * h]! / clear[60 * h]! - values[60 * h - 1]! / clear[60 * h - 1]!);
    const smooth = minutes("smooth");
    const step = minutes("step");
    for (const h of [9, 10, 13, 14]) {
      expect(jump(step.ghi, step.clear, h)).toBeGreaterThan(0.2);
      // A minute's share of the way between two hours' indices.
      expect(jump(smooth.ghi, smooth.clear, h)).toBeLessThan(0.06);
      expect(Math.abs(step.temperature[60 * h]! - step.temperature[60 * h - 1]!)).toBeGreaterThan(50);
      expect(Math.abs(smooth.temperature[60 * h]! - smooth.temperature[60 * h - 1]!)).toBeLessThan(40);
    }
  });

  test("both keep every hour's mean", () => {
    for (const spread of ["smooth", "step"] as const) {
      const { ghi: fine } = minutes(spread);
      for (let h = 0; h < 24; h++) {
        const mean = fine.subarray(60 * h, 60 * h + 60).reduce((a, b) => a + b, 0) / 60;
        expect(mean).toBeCloseTo(ghi[h]!, 9);
      }
    }
  });
});

describe("place, altitude and time zone", () => {
  const codes = (query: object, rest: Partial<WeatherSeries>, context: ObservationContext = {}) =>
    computeColumns({ ...QUERY, ...query }, hour({ temperature: 1 }, rest), {
      linkeTurbidity: 3,
      ...context,
    }).diagnostics.notices.map(({ code }) => code);

  test("a place more than 0.1° away gives a notice, also over the date line", () => {
    const at = (latitude: number, longitude: number) => ({ place: { latitude, longitude, altitude: 5 } });
    expect(codes({}, at(50.1, 0))).toEqual([]);
    expect(codes({}, at(50.11, 0))).toEqual(["place"]);
    expect(codes({}, at(50, -0.11))).toEqual(["place"]);
    expect(codes({ lon: 179.97 }, at(50, -179.97))).toEqual([]);
    expect(codes({ lon: -179.9 }, at(50, 179.9))).toEqual(["place"]);
    expect(codes({ lon: 180 }, at(50, -180))).toEqual([]);
  });

  test("no altitude anywhere gives a notice and 0 m", () => {
    expect(codes({}, {})).toEqual(["altitude"]);
    expect(codes({}, {}, { altitude: 0 })).toEqual([]);
    const response = computeObservation(QUERY, hour({ temperature: 1 }));
    expect(response.meta.altitude).toBe(0);
  });

  test("context before the weather's place before what follows from the longitude", () => {
    const place = { latitude: 50, longitude: 0, altitude: 320, timeZone: 1 };
    const meta = (query: object, rest: Partial<WeatherSeries>, context: ObservationContext = {}) =>
      computeObservation({ ...QUERY, ...query }, hour({ temperature: 1 }, rest), context).meta;
    expect(meta({}, { place })).toMatchObject({ altitude: 320, time_zone: 1 });
    expect(meta({}, { place }, { altitude: 7, timeZone: 5.75 })).toMatchObject({ altitude: 7, time_zone: 5.75 });
    expect(meta({ lon: -7.4 }, {}).time_zone).toBe(0);
    expect(Object.is(meta({ lon: -7.4 }, {}).time_zone, 0)).toBe(true);
    expect(meta({ lon: 172.6 }, {}).time_zone).toBe(12);
    expect(meta({ lon: -180 }, {}).time_zone).toBe(-12);
  });

  test("the date line is one meridian", () => {
    const values = (lon: number) =>
      computeColumns({ ...QUERY, lon, frequency: "15_minutes" }, hour({ global_horizontal_irradiance: 20 })).values;
    const east = values(180);
    const west = values(-180);
    for (const [name, column] of Object.entries(east)) {
      column!.forEach((value, i) => {
        if (!Number.isNaN(value)) expect(value).toBeCloseTo(west[name as keyof typeof west]![i]!, 8);
      });
    }
  });
});

describe("requests that cannot be honoured", () => {
  test("a period without any weather names start; auto needs a line", () => {
    const far = { ...QUERY, start: "2022-01-01T00:00Z", end: "2022-01-02T00:00Z" };
    expect(() => computeColumns(far, hour({ temperature: 1 }))).toThrow(RequestError);
    expect(() => computeColumns(far, hour({ temperature: 1 }))).toThrow(
      expect.objectContaining({ parameter: "start" }),
    );
    expect(() => computeColumns({ ...QUERY, horizon: "auto" }, hour({ temperature: 1 }))).toThrow(
      expect.objectContaining({ parameter: "horizon" }),
    );
    const horizon = new Float64Array(360);
    expect(computeColumns({ ...QUERY, horizon: "auto" }, hour({ temperature: 1 }), { horizon }).count).toBe(1);
  });

  test.each([
    [{ altitude: "high" }, TypeError, /context\.altitude/],
    [{ altitude: 9001 }, RangeError, /context\.altitude.*9001/],
    [{ timeZone: Number.NaN }, RangeError, /context\.timeZone/],
    [{ horizon: [1, 2] }, RangeError, /context\.horizon must be 360 elevations.*, got an array of 2$/],
    [{ horizon: 5 }, TypeError, /context\.horizon/],
    [{ horizon: {} }, RangeError, /context\.horizon.*got an object/],
    [{ horizon: new Array(360).fill("5") }, TypeError, /context\.horizon\[0\].*got "5"/],
    [{ horizon: new Array(360).fill(null) }, TypeError, /context\.horizon\[0\].*got null/],
    [{ linkeTurbidity: new Array(12).fill("3") }, TypeError, /context\.linkeTurbidity.*got "3"/],
    [{ linkeTurbidity: new Array(12).fill(undefined) }, TypeError, /context\.linkeTurbidity/],
    [{ albedo: Object.create(null) }, TypeError, /context\.albedo.*got an object/],
    [{ software: { version: 1 } }, TypeError, /context\.software\.version must be a string, got 1/],
    [{ horizon: new Array(360).fill(90) }, RangeError, /context\.horizon\[0\]/],
    [{ linkeTurbidity: [3, 3] }, RangeError, /linkeTurbidity/],
    [{ linkeTurbidity: 0 }, RangeError, /linkeTurbidity/],
    [{ closure: "open" }, RangeError, /context\.closure/],
    [{ spread: 3 }, TypeError, /context\.spread/],
    [{ subSteps: 0 }, RangeError, /context\.subSteps/],
    [{ subSteps: "many" }, TypeError, /context\.subSteps/],
    [{ minimumCoverage: 1.1 }, RangeError, /minimumCoverage/],
    [{ extra: ["colour"] }, RangeError, /context\.extra.*colour/],
    [{ models: { clearSky: "bright" } }, RangeError, /context\.models\.clearSky.*ineichen/],
    [{ models: { decomposition: 7 } }, TypeError, /context\.models\.decomposition/],
    [{ models: { transposition: "ineichen" } }, RangeError, /context\.models\.transposition/],
    [{ pv: { step: "hour" } }, RangeError, /context\.pv\.step/],
    [{ exact: 1 }, TypeError, /context\.exact/],
    [{ models: { transposition: { stage: undefined } } }, TypeError, /context\.models\.transposition must be a model/],
    [null, TypeError, /context must be an object/],
    [{ linkeTurbidity: "thick" }, TypeError, /linkeTurbidity/],
    [{ linkeTurbidity: null }, TypeError, /linkeTurbidity/],
    [{ pv: "sub-step" }, TypeError, /context\.pv/],
    [{ models: "perez" }, TypeError, /context\.models/],
  ])("context %j", (context, kind, message) => {
    const run = () => computeColumns(QUERY, hour({ temperature: 1 }), context as ObservationContext);
    expect(run).toThrow(kind);
    expect(run).toThrow(message);
  });
});
