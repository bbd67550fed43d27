/** What a selected year is made of: rows, joins, gaps, clocks, errors. */
import { describe, expect, it } from "vitest";
import type { SelectionOptions } from "../../../src/answers/climate/selection/options.js";
import { selectTypicalYear } from "../../../src/answers/climate/selection/select.js";
import type { WeatherSeries } from "../../../src/data/weather/series.js";
import { rhFromTdew } from "../../../src/physics/models/atmosphere/water.js";
import { type MadeColumns, type MadeSite, madeWeather } from "./made-weather.js";
import { hashOf, without } from "./weather.js";

const HOUR = 3_600_000;
const SITE: MadeSite = { site: 5, firstYear: 2001, years: 12, timeZone: 1 };
const made = madeWeather(SITE);
/** Chosen once for all that only look at it. */
const usual = selectTypicalYear(made);
const rough = selectTypicalYear(made, { joinHours: 0 });

/** The made-up weather whose columns were changed in place. */
function changed(change: (columns: MadeColumns) => void, site = SITE) {
  const weather = madeWeather(site);
  change(weather.columns);
  return weather;
}

/** The made-up weather with some of its columns only. */
const only = (...names: (keyof MadeColumns)[]): WeatherSeries => ({
  ...made,
  columns: Object.fromEntries(names.map((name) => [name, made.columns[name]])),
});
const yearsIn = (months: readonly { year: number }[]) => months.map(({ year }) => year);
const weightsFor = (reason: string, gone: string) =>
  `the weather has ${reason}: tmy3 is applied without the weights of ${gone}, the others scaled to a sum of 1`;

/** The first row of each month in the year, and their number. */
const STARTS = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365].map((day) => day * 24);

const ROWS = Array.from({ length: 8760 }, (_, row) => row);

describe("the rows", () => {
  const { series, sourceTimes, audit } = rough;

  it("are 8760, labelled 2005 on the standard time of the place", () => {
    expect(series.start).toBe(Date.UTC(2005, 0, 1) - HOUR);
    expect(series.interval).toBe(3600);
    expect(series.columns.temperature).toHaveLength(8760);
    expect(series.place).toEqual({ latitude: 45, longitude: 9, altitude: 200, timeZone: 1 });
  });

  it("are those of the years chosen, at the local times of the label", () => {
    for (const row of [0, 743, 744, 1415, 1416, 5000, 8759]) {
      const month = STARTS.findIndex((start) => start > row);
      const local = new Date(sourceTimes[row]! + HOUR);
      const label = new Date(Date.UTC(2005, 0, 1) + row * HOUR);
      expect(local.getUTCFullYear()).toBe(audit.months[month - 1]!.year);
      expect(local.toISOString().slice(5)).toBe(label.toISOString().slice(5));
      const source = (sourceTimes[row]! - made.start) / HOUR;
      for (const name of Object.keys(made.columns) as (keyof MadeColumns)[])
        expect(series.columns[name]![row]).toBe(made.columns[name][source]);
    }
  });

  it("never are those of 29 February", () => {
    const leapRows = [...sourceTimes].filter((time) => new Date(time + HOUR).toISOString().slice(5, 10) === "02-29");
    expect(leapRows).toEqual([]);
  });

  it("keep the record's step and phase: half hours, and hours that begin at half past on a clock of 5:30", () => {
    const halves = selectTypicalYear(madeWeather({ ...SITE, stepsPerDay: 48 }));
    expect(halves.series.columns.temperature).toHaveLength(17_520);
    expect(halves.series.interval).toBe(1800);
    // UTC hours: their middle decides, and the first of the local year begins half an hour before it.
    const start = Date.UTC(2000, 11, 31, 18);
    const odd = selectTypicalYear({ ...madeWeather(SITE), start }, { timeZone: 5.5 });
    expect(odd.series.start).toBe(Date.UTC(2004, 11, 31, 18));
    expect(odd.sourceTimes[0]! % HOUR).toBe(0);
  });

  it("take instants at whole hours for the hour around them", () => {
    const { series } = selectTypicalYear({ ...made, sampling: "instant" });
    expect(series.sampling).toBe("instant");
    expect(series.start).toBe(Date.UTC(2005, 0, 1) - HOUR);
    // UTC hours are local half hours there, the last of a day at 23:30.
    const late = { ...made, sampling: "instant" as const, start: Date.UTC(2000, 11, 31, 19) };
    const odd = selectTypicalYear(late, { timeZone: 5.5 });
    expect(odd.series.start).toBe(Date.UTC(2004, 11, 31, 19));
    expect(odd.audit.dropped).toEqual([]);
  });

  it("leave the input alone, and have the same bits every time", () => {
    const before = hashOf(made.columns);
    expect(hashOf(selectTypicalYear(made).series.columns)).toBe(hashOf(usual.series.columns));
    expect(hashOf(made.columns)).toBe(before);
  });

  it("have the bits they had on every engine", () =>
    expect(hashOf({ ...usual.series.columns, sourceTimes: usual.sourceTimes })).toBe("db325129"));
});

describe("joins", () => {
  const smooth = usual;
  const STATES = ["temperature", "dew_point_temperature", "relative_humidity", "wind_speed"] as const;

  it("step no more than an ordinary hour does, where they stepped more before", () => {
    // The made-up weather turns at midnight; here it runs on, with the course of the day of Erbs et al. (1983).
    const runsOn = (column: Float64Array, swing: number) =>
      column.map((_, row) => {
        const around = column.subarray(Math.max(row - 12, 0), row + 13);
        const t = (2 * Math.PI * ((row % 24) + 0.5)) / 24;
        const course =
          0.4632 * Math.cos(t - 3.805) + 0.0984 * Math.cos(2 * t - 0.36) + 0.0168 * Math.cos(3 * t - 0.822);
        return around.reduce((sum, value) => sum + value, 0) / around.length + swing * course;
      });
    const { temperature, dew_point_temperature, wind_speed, relative_humidity: _, ...light } = made.columns;
    const states = {
      temperature: runsOn(temperature, 10),
      dew_point_temperature: runsOn(dew_point_temperature, 4).map((value) => value - 9),
      wind_speed: runsOn(wind_speed, 2).map((value) => value + 2),
    };
    const weather = { ...made, columns: { ...light, ...states } };
    const before = selectTypicalYear(weather, { joinHours: 0 });
    const after = selectTypicalYear(weather);
    const rows = after.audit.joins.map(({ month }) => STARTS[month - 1]!);
    expect(rows.length).toBeGreaterThanOrEqual(10);
    const ordinary = meanStep(after.series.columns.temperature!, ROWS);
    expect(meanStep(before.series.columns.temperature!, rows)).toBeGreaterThan(3 * ordinary);
    expect(meanStep(after.series.columns.temperature!, rows)).toBeLessThanOrEqual(ordinary);
    // Of the difference between two years a twelfth is left each hour, beside what the day does by itself.
    for (const name of STATES) {
      const step = meanStep(before.series.columns[name]!, rows);
      expect(meanStep(after.series.columns[name]!, rows), name).toBeLessThan(step / 4);
    }
  });

  it("change six hours on either side, from December into January too, and nothing else", () => {
    const { joins } = smooth.audit;
    expect(joins[0]).toMatchObject({ month: 1, from: smooth.audit.months[11]!.year, to: smooth.audit.months[0]!.year });
    const near = new Set(
      joins.flatMap(({ month }) => Array.from({ length: 12 }, (_, i) => (STARTS[month - 1]! - 6 + i + 8760) % 8760)),
    );
    const [after, before] = [smooth.series.columns.temperature!, rough.series.columns.temperature!];
    const moved = ROWS.filter((row) => after[row] !== before[row]);
    expect(moved.every((row) => near.has(row))).toBe(true);
    expect(moved.length).toBeGreaterThan(near.size * 0.8);
  });

  it("never touch irradiance", () => {
    for (const name of ["global_horizontal_irradiance", "direct_normal_irradiance"] as const)
      expect(smooth.series.columns[name]).toEqual(rough.series.columns[name]);
  });

  it("leave the dew point below the temperature, with the humidity that belongs to them", () => {
    const { temperature, dew_point_temperature: dewPoint, relative_humidity: humidity } = smooth.series.columns;
    for (const { month } of smooth.audit.joins) {
      for (let i = -6; i < 6; i++) {
        const row = (STARTS[month - 1]! + i + 8760) % 8760;
        expect(dewPoint![row]!).toBeLessThanOrEqual(temperature![row]!);
        const { relativeHumidity } = rhFromTdew({ tempAir: temperature![row]!, tempDew: dewPoint![row]! });
        expect(humidity![row]).toBeCloseTo(relativeHumidity[0]!, 10);
      }
    }
  });

  it("reach eight hours in ISO 15927-4", () =>
    expect(selectTypicalYear(made, { method: "iso15927" }).audit.joinHours).toBe(8));
});

function meanStep(column: ArrayLike<number | null | undefined>, rows: number[]): number {
  const steps = rows.map((row) => Math.abs(column[row]! - column[(row + 8759) % 8760]!));
  return steps.reduce((sum, step) => sum + step, 0) / rows.length;
}

describe("the audit", () => {
  const { audit } = usual;

  it("is plain data that survives JSON", () => {
    expect(JSON.parse(JSON.stringify(audit))).toEqual(audit);
    expect(audit).toMatchObject({
      ...{ algorithm: "typical-year-selection/1", method: "tmy3", plotting: "step", persistence: "manual" },
      record: { firstYear: 2001, lastYear: 2012, timeZone: 1 },
      ...{ dropped: [], derived: [], missing: {} },
    });
    expect(audit.wholeYears).toHaveLength(12);
  });

  it("lets every choice be followed: weighted sums, the five least, their order, what persistence ruled out", () => {
    for (const { year, years, candidates } of audit.months) {
      for (const { statistics, score } of years) {
        let sum = 0;
        for (const [name, weight] of Object.entries(audit.weights!)) sum += weight * statistics[name as "ghi_sum"]!;
        expect(score).toBeCloseTo(sum, 15);
      }
      const least = years.map(({ score }) => score).sort((a, b) => a - b);
      expect(candidates.map(({ score }) => score).sort((a, b) => a - b)).toEqual(least.slice(0, 5));
      const deviations = candidates.map(({ deviation }) => deviation!);
      expect(deviations).toEqual([...deviations].sort((a, b) => a - b));
      const longest = Math.max(...candidates.map(({ runs }) => runs!.longest));
      const most = Math.max(...candidates.map(({ runs }) => runs!.count));
      for (const { runs, ruledOut } of candidates) {
        const out = runs!.longest === longest || runs!.count === most || runs!.count === 0;
        expect(ruledOut !== null).toBe(out);
      }
      expect(year).toBe((candidates.find(({ ruledOut }) => ruledOut === null) ?? candidates[0]!).year);
    }
  });

  it("persistence changes some months", () => {
    const without = selectTypicalYear(made, { persistence: "none" }).audit;
    expect(yearsIn(without.months)).not.toEqual(yearsIn(audit.months));
    expect(without.months.every(({ year, candidates }) => year === candidates[0]!.year)).toBe(true);
  });
});

describe("what is missing", () => {
  it("takes a month with a gap of more than six hours out, and one of six not", () => {
    const at = (day: number, hours: number) =>
      changed((columns) => {
        columns.temperature.fill(Number.NaN, day * 24 + 8, day * 24 + 8 + hours);
      });
    const long = selectTypicalYear(at(40, 7)).audit;
    expect(long.dropped).toEqual([
      { month: 2, year: 2001, reason: "gaps", column: "temperature", longestGap: 7, missing: 7 / 672 },
    ]);
    expect(yearsIn(long.months[1]!.years)).not.toContain(2001);
    expect(selectTypicalYear(at(40, 6)).audit.dropped).toEqual([]);
  });

  it("takes a month with more than 1 % missing out, however short the gaps", () => {
    const weather = changed((columns) => {
      for (let hour = 0; hour < 8; hour++) columns.wind_speed[hour * 50] = Number.NaN;
    });
    expect(selectTypicalYear(weather).audit.dropped).toMatchObject([
      { month: 1, year: 2001, column: "wind_speed", longestGap: 1 },
    ]);
  });

  it("counts what cannot be as missing, and a little below zero as zero", () => {
    const weather = changed((columns) => {
      columns.temperature.fill(-9999, 0, 24);
      columns.direct_normal_irradiance.fill(9999, 24 * 40, 24 * 41);
      columns.global_horizontal_irradiance.forEach((value, row) => {
        if (value === 0) columns.global_horizontal_irradiance[row] = -2;
      });
    });
    const { audit, series } = selectTypicalYear(weather);
    expect(audit.dropped).toMatchObject([
      { month: 1, year: 2001, column: "temperature", longestGap: 24 },
      { month: 2, year: 2001, column: "direct_normal_irradiance", longestGap: 24 },
    ]);
    expect(Math.min(...(series.columns.global_horizontal_irradiance as Float64Array))).toBe(0);
    const { global_horizontal_irradiance } = made.columns;
    const right = selectTypicalYear({ ...weather, columns: { ...weather.columns, global_horizontal_irradiance } });
    expect(series.columns.global_horizontal_irradiance).toEqual(right.series.columns.global_horizontal_irradiance);
  });

  it("stays missing in the year, and is counted", () => {
    const weather = changed((columns) => {
      for (let row = 12; row < columns.wind_speed.length; row += 24 * 9) columns.wind_speed[row] = Number.NaN;
    });
    const { series, audit, notices } = selectTypicalYear(weather);
    const count = Array.from(series.columns.wind_speed!).filter((value) => Number.isNaN(value)).length;
    expect(count).toBeGreaterThan(30);
    expect(audit.missing).toEqual({ wind_speed: count });
    expect(notices).toContainEqual({
      code: "gaps",
      message: `rows of the year without a value, as in the record: wind_speed ${count}`,
    });
  });

  it("brings the weights of what is there to sum 1, with a notice", () => {
    const few = only("global_horizontal_irradiance", "temperature", "dew_point_temperature");
    const { audit, notices } = selectTypicalYear(few);
    const weights = Object.values(audit.weights!);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 14);
    expect(audit.weights!.ghi_sum).toBeCloseTo(5 / 13, 14);
    expect(audit.weights!.dni_sum).toBeUndefined();
    const message = weightsFor("no wind_speed, no direct_normal_irradiance", "wind_max, wind_mean, dni_sum");
    expect(notices).toContainEqual({ code: "weights", message });
  });

  it("goes without a column that was measured in too few years, with a notice", () => {
    const sparse = changed((columns) => {
      columns.wind_speed.fill(Number.NaN, 0, 3 * 8784);
    });
    const { audit, notices, series } = selectTypicalYear(sparse);
    expect(audit.weights!.wind_max).toBeUndefined();
    expect(audit.wholeYears).toHaveLength(12);
    const message = weightsFor("wind_speed in fewer than 10 years of a month", "wind_max, wind_mean");
    expect(notices[0]).toEqual({ code: "weights", message });
    expect(series.columns.wind_speed).toHaveLength(8760);
    const iso = selectTypicalYear(sparse, { method: "iso15927" });
    expect(iso.notices[0]!.message).toBe(
      "the weather has wind_speed in fewer than 10 years of a month: the top-ranked year is taken for each month",
    );
  });

  it("takes the dew point from humidity, and humidity from the dew point", () => {
    const dry = selectTypicalYear(without(made, "dew_point_temperature"));
    expect(dry.audit.derived).toEqual(["dew_point_temperature"]);
    expect(dry.audit.weights!.dew_point_mean).toBe(0.1);
    const iso = selectTypicalYear(without(made, "relative_humidity"), { method: "iso15927" });
    expect(iso.audit.derived).toEqual(["relative_humidity"]);
    expect(iso.notices[0]!.message).toBe("relative_humidity is computed from temperature and dew point");
  });

  it("goes without wind in ISO 15927-4, with a notice", () => {
    const { audit, notices } = selectTypicalYear(without(made, "wind_speed"), { method: "iso15927" });
    expect(notices.map(({ code }) => code)).toEqual(["wind"]);
    for (const { year, years } of audit.months) {
      const least = Math.min(...years.map(({ score }) => score));
      expect(years.find((one) => one.year === year)!.score).toBe(least);
    }
  });

  it.each([
    ["tmy3", "global_horizontal_irradiance", /tmy3 needs .*; the weather has no global_horizontal_irradiance/],
    ["tmy3", "temperature", /the weather has no temperature/],
    ["tdy", "direct_normal_irradiance", /tdy needs .* has no direct_normal_irradiance/],
  ] as const)("refuses %s without %s", (method, name, message) =>
    expect(() => selectTypicalYear(without(made, name), { method })).toThrow(message),
  );

  it("refuses ISO 15927-4 without humidity and dew point", () => {
    const weather = without(made, "relative_humidity", "dew_point_temperature");
    expect(() => selectTypicalYear(weather, { method: "iso15927" })).toThrow(/humidity may also come as dew_point/);
  });

  it("looks at irradiance alone for persistence where there is no temperature", () => {
    const { notices } = selectTypicalYear(only("global_horizontal_irradiance"), { method: "tgy" });
    expect(notices.map(({ code }) => code)).toEqual(["persistence"]);
  });
});

describe("too few years", () => {
  it("says how many whole years there are, and why the others do not count", () => {
    const nine = madeWeather({ ...SITE, years: 9 });
    expect(() => selectTypicalYear(nine)).toThrow(
      "selectTypicalYear: a typical year needs 10 years of weather, found 9 whole years " +
        "(2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2009)",
    );
    const weather = changed(
      (columns) => {
        columns.temperature.fill(Number.NaN, 100, 200);
      },
      { ...SITE, years: 10 },
    );
    expect(() => selectTypicalYear(weather)).toThrow(
      /found 9 whole years \(2002.*\); month 1 has 9; not counted are 2001: month 1 \(gaps: temperature missing for 100 h at a stretch, 13.4 % in all\)$/,
    );
  });

  it("counts ten UTC years on any clock, and never chooses the month that is cut", () => {
    for (const timeZone of [-8, 9]) {
      const ten = { ...madeWeather({ ...SITE, years: 10 }), start: Date.UTC(2001, 0, 1) };
      const { audit } = selectTypicalYear(ten, { timeZone });
      const cut = timeZone < 0 ? { month: 12, year: 2010 } : { month: 1, year: 2001 };
      expect(audit.dropped).toMatchObject([{ ...cut, reason: "cut by the clock" }]);
      expect(yearsIn(audit.months[cut.month - 1]!.years)).not.toContain(cut.year);
      expect(audit.missing).toEqual({});
    }
  });

  it("does not take gaps of a month for what the clock cuts off it", () => {
    const weather = changed(
      (columns) => {
        const { length } = columns.temperature;
        columns.temperature.fill(Number.NaN, length - 200, length - 100);
      },
      { ...SITE, years: 10 },
    );
    expect(() => selectTypicalYear({ ...weather, start: Date.UTC(2001, 0, 1) }, { timeZone: -8 })).toThrow(
      /found 9 whole years .* 2010: month 12 \(the record does not cover it: temperature missing for 100 h/,
    );
  });

  it("takes months of a year that the record does not cover as a whole", () => {
    const rows = 24 * 100;
    const late = Object.entries(made.columns).map(([name, column]) => [name, column.subarray(rows)]);
    const columns = Object.fromEntries(late);
    const { audit } = selectTypicalYear({ ...made, start: made.start + rows * HOUR, columns });
    expect(audit.wholeYears).toHaveLength(11);
    expect(audit.dropped).toMatchObject([{ month: 4, year: 2001, reason: "the record does not cover it" }]);
    expect(audit.months[0]!.years).toHaveLength(11);
    expect(audit.months[11]!.years).toHaveLength(12);
  });
});

describe("options", () => {
  it.each<[SelectionOptions, RegExp]>([
    [{ method: "tmy2" as never }, /options.method must be one of tmy3, hall1978, tgy, tdy, iso15927, got "tmy2"/],
    [{ method: "tmy3", weights: { ghi_sum: 1 } }, /exclude each other/],
    [{ weights: { rain: 1 } as never }, /options.weights has no index "rain": known are temperature_max/],
    [{ weights: { ghi_sum: -1 } }, /options.weights.ghi_sum must be a number from 0 to 1e6, got -1/],
    [{ weights: {} }, /at least one weight above 0/],
    [{ plotting: "iso" as never }, /options.plotting must be one of step, nrel, hazen, got "iso"/],
    [{ method: "iso15927", persistence: "manual" }, /ISO 15927-4 fixes persistence/],
    [{ persistence: "all" as never }, /options.persistence must be one of manual, nsrdb, none/],
    [{ joinHours: 25 }, /options.joinHours must be a number from 0 to 24, got 25/],
    [{ timeZone: 14.5 }, /options.timeZone must be .*, got 14.5/],
    [null as never, /options must be an object, got null/],
  ])("%j is refused by name", (options, message) => {
    expect(() => selectTypicalYear(made, options)).toThrow(message);
  });

  it("needs a clock, and steps that make up days", () => {
    const { place: _, ...homeless } = made;
    expect(() => selectTypicalYear(homeless)).toThrow(/neither it nor weather.place.timeZone is set/);
    expect(() => selectTypicalYear({ ...made, interval: 7200 })).toThrow(
      /at most an hour and divide a day evenly, got 7200 s/,
    );
    expect(() => selectTypicalYear({ ...made, interval: 3500 })).toThrow(/got 3500 s/);
  });

  it("takes own weights by their ratios", () => {
    const one = selectTypicalYear(made, { weights: { ghi_sum: 1, temperature_mean: 1 } }).audit;
    const ten = selectTypicalYear(made, { weights: { ghi_sum: 10, temperature_mean: 10 } }).audit;
    expect(one.method).toBe("weights");
    expect(ten).toEqual(one);
    expect(one.weights).toEqual({ temperature_mean: 0.5, ghi_sum: 0.5 });
  });

  it("draws distributions by three rules that do not agree on every month", () => {
    const years = (["step", "nrel", "hazen"] as const).map((plotting) =>
      selectTypicalYear(made, { plotting }).audit.months.flatMap(({ years }) => years.map(({ score }) => score)),
    );
    expect(new Set(years.map((scores) => scores[0])).size).toBe(3);
  });
});
