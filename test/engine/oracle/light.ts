/**
 * Direct and diffuse light on the horizontal at every instant of a series, from its interval means: the rules that the engine
 * follows, as sums over instants. Nothing of src/engine is used; sun, air mass, clear sky and diffuse fraction are the
 * published models' own functions.
 */

import { kastenYoungRows } from "../../../src/physics/models/atmosphere/airmass.js";
import { getAbsoluteAirmass, standardPressure } from "../../../src/physics/models/atmosphere/index.js";
import { ineichenAltitude } from "../../../src/physics/models/clear-sky/index.js";
import { erbsDriesseRows } from "../../../src/physics/models/decomposition/by-clearness.js";
import { getExtraRadiation, solarPosition } from "../../../src/physics/models/solar-position/index.js";
import type { OracleCase } from "./draw.js";

/** Instants in the middle of cells of `step` seconds; `perInterval` of them in an interval of the weather. */
export interface Instants {
  readonly n: number;
  readonly step: number;
  readonly perInterval: number;
  readonly time: Float64Array;
  /** Of the apparent sun: degrees, and the unit vector. */
  readonly elevation: Float64Array;
  readonly azimuth: Float64Array;
  readonly east: Float64Array;
  readonly north: Float64Array;
  readonly up: Float64Array;
  readonly airmass: Float64Array;
  readonly airmassAbsolute: Float64Array;
  /** W/m² */
  readonly extraterrestrial: Float64Array;
  readonly clear: { readonly ghi: Float64Array; readonly dni: Float64Array; readonly dhi: Float64Array };
}

const RAD = Math.PI / 180;

export function instantsOf(drawn: OracleCase, step: number): Instants {
  const { latitude, longitude, altitude, start, interval, count, turbidity } = drawn;
  const perInterval = interval / step;
  const n = count * perInterval;
  const time = Float64Array.from({ length: n }, (_, i) => start + (i + 0.5) * step * 1000);
  const pressure = standardPressure(altitude);
  // Refraction at 12 °C and the standard pressure of the altitude: the sun's path does not hang on the weather.
  const sun = solarPosition({ time, latitude, longitude, altitude, pressure, temperature: 12 });
  const elevation = sun.apparentElevation;
  const airmass = new Float64Array(n);
  kastenYoungRows(0, n, sun.apparentZenith, airmass);
  const extraterrestrial = getExtraRadiation({ time }, { method: "nrel", solarConstant: 1361.1 }).dniExtra;
  const { airmassAbsolute } = getAbsoluteAirmass({ airmassRelative: airmass, pressure });
  const clear = ineichenAltitude({
    ...{ apparentZenith: sun.apparentZenith, airmassAbsolute, linkeTurbidity: turbidity, altitude },
    dniExtra: extraterrestrial,
  });
  return {
    ...{
      n,
      step,
      perInterval,
      time,
      elevation,
      azimuth: sun.azimuth,
      airmass,
      airmassAbsolute,
      extraterrestrial,
      clear,
    },
    east: elevation.map((e, i) => Math.cos(e * RAD) * Math.sin(sun.azimuth[i]! * RAD)),
    north: elevation.map((e, i) => Math.cos(e * RAD) * Math.cos(sun.azimuth[i]! * RAD)),
    up: elevation.map((e) => Math.sin(e * RAD)),
  };
}

/** Mean of each interval of so many instants. */
export function meansOf(values: Float64Array, per: number): Float64Array {
  const means = new Float64Array(values.length / per);
  for (let i = 0; i < values.length; i++) means[Math.floor(i / per)]! += values[i]! / per;
  return means;
}

/** Direct-horizontal, diffuse, direct normal and global light of every instant. */
export function lightOf({ light, snowDepth, count }: OracleCase, at: Instants) {
  const { n, perInterval, up, elevation, airmassAbsolute, extraterrestrial, clear } = at;
  const mu = up.map((u) => Math.max(u, 0));
  const beam = clear.dni.map((dni, i) => dni * mu[i]!);
  // What no air takes away; a decomposed beam is held to the clear sky's and 100 W/m², which fade out below 3°.
  const cap = extraterrestrial.map((e0, i) => (e0 * mu[i]!) / (1 + 0.06 * airmassAbsolute[i]!));
  const believed = clear.dni.map((dni, i) => (1.1 * dni + 100 * Math.min(Math.max(elevation[i]! / 3, 0), 1)) * mu[i]!);
  const sky = clear.dhi.map((dhi, i) => dhi + 2 * Math.min(Math.max((elevation[i]! + 6) / 6, 0), 1) ** 2);
  const mean = (values: Float64Array) => meansOf(values, perInterval);
  const [meanBeam, meanCap, meanSky] = [mean(beam), mean(cap), mean(sky)];
  const alone = !light.diffuse && !light.normal && !light.direct;
  const most = alone ? mean(cap.map((value, i) => Math.min(value, believed[i]!))) : meanCap;

  const { direct, diffuse } = completed(light, snowDepth, at, mu, mean, meanBeam);
  for (let j = 0; j < count; j++) {
    if (meanSky[j] === 0) direct[j] = diffuse[j] = 0; // night
    const excess = Math.max(direct[j]! - most[j]!, 0);
    direct[j]! -= excess;
    diffuse[j]! += excess;
  }
  const index = (values: Float64Array, scale: Float64Array) =>
    values.map((value, j) => (scale[j]! > 0 ? value / scale[j]! : Number.NaN));
  const directAt = spread(index(direct, meanBeam), beam, perInterval, 3);
  const diffuseAt = spread(index(diffuse, meanSky), sky, perInterval, 5);
  if (alone) {
    const clearAt = beam.map((value, i) => value + sky[i]!);
    const global = spread(
      index(
        direct.map((value, j) => value + diffuse[j]!),
        mean(clearAt),
      ),
      clearAt,
      perInterval,
      1.25,
    );
    for (let j = 0; j < count; j++) {
      const diffuseIndex = meanSky[j]! > 0 ? diffuse[j]! / meanSky[j]! : 0;
      const [begin, end] = [j * perInterval, (j + 1) * perInterval];
      if (meanBeam[j]! > 0) splitAs(direct[j]!, diffuseIndex, begin, end, sky, global, directAt, diffuseAt);
      else
        for (let i = begin; i < end; i++) diffuseAt[i] = (global[i]! * diffuse[j]!) / (direct[j]! + diffuse[j]! || 1);
    }
  }
  for (let j = 0; j < count; j++) {
    const [begin, end] = [j * perInterval, (j + 1) * perInterval];
    if (meanBeam[j]! > 0) holdBelow(cap, begin, end, directAt);
    // Where the clear sky has no beam, a measured one follows the cap.
    else for (let i = begin; i < end; i++) directAt[i] = meanCap[j]! > 0 ? (direct[j]! / meanCap[j]!) * cap[i]! : 0;
  }
  const normal = Float64Array.from({ length: n }, (_, i) =>
    mu[i]! > 0 ? Math.min(directAt[i]! / mu[i]!, extraterrestrial[i]!) : 0,
  );
  return { direct: directAt, diffuse: diffuseAt, normal, global: directAt.map((d, i) => d + diffuseAt[i]!) };
}

/**
 * GHI as over ground of 0.2, from that over snow: under a sky that sends the share s of the light from below down again, light over
 * ground of albedo a sums up to 1/(1 − a·s). The clear sky has 0.07; cloud adds c of the rest, and takes 1.8·c of the light above.
 */
function overBareGround(global: number, clearGhi: number, depth: number): number {
  const albedo = 0.2 + 0.5 * (1 - Math.exp(-depth / 40));
  if (albedo <= 0.3) return global;
  const ground = Math.min(0.2 + 2 * (albedo - 0.3), albedo);
  const sum = (sky: number) => (1 - 0.2 * sky) / (1 - ground * sky);
  // In twilight without a clear sky nothing is missing from it: 0 of 0, too, is a whole.
  const clear = clearGhi * sum(0.07);
  const share = global < clear ? global / clear : 1;
  // share = (1 − 1.8·c)/(1 − ground·c), solved for c.
  const cloud = (1 - share) / (1.8 - ground * share);
  return global / sum(0.07 + 0.93 * cloud);
}

/** Mean direct-horizontal and diffuse of each interval from what is given. */
function completed(
  light: OracleCase["light"],
  snowDepth: Float64Array,
  { extraterrestrial, clear, perInterval }: Instants,
  mu: Float64Array,
  mean: (values: Float64Array) => Float64Array,
  meanBeam: Float64Array,
) {
  const { global, normal } = light;
  let direct = light.direct?.slice();
  let diffuse = light.diffuse?.slice();
  if (normal && !direct) {
    // Mean DNI runs along the clear-sky DNI as any mean does, and each instant weighs with its own cos z.
    const meanClear = mean(clear.dni);
    const course = spread(
      normal.map((value, j) => (meanClear[j]! > 0 ? value / meanClear[j]! : Number.NaN)),
      clear.dni,
      perInterval,
      3,
    );
    const horizontal = mean(course.map((value, i) => value * mu[i]!));
    const meanMu = mean(mu);
    direct = normal.map((value, j) => {
      if (meanClear[j]! > 0) return value > 0 ? horizontal[j]! : (value * meanBeam[j]!) / meanClear[j]!;
      return value * meanMu[j]!;
    });
  }
  if (!global) return { direct: direct!, diffuse: diffuse! };
  if (direct && diffuse) {
    // All given: GHI and the ratio of the two are kept.
    const sum = direct.map((value, j) => value + diffuse![j]!);
    diffuse = diffuse.map((value, j) => (sum[j]! > 0 ? (global[j]! * value) / sum[j]! : global[j]!));
  } else if (diffuse) diffuse = diffuse.map((value, j) => Math.min(value, global[j]!));
  else if (direct) diffuse = direct.map((value, j) => Math.max(global[j]! - value, 0));
  else {
    const horizontal = mean(extraterrestrial.map((e0, i) => e0 * mu[i]!));
    const clearGhi = mean(clear.ghi);
    const bare = global.map((value, j) => overBareGround(value, clearGhi[j]!, snowDepth[j]!));
    const kt = bare.map((value, j) => (horizontal[j]! > 0 ? value / horizontal[j]! : 0));
    erbsDriesseRows(0, kt.length, kt, kt);
    diffuse = kt.map((fraction, j) => global[j]! - (1 - fraction) * bare[j]!);
  }
  return { direct: diffuse.map((value, j) => global[j]! - value), diffuse };
}

/**
 * Index × shape at every instant, with the mean of every interval kept. Through an interval's light (x from −1 to 1) the index runs straight
 * from the middle to both edges, where its logit as a share of `most` is halfway to the neighbour's, or the stronger's own where the
 * other has less than a thousandth of its energy. What is too bright is multiplied by 1 − bent·(1 − x⁴), of too dark an interval the rest to
 * `most`; where three quarters of that are not enough, everything by one factor as well.
 */
function spread(index: Float64Array, shape: Float64Array, per: number, most: number): Float64Array {
  const energies = meansOf(shape, per);
  const shares = index.map((value) => Math.min(Math.max(value / most, 0.016), 0.984));
  const logit = (u: number) => Math.log(u / (1 - u));
  const out = new Float64Array(shape.length);
  for (let j = 0; j < index.length; j++) {
    const wanted = index[j]! / most;
    const own = shape.subarray(j * per, (j + 1) * per);
    if (!(wanted > 0)) continue;
    const edge = (beside: number) => {
      if (!(shares[beside]! > 0)) return wanted;
      if (energies[j]! < 0.001 * energies[beside]!) return shares[beside]!;
      if (energies[beside]! < 0.001 * energies[j]!) return shares[j]!;
      return 1 / (1 + Math.exp(-(logit(shares[j]!) + logit(shares[beside]!)) / 2));
    };
    const [left, right] = [edge(j - 1), edge(j + 1)];
    const [from, to] = [own.findIndex((light) => light > 0), own.findLastIndex((light) => light > 0) + 1];
    const x = Float64Array.from(own, (_, k) => (2 * (k + 0.5) - from - to) / (to - from));
    const line = x.map((at) => wanted + Math.abs(at) * ((at < 0 ? left : right) - wanted));
    const weighed = (values: Float64Array) => values.reduce((sum, u, k) => sum + u * own[k]!, 0) / per / energies[j]!;
    const isLow = weighed(line) < wanted;
    const part = isLow ? line.map((u) => 1 - u) : line;
    const [found, rest] = [weighed(part), isLow ? 1 - wanted : wanted];
    const inner = x.map((at) => 1 - at ** 4);
    const bendable = weighed(part.map((u, k) => u * inner[k]!));
    const bent = Math.min(bendable > 0 ? (found - rest) / bendable : 0, 0.75);
    const factor = rest / (found - bent * bendable);
    for (let k = 0; k < per; k++) {
      const kept = part[k]! * (1 - bent * inner[k]!) * factor;
      out[j * per + k] = (wanted < 0.984 ? (isLow ? 1 - kept : kept) : wanted) * most * own[k]!;
    }
  }
  return out;
}

/** Splits the course of GHI of one interval as its beam's course and an even diffuse index do; both means are kept. */
function splitAs(
  mean: number,
  diffuseIndex: number,
  begin: number,
  end: number,
  sky: Float64Array,
  global: Float64Array,
  direct: Float64Array,
  diffuse: Float64Array,
): void {
  let [found, room] = [0, 0];
  for (let i = begin; i < end; i++) {
    const share = direct[i]! / (direct[i]! + diffuseIndex * sky[i]! || 1);
    direct[i] = global[i]! * share;
    found += direct[i]! / (end - begin);
    room += (direct[i]! * (1 - share)) / (end - begin);
  }
  const back = room > 0 ? Math.min(Math.max((mean - found) / room, -1), 1) : 0;
  for (let i = begin; i < end; i++) {
    direct[i]! += back * direct[i]! * (1 - direct[i]! / (global[i]! || 1));
    diffuse[i] = global[i]! - direct[i]!;
  }
}

/** Beam above its cap goes to the interval's other instants, in proportion to what they have, as long as there is room. */
function holdBelow(cap: Float64Array, begin: number, end: number, direct: Float64Array): void {
  for (let round = 0; round < 50; round++) {
    let [excess, below, room] = [0, 0, 0];
    for (let i = begin; i < end; i++) {
      const over = direct[i]! - cap[i]!;
      if (over > 0) {
        excess += over;
        direct[i] = cap[i]!;
      } else if (over < 0) {
        below += direct[i]!;
        room -= over;
      }
    }
    if (excess < 1e-9 || room === 0) return;
    for (let i = begin; i < end; i++) {
      if (direct[i]! >= cap[i]!) continue;
      if (below === 0 || excess >= room) direct[i]! += Math.min(excess / room, 1) * (cap[i]! - direct[i]!);
      else direct[i]! *= 1 + excess / below;
    }
  }
}
