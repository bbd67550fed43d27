/** Results as plain objects that `JSON.stringify` writes. */
import { snakeCase } from "../system/fields.js";

/** Keys with underscores. Lists stay lists; numbers that are none (NaN) become null. */
export function snakeKeys(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array, finite);
  if (Array.isArray(value)) return value.map(snakeKeys);
  if (typeof value !== "object" || value === null) return finite(value);
  const kept = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(kept.map(([key, item]) => [snakeCase(key), snakeKeys(item)]));
}

function finite<Value>(value: Value): Value | null {
  return typeof value === "number" && !Number.isFinite(value) ? null : value;
}
