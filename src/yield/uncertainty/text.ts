/** The uncertainty of a yield and the years of its life as text. */
import { aligned } from "../../text/aligned.js";
import type { Life, Uncertainty, UncertaintyHorizon, UncertaintyKey } from "./types.js";

const NAMES: { readonly [key in UncertaintyKey]: string } = {
  interannual: "variation from year to year",
  record: "the mean of the years",
  irradiance: "light on the horizontal",
  plane: "light on the planes",
  module: "modules",
  losses: "soiling and snow",
  model: "model",
};

/** A trend is worth a word where chance alone makes one as steep with less than this probability. */
const CHANCE = 0.05;

/** Shares, P-values, the trend if there is one, and the life if the system ages; empty without a mean year. @experimental */
export function uncertaintyText({
  uncertainty,
  life,
}: {
  readonly uncertainty: Uncertainty | null;
  readonly life: Life | null;
}): string {
  if (uncertainty === null) return "";
  const lines = [
    ...shareLines(uncertainty),
    "",
    ...horizonLines(uncertainty),
    ...trendLines(uncertainty),
    ...(life === null ? [] : ["", ...lifeLines(life, uncertainty.energy)]),
  ];
  return `${lines.join("\n")}\n`;
}

function shareLines({ shares, horizons }: Uncertainty): string[] {
  const rows = shares
    .filter(({ key, percent }) => key !== "record" || percent > 0)
    .map(({ key, percent, reason }) => [NAMES[key], percent.toFixed(1), reason]);
  const [first] = horizons;
  const all = ["together, of one year", first!.percent.toFixed(1), "the root of the sum of their squares"];
  return aligned([["uncertainty (standard, k = 1)", "%", ""], ...rows, all], (column) => column === 1);
}

const digitsFor = (most: number) => (most < 100 ? 2 : most < 10_000 ? 1 : 0);

function horizonLines({ horizons, energy }: Uncertainty): string[] {
  const digits = digitsFor(energy);
  const name = ({ years }: UncertaintyHorizon) => (years === 1 ? "a year" : `mean of ${years} years`);
  const head = ["kWh exceeded by", "%", ...horizons[0]!.values.map(({ exceedance }) => `P${exceedance}`)];
  const rows = horizons.map((horizon) => [
    name(horizon),
    horizon.percent.toFixed(1),
    ...horizon.values.map((value) => value.energy.toFixed(digits)),
  ]);
  return aligned([head, ...rows]);
}

/** A trend that chance alone seldom makes: of a sensor that drifts, of a roof that soils, of air that clears. */
export function trendSentence({ trend, energy }: Uncertainty): string | undefined {
  if (trend === null || !(trend.pValue < CHANCE) || !(energy > 0)) return undefined;
  const percent = (100 * trend.slope) / energy;
  const [size, direction] = [Math.abs(percent).toFixed(1), percent < 0 ? "fall" : "rise"];
  const chance = trend.pValue < 0.001 ? "below 0.001" : trend.pValue.toFixed(3);
  return (
    `the years ${direction} by ${size} % a year, by chance with a probability ${chance}: climate, or a sensor that drifts; ` +
    "it stays in the scatter, and P-values do not continue it"
  );
}

function trendLines(found: Uncertainty): string[] {
  const sentence = trendSentence(found);
  return sentence === undefined ? [] : [sentence];
}

function lifeLines({ rate, rateUncertainty, years }: Life, energy: number): string[] {
  const digits = digitsFor(energy);
  const rows = years.map(({ year, factor, p50, p90, sumP50, sumP90 }) => [
    String(year),
    (100 * factor).toFixed(1),
    ...[p50, p90].map((value) => value.toFixed(digits)),
    ...[sumP50, sumP90].map((value) => value.toFixed(0)),
  ]);
  const by = rate > 0 ? `${rate} ± ${rateUncertainty} % a year` : `by the table, ± ${rateUncertainty} % a year`;
  const head = ["year", "left, %", "P50, kWh", "P90, kWh", "sum P50", "sum P90"];
  return [`ageing ${by} (k = 1)`, ...aligned([head, ...rows])];
}
