/** A yield as text. */
import { aligned } from "../text/aligned.js";
import { fixed, plain } from "../text/number.js";
import { SHORT_MONTH_NAMES } from "../time/calendar.js";
import { isMeanYear, lossTable } from "./loss-table.js";
import type { Optimum } from "./optimum.js";
import type { Yield, YieldPlane, YieldSum } from "./types.js";
import { uncertaintyText } from "./uncertainty/text.js";

function rule(lines: readonly string[]): string {
  return "─".repeat(Math.max(...lines.map((line) => line.length)));
}

/** Digits for numbers of the size of the largest. */
function digitsFor(most: number): number {
  return most < 100 ? 2 : most < 10_000 ? 1 : 0;
}

/** Columns that are left out where no row has any. */
const SHARES = ["missing", "doubtful"] as const;

function sumCells(sum: YieldSum, digits: number): string[] {
  const { energy, specificYield, performanceRatio, horizontalIrradiation, planeIrradiation } = sum;
  return [
    // Light measured on a plane leaves that on the horizontal open.
    Number.isNaN(horizontalIrradiation) ? "–" : fixed(horizontalIrradiation, 1),
    fixed(planeIrradiation, 1),
    fixed(energy, digits),
    fixed(specificYield, 1),
    performanceRatio === null ? "–" : fixed(performanceRatio, 3),
    ...SHARES.map((share) => (sum[share] > 0 ? (100 * sum[share]).toFixed(1) : "")),
  ];
}

/** Months and year, then what there is of years, P-values, planes and the optimum, then the losses. */
export function formatYield(found: Yield, optimum?: Optimum): string {
  return [
    monthTable(found),
    ...(found.years.length > 1 ? [yearTable(found)] : []),
    ...(found.planes.length > 1 ? [planeTable(found)] : []),
    lossTable(found, digitsFor(found.losses[0]!.energy)),
    ...(found.uncertainty === null ? [] : [uncertaintyText(found)]),
    ...(optimum ? [optimumText(optimum, found)] : []),
    ...(found.losses.some(({ name }) => name === "rear") ? [REAR] : []),
  ].join("\n");
}

const REAR = "PR relates to the light on the fronts (IEC 61724-1): the gain of the rears can raise it above 1\n";

const HEAD = [
  ["", "horizontal", "planes", "energy", "yield", "PR", "missing", "in doubt"],
  ["", "kWh/m²", "kWh/m²", "kWh", "kWh/kWp", "", "%", "%"],
];

function monthTable(found: Yield): string {
  const { months, annual, total } = found;
  const digits = digitsFor((annual ?? total).energy);
  const rows = months.map(({ month, ...sum }) => [SHORT_MONTH_NAMES[month - 1]!, ...sumCells(sum, digits)]);
  const name = annual === null ? "sum" : isMeanYear(found) ? "mean year" : "year";
  const last = [name, ...sumCells(annual ?? total, digits)];
  const all = [...rows, last];
  const isShown = HEAD[0]!.map((_, k) => k < HEAD[0]!.length - SHARES.length || all.some((row) => row[k] !== ""));
  const lines = aligned([...HEAD, ...all].map((row) => row.filter((_, k) => isShown[k])));
  const line = rule(lines);
  return `${[...lines.slice(0, 2), line, ...lines.slice(2, -1), line, lines.at(-1)!].join("\n")}\n`;
}

function yearTable({ years, exceedance }: Yield): string {
  const digits = digitsFor(Math.max(...years.map(({ energy }) => energy)));
  const rows = years.map(({ year, energy, specificYield, performanceRatio }) => [
    String(year),
    fixed(energy, digits),
    fixed(specificYield, 1),
    performanceRatio === null ? "–" : fixed(performanceRatio, 3),
  ]);
  const lines = aligned([["year", "energy, kWh", "kWh/kWp", "PR"], ...rows]);
  if (exceedance === null) return `${lines.join("\n")}\n`;
  const values = exceedance.values.map(({ exceedance: percent, value }) => `P${percent} ${value.toFixed(digits)} kWh`);
  const [low, high] = exceedance.p90Interval.map((value) => value.toFixed(digits));
  const scope = `weather alone, from ${exceedance.years} years, without errors of data and model`;
  const sure = `P90 of infinitely many such years: ${low} to ${high} kWh (95 %)`;
  return `${[...lines, `${scope}: ${values.join(", ")} in a year to come; ${sure}`].join("\n")}\n`;
}

function planeTable({ planes }: Yield): string {
  const digits = digitsFor(Math.max(...planes.map(({ energy }) => energy)));
  const rows = planes.map(
    ({ surfaceTilt, surfaceAzimuth, trackingMode, tracker, kwp, energy, specificYield, planeIrradiation }) => [
      trackingMode === "none" ? `${surfaceTilt}° tilt, azimuth ${surfaceAzimuth}°` : trackerName({ tracker }),
      plain(kwp),
      fixed(planeIrradiation, 1),
      fixed(energy, digits),
      fixed(specificYield, 1),
    ],
  );
  return `${aligned([["plane", "kWp", "kWh/m²", "kWh", "kWh/kWp"], ...rows]).join("\n")}\n`;
}

/** The search adds the whole period up; beside a table of a year stands what the plane yields in a year. */
function optimumText(
  { surfaceTilt, surfaceAzimuth, specificYield, tiltRange, azimuthRange }: Optimum,
  { annual, total }: Yield,
): string {
  const share = annual && total.energy > 0 ? annual.energy / total.energy : 1;
  const [first, last] = azimuthRange;
  const directions = first === last ? "with any azimuth" : `with azimuths of ${first}° to ${last}°`;
  return (
    `best fixed plane: tilt ${surfaceTilt}°, azimuth ${surfaceAzimuth}°, ${(share * specificYield).toFixed(1)} kWh/kWp; less than 1 % is lost with ` +
    `tilts of ${tiltRange[0]}° to ${tiltRange[1]}°, and ${directions}\n`
  );
}

/** A tracker in words. @experimental */
export function trackerName({ tracker }: Pick<YieldPlane, "tracker">): string {
  return tracker?.mode === "dual-axis" ? "two-axis tracker" : "one-axis tracker";
}
