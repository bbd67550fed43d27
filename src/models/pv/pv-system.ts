/** How a full PV system becomes a public function with a stage, from the DC model of its modules. */
import { type Stage, withStage } from "../stage.js";
import { checkRows } from "./bifacial.js";
import {
  ASSUMED_WIND,
  computeSystem,
  type DcRows,
  type PreparedSystem,
  prepareSystem,
  runSystem,
  SYSTEM_OPTIONS,
  SYSTEM_READS,
  type SystemInputs,
  type SystemOptions,
} from "./system.js";

/**
 * A system by the DC model of its modules. Pure: bundlers may drop it.
 *
 * @param ownOptions names of the options of its modules
 * @param dcOf checks these options
 * @param usual reflection and cell temperature where they differ from `SystemOptions`' defaults
 */
export function pvSystem<Options extends SystemOptions>(
  name: string,
  ownOptions: readonly string[],
  dcOf: (options: Options) => DcRows,
  usual: Pick<SystemOptions, "iam" | "cellTemperature"> = {},
): ((inputs: SystemInputs, options?: Options) => { power: Float64Array }) & {
  readonly stage: Stage<Options, PreparedSystem>;
} {
  const prepare = (options: Options) => {
    const { iam = usual.iam, cellTemperature = usual.cellTemperature } = options;
    const dc = dcOf(options);
    return prepareSystem(name, { ...options, iam, cellTemperature }, dc);
  };
  const compute = (inputs: SystemInputs, options = {} as Options) => computeSystem(name, inputs, prepare(options));
  return withStage(compute, {
    name,
    family: "pv",
    grid: "compute",
    reach: 0,
    reads: SYSTEM_READS,
    assumedWind: ASSUMED_WIND,
    writes: ["pv"],
    accepts: SYSTEM_OPTIONS.concat(ownOptions),
    prepare: (_site, options: Options, hasRows = false) => {
      checkRows(name, options, hasRows);
      return prepare(options);
    },
    run: runSystem,
  });
}
