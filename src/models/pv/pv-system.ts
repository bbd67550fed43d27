/** How a full PV system becomes a public function with a stage. */
import { type Stage, withStage } from "../stage.js";
import {
  ASSUMED_WIND,
  computeSystem,
  type PreparedSystem,
  runSystem,
  SYSTEM_OPTIONS,
  type SystemInputs,
  type SystemOptions,
} from "./system.js";

/**
 * A system by what is prepared of its options. Pure: bundlers may drop it.
 *
 * @param ownOptions names of the options of its modules
 * @returns with a stage that throws RangeError for cells on both sides without rows: the light on the rear depends on them
 */
export function pvSystem<Options extends SystemOptions>(
  name: string,
  ownOptions: readonly string[],
  prepare: (options: Options) => PreparedSystem,
): ((inputs: SystemInputs, options?: Options) => { power: Float64Array }) & {
  readonly stage: Stage<Options, PreparedSystem>;
} {
  const compute = (inputs: SystemInputs, options = {} as Options) => computeSystem(name, inputs, prepare(options));
  return withStage(compute, {
    name,
    family: "pv",
    grid: "compute",
    reach: 0,
    writes: ["pv"],
    reads: [
      "directTilted",
      "diffuseTilted",
      "globalTilted",
      "ghi",
      "albedo",
      "cosIncidence",
      "cosTilt",
      "temperature",
      "windSpeed",
      "relativeAirmass",
      "pressure",
    ],
    assumedWind: ASSUMED_WIND,
    accepts: SYSTEM_OPTIONS.concat(ownOptions),
    prepare: (_site, options: Options, hasRows) => {
      if (options.bifacial !== undefined && !hasRows) {
        throw new RangeError(`${name}: bifacial needs the rows that the modules stand in: context.rows`);
      }
      const system = prepare(options);
      if (system.spectralReads.length > 0) {
        throw new RangeError(
          `${name}: the spectrum "${options.spectrum}" is one of yields and of the function itself; the pipeline has none and deSoto`,
        );
      }
      return system;
    },
    run: runSystem,
  });
}
