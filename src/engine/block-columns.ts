/**
 * The columns that blocks are computed in: one set for the thread, as nothing computes two blocks at once.
 *
 * They are constants on purpose. V8 writes the address and the length of an array into the code where the array is a
 * constant of the module, or a field never written again of an object that is one; a loop over arrays that it gets as
 * arguments fetches and checks both at every access, which is most of what a short loop does (measured: 2.5 times the
 * time). Hence in modules whose loops count: `const s = STEPS;` — an import alone is looked up at every use.
 */

/** Rows of a column; longer blocks make room for themselves, and the columns are constants no more. */
const ROWS = 7168;

/** Makes columns in one buffer, a cache line apart from a whole page each; see `ColumnSet`. */
function columnMaker(count: number): () => Float64Array {
  const stride = Math.ceil((8 * ROWS) / 4096) * 4096 + 64;
  const buffer = new ArrayBuffer(count * stride);
  let k = 0;
  return () => new Float64Array(buffer, k++ * stride, ROWS);
}

const intervalColumn = /* @__PURE__ */ columnMaker(40);
const stepColumn = /* @__PURE__ */ columnMaker(54);

/** Columns of the weather grid that the engine works on, one row per weather interval of the block. */
export class IntervalColumns {
  time = intervalColumn();
  ghi = intervalColumn();
  dni = intervalColumn();
  directHorizontal = intervalColumn();
  dhi = intervalColumn();
  kt = intervalColumn();
  extraterrestrialHorizontal = intervalColumn();
  extraterrestrialNormal = intervalColumn();
  apparentZenith = intervalColumn();
  zenith = intervalColumn();
  sunlitFraction = intervalColumn();
  relativeAirmass = intervalColumn();
  clearGhi = intervalColumn();
  clearDni = intervalColumn();
  clearDirectHorizontal = intervalColumn();
  clearDhi = intervalColumn();
  normalToHorizontal = intervalColumn();
  beamWeight = intervalColumn();
  beamCap = intervalColumn();
  diffuseWeight = intervalColumn();
  largestCosZenith = intervalColumn();
  pressure = intervalColumn();
  temperature = intervalColumn();
  dewPoint = intervalColumn();
  precipitableWater = intervalColumn();
  windSpeed = intervalColumn();
  snowDepth = intervalColumn();
  albedo = intervalColumn();
  linkeTurbidity = intervalColumn();
  aerosolOpticalDepth = intervalColumn();
  relativeHumidity = intervalColumn();
  diffuseFraction = intervalColumn();
  dniIndex = intervalColumn();
  beamIndex = intervalColumn();
  diffuseIndex = intervalColumn();
  courseCentre = intervalColumn();
  coursePerHalf = intervalColumn();
  hangs = intervalColumn();
  lean = intervalColumn();
  scratch = intervalColumn();
}
export type IntervalColumn = keyof IntervalColumns;

/** Columns of the compute grid, one row per sub-step of the block. */
export class StepColumns {
  time = stepColumn();
  weight = stepColumn();
  lead = stepColumn();
  east = stepColumn();
  north = stepColumn();
  up = stepColumn();
  trueUp = stepColumn();
  distance = stepColumn();
  extraterrestrialNormal = stepColumn();
  elevation = stepColumn();
  zenith = stepColumn();
  azimuth = stepColumn();
  relativeAirmass = stepColumn();
  pressure = stepColumn();
  linkeTurbidity = stepColumn();
  aerosolOpticalDepth = stepColumn();
  precipitableWater = stepColumn();
  clearGhi = stepColumn();
  clearDni = stepColumn();
  clearDhi = stepColumn();
  beamWeight = stepColumn();
  beamCap = stepColumn();
  diffuseWeight = stepColumn();
  directHorizontal = stepColumn();
  dhi = stepColumn();
  ghi = stepColumn();
  dni = stepColumn();
  temperature = stepColumn();
  windSpeed = stepColumn();
  snowDepth = stepColumn();
  albedo = stepColumn();
  rotation = stepColumn();
  cosTilt = stepColumn();
  cosIncidence = stepColumn();
  circumsolar = stepColumn();
  isotropic = stepColumn();
  horizonBand = stepColumn();
  line = stepColumn();
  visible = stepColumn();
  visibleAboveLine = stepColumn();
  skyView = stepColumn();
  bandView = stepColumn();
  dniShaded = stepColumn();
  directHorizontalShaded = stepColumn();
  dhiShaded = stepColumn();
  ghiShaded = stepColumn();
  directTilted = stepColumn();
  diffuseTilted = stepColumn();
  directTiltedShaded = stepColumn();
  diffuseTiltedShaded = stepColumn();
  globalTilted = stepColumn();
  globalTiltedShaded = stepColumn();
  pv = stepColumn();
  pvShaded = stepColumn();
}
export type StepColumn = keyof StepColumns;

export const INTERVALS = /* @__PURE__ */ new IntervalColumns();
export const STEPS = /* @__PURE__ */ new StepColumns();

/** Makes room for so many rows; contents are lost on growth. */
export function reserveRows(
  columns: { [name: string]: Float64Array } | IntervalColumns | StepColumns,
  n: number,
): void {
  const held = columns as { [name: string]: Float64Array };
  const names = Object.keys(held);
  if (n <= held[names[0]!]!.length) return;
  const rows = Math.ceil(n * 1.25);
  const stride = Math.ceil((8 * rows) / 4096) * 4096 + 64;
  const buffer = new ArrayBuffer(names.length * stride);
  names.forEach((name, k) => {
    held[name] = new Float64Array(buffer, k * stride, rows);
  });
}
