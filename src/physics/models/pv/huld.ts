/**
 * DC power after Huld, as in PVGIS.
 *
 * Huld et al. 2011, A power-rating model for crystalline silicon PV modules, Solar Energy Materials & Solar Cells 95,
 * 3359–3369, eq. 1. Coefficients: PVGIS documentation, section 5.2.3 (`pvgis5`); Chatzipanagi et al. 2025, An updated
 * simplified energy yield model for recent photovoltaic module technologies, Progress in Photovoltaics 33, 905–917
 * (`pvgis6`); both read in pvlib-python 0.15.0.
 */
import { log } from "../../../foundation/math/index.js";
import { checkNumbers, model } from "../model.js";

type Six = readonly [number, number, number, number, number, number];

/** k1…k6 relative to pdc0, by version and cell type. */
const HULD_COEFFICIENTS = {
  pvgis5: {
    csi: [-0.017237, -0.040465, -0.004702, 0.000149, 0.00017, 0.000005],
    cis: [-0.005554, -0.038724, -0.003723, -0.000905, -0.001256, 0.000001],
    cdte: [-0.046689, -0.072844, -0.002262, 0.000276, 0.000159, -0.000006],
  },
  pvgis6: {
    csi: [-0.006756, -0.016444, -0.003015, -0.000045, -0.000043, 0],
    cis: [-0.011001, -0.029734, -0.002887, 0.000217, -0.000163, 0],
    cdte: [-0.020644, -0.035136, -0.003406, 0.000073, -0.000141, 0.000002],
  },
} as const satisfies { [version: string]: { [cell: string]: Six } };

export interface HuldOptions {
  /** Power at 1000 W/m² and 25 °C, W. */
  pdc0: number;
  /** k1…k6 in W (pdc0 times the relative ones). Either this or cellType. */
  k?: ArrayLike<number> | undefined;
  /** "csi" (crystalline silicon), "cis" or "cdte", in any case. */
  cellType?: string | undefined;
  /** Which coefficients cellType stands for: "pvgis5" (default) or "pvgis6". */
  kVersion?: "pvgis5" | "pvgis6" | undefined;
}

/**
 * DC power of modules: g·(pdc0 + k1·ln g + k2·ln²g + k3·t + k4·t·ln g + k5·t·ln²g + k6·t²), g = G/1000, t = T − 25.
 *
 * Below some 20 W/m² the logarithms make it negative; it is not limited.
 *
 * @param inputs effectiveIrradiance G (W/m², after reflection and spectral losses), tempMod T (°C, back of the module);
 *   numbers or arrays of one length
 * @param options pdc0 (W) and either k (six numbers, W) or cellType; kVersion ("pvgis5")
 * @returns pdc in W; for G of 0 or below the logarithm counts as 0; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export const huld = /* @__PURE__ */ model("huld", {
  inputs: ["effectiveIrradiance", "tempMod"],
  outputs: ["pdc"],
  settings(options: HuldOptions) {
    const { pdc0 } = options;
    checkNumbers("huld", { pdc0 });
    return { pdc0, k: huldCoefficients("huld", options) };
  },
  rows(from, to, { effectiveIrradiance, tempMod, pdc }, { pdc0, k }) {
    const [k1, k2, k3, k4, k5, k6] = k;
    for (let i = from; i < to; i++) {
      const g = effectiveIrradiance[i]! / 1000;
      const t = tempMod[i]! - 25;
      const l = g > 0 ? log(g) : 0;
      pdc[i] = g * (pdc0 + l * (k1 + l * k2) + t * (k3 + l * (k4 + l * k5) + t * k6));
    }
  },
});

/** k1…k6 in W: those given, or those of the cell type times pdc0. */
export function huldCoefficients(model: string, options: HuldOptions): Six {
  const { pdc0, k, cellType, kVersion = "pvgis5" } = options;
  if (k !== undefined && k !== null) {
    if (k.length !== 6) throw new RangeError(`${model}: k must have 6 numbers, got ${k.length}`);
    const six = Array.from(k);
    checkNumbers(model, Object.fromEntries(six.map((value, i) => [`k[${i}]`, value])));
    return six as unknown as Six;
  }
  if (cellType === undefined) throw new TypeError(`${model}: either k or cellType must be given, got neither`);
  if (!Object.hasOwn(HULD_COEFFICIENTS, kVersion)) {
    throw new RangeError(`${model}: kVersion must be pvgis5 or pvgis6, got ${String(kVersion)}`);
  }
  const sets: { readonly [cell: string]: Six } = HULD_COEFFICIENTS[kVersion];
  const key = String(cellType).toLowerCase();
  if (!Object.hasOwn(sets, key)) {
    throw new RangeError(`${model}: cellType must be one of ${Object.keys(sets).join(", ")}, got ${String(cellType)}`);
  }
  return sets[key]!.map((value) => value * pdc0) as unknown as Six;
}
