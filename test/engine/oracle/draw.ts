/** Random places, planes, hills, skies and systems for the oracle. A seed is a case. */

import { randomNumbers } from "../../../scripts/lib/random.mjs";
import type { ObservationContext, ObservationQuery, WeatherSeries } from "../../../src/index.js";
import { cecSystem, huldSystem, pvwattsSystem } from "../../../src/physics/models/pv/index.js";
import { moduleSnow } from "../../../src/physics/models/snow/index.js";
import type { ModuleSnow } from "../../../src/physics/models/snow/nrel.js";
import { iso, roughSun } from "../cases.js";

export type Column = "global" | "diffuse" | "normal" | "direct";
export const SYSTEMS = { default: null, pvwattsSystem, huldSystem, cecSystem } as const;

export interface OracleCase {
  readonly seed: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
  readonly turbidity: number;
  /** null: a tracker. */
  readonly plane: { readonly tilt: number; readonly azimuth: number } | null;
  /** Most that the line rises or falls from one degree of azimuth to the next. */
  readonly roughness: number;
  /** 360 whole degrees. */
  readonly horizon: readonly number[];
  readonly system: keyof typeof SYSTEMS;
  readonly snow: ModuleSnow | null;
  /** Unix ms and seconds of the weather, and how many intervals it has. */
  readonly start: number;
  readonly interval: number;
  readonly count: number;
  /** W/m², °C, mm */
  readonly light: { readonly [name in Column]?: Float64Array };
  readonly temperature: Float64Array;
  readonly snowDepth: Float64Array;
}

const DAY = 86_400_000;
const WEATHER_COLUMNS = {
  global: "global_horizontal_irradiance",
  diffuse: "diffuse_horizontal_irradiance",
  normal: "direct_normal_irradiance",
  direct: "direct_horizontal_irradiance",
} as const;
/** What may be known of the light. */
const GIVEN: readonly (readonly Column[])[] = [
  ["global"],
  ["global"],
  ["global", "diffuse"],
  ["global", "normal"],
  ["direct", "diffuse"],
  ["global", "diffuse", "normal"],
];

export function drawCase(seed: number, days: number): OracleCase {
  const random = randomNumbers(7919 * seed + 1);
  const between = (least: number, most: number) => least + (most - least) * random();
  const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const latitude = (Math.asin(between(-0.94, 0.94)) * 180) / Math.PI;
  const longitude = between(-180, 180);
  const interval = oneOf([900, 900, 600, 1800, 3600]);
  const start = Date.UTC(2023, 0, 1 + Math.floor(random() * 364)) + oneOf([0, 0, 900]) * 1000;
  const count = (days * 86_400) / interval;
  const cold = random() < 0.35;
  const roughness = oneOf([0.5, 1, 2, 5]);
  const given = GIVEN[seed % GIVEN.length]!;
  const light = skyOf(random, { latitude, longitude, start, interval, count });
  const drift = between(0, 9);
  return {
    ...{ seed, latitude, longitude, start, interval, count },
    altitude: Math.round(between(0, 2500)),
    turbidity: between(2, 6),
    plane: seed % 3 === 0 ? null : { tilt: Math.round(between(0, 90)), azimuth: Math.round(between(0, 359)) },
    ...{ roughness, horizon: hills(random, roughness) },
    system: (Object.keys(SYSTEMS) as (keyof typeof SYSTEMS)[])[seed % 4]!,
    snow: cold ? moduleSnow({ numStrings: oneOf([1, 3, 8]) }) : null,
    light: Object.fromEntries(given.map((name) => [name, light[name]])),
    temperature: Float64Array.from({ length: count }, (_, j) => (cold ? -6 : 14) + 6 * Math.sin(j / 30 + drift)),
    snowDepth: snowfall(random, count, cold),
  };
}

/** A rough line: steps of some degrees from one degree of azimuth to the next, and gaps between the hills. */
function hills(random: () => number, roughness: number): number[] {
  let height = 5;
  const line = Array.from({ length: 360 }, () => {
    height += 2 * (random() - 0.5) * roughness;
    height = Math.min(Math.max(height, -4), 25);
    return Math.round(Math.max(height, 0));
  });
  return line;
}

/** Falls twice and is gone in between; none where it is warm. */
function snowfall(random: () => number, count: number, cold: boolean): Float64Array {
  const [first, second] = [0.1 + 0.2 * random(), 0.5 + 0.2 * random()].map((share) => Math.floor(share * count)) as [
    number,
    number,
  ];
  let depth = 0;
  return Float64Array.from({ length: count }, (_, j) => {
    if (!cold) return 0;
    const falls = (j >= first && j < first + count / 12) || (j >= second && j < second + count / 12);
    depth = falls ? depth + 2000 / count : depth * (1 - 8 / count);
    return depth;
  });
}

type Span = Pick<OracleCase, "latitude" | "longitude" | "start" | "interval" | "count">;

/** Means of a sky whose clouds change from interval to interval, from the minutes of a rough sun and a rough clear sky. */
function skyOf(random: () => number, { latitude, longitude, start, interval, count }: Span) {
  const column = () => new Float64Array(count);
  const means = { global: column(), diffuse: column(), normal: column(), direct: column() };
  const parts = interval / 60;
  let cloud = 0.5;
  for (let j = 0; j < count; j++) {
    cloud = Math.min(Math.max(cloud + 0.5 * (random() - 0.5), 0), 1);
    for (let k = 0; k < parts; k++) {
      const { elevation } = roughSun(start + (j * interval + (k + 0.5) * 60) * 1000, latitude, longitude);
      const mu = Math.sin((Math.max(elevation, 0) * Math.PI) / 180);
      // Half a degree: this sun is rough, and a beam from below the horizon is implausible.
      const normal = elevation > 0.5 ? 1250 * 0.72 ** (1 / (mu + 0.05) ** 0.7) * (1 - cloud) : 0;
      // Under cloud what comes through goes with the sine of the elevation: near sunrise no cloud is brighter than the sky.
      const diffuse = elevation > 0 ? 60 * (1 - cloud) * mu ** 0.6 + 350 * cloud * mu : 0;
      means.normal[j]! += normal / parts;
      means.diffuse[j]! += diffuse / parts;
      means.direct[j]! += (normal * mu) / parts;
      means.global[j]! += (normal * mu + diffuse) / parts;
    }
  }
  return means;
}

/** The case as the engine takes it: every quarter of an hour that neither begins nor ends the series. */
export function requestOf(drawn: OracleCase): {
  query: ObservationQuery;
  weather: WeatherSeries;
  context: ObservationContext;
} {
  const { start, interval, count, plane, light, snow } = drawn;
  const pv = SYSTEMS[drawn.system];
  const columns = Object.fromEntries(Object.entries(light).map(([name, c]) => [WEATHER_COLUMNS[name as Column], c]));
  return {
    query: {
      ...{ lat: drawn.latitude, lon: drawn.longitude, parameters: "all", frequency: "15_minutes" },
      ...(plane ? { surface_tilt: plane.tilt, surface_azimuth: plane.azimuth } : { tracking_mode: "1_axis" }),
      horizon: [...drawn.horizon],
      start: iso(start + 3_600_000),
      end: iso(start + count * interval * 1000 - 3_600_000),
    } as ObservationQuery,
    weather: {
      ...{ start, interval },
      columns: { ...columns, temperature: drawn.temperature, snow_depth: drawn.snowDepth },
    },
    context: {
      ...{ altitude: drawn.altitude, linkeTurbidity: drawn.turbidity },
      ...(snow ? { snow } : {}),
      // The default split has fixtures of its own; this one the oracle repeats.
      models: { decomposition: "erbsDriesse", ...(pv ? { pv } : {}) },
    },
  };
}

export const daysOf = ({ count, interval }: OracleCase): number => (count * interval * 1000) / DAY;
