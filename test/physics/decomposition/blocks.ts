/** Weather rows by hand, and how a decomposition's stage runs over them. */
import type { Block, Stage } from "../../../src/physics/models/stage.js";

export const DEG = Math.PI / 180;
export const SITE = { latitude: 47, longitude: 8, altitude: 0 };

/** Standing values where a row says nothing: a 40° sun in standard air. */
const STANDARD = {
  kt: 0,
  zenith: 40,
  pressure: 101325,
  dewPoint: Number.NaN,
  precipitableWater: Number.NaN,
  extraterrestrialHorizontal: 800,
  extraterrestrialNormal: 1361,
  sunlitFraction: 1,
  clearGhi: 600,
  clearDirectHorizontal: 500,
};

export type Row = { [name in keyof typeof STANDARD]?: number } & { kt: number; time?: number; ghi?: number };

export interface Run {
  step?: number;
  interval?: number;
  options?: object;
  range?: { from: number; to: number; first: number; last: number };
  site?: typeof SITE;
}

/** Rows without a time follow each other from noon of 21 June 2023; without a GHI it is kt's, and 0 without sun. */
export function fractions(stage: Stage, rows: Row[], run: Run = {}): Float64Array {
  const { step, interval = 900, options = {}, range, site = SITE } = run;
  const columns: { [name: string]: Float64Array } = {};
  for (const [name, standard] of Object.entries(STANDARD)) {
    columns[name] = Float64Array.from(rows, (row) => row[name as keyof typeof STANDARD] ?? standard);
  }
  const start = Date.UTC(2023, 5, 21, 12);
  columns.time = Float64Array.from(rows, (row, i) => row.time ?? start + i * interval * 1000);
  columns.ghi = Float64Array.from(rows, (row, i) => row.ghi ?? row.kt * columns.extraterrestrialHorizontal![i]!);
  columns.diffuseFraction = new Float64Array(rows.length).fill(-9);
  const prepared = stage.prepare(site, options);
  const { from, to, first, last } = range ?? { from: 0, to: rows.length, first: 0, last: rows.length };
  const size = step ?? to - from;
  for (let i = from; i < to; i += size) {
    const block = { from: i, to: Math.min(i + size, to), first, last, columns, interval };
    stage.run(block as unknown as Block, prepared);
  }
  return columns.diffuseFraction.slice(from, to);
}

/** Rows that a stage may look at on each side, as the plan has it. */
export function reachOf({ reach }: Stage, interval: number): number {
  if (typeof reach === "number") return reach;
  return Math.ceil((reach === "hour" ? 3600 : 86_400) / interval) + 1;
}

/** A made-up broken sky of five days with nights and gaps, in rows of 15 minutes. */
export const SERIES: Row[] = Array.from({ length: 480 }, (_, i) => {
  const zenith = 90 - 65 * Math.sin(((i % 96) / 96) * 2 * Math.PI);
  const sun = zenith < 90;
  const extraterrestrialHorizontal = sun ? 1361 * Math.cos(zenith * DEG) : 0;
  return {
    kt: i % 37 === 10 ? Number.NaN : sun ? 0.5 + 0.45 * Math.sin(i * i) : Number.NaN,
    zenith: sun ? zenith : 90,
    dewPoint: i % 5 === 0 ? Number.NaN : -10 + (i % 30),
    extraterrestrialHorizontal,
    sunlitFraction: sun ? 1 : 0,
    clearGhi: 0.75 * extraterrestrialHorizontal,
    clearDirectHorizontal: 0.65 * extraterrestrialHorizontal,
  };
});
