/** Snow columns in another unit, or of another place: refused, or asked about. */
import type { Notice } from "../../contract/observation/types.js";
import { COVERAGE_NREL } from "../../models/snow/coverage-nrel.js";
import type { PvSnowOptions } from "../../system/over-time.js";
import { WeatherError } from "../../weather/errors.js";
import { known, lastRound, type OverTimeInputs } from "./inputs.js";
import { freshSnow } from "./snow.js";

/** mm: Mount Ibuki, Japan, 14 February 1927, the deepest snow that anybody has measured. */
const DEEPEST = 11_820;
/** °C and mm: snow on the ground does not last so long in such warmth, hours. */
const WARM = 15;
const DEEP = 50;
const LONGEST = 72;
/** Hours below °C: winters whose snow is deeper than this, mm, unless it is stated in another unit. */
const FROST = -5;
const SHALLOW = [
  { most: 3, hours: 480, unit: "m" },
  { most: 60, hours: 1000, unit: "cm" },
] as const;
/** Depths that are interpolated rise slower than snow falls: cm in all, and the share that falls fast enough. */
const MUCH = 20;
const FAST_SHARE = 0.25;

/** @throws WeatherError for a depth that no place has */
export function checkDepth(columns: OverTimeInputs["columns"]): void {
  const depth = columns.snow_depth;
  const row = depth?.findIndex((value) => value > DEEPEST) ?? -1;
  if (row < 0) return;
  throw new WeatherError(
    `yieldOf: the weather's snow depth is ${depth![row]} mm in row ${row}, and the deepest ever measured is ${DEEPEST} mm: a column in mm ` +
      'is expected; system.snow "none" leaves snow out',
  );
}

export function snowDoubts(options: PvSnowOptions, inputs: OverTimeInputs): Notice[] {
  return [...warmSnow(inputs), ...shallowSnow(inputs), ...slowSnow(options, inputs)].map((message) => ({
    code: "snow",
    message,
  }));
}

function warmSnow({ columns, temperature, interval }: OverTimeInputs): string[] {
  const depth = known(columns, "snow_depth");
  if (depth === undefined) return [];
  const isDeep = (value: number) => value >= DEEP;
  const warm = depth.filter((value, row) => isDeep(value) && temperature[row]! >= WARM).length;
  const hours = Math.round((warm * interval) / 3600);
  if (hours < LONGEST || warm < depth.filter(isDeep).length / 20) return [];
  return [
    `the weather has ${hours} hours with ${DEEP} mm of snow and more at ${WARM} °C and above: was snow_depth measured at this place, and is it in mm?`,
  ];
}

function shallowSnow({ columns, temperature, interval }: OverTimeInputs): string[] {
  const depth = known(columns, "snow_depth");
  const deepest = depth?.reduce((most, value) => (value > most ? value : most), 0) ?? 0;
  if (deepest === 0) return [];
  const hours = (temperature.filter((value) => value < FROST).length * interval) / 3600;
  const found = SHALLOW.find((one) => deepest <= one.most && hours >= one.hours);
  if (found === undefined) return [];
  return [
    `the deepest snow is ${Number(deepest.toPrecision(3))} mm, in weather with ${Math.round(hours)} hours below ${FROST} °C: is snow_depth in ${found.unit}?`,
  ];
}

function slowSnow({ model, thresholdSnowfall }: PvSnowOptions, inputs: OverTimeInputs): string[] {
  if (model === "townsend") return [];
  const most = thresholdSnowfall ?? COVERAGE_NREL.thresholdSnowfall;
  const fall = lastRound(inputs, freshSnow(inputs).fall);
  const sum = (is: (amount: number) => boolean) => fall.reduce((all, amount) => (is(amount) ? all + amount : all), 0);
  const all = sum((amount) => amount > 0);
  const fast = sum((amount) => amount > (most * inputs.interval) / 3600);
  if (all < MUCH || fast >= all * FAST_SHARE) return [];
  return [
    `of ${Math.round(all)} cm of fresh snow only ${Math.round(fast)} cm fall at more than ${most} cm an hour, which is what covers the modules: ` +
      "depths interpolated between days, and means of a grid box, rise too slowly; lower system.snow.thresholdSnowfall for them",
  ];
}
