/** Weather made up for tests of readers, and a reader's questions answered as they say. */
import { type ReadWeatherOptions, readWeather, type WeatherReading } from "../../../src/data/weather/index.js";
import type { WeatherColumn } from "../../../src/data/weather/series.js";

export const HOUR = 3_600_000;
const MINUTE = 60_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2024, 5, 3);

export interface Row {
  readonly k: number;
  /** Unix ms of the interval's start. */
  readonly begin: number;
  /** As the file writes it, as if it were UTC. */
  readonly stamp: number;
  readonly ghi: number;
  readonly bhi: number;
  readonly dhi: number;
  readonly dni: number;
  readonly temp: number;
  readonly wind: number;
  readonly rh: number;
  readonly hpa: number;
  readonly rain: number;
}

/** The columns of a row, and the factor to the column's unit. */
export const FULL = {
  ghi: { column: "global_horizontal_irradiance" },
  bhi: { column: "direct_horizontal_irradiance" },
  dhi: { column: "diffuse_horizontal_irradiance" },
  dni: { column: "direct_normal_irradiance" },
  temp: { column: "temperature" },
  wind: { column: "wind_speed" },
  rh: { column: "relative_humidity" },
  hpa: { column: "pressure", factor: 100 },
  rain: { column: "precipitation" },
} as const satisfies { readonly [key: string]: { readonly column: WeatherColumn; readonly factor?: number } };

/** Light at a moment: a day from 5 to 19 h, with clouds. */
function light(at: number): number {
  const hour = (at % DAY) / HOUR;
  return 900 * Math.max(0, Math.sin((Math.PI * (hour - 5)) / 14)) * (0.7 + 0.3 * Math.sin(at / 7e6));
}

/** Its mean over an interval. */
export function mean(begin: number, length: number): number {
  const parts = 60;
  let sum = 0;
  for (let part = 0; part < parts; part++) sum += light(begin + ((part + 0.5) / parts) * length);
  return sum / parts;
}

export function rowsOf(shape: { days: number; step: number; zone: number; mark: number }): Row[] {
  const length = shape.step * MINUTE;
  return Array.from({ length: (shape.days * DAY) / length }, (_, k) => {
    const begin = START + k * length;
    const ghi = Math.round(mean(begin, length));
    const bhi = Math.round(0.6 * ghi);
    return {
      ...{ k, begin, stamp: begin + shape.mark * length + shape.zone * HOUR, ghi, bhi, dhi: ghi - bhi },
      ...{ dni: ghi === 0 ? 0 : bhi + 100, temp: 10 + (k % 17), wind: 2 + (k % 4), rh: 40 + (k % 30) },
      ...{ hpa: 1000 + (k % 9), rain: k % 6 },
    };
  });
}

/** A time by a pattern of YYYY, MM, DD, HH, mm. */
export function written(at: number, pattern: string): string {
  const iso = new Date(at).toISOString();
  const parts = { YYYY: iso.slice(0, 4), MM: iso.slice(5, 7), DD: iso.slice(8, 10), HH: iso.slice(11, 13), mm: iso.slice(14, 16) }; // biome-ignore format: one line
  return Object.entries(parts).reduce((text, [name, value]) => text.replace(name, value), pattern);
}

/** Reads a file, and does what its questions ask until there is none. */
export async function answered(
  source: string | Uint8Array,
  given: ReadWeatherOptions = {},
): Promise<{ reading: WeatherReading; questions: string[] }> {
  const questions: string[] = [];
  for (let options = { examine: false, ...given }; questions.length < 5; ) {
    try {
      return { reading: await readWeather(source, options), questions };
    } catch (cause) {
      const { message } = cause as Error;
      questions.push(message);
      const told = answerIn(message);
      const { columns, units, ...rest } = told;
      options = {
        ...options,
        ...rest,
        ...(columns && { columns: { ...options.columns, ...columns } }),
        ...(units && { units: { ...options.units, ...units } }),
      };
    }
  }
  throw new Error(`still asked: ${questions.at(-1)}`);
}

/** What a message says is to be passed, first choice. */
function answerIn(message: string): ReadWeatherOptions {
  const [, option, pairs] = /(columns|units),? (?:such as )?\{ (.*?) \}/.exec(message) ?? [];
  if (option !== undefined) {
    const named = [...pairs!.matchAll(/(\w+): "((?:[^"\\]|\\.)*)"/g)].map(([, role, name]) => [
      role,
      JSON.parse(`"${name}"`),
    ]);
    return { [option]: Object.fromEntries(named) };
  }
  const order = /dateFormat "(\w+)"/.exec(message)?.[1];
  if (order !== undefined) return { dateFormat: order };
  if (/Pass decimal/.test(message)) return { decimal: "comma" };
  throw new Error(`no answer in: ${message}`);
}
