/** Errors about the values that a function was given, with a code by which callers of its callers know them. */

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
