/** The formats that series are saved in, and their sizes as people read them. */
import { figure } from "../../texts/numbers.js";

export interface Format {
  readonly name: string;
  readonly ending: "csv" | "parquet";
}

export const FORMATS: readonly [Format, Format] = [
  { name: "CSV", ending: "csv" },
  { name: "Parquet", ending: "parquet" },
];

const UNITS = ["B", "kB", "MB", "GB"] as const;
const STEP = 1000;

/** "1.3 MB" */
export function sizeText(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / Math.log10(STEP)));
  const value = bytes / STEP ** step;
  return `${figure(value, step > 0 && value < 10 ? 1 : 0)} ${UNITS[step]}`;
}
