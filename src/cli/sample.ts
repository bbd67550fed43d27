/** Executes `irradiance demo` and `irradiance bench`, both on the embedded sample. */
import { cpus } from "node:os";
import { formatTable, monthly, total } from "../answers/report/index.js";
import { terminalPlot } from "../answers/report/terminal-plot.js";
import { loadSample } from "../data/weather/node.js";
import { aligned } from "../foundation/text/number.js";
import { VERSION } from "../foundation/version.js";
import { computeColumns, createWorkspace, type ObservationQuery, writeJson } from "../index.js";
import { printDiagnostics } from "./believed.js";
import type { FlagsOf } from "./options/rows.js";
import type { BENCH, DEMO } from "./options/weather.js";
import { writeResult } from "./output.js";
import { withPlaceContext } from "./place-context.js";

const TILT = 35;
const AZIMUTH = 180;

interface Hill {
  readonly azimuth: number;
  readonly halfWidth: number;
  readonly height: number;
}

/** Two straight-sided hills in the way of the morning and the evening sun. */
const HILLS: readonly Hill[] = [
  { azimuth: 105, halfWidth: 45, height: 15 },
  { azimuth: 250, halfWidth: 35, height: 10 },
];

function exampleHorizon(): number[] {
  const height = ({ azimuth, halfWidth, height }: Hill, degree: number) =>
    Math.max(0, Math.round(height * (1 - Math.abs(degree - azimuth) / halfWidth)));
  return Array.from({ length: 360 }, (_, degree) => Math.max(...HILLS.map((hill) => height(hill, degree))));
}

export async function demo(options: FlagsOf<typeof DEMO>): Promise<void> {
  const weather = await loadSample();
  const { latitude, longitude, altitude } = weather.place!;
  const query: ObservationQuery = {
    lat: latitude,
    lon: longitude,
    parameters: "all",
    frequency: "1_hour",
    surface_tilt: TILT,
    surface_azimuth: AZIMUTH,
    horizon: exampleHorizon(),
  };
  const context = await withPlaceContext({ lat: latitude, lon: longitude }, weather, {}, true);
  const columns = computeColumns(query, weather, context);
  if (options.out !== undefined) await writeResult(writeJson(columns), options.out);
  const response = `all ${columns.meta.parameters.length} parameters, ${columns.count} hours, JSON`;
  const hills = HILLS.map(({ azimuth, height }) => `${height}° high at azimuth ${azimuth}°`).join(" and ");
  await writeResult(
    `irradiance-engine ${VERSION}

Weather  typical year of Greensboro, North Carolina (NREL TMY3 station 723170), mapped to 2023
Place    ${latitude}, ${longitude}, ${altitude} m
Plane    tilt ${TILT}°, azimuth ${AZIMUTH}° (south)
Horizon  an example, not the real one: two hills, ${hills}

${formatTable(monthly(columns, { typicalYear: true }), total(columns))}pv_prod is pv_production, a simple formula of light and air temperature; for the full chain use irradiance yield

${terminalPlot(columns)}
Response (${response}): ${options.out ?? "with --out FILE"}
Next: npx irradiance-engine yield --lat 47.4 --lon 8.5 (the year of a PV system at your place)
`,
    undefined,
  );
  printDiagnostics(columns.diagnostics);
}

/** Calls before the first round, so that the compiler has done its work. */
const WARM_UP = 8;
/** Shortest duration of a sample (ms); short cases are repeated within it. */
const SAMPLE = 2;

interface Case {
  readonly name: string;
  /** Output intervals. */
  readonly steps: number;
  run(): void;
}

export async function bench({ rounds }: FlagsOf<typeof BENCH>): Promise<void> {
  const cases = await sampleCases();
  const repeats = cases.map(({ run }) => warm(run));
  const times: number[][] = cases.map(() => []);
  // Every round runs every case once, so that a slow moment of the machine affects all of them.
  for (let round = 0; round < rounds; round++) {
    cases.forEach(({ run }, k) => {
      times[k]!.push(timeOf(run, repeats[k]!));
    });
  }
  const rows = cases.map(({ name, steps }, k) => {
    const median = times[k]!.sort((a, b) => a - b)[rounds >> 1]!;
    return [name, median.toPrecision(3), String(Math.round((1e6 * median) / steps))];
  });
  await writeResult(
    `irradiance-engine ${VERSION}, Node ${process.version}, ${cpus()[0]?.model.trim() ?? process.arch}
Median of ${rounds} rounds, one thread, memory reused, warmed up.

${aligned([["", "ms", "ns a step"], ...rows]).join("\n")}
`,
    undefined,
  );
}

async function sampleCases(): Promise<readonly Case[]> {
  const weather = await loadSample();
  const { latitude, longitude } = weather.place!;
  const place = { lat: latitude, lon: longitude, parameters: "all" };
  const horizon = Array.from({ length: 360 }, (_, azimuth) => 5 + (azimuth % 7));
  const tracked: ObservationQuery = { ...place, frequency: "15_minutes", tracking_mode: "1_axis", horizon };
  const fixed: ObservationQuery = { ...place, frequency: "1_hour", surface_tilt: 35, surface_azimuth: 180 };
  const day: ObservationQuery = {
    ...fixed,
    frequency: "15_minutes",
    start: "2023-06-21T05:00Z",
    end: "2023-06-22T05:00Z",
  };
  const work = createWorkspace();
  const columnsOf = (query: ObservationQuery) => computeColumns(query, weather, {}, work);
  const bytesOf = createWorkspace();
  const year = computeColumns(tracked, weather, {}, bytesOf);
  return [
    { name: "an hourly year, fixed plane", steps: 8760, run: () => void columnsOf(fixed) },
    { name: "a year at 15 minutes, tracker, horizon line", steps: 35_040, run: () => void columnsOf(tracked) },
    { name: "the JSON of that year", steps: 35_040, run: () => void writeJson(year) },
    { name: "a day at 15 minutes, with its JSON", steps: 96, run: () => void writeJson(columnsOf(day)) },
  ];
}

/** Number of calls per sample. */
function warm(run: () => void): number {
  for (let k = 0; k < WARM_UP; k++) run();
  return Math.max(1, Math.ceil(SAMPLE / Math.max(timeOf(run, 1), 1e-3)));
}

/** Milliseconds a call. */
function timeOf(run: () => void, repeat: number): number {
  const begin = performance.now();
  for (let k = 0; k < repeat; k++) run();
  return (performance.now() - begin) / repeat;
}
