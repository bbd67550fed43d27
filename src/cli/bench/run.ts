/** Executes `irradiance bench`. */
import { cpus } from "node:os";
import { computeColumns, createWorkspace, type ObservationQuery, writeJson } from "../../index.js";
import { aligned } from "../../text/aligned.js";
import { VERSION } from "../../version.js";
import { loadSample } from "../../weather/node.js";
import { writeResult } from "../output.js";

export interface BenchOptions {
  readonly rounds: number;
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

export async function bench({ rounds }: BenchOptions): Promise<void> {
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
