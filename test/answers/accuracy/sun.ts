/** The sun's position against pvlib's SPA and against ERFA, refraction and ΔT: the tables of fixtures/sun. */

import { espenakMeeusDeltaT } from "../../../src/physics/models/solar-position/delta-t.js";
import * as solar from "../../../src/physics/models/solar-position/index.js";
import { readColumns, readFixture } from "../../physics/solar-position/fixtures.js";
import type { AccuracyRow, Columns, Fixture } from "./table.js";

const DEG = Math.PI / 180;

/** A table as fixture: the outputs under our names, the rest as inputs. Azimuths count by their arc on the sky. */
function tableOf(file: string, name: string, outputs: { readonly [ours: string]: string }): Fixture {
  const { n, names, column } = readColumns(`${file}.json`);
  const columns = (pairs: [string, string][]) =>
    Object.fromEntries(pairs.map(([ours, theirs]) => [ours, column(theirs)]));
  const { azimuth, ...others } = outputs;
  const inputs = names
    .filter((theirs) => !Object.values(others).includes(theirs))
    .map((input) => [input, input] as [string, string]);
  return {
    function: name,
    version: "",
    inputs: columns(azimuth === undefined ? inputs : [...inputs, ["azimuth", azimuth]]),
    options: undefined,
    outputs: {
      ...columns(Object.entries(others)),
      ...(azimuth === undefined ? {} : { azimuthArc: new Float64Array(n) }),
    },
  };
}

/** One call per row, as each has its own ΔT. */
function positions(inputs: Columns): Columns {
  const n = inputs.time!.length;
  const names = ["zenith", "apparentZenith", "elevation", "apparentElevation", "equationOfTime"] as const;
  const found: { [name: string]: Float64Array } = Object.fromEntries(names.map((name) => [name, new Float64Array(n)]));
  found.azimuthArc = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const { deltaT, azimuth, ...row } = Object.fromEntries(
      Object.entries(inputs).map(([key, value]) => [key, value[i]!]),
    );
    const one = solar.solarPosition(row as never, { deltaT: deltaT! });
    for (const name of names) found[name]![i] = one[name][0]!;
    const turn = ((((one.azimuth[0]! - azimuth! + 180) % 360) + 360) % 360) - 180;
    found.azimuthArc[i] = turn * Math.sin(one.zenith[0]! * DEG);
  }
  return found;
}

/** IERS' observed values; pvlib's polynomials for the time before them. */
function deltaTFixture(name: string): Fixture {
  const observed = readFixture("delta-t-monthly.csv")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(","));
  const { polynomial } = JSON.parse(readFixture("delta-t.json")) as { polynomial: [number, number][] };
  const pairs = name.startsWith("IERS")
    ? observed.map(([date, value]) => [Date.parse(`${date}T00:00:00Z`), Number(value)] as const)
    : polynomial;
  const column = (k: 0 | 1) => Float64Array.from(pairs, (pair) => pair[k]);
  return { function: name, version: "", inputs: { at: column(0) }, options: undefined, outputs: { deltaT: column(1) } };
}

const julianDate =
  "what the project asks of sun angles: the reference's one double for the Julian date (4.7e-10 days) is 1.7e-7° of turn";

export const rows: AccuracyRow[] = [
  {
    name: "pvlib.spa.solar_position_numpy",
    fixture: "sun/pvlib-spa",
    load: () =>
      tableOf("pvlib-spa", "pvlib.spa.solar_position_numpy", {
        zenith: "zenith",
        elevation: "elevation",
        apparentZenith: "apparentZenith",
        apparentElevation: "apparentElevation",
        azimuth: "azimuth",
      }),
    run: positions,
    tolerance: { relative: 0, absolute: 3e-7 },
    reason: julianDate,
  },
  {
    name: "pvlib.spa.atmospheric_refraction_correction",
    fixture: "sun/refraction",
    load: () => tableOf("refraction", "pvlib.spa.atmospheric_refraction_correction", { refraction: "refraction" }),
    run: ({ elevation, pressure, temperature }) => ({
      ...solar.atmosphericRefraction({ elevation, pressure, temperature }),
    }),
    tolerance: { relative: 1e-12, absolute: 1e-15 },
    reason: "closed formula; a tangent near its pole",
  },
  {
    name: "erfa.atioq",
    fixture: "sun/erfa",
    load: () => tableOf("erfa", "erfa.atioq", { zenith: "zenithNoDiurnal", azimuth: "azimuthNoDiurnal" }),
    run: positions,
    tolerance: { relative: 0, absolute: 1.5e-4 },
    reason: "another theory (IAU 2006/2000A): SPA's series are truncated, its precession and nutation of 1976/1980",
  },
  {
    name: "IERS.finals2000A",
    fixture: "sun/delta-t-monthly",
    load: () => deltaTFixture("IERS.finals2000A"),
    run: ({ at }) => solar.deltaT({ time: at }),
    tolerance: { relative: 0, absolute: 5.001e-4 },
    reason: "the table's own values on the first of each month, in whole ms: 6e-9° of the sun's place",
  },
  {
    name: "pvlib.spa.calculate_deltat",
    fixture: "sun/delta-t",
    load: () => deltaTFixture("pvlib.spa.calculate_deltat"),
    run: ({ at }) => ({ deltaT: at.map(espenakMeeusDeltaT) }),
    tolerance: { relative: 1e-9, absolute: 1e-9 },
    reason:
      "the same polynomials up to 1972, of decimal years; pvlib's later ones have no counterpart (observed values)",
  },
];
