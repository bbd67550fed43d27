/** The geometry and clear sky of each weather interval, from its sub-steps. */
import { acos, cos, RAD, sin } from "../math/index.js";
import type { Lattice, Steps } from "./grids.js";
import { cellStart } from "./grids.js";
import type { Workspace } from "./workspace.js";

/** Full rotation of the Earth against the mean sun, rad per second. */
export const HOUR_ANGLE_RATE = (2 * Math.PI) / 86_400;

/**
 * What each sub-step can carry: `beamWeight` (clear-sky direct on the horizontal), `beamCap` (the most direct-horizontal
 * that is believed) and `diffuseWeight` (clear-sky diffuse, and a little light down to −6° so that what was measured in
 * twilight stays), all W/m².
 */
export function weightRows(
  i0: number,
  i1: number,
  up: Float64Array,
  elevation: Float64Array,
  extraterrestrialNormal: Float64Array,
  clearDni: Float64Array,
  clearDhi: Float64Array,
  beamWeight: Float64Array,
  beamCap: Float64Array,
  diffuseWeight: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const mu = Math.max(up[i]!, 0);
    const clear = clearDni[i]!;
    const twilight = Math.min(Math.max((elevation[i]! + 6) / 6, 0), 1);
    beamWeight[i] = clear * mu;
    beamCap[i] = Math.min(extraterrestrialNormal[i]!, 1.1 * clear + 100) * mu;
    diffuseWeight[i] = clearDhi[i]! + 2 * twilight * twilight;
  }
}

/**
 * Means over the sub-steps of each interval, written to the interval columns of rows [0, n).
 * Zeniths are those of the mean cosine over the sunlit part; 90° where there is none.
 */
export function intervalGeometry(
  n: number,
  lattice: Lattice,
  firstInterval: number,
  steps: Steps,
  work: Workspace,
  latitude: number,
  withTrueZenith: boolean,
): void {
  const s = work.steps.columns;
  const w = work.intervals.columns;
  const sinLatitude = sin(latitude * (Math.PI / 180));
  const cosLatitude = cos(latitude * (Math.PI / 180));
  const length = lattice.step / 1000;
  for (let j = 0; j < n; j++) {
    const begin = steps.weatherStart[j]!;
    const end = steps.weatherStart[j + 1]!;
    let time = 0; // with light, at most the length
    let sunlit = 0;
    let cosZenith = 0;
    let trueCosZenith = 0;
    let extraterrestrial = 0;
    let extraterrestrialHorizontal = 0;
    let clearGhi = 0;
    let clearDni = 0;
    let clearDhi = 0;
    let beam = 0;
    let cap = 0;
    let diffuse = 0;
    let largest = -1;
    for (let i = begin; i < end; i++) {
      const dt = s.weight[i]!;
      const up = s.up[i]!;
      time += dt;
      extraterrestrial += s.extraterrestrialNormal[i]! * dt;
      clearGhi += s.clearGhi[i]! * dt;
      clearDni += s.clearDni[i]! * dt;
      clearDhi += s.clearDhi[i]! * dt;
      beam += s.beamWeight[i]! * dt;
      cap += s.beamCap[i]! * dt;
      diffuse += s.diffuseWeight[i]! * dt;
      if (up > largest) largest = up;
      if (up > 0) {
        sunlit += dt;
        cosZenith += up * dt;
        if (withTrueZenith) trueCosZenith += s.trueUp[i]! * dt;
        extraterrestrialHorizontal += s.extraterrestrialNormal[i]! * up * dt;
      }
    }
    const start = cellStart(lattice, firstInterval + j);
    const first = cosZenithAt(start, begin, s, sinLatitude, cosLatitude);
    const last = cosZenithAt(start + lattice.step, end - 1, s, sinLatitude, cosLatitude);
    w.largestCosZenith[j] = Math.max(largest, first, last);
    w.extraterrestrialNormal[j] = extraterrestrial / time;
    w.extraterrestrialHorizontal[j] = extraterrestrialHorizontal / length;
    w.sunlitFraction[j] = sunlit / length;
    w.apparentZenith[j] = sunlit > 0 ? acos(Math.min(cosZenith / sunlit, 1)) * RAD : 90;
    if (withTrueZenith) w.zenith[j] = sunlit > 0 ? acos(Math.min(trueCosZenith / sunlit, 1)) * RAD : 90;
    w.clearGhi[j] = clearGhi / length;
    w.clearDirectHorizontal[j] = beam / length;
    w.clearDni[j] = clearDni / length;
    w.clearDhi[j] = clearDhi / length;
    w.beamWeight[j] = beam / length;
    w.beamCap[j] = cap / length;
    w.diffuseWeight[j] = diffuse / length;
    // Without any clear-sky beam (the sun just above the horizon) the plain mean cosine takes its place.
    w.normalToHorizontal[j] = clearDni > 0 ? beam / clearDni : cosZenith / length;
  }
}

/** cos z at a time (ms) near sub-step i: its own sun turned that far (declination and refraction hardly change). */
function cosZenithAt(
  time: number,
  i: number,
  s: Workspace["steps"]["columns"],
  sinLatitude: number,
  cosLatitude: number,
): number {
  const angle = HOUR_ANGLE_RATE * ((time - s.time[i]!) / 1000);
  const towardsPole = s.up[i]! * sinLatitude + s.north[i]! * cosLatitude;
  const alongEquator = s.up[i]! * cosLatitude - s.north[i]! * sinLatitude;
  return towardsPole * sinLatitude + (alongEquator * cos(angle) + s.east[i]! * sin(angle)) * cosLatitude;
}
