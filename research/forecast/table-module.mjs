// A fitted table as a module of the library, with four digits.
export function tableModule(table, spread) {
  const short = (_, one) => (typeof one === "number" ? Number(one.toPrecision(4)) : one);
  // A line for each lead time, fit or list of numbers.
  const text = (value) => JSON.stringify(value, short).replaceAll(/([}\]],)(?=["[{])/g, "$1\n");
  return [
    "// Written by research/validate-forecast.mjs --fit.",
    'import { DEFAULT_BANDS } from "./day-ahead/default-bands.generated.js";',
    'import type { CorrectionTable, SpreadTable } from "./table.js";',
    "",
    "/** Weights of a correction at places without a past of their own. */",
    `export const DEFAULT_TABLE: CorrectionTable = ${text(table)};`,
    "",
    "/** Spread around forecasts with these weights. */",
    `export const DEFAULT_SPREAD: SpreadTable = ${text({ ...spread, ahead: undefined }).slice(0, -1)},"ahead":DEFAULT_BANDS};`,
    "",
  ].join("\n");
}
