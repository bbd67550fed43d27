/**
 * Power lost to a shadow on crystalline modules with bypass diodes.
 *
 * Martínez-Moreno, Muñoz & Lorenzo 2010, Experimental model to estimate shading losses on PV arrays, Solar Energy Materials
 * and Solar Cells 94, 2298–2303, doi 10.1016/j.solmat.2010.07.029, eq. 6 and 8.
 */
import { type ColumnInput, toColumns } from "../columns.js";

/** Irradiances in W/m²; shadedBlocks is rounded up. Nothing is lost of no light. */
export function directMartinezRows(
  i0: number,
  i1: number,
  poaGlobal: Float64Array,
  poaDirect: Float64Array,
  shadedFraction: Float64Array,
  shadedBlocks: Float64Array,
  totalBlocks: Float64Array,
  shadingLosses: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const beamFactor = (1 - shadedFraction[i]!) * (1 - Math.ceil(shadedBlocks[i]!) / (1 + totalBlocks[i]!)); // eq. 6
    const lost = poaDirect[i]! * (1 - beamFactor); // eq. 8, times G
    shadingLosses[i] = lost === 0 && poaGlobal[i] === 0 ? 0 : lost / poaGlobal[i]!;
  }
}

/**
 * Share of DC power lost to a shadow, by the number of blocks (groups of cells behind one bypass diode) that it touches.
 *
 * Differs from pvlib: 0 where there is no light (pvlib: NaN).
 *
 * @param inputs poaGlobal, poaDirect (with the circumsolar part; W/m²), shadedFraction (of the area, 0…1), shadedBlocks
 *   (rounded up), totalBlocks; numbers or arrays of one length
 * @returns shadingLosses, 0…1; NaN where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length
 * @experimental
 */
export function directMartinez(inputs: {
  poaGlobal: ColumnInput;
  poaDirect: ColumnInput;
  shadedFraction: ColumnInput;
  shadedBlocks: ColumnInput;
  totalBlocks: ColumnInput;
}): { shadingLosses: Float64Array } {
  const { poaGlobal, poaDirect, shadedFraction, shadedBlocks, totalBlocks } = inputs;
  const c = toColumns("directMartinez", { poaGlobal, poaDirect, shadedFraction, shadedBlocks, totalBlocks });
  const out = new Float64Array(c.n);
  directMartinezRows(0, c.n, c.poaGlobal, c.poaDirect, c.shadedFraction, c.shadedBlocks, c.totalBlocks, out);
  return { shadingLosses: out };
}
