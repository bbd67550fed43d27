/** Values as text in error messages. */
const LONGEST_SHOWN = 60;

/** What JSON leaves as it is, and terminals obey. */
const LATE_CONTROL_CHARACTER = /[\u007f-\u009f]/g;

/**
 * A value in an error message: shortened, strings in quotes, control characters escaped.
 *
 * @experimental
 */
export function shown(value: unknown): string {
  if (typeof value === "string") {
    const text = JSON.stringify(value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value);
    return text.replace(LATE_CONTROL_CHARACTER, (one) => `\\u00${one.charCodeAt(0).toString(16)}`);
  }
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return `an array of ${(value as unknown[]).length}`;
  if (typeof value === "function") return "a function";
  if (typeof value === "object" && value !== null) return "an object";
  return String(value);
}
