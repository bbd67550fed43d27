/** The monthly table as text. */
import { aligned } from "../text/aligned.js";
import { fixed } from "../text/number.js";
import { shown } from "../text/shown.js";
import type { MonthlyRow } from "./monthly.js";

interface Heading {
  readonly key: Exclude<keyof MonthlyRow, "month" | "intervals">;
  readonly lines: readonly [string, string, string];
  readonly digits: number;
  readonly factor: number;
}

const HEADINGS: readonly Heading[] = [
  { key: "global_horizontal_irradiance", lines: ["horizontal", "", "kWh/m²"], digits: 1, factor: 1 },
  { key: "global_horizontal_irradiance_with_shading", lines: ["horizontal", "shaded", "kWh/m²"], digits: 1, factor: 1 },
  { key: "global_tilted_irradiance", lines: ["tilted", "", "kWh/m²"], digits: 1, factor: 1 },
  { key: "global_tilted_irradiance_with_shading", lines: ["tilted", "shaded", "kWh/m²"], digits: 1, factor: 1 },
  { key: "pv_production", lines: ["pv_prod", "", "kWh/kWp"], digits: 1, factor: 1 },
  { key: "pv_production_with_shading", lines: ["pv_prod", "shaded", "kWh/kWp"], digits: 1, factor: 1 },
  { key: "temperature", lines: ["mean", "temp.", "°C"], digits: 1, factor: 1 },
  { key: "missing", lines: ["", "missing", "%"], digits: 1, factor: 100 },
];

/**
 * Columns without any value are left out; a missing value is a dash. `pv_prod` is `pv_production`.
 *
 * @param rows from `monthly`
 * @param total from `total`: a last row under a rule
 * @throws TypeError for rows that are not an array
 */
export function formatTable(rows: readonly MonthlyRow[], total?: MonthlyRow): string {
  if (!Array.isArray(rows)) throw new TypeError(`formatTable: rows must come from monthly(), got ${shown(rows)}`);
  const all: readonly MonthlyRow[] = total ? [...rows, total] : rows;
  const headings = HEADINGS.filter(({ key }) => all.some((row) => row[key] !== null));
  const heads = [0, 1, 2].map((line) => [line === 2 ? "month" : "", ...headings.map(({ lines }) => lines[line]!)]);
  const cells = all.map((row) => [row.month, ...headings.map((heading) => cell(row, heading))]);
  const lines = aligned([...heads, ...cells]);
  const body = lines.slice(heads.length);
  const rule = "─".repeat(Math.max(...lines.map(({ length }) => length)));
  if (total) body.splice(-1, 0, rule);
  return `${[...lines.slice(0, heads.length).filter((line) => line !== ""), rule, ...body].join("\n")}\n`;
}

function cell(row: MonthlyRow, { key, digits, factor }: Heading): string {
  const value = row[key];
  if (value === null) return "–";
  return fixed(value * factor, digits);
}
