/** Meters made from the chain that learning uses, with drawn clouds: their plane, clock and faults are known. */
import type { ClockShift } from "../../../src/answers/meter/sky-rows.js";
import { SkyRows } from "../../../src/answers/meter/sky-rows.js";
import type { Direction, MeterPlace, MeterRows } from "../../../src/answers/meter/types.js";
import type { WeatherSeries } from "../../../src/data/weather/series.js";
import { Random } from "../../../src/foundation/statistics/random.js";
import { DAY, MINUTE } from "../../../src/foundation/time/calendar.js";
import { solarDayShift } from "../../../src/foundation/time/solar-day.js";

export const MUNICH: MeterPlace = {
  latitude: 48.1,
  longitude: 11.6,
  altitude: 520,
  linkeTurbidity: [2.6, 2.8, 3.1, 3.3, 3.4, 3.5, 3.5, 3.4, 3.2, 2.9, 2.7, 2.6],
  temperature: [-1, 0, 4, 8, 13, 16, 18, 18, 14, 9, 4, 0],
};

export interface Made {
  readonly plane: Direction;
  readonly place?: MeterPlace;
  readonly start?: number;
  readonly days?: number;
  /** Minutes. */
  readonly step?: number;
  /** Minutes from stamp to beginning, by the time of the stamp. */
  readonly shift?: (time: number) => number;
  /** Of the beam, what reaches the plane: by azimuth and elevation in degrees. */
  readonly passes?: (azimuth: number, elevation: number) => number;
  /** Share of days without a cloud; default: two of five. */
  readonly clear?: number;
}

const [CLEARNESS, CLOUD] = [1, 2];

/** Power of 5 kW: two days of five are clear, the others have clouds that come and go within hours. */
export function madeMeter(made: Made, seed = 1): MeterRows {
  const { plane, place = MUNICH, start = Date.UTC(2021, 0, 1), days = 365, step = 30, shift = () => 0, passes } = made;
  const cloudAt = cloudsOf(place, seed, made.clear);
  const meter = { start, step: step * MINUTE, power: new Float64Array((days * DAY) / (step * MINUTE)) };
  const shiftAt: ClockShift = (row) => shift(start + row * meter.step) * MINUTE;
  const sky = SkyRows.above(meter, place, Int32Array.from(meter.power.keys()), shiftAt);
  const { east, north, up } = sky.moments;
  const clouds = Float64Array.from(meter.power, (_, row) => cloudAt(start + row * meter.step + shiftAt(row)));
  const free = up.map((sine, k) => {
    const own = passes?.(degrees(Math.atan2(east[k]!, north[k]!)), (Math.asin(sine) * 180) / Math.PI) ?? 1;
    return own * beamThrough(clouds[Math.floor(k / sky.many)]!);
  });
  sky.power(plane, free, meter.power);
  for (const row of meter.power.keys()) meter.power[row]! *= 5 * lightThrough(clouds[row]!);
  return meter;
}

/** Of each three hours, 0 to 1. */
function cloudsOf({ longitude }: MeterPlace, seed: number, clear = 0.4): (time: number) => number {
  const random = new Random(seed);
  return (at) => {
    const time = at + solarDayShift(longitude);
    const [day, hours] = [Math.floor(time / DAY), Math.floor(time / (180 * MINUTE))];
    const isClear = random.uniform(CLEARNESS, day, 0, 0) < clear;
    const cover = random.uniform(CLEARNESS, day, 1, 0);
    return isClear ? 0 : Math.min(1, 2 * cover * random.uniform(CLOUD, hours, 1, 0));
  };
}

/** Clouds take the beam first, then some of the sky's light. */
const beamThrough = (cloud: number) => Math.max(0, 1 - 1.5 * cloud);
const lightThrough = (cloud: number) => 1 - 0.5 * cloud ** 3;

/** The same clouds as a station without a roof sees them, by a clock that is right. @param worth its light over the true one */
export function madeWeather(made: Omit<Made, "plane" | "shift" | "passes">, seed = 1, worth = 1): WeatherSeries {
  const { place = MUNICH, start = Date.UTC(2021, 0, 1), days = 365, step = 30 } = made;
  const count = (days * DAY) / (step * MINUTE);
  const sky = SkyRows.above(
    { start, step: step * MINUTE },
    place,
    Int32Array.from({ length: count }, (_, k) => k),
    () => 0,
  );
  const { beam, diffuse, up } = sky.moments;
  const cloudAt = cloudsOf(place, seed, made.clear);
  const [global, scattered] = [new Float64Array(count), new Float64Array(count)];
  for (const k of up.keys()) {
    const row = Math.floor(k / sky.many);
    const cloud = cloudAt(start + row * step * MINUTE);
    const share = (worth * lightThrough(cloud)) / sky.many;
    scattered[row]! += share * diffuse[k]!;
    global[row]! += share * (beam[k]! * Math.max(0, up[k]!) * beamThrough(cloud) + diffuse[k]!);
  }
  const columns = { global_horizontal_irradiance: global, diffuse_horizontal_irradiance: scattered };
  return { start, interval: step * 60, columns };
}

function degrees(radians: number): number {
  return ((radians * 180) / Math.PI + 360) % 360;
}
