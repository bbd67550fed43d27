import type { ReadWeatherOptions, WeatherPlace } from "irradiance-engine/weather";

/** A file and what was put into it. */
export interface ForeignFile {
  name: string;
  bytes: Uint8Array;
  /** Unix ms. */
  start: number;
  /** Seconds. */
  interval: number;
  label: string;
  columns: { [name: string]: { values: number[]; tolerance: number } };
  /** Columns read, if others are than those compared. */
  keys?: string[];
  labelRead?: string;
  place?: WeatherPlace;
  question?: RegExp;
  answer?: ReadWeatherOptions;
  /** The file does not say it, and nothing shows it. */
  alwaysAnswer?: boolean;
  notice?: RegExp;
}

export function foreignFiles(): ForeignFile[];
