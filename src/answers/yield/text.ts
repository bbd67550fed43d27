/** A yield, its uncertainty and a power forecast as text. */
import type { QuantileName } from "../../data/contract/forecast/request.js";
import { lossSetText } from "../../data/system/losses.js";
import { aligned, fixed, plain } from "../../foundation/text/number.js";
import { SHORT_MONTH_NAMES } from "../../foundation/time/calendar.js";
import { formatTime } from "../../foundation/time/iso-time.js";
import { fixedZone, type Zone, zoneNamed } from "../../foundation/time/zone.js";
import type { PowerDay, PowerForecast } from "./forecast/types.js";
import type { Optimum } from "./optimum.js";
import type { LossName, LossStage, Yield, YieldPlane, YieldSum } from "./types.js";
import type { Life, Uncertainty, UncertaintyHorizon, UncertaintyKey } from "./uncertainty/types.js";
import { trendSentence } from "./uncertainty/uncertainty-of.js";

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
    `${lossTable(found, digitsFor(found.losses[0]!.energy))}${lossSetText(found.lossSet)}\n`,
    ...(found.obstacles ? [obstacleTable(found.obstacles, digitsFor(found.losses[0]!.energy))] : []),
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
  const line = "─".repeat(Math.max(...lines.map((line) => line.length)));
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

/** A tracker in words. */
export function trackerName({ tracker }: Pick<YieldPlane, "tracker">): string {
  return tracker?.mode === "dual-axis" ? "two-axis tracker" : "one-axis tracker";
}

/** `+13.3 %`, `−2.2 %`, or why there is none. */
export function changeText({ factor, note }: LossStage): string {
  return note ?? `${signed(factor)} %`;
}

function signed(factor: number): string {
  const percent = fixed(100 * (factor - 1), 1);
  if (Number(percent) === 0) return percent;
  return percent.startsWith("-") ? percent.replace("-", "−") : `+${percent}`;
}

/** Whether the year is the mean of several. */
function isMeanYear({ annual, months }: Yield): boolean {
  return annual !== null && months.some(({ years }) => years > 1);
}

/** What the losses are of, where it is not plainly the year. */
export function periodText(found: Yield): string {
  return found.annual === null ? ", over the whole period" : isMeanYear(found) ? ", in the mean year" : "";
}

/** @param digits of energies */
function lossTable(found: Yield, digits: number): string {
  const rows = found.losses.map((stage, k) => [
    stage.description,
    k === 0 ? "" : changeText(stage),
    fixed(stage.energy, digits),
  ]);
  return `${aligned([[`from the light to the energy fed in${periodText(found)}`, "", "kWh"], ...rows]).join("\n")}\n`;
}

/** What stands near, from what takes most. */
function obstacleTable({ all, each }: NonNullable<Yield["obstacles"]>, digits: number): string {
  const rows = each
    .filter(({ energy }) => energy !== 0)
    .sort((one, other) => other.energy - one.energy)
    .map(({ number, kind, name }, k, sorted) => [name ?? `${kind} ${number + 1}`, fixed(sorted[k]!.energy, digits)]);
  const idle = each.length - rows.length;
  const rest = idle === 0 ? [] : [[`${idle} more`, "0"]];
  return `${aligned([["without it there would be more", "kWh"], ...rows, ...rest, ["without all of them", fixed(all, digits)]]).join("\n")}\n`;
}

const HEADS: { readonly [name in LossName]: string } = {
  ...{ horizontal: "light", plane: "planes", shading: "horizon", beam: "near sun", diffuse: "near sky" },
  ...{
    rows: "rows",
    incidence: "cover",
    rear: "rear",
    spectrum: "spectrum",
    temperature: "cells",
    mismatch: "strings",
  },
  ...{ snow: "snow", soiling: "dirt", losses: "constant" },
  ...{ cabling: "DC cables", inverter: "inverter", clipping: "its limit", transformer: "AC cables", export: "grid" },
};

/** What each stage takes or adds in each month, percent of the energy before it. */
export function formatMonthlyLosses({ months, losses }: Yield): string {
  const shown = losses.flatMap((stage, k) =>
    k === 0 || stage.note !== undefined ? [] : [{ stage, before: losses[k - 1]! }],
  );
  const head = ["%", ...shown.map(({ stage }) => HEADS[stage.name])];
  const rows = months.map(({ month, stages }) => [
    SHORT_MONTH_NAMES[month - 1]!,
    ...shown.map(({ stage, before }) => {
      const [left, of] = [stages[stage.name] ?? 0, stages[before.name] ?? 0];
      return of > 0 ? signed(left / of) : "–";
    }),
  ]);
  const all = ["all", ...shown.map(({ stage }) => signed(stage.factor))];
  return `${aligned([head, ...rows, all]).join("\n")}\n`;
}

const NAMES: { readonly [key in UncertaintyKey]: string } = {
  interannual: "variation from year to year",
  record: "the mean of the years",
  irradiance: "light on the horizontal",
  plane: "light on the planes",
  module: "modules",
  losses: "soiling and snow",
  model: "model",
};

/** Shares, P-values, the trend if there is one, and the life if the system ages; empty without a mean year. */
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

/** The days in kWh, then the intervals in kW. */
export function formatPower(found: PowerForecast): string {
  const { kwp, lossSet, acLimit, timeZone, quantiles, days, place } = found;
  const zone = zoneNamed(timeZone) ?? fixedZone(0);
  const names = Object.keys(quantiles ?? {}) as QuantileName[];
  const limit = `${Number((acLimit / 1000).toPrecision(4))} kW at most`;
  return [
    `${plain(kwp)} kWp, ${limit}, at ${place.latitude}, ${place.longitude}; issued ${clockText(found.issued, zone)} ${timeZone}`,
    lossSetText(lossSet),
    "",
    ...aligned([["day", "kWh", "left, kWh", ...names], ...days.map((day) => dayCells(day, names))]),
    "",
    ...aligned([["from", "kW", ...names, "light, W/m²"], ...powerRows(found, names, zone)]),
    "",
  ].join("\n");
}

function dayCells({ date, energy, remaining, quantiles }: PowerDay, names: readonly QuantileName[]): string[] {
  return [date, figure(energy), figure(remaining), ...names.map((name) => figure(quantiles?.[name]))];
}

function powerRows(found: PowerForecast, names: readonly QuantileName[], zone: Zone): string[][] {
  const { start, interval, count, columns, quantiles } = found;
  return Array.from({ length: count }, (_, row) => [
    clockText(start + row * interval * 1000, zone),
    figure(columns.acPower[row]! / 1000),
    ...names.map((name) => figure(quantiles![name]![row]! / 1000)),
    Number.isNaN(columns.planeIrradiance[row]!) ? NONE : fixed(columns.planeIrradiance[row]!, 0),
  ]);
}

const NONE = "–";

function figure(value: number | null | undefined): string {
  return value === null || value === undefined || Number.isNaN(value) ? NONE : fixed(value, 2);
}

/** Local date and time: 2024-06-21 14:30. */
function clockText(time: number, zone: Zone): string {
  return formatTime(time + zone.spanAt(time).offset)
    .slice(0, 16)
    .replace("T", " ");
}
