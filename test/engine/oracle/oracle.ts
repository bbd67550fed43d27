/**
 * The truth that the engine's sub-steps stand for: the same definitions, summed over every second.
 *
 * Where the two differ by definition, and may:
 * - An interval that sunrise or sunset cuts into a sliver is left to the dark by the engine when the sliver is below a
 *   sixteenth of its panel (engine, daylight); here every second of sun counts.
 * - With two nodes in a panel the highest index of an edge is that of the nodes; here that of the whole course.
 * - Snow slides by means of the weather's intervals in both.
 */
import { computeColumns, type ValueName } from "../../../src/index.js";
import { defaultPower } from "../../../src/physics/models/pv/linear-temperature.js";
import { drawCase, type OracleCase, requestOf, SYSTEMS } from "./draw.js";
import { instantsOf, lightOf, meansOf } from "./light.js";
import { onPlane, type PlaneLight } from "./plane.js";

const QUARTER = 900;
const RAD = Math.PI / 180;

export type OracleColumns = { readonly [name in ValueName]?: Float64Array };

/** Every column of a case in quarters of an hour over the whole series, from instants `step` seconds apart. */
export function oracleColumns(drawn: OracleCase, step: number): OracleColumns & { readonly sunlit: Float64Array } {
  const at = instantsOf(drawn, step);
  const light = lightOf(drawn, at);
  const albedo = drawn.snowDepth.map((depth) => 0.2 + 0.5 * (1 - Math.exp(-depth / 40)));
  const poa = onPlane(drawn, at, light, albedo);
  const temperature = courseOf(drawn.temperature, at.perInterval, false);
  const kept = keptFromSnow(drawn, at.up, poa.tilt, poa.open, at.perInterval);
  const mean = (values: Float64Array) => meansOf(values, QUARTER / step);
  const sum = (...parts: Float64Array[]) => parts[0]!.map((_, i) => parts.reduce((total, part) => total + part[i]!, 0));
  const temperatureMeans = mean(temperature);
  const keptMeans = meanWhileLit(kept, at.elevation, QUARTER / step);

  const group = (side: PlaneLight, suffix: "" | "_with_shading") => {
    const tilted = mean(sum(side.direct, side.sky, side.ground));
    return {
      [`direct_normal_irradiance${suffix}`]: mean(side.normal),
      [`direct_horizontal_irradiance${suffix}`]: mean(side.directHorizontal),
      [`diffuse_horizontal_irradiance${suffix}`]: mean(side.diffuseHorizontal),
      [`global_horizontal_irradiance${suffix}`]: mean(sum(side.directHorizontal, side.diffuseHorizontal)),
      [`direct_tilted_irradiance${suffix}`]: mean(side.direct),
      [`diffuse_tilted_irradiance${suffix}`]: mean(sum(side.sky, side.ground)),
      [`global_tilted_irradiance${suffix}`]: tilted,
      [`pv_production${suffix}`]:
        powerOf(drawn, side, poa, temperature)?.reduce(...averaged(kept, QUARTER / step)) ??
        tilted.map((global, o) => defaultPower(global, temperatureMeans[o]!) * keptMeans[o]!),
    };
  };
  return {
    ...group(poa.open, ""),
    ...group(poa.shaded, "_with_shading"),
    global_clear_sky_irradiance: mean(at.clear.ghi),
    temperature: temperatureMeans,
    snow_depth: mean(courseOf(drawn.snowDepth, at.perInterval, true)),
    sunlit: mean(at.elevation.map((e) => (e > -6 ? 1 : 0))),
  };
}

/** A system's power is found at every instant, and averaged last, less what snow hides. */
function averaged(
  kept: Float64Array,
  per: number,
): [(means: Float64Array, power: number, i: number) => Float64Array, Float64Array] {
  return [
    (means, power, i) => {
      means[Math.floor(i / per)]! += (power * kept[i]!) / per;
      return means;
    },
    new Float64Array(kept.length / per),
  ];
}

/** Power of every instant by the system's public function; null: the default formula, which works on means. */
function powerOf(
  { system }: OracleCase,
  side: PlaneLight,
  { cosIncidence, tilt }: { cosIncidence: Float64Array; tilt: Float64Array },
  tempAir: Float64Array,
): Float64Array | null {
  const model = SYSTEMS[system];
  if (model === null) return null;
  return model({
    ...{ poaDirect: side.direct, poaSkyDiffuse: side.sky, poaGroundDiffuse: side.ground },
    ...{ aoi: cosIncidence.map((c) => Math.acos(Math.min(Math.max(c, -1), 1)) / RAD), surfaceTilt: tilt, tempAir },
  }).power;
}

/** What snow leaves of the power at every instant. */
function keptFromSnow(
  { snow, temperature, snowDepth, start, interval, plane }: OracleCase,
  up: Float64Array,
  tilt: Float64Array,
  open: PlaneLight,
  per: number,
): Float64Array {
  if (!snow) return new Float64Array(up.length).fill(1);
  const loss = snow.loss({
    time: temperature.map((_, j) => start + j * interval * 1000),
    snowDepth,
    poaIrradiance: meansOf(
      open.direct.map((direct, i) => direct + open.sky[i]! + open.ground[i]!),
      per,
    ),
    tempAir: temperature,
    surfaceTilt: plane ? snowDepth.map(() => plane.tilt) : sunlitTilt(tilt, up, per),
  });
  return up.map((_, i) => 1 - Math.max(loss[Math.floor(i / per)]!, 0));
}

/** Mean tilt of a tracker while the sun is up, 0 without: it never crosses the flat in an interval but around noon. */
function sunlitTilt(tilt: Float64Array, up: Float64Array, per: number): Float64Array {
  const lit = up.map((u) => (u > 0 ? 1 : 0));
  const share = meansOf(lit, per);
  return meansOf(
    tilt.map((value, i) => value * lit[i]!),
    per,
  ).map((value, j) => (share[j]! > 0 ? value / share[j]! : 0));
}

/** Mean over the part of each quarter that has light, 1 where there is none. */
function meanWhileLit(values: Float64Array, elevation: Float64Array, per: number): Float64Array {
  const lit = elevation.map((e) => (e > 0 ? 1 : 0));
  const share = meansOf(lit, per);
  return meansOf(
    values.map((value, i) => value * lit[i]!),
    per,
  ).map((value, o) => (share[o]! > 0 ? value / share[o]! : 1));
}

/**
 * A state inside its intervals: linear from edge over centre to edge, edges shared and halfway, the centre what keeps the
 * mean; a depth's edges are held where a centre would be below 0.
 */
function courseOf(mean: Float64Array, per: number, positive: boolean): Float64Array {
  const edge = (j: number, k: number) => {
    const [own, other] = [mean[j]!, mean[k] ?? mean[j]!];
    return positive ? Math.min((own + other) / 2, 2 * own, 2 * other) : (own + other) / 2;
  };
  return Float64Array.from({ length: mean.length * per }, (_, i) => {
    const j = Math.floor(i / per);
    const x = (2 * ((i % per) + 0.5)) / per - 1;
    const [left, right] = [edge(j, j - 1), edge(j, j + 1)];
    const centre = 2 * mean[j]! - (left + right) / 2;
    return x < 0 ? centre + (left - centre) * -x : centre + (right - centre) * x;
  });
}

/** One column of one case: how far the engine is from the oracle, over the quarters with the sun above −6°. */
export interface Deviation {
  readonly seed: number;
  readonly name: ValueName;
  /** Of the place's hills, and of its weather (s). */
  readonly roughness: number;
  readonly interval: number;
  readonly count: number;
  readonly squares: number;
  readonly worst: number;
  /** Unix ms of the worst quarter. */
  readonly when: number;
}

export function compare(seed: number, days: number, step: number): Deviation[] {
  const drawn = drawCase(seed, days);
  const { query, weather, context } = requestOf(drawn);
  const { values } = computeColumns(query, weather, context);
  const oracle = oracleColumns(drawn, step);
  const first = 3600 / QUARTER;
  return (Object.keys(values) as ValueName[]).flatMap((name) => {
    const truth = oracle[name];
    const column = values[name];
    if (!truth || !column) return [];
    let [count, squares, worst, when] = [0, 0, 0, 0];
    for (let o = 0; o < column.length; o++) {
      if (!(oracle.sunlit[first + o]! > 0)) continue;
      const off = Math.abs(column[o]! - truth[first + o]!);
      count++;
      squares += off * off;
      if (off > worst || Number.isNaN(off)) [worst, when] = [off, drawn.start + (first + o) * QUARTER * 1000];
    }
    return [{ seed, name, roughness: drawn.roughness, interval: drawn.interval, count, squares, worst, when }];
  });
}
