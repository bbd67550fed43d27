/**
 * Sunrise or sunset within a panel of sub-steps: its nodes are moved into the sunlit part, whose edges are known in closed
 * form, and their weights become the length of that part. The remainder is dark.
 */
import { acos, atan2, DEG, sin } from "../../foundation/math/index.js";
import { HOUR_ANGLE_RATE } from "../../physics/models/solar-position/analytical.js";
import { type SunSite, sunVectorRows } from "../../physics/models/solar-position/ephemeris.js";
import { refractVectorRows, TWILIGHT } from "../../physics/models/solar-position/refraction.js";
import { LONGEST_UNMOVED } from "../grid/sub-steps.js";
import { STEPS } from "../memory/columns.js";

const s = STEPS;

/** Sines of the true elevations at which direct irradiance and twilight begin. */
export interface Daylight {
  /** Apparent elevation 0°: direct irradiance begins. */
  readonly sunrise: number;
  /** −6°: twilight begins. */
  readonly twilight: number;
}

/**
 * A part shorter than this share of its panel is treated as dark: irradiance measured in twilight would be squeezed into it.
 * During one sixteenth of a quarter of an hour, a minute, the beam is below 1 W/m² of the mean.
 */
const LEAST_SHARE = 1 / 16;

const MINUTE = LONGEST_UNMOVED;

/** The last result: requests for one place come in sequence. */
let known: { readonly pressureHpa: number; readonly temperature: number; readonly daylight: Daylight } | undefined;

/** The edges of day after refraction. */
export function prepareDaylight(pressureHpa: number, temperature: number): Daylight {
  if (known === undefined || known.pressureHpa !== pressureHpa || known.temperature !== temperature) {
    known = { pressureHpa, temperature, daylight: findDaylight(pressureHpa, temperature) };
  }
  return known.daylight;
}

/** Finds sunrise by halving: the apparent sun of true elevations from −1° to 0°. */
function findDaylight(pressureHpa: number, temperature: number): Daylight {
  const vector = new Float64Array(3);
  const [east, north, up] = [vector.subarray(0, 1), vector.subarray(1, 2), vector.subarray(2, 3)];
  let below = -1;
  let above = 0;
  for (let k = 0; k < 40; k++) {
    const middle = (below + above) / 2;
    const s = sin(middle * DEG);
    east[0] = 0;
    north[0] = Math.sqrt(1 - s * s);
    up[0] = s;
    refractVectorRows(0, 1, east, north, up, pressureHpa, temperature);
    if (up[0] > 0) above = middle;
    else below = middle;
  }
  return { sunrise: sin(above * DEG), twilight: sin(TWILIGHT * DEG) };
}

/** Moves nodes [i0, i1), given the true sun at their nominal times, into daylight; sun and times are rewritten. */
export function moveIntoLight(i0: number, i1: number, { sunrise, twilight }: Daylight, site: SunSite): void {
  const { lead, weight, time, up } = s;
  const rate = HOUR_ANGLE_RATE;
  for (let i = i0; i < i1; ) {
    // Of a pair, the first is in the first half of its cell. Three nodes stand only in the high sun, where none is moved.
    const nodes = lead[i]! < weight[i]! / 2 ? 2 : 1;
    const length = weight[i]! * nodes;
    const most = rate * length * site.cosLatitude; // sin(elevation) cannot change more within the panel
    if (length > MINUTE && up[i]! - most < sunrise && up[i]! + most > twilight) {
      const begin = time[i]! - lead[i]! * 1000;
      if (!moveNodes(i, nodes, begin, length, sunrise, site)) moveNodes(i, nodes, begin, length, twilight, site);
    }
    i += nodes;
  }
}

/**
 * Moves the nodes of a panel into its part above a true elevation. False if there is no such part.
 */
function moveNodes(i: number, nodes: number, begin: number, length: number, sine: number, site: SunSite): boolean {
  // sin(elevation) is `offset` + `swing`·cos(angle − noon), the angle counted from node i's time.
  const { sinLatitude, cosLatitude } = site;
  const towardsPole = s.up[i]! * sinLatitude + s.north[i]! * cosLatitude;
  const alongEquator = s.up[i]! * cosLatitude - s.north[i]! * sinLatitude;
  const east = s.east[i]!;
  const first = HOUR_ANGLE_RATE * -s.lead[i]!;
  const last = first + HOUR_ANGLE_RATE * length;
  // It deviates from a straight line by less than the square of the angle: most panels need no further test.
  const bend = (last - first) * (last - first);
  const before = s.up[i]! + cosLatitude * east * first;
  const after = s.up[i]! + cosLatitude * east * last;
  if (Math.max(before, after) + bend < sine) return false;
  if (Math.min(before, after) - bend > sine) return true;
  const swing = cosLatitude * Math.sqrt(alongEquator * alongEquator + east * east);
  const height = sine - towardsPole * sinLatitude;
  if (height <= -swing) return true; // above all day
  if (height >= swing) return false; // below all day
  const noon = atan2(east, alongEquator);
  const half = acos(height / swing);
  // Noon is the nearest one; the day before or after reaches the panel only where the sun hardly sets, and is ignored.
  if (noon - half + 2 * Math.PI < last || noon + half - 2 * Math.PI > first) return true;
  const from = (Math.max(noon - half, first) - first) / HOUR_ANGLE_RATE;
  const to = (Math.min(noon + half, last) - first) / HOUR_ANGLE_RATE;
  const part = to - from;
  if (part < LEAST_SHARE * length) return false;
  if (part >= length) return true;
  for (let k = 0; k < nodes; k++) {
    const share = (s.time[i + k]! - begin) / 1000 / length;
    s.time[i + k] = begin + (from + share * part) * 1000;
    s.weight[i + k] = part / nodes;
    s.lead[i + k] = s.lead[i + k]! * (part / length);
  }
  sunVectorRows(i, i + nodes, s.time, site, s.east, s.north, s.up, s.distance);
  return true;
}
