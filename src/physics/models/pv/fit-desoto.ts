/**
 * De Soto's five parameters from the six numbers of a data sheet.
 *
 * De Soto, Klein & Beckman 2006, Solar Energy 80, 78–88, eq. 3 to 5 and 7 to 11; the slope at maximum power is that of Duffie & Beckman
 * 2013, Solar Engineering of Thermal Processes, eq. 23.2.6, because eq. 6 of the paper has a wrong sign. The five equations are those of
 * pvlib's `fit_desoto`. Three of them are linear in the photocurrent, the saturation current and the shunt conductance, so that only aRef
 * and RS are searched for.
 */
import { exp, log } from "../../../foundation/math/index.js";
import { checkNumbers, checkPositive } from "../model.js";
import { BOLTZMANN_EV, type CalcparamsDesotoOptions, CELSIUS_ZERO } from "./calcparams.js";

/** What a data sheet says of a module at reference conditions. */
export interface FitDesotoOptions {
  /** At maximum power, V and A. */
  vMp: number;
  iMp: number;
  /** Open-circuit voltage, V; short-circuit current, A. */
  vOc: number;
  iSc: number;
  /** Change of iSc with temperature, A/°C. */
  alphaSc: number;
  /** Change of vOc with temperature, V/°C, below 0. */
  betaVoc: number;
  /** As for `calcparamsDesoto`: silicon by default. */
  EgRef?: number | undefined;
  dEgdT?: number | undefined;
  irradRef?: number | undefined;
  tempRef?: number | undefined;
}

type Sheet = { readonly [name in keyof FitDesotoOptions]-?: number };

/** °C above the reference at which the open-circuit voltage must have changed as the data sheet says. */
const WARMER = 2;
/** Power at maximum over vOc·iSc of what can be a module: thin films of the CEC's list begin at 0.5, silicon ends at 0.84. */
const FILL_FACTORS = [0.4, 0.9] as const;
/** By which iSc is raised where the curve needs a negative resistance, and how often, as SAM does. */
const RAISED = 1.01;
const MOST_RAISES = 10;
const MOST_STEPS = 60;
const SOLVED = 1e-10;

/** A curve through short circuit, maximum power and open circuit, of a given aRef and RS. */
interface Curve {
  /** Saturation current times e^(vOc/a): about the photocurrent, where I0 itself is tiny. A */
  readonly diode: number;
  /** Conductance, 1/Ω. */
  readonly shunt: number;
}

/** Differences to open circuit: diode·(1 − e^((x − vOc)/a)) + shunt·(vOc − x) = I. */
function throughThree({ vMp, iMp, vOc, iSc }: Sheet, a: number, rs: number): Curve {
  const [short, most] = [vOc - iSc * rs, vOc - vMp - iMp * rs];
  const [shortDiode, mostDiode] = [1 - exp(-short / a), 1 - exp(-most / a)];
  const determinant = shortDiode * most - mostDiode * short;
  return {
    diode: (iSc * most - iMp * short) / determinant,
    shunt: (shortDiode * iMp - mostDiode * iSc) / determinant,
  };
}

const photocurrent = ({ vOc }: Sheet, a: number, { diode, shunt }: Curve) => diode * (1 - exp(-vOc / a)) + shunt * vOc;

/** Power has no slope at its maximum: I + V·dI/dV over iMp. */
function slopeLeft({ vMp, iMp, vOc }: Sheet, a: number, rs: number, { diode, shunt }: Curve): number {
  const conductance = (diode / a) * exp((vMp + iMp * rs - vOc) / a) + shunt;
  return 1 - (vMp * conductance) / (1 + rs * conductance) / iMp;
}

/** No current flows at the open-circuit voltage of warmer cells: what does over iSc. */
function warmLeft(sheet: Sheet, a: number, curve: Curve): number {
  const { vOc, iSc, alphaSc, betaVoc, EgRef, dEgdT, tempRef } = sheet;
  const kelvin = tempRef + CELSIUS_ZERO;
  const ratio = 1 + WARMER / kelvin;
  const gap = EgRef / kelvin - (EgRef * (1 + dEgdT * WARMER)) / (kelvin + WARMER);
  const diode = curve.diode * ratio * ratio * ratio * exp(gap / BOLTZMANN_EV);
  const open = vOc + betaVoc * WARMER;
  const lost = diode * (exp(open / (a * ratio) - vOc / a) - exp(-vOc / a)) + open * curve.shunt;
  return (lost - photocurrent(sheet, a, curve) - alphaSc * WARMER) / iSc;
}

/** a after the temperature coefficient alone, RS after maximum power alone, both of a module without a shunt. */
function firstGuess({ vMp, iMp, vOc, iSc, alphaSc, betaVoc, EgRef, dEgdT, tempRef }: Sheet): [a: number, rs: number] {
  const kelvin = tempRef + CELSIUS_ZERO;
  const growth = (3 + EgRef / (BOLTZMANN_EV * kelvin) - (EgRef * dEgdT) / BOLTZMANN_EV) / kelvin - alphaSc / iSc;
  const a = (vOc / kelvin - betaVoc) / growth;
  return [a, Math.max(0, (a * log(1 - iMp / iSc) + vOc - vMp) / iMp)];
}

/** Newton's method with differences for derivatives, steps halved until they help; undefined where it finds nothing. */
function solve(sheet: Sheet): [a: number, rs: number] | undefined {
  const residuals = (a: number, rs: number): readonly [slope: number, warm: number] => {
    const curve = throughThree(sheet, a, rs);
    return [slopeLeft(sheet, a, rs, curve), warmLeft(sheet, a, curve)];
  };
  const sizeOf = ([slope, warm]: readonly [number, number]) => Math.abs(slope) + Math.abs(warm);
  const ohms = sheet.vOc / sheet.iSc;
  let [a, rs] = firstGuess(sheet);
  let left = residuals(a, rs);
  for (let n = 0; n < MOST_STEPS; n++) {
    const [da, dr] = [1e-6 * a, 1e-6 * ohms];
    const [byA, byR] = [residuals(a + da, rs), residuals(a, rs + dr)];
    const [fa, fr] = [(byA[0] - left[0]) / da, (byR[0] - left[0]) / dr];
    const [ga, gr] = [(byA[1] - left[1]) / da, (byR[1] - left[1]) / dr];
    const determinant = fa * gr - fr * ga;
    const [stepA, stepR] = [(left[0] * gr - left[1] * fr) / determinant, (left[1] * fa - left[0] * ga) / determinant];
    let share = 1;
    let next = residuals(a - stepA, rs - stepR);
    while (share > 1e-4 && !(a > share * stepA && sizeOf(next) < sizeOf(left))) {
      share /= 2;
      next = residuals(a - share * stepA, rs - share * stepR);
    }
    if (!(sizeOf(next) < sizeOf(left))) break;
    [a, rs, left] = [a - share * stepA, rs - share * stepR, next];
  }
  return sizeOf(left) < SOLVED ? [a, rs] : undefined;
}

/**
 * The five parameters with which `calcparamsDesoto` and `singlediode` give the data sheet's short circuit, open circuit, maximum power
 * and change of the open-circuit voltage.
 *
 * Every fifth crystalline module of the CEC's list has numbers that ask for a negative shunt resistance (pvlib gives it, and no curve
 * can be computed from it). As in SAM, iSc is then raised by 1 % until they do not, which leaves maximum power as it is.
 *
 * @param options see `FitDesotoOptions`
 * @returns the options of `calcparamsDesoto`: alphaSc (A/°C), aRef (V), ILRef, IORef (A), RShRef, RS (Ω) …
 * @throws TypeError, RangeError for numbers that no module has: vMp above vOc, iMp above iSc, a fill factor outside 0.4…0.9, a curve
 *   that needs a negative resistance even with iSc raised by a tenth
 * @experimental
 */
export function fitDesoto(options: FitDesotoOptions): { [name in keyof CalcparamsDesotoOptions]-?: number } {
  const given = checked(options ?? {});
  let sheet = given;
  for (let n = 0; n <= MOST_RAISES; n++, sheet = { ...sheet, iSc: sheet.iSc * RAISED }) {
    const [a, rs] = solve(sheet) ?? [Number.NaN, Number.NaN];
    const curve = throughThree(sheet, a, rs);
    if (!(rs >= 0 && curve.shunt > 0)) continue;
    const { alphaSc, EgRef, dEgdT, irradRef, tempRef, vOc } = sheet;
    return {
      ...{ alphaSc, aRef: a, ILRef: photocurrent(sheet, a, curve), IORef: curve.diode * exp(-vOc / a) },
      ...{ RShRef: 1 / curve.shunt, RS: rs, EgRef, dEgdT, irradRef, tempRef },
    };
  }
  const { vMp, iMp, vOc, iSc, betaVoc } = given;
  const numbers = `vMp ${vMp} V, iMp ${iMp} A, vOc ${vOc} V, iSc ${iSc} A and betaVoc ${betaVoc} V/°C`;
  throw new RangeError(`fitDesoto: no curve of a module has ${numbers}: its resistances would be negative`);
}

function checked(options: FitDesotoOptions): Sheet {
  const { EgRef = 1.121, dEgdT = -0.0002677, irradRef = 1000, tempRef = 25 } = options;
  const { vMp, iMp, vOc, iSc, alphaSc, betaVoc } = options;
  checkPositive("fitDesoto", { vMp, iMp, vOc, iSc, EgRef, irradRef });
  checkNumbers("fitDesoto", { alphaSc, betaVoc, dEgdT });
  checkNumbers("fitDesoto", { tempRef }, -CELSIUS_ZERO);
  if (!(vMp < vOc)) throw new RangeError(`fitDesoto: vMp must be below vOc, ${vOc} V, got ${vMp}`);
  if (!(iMp < iSc)) throw new RangeError(`fitDesoto: iMp must be below iSc, ${iSc} A, got ${iMp}`);
  if (!(betaVoc < 0)) throw new RangeError(`fitDesoto: betaVoc must be below 0 V/°C, got ${betaVoc}`);
  const [least, most] = FILL_FACTORS;
  const fill = (vMp * iMp) / (vOc * iSc);
  if (!(fill >= least && fill <= most)) {
    throw new RangeError(
      `fitDesoto: vMp·iMp/(vOc·iSc), the fill factor, must be from ${least} to ${most}, got ${fill.toFixed(3)}`,
    );
  }
  return { vMp, iMp, vOc, iSc, alphaSc, betaVoc, EgRef, dEgdT, irradRef, tempRef };
}
