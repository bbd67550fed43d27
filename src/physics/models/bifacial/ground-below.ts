/**
 * What the rear of rows without end sees of the ground, from where: close to the ground most of it is their own shadow, so that less light
 * comes back than the mean of the ground has. The higher the rows, the more the rear sees of all of it; `infiniteSheds` has the mean.
 *
 * Both views are those of lines across the rows (Hottel's crossed strings), point by point: of the rear, at points over its width, of strips
 * of the ground; and of these strips, between the rows, of the sky. Lengths are widths of a row. Marion et al. 2017, A Practical Irradiance
 * Model for Bifacial PV Modules, 44th IEEE PVSC, doi 10.1109/PVSC.2017.8366263, has the same geometry in steps of a degree of view.
 */
import { cos, DEG, sin } from "../../../foundation/math/index.js";
import { groundSkyView } from "./infinite-sheds.js";

/** Strips of the ground from row to row, points over the width of a row, and rows on each side that are looked at one by one. */
const [STRIPS, POINTS, NEIGHBOURS] = [48, 8, 8];
/** The lower edge of a row that touches the ground, in widths: nothing stands in it. */
const AT_THE_GROUND = 1e-3;

/** Of one tilt. */
interface Views {
  /** Of what the rear gets from a ground of one radiance, the share from x < k/STRIPS of the distance of rows, k = 0…STRIPS. */
  readonly share: Float64Array;
  /** View factor of the ground to the sky, in the mean over what the rear sees. */
  readonly sky: number;
}

let latest: GroundBelow | undefined;

/** The same for sites of one kind that follow one another: a tracker's 91 tilts take some milliseconds. @param gcr @param height as of `GroundBelow` */
export function groundBelow(gcr: number, height: number): GroundBelow {
  if (latest?.gcr !== gcr || latest.height !== height) latest = new GroundBelow(gcr, height);
  return latest;
}

/** The ground below rows of one distance and height. */
export class GroundBelow {
  readonly gcr: number;
  readonly height: number;
  readonly #views: (Views | undefined)[] = [];

  /**
   * @param gcr width of a row over the distance of rows, above 0 up to 1
   * @param height of the middle of a row above the ground, in widths of a row; at least half the sine of every tilt
   */
  constructor(gcr: number, height: number) {
    this.gcr = gcr;
    this.height = height;
  }

  /** View factor of the ground to the sky, in the mean over what the rear sees. @param tilt deg, 0…90 */
  sky(tilt: number): number {
    const k = Math.min(tilt | 0, 89);
    const [low, high] = [this.#viewsAt(k).sky, this.#viewsAt(k + 1).sky];
    return low + (high - low) * (tilt - k);
  }

  /**
   * Share of what the rear sees of the ground that the sun reaches.
   *
   * @param tilt deg, 0…90
   * @param tangent the sun's horizontal part towards the side that the front faces, over its height
   */
  lit(tilt: number, cosTilt: number, sinTilt: number, tangent: number): number {
    const pitch = 1 / this.gcr;
    // The shadow of one row, from its lower to its upper edge.
    const middle = -this.height * tangent;
    const half = 0.5 * Math.abs(cosTilt + sinTilt * tangent);
    if (2 * half >= pitch) return 0;
    const from = (middle - half) / pitch;
    const begin = from - Math.floor(from);
    const end = begin + (2 * half) / pitch;
    const k = Math.min(tilt | 0, 89);
    const [low, high] = [this.#viewsAt(k).share, this.#viewsAt(k + 1).share];
    const ofLow = shareUpTo(low, end) - shareUpTo(low, begin);
    const ofHigh = shareUpTo(high, end) - shareUpTo(high, begin);
    return 1 - (ofLow + (ofHigh - ofLow) * (tilt - k));
  }

  #viewsAt(tilt: number): Views {
    return (this.#views[tilt] ??= viewsOf(this.gcr, this.height, tilt));
  }
}

/** @param x in distances of rows, 0…2 */
function shareUpTo(share: Float64Array, x: number): number {
  const whole = x >= 1 ? 1 : 0;
  const at = Math.min((x - whole) * STRIPS, STRIPS);
  const k = Math.min(at | 0, STRIPS - 1);
  return whole + share[k]! + (share[k + 1]! - share[k]!) * (at - k);
}

function viewsOf(gcr: number, height: number, tilt: number): Views {
  const [pitch, cosTilt, sinTilt] = [1 / gcr, cos(tilt * DEG), sin(tilt * DEG)];
  const strips = new Float64Array(STRIPS);
  for (let p = 0; p < POINTS; p++) addView(strips, (p + 0.5) / POINTS - 0.5, { pitch, height, cosTilt, sinTilt });
  const seen = strips.reduce((sum, view) => sum + view, 0);
  const skies = strips.map((_, k) => skyView(((k + 0.5) / STRIPS) * pitch, { pitch, height, cosTilt, sinTilt }));
  const share = new Float64Array(STRIPS + 1);
  let [sky, mean] = [0, 0];
  for (let k = 0; k < STRIPS; k++) {
    share[k + 1] = share[k]! + strips[k]! / seen;
    sky += (strips[k]! / seen) * skies[k]!;
    mean += skies[k]! / STRIPS;
  }
  // Far rows are left out of both: the mean over the ground is known.
  const known = groundSkyView(gcr, cosTilt);
  return { share, sky: mean > 0 ? (sky * known) / mean : known };
}

interface Section {
  readonly pitch: number;
  readonly height: number;
  readonly cosTilt: number;
  readonly sinTilt: number;
}

function lowerEdge(height: number, sinTilt: number): number {
  return Math.max(height - 0.5 * sinTilt, AT_THE_GROUND);
}

/** Without `Math.hypot`, whose last bit is each engine's own. */
function length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

/**
 * Adds the view factors of one point of the rear to the strips, which repeat from row to row. The front faces to the right (x > 0); the
 * rear sees the ground from where its own plane meets it to where the lower edge of the next row to the left hides it.
 *
 * @param s of the point, from −½ at the lower edge to ½ at the upper one
 */
function addView(strips: Float64Array, s: number, { pitch, height, cosTilt, sinTilt }: Section): void {
  const edge = lowerEdge(height, sinTilt);
  const [x, h] = [-s * cosTilt, edge + (s + 0.5) * sinTilt];
  const nextEdge = -pitch + 0.5 * cosTilt;
  const drop = (s + 0.5) * sinTilt;
  const first = drop > 0 ? Math.max(nextEdge - (edge * (x - nextEdge)) / drop, -1e6) : -1e6;
  const last = sinTilt > 0 ? Math.min(0.5 * cosTilt + (edge * cosTilt) / sinTilt, 1e6) : 1e6;
  /** Half the sine of the angle from the rear's normal, growing to the right. */
  const view = (at: number) => (0.5 * ((at - x) * cosTilt + h * sinTilt)) / length(at - x, h);
  const near = NEIGHBOURS * pitch;
  const [from, to] = [Math.max(first, -near), Math.min(last, near)];
  let before = view(from);
  const width = pitch / STRIPS;
  for (let k = Math.floor(from / width); k * width < to; k++) {
    const after = view(Math.min((k + 1) * width, to));
    strips[((k % STRIPS) + STRIPS) % STRIPS]! += after - before;
    before = after;
  }
  const far = view(last) - before + (view(from) - view(first));
  for (let k = 0; k < STRIPS; k++) strips[k]! += far / STRIPS;
}

/** View factor of a point of the ground to the sky, through the gaps between neighbouring rows. */
function skyView(x: number, { pitch, height, cosTilt, sinTilt }: Section): number {
  const lower = lowerEdge(height, sinTilt);
  const upper = lower + sinTilt;
  let view = 0;
  // From the right: the cosine of the left edge of the row before, as seen from here.
  let right = 1;
  for (let row = NEIGHBOURS; row >= -NEIGHBOURS; row--) {
    const [low, high] = [row * pitch + 0.5 * cosTilt - x, row * pitch - 0.5 * cosTilt - x];
    const [a, b] = [low / length(low, lower), high / length(high, upper)];
    view += 0.5 * Math.max(right - Math.max(a, b), 0);
    right = Math.min(right, Math.min(a, b));
  }
  return view + 0.5 * (right + 1);
}
