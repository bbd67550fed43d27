/**
 * How public model functions check the scalar options of their second argument, which carry pvlib's names in camelCase.
 * Functions that need one read `options ?? {}`, so that a forgotten argument is refused by the name of what is missing.
 */

/**
 * @param model name of the calling function, for error texts
 * @throws TypeError when an option is not a number; RangeError when it is not finite or outside [least, most]
 */
export function checkNumbers(
  model: string,
  options: { readonly [name: string]: unknown },
  least = Number.NEGATIVE_INFINITY,
  most = Number.POSITIVE_INFINITY,
): void {
  for (const name in options) {
    const value = options[name];
    if (typeof value !== "number") throw new TypeError(`${model}: ${name} must be a number, got ${String(value)}`);
    if (Number.isFinite(value) && value >= least && value <= most) continue;
    throw new RangeError(`${model}: ${name} must be ${rangeText(least, most)}, got ${value}`);
  }
}

/** As `checkNumbers`, for options that must be finite and above 0. */
export function checkPositive(model: string, options: { readonly [name: string]: unknown }): void {
  checkNumbers(model, options);
  for (const name in options) {
    if (!((options[name] as number) > 0)) {
      throw new RangeError(`${model}: ${name} must be above 0, got ${String(options[name])}`);
    }
  }
}

/**
 * As `checkNumbers`, for limits and thresholds: from 0 up, Infinity for none.
 *
 * @param model name of the calling function, for error texts
 * @throws TypeError when a limit is not a number; RangeError when it is NaN or below 0
 */
export function checkLimits(model: string, limits: { readonly [name: string]: unknown }): void {
  for (const name in limits) {
    const limit = limits[name];
    const isNumber = typeof limit === "number";
    if (isNumber && limit >= 0) continue;
    throw new (isNumber ? RangeError : TypeError)(`${model}: ${name} must be a number from 0 up, got ${String(limit)}`);
  }
}

/**
 * Numeric options, with defaults for those that are missing, undefined or null.
 *
 * @throws TypeError for a name without a default, and for values that are neither a number nor NaN
 */
export function withDefaults<Defaults extends { readonly [name: string]: number }>(
  model: string,
  defaults: Defaults,
  options: object,
): { [Name in keyof Defaults]: number } {
  const filled: { [name: string]: unknown } = { ...defaults, ...options };
  for (const name in filled) {
    filled[name] ??= defaults[name];
    if (!(name in defaults)) throw new TypeError(`${model}: unknown option ${name}`);
    if (typeof filled[name] === "number" && !Number.isNaN(filled[name])) continue;
    throw new TypeError(`${model}: ${name} must be a number, got ${String(filled[name])}`);
  }
  return filled as { [Name in keyof Defaults]: number };
}

function rangeText(least: number, most: number): string {
  if (Number.isFinite(least)) return Number.isFinite(most) ? `${least} to ${most}` : `finite and at least ${least}`;
  return Number.isFinite(most) ? `finite and at most ${most}` : "finite";
}
