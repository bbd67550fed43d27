/**
 * What full PV systems share: from the irradiance on the plane, air temperature and wind to AC power per kWp installed.
 *
 * The chain is that of PVWatts version 8 in NREL's System Advisor Model (ssc, cmod_pvwattsv8.cpp): reflection at the cover
 * for beam, sky and ground apart, cell temperature, DC power, losses in percent, inverter with clipping. Diffuse light is
 * reflected as beam at an equivalent angle: Brandemuehl & Beckman 1980, Solar Energy 24, 511–513, in Duffie & Beckman, Solar
 * Engineering of Thermal Processes, eq. 5.4.1 and 5.4.2.
 */
import { acos, cos, DEG, RAD } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { incidenceCosineRows } from "../incidence/angles.js";
import { ashraeRows } from "../incidence/ashrae.js";
import { martinRuizRows } from "../incidence/martin-ruiz.js";
import { physicalRows } from "../incidence/physical.js";
import { schlickRows } from "../incidence/schlick.js";
import { checkNumbers, checkPositive } from "../options.js";
import { DESOTO_POLYCRYSTALLINE, spectralFactorSapmRows } from "../spectrum/sapm.js";
import type { Block } from "../stage.js";
import { type BifacialOptions, rearShareOf, withRear } from "./bifacial.js";
import { PVWATTS_REFERENCE_EFFICIENCY, pvwattsRows } from "./pvwatts-inverter.js";
import { pvwattsLosses } from "./pvwatts-losses.js";
import { type CellColumns, cellRows, SYSTEM_CELL_TEMPERATURE } from "./system-cells.js";
import { checkName, merge } from "./system-options.js";

/** Incidence angle modifiers by name, with the options that each takes and their values here. @experimental */
export const SYSTEM_IAM = {
  /** Glass with an anti-reflective coating, as in SAM; nAr = n is glass without one. */
  physical: { n: 1.526, K: 4, L: 0.002, nAr: 1.3 },
  ashrae: { b: 0.05 },
  martinRuiz: { aR: 0.16 },
  schlick: {},
  none: {},
} as const;

/** @experimental */
export interface SystemOptions {
  /** All losses before the inverter together, percent, at most 100. Default: those of `pvwattsLosses`, 14.08. */
  losses?: number | undefined;
  /** Reflection at the cover. Default "physical": coated glass. */
  iam?: keyof typeof SYSTEM_IAM | undefined;
  /** In place of the values in `SYSTEM_IAM`. */
  iamOptions?: { readonly [option: string]: number } | undefined;
  /** Default "sapm": on an open rack. PVWatts version 8 of PySAM 7 has "noctSam". */
  cellTemperature?: keyof typeof SYSTEM_CELL_TEMPERATURE | undefined;
  /** In place of the values in `SYSTEM_CELL_TEMPERATURE`. */
  cellTemperatureOptions?: { readonly [option: string]: number } | undefined;
  /**
   * Spectral correction of the modules' current: "none" (default), or "deSoto", the air mass modifier of polycrystalline modules
   * (`DESOTO_POLYCRYSTALLINE`), which PVWatts version 8 applies to all light.
   */
  spectrum?: (typeof SYSTEM_SPECTRA)[number] | undefined;
  /**
   * Cells that take light on both sides. As `context.models.pv` the modules must stand in rows (`context.rows`), whose rear irradiance
   * counts in the power with shading; the public function takes it as `poaRear`. Default: one side.
   */
  bifacial?: BifacialOptions | undefined;
  /** Rated DC over rated AC power. Default 1.2, as in NREL's PVWatts V8 web service. */
  dcAcRatio?: number | undefined;
  /** Nominal efficiency of the inverter, above 0, at most 1. Default 0.96. */
  inverterEfficiency?: number | undefined;
  /** The chain's last step: "ac" (default), "dc" (W per kWp, before losses and inverter) or "effective" (W/m² behind the cover). */
  output?: (typeof SYSTEM_OUTPUTS)[number] | undefined;
}

/** Spectral corrections by name. */
export const SYSTEM_SPECTRA = ["none", "deSoto"] as const;

/** The ends of the chain, the last first. */
export const SYSTEM_OUTPUTS = ["ac", "dc", "effective"] as const;

/** The names of `SystemOptions`. */
export const SYSTEM_OPTIONS: readonly string[] = [
  "losses",
  "iam",
  "iamOptions",
  "cellTemperature",
  "cellTemperatureOptions",
  "spectrum",
  "bifacial",
  "dcAcRatio",
  "inverterEfficiency",
  "output",
] satisfies (keyof SystemOptions)[];

/** Columns that a system takes; angles in degrees, irradiance in W/m², °C, m/s. @experimental */
export interface SystemInputs {
  /** Beam on the plane. */
  poaDirect: ColumnInput;
  /** Diffuse light on the plane from the sky, and from the ground. */
  poaSkyDiffuse: ColumnInput;
  poaGroundDiffuse: ColumnInput;
  aoi: ColumnInput;
  surfaceTilt: ColumnInput;
  tempAir: ColumnInput;
  /** Default 1 m/s. */
  windSpeed?: ColumnInput | undefined;
  /** On the rear side, for `bifacial`. */
  poaRear?: ColumnInput | undefined;
  /** Absolute air mass, for `spectrum`. Default 1.5. */
  airmassAbsolute?: ColumnInput | undefined;
}

type ModifierRows = (i0: number, i1: number, cosIncidence: Float64Array, iam: Float64Array) => void;
type CellRows = (i0: number, i1: number, s: CellColumns) => void;
/** Effective irradiance in W/m² and cell temperature in °C → DC power in W per kWp; may be below 0. */
export type DcRows = (
  i0: number,
  i1: number,
  effective: Float64Array,
  tempCell: Float64Array,
  pdc: Float64Array,
) => void;

const SCRATCH = [
  "rear",
  "both",
  "sky",
  "ground",
  "wind",
  "airmass",
  "effective",
  "iam",
  "iamSky",
  "iamGround",
  "tempCell",
] as const;

/** Pa, at which the absolute air mass is the relative one. */
const STANDARD_PRESSURE = 101_325;

/** What the chain reads and works on; all of one length. */
export type SystemColumns = {
  readonly [name in
    | "direct"
    | "front"
    | "global"
    | "cosIncidence"
    | "cosTilt"
    | "tempAir"
    | (typeof SCRATCH)[number]]: Float64Array;
};

/** A system with its options read; it holds memory to work in, so it must not be shared by runs at the same time. */
export interface PreparedSystem {
  /** null: nothing is reflected. */
  readonly iam: ModifierRows | null;
  readonly cell: CellRows;
  readonly hasSpectrum: boolean;
  /** What light on the rear side counts, over light on the front; null: cells on one side. */
  readonly rearShare: number | null;
  readonly dc: DcRows;
  /** Share that is left of DC power. */
  readonly kept: number;
  /** DC power at which the inverter clips, W per kWp. */
  readonly pdc0: number;
  readonly inverterEfficiency: number;
  readonly output: (typeof SYSTEM_OUTPUTS)[number];
  readonly scratch: { [name in (typeof SCRATCH)[number]]: Float64Array };
}

export function prepareSystem(model: string, options: SystemOptions, dc: DcRows): PreparedSystem {
  const { losses = pvwattsLosses().losses[0]!, dcAcRatio = 1.2, inverterEfficiency = 0.96 } = options;
  const { iam = "physical", cellTemperature = "sapm", output = "ac", spectrum = "none", bifacial } = options;
  checkName(model, { output }, SYSTEM_OUTPUTS);
  checkName(model, { spectrum }, SYSTEM_SPECTRA);
  checkNumbers(model, { losses }, Number.NEGATIVE_INFINITY, 100);
  checkPositive(model, { dcAcRatio, inverterEfficiency });
  checkNumbers(model, { inverterEfficiency }, 0, 1);
  return {
    iam: modifierRows(model, iam, merge(model, "iam", SYSTEM_IAM, iam, options.iamOptions)),
    cell: cellRows(
      cellTemperature,
      merge(model, "cellTemperature", SYSTEM_CELL_TEMPERATURE, cellTemperature, options.cellTemperatureOptions),
    ),
    hasSpectrum: spectrum !== "none",
    rearShare: bifacial === undefined ? null : rearShareOf(`${model}: bifacial`, bifacial),
    dc,
    kept: 1 - losses / 100,
    pdc0: 1000 / dcAcRatio / inverterEfficiency,
    inverterEfficiency,
    output,
    scratch: emptyScratch(0),
  };
}

function modifierRows(
  model: string,
  name: keyof typeof SYSTEM_IAM,
  options: { readonly [option: string]: number },
): ModifierRows | null {
  const { n, K, L, nAr, b, aR } = options as { [name in "n" | "K" | "L" | "nAr" | "b" | "aR"]: number };
  if (name === "none") return null;
  if (name === "schlick") return schlickRows;
  if (name === "ashrae") return (i0, i1, cosine, iam) => ashraeRows(i0, i1, cosine, b, iam);
  if (name === "martinRuiz") {
    checkPositive(model, { aR });
    return (i0, i1, cosine, iam) => martinRuizRows(i0, i1, cosine, aR, iam);
  }
  checkPositive(model, { n, nAr });
  return (i0, i1, cosine, iam) => physicalRows(i0, i1, cosine, n, K, L, nAr, iam);
}

function emptyScratch(n: number): PreparedSystem["scratch"] {
  return Object.fromEntries(SCRATCH.map((name) => [name, new Float64Array(n)])) as PreparedSystem["scratch"];
}

/** The scratch columns, long enough for rows below n; they grow and never shrink. */
function scratchOf(system: PreparedSystem, n: number): PreparedSystem["scratch"] {
  if (system.scratch.sky.length < n) Object.assign(system.scratch, emptyScratch(Math.ceil(n * 1.5)));
  return system.scratch;
}

/**
 * Row kernel: modifiers of isotropic light from the sky and the ground. Equal tilts in a row, as a fixed plane's, are
 * computed once.
 */
function diffuseModifierRows(
  i0: number,
  i1: number,
  modifier: ModifierRows,
  cosTilt: Float64Array,
  iamSky: Float64Array,
  iamGround: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    if (i > i0 && cosTilt[i] === cosTilt[i - 1]) {
      iamSky[i] = iamSky[i - 1]!;
      iamGround[i] = iamGround[i - 1]!;
      continue;
    }
    const tilt = acos(Math.max(Math.min(cosTilt[i]!, 1), -1)) * RAD;
    iamSky[i] = 59.7 + tilt * (-0.1388 + 0.001497 * tilt);
    iamGround[i] = 90 + tilt * (-0.5788 + 0.002693 * tilt);
    incidenceCosineRows(i, i + 1, iamSky, iamSky);
    incidenceCosineRows(i, i + 1, iamGround, iamGround);
    modifier(i, i + 1, iamSky, iamSky);
    modifier(i, i + 1, iamGround, iamGround);
  }
}

/** Row kernel: the light on the front behind its cover, W/m², into `effective`. */
export function frontRows(i0: number, i1: number, system: PreparedSystem, s: SystemColumns): void {
  const { effective } = s;
  if (system.iam === null) {
    for (let i = i0; i < i1; i++) effective[i] = s.front[i]!;
    return;
  }
  system.iam(i0, i1, s.cosIncidence, s.iam);
  diffuseModifierRows(i0, i1, system.iam, s.cosTilt, s.iamSky, s.iamGround);
  for (let i = i0; i < i1; i++) {
    effective[i] = s.direct[i]! * s.iam[i]! + s.sky[i]! * s.iamSky[i]! + s.ground[i]! * s.iamGround[i]!;
  }
}

/** Row kernel: adds the light on the rear, as the front would take it. */
export function rearRows(i0: number, i1: number, system: PreparedSystem, { effective, rear }: SystemColumns): void {
  if (system.rearShare === null) return;
  for (let i = i0; i < i1; i++) effective[i] = effective[i]! + rear[i]!;
}

/** Row kernel: the spectral correction of the light. */
export function spectrumRows(i0: number, i1: number, system: PreparedSystem, s: SystemColumns): void {
  if (!system.hasSpectrum) return;
  const { effective } = s;
  // The columns of the modifiers are free again.
  spectralFactorSapmRows(i0, i1, s.airmass, ...DESOTO_POLYCRYSTALLINE, s.iam);
  for (let i = i0; i < i1; i++) effective[i] = effective[i]! * s.iam[i]!;
}

/** Row kernel: the temperature of the cells, and DC power before losses, W per kWp. No light gives 0 whatever the rest is. */
export function dcRows(i0: number, i1: number, system: PreparedSystem, s: SystemColumns, power: Float64Array): void {
  const { effective, global } = s;
  system.cell(i0, i1, s);
  system.dc(i0, i1, effective, s.tempCell, power);
  for (let i = i0; i < i1; i++) {
    power[i] = global[i] === 0 || effective[i] === 0 ? 0 : Math.max(power[i]!, 0);
  }
}

/** Row kernel: everything from the irradiance on the plane to AC power in W per kWp, or as far as `output` says. */
export function systemRows(
  i0: number,
  i1: number,
  system: PreparedSystem,
  s: SystemColumns,
  power: Float64Array,
): void {
  const { output, kept, pdc0, inverterEfficiency } = system;
  frontRows(i0, i1, system, s);
  rearRows(i0, i1, system, s);
  spectrumRows(i0, i1, system, s);
  if (output === "effective") {
    for (let i = i0; i < i1; i++) power[i] = s.effective[i]!;
    return;
  }
  dcRows(i0, i1, system, s, power);
  if (output === "dc") return;
  for (let i = i0; i < i1; i++) power[i] = power[i]! * kept;
  pvwattsRows(i0, i1, power, pdc0, inverterEfficiency, PVWATTS_REFERENCE_EFFICIENCY, power);
}

/** m/s where the weather has no wind. */
export const ASSUMED_WIND = 1;

/** What the chain of a system reads of the pipeline's columns. */
export function systemColumns({ from, to, columns }: Block, system: PreparedSystem): SystemColumns {
  const scratch = scratchOf(system, to);
  const { ghi, albedo, cosTilt, diffuseTilted, windSpeed, relativeAirmass, pressure, groundTilted } = columns;
  for (let i = from; i < to; i++) {
    const ground = groundTilted ? groundTilted[i]! : ghi[i]! * albedo[i]! * (1 - cosTilt[i]!) * 0.5;
    scratch.ground[i] = ground;
    scratch.sky[i] = Math.max(diffuseTilted[i]! - ground, 0);
    scratch.wind[i] = Number.isNaN(windSpeed[i]!) ? ASSUMED_WIND : windSpeed[i]!;
    scratch.airmass[i] = (relativeAirmass[i]! * pressure[i]!) / STANDARD_PRESSURE;
  }
  const { directTilted: direct, cosIncidence, temperature: tempAir, globalTilted: front } = columns;
  const global = withRear(from, to, system, front, columns.rear, scratch);
  return { ...scratch, direct, front, global, cosIncidence, cosTilt, tempAir };
}

/** A system in the pipeline. */
export function runSystem(block: Block, system: PreparedSystem): void {
  systemRows(block.from, block.to, system, systemColumns(block, system), block.columns.pv);
}

/** A system as a public function. */
export function computeSystem(model: string, inputs: SystemInputs, system: PreparedSystem): { power: Float64Array } {
  const { poaDirect, poaSkyDiffuse, poaGroundDiffuse, aoi, surfaceTilt, tempAir } = inputs;
  const { windSpeed = ASSUMED_WIND, airmassAbsolute = 1.5, poaRear = 0 } = inputs;
  if ((inputs.poaRear === undefined) !== (system.rearShare === null)) {
    throw new TypeError(`${model}: poaRear and the option bifacial belong together`);
  }
  const sky = { poaDirect, poaSkyDiffuse, poaGroundDiffuse, poaRear, airmassAbsolute };
  const c = toColumns(model, { ...sky, aoi, surfaceTilt, tempAir, windSpeed });
  const column = () => new Float64Array(c.n);
  const [global, cosIncidence, cosTilt, power] = [column(), column(), column(), column()] as const;
  incidenceCosineRows(0, c.n, c.aoi, cosIncidence);
  for (let i = 0; i < c.n; i++) {
    global[i] = c.poaDirect[i]! + c.poaSkyDiffuse[i]! + c.poaGroundDiffuse[i]!;
    cosTilt[i] = cos(c.surfaceTilt[i]! * DEG);
  }
  const light = { sky: c.poaSkyDiffuse, ground: c.poaGroundDiffuse, airmass: c.airmassAbsolute };
  const scratch = { ...scratchOf(system, c.n), ...light, wind: c.windSpeed };
  const both = withRear(0, c.n, system, global, c.poaRear, scratch);
  systemRows(
    0,
    c.n,
    system,
    { ...scratch, direct: c.poaDirect, front: global, global: both, cosIncidence, cosTilt, tempAir: c.tempAir },
    power,
  );
  for (let i = 0; i < c.n; i++) {
    const known = c.aoi[i]! + c.surfaceTilt[i]! + c.tempAir[i]! + c.windSpeed[i]!;
    if (Number.isNaN(known) && both[i] !== 0) power[i] = Number.NaN;
  }
  return { power };
}
