/**
 * A module by the single-diode equation.
 *
 * De Soto, Klein & Beckman 2006, Solar Energy 80, 78–88; Dobos 2012, J. Solar Energy Engineering 134, 021011.
 */
import { checkNumbers, checkPositive } from "../../options.js";
import { type CalcparamsCecOptions, calcparamsDesotoRows } from "../calcparams-desoto.js";
import { maxPowerPointRows } from "../single-diode/points.js";
import { type PreparedModule, ratedModule } from "./rated.js";

/** Columns to work in, long enough for n rows. */
function workspace(n: number, resistanceSeries: number) {
  const column = () => new Float64Array(n);
  return {
    ...{ length: n, lit: column(), il: column(), is: column(), rsh: column(), a: column(), iMp: column() },
    rs: column().fill(resistanceSeries),
  };
}

/** All of them given. */
export type SingleDiodeParameters = { readonly [name in keyof CalcparamsCecOptions]-?: number };

/** @throws TypeError, RangeError for parameters that no module has */
export function singleDiodeModule(caller: string, parameters: SingleDiodeParameters): PreparedModule {
  const { alphaSc, aRef, ILRef, IORef, RShRef, RS, Adjust, EgRef, dEgdT, irradRef, tempRef } = parameters;
  checkNumbers(caller, { alphaSc, Adjust, dEgdT, tempRef });
  checkNumbers(caller, { RS }, 0);
  checkPositive(caller, { aRef, ILRef, IORef, RShRef, EgRef, irradRef });
  const adjusted = alphaSc * (1 - Adjust / 100);
  let w = workspace(1, RS);
  return ratedModule((i0, i1, effective, tempCell, power, voltage) => {
    if (w.length < i1) w = workspace(Math.ceil(i1 * 1.5), RS);
    // Below 0 the photocurrent would be negative: no light.
    for (let i = i0; i < i1; i++) w.lit[i] = Math.max(effective[i]!, 0);
    calcparamsDesotoRows(
      i0,
      i1,
      w.lit,
      tempCell,
      adjusted,
      aRef,
      ILRef,
      IORef,
      RShRef,
      EgRef,
      dEgdT,
      irradRef,
      tempRef,
      w.il,
      w.is,
      w.rsh,
      w.a,
    );
    maxPowerPointRows(i0, i1, w.il, w.is, w.rs, w.rsh, w.a, w.iMp, voltage, power);
  });
}
