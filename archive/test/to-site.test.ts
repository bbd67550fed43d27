/** From coarse cells to places, and up and down: against pvlib's clear sky, whose turbidity is another than the archive's. */
import { readFileSync } from "node:fs";
import type { WeatherColumn } from "irradiance-engine";
import { describe, expect, it } from "vitest";
import { type Offer, openArchive, type Place, plan } from "../src/index.js";
import { join } from "../src/join.js";
import type { Cell } from "../src/source.js";
import { DHI, DNI, GHI, HOUR, JUNE, offer, source } from "./made.js";

type Sky = { readonly [name in typeof GHI | typeof DNI | typeof DHI]: readonly number[] };
interface Case {
  readonly spacing: number;
  readonly start: number;
  readonly cell: Omit<Cell, "distanceKm">;
  readonly place: Place;
  readonly high: Place;
  /** At the cell, at the place, and at the place if it were high up. */
  readonly skies: readonly [Sky, Sky, Sky];
}

const { cases } = JSON.parse(readFileSync(new URL("fixtures/cells.json", import.meta.url), "utf8")) as {
  readonly cases: readonly Case[];
};
const COLUMNS = [GHI, DNI, DHI] as const;

/** What the archive makes of a cell's hours for a place. */
function moved(
  cell: Cell,
  place: Place,
  start: number,
  values: { readonly [name in WeatherColumn]?: readonly number[] },
) {
  const names = Object.keys(values) as WeatherColumn[];
  const count = values[names[0]!]!.length;
  const own = offer({ columns: names, cell, first: start, last: start + count * HOUR });
  const options = { purpose: "history", period: { start, end: own.last }, columns: names } as const;
  const made = plan({ place, now: 0, offers: [own], failures: [] }, options);
  const columns = Object.fromEntries(names.map((name) => [name, Float64Array.from(values[name]!)]));
  const series = { start, interval: 3600, columns };
  const { source: from, dataset, revision, licence } = own;
  const where = { source: from, dataset, revision, licence, cell, start, end: own.last, columns: names };
  const provenance = { ...where, class: "reanalysis", method: "nearest", corrections: [], synthetic: false } as const;
  return join([{ series, provenance }], made).columns as { readonly [name in WeatherColumn]: Float64Array };
}

/** Root of the mean of squares over the lit hours of all cases. */
function rmse(of: readonly Case[], got: (one: Case) => ArrayLike<number>, truth: (one: Case) => readonly number[]) {
  let [sum, count] = [0, 0];
  for (const one of of) {
    const values = got(one);
    truth(one).forEach((wanted, k) => {
      if (!(wanted > 0)) return;
      sum += (values[k]! - wanted) ** 2;
      count++;
    });
  }
  return Math.sqrt(sum / count);
}

describe.each([0.25, 1])("a cell of %d degrees", (spacing) => {
  const own = cases.filter((one) => one.spacing === spacing);
  const take = (one: Case, place: Place) =>
    moved({ ...one.cell, spacing, distanceKm: 10 }, place, one.start, one.skies[0]);

  it("gives its clear-sky index: a third of the error of its irradiance, and less", () => {
    const asItIs = rmse(
      own,
      ({ skies }) => skies[0][GHI],
      ({ skies }) => skies[1][GHI],
    );
    const transferred = rmse(
      own,
      (one) => take(one, one.place)[GHI],
      ({ skies }) => skies[1][GHI],
    );
    expect(transferred).toBeLessThan(asItIs / 3);
  });

  it("gives it to a place high above", () => {
    const asItIs = rmse(
      own,
      ({ skies }) => skies[0][GHI],
      ({ skies }) => skies[2][GHI],
    );
    const transferred = rmse(
      own,
      (one) => take(one, one.high)[GHI],
      ({ skies }) => skies[2][GHI],
    );
    // The archive's turbidity is the same at both heights, so aerosol and water that stay below are not taken out.
    expect(transferred).toBeLessThan(0.6 * asItIs);
  });

  it("keeps the shares of its components, and no beam is made where the sun is low", () => {
    for (const one of own) {
      const at = take(one, one.place);
      one.skies[0][GHI].forEach((global, k) => {
        // Whatever the light on level ground is multiplied by at sunrise, a beam of the rising sun is not.
        if (one.skies[0][DNI][k]! > 0 && global < 5) expect(at[DNI][k]).toBe(one.skies[0][DNI][k]);
        if (global < 20)
          expect(at[DNI][k]! <= Math.max(one.skies[0][DNI][k]!, one.skies[1][DNI][k]!) * 1.3 + 5).toBe(true);
        else expect(at[DHI][k]! / at[GHI][k]!).toBeCloseTo(one.skies[0][DHI][k]! / global, 9);
      });
    }
    const asItIs = rmse(
      own,
      ({ skies }) => skies[0][DNI],
      ({ skies }) => skies[1][DNI],
    );
    expect(
      rmse(
        own,
        (one) => take(one, one.place)[DNI],
        ({ skies }) => skies[1][DNI],
      ),
    ).toBeLessThan(asItIs);
  });

  it("leaves nothing to the night, and keeps what is missing", () => {
    const [one] = own as [Case];
    const night = { ...one.skies[0], [GHI]: one.skies[0][GHI].map((value, k) => (k % 5 === 0 ? Number.NaN : value)) };
    const at = moved({ ...one.cell, spacing, distanceKm: 10 }, one.place, one.start, { [GHI]: night[GHI] });
    night[GHI].forEach((value, k) => {
      expect(Number.isNaN(at[GHI][k]!)).toBe(Number.isNaN(value));
      if (value === 0) expect(at[GHI][k]).toBe(0);
    });
  });
});

describe("what is not moved", () => {
  const [one] = cases as [Case];

  it.each([
    ["a station", { ...one.cell, distanceKm: 10 }],
    ["a fine cell", { ...one.cell, distanceKm: 4, spacing: 0.1 }],
  ])("is the light of %s", (_, cell) => {
    expect([...moved(cell, one.place, one.start, one.skies[0])[GHI]]).toEqual(one.skies[0][GHI]);
  });

  it("is what belongs to the very place, to the last bit", () => {
    const cell = { ...one.cell, distanceKm: 0, spacing: 1 };
    const at = moved(cell, { ...one.cell }, one.start, { ...one.skies[0], temperature: one.skies[0][GHI] });
    for (const name of COLUMNS) expect([...at[name]]).toEqual(one.skies[0][name]);
    expect([...at.temperature]).toEqual(one.skies[0][GHI]);
  });
});

describe("height", () => {
  const at = (cell: number | undefined, place: number | undefined, distanceKm = 3, spacing?: number) => {
    const where = { latitude: 46, longitude: 8 };
    const values = { temperature: [10], pressure: [90_000], wind_speed: [3] };
    const columns = moved(
      { ...where, altitude: cell, distanceKm, spacing },
      { ...where, altitude: place },
      JUNE,
      values,
    );
    return [columns.temperature[0]!, columns.pressure[0]!, columns.wind_speed[0]!];
  };

  it("makes air colder by 6.5 K a kilometre, and thinner as in the standard atmosphere (ISO 2533)", () => {
    const [temperature, pressure, wind] = at(1000, 2000);
    expect(temperature).toBeCloseTo(3.5, 12);
    // 89,874.6 Pa at 1,000 m and 79,495.2 Pa at 2,000 m.
    expect(pressure! / 90_000).toBeCloseTo(79_495.2 / 89_874.6, 4);
    expect(wind).toBe(3);
    expect(at(2000, 1000)[0]).toBeCloseTo(16.5, 12);
    expect(at(1000, 2000, 0, 0.25)[0]).toBeCloseTo(3.5, 12);
  });

  it("counts up to 2,500 m, and only where both are known and the station is not at the place itself", () => {
    expect(at(0, 4000)[0]).toBeCloseTo(10 - 16.25, 12);
    for (const [cell, place, distance] of [
      [undefined, 2000, 3],
      [1000, undefined, 3],
      [1000, 1200, 0.01],
    ] as const) {
      expect(at(cell, place, distance)).toEqual([10, 90_000, 3]);
    }
  });
});

it("what was done is told with the source", async () => {
  const cell = { latitude: 46, longitude: 8, altitude: 1000, distanceKm: 9, spacing: 0.25 };
  const era = offer({ class: "reanalysis", cell });
  const archive = openArchive({ sources: [source("made", [era as Offer])] });
  const survey = await archive.survey({ latitude: 46.1, longitude: 8, altitude: 400 }, JUNE);
  const period = { start: JUNE, end: JUNE + 3 * HOUR };
  const read = await archive.read(plan(survey, { purpose: "history", period, columns: [GHI, "temperature"] }));
  expect(read.provenance[0]!.corrections).toEqual([
    "clear-sky index taken from the cell to the place",
    "temperature adjusted from 1000 m to 400 m",
  ]);
});
