/** Transposition models as tables: what they read, their factors of the sky's parts, and the published way from these to the plane. */

import { cos, DEG } from "../../../foundation/math/index.js";
import { kastenYoungRows } from "../atmosphere/airmass.js";
import { type Columns, columnsOf, emptyColumns, type Inputs, type Outputs } from "../model.js";
import { type Block, type ComputeGridColumn, type Stage, withStage } from "../stage.js";
import { aoiProjectionRows } from "./plane.js";

// From a model's factors to the sky diffuse irradiance on the plane.
//
// Every transposition model here is written as three factors per unit of DHI: `circumsolar` (share that comes from the
// sun's direction, Perez' F1 or the anisotropy index), `isotropic` (of the plane's sky, before that share is taken out)
// and `horizonBand` (F2·sin β). Models put together the same way differ in nothing else.

/** cos 85°: below this height the beam's ratio between plane and horizontal no longer grows (Perez et al. 1990). */
export const COS_85 = 0.08715574274765817;
/** The same for the loops here: imported bindings are looked up at every use (measured). */
const LOW = COS_85;

export type SkyDiffuseColumns = Columns<
  "dhi" | "up" | "cosIncidence" | "circumsolar" | "isotropic" | "horizonBand" | "visible" | "skyDiffuse"
>;

/**
 * Sky diffuse irradiance (W/m²) on a plane without obstacles. `visible` is the share of the sun's disc above 0°.
 *
 * The share taken out of the isotropic part is what a horizontal plane gets back from the sun's direction,
 * F1·v·min(1, cos z / cos 85°), so a horizontal plane always receives exactly DHI. For a sun above 85° zenith the
 * published forms differ from this (they give a horizontal plane less than DHI there).
 */
export function skyDiffuseRows(i0: number, i1: number, c: SkyDiffuseColumns): void {
  const { dhi, up, cosIncidence, circumsolar, isotropic, horizonBand, visible, skyDiffuse } = c;
  for (let i = i0; i < i1; i++) {
    const v = visible[i]!;
    skyDiffuse[i] =
      dhi[i]! * skyPerDhi(up[i]!, cosIncidence[i]!, circumsolar[i]!, isotropic[i]!, horizonBand[i]!, v, v, 1, 1);
  }
}

/**
 * What the sky sends a horizontal plane behind a horizon line per unit of DHI: no horizon band, one share `skyView`.
 *
 * @param visible share of the disc above 0°, `visibleAboveLine` above the line
 * @returns 0…1, as `skyPerDhi` of tilt 0
 */
export function horizontalSkyPerDhi(
  up: number,
  circumsolar: number,
  visible: number,
  visibleAboveLine: number,
  skyView: number,
): number {
  const beam = circumsolar * heightShare(up);
  const sky = beam * visibleAboveLine + (1 - beam * visible) * skyView;
  return sky < 0 ? 0 : sky;
}

/** What the sky sends a plane per unit of DHI; `bandView` is the share of the band above the horizon that stands above the line. */
export function skyPerDhi(
  up: number,
  cosIncidence: number,
  circumsolar: number,
  isotropic: number,
  horizonBand: number,
  visible: number,
  visibleAboveLine: number,
  skyView: number,
  bandView: number,
): number {
  const beam = circumsolar * visibleAboveLine * beamRatio(up, cosIncidence);
  return skyAbove(beam, backgroundShare(up, circumsolar, isotropic, visible), horizonBand, skyView, bandView);
}

/** Beam on the plane over beam on the horizontal; below 85° zenith it no longer grows. */
export function beamRatio(up: number, cosIncidence: number): number {
  return (cosIncidence < 0 ? 0 : cosIncidence) / (up < LOW ? LOW : up);
}

/** What a horizontal plane gets of the circumsolar light: all, but less from a sun below 85° zenith. */
function heightShare(up: number): number {
  return up >= LOW ? 1 : Math.max(up, 0) / LOW;
}

/** The plane's isotropic share once the circumsolar light of the visible disc is taken out. */
export function backgroundShare(up: number, circumsolar: number, isotropic: number, visible: number): number {
  return (1 - circumsolar * visible * heightShare(up)) * isotropic;
}

/** Circumsolar light, background and horizon band together, as shares of DHI, behind a line that leaves the views. */
export function skyAbove(
  beam: number,
  background: number,
  horizonBand: number,
  skyView: number,
  bandView: number,
): number {
  // A dark band takes light from the background, so it shrinks with it. Where it takes more than there is, the rest is
  // not scaled: else a rising horizon would raise the sum.
  const dark = background + horizonBand;
  const sky = horizonBand >= 0 ? background * skyView + horizonBand * bandView : dark > 0 ? dark * skyView : dark;
  const sum = beam + sky;
  return sum < 0 ? 0 : sum;
}

/** Isotropic sky share of a plane, (1 + cos β)/2: its view factor of the sky (Liu & Jordan 1963). */
function isotropicShare(cosTilt: number): number {
  return (1 + cosTilt) * 0.5;
}

/** The isotropic sky share for rows. */
export function isotropicShareRows(i0: number, i1: number, cosTilt: Float64Array, isotropic: Float64Array): void {
  for (let i = i0; i < i1; i++) isotropic[i] = isotropicShare(cosTilt[i]!);
}

/** What Perez' factors lack of the plane: its isotropic share, and F2 multiplied by sin β, in place; β ≤ 180°. */
export function skyOnPlaneRows(
  i0: number,
  i1: number,
  cosTilt: Float64Array,
  isotropic: Float64Array,
  horizonBand: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const c = cosTilt[i]!;
    const square = (1 - c) * (1 + c);
    isotropic[i] = isotropicShare(c);
    horizonBand[i] = horizonBand[i]! * Math.sqrt(square < 0 ? 0 : square);
  }
}

/**
 * Beam, sky diffuse (published composition, see sky-model.ts) and ground-reflected light on the plane from a Perez model's factors, W/m²:
 * what reverse transposition inverts. up = cos z; the factors are per unit of DHI.
 */
export function poaGlobalRows(
  from: number,
  to: number,
  { ghi, dni, dhi }: Columns<"ghi" | "dni" | "dhi">,
  albedo: Float64Array,
  { up, cosIncidence, cosTilt, circumsolar, isotropic, horizonBand }: SkyFactors,
  poaGlobal: Float64Array,
): void {
  for (let i = from; i < to; i++) {
    const facing = Math.max(cosIncidence[i]!, 0);
    const share = circumsolar[i]!;
    const sky = (1 - share) * isotropic[i]! + (share * facing) / Math.max(up[i]!, COS_85) + horizonBand[i]!;
    const ground = ghi[i]! * albedo[i]! * (1 - cosTilt[i]!) * 0.5;
    poaGlobal[i] = Math.max(dni[i]! * facing, 0) + Math.max(dhi[i]! * sky, 0) + ground;
  }
}

/** What the public functions return with `returnComponents`: W/m², adding up to the sky diffuse but for its clip at 0. */
export type SkyDiffuseComponents = Outputs<"poaSkyDiffuse" | "poaIsotropic" | "poaCircumsolar" | "poaHorizon">;

/** A transposition model: its factors per unit of DHI, on the columns of the pipeline. */
export interface SkyDeclaration<Options, Prepared> {
  readonly name: string;
  readonly reads: readonly ComputeGridColumn[];
  /** Lower bound of cos z in the published ratio of the beam between plane and horizontal. */
  readonly floor: number;
  /** Names of its options. */
  readonly accepts?: readonly string[];
  prepare(options: Options): Prepared;
  /** Length of the means that a public call gives, s; default an hour. */
  interval?(options: Options): number;
  /** Writes `circumsolar`, `isotropic` and `horizonBand`, 0 where it does not; `interval` is the length of means, s. */
  rows(from: number, to: number, columns: Block["columns"], prepared: Prepared, interval: number): void;
  /** What the pipeline needs otherwise than published. */
  inPipeline?(from: number, to: number, columns: Block["columns"]): void;
}

/** The place of a model in the pipeline. By itself it brings no more than the pipeline needs into a bundle. */
export function skyStage<Options, Prepared>(model: SkyDeclaration<Options, Prepared>): Stage<Options, Prepared> {
  const { name, reads, accepts = [], prepare, rows, inPipeline } = model;
  return {
    name,
    family: "transposition",
    grid: "compute",
    reach: 0,
    reads,
    writes: ["circumsolar", "isotropic", "horizonBand"],
    accepts,
    prepare: (_site, options) => prepare(options),
    run({ from, to, columns, interval }, prepared) {
      rows(from, to, columns, prepared, interval);
      inPipeline?.(from, to, columns);
    },
  };
}

/** The public function of a transposition model, with its stage. */
export interface SkyModel<Inputs, Options = object> {
  (inputs: Inputs, options?: Options & { returnComponents?: false | undefined }): Outputs<"skyDiffuse">;
  (inputs: Inputs, options: Options & { returnComponents: true }): SkyDiffuseComponents;
  readonly stage: Stage<Options, unknown>;
}

type Angle = "surfaceTilt" | "surfaceAzimuth" | "solarZenith" | "solarAzimuth";
/** Inputs by the columns that they are in the pipeline. */
const LIGHT = {
  dhi: "dhi",
  dni: "dni",
  ghi: "ghi",
  clearDni: "dniClear",
  extraterrestrialNormal: "dniExtra",
} as const satisfies { readonly [column in ComputeGridColumn]?: string };
type Light = (typeof LIGHT)[keyof typeof LIGHT];

/** Pure: bundlers may drop it. */
export function skyModel<Given extends Inputs<Angle | "dhi", "airmass">, Options, Prepared>(
  model: SkyDeclaration<Options, Prepared>,
  stage: Stage<Options, Prepared> = skyStage(model),
): SkyModel<Given, Options> {
  const light = (Object.keys(LIGHT) as (keyof typeof LIGHT)[]).filter(
    (column) => column === "dhi" || model.reads.includes(column),
  );
  const names = [
    "surfaceTilt",
    "surfaceAzimuth",
    ...light.map((column) => LIGHT[column]),
    "solarZenith",
    "solarAzimuth",
  ] as const;
  const defaults = model.reads.includes("relativeAirmass") ? { airmass: 1 } : undefined;
  const compute = (given: Given, options = {} as Options & { returnComponents?: boolean }) => {
    const interval = model.interval?.(options) ?? 3600;
    const prepared = model.prepare(options);
    const c = columnsOf<Angle | Light, "airmass">(model.name, given as never, names, defaults);
    const { n } = c;
    if (defaults && given.airmass === undefined) kastenYoungRows(0, n, c.solarZenith, c.airmass);
    const sky = skyFactors(c);
    const columns = { ...sky, ...Object.fromEntries(light.map((column) => [column, c[LIGHT[column]]])) };
    model.rows(0, n, { ...columns, relativeAirmass: c.airmass } as unknown as Block["columns"], prepared, interval);
    const components = publishedSkyDiffuse(c, sky, model.floor);
    return options.returnComponents ? components : { skyDiffuse: components.poaSkyDiffuse };
  };
  return withStage(compute, stage) as unknown as SkyModel<Given, Options>;
}

/** Geometry and factors of a public call, one row each. */
export type SkyFactors = Columns<
  "up" | "elevation" | "cosTilt" | "cosIncidence" | "circumsolar" | "isotropic" | "horizonBand"
>;

/** The pipeline's geometry columns from a public function's angles, and room for a model's factors. */
export function skyFactors(c: { readonly [angle in Angle]: Float64Array } & { readonly n: number }): SkyFactors {
  const cosIncidence = new Float64Array(c.n);
  aoiProjectionRows(0, c.n, c.surfaceTilt, c.surfaceAzimuth, c.solarZenith, c.solarAzimuth, cosIncidence);
  return {
    up: c.solarZenith.map((zenith) => cos(zenith * DEG)),
    elevation: c.solarZenith.map((zenith) => 90 - zenith),
    cosTilt: c.surfaceTilt.map((tilt) => cos(tilt * DEG)),
    cosIncidence,
    ...emptyColumns(["circumsolar", "isotropic", "horizonBand"], c.n),
  };
}

/**
 * The published composition: DHI·[F1·max(cos aoi, 0)/max(cos z, floor) + (1 − F1)·isotropic + horizon band], the sum
 * clipped at 0. A row with a NaN in any input is NaN in every component.
 */
function publishedSkyDiffuse(
  c: { readonly n: number; readonly dhi: Float64Array } & { readonly [input: string]: Float64Array | number },
  f: SkyFactors,
  floor: number,
): SkyDiffuseComponents {
  const out = emptyColumns(["poaSkyDiffuse", "poaIsotropic", "poaCircumsolar", "poaHorizon"], c.n);
  const inputs = Object.values(c).filter((column) => typeof column !== "number");
  for (let i = 0; i < c.n; i++) {
    const dhi = inputs.some((column) => Number.isNaN(column[i])) ? Number.NaN : c.dhi[i]!;
    const beamRatio = Math.max(f.cosIncidence[i]!, 0) / Math.max(f.up[i]!, floor);
    out.poaIsotropic[i] = dhi * (1 - f.circumsolar[i]!) * f.isotropic[i]!;
    out.poaCircumsolar[i] = dhi * f.circumsolar[i]! * beamRatio;
    out.poaHorizon[i] = dhi * f.horizonBand[i]!;
    out.poaSkyDiffuse[i] = Math.max(out.poaIsotropic[i]! + out.poaCircumsolar[i]! + out.poaHorizon[i]!, 0);
  }
  return out;
}
