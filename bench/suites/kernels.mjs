// Row kernels one by one, with the package `benchmark`.
import Benchmark from "benchmark";
import { kernelRows, ROWS } from "../lib/kernel-rows.mjs";
import { per } from "../lib/timing.mjs";

export async function run({ quick }) {
  const { models, columns } = await kernelRows();
  const suite = new Benchmark.Suite();
  const options = { maxTime: quick ? 0.02 : 0.4, minSamples: quick ? 3 : 9, minTime: quick ? 0.005 : 0.02 };
  for (const [name, fn] of Object.entries(cases(models, columns))) suite.add(name, fn, options);
  suite.run();
  const done = Array.from(suite);
  const failed = done.find(({ error }) => error);
  if (failed) throw failed.error;
  return {
    tables: [
      {
        title: "Row kernels",
        text: `${ROWS.toLocaleString("en")} rows of a year's days and nights in the cache, timed one kernel after the other.`,
        head: ["kernel", "ns a row"],
        rows: done.map(({ name, stats }) => [
          `\`${name}\``,
          per(
            stats.sample.map((s) => s * 1e9),
            ROWS,
          ),
        ]),
      },
    ],
    figures: {},
  };
}

function cases(m, c) {
  const n = ROWS;
  const line = m.prepareHorizon(Float64Array.from({ length: 360 }, (_, azimuth) => 2 + (azimuth % 13)));
  const view = m.prepareSkyView(line, "horizontal-axis", 45);
  const perez = m.perezTable("bench", "1990");
  const deltaT = c.one;
  const sky = m.altitudeConstants(600);
  return {
    sunVectorRows: () => m.sunVectorRows(0, n, c.time, c.site, c.out, c.out2, c.out3, c.distance),
    "solarPositionRows (full SPA)": () =>
      m.solarPositionRows(0, n, {
        ...{ time: c.time, latitude: c.one, longitude: c.one, altitude: c.zero, deltaT },
        ...{ zenith: c.out, elevation: c.out2, azimuth: c.out3, equationOfTime: c.power },
      }),
    extraterrestrialRows: () => m.extraterrestrialRows(0, n, c.distance, m.SOLAR_CONSTANT, c.out),
    elevationRows: () => m.elevationRows(0, n, c.east, c.north, c.up, c.out),
    azimuthRows: () => m.azimuthRows(0, n, c.east, c.north, c.out),
    kastenYoungRows: () => m.kastenYoungRows(0, n, c.zenith, c.out),
    ineichenRows: () =>
      m.ineichenRows(0, n, c.up, c.absolute, c.turbidity, sky, c.extra, false, c.clearGhi, c.clearDni, c.clearDhi),
    haurwitzRows: () => m.haurwitzRows(0, n, c.up, c.out),
    erbsRows: () => m.erbsRows(0, n, c.kt, c.out),
    erbsDriesseRows: () => m.erbsDriesseRows(0, n, c.kt, c.out),
    orgillHollandsRows: () => m.orgillHollandsRows(0, n, c.kt, c.out),
    discRows: () => m.discRows(0, n, c.kt, c.airmass, c.out),
    horizontalTrackerRows: () => m.horizontalTrackerRows(0, n, c.east, c.up, 45, 0.3, true, c.out),
    cosIncidenceTrackerRows: () => m.cosIncidenceTrackerRows(0, n, c.east, c.up, c.rotation, c.out, c.out2),
    cosIncidenceFixedRows: () => m.cosIncidenceFixedRows(0, n, c.east, c.north, c.up, 0, -0.5, 0.866, c.out),
    perezDriesseRows: () =>
      m.perezDriesseRows(0, n, c.dhi, c.dni, c.extra, c.elevation, c.airmass, c.circumsolar, c.band),
    perezRows: () => m.perezRows(0, n, c.dhi, c.dni, c.extra, c.elevation, c.airmass, perez, c.out, c.out2),
    haydaviesRows: () => m.haydaviesRows(0, n, c.dni, c.extra, c.elevation, c.cosTilt, c.out, c.out2, c.out3),
    skyDiffuseRows: () =>
      m.skyDiffuseRows(0, n, { ...c, horizonBand: c.band, visible: c.one, skyDiffuse: c.out }),
    horizonElevationRows: () => m.horizonElevationRows(0, n, c.azimuth, line, c.line),
    skyViewRows: () => m.skyViewRows(0, n, c.rotation, view, c.skyView, c.bandView),
    defaultPvRows: () => m.defaultPvRows(0, n, c.poa, c.temperature, c.out),
  };
}
