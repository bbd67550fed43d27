/** Selection against NREL's code of the NSRDB and an ISO 15927-4 package (fixtures/climate/make.py), month by month. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { SelectionMethod } from "../../../src/answers/climate/selection/audit.js";
import { selectTypicalYear } from "../../../src/answers/climate/selection/select.js";
import { madeWeather } from "./made-weather.js";

interface Case {
  site: number;
  firstYear: number;
  years: number;
  stepsPerDay: number;
  months: number[];
  gaps?: boolean;
}

const fixture = JSON.parse(
  readFileSync(new URL("../../../fixtures/climate/selection.json", import.meta.url), "utf8"),
) as {
  sample: { site: number; firstYear: number; years: number; row: number; columns: { [name: string]: number[] } };
  nrel: (Case & { method: Exclude<SelectionMethod, "weights">; statistics?: number[][] })[];
  iso: (Case & { statistics?: number[][][] })[];
};

/** Clocks that the same local weather is put on, in turn. */
const ZONES = [0, 1, -8, 5.5, 12.75];

let made: { readonly of: string; readonly series: ReturnType<typeof madeWeather> } | undefined;
/** Cases of one site come one after the other, and share its weather. */
function seriesOf({ site, firstYear, years, stepsPerDay, gaps = false }: Case) {
  const wanted = { site, firstYear, years, stepsPerDay, gaps, timeZone: ZONES[site % ZONES.length]! };
  const of = JSON.stringify(wanted);
  if (made?.of !== of) made = { of, series: madeWeather(wanted) };
  return made.series;
}

it("the made-up weather is that of the reference, value for value", () => {
  const { row, columns, ...site } = fixture.sample;
  const made = madeWeather(site).columns;
  const rows = (column: Float64Array) => [...column.subarray(row, row + columns.ghi!.length)];
  expect(rows(made.global_horizontal_irradiance)).toEqual(columns.ghi);
  expect(rows(made.direct_normal_irradiance)).toEqual(columns.dni);
  expect(rows(made.temperature)).toEqual(columns.temperature);
  expect(rows(made.dew_point_temperature)).toEqual(columns.dew_point);
  expect(rows(made.relative_humidity)).toEqual(columns.humidity);
  expect(rows(made.wind_speed)).toEqual(columns.wind);
});

describe("NREL's code", () => {
  const months = fixture.nrel.length * 12;

  it(`chooses the same years, ${months} of ${months} months`, () => {
    expect(months).toBeGreaterThanOrEqual(144);
    const differences = fixture.nrel.flatMap((wanted) => {
      const { audit } = selectTypicalYear(seriesOf(wanted), {
        method: wanted.method,
        plotting: "nrel",
        persistence: "nsrdb",
      });
      return audit.months.flatMap(({ month, year }) =>
        year === wanted.months[month - 1] ? [] : [{ ...wanted, month, year }],
      );
    });
    expect(differences).toEqual([]);
  });

  it("has the same statistics", () => {
    const detailed = fixture.nrel.filter(({ statistics }) => statistics !== undefined);
    expect(detailed.length).toBeGreaterThan(1);
    for (const wanted of detailed) {
      const { audit } = selectTypicalYear(seriesOf(wanted), {
        method: wanted.method,
        plotting: "nrel",
        persistence: "nsrdb",
      });
      const worst = audit.months.flatMap(({ month, years }) =>
        years.map(({ score }, k) => Math.abs(score - wanted.statistics![month - 1]![k]!)),
      );
      // Some 30 numbers below 1, averaged: rounding only.
      expect(Math.max(...worst)).toBeLessThan(1e-15);
    }
  });
});

describe("weather-file-builder (ISO 15927-4)", () => {
  const months = fixture.iso.length * 12;

  it(`chooses the same years, ${months} of ${months} months, with and without gaps`, () => {
    expect(months).toBeGreaterThanOrEqual(144);
    const differences = fixture.iso.flatMap((wanted) => {
      const { audit } = selectTypicalYear(seriesOf(wanted), { method: "iso15927" });
      return audit.months.flatMap(({ month, year }) =>
        year === wanted.months[month - 1] ? [] : [{ ...wanted, month, year }],
      );
    });
    expect(differences).toEqual([]);
  });

  it("has the same statistics", () => {
    const wanted = fixture.iso.find(({ statistics }) => statistics !== undefined)!;
    const { audit } = selectTypicalYear(madeWeather(wanted), { method: "iso15927" });
    const worst = audit.months.flatMap(({ month, years }) =>
      years.flatMap(({ statistics }, k) =>
        ["temperature_mean", "ghi_sum", "humidity_mean"].map((name, index) =>
          Math.abs(statistics[name as "ghi_sum"]! - wanted.statistics![month - 1]![k]![index]!),
        ),
      ),
    );
    // Sums of some 30 numbers below 1: rounding only.
    expect(Math.max(...worst)).toBeLessThan(1e-13);
  });
});
