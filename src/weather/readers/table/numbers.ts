/** Numbers as spreadsheets of any country write them. */
import { parseValue, plainDecimal } from "../rows/values.js";

const MISSING =
  /^(?:-{1,3}|—|none|inf|-inf|#n\/?a|#nv|#n\/d|#div\/0!|#valu?e?[^ ]*!|missing|bad|unavailable|unknown|no data|n\.?d\.?)$/i;
const GROUPED_BY_COMMA = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;
const GROUPED_BY_POINT = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?$/;

/** NaN for a missing value; undefined for a text that is no number. */
export function parseNumber(text: string, decimal: "." | ","): number | undefined {
  if (decimal === ".") {
    const value = parseValue(text);
    if (value !== undefined) return value;
    if (GROUPED_BY_COMMA.test(text)) return Number(text.replaceAll(",", ""));
  } else {
    const plain = plainDecimal(text, ",");
    if (!Number.isNaN(plain)) return plain;
    if (GROUPED_BY_POINT.test(text)) return Number(text.replaceAll(".", "").replace(",", "."));
    const value = text.includes(".") ? undefined : parseValue(text.replace(",", "."));
    if (value !== undefined) return value;
  }
  return MISSING.test(text) ? Number.NaN : undefined;
}

/**
 * The decimal sign that a cell proves; undefined if it has none, or if it could be grouping as well: `1,234`.
 */
export function provenDecimal(text: string): "." | "," | undefined {
  if (/^[+-]?\d*\.\d*(?:[eE][+-]?\d+)?$/.test(text)) return GROUPED_BY_POINT.test(text) ? undefined : ".";
  if (/^[+-]?\d*,\d*(?:[eE][+-]?\d+)?$/.test(text)) return GROUPED_BY_COMMA.test(text) ? undefined : ",";
  if (GROUPED_BY_COMMA.test(text)) return text.includes(".") ? "." : undefined;
  return GROUPED_BY_POINT.test(text) && text.includes(",") ? "," : undefined;
}

/** Whether a cell has a sign that could be decimal or grouping. */
export function isUnclear(text: string): boolean {
  return provenDecimal(text) === undefined && (GROUPED_BY_COMMA.test(text) || GROUPED_BY_POINT.test(text));
}
