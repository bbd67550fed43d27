/**
 * A data sheet as parameters of the single-diode model. Where the sheet has the temperature coefficient of power, the other two are
 * adjusted for the curve to have it: Dobos 2012, J. Solar Energy Engineering 134, 021011 (the sixth parameter of the CEC's modules).
 */
import { calcparamsCec, fitDesoto, singlediode } from "../models/pv/index.js";
import type { SingleDiodeParameters } from "../models/pv/modules/single-diode.js";
import { number, object, whole } from "./fields.js";
import type { ModuleDatasheet } from "./types.js";

/** A module whose sheet says gammaPmp is further than this from what its other numbers give has numbers of two modules, %/°C. */
const MOST_CONTRADICTION = 0.4;
/** The range of temperatures over which SAM takes the mean change of power, °C. */
const COLD_AND_HOT = [-10, 50] as const;
/** V. Cells of three junctions have 2.3. */
const VOLTS_PER_CELL = [0.3, 2.5] as const;
const MOST_STEPS = 30;

export const DATASHEET = object(
  {
    vMp: number(0.1, 1000, "voltage at the maximum power point, V"),
    iMp: number(0.01, 100, "current there, A"),
    vOc: number(0.1, 1000, "open-circuit voltage, V"),
    iSc: number(0.01, 100, "short-circuit current, A"),
    alphaSc: number(-0.2, 0.6, "change of the short-circuit current with temperature, %/°C"),
    betaVoc: number(-2, 0, "change of the open-circuit voltage with temperature, %/°C"),
    gammaPmp: number(-2, 0, "change of the maximum power with temperature, %/°C"),
    cellsInSeries: whole(1, 1000, "cells in series"),
  },
  "what a data sheet says of a module at 1000 W/m² and 25 °C",
  ["vMp", "iMp", "vOc", "iSc", "alphaSc", "betaVoc"],
);

/** @throws RangeError for numbers that no module has, or that contradict one another, with the number */
export function fitDatasheet(sheet: ModuleDatasheet, where: string): SingleDiodeParameters {
  const { betaVoc, gammaPmp, cellsInSeries, vOc } = sheet;
  refuseUnit(where, "betaVoc", betaVoc, -0.16, `in V/°C it would be ${((100 * betaVoc) / vOc).toPrecision(2)} %/°C`);
  refuseUnit(where, "gammaPmp", gammaPmp, -0.1, "-0.0037 1/°C is -0.37 %/°C");
  const perCell = vOc / (cellsInSeries ?? vOc);
  if (perCell < VOLTS_PER_CELL[0] || perCell > VOLTS_PER_CELL[1]) {
    throw new RangeError(
      `${where}.cellsInSeries must be such that vOc is from ${VOLTS_PER_CELL.join(" to ")} V a cell, got ${perCell.toPrecision(3)} V`,
    );
  }
  const adjusted = (Adjust: number) => ({ ...adjustedFit(sheet, Adjust, where), Adjust });
  return gammaPmp === undefined ? adjusted(0) : withGamma(adjusted, gammaPmp, where);
}

function refuseUnit(where: string, name: string, value: number | undefined, most: number, idea: string): void {
  if (value === undefined || value <= most) return;
  throw new RangeError(`${where}.${name} must be at most ${most}, in %/°C, got ${value}: ${idea}`);
}

function adjustedFit(sheet: ModuleDatasheet, adjust: number, where: string): Omit<SingleDiodeParameters, "Adjust"> {
  const { vMp, iMp, vOc, iSc } = sheet;
  const alphaSc = (sheet.alphaSc / 100) * iSc;
  const betaVoc = (sheet.betaVoc / 100) * vOc;
  try {
    const warmer = { alphaSc: alphaSc * (1 - adjust / 100), betaVoc: betaVoc * (1 + adjust / 100) };
    return { ...fitDesoto({ vMp, iMp, vOc, iSc, ...warmer }), alphaSc };
  } catch (cause) {
    throw cause instanceof RangeError ? new RangeError(cause.message.replace("fitDesoto:", `${where}:`)) : cause;
  }
}

/** A step of an adjustment, shortened where it leads beyond what a module can be. */
function within(
  adjusted: (adjust: number) => SingleDiodeParameters,
  from: number,
  step: number,
): SingleDiodeParameters {
  try {
    return adjusted(from - step);
  } catch (cause) {
    if (Math.abs(step) < 1e-3) throw cause;
    return within(adjusted, from, step / 2);
  }
}

/** The secant method on the adjustment. */
function withGamma(
  adjusted: (adjust: number) => SingleDiodeParameters,
  gamma: number,
  where: string,
): SingleDiodeParameters {
  let [last, module] = [adjusted(0), adjusted(1)];
  let lastOff = gammaOf(last) - gamma;
  if (Math.abs(lastOff) > MOST_CONTRADICTION) {
    const others = `alphaSc and betaVoc give ${(lastOff + gamma).toFixed(2)} %/°C`;
    throw new RangeError(`${where}.gammaPmp contradicts the other numbers: ${others}, got ${gamma}`);
  }
  for (let n = 0; n < MOST_STEPS; n++) {
    const off = gammaOf(module) - gamma;
    if (Math.abs(off) < 1e-9) break;
    const step = (off * (module.Adjust - last.Adjust)) / (off - lastOff);
    [last, lastOff, module] = [module, off, within(adjusted, module.Adjust, step)];
  }
  return module;
}

/** Change of the maximum power, %/°C of that at 25 °C. */
function gammaOf(module: SingleDiodeParameters): number {
  const [cold, hot] = COLD_AND_HOT;
  const { pMp } = singlediode(calcparamsCec({ effectiveIrradiance: 1000, tempCell: [cold, 25, hot] }, module));
  return (100 * (pMp[2]! - pMp[0]!)) / (hot - cold) / pMp[1]!;
}
