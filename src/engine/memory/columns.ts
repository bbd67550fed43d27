/**
 * The columns in which blocks are computed: one set per thread, because no two blocks are computed at once.
 *
 * They are constants on purpose. V8 embeds the address and length of an array in the machine code if the array is a module
 * constant or a never-reassigned field of an object that is one. A loop over arrays passed as arguments fetches and checks both
 * at every access, which takes most of the time of a short loop (measured: 2.5 times the time). Hence in modules whose loops
 * matter: `const s = STEPS;` — an import alone is looked up at every use.
 */
import type { Block } from "../../physics/models/stage.js";

/** Rows of a column; longer blocks enlarge the columns, which then are no longer constants. */
const ROWS = 7168;

/**
 * Rows that a kernel processes at once. V8 compiles a loop that runs longer in the middle of its run, which is slower than
 * code of the whole function and may stay for good (measured: occasionally a tenth of the whole chain).
 */
export const STRETCH = 512;

/**
 * Bytes from column to column: whole pages plus one cache line, which keeps columns from falling on the same cache sets:
 * page-aligned columns cost five times as much to write (measured: a loop that stores 21 of them).
 */
function strideOf(rows: number): number {
  return Math.ceil((8 * rows) / 4096) * 4096 + 64;
}

/** Allocates columns one after the other in one buffer. */
function columnMaker(count: number): () => Float64Array {
  const stride = strideOf(ROWS);
  const buffer = new ArrayBuffer(count * stride);
  let k = 0;
  return () => new Float64Array(buffer, k++ * stride, ROWS);
}

const column = /* @__PURE__ */ columnMaker(100);

/** Columns of the weather grid that the engine works on, one row per weather interval of the block. */
export class IntervalColumns {
  time = column();
  ghi = column();
  dni = column();
  directHorizontal = column();
  dhi = column();
  kt = column();
  extraterrestrialHorizontal = column();
  extraterrestrialNormal = column();
  apparentZenith = column();
  zenith = column();
  sunlitFraction = column();
  relativeAirmass = column();
  clearGhi = column();
  clearDni = column();
  clearDirectHorizontal = column();
  clearDhi = column();
  normalToHorizontal = column();
  normalPerHorizontal = column();
  beamWeight = column();
  beamCap = column();
  decomposedCap = column();
  diffuseWeight = column();
  largestCosZenith = column();
  pressure = column();
  temperature = column();
  dewPoint = column();
  precipitableWater = column();
  windSpeed = column();
  snowDepth = column();
  albedo = column();
  linkeTurbidity = column();
  aerosolOpticalDepth = column();
  relativeHumidity = column();
  diffuseFraction = column();
  surroundings = column();
  ghiOverBareGround = column();
  dniIndex = column();
  beamIndex = column();
  diffuseIndex = column();
  globalWeight = column();
  globalIndex = column();
  scratch = column();
}
export type IntervalColumn = keyof IntervalColumns;

/** Columns of the compute grid, one row per sub-step of the block. */
export class StepColumns {
  time = column();
  weight = column();
  lead = column();
  east = column();
  north = column();
  up = column();
  trueUp = column();
  distance = column();
  extraterrestrialNormal = column();
  elevation = column();
  zenith = column();
  azimuth = column();
  relativeAirmass = column();
  pressure = column();
  linkeTurbidity = column();
  aerosolOpticalDepth = column();
  precipitableWater = column();
  clearGhi = column();
  clearDni = column();
  clearDhi = column();
  beamWeight = column();
  beamCap = column();
  diffuseWeight = column();
  diffuseCap = column();
  globalWeight = column();
  directHorizontal = column();
  dhi = column();
  ghi = column();
  dni = column();
  temperature = column();
  windSpeed = column();
  snowDepth = column();
  albedo = column();
  rotation = column();
  cosTilt = column();
  cosIncidence = column();
  circumsolar = column();
  isotropic = column();
  horizonBand = column();
  line = column();
  visible = column();
  visibleAboveLine = column();
  skyView = column();
  bandView = column();
  dniShaded = column();
  directHorizontalShaded = column();
  dhiShaded = column();
  ghiShaded = column();
  directTilted = column();
  diffuseTilted = column();
  directTiltedShaded = column();
  diffuseTiltedShaded = column();
  groundTiltedShaded = column();
  rearTilted = column();
  globalTilted = column();
  globalTiltedShaded = column();
  pv = column();
  pvShaded = column();
}
export type StepColumn = keyof StepColumns;

export const INTERVALS = /* @__PURE__ */ new IntervalColumns();
export const STEPS = /* @__PURE__ */ new StepColumns();

/** Makes room for this many rows: grows by at least half, and the contents are lost. */
export function reserveRows(columns: object, n: number, shared = false): void {
  const held = columns as { [name: string]: Float64Array };
  const names = Object.keys(held);
  const before = held[names[0]!]!.length;
  if (n <= before) return;
  const rows = Math.max(n, Math.ceil(before * 1.5));
  const stride = strideOf(rows);
  const bytes = names.length * stride;
  const buffer = shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
  names.forEach((name, k) => {
    held[name] = new Float64Array(buffer, k * stride, rows);
  });
}

/** Rows [from, to) of a workspace's columns, as a stage receives them. */
export function rowsOf(
  columns: object,
  { series }: { readonly series: { readonly interval: number } },
  from: number,
  to: number,
  first = from,
  last = to,
): Block {
  return { from, to, first, last, columns: columns as Block["columns"], interval: series.interval };
}
