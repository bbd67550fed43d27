/** What is said about snow and soiling: what they cost by default, and what snow may cost where nothing is known of it. */
import type { Notice } from "../../../data/contract/observation/types.js";
import type { CheckedSystem } from "../../../data/system/checked.js";
import { type CheckedWeather, WeatherError } from "../../../data/weather/series.js";
import { fixed } from "../../../foundation/text/number.js";
import { spectralReads } from "../../../physics/models/pv/system-parts.js";
import { REFERENCE_AOD500, REFERENCE_WATER } from "../../../physics/models/spectrum/factors.js";
import { coldestMonth, known, type OverTimeInputs } from "./inputs.js";
import { snowDoubts, snowOf } from "./snow.js";
import { errorOfClimate, isSnowOfClimate } from "./snow-of-climate.js";

/** A plane with its inputs, and its power before snow and behind it, W per kWp; NaN = missing. */
export interface KeptPlane {
  readonly kwp: number;
  readonly inputs: OverTimeInputs;
  readonly hours: { readonly dc: Float64Array; readonly snow: Float64Array };
}

export function overTimeNotices(
  system: Pick<CheckedSystem, "snow" | "soiling" | "hasSnowLoss">,
  { latitude }: { readonly latitude: number },
  planes: readonly KeptPlane[],
): Notice[] {
  const { inputs } = planes[0]!;
  const snow = snowOf(system, inputs.columns);
  const isUnknown = snow === undefined && system.snow === undefined && !system.hasSnowLoss;
  const byWeather = [
    ...(snow !== undefined && system.snow === undefined ? [byDefault(planes)] : []),
    ...(!isUnknown ? [] : isSnowOfClimate(system, inputs) ? byClimate(planes) : unknownSnow(inputs, latitude)),
  ];
  return [...byWeather, ...(snow === undefined ? [] : snowDoubts(snow, inputs)), ...rainGaps(system, inputs)];
}

/** Of the loss: at a place at 44° N, a review (November 2026) had 17, 20.5 and 22.4 % of three programs. */
const READINGS = 0.15;

/** Percent. */
function takenOf(planes: readonly KeptPlane[]): number {
  const [before, behind] = (["dc", "snow"] as const).map((stage) =>
    planes.reduce((all, { kwp, hours }) => all + kwp * sumOf(hours[stage]), 0),
  ) as [number, number];
  return before > 0 ? 100 * (1 - behind / before) : 0;
}

function byDefault(planes: readonly KeptPlane[]): Notice {
  const share = takenOf(planes);
  const points = Math.max(share * READINGS, 0.1);
  const message =
    `snow on the modules takes ${fixed(share, 1)} % of the energy, by the weather's snow (Marion et al. 2013; ±${fixed(points, 1)} points between ` +
    'programs with this model); system.snow "none" leaves it out';
  return { code: "snow", message, facts: { percent: share, points } };
}

/** Less than this many percent are not worth a word. */
const LITTLE = 0.05;

function byClimate(planes: readonly KeptPlane[]): Notice[] {
  const share = takenOf(planes);
  if (share < LITTLE) return [];
  const points = 100 * errorOfClimate(share / 100);
  const coldest = coldestMonth(planes[0]!.inputs);
  const message =
    `snow on the modules is counted with ${fixed(share, 1)} % of the energy, ±${fixed(points, 1)} points, as expected where the coldest month has ` +
    `${fixed(coldest, 0)} °C: the place's own snow is not known. Dry winters take less, snowy mountains more: ` +
    'losses.snow or weather with snow depth take its place, system.snow "none" leaves it out';
  return [{ code: "snow", message, facts: { percent: share, points, coldest } }];
}

/** Of the values that there are. */
export function sumOf(power: Float64Array): number {
  return power.reduce((sum, value) => (Number.isNaN(value) ? sum : sum + value), 0);
}

/**
 * Annual losses by climate. Van Noord, Landelius & Andersson 2021, Energies 14, 1574, review: mild climates typically below 2–3 %,
 * moderate ones typically 5–6 and up to 9.3 %, snow-rich cold ones up to 34 %. Which month's mean belongs to which is our reading of the
 * places behind it: Munich −1 °C, 0.3–2.7 % (Becker et al. 2006); Kingston, Ontario −7 °C, 1–3.5 % (Andrews & Pearce 2012); PVWatts at
 * Fargo −14 °C, 10–12 %.
 */
const CLIMATES = [
  { coldest: 3, least: 0, most: 1, range: "seldom more than 1 %" },
  { coldest: -3, least: 0, most: 3, range: "up to 3 %" },
  { coldest: -10, least: 1, most: 9, range: "1 to 9 %" },
  { coldest: Number.NEGATIVE_INFINITY, least: 2, most: 15, range: "2 to 15 % (single plants up to 34 %)" },
] as const;
/** Nearer to the equator only a cold month is worth a word. */
const POLEWARD = 40;

function unknownSnow(inputs: OverTimeInputs, latitude: number): Notice[] {
  if (known(inputs.columns, "snow_depth") || known(inputs.columns, "snowfall")) return [];
  const coldest = coldestMonth(inputs);
  if (coldest === Number.POSITIVE_INFINITY || (coldest >= 0 && Math.abs(latitude) < POLEWARD)) return [];
  const { range, least, most } = CLIMATES.find((climate) => coldest >= climate.coldest)!;
  const message =
    `the weather has no snow depth: snow on the modules is not modelled. Where the coldest month has ${fixed(coldest, 0)} °C it takes ` +
    `${range} of a year's energy, more on flat planes and in mountains with metres of snow: give losses.snow or system.snow`;
  return [{ code: "snow", message, facts: { coldest, least, most } }];
}

function rainGaps({ soiling }: Pick<CheckedSystem, "soiling">, { columns }: OverTimeInputs): Notice[] {
  const needsRain = soiling !== undefined && !Array.isArray(soiling);
  const rain = needsRain ? known(columns, "precipitation") : undefined;
  if (rain === undefined) return [];
  const share = rain.filter((value) => Number.isNaN(value)).length / rain.length;
  if (share < 0.01) return [];
  const message = `precipitation is missing in ${(100 * share).toFixed(0)} % of the rows, which count as dry: soiling may be too large`;
  return [{ code: "soiling", message }];
}

const COLUMNS = {
  precipitableWater: {
    column: "precipitable_water",
    unit: "cm",
    assumed: `${REFERENCE_WATER} cm`,
    other: "gueymard94Pw makes one from temperature and relative humidity",
  },
  aerosolOpticalDepth: {
    column: "aerosol_optical_depth",
    unit: "at 550 nm",
    assumed: `${REFERENCE_AOD500} at 500 nm`,
    other: "firstSolar does without",
  },
} as const;
/** Share of the rows from which a gap is worth a word. */
const GAPS = 0.01;

/** @throws WeatherError for a column that is missing altogether */
export function spectrumNotices({ options }: Pick<CheckedSystem, "options">, { columns }: CheckedWeather): Notice[] {
  return spectralReads(options.spectrum).flatMap((read) => {
    const { column, unit, assumed, other } = COLUMNS[read];
    const values = columns[column];
    const gaps = values?.filter((value) => Number.isNaN(value)).length ?? 0;
    if (values === undefined || gaps === values.length)
      throw new WeatherError(
        `yieldOf: system.spectrum ${options.spectrum} needs the weather's ${column} (${unit}), and it has none; ${other}`,
      );
    if (gaps < values.length * GAPS) return [];
    const share = ((100 * gaps) / values.length).toFixed(0);
    const message = `${column} is missing in ${share} % of the rows: ${assumed} is assumed there`;
    return [{ code: "spectrum", message }];
  });
}
