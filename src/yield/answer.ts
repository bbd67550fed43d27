/**
 * A yield as one JSON object or a table: what HTTP, jobs and lines of NDJSON have. Keys are written with underscores; numbers are those of
 * the library, unrounded.
 */
import type { Notice } from "../contract/observation/types.js";
import { snakeCase } from "../system/fields.js";
import type { Optimum } from "./optimum.js";
import type { MonthYield, Yield } from "./types.js";

/** What stands beside the yield. @experimental */
export interface YieldAnswerParts {
  readonly optimum?: Optimum | undefined;
  /** What the weather is, as plain data: becomes `weather`. */
  readonly weather?: object | undefined;
  /** Of the weather and the place: they come before the yield's own. */
  readonly notices?: readonly Notice[] | undefined;
}

/**
 * A yield as a plain object that `JSON.stringify` writes: `place`, `kwp`, `annual`, `total`, `months`, `years`, `exceedance`, `losses`,
 * `planes`, …, `optimum` (null without one), `weather` and `notices`. Energies in kWh, specific yields in kWh/kWp, irradiations in kWh/m².
 *
 * @experimental
 *
 * @example
 * ```js
 * import { loadSample } from "irradiance-engine/weather";
 * import { yieldAnswer, yieldOf } from "irradiance-engine/yield";
 *
 * const system = { planes: [{ surfaceTilt: 30, surfaceAzimuth: 180, kwp: 8 }] };
 * const found = yieldOf(await loadSample(), system, { typicalYear: true });
 * console.log(yieldAnswer(found).annual.specific_yield === found.annual.specificYield); // true
 * ```
 */
export function yieldAnswer(
  { place, kwp, annual, notices, ...found }: Yield,
  { optimum, weather, notices: before = [] }: YieldAnswerParts = {},
): { readonly [key: string]: unknown } {
  return snakeKeys({
    ...{ place, kwp, annual, ...found },
    optimum: optimum ?? null,
    ...(weather && { weather }),
    notices: [...before, ...notices],
  }) as { readonly [key: string]: unknown };
}

/** Lists stay lists; numbers that are none (NaN) become null. */
function snakeKeys(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array, finite);
  if (Array.isArray(value)) return value.map(snakeKeys);
  if (typeof value !== "object" || value === null) return finite(value);
  const kept = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(kept.map(([key, item]) => [snakeCase(key), snakeKeys(item)]));
}

function finite<Value>(value: Value): Value | null {
  return typeof value === "number" && !Number.isFinite(value) ? null : value;
}

/** The months' columns, in their order. */
const MONTH_COLUMNS = [
  "month",
  "years",
  "horizontalIrradiation",
  "planeIrradiation",
  "energy",
  "specificYield",
  "performanceRatio",
  "missing",
  "doubtful",
] as const satisfies readonly (keyof MonthYield)[];

/**
 * The months of a yield as CSV, a row a month: month, years behind it, irradiations (kWh/m²), energy (kWh), specific yield
 * (kWh/kWp), performance ratio, shares missing and in doubt. What is not there is an empty cell.
 *
 * @experimental
 */
export function yieldCsv({ months }: Yield): string {
  const rows = months.map((month) => MONTH_COLUMNS.map((name) => String(month[name] ?? "")).join(","));
  return `${[MONTH_COLUMNS.map(snakeCase).join(","), ...rows].join("\n")}\n`;
}
