/**
 * What full PV systems share: from the irradiance on the plane, air temperature and wind to AC power per kWp installed.
 *
 * The chain is that of PVWatts version 8 in NREL's System Advisor Model (Dobos 2014, NREL/TP-6A20-62641; ssc, cmod_pvwattsv8.cpp):
 * reflection at the cover for beam, sky and ground apart, spectrum, cell temperature, DC power, losses in percent, inverter with clipping.
 */
import { cos, DEG } from "../../../foundation/math/index.js";
import { incidenceCosineRows } from "../incidence/beam.js";
import { type ColumnInput, checkNumbers, checkPositive, toColumns } from "../model.js";
import type { Block } from "../stage.js";
import { PVWATTS_REFERENCE_EFFICIENCY, pvwattsLosses, pvwattsRows } from "./pvwatts.js";
import {
  type BifacialOptions,
  type CellColumns,
  cellRows,
  checkName,
  diffuseModifierRows,
  type ModifierRows,
  merge,
  modifierRows,
  rearShareOf,
  type SpectralRows,
  type SpectrumOptions,
  SYSTEM_CELL_TEMPERATURE,
  SYSTEM_IAM,
  spectralInputRows,
  spectralReads,
  spectralRows,
  withRear,
} from "./system-parts.js";

export interface SystemOptions extends SpectrumOptions {
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

/** The ends of the chain, the last first. */
const SYSTEM_OUTPUTS = ["ac", "dc", "effective"] as const;

/** The names of `SystemOptions`. */
export const SYSTEM_OPTIONS: readonly string[] = [
  "losses",
  "iam",
  "iamOptions",
  "cellTemperature",
  "cellTemperatureOptions",
  "spectrum",
  "spectralModule",
  "spectralCoefficients",
  "bifacial",
  "dcAcRatio",
  "inverterEfficiency",
  "output",
] satisfies (keyof SystemOptions)[];

/** Columns that a system takes; angles in degrees, irradiance in W/m², °C, m/s. */
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
  /** cm, for the spectra "firstSolar" and "caballero". */
  precipitableWater?: ColumnInput | undefined;
  /** Aerosol optical depth at 500 nm, for the spectrum "caballero". */
  aod500?: ColumnInput | undefined;
}

type CellRows = (i0: number, i1: number, s: CellColumns) => void;
/**
 * Effective irradiance in W/m² and cell temperature in °C → DC power in W per kWp, may be below 0; and, of modules that have one, the
 * voltage of maximum power over that at standard test conditions, 0 in the dark.
 */
export type DcRows = (
  i0: number,
  i1: number,
  effective: Float64Array,
  tempCell: Float64Array,
  pdc: Float64Array,
  voltage?: Float64Array,
) => void;

const SCRATCH = [
  "rear",
  "both",
  "sky",
  "ground",
  "wind",
  "airmass",
  "water",
  "aod500",
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
  /** null: the colour of the light changes nothing. */
  readonly spectrum: SpectralRows | null;
  /** What it reads besides the air mass. */
  readonly spectralReads: ReturnType<typeof spectralReads>;
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
  const { iam = "physical", cellTemperature = "sapm", output = "ac", bifacial } = options;
  checkName(model, { output }, SYSTEM_OUTPUTS);
  checkNumbers(model, { losses }, Number.NEGATIVE_INFINITY, 100);
  checkPositive(model, { dcAcRatio, inverterEfficiency });
  checkNumbers(model, { inverterEfficiency }, 0, 1);
  return {
    iam: modifierRows(model, iam, merge(model, "iam", SYSTEM_IAM, iam, options.iamOptions)),
    cell: cellRows(
      cellTemperature,
      merge(model, "cellTemperature", SYSTEM_CELL_TEMPERATURE, cellTemperature, options.cellTemperatureOptions),
    ),
    spectrum: spectralRows(model, options),
    spectralReads: spectralReads(options.spectrum),
    rearShare: bifacial === undefined ? null : rearShareOf(`${model}: bifacial`, bifacial),
    dc,
    kept: 1 - losses / 100,
    pdc0: 1000 / dcAcRatio / inverterEfficiency,
    inverterEfficiency,
    output,
    scratch: emptyScratch(0),
  };
}

function emptyScratch(n: number): PreparedSystem["scratch"] {
  return Object.fromEntries(SCRATCH.map((name) => [name, new Float64Array(n)])) as PreparedSystem["scratch"];
}

/** The scratch columns, long enough for rows below n; they grow and never shrink. */
function scratchOf(system: PreparedSystem, n: number): PreparedSystem["scratch"] {
  if (system.scratch.sky.length < n) Object.assign(system.scratch, emptyScratch(Math.ceil(n * 1.5)));
  return system.scratch;
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
  if (system.spectrum === null) return;
  const { effective } = s;
  // The columns of the modifiers are free again.
  system.spectrum(i0, i1, s, s.iam);
  for (let i = i0; i < i1; i++) effective[i] = effective[i]! * s.iam[i]!;
}

/**
 * Row kernel: the temperature of the cells, and DC power before losses, W per kWp. No light gives 0 whatever the rest is.
 *
 * @param voltage as `DcRows` writes it
 */
export function dcRows(
  i0: number,
  i1: number,
  system: PreparedSystem,
  s: SystemColumns,
  power: Float64Array,
  voltage?: Float64Array,
): void {
  const { effective, global } = s;
  system.cell(i0, i1, s);
  system.dc(i0, i1, effective, s.tempCell, power, voltage);
  for (let i = i0; i < i1; i++) {
    power[i] = global[i] === 0 || effective[i] === 0 ? 0 : Math.max(power[i]!, 0);
  }
}

/** Row kernel: everything from the irradiance on the plane to AC power in W per kWp, or as far as `output` says. */
function systemRows(i0: number, i1: number, system: PreparedSystem, s: SystemColumns, power: Float64Array): void {
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
  }
  if (system.spectrum !== null) {
    for (let i = from; i < to; i++) scratch.airmass[i] = (relativeAirmass[i]! * pressure[i]!) / STANDARD_PRESSURE;
  }
  const { directTilted: direct, cosIncidence, temperature: tempAir, globalTilted: front } = columns;
  if (system.spectralReads.length > 0) {
    spectralInputRows(from, to, columns.precipitableWater, columns.aerosolOpticalDepth, scratch);
  }
  const global = withRear(from, to, system, front, columns.rear, scratch);
  return { ...scratch, direct, front, global, cosIncidence, cosTilt, tempAir };
}

/** A system in the pipeline. */
export function runSystem(block: Block, system: PreparedSystem): void {
  systemRows(block.from, block.to, system, systemColumns(block, system), block.columns.pv);
}

/** @throws TypeError for a spectrum whose column is not given */
function spectralInputs(
  model: string,
  { precipitableWater, aod500 }: SystemInputs,
  { spectralReads: reads }: PreparedSystem,
): { precipitableWater: ColumnInput; aod500: ColumnInput } {
  const missing = (name: string) => new TypeError(`${model}: the spectrum needs ${name}`);
  if (reads.includes("precipitableWater") && precipitableWater === undefined) throw missing("precipitableWater, in cm");
  if (reads.includes("aerosolOpticalDepth") && aod500 === undefined) throw missing("aod500");
  return { precipitableWater: precipitableWater ?? Number.NaN, aod500: aod500 ?? Number.NaN };
}

/** A system as a public function. */
export function computeSystem(model: string, inputs: SystemInputs, system: PreparedSystem): { power: Float64Array } {
  const { poaDirect, poaSkyDiffuse, poaGroundDiffuse, aoi, surfaceTilt, tempAir } = inputs;
  const { windSpeed = ASSUMED_WIND, airmassAbsolute = 1.5, poaRear = 0 } = inputs;
  if ((inputs.poaRear === undefined) !== (system.rearShare === null)) {
    throw new TypeError(`${model}: poaRear and the option bifacial belong together`);
  }
  const { precipitableWater, aod500 } = spectralInputs(model, inputs, system);
  const sky = { poaDirect, poaSkyDiffuse, poaGroundDiffuse, poaRear, airmassAbsolute, precipitableWater, aod500 };
  const c = toColumns(model, { ...sky, aoi, surfaceTilt, tempAir, windSpeed });
  const column = () => new Float64Array(c.n);
  const [global, cosIncidence, cosTilt, power] = [column(), column(), column(), column()] as const;
  incidenceCosineRows(0, c.n, c.aoi, cosIncidence);
  for (let i = 0; i < c.n; i++) {
    global[i] = c.poaDirect[i]! + c.poaSkyDiffuse[i]! + c.poaGroundDiffuse[i]!;
    cosTilt[i] = cos(c.surfaceTilt[i]! * DEG);
  }
  const light = { sky: c.poaSkyDiffuse, ground: c.poaGroundDiffuse, airmass: c.airmassAbsolute };
  const spectral = { water: c.precipitableWater, aod500: c.aod500 };
  const scratch = { ...scratchOf(system, c.n), ...light, ...spectral, wind: c.windSpeed };
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
