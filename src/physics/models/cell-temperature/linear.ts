/** Cell and module temperatures that lie above the air's by irradiance over a loss factor, constant or linear in the wind. */
import { checkNumbers, columnsOf, type Inputs, model, type Outputs } from "../model.js";

/** Stefan–Boltzmann constant, W/(m² K⁴): 2π⁵k⁴/(15h³c²), which the SI of 2019 makes exact. */
const STEFAN_BOLTZMANN = 5.670374419184429e-8;

export interface FaimanOptions {
  /** Heat loss factor without wind, W/(m² °C). Default 25. */
  u0?: number | undefined;
  /** Its increase with wind, W/(m² °C) per m/s. Default 6.84. */
  u1?: number | undefined;
}

/**
 * Module or cell temperature: T + G/(u0 + u1·v).
 *
 * @param inputs poaGlobal G (W/m²), tempAir T (°C), windSpeed v (m/s, where u1 was found; default 1); numbers or arrays of
 *   one length
 * @param options u0 (25 W/(m² °C)), u1 (6.84 W/(m² °C) per m/s)
 * @returns tempCell in °C; not finite where the loss factor is 0; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: Faiman 2008, Assessing the outdoor operating temperature of photovoltaic modules, Progress in Photovoltaics 16,
 * 307–315, doi 10.1002/pip.813; the defaults are the mean of seven silicon modules on an open rack in the Negev.
 * @experimental
 */
export const faiman = /* @__PURE__ */ model("faiman", {
  inputs: ["poaGlobal", "tempAir"],
  defaults: { windSpeed: 1 },
  outputs: ["tempCell"],
  settings({ u0 = 25, u1 = 6.84 }: FaimanOptions) {
    checkNumbers("faiman", { u0, u1 });
    return { u0, u1 };
  },
  rows(from, to, { poaGlobal, tempAir, windSpeed, tempCell }, { u0, u1 }) {
    for (let i = from; i < to; i++) tempCell[i] = tempAir[i]! + poaGlobal[i]! / (u0 + u1 * windSpeed[i]!);
  },
});

export interface FaimanRadOptions extends FaimanOptions {
  /** Effective view factor to the sky, 0…1; (1 + 3·cos(tilt))/4 is a first estimate. Default 1 (horizontal). */
  skyView?: number | undefined;
  /** Infrared emissivity of the module's front, 0…1. Default 0.88. */
  emissivity?: number | undefined;
}

/**
 * Module or cell temperature: T + (G − ε·F·(σ·(T + 273.15)⁴ − irDown))/(u0 + u1·v).
 *
 * Without irDown it is `faiman`. With it, u0 and u1 of the original model count part of the radiation twice: use those
 * fitted together with irDown.
 *
 * @param inputs poaGlobal G (W/m²), tempAir T (°C), windSpeed v (m/s; default 1), irDown (thermal radiation from the sky on
 *   a horizontal plane, W/m²; may be left out); numbers or arrays of one length
 * @param options u0 (25 W/(m² °C)), u1 (6.84), skyView F (1), emissivity ε (0.88)
 * @returns tempCell in °C, below the air's on clear nights; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: Driesse, Stein & Theristis 2022, Improving Common PV Module Temperature Models by Incorporating Radiative Losses to
 * the Sky, SAND2022-11604, doi 10.2172/1884890.
 * @experimental
 */
export function faimanRad(
  inputs: Inputs<"poaGlobal" | "tempAir", "windSpeed" | "irDown">,
  options: FaimanRadOptions = {},
): Outputs<"tempCell"> {
  const { u0 = 25, u1 = 6.84, skyView = 1, emissivity = 0.88 } = options;
  checkNumbers("faimanRad", { u0, u1 });
  checkNumbers("faimanRad", { skyView, emissivity }, 0, 1);
  const c = columnsOf("faimanRad", inputs, ["poaGlobal", "tempAir"], { windSpeed: 1, irDown: 0 });
  const { tempAir, irDown, n } = c;
  // The irradiance less the net loss to the sky is what Faiman's formula takes.
  const poaGlobal = c.poaGlobal.slice();
  for (let i = 0; i < n && inputs.irDown !== undefined; i++) {
    const kelvin = tempAir[i]! + 273.15;
    const squared = kelvin * kelvin;
    const irUp = STEFAN_BOLTZMANN * (squared * squared);
    poaGlobal[i] = poaGlobal[i]! - emissivity * skyView * (irUp - irDown[i]!);
  }
  const tempCell = new Float64Array(n);
  faiman.rows(0, n, { poaGlobal, tempAir, windSpeed: c.windSpeed, tempCell }, { u0, u1 });
  return { tempCell };
}

export interface PvsystCellOptions {
  /** Heat loss factor, W/(m² °C). Default 29 (free-standing). */
  uC?: number | undefined;
  /** Its increase with wind, W/(m² °C) per m/s. Default 0. */
  uV?: number | undefined;
  /** Share of the plane's irradiance that becomes electricity, 0…1. Default 0.1. */
  moduleEfficiency?: number | undefined;
  /** Share that is absorbed, 0…1. Default 0.9. */
  alphaAbsorption?: number | undefined;
}

/**
 * Cell temperature: T + α·G·(1 − η)/(uC + uV·v).
 *
 * @param inputs poaGlobal G (W/m²), tempAir T (°C), windSpeed v (m/s, where uV was found; default 1); numbers or arrays of
 *   one length
 * @param options uC (29 W/(m² °C)), uV (0), moduleEfficiency η (0.1), alphaAbsorption α (0.9); see
 *   `TEMPERATURE_MODEL_PARAMETERS.pvsyst`
 * @returns tempCell in °C; not finite where the loss factor is 0; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: PVsyst help, Array thermal losses; Faiman 2008, Progress in Photovoltaics 16, 307–315, with conversion taken off.
 * @experimental
 */
export const pvsystCell = /* @__PURE__ */ model("pvsystCell", {
  inputs: ["poaGlobal", "tempAir"],
  defaults: { windSpeed: 1 },
  outputs: ["tempCell"],
  settings({ uC = 29, uV = 0, moduleEfficiency = 0.1, alphaAbsorption = 0.9 }: PvsystCellOptions) {
    checkNumbers("pvsystCell", { uC, uV, moduleEfficiency, alphaAbsorption });
    return { uC, uV, heat: alphaAbsorption * (1 - moduleEfficiency) };
  },
  rows(from, to, { poaGlobal, tempAir, windSpeed, tempCell }, { uC, uV, heat }) {
    for (let i = from; i < to; i++) tempCell[i] = tempAir[i]! + (poaGlobal[i]! * heat) / (uC + uV * windSpeed[i]!);
  },
});

export interface GenericLinearOptions {
  /** Heat transfer coefficient without wind, W/(m² °C). */
  uConst: number;
  /** Its increase with wind, W/(m² °C) per m/s. */
  duWind: number;
  /** Electrical efficiency, 0…1. */
  moduleEfficiency: number;
  /** Share of light absorbed, 0…1. */
  absorptance: number;
}

/**
 * Cell temperature: T + G·(α − η)/(uConst + duWind·v).
 *
 * @param inputs poaGlobal G (W/m²), tempAir T (°C), windSpeed v (m/s at 10 m, or where duWind was found); numbers or arrays
 *   of one length
 * @param options uConst, duWind, moduleEfficiency η, absorptance α; `GenericLinearModel` gets them from other models
 * @returns tempCell in °C; not finite where the loss factor is 0; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: Driesse, Theristis & Stein 2022, PV Module Operating Temperature Model Equivalence and Parameter Translation, 49th
 * IEEE PVSC, doi 10.1109/PVSC48317.2022.9938895.
 * @experimental
 */
export const genericLinear = /* @__PURE__ */ model("genericLinear", {
  inputs: ["poaGlobal", "tempAir", "windSpeed"],
  outputs: ["tempCell"],
  settings({ uConst, duWind, moduleEfficiency, absorptance }: GenericLinearOptions) {
    checkNumbers("genericLinear", { uConst, duWind, moduleEfficiency, absorptance });
    return { uConst, duWind, heat: absorptance - moduleEfficiency };
  },
  rows(from, to, { poaGlobal, tempAir, windSpeed, tempCell }, { uConst, duWind, heat }) {
    for (let i = from; i < to; i++) {
      tempCell[i] = tempAir[i]! + (poaGlobal[i]! * heat) / (uConst + duWind * windSpeed[i]!);
    }
  },
});

/**
 * The Ross coefficient k in °C per W/m² by mounting: Skoplaki & Palyvos 2009, Renewable Energy 34, 23–29, table 1, after
 * Nordmann & Clavadetscher 2003, 3rd World Conference on Photovoltaic Energy Conversion.
 * @experimental
 */
export const ROSS_COEFFICIENTS = {
  slopedRoofWellVentilated: 0.02,
  freeStanding: 0.0208,
  flatRoofWellVentilated: 0.026,
  slopedRoofPoorlyVentilated: 0.0342,
  facadeSemiVentilated: 0.0455,
  facadePoorlyVentilated: 0.0538,
  slopedRoofNonVentilated: 0.0563,
} as const;

/** Exactly one of the two. */
export interface RossOptions {
  /** Nominal operating cell temperature, °C (at 800 W/m², 20 °C, 1 m/s). */
  noct?: number | undefined;
  /** Ross coefficient, °C per W/m². */
  k?: number | undefined;
}

/**
 * Cell temperature: T + k·G, with k = (noct − 20)/800 where noct is given. For slowly changing irradiance and wind of
 * about 1 m/s.
 *
 * @param inputs poaGlobal G (W/m²), tempAir T (°C); numbers or arrays of one length
 * @param options either noct (°C) or k (°C per W/m², see `ROSS_COEFFICIENTS`)
 * @returns tempCell in °C; NaN where an input is NaN
 * @throws TypeError when neither or both of noct and k are given; TypeError, RangeError for a bad column or option
 *
 * Source: Ross 1981, Design Techniques for Flat-Plate Photovoltaic Arrays, 15th IEEE PVSC.
 * @experimental
 */
export const ross = /* @__PURE__ */ model("ross", {
  inputs: ["poaGlobal", "tempAir"],
  outputs: ["tempCell"],
  settings({ noct, k }: RossOptions): number {
    if ((noct === undefined) === (k === undefined)) {
      throw new TypeError(`ross: either noct or k must be given, got ${noct === undefined ? "neither" : "both"}`);
    }
    checkNumbers("ross", noct === undefined ? { k } : { noct });
    return k ?? (noct! - 20) / 800;
  },
  rows(from, to, { poaGlobal, tempAir, tempCell }, k) {
    for (let i = from; i < to; i++) tempCell[i] = tempAir[i]! + k * poaGlobal[i]!;
  },
});

export interface NoctSamOptions {
  /** Nominal operating cell temperature, °C (at 800 W/m², 20 °C, 1 m/s). */
  noct: number;
  /** Efficiency at 1000 W/m² and 20 °C, 0…1. */
  moduleEfficiency: number;
  /** Transmittance times absorptance, 0…1. Default 0.9. */
  transmittanceAbsorptance?: number | undefined;
  /** Height of the array above ground in stories, 1 or 2 (2 for more). Default 1. */
  arrayHeight?: number | undefined;
  /** Gap between module and mounting surface in inches (1 in = 2.54 cm). Default 4: as on the ground. */
  mountStandoff?: number | undefined;
}

/** Added to NOCT for a narrow gap, °C. Where SAM leaves a bound's side open, pvlib's choice. */
function standoffAdjustment(inches: number): number {
  if (inches <= 0 || inches > 3.5) return 0;
  if (inches < 1.5) return inches < 0.5 ? 18 : 11;
  return inches < 2.5 ? 6 : 2;
}

/**
 * What the options of `noctSam` say of the mounting.
 *
 * @returns `noctAdjusted` in °C, NOCT with the gap's adjustment; `windFactor`, the share of the wind speed
 * @throws TypeError, RangeError for a bad option
 *
 * Source: as `noctSam` (Gilman et al. 2018).
 * @experimental
 */
export function noctSamMounting(options: NoctSamOptions): { noctAdjusted: number; windFactor: number } {
  const { noct, arrayHeight = 1, mountStandoff = 4 } = options ?? {};
  checkNumbers("noctSam", { noct, arrayHeight, mountStandoff });
  if (arrayHeight !== 1 && arrayHeight !== 2) {
    throw new RangeError(`noctSam: arrayHeight must be 1 or 2 stories, got ${arrayHeight}`);
  }
  return { noctAdjusted: noct + standoffAdjustment(mountStandoff), windFactor: arrayHeight === 1 ? 0.51 : 0.61 };
}

/**
 * Cell temperature: T + G/800·(NOCT' − 20)·(1 − η/(τα·Geff/G))·9.5/(5.7 + 3.8·v').
 *
 * Valid where Geff/G is well above η/τα; as Geff goes to 0 in light the formula falls without limit. Without irradiance it is
 * the air's temperature (pvlib gives NaN when effectiveIrradiance is given).
 *
 * @param inputs poaGlobal G (W/m²), tempAir T (°C), windSpeed (m/s at 10 m; v' = 0.51 or 0.61 of it), effectiveIrradiance
 *   Geff (W/m², after reflection and spectrum; default G); numbers or arrays of one length
 * @param options noct (°C), moduleEfficiency η; transmittanceAbsorptance τα (0.9), arrayHeight (1 or 2 stories),
 *   mountStandoff (4 inches)
 * @returns tempCell in °C; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: Gilman et al. 2018, SAM Photovoltaic Model Technical Reference Update, NREL/TP-6A20-67399, section 10.6.
 * @experimental
 */
export const noctSam = /* @__PURE__ */ model("noctSam", {
  inputs: ["poaGlobal", "tempAir", "windSpeed"],
  defaults: { effectiveIrradiance: "poaGlobal" },
  outputs: ["tempCell"],
  settings(options: NoctSamOptions) {
    const { moduleEfficiency, transmittanceAbsorptance = 0.9 } = options;
    checkNumbers("noctSam", { moduleEfficiency, transmittanceAbsorptance });
    return { ...noctSamMounting(options), moduleEfficiency, transmittanceAbsorptance };
  },
  rows(from, to, { poaGlobal, tempAir, windSpeed, effectiveIrradiance, tempCell }, set) {
    const { moduleEfficiency, transmittanceAbsorptance, windFactor } = set;
    const rise = (set.noctAdjusted - 20) / 800;
    for (let i = from; i < to; i++) {
      const poa = poaGlobal[i]!;
      const effective = effectiveIrradiance[i]!;
      // Without irradiance the ratio is 0/0 and what it scales is 0.
      const ratio = poa === 0 && !Number.isNaN(effective) ? 1 : effective / poa;
      const heat = poa * rise * (1 - moduleEfficiency / (transmittanceAbsorptance * ratio));
      tempCell[i] = tempAir[i]! + (heat * 9.5) / (5.7 + 3.8 * windFactor * windSpeed[i]!);
    }
  },
});
