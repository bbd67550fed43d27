/** How the spectral models take a module: by its type or by coefficients, one of the two, as in pvlib. */
import { checkNumbers } from "../options.js";

/** Exactly one of the two. @experimental */
export interface SpectralModuleOptions<ModuleType extends string> {
  /** One of the published types; upper or lower case. */
  moduleType?: ModuleType | undefined;
  /** The model's coefficients of another module. */
  coefficients?: readonly number[] | undefined;
}

/**
 * The coefficients that the options name.
 *
 * @throws TypeError when neither or both are given; RangeError for an unknown type or another number of coefficients
 */
export function moduleCoefficients<ModuleType extends string>(
  model: string,
  table: { readonly [type in ModuleType]: readonly number[] },
  options: SpectralModuleOptions<ModuleType>,
): readonly number[] {
  const { moduleType, coefficients } = options ?? {};
  if ((moduleType === undefined) === (coefficients === undefined)) {
    const got = moduleType === undefined ? "neither" : "both";
    throw new TypeError(`${model}: either moduleType or coefficients must be given, got ${got}`);
  }
  const types = Object.keys(table) as ModuleType[];
  const count = table[types[0]!].length;
  if (coefficients !== undefined) {
    if (coefficients.length !== count) {
      throw new RangeError(`${model}: coefficients must be ${count} numbers, got ${coefficients.length}`);
    }
    for (let i = 0; i < count; i++) checkNumbers(model, { [`coefficients[${i}]`]: coefficients[i] });
    return coefficients;
  }
  const type = types.find((name) => name === String(moduleType).toLowerCase());
  if (type === undefined) {
    throw new RangeError(`${model}: moduleType must be one of ${types.join(", ")}, got ${JSON.stringify(moduleType)}`);
  }
  return table[type];
}
