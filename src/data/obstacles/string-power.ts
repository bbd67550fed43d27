/**
 * The power of a plane's strings when parts of its modules are shaded, over that of modules that all have the mean light.
 *
 * Cells in series have the current of the darkest one, so what counts of a substring, or of one half of it, is the light of its darkest
 * cell and of its brightest, and about how many are as dark (one, two, five, ten or all of twenty).
 */
import { calcparamsCec } from "../../physics/models/pv/index.js";
import {
  behindDiode,
  type Cell,
  Cells,
  type Curve,
  halvesTogether,
  inSeries,
} from "../../physics/models/pv/mismatch.js";
import type { Modules } from "./types.js";

/** As many steps of the beam's share of the light. */
export const BEAM_STEPS = 8;
/** Of a substring in series, or of a half of it. */
export const CELLS = 20;
/** V, of a Schottky diode. */
const DROP = 0.5;
/** W/m² and °C at which the curves are taken. */
const [LIGHT, WARM] = [700, 45] as const;

/**
 * The module of the CEC's list nearest to the medians of its monocrystalline ones with 195 to 215 W/m² (Peimar SL360M, 60 cells), and
 * breakdown as Bishop 1988 has it (the values of pvlib and PVMismatch).
 */
const MODULE = { alphaSc: 0.0048884, aRef: 1.54739, ILRef: 11.1172, IORef: 3.00257e-11, RShRef: 310.4, RS: 0.201791 };
const [MODULE_CELLS, ADJUST] = [60, 9.81325] as const;
const BREAKDOWN = { breakdownFactor: 1e-4, breakdownVoltage: -5.5, breakdownExp: 3.28 } as const;

/** @param light W/m²; @param warm °C */
export function usualCell(light: number = LIGHT, warm: number = WARM): Cell {
  const found = calcparamsCec({ effectiveIrradiance: light, tempCell: warm }, { ...MODULE, Adjust: ADJUST });
  return {
    photocurrent: found.photocurrent[0]!,
    saturationCurrent: found.saturationCurrent[0]!,
    resistanceSeries: found.resistanceSeries[0]! / MODULE_CELLS,
    resistanceShunt: found.resistanceShunt[0]! / MODULE_CELLS,
    nNsVth: found.nNsVth[0]! / MODULE_CELLS,
    ...BREAKDOWN,
  };
}

/** Shares of the beam are told apart in so many steps. */
const LEVELS = 20;
const [LEVEL_BITS, LEVEL_MASK] = [5, 31] as const;
/** How many cells may be dark, and from how many on they count as so many. */
const DARK = [1, 2, 5, 10, CELLS] as const;
const DARK_FROM = [1, 2, 3, 7, 15] as const;

export function levelOf(share: number): number {
  return Math.round(share * LEVELS);
}

/** Of a substring or one half of it. @param darkest, brightest levels; @param dark cells nearer to the darkest, of 20 */
export function stateOf(darkest: number, brightest: number, dark: number): number {
  let kind = DARK.length - 1;
  while (kind > 0 && dark < DARK_FROM[kind]!) kind--;
  return (kind << (2 * LEVEL_BITS)) | ((kind === DARK.length - 1 ? darkest : brightest) << LEVEL_BITS) | darkest;
}

type Wiring = Required<Pick<Modules, "cells" | "wiring">>;
/** States of substrings → how many have that. */
type Counts = ReadonlyMap<number, number>;
/** The same as lists. */
type Circuit = readonly [states: Int32Array, times: Float64Array];

/** Powers of patterns of shade, over that of the mean light, at each step of the beam's share. */
export class StringPower {
  private readonly wiring: Wiring;
  private readonly cells: Cells;
  /** Of substrings, for each step of the beam's share. */
  private readonly curves = Array.from({ length: BEAM_STEPS + 1 }, () => new Map<number, Curve>());
  /** Many modules have the same shade. */
  private readonly modules = new Map<string, Float64Array>();

  constructor(wiring: Wiring, cell: Cell = usualCell()) {
    this.wiring = wiring;
    this.cells = new Cells(cell);
  }

  /**
   * @param strings states of the substrings of each string, or of each module that has its own tracker; of half cells two a substring, one
   *   after the other
   * @param mean level of all cells
   * @returns at each step of the beam's share from 0 on; undefined: all cells have the same
   */
  over(strings: readonly Int32Array[], mean: number): Float64Array | undefined {
    const first = strings[0]![0]!;
    const isEven = first === stateOf(first & LEVEL_MASK, first & LEVEL_MASK, CELLS);
    if (isEven && strings.every((states) => states.every((state) => state === first))) return undefined;
    const { cells, wiring } = this.wiring;
    const count = (CELLS / (cells === "half" ? 2 : 1)) * strings.reduce((sum, { length }) => sum + length, 0);
    const counts =
      wiring === "strings"
        ? strings.map((states) => darkestOf(states, cells))
        : strings.map((states) => countsOf(states, cells));
    const circuits = counts.map((one): Circuit => [Int32Array.from(one.keys()), Float64Array.from(one.values())]);
    const power = wiring === "modules" ? this.alone(circuits) : this.together(circuits);
    return power.map((watts, step) =>
      step === 0 ? 1 : Math.min(1, watts / (count * this.cells.power(lightOf(step, mean)))),
    );
  }

  private together(circuits: readonly Circuit[]): Float64Array {
    return bySteps((step) => {
      if (circuits.length === 1) return this.cells.seriesPower(this.curvesOf(circuits[0]![0], step), circuits[0]![1]);
      return this.cells.parallelPower(circuits.map(([states, times]) => inSeries(this.curvesOf(states, step), times)));
    });
  }

  private alone(circuits: readonly Circuit[]): Float64Array {
    const sum = new Float64Array(BEAM_STEPS + 1);
    for (const circuit of circuits) {
      const key = circuit.join(";");
      const power = this.modules.get(key) ?? this.together([circuit]);
      this.modules.set(key, power);
      for (let step = 0; step <= BEAM_STEPS; step++) sum[step]! += power[step]!;
    }
    return sum;
  }

  private curvesOf(states: Int32Array, step: number): Curve[] {
    return Array.from(states, (one) => this.curveOf(one, step));
  }

  private curveOf(states: number, step: number): Curve {
    const known = this.curves[step]!.get(states);
    if (known !== undefined) return known;
    const one = this.partOf(states & STATE_MASK, step);
    const made = this.wiring.cells === "full" ? one : halvesTogether(one, this.partOf(states >> STATE_BITS, step));
    const behind = behindDiode(made, DROP);
    this.curves[step]!.set(states, behind);
    return behind;
  }

  private partOf(state: number, step: number): Curve {
    const dark = DARK[state >> (2 * LEVEL_BITS)]!;
    const curves = [state & LEVEL_MASK, (state >> LEVEL_BITS) & LEVEL_MASK].map((level) =>
      this.cells.curve(lightOf(step, level)),
    );
    return inSeries(curves, [dark, CELLS - dark]);
  }
}

/** Light of planes is told apart in so many steps of the brightest one's. */
const PLANE_LEVELS = 64;

/** Modules of several planes in series: the string has the smallest current, unless diodes let more pass. */
export class SeriesPower {
  private readonly counts: Float64Array;
  private readonly cells = new Cells(usualCell());
  private readonly known = new Map<number, number>();

  /** @param counts of modules, or anything in proportion, of each plane */
  constructor(counts: readonly number[]) {
    this.counts = Float64Array.from(counts);
  }

  /** @param powers of the planes for each module; NaN: missing @returns share of their sum that the string has */
  kept(powers: Float64Array): number {
    let most = 0;
    for (let k = 0; k < powers.length; k++) if (powers[k]! > most) most = powers[k]!;
    let key = 0;
    for (let k = 0; k < powers.length; k++)
      key = key * (PLANE_LEVELS + 1) + (powers[k]! > 0 ? Math.round((powers[k]! / most) * PLANE_LEVELS) : 0);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const made = most > 0 ? this.of(powers, most) : 1;
    this.known.set(key, made);
    return made;
  }

  private of(powers: Float64Array, most: number): number {
    const lights = Array.from(powers, (power) => Math.round((Math.max(power, 0) / most) * PLANE_LEVELS) / PLANE_LEVELS);
    if (lights.every((light) => light === 1)) return 1;
    const curves = lights.map((light) => behindDiode(inSeries([this.cells.curve(light)], [CELLS]), DROP));
    const sum = lights.reduce((all, light, k) => all + this.counts[k]! * this.cells.power(light), 0);
    return Math.min(1, this.cells.seriesPower(curves, this.counts) / (CELLS * sum));
  }
}

function bySteps(power: (step: number) => number): Float64Array {
  return Float64Array.from({ length: BEAM_STEPS + 1 }, (_, step) => power(step));
}

/** Light of a cell, over that of one in the open. */
function lightOf(step: number, level: number): number {
  return 1 - ((1 - level / LEVELS) * step) / BEAM_STEPS;
}

const STATE_BITS = 2 * LEVEL_BITS + 3;
const STATE_MASK = (1 << STATE_BITS) - 1;

/** Halves in an order that does not matter to the circuit. */
function countsOf(states: Int32Array, cells: Wiring["cells"]): Counts {
  const counts = new Map<number, number>();
  const each = cells === "half" ? 2 : 1;
  for (let k = 0; k < states.length; k += each) {
    const [one, other] = [states[k]!, each === 2 ? states[k + 1]! : 0];
    const both = Math.min(one, other) | (Math.max(one, other) << STATE_BITS);
    const key = each === 2 ? both : one;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function darkestOf(states: Int32Array, cells: Wiring["cells"]): Counts {
  const level = states.reduce((least, state) => Math.min(least, state & LEVEL_MASK), LEVELS);
  return countsOf(
    states.map(() => stateOf(level, level, CELLS)),
    cells,
  );
}
