/**
 * GTI-DIRINT: GHI, DNI and DHI from a series of global irradiance on a tilted plane, by DIRINT and Perez.
 *
 * Marion 2015, A model for deriving the direct normal and diffuse horizontal irradiance from the global tilted
 * irradiance, Solar Energy 122, 1037–1046, doi 10.1016/j.solener.2015.10.024. Where pvlib and the author's own code (NREL
 * SSC, `poaDecomp`) differ, this follows the latter.
 */
import { acos, RAD } from "../../../foundation/math/index.js";
import { dayOfYearOf } from "../../../foundation/time/calendar.js";
import { absoluteAirmassRows, kasten1966Rows, STANDARD_PRESSURE } from "../atmosphere/airmass.js";
import { clearnessIndexRows, ktPrimeRows, MIN_COS_ZENITH } from "../decomposition/clearness-index.js";
import { dewPointWater, dirintRows } from "../decomposition/dirint.js";
import { DISC_MAX_AIRMASS, DISC_SOLAR_CONSTANT, discRows } from "../decomposition/disc.js";
import { type ColumnInput, type Columns, checkNumbers, emptyColumns, type Outputs, toColumns } from "../model.js";
import { spencerRows } from "../solar-position/extraterrestrial.js";
import { type PerezModel, perezRows, perezTable } from "./perez.js";
import type { AoiInputs } from "./plane.js";
import { poaGlobalRows, type SkyFactors, skyFactors, skyOnPlaneRows } from "./sky-model.js";

/** Least irradiance on the plane that an iteration goes on with, W/m². */
const LEAST_GUESS = 1;
/** Incidence angles (deg, exclusive) whose kt' stands for that of the rows with the sun behind the plane. */
const STEEP_AOI = [65, 80] as const;
/** Rows further apart than this are not of the same half day, ms. */
const HALF_DAY = 43_200_000;

/** Step factor C of eq. 4 by iteration, figure 1. */
function stepFactor(iteration: number): number {
  if (iteration < 10) return iteration < 3 ? 1 : 0.5;
  return iteration < 20 ? 0.25 : 0.125;
}

export interface GtiDirintInputs extends AoiInputs {
  /** Global irradiance on the plane, W/m² */
  poaGlobal: ColumnInput;
  /** Unix ms, increasing; for the day of the year (UTC) and to tell days apart */
  time: ColumnInput;
  /** deg; default: from the four angles */
  aoi?: ColumnInput | undefined;
  /** Pa; default 101325 */
  pressure?: ColumnInput | undefined;
  /** Dew point, °C; NaN where unknown, which is the default */
  tempDew?: ColumnInput | undefined;
  /** 0…1; default 0.25 as in pvlib */
  albedo?: ColumnInput | undefined;
}

export interface GtiDirintOptions {
  /** Whether the neighbouring rows tell about the sky's stability; default true. Not for steps of 1.5 h or more. */
  readonly useDeltaKtPrime?: boolean | undefined;
  /** Coefficient set of `perez`; default "1990". */
  readonly modelPerez?: PerezModel | undefined;
  /** Whether rows with the sun behind the plane get values (else NaN); default true. */
  readonly calculateGt90?: boolean | undefined;
  /** Number of iterations, 1 or more; default 30. */
  readonly maxIterations?: number | undefined;
}

/** What stays the same from one iteration to the next. */
interface Setting
  extends SkyFactors,
    Columns<"poaGlobal" | "aoi" | "solarZenith" | "albedo" | "dniExtra">,
    Columns<"relativeAirmass" | "absoluteAirmass" | "discAirmass" | "water"> {
  readonly n: number;
  readonly useNeighbours: boolean;
  readonly table: Float64Array;
}

type Components = Columns<"ghi" | "dni" | "dhi" | "ktPrime">;

function components(n: number): Components {
  const columns = emptyColumns(["ghi", "dni", "dhi", "ktPrime"], n);
  for (const column of Object.values(columns)) column.fill(Number.NaN);
  return columns;
}

/**
 * Direct normal irradiance by DIRINT from clearness indices, in place: `dni` holds kt, then W/m². Below the horizon kt'
 * becomes NaN: such rows do not count as neighbours.
 */
function dirintOf(s: Setting, useNeighbours: boolean, ktPrime: Float64Array, dni: Float64Array): void {
  for (let i = 0; i < s.n; i++) if (s.solarZenith[i]! >= 90) ktPrime[i] = Number.NaN;
  discRows(0, s.n, dni, s.discAirmass, dni);
  dirintRows(0, s.n, 0, s.n, ktPrime, s.solarZenith, s.water, useNeighbours, dni);
  for (let i = 0; i < s.n; i++) dni[i] = dni[i]! * s.dniExtra[i]!;
}

/** Eq. 2 and 3: the components for a guess of the plane's irradiance, which gives kt as GHI does on the horizontal. */
function decompose(s: Setting, guess: Float64Array, out: Components): void {
  const { ghi, dni, dhi, ktPrime } = out;
  clearnessIndexRows(0, s.n, guess, s.aoi, s.dniExtra, MIN_COS_ZENITH, 1, ghi);
  ktPrimeRows(0, s.n, ghi, s.absoluteAirmass, 1, ktPrime);
  dni.set(ghi);
  dirintOf(s, s.useNeighbours, ktPrime, dni);
  for (let i = 0; i < s.n; i++) {
    ghi[i] = ghi[i]! * s.dniExtra[i]! * Math.max(s.up[i]!, MIN_COS_ZENITH);
    dhi[i] = Math.max(ghi[i]! - dni[i]! * s.up[i]!, 0);
  }
}

function transpose(s: Setting, { ghi, dni, dhi }: Components, poa: Float64Array): void {
  perezRows(0, s.n, dhi, dni, s.dniExtra, s.elevation, s.relativeAirmass, s.table, s.circumsolar, s.horizonBand);
  skyOnPlaneRows(0, s.n, s.cosTilt, s.isotropic, s.horizonBand);
  poaGlobalRows(0, s.n, { ghi, dni, dhi }, s.albedo, s, poa);
}

/** Figure 1: the components whose irradiance on the plane comes closest to what was measured. */
function iterate(s: Setting, maxIterations: number): Components {
  const best = components(s.n);
  const current = components(s.n);
  const poa = new Float64Array(s.n);
  const guess = s.poaGlobal.slice();
  const least = new Float64Array(s.n).fill(Number.POSITIVE_INFINITY);
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    decompose(s, guess, current);
    transpose(s, current, poa);
    for (let i = 0; i < s.n; i++) {
      const difference = poa[i]! - s.poaGlobal[i]!;
      guess[i] = Math.max(LEAST_GUESS, guess[i]! - stepFactor(iteration) * difference);
      if (!(Math.abs(difference) < least[i]!)) continue;
      least[i] = Math.abs(difference);
      best.ghi[i] = current.ghi[i]!;
      best.dni[i] = current.dni[i]!;
      best.dhi[i] = current.dhi[i]!;
      best.ktPrime[i] = current.ktPrime[i]!;
    }
  }
  return best;
}

/** For each row its half day's mean kt' of the rows with a steep incidence; NaN without any, and with the sun down. */
function steepKtPrime(s: Setting, time: Float64Array, solarAzimuth: Float64Array, ktPrime: Float64Array): Float64Array {
  const half = new Int32Array(s.n).fill(-1);
  const sum: number[] = [];
  const count: number[] = [];
  let before = -1;
  for (let i = 0; i < s.n; i++) {
    if (!(s.solarZenith[i]! < 90) || Number.isNaN(solarAzimuth[i]!)) continue;
    // East of the meridian it is morning, at any latitude; so days need no time zone.
    const same =
      before >= 0 &&
      solarAzimuth[i]! < 180 === solarAzimuth[before]! < 180 &&
      Math.abs(time[i]! - time[before]!) <= HALF_DAY;
    if (!same) sum.push(0);
    half[i] = sum.length - 1;
    before = i;
    if (s.aoi[i]! > STEEP_AOI[0] && s.aoi[i]! < STEEP_AOI[1] && !Number.isNaN(ktPrime[i]!)) {
      sum[half[i]!] = sum[half[i]!]! + ktPrime[i]!;
      count[half[i]!] = (count[half[i]!] ?? 0) + 1;
    }
  }
  return Float64Array.from(half, (k) => (k < 0 ? Number.NaN : sum[k]! / (count[k] ?? 0)));
}

/** Section 2.2: rows with the sun behind the plane, whose kt' is `mean`; all is diffuse with the sun down. In place. */
function behindPlane(s: Setting, mean: Float64Array, out: Components): void {
  const dni = new Float64Array(s.n);
  ktPrimeRows(0, s.n, new Float64Array(s.n).fill(1), s.absoluteAirmass, Number.POSITIVE_INFINITY, dni);
  for (let i = 0; i < s.n; i++) dni[i] = mean[i]! / dni[i]!;
  dirintOf(s, false, mean, dni);
  for (let i = 0; i < s.n; i++) {
    const down = s.solarZenith[i]! >= 90;
    if (!(s.aoi[i]! >= 90 || down)) continue;
    const normal = down ? 0 : dni[i]!;
    const direct = down ? 0 : normal * s.up[i]!;
    const reflected = s.albedo[i]! * (1 - s.cosTilt[i]!);
    const diffuse = Math.max((2 * s.poaGlobal[i]! - direct * reflected) / (1 + s.cosTilt[i]! + reflected), 0);
    out.dni[i] = normal;
    out.dhi[i] = diffuse;
    out.ghi[i] = direct + diffuse;
  }
}

/**
 * GHI, DNI and DHI from global irradiance on a tilted plane by GTI-DIRINT. Rows are consecutive records in time.
 *
 * With the sun in front of the plane: kt from the plane's irradiance, DNI by DIRINT, the plane's irradiance by Perez, and
 * kt corrected by the difference, over and over; the closest result counts. It is poor for incidence angles above 80°
 * with more than 200 W/m² on the plane. With the sun behind it: kt' is the mean of the half day's rows with incidence
 * 65…80°, the diffuse light follows from an isotropic sky. With the sun down all is diffuse.
 *
 * Differs from pvlib: every row takes part in all iterations (pvlib ends when all rows are within 1 W/m², so that a row's
 * result depends on all others); Perez gets the relative air mass it was made for (pvlib: pressure-corrected); kt and kt'
 * end at 1, as in DISC and DIRINT (pvlib: NaN); behind the plane DIRINT's bin is that of the mean kt', and DHI is not
 * negative; half days go by the sun (pvlib: by the date in the index' time zone); with the sun down pvlib gives NaN.
 * As there, the solar constant is DISC's 1370 W/m², and rows behind the plane count as neighbours.
 *
 * @param inputs poaGlobal (W/m²), surfaceTilt, surfaceAzimuth, solarZenith (true), solarAzimuth, aoi (deg), time (Unix ms),
 *   pressure (Pa), tempDew (°C), albedo; numbers or arrays of one length
 * @param options see `GtiDirintOptions`
 * @returns ghi, dni, dhi in W/m², not negative. NaN where an input but tempDew is NaN, for a plane that sees neither sky
 *   nor a reflecting ground, and with the sun behind the plane when its half day has no row with incidence 65…80°
 * @throws TypeError, RangeError for inputs that are not columns of one length or a bad option; RangeError, as in pvlib, for a plane that
 *   has the sun behind it in every row with the sun up, unless calculateGt90 is false
 * @experimental
 */
export function gtiDirint(inputs: GtiDirintInputs, options: GtiDirintOptions = {}): Outputs<"ghi" | "dni" | "dhi"> {
  const { surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth, poaGlobal, time } = inputs;
  const { aoi, pressure = STANDARD_PRESSURE, tempDew = Number.NaN, albedo = 0.25 } = inputs;
  const { useDeltaKtPrime = true, modelPerez, calculateGt90 = true, maxIterations = 30 } = options;
  checkNumbers("gtiDirint", { maxIterations }, 1);
  if (!Number.isInteger(maxIterations)) {
    throw new RangeError(`gtiDirint: maxIterations must be a whole number, got ${maxIterations}`);
  }
  const table = perezTable("gtiDirint", modelPerez);
  const required = { surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth, poaGlobal, time, pressure, albedo };
  const c = toColumns("gtiDirint", { ...required, tempDew, aoi: aoi === undefined ? 0 : aoi });
  const f = skyFactors(c);
  const dniExtra = new Float64Array(c.n);
  spencerRows(0, c.n, c.time.map(dayOfYearOf), DISC_SOLAR_CONSTANT, dniExtra);
  const relativeAirmass = new Float64Array(c.n);
  const absoluteAirmass = new Float64Array(c.n);
  kasten1966Rows(0, c.n, c.solarZenith, relativeAirmass);
  absoluteAirmassRows(0, c.n, relativeAirmass, c.pressure, absoluteAirmass);
  const setting: Setting = {
    ...f,
    n: c.n,
    poaGlobal: c.poaGlobal,
    aoi: aoi === undefined ? f.cosIncidence.map((projection) => acos(projection) * RAD) : c.aoi,
    solarZenith: c.solarZenith,
    albedo: c.albedo,
    dniExtra,
    relativeAirmass,
    absoluteAirmass,
    discAirmass: absoluteAirmass.map((airmass) => Math.min(airmass, DISC_MAX_AIRMASS)),
    water: c.tempDew.map(dewPointWater),
    useNeighbours: useDeltaKtPrime,
    table,
  };
  if (calculateGt90) refuseNeverInFront(setting);
  const out = iterate(setting, maxIterations);
  behindPlane(setting, steepKtPrime(setting, c.time, c.solarAzimuth, out.ktPrime), out);
  const known = [...Object.keys(required), "aoi"].map((name) => c[name as keyof typeof required]);
  for (let i = 0; i < c.n; i++) {
    const behind = setting.aoi[i]! >= 90 && !calculateGt90;
    if (!behind && Number.isFinite(out.ghi[i]!) && !known.some((column) => Number.isNaN(column[i]))) continue;
    out.ghi[i] = Number.NaN;
    out.dni[i] = Number.NaN;
    out.dhi[i] = Number.NaN;
  }
  return { ghi: out.ghi, dni: out.dni, dhi: out.dhi };
}

/** @throws RangeError: rows behind the plane get their kt' from rows in front of it, and here there is none */
function refuseNeverInFront({ n, aoi, solarZenith }: Setting): void {
  let isLit = false;
  for (let i = 0; i < n; i++) {
    if (!(solarZenith[i]! < 90) || Number.isNaN(aoi[i]!)) continue;
    if (aoi[i]! < 90) return;
    isLit = true;
  }
  if (!isLit) return;
  throw new RangeError(
    "gtiDirint: aoi must be below 90° in some rows, got 90° and more in all with the sun up: a plane that the sun does not reach tells nothing of DNI; " +
      "add rows of a time when the sun is in front of the plane",
  );
}
