/** The weather of fixtures/climate/made_weather.py, value for value: integers throughout. */
import type { WeatherSeries } from "../../../src/data/weather/series.js";
import { DAY } from "./weather.js";

const PEAK = [320, 450, 610, 760, 870, 920, 900, 810, 670, 500, 350, 280];
const WARMTH = [-8, 4, 40, 80, 116, 144, 164, 160, 124, 84, 32, 0];
const DRYNESS = [16, 20, 32, 44, 48, 52, 60, 56, 44, 32, 20, 16];

/** 32 bits from whole numbers. */
export function mix(...keys: number[]): number {
  let h = 0x9e3779b9;
  for (const key of keys) {
    h = Math.imul(h ^ key, 0x85ebca6b) >>> 0;
    h = (h ^ (h >>> 13)) >>> 0;
  }
  h = Math.imul(h, 0xc2b2ae35) >>> 0;
  return (h ^ (h >>> 16)) >>> 0;
}

const whole = Math.floor;

function spell(site: number, kind: number, day: number): number {
  const own = mix(site, kind, day) % 256;
  const halfWeek = mix(site, kind + 1, whole((day + 1) / 4)) % 256;
  return whole((own + 2 * halfWeek + (mix(site, kind + 2, whole((day + 5) / 14)) % 256)) / 4);
}

export interface MadeSite {
  readonly site: number;
  readonly firstYear: number;
  readonly years: number;
  readonly stepsPerDay?: number;
  /** Hours by which the clock of the place is ahead of UTC. */
  readonly timeZone?: number;
  readonly gaps?: boolean;
}

const NAMES = [
  "global_horizontal_irradiance",
  "direct_normal_irradiance",
  "temperature",
  "dew_point_temperature",
  "relative_humidity",
  "wind_speed",
] as const;
type Name = (typeof NAMES)[number];
export type MadeColumns = { [name in Name]: Float64Array };

/** Whole local years; the clock only moves the UTC stamps. */
export function madeWeather({ site, firstYear, years, stepsPerDay = 24, timeZone = 0, gaps = false }: MadeSite) {
  const origin = Date.UTC(firstYear, 0, 1);
  const firstDay = origin / DAY;
  const days = Date.UTC(firstYear + years, 0, 1) / DAY - firstDay;
  const count = days * stepsPerDay;
  const columns = Object.fromEntries(NAMES.map((name) => [name, new Float64Array(count)])) as MadeColumns;
  for (let day = 0; day < days; day++) {
    const date = firstDay + day;
    const month = new Date(date * DAY).getUTCMonth();
    const clear = spell(site, 10, date);
    const warmth = WARMTH[month]! + whole((spell(site, 30, date) - 128) / 2);
    const dryness = DRYNESS[month]! + whole(spell(site, 50, date) / 8);
    const gust = spell(site, 70, date);
    for (let step = 0; step < stepsPerDay; step++) {
      const row = day * stepsPerDay + step;
      const half = step * (48 / stepsPerDay);
      const height = whole(Math.max((half - 10) * (38 - half), 0) / 4);
      const passing = 192 + (mix(site, 20, row) % 64);
      const ghi = whole((whole((PEAK[month]! * height * (60 + clear)) / (49 * 315)) * passing) / 256);
      const course = whole(height / 2) - Math.max(6 - whole(half / 2), 0);
      const temperature = warmth + course + (mix(site, 40, row) % 8);
      const dewPoint = Math.min(temperature - dryness - whole(height / 4) + (mix(site, 60, row) % 12), temperature);
      columns.global_horizontal_irradiance[row] = ghi;
      columns.direct_normal_irradiance[row] = height > 0 ? whole((whole((ghi * clear) / 200) * passing) / 256) : 0;
      columns.temperature[row] = temperature / 8;
      columns.dew_point_temperature[row] = dewPoint / 8;
      columns.relative_humidity[row] = Math.max(800 - 5 * (temperature - dewPoint), 80) / 8;
      columns.wind_speed[row] = (whole((gust * (2 + (mix(site, 80, row) % 4))) / 32) + 2) / 8;
    }
  }
  if (gaps) cutGaps(columns, site, firstYear, years);
  return {
    start: origin - timeZone * 3_600_000,
    interval: 86_400 / stepsPerDay,
    columns,
    place: { latitude: 45, longitude: 9, altitude: 200, timeZone },
  } satisfies WeatherSeries;
}

function cutGaps(columns: MadeColumns, site: number, firstYear: number, years: number): void {
  const origin = Date.UTC(firstYear, 0, 1);
  for (let k = 0; k < 12 * years; k++) {
    if (mix(site, 90, k) % 8 !== 0) continue;
    const start = (Date.UTC(firstYear + whole(k / 12), k % 12, 1) - origin) / 3_600_000;
    const hour = start + 24 + (mix(site, 91, k) % 600);
    const column = columns[NAMES[mix(site, 92, k) % 6]!];
    column.fill(Number.NaN, hour, hour + 1 + (mix(site, 93, k) % 12));
  }
}
