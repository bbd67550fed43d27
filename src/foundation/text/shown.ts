/** Values as text in error messages. */
const LONGEST_SHOWN = 60;

/** What JSON leaves as it is, and terminals obey. */
const LATE_CONTROL_CHARACTER = /[\u007f-\u009f]/g;

/** A value in an error message: shortened, strings in quotes, control characters escaped. */
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

/** What of these values was given: the others are left out, as their keys would say that they are there. */
export function given<Values extends object>(
  values: Values,
): { [key in keyof Values]?: Exclude<Values[key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [key in keyof Values]?: Exclude<Values[key], undefined>;
  };
}

export type InputErrorCode = "ERR_GENERATION" | "ERR_TUNING";

/**
 * "generateYear: temperature must be …": the function named in front is for whoever called it.
 *
 * @returns an error of the kind with `code`, and with `problem`: the message without the function, for those who did not call it
 */
export function inputError(
  Kind: RangeErrorConstructor | TypeErrorConstructor,
  code: InputErrorCode,
  owner: string,
  problem: string,
): Error {
  return Object.assign(new Kind(`${owner}: ${problem}`), { code, problem });
}

/** The problem that an error of the code has; undefined for any other thrown value. */
export function problemOf(thrown: unknown, code: InputErrorCode): string | undefined {
  const error = (thrown ?? {}) as { readonly code?: unknown; readonly problem?: unknown };
  return error.code === code && typeof error.problem === "string" ? error.problem : undefined;
}
