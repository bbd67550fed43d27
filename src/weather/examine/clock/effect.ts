/**
 * What a wrong clock does to the answers of a year: the light on walls and a roof with the sun as read beside that of the right time, by
 * a short chain (Erbs 1982, Hay and Davies 1980), which is enough for a ratio.
 */
import { cos, DEG, positivePow, sin } from "../../../math/index.js";
import { erbsRows } from "../../../models/decomposition/erbs.js";
import { prepareSunSite, type SunSite, sunVectorRows } from "../../../models/solar-position/ephemeris.js";
import { SOLAR_CONSTANT } from "../../../models/solar-position/extraterrestrial.js";
import { DAY, MINUTE } from "../../../time/calendar.js";
import { UPPER_LIMITS } from "../../limits.js";
import type { Effect, SkyRows } from "../types.js";

/** The sun is looked at as often, and shorter steps are thinned to as many. */
const MOMENT = 15 * MINUTE;
/** Days that are looked at, evenly chosen. */
const MOST_DAYS = 400;
const ALBEDO = 0.2;
/** W/m²: the least light of a row that decides anything. */
const LEAST = 1;
/** How much more than under a clear sky the beam is: the value with which walls gain what they gain in the engine's own chain. */
const BRIGHTER = 1.3;
const GHI = UPPER_LIMITS.ghi;
/** Sine of 1°: Hay and Davies' ratio of a plane to level ground has no lower sun. */
const LOWEST = 0.0175;

interface Plane {
  readonly surfaceTilt: number;
  readonly surfaceAzimuth: number;
  readonly east: number;
  readonly north: number;
  readonly up: number;
}

/** @param shiftAt minutes by which the right sun of a row is later; NaN for rows that do not count */
export function clockEffect(sky: SkyRows, shiftAt: (row: number) => number): Effect {
  const { latitude, longitude, altitude = 0 } = sky.place;
  const roof = latitude >= 0 ? 180 : 0;
  const planes = [planeOf(90, 90), planeOf(90, 270), planeOf(30, roof)];
  const [read, right] = [0, 1].map(() => new Float64Array(planes.length + 1)) as [Float64Array, Float64Array];
  const row = new RowOnPlanes(prepareSunSite(latitude, longitude, altitude), planes, sky.step);
  const stride = Math.max(1, Math.floor(MOMENT / sky.step));
  const perDay = Math.max(1, Math.floor(DAY / sky.step / stride));
  const dayStride = Math.ceil(sky.count / stride / perDay / MOST_DAYS);
  for (let k = 0; k * stride < sky.count; k++) {
    if (Math.floor(k / perDay) % dayStride !== 0) continue;
    const at = k * stride;
    const light = sky.light[at]!;
    const shift = shiftAt(at);
    if (!(light >= LEAST) || Number.isNaN(shift)) continue;
    const start = sky.start + at * sky.step;
    if (!row.isPossible(light, start)) continue;
    row.add(light, start, read);
    row.add(light, start + shift * MINUTE, right);
  }
  const change = (k: number) => (right[k]! > 0 ? read[k]! / right[k]! - 1 : 0);
  return {
    horizontal: change(planes.length),
    planes: planes.map(({ surfaceTilt, surfaceAzimuth }, k) => ({ surfaceTilt, surfaceAzimuth, change: change(k) })),
  };
}

function planeOf(surfaceTilt: number, surfaceAzimuth: number): Plane {
  const [tilt, azimuth] = [surfaceTilt * DEG, surfaceAzimuth * DEG];
  return {
    surfaceTilt,
    surfaceAzimuth,
    east: sin(tilt) * sin(azimuth),
    north: sin(tilt) * cos(azimuth),
    up: cos(tilt),
  };
}

class RowOnPlanes {
  private readonly moments: number;
  private readonly time: Float64Array;
  private readonly east: Float64Array;
  private readonly north: Float64Array;
  private readonly up: Float64Array;
  private readonly distance: Float64Array;
  private readonly beam: Float64Array;
  private readonly share = new Float64Array(1);

  private readonly site: SunSite;
  private readonly planes: readonly Plane[];
  private readonly step: number;

  constructor(site: SunSite, planes: readonly Plane[], step: number) {
    [this.site, this.planes, this.step] = [site, planes, step];
    this.moments = Math.max(1, Math.round(step / MOMENT));
    const column = () => new Float64Array(this.moments);
    [this.time, this.east, this.north] = [column(), column(), column()];
    [this.up, this.distance, this.beam] = [column(), column(), column()];
  }

  /** More light than the sun of the time stamps can send is missing in every answer. */
  isPossible(light: number, start: number): boolean {
    this.turnTo(start);
    const extra = SOLAR_CONSTANT / (this.distance[0]! * this.distance[0]!);
    const highest = Math.max(0, ...this.up);
    return light <= mostLight(extra, highest);
  }

  private turnTo(start: number): void {
    const { moments, time } = this;
    for (let k = 0; k < moments; k++) time[k] = start + ((k + 0.5) * this.step) / moments;
    sunVectorRows(0, moments, time, this.site, this.east, this.north, this.up, this.distance);
  }

  /** Adds the light of a row whose interval begins at `start` to the sums of the planes, and of level ground. */
  add(light: number, start: number, sums: Float64Array): void {
    const { moments, east, north, up, distance, planes } = this;
    this.turnTo(start);
    let height = 0;
    for (let k = 0; k < moments; k++) height += Math.max(0, up[k]!) / moments;
    // Light without a sun is left out of every answer.
    if (height <= 0) return;
    const extra = SOLAR_CONSTANT / (distance[0]! * distance[0]!);
    let most = 0;
    for (let k = 0; k < moments; k++) if (up[k]! > 0) most += mostLight(extra, up[k]!) / moments;
    const kept = Math.min(light, most);
    this.share[0] = kept / (extra * height);
    erbsRows(0, 1, this.share, this.share);
    const { beam } = this;
    let direct = 0;
    for (let k = 0; k < moments; k++) {
      beam[k] = Math.min((kept * (1 - this.share[0])) / height, clearBeam(up[k]!));
      direct += (beam[k]! * Math.max(0, up[k]!)) / moments;
    }
    const diffuse = kept - direct;
    const circumsolar = Math.min(1, direct / height / extra);
    for (let p = 0; p < planes.length; p++) {
      const plane = planes[p]!;
      let [facing, lit] = [0, 0];
      for (let k = 0; k < moments; k++) {
        if (up[k]! <= 0) continue;
        const cosine = Math.max(0, plane.east * east[k]! + plane.north * north[k]! + plane.up * up[k]!) / moments;
        facing += cosine;
        lit += beam[k]! * cosine;
      }
      const isotropic = (diffuse * (1 - circumsolar) * (1 + plane.up)) / 2;
      const ground = (kept * ALBEDO * (1 - plane.up)) / 2;
      sums[p]! += lit + (diffuse * circumsolar * facing) / Math.max(height, LOWEST) + isotropic + ground;
    }
    sums[planes.length]! += kept;
  }
}

/** GHI that the sun can send, W/m² (BSRN). */
function mostLight(extra: number, height: number): number {
  return GHI.offset + GHI.extra * extra * positivePow(height, GHI.power);
}

/** The most beam that a split of light leaves, W/m²: a clear sky's (Meinel & Meinel 1976, Applied Solar Energy) and a share above. */
function clearBeam(height: number): number {
  return BRIGHTER * 1353 * positivePow(0.7, positivePow(1 / Math.max(height, 0.03), 0.678));
}
