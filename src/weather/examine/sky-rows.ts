/** The sky above each row of a series, which all that look at it share. */
import { MOMENT } from "../../sky/clear-sky.js";
import { SunAndSky } from "../../sky/sun-and-sky.js";
import { monthlyRows } from "../../time/monthly.js";
import type { CheckedWeather } from "../checked-series.js";
import { BRIGHTEST, DARKEST } from "../limits.js";
import type { WeatherPlace } from "../series.js";
import type { ExamineOptions, SkyRows } from "./types.js";

/** Enough where only the shape of a clear day counts. */
const USUAL_TURBIDITY = 3;
/** Moments computed at once. */
const MOMENTS = 1440;

export function skyRows(weather: CheckedWeather, place: WeatherPlace, options: ExamineOptions): SkyRows {
  const { count } = weather;
  const step = weather.interval * 1000;
  const start = weather.start - (weather.sampling === "instant" ? step / 2 : 0);
  const column = () => new Float32Array(count);
  const [sunHeight, extraterrestrial, clear] = [column(), column(), column()];
  const many = Math.ceil(step / MOMENT);
  const batch = Math.max(1, Math.floor(MOMENTS / many));
  const { latitude, longitude, altitude = 0 } = place;
  const sky = new SunAndSky({ latitude, longitude, altitude }, batch * many);
  const { linkeTurbidity = USUAL_TURBIDITY } = options;
  for (let first = 0; first < count; first += batch) {
    const rows = Math.min(batch, count - first);
    const n = rows * many;
    for (let k = 0; k < n; k++) sky.time[k] = start + first * step + ((k + 0.5) * step) / many;
    if (typeof linkeTurbidity === "number") sky.turbidity.fill(linkeTurbidity, 0, n);
    else monthlyRows(Array.from(linkeTurbidity), sky.time, n, sky.turbidity);
    sky.compute(n);
    meansOf(sky.apparentSine, rows, many, sunHeight, first);
    meansOf(sky.extraterrestrial, rows, many, extraterrestrial, first);
    meansOf(sky.global, rows, many, clear, first);
  }
  return {
    weather,
    place,
    options,
    start,
    step,
    count,
    sunHeight,
    extraterrestrial,
    clear,
    light: lightOf(weather, sunHeight),
  };
}

function meansOf(moments: Float64Array, rows: number, many: number, into: Float32Array, first: number): void {
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (let k = row * many; k < (row + 1) * many; k++) sum += moments[k]!;
    into[first + row] = sum / many;
  }
}

/** GHI, else the sum of its components on level ground, without what no sensor can have seen. */
function lightOf({ columns, count }: CheckedWeather, sunHeight: Float32Array): Float64Array {
  const global = columns.global_horizontal_irradiance;
  const diffuse = columns.diffuse_horizontal_irradiance;
  const direct = columns.direct_horizontal_irradiance;
  const beam = columns.direct_normal_irradiance;
  // Ten years of minutes are worth no copy.
  if (global?.every((value) => !(value > BRIGHTEST || value < DARKEST))) return global;
  const light = new Float64Array(count).fill(Number.NaN);
  if (global === undefined && (diffuse === undefined || (direct === undefined && beam === undefined))) return light;
  for (let row = 0; row < count; row++) {
    let value: number;
    if (global !== undefined) value = global[row]!;
    else if (direct !== undefined) value = direct[row]! + diffuse![row]!;
    else value = beam![row]! * Math.max(sunHeight[row]!, 0) + diffuse![row]!;
    if (value <= BRIGHTEST && value >= DARKEST) light[row] = value;
  }
  return light;
}
