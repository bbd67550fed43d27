/**
 * What must hold for every request and every weather (decisions.md, "Invariants"), each as a function of a draw that
 * throws. Shared by invariants.test.ts and scripts/stress.mjs.
 */

import { randomNumbers } from "../../scripts/lib/random.mjs";
import type { ValueName } from "../../src/data/contract/observation/parameters.js";
import type { ObservationColumns } from "../../src/data/contract/observation/types.js";
import type { WeatherColumn, WeatherSeries } from "../../src/data/weather/series.js";
import type { ObservationContext } from "../../src/engine/plan/context.js";
import { standardPressure } from "../../src/physics/models/atmosphere/index.js";
import { buildCase, type Case, type Draw, type Engine, iso, roughSun, STEP_SECONDS } from "./cases.js";

const DIRECT_DIFFUSE = [
  ["global_horizontal_irradiance", "direct_horizontal_irradiance", "diffuse_horizontal_irradiance"],
  [
    "global_horizontal_irradiance_with_shading",
    "direct_horizontal_irradiance_with_shading",
    "diffuse_horizontal_irradiance_with_shading",
  ],
  ["global_tilted_irradiance", "direct_tilted_irradiance", "diffuse_tilted_irradiance"],
  [
    "global_tilted_irradiance_with_shading",
    "direct_tilted_irradiance_with_shading",
    "diffuse_tilted_irradiance_with_shading",
  ],
] as const satisfies readonly (readonly ValueName[])[];

const UNSHADED = [
  ...DIRECT_DIFFUSE[0],
  "direct_normal_irradiance",
  ...DIRECT_DIFFUSE[2],
] as const satisfies readonly ValueName[];
const shadedName = (name: (typeof UNSHADED)[number]) => `${name}_with_shading` as const;
const LIGHT: readonly ValueName[] = [...UNSHADED, ...UNSHADED.map(shadedName)];
/** Those that say nothing of when in an interval the beam was. */
const HORIZONTAL: readonly ValueName[] = [
  "global_horizontal_irradiance",
  "direct_horizontal_irradiance",
  "diffuse_horizontal_irradiance",
];

/** Sums of a hundred numbers near 1000 differ by 1e-11 with the order of addition; the invariants ask for 1e-9. */
const CLOSE = 1e-9;

/** Runs cases, remembers what it ran, and counts. */
export class Lab {
  readonly engine: Engine;
  /** Output intervals computed, and what was left out of a comparison. */
  steps = 0;
  compared = 0;
  readonly skipped: { [why: string]: number } = {};
  private readonly known = new Map<string, { case: Case; columns: ObservationColumns }>();

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** The draw's own case, computed once. */
  base(draw: Draw): { case: Case; columns: ObservationColumns } {
    const key = JSON.stringify(draw);
    let found = this.known.get(key);
    if (!found) {
      const made = buildCase(draw);
      found = { case: made, columns: this.run(made) };
      if (this.known.size > 5000) this.known.clear();
      this.known.set(key, found);
    }
    return found;
  }

  run({ query, weather, context }: Case, changes: object = {}, contextChanges: ObservationContext = {}) {
    const columns = this.engine.computeColumns({ ...query, ...changes }, weather, { ...context, ...contextChanges });
    this.steps += columns.count;
    return columns;
  }

  skip(why: string): void {
    this.skipped[why] = (this.skipped[why] ?? 0) + 1;
  }
}

export interface Invariant {
  readonly name: string;
  check(lab: Lab, draw: Draw): void;
}

export const INVARIANTS: readonly Invariant[] = [
  { name: "nothing is negative, infinite or -0; light is missing in all columns or in none", check: plainNumbers },
  { name: "clear sky and surface angles are never missing", check: neverMissing },
  { name: "global = direct + diffuse, horizontal and tilted, shaded and not, to 1e-9", check: closure },
  { name: "direct normal is at most extraterrestrial; without sun there is no direct light", check: directLimit },
  { name: "shaded is at most unshaded", check: shadedBelow },
  { name: "no light in the night, even when the weather is missing; null outside the series", check: night },
  { name: "PV can be recomputed from the output's own irradiance and temperature", check: photovoltaics },
  { name: "surface angles are those requested, or those of the tracker's rotation", check: surfaceAngles },
  { name: "a parameter does not depend on which others are requested", check: subsetOfParameters },
  { name: "tilt 0: every tilted column equals its horizontal one to 1e-9, shaded or not", check: horizontalPlane },
  { name: "flat and 360 zeros give the same bytes, and shaded equals unshaded there", check: flatHorizon },
  { name: "no shaded value rises when the horizon rises anywhere", check: risingHorizon },
  { name: "an output interval that is a weather interval returns its GHI to 1e-9", check: keepsGlobal },
  { name: "step and smooth spreading keep the same means, temperature and snow their values", check: spreadKeepsMeans },
  { name: "hourly and 15-minute output is the mean of 1-minute output to 1e-6", check: coarseIsMeanOfFine },
  { name: "a response fed back in reproduces every irradiance to 1e-6", check: roundTrip },
  { name: "gaps: filled with the interval's own clear-sky index from 0.75 coverage on, null below", check: coverage },
];

function fail(what: string, columns: ObservationColumns, i: number, ...values: number[]): never {
  const time = iso(columns.start + i * columns.interval * 1000);
  throw new Error(`${what} in interval ${i} (${time}): ${values.join(", ")}`);
}

function column(columns: ObservationColumns, name: ValueName): Float64Array {
  return columns.values[name] as Float64Array;
}

function plainNumbers(lab: Lab, draw: Draw): void {
  const { columns } = lab.base(draw);
  const ghi = column(columns, "global_horizontal_irradiance");
  for (const [name, values] of Object.entries(columns.values)) {
    for (let i = 0; i < columns.count; i++) {
      const value = values![i]!;
      lab.compared++;
      if (Number.isNaN(value)) continue;
      if (!Number.isFinite(value) || (name !== "temperature" && value < 0) || Object.is(value, -0)) {
        fail(name, columns, i, value);
      }
    }
  }
  for (const name of LIGHT) {
    const values = column(columns, name);
    for (let i = 0; i < columns.count; i++) {
      if (Number.isNaN(values[i]!) !== Number.isNaN(ghi[i]!))
        fail(`${name} against GHI`, columns, i, values[i]!, ghi[i]!);
    }
  }
}

function neverMissing(lab: Lab, draw: Draw): void {
  const { columns } = lab.base(draw);
  for (const name of ["global_clear_sky_irradiance", "surface_azimuth", "surface_tilt"] as const) {
    const values = column(columns, name);
    for (let i = 0; i < columns.count; i++) if (Number.isNaN(values[i]!)) fail(name, columns, i, values[i]!);
  }
}

function closure(lab: Lab, draw: Draw): void {
  const { columns } = lab.base(draw);
  for (const [global, direct, diffuse] of DIRECT_DIFFUSE) {
    const g = column(columns, global);
    const b = column(columns, direct);
    const d = column(columns, diffuse);
    for (let i = 0; i < columns.count; i++) {
      lab.compared++;
      if (Math.abs(g[i]! - b[i]! - d[i]!) > CLOSE) fail(global, columns, i, g[i]!, b[i]!, d[i]!);
    }
  }
}

function directLimit(lab: Lab, draw: Draw): void {
  const { columns } = lab.base(draw);
  const e0 = columns.extra.extraterrestrial_normal!;
  const sunlit = columns.extra.sunlit_fraction!;
  const dni = column(columns, "direct_normal_irradiance");
  const direct = column(columns, "direct_horizontal_irradiance");
  const clear = column(columns, "global_clear_sky_irradiance");
  for (let i = 0; i < columns.count; i++) {
    if (!(e0[i]! > 1300 && e0[i]! < 1420)) fail("extraterrestrial", columns, i, e0[i]!);
    if (dni[i]! > e0[i]! * sunlit[i]! + CLOSE) fail("direct normal", columns, i, dni[i]!, e0[i]!, sunlit[i]!);
    if (direct[i]! > dni[i]! + CLOSE) fail("direct horizontal above normal", columns, i, direct[i]!, dni[i]!);
    if (sunlit[i] === 0 && (dni[i]! > 0 || direct[i]! > 0 || clear[i] !== 0)) {
      fail("direct or clear sky without sun", columns, i, dni[i]!, direct[i]!, clear[i]!);
    }
  }
}

function shadedBelow(lab: Lab, draw: Draw): void {
  const { columns } = lab.base(draw);
  for (const name of UNSHADED) {
    const open = column(columns, name);
    const shaded = column(columns, shadedName(name));
    for (let i = 0; i < columns.count; i++) {
      lab.compared++;
      if (shaded[i]! > open[i]! + CLOSE) fail(name, columns, i, shaded[i]!, open[i]!);
    }
  }
}

/** Highest apparent elevation at the ends, quarters and middle of an interval, to 0.02°. */
function highestSun({ query }: Case, columns: ObservationColumns): Float64Array {
  const step = columns.interval * 1000;
  return Float64Array.from({ length: columns.count }, (_, i) => {
    const at = (part: number) => roughSun(columns.start + (i + part) * step, query.lat, query.lon).elevation;
    return Math.max(at(0), at(0.25), at(0.5), at(0.75), at(1));
  });
}

function span({ weather }: Case): [number, number] {
  const step = weather.interval * 1000;
  const begin = weather.start - (weather.sampling === "instant" ? step / 2 : 0);
  const n = Object.values(weather.columns)[0]!.length;
  return [begin, begin + n * step];
}

function night(lab: Lab, draw: Draw): void {
  const { case: made, columns } = lab.base(draw);
  const highest = highestSun(made, columns);
  const [begin, end] = span(made);
  const pv = column(columns, "pv_production");
  for (let i = 0; i < columns.count; i++) {
    const from = columns.start + i * columns.interval * 1000;
    const to = from + columns.interval * 1000;
    const dark = highest[i]! < -6.05;
    const inside = from >= begin && to <= end;
    const outside = to <= begin || from >= end;
    for (const name of LIGHT) {
      const value = column(columns, name)[i]!;
      if (outside && !Number.isNaN(value)) fail(`${name} outside the weather`, columns, i, value);
      if (dark && inside && value !== 0) fail(`${name} at night`, columns, i, value, highest[i]!);
    }
    if (dark && inside && pv[i] !== 0) fail("PV at night", columns, i, pv[i]!);
    if (outside && !Number.isNaN(pv[i]!)) fail("PV outside the weather", columns, i, pv[i]!);
    lab.compared++;
  }
}

function photovoltaics(lab: Lab, draw: Draw): void {
  const { columns } = lab.base(draw);
  const temperature = column(columns, "temperature");
  for (const [power, irradiance] of [
    ["pv_production", "global_tilted_irradiance"],
    ["pv_production_with_shading", "global_tilted_irradiance_with_shading"],
  ] as const) {
    const p = column(columns, power);
    const g = column(columns, irradiance);
    for (let i = 0; i < columns.count; i++) {
      const G = g[i]!;
      const expected = G === 0 ? 0 : Math.max(0.82 * G * (1 - 0.005 * (temperature[i]! + 0.03 * G - 25)), 0);
      lab.compared++;
      if (Number.isNaN(expected) ? !Number.isNaN(p[i]!) : !(Math.abs(p[i]! - expected) <= CLOSE)) {
        fail(power, columns, i, p[i]!, expected);
      }
    }
  }
}

function surfaceAngles(lab: Lab, draw: Draw): void {
  const { columns } = lab.base(draw);
  const { tilt, azimuth, tracking } = draw.surface;
  const t = column(columns, "surface_tilt");
  const a = column(columns, "surface_azimuth");
  const rotation = columns.extra.rotation!;
  const sunlit = columns.extra.sunlit_fraction!;
  for (let i = 0; i < columns.count; i++) {
    if (!tracking) {
      if (t[i] !== tilt || a[i] !== azimuth || rotation[i] !== 0) fail("fixed surface", columns, i, t[i]!, a[i]!);
      continue;
    }
    const r = rotation[i]!;
    const flat = Math.abs(r) < 1e-9;
    if (Math.abs(r) > 45 || (sunlit[i] === 0 && r !== 0)) fail("rotation", columns, i, r, sunlit[i]!);
    if (t[i] !== (flat ? 0 : Math.abs(r)) || a[i] !== (flat || r < 0 ? 90 : 270)) {
      fail("tracker", columns, i, t[i]!, a[i]!, r);
    }
  }
  const { meta } = columns;
  if (meta.surface_tilt !== (tracking ? 0 : tilt) || meta.surface_azimuth !== (tracking ? 0 : azimuth)) {
    throw new Error(`meta.surface_tilt ${meta.surface_tilt}, meta.surface_azimuth ${meta.surface_azimuth}`);
  }
}

function sameBits(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((value, i) => Object.is(value, b[i]));
}

function subsetOfParameters(lab: Lab, draw: Draw): void {
  const { case: made, columns } = lab.base(draw);
  const random = randomNumbers(draw.weather.seed + 1);
  const all = columns.meta.parameters.map(({ name }) => name);
  const some = all.filter(() => random() < 0.2);
  const asked = some.length > 0 ? some : [all[Math.floor(random() * all.length)]!];
  const part = lab.run(made, { parameters: asked }, { extra: [] });
  for (const name of asked) {
    if (!sameBits(column(part, name), column(columns, name))) throw new Error(`${name} asked with ${asked.join(", ")}`);
    lab.compared += part.count;
  }
  for (const name of all) if (!asked.includes(name) && part.values[name] !== null) throw new Error(`${name} not asked`);
}

function horizontalPlane(lab: Lab, draw: Draw): void {
  const { columns } = lab.base({ ...draw, surface: { ...draw.surface, tilt: 0, tracking: false } });
  for (const kind of ["global", "direct", "diffuse"] as const) {
    for (const suffix of ["", "_with_shading"] as const) {
      const tilted = column(columns, `${kind}_tilted_irradiance${suffix}`);
      const level = column(columns, `${kind}_horizontal_irradiance${suffix}`);
      for (let i = 0; i < columns.count; i++) {
        lab.compared++;
        if (Math.abs(tilted[i]! - level[i]!) > CLOSE) fail(`${kind}${suffix}`, columns, i, tilted[i]!, level[i]!);
      }
    }
  }
}

function flatHorizon(lab: Lab, draw: Draw): void {
  const { case: made } = lab.base(draw);
  const flat = lab.run(made, { horizon: "flat" });
  const zeros = lab.run(made, { horizon: new Array(360).fill(0) });
  for (const [name, values] of Object.entries(flat.values)) {
    if (!sameBits(values!, zeros.values[name as ValueName]!)) throw new Error(`${name}: flat and zeros differ`);
  }
  for (const name of UNSHADED) {
    const open = column(flat, name);
    const shaded = column(flat, shadedName(name));
    for (let i = 0; i < flat.count; i++) {
      lab.compared++;
      if (Math.abs(shaded[i]! - open[i]!) > CLOSE) fail(name, flat, i, shaded[i]!, open[i]!);
    }
  }
}

function risingHorizon(lab: Lab, draw: Draw): void {
  const { case: made, columns: before } = lab.base(draw);
  const random = randomNumbers(draw.horizon.seed + 1);
  const line = Array.isArray(made.query.horizon) ? [...(made.query.horizon as number[])] : new Array(360).fill(0);
  const everywhere = random() < 0.3;
  for (let a = 0; a < 360; a++) {
    if (everywhere || random() < 0.03) line[a] = Math.min(line[a] + Math.ceil(random() ** 3 * 40), 89);
  }
  const after = lab.run(made, { horizon: line });
  for (const name of UNSHADED) {
    const low = column(before, shadedName(name));
    const high = column(after, shadedName(name));
    for (let i = 0; i < before.count; i++) {
      lab.compared++;
      if (high[i]! > low[i]! + CLOSE) fail(shadedName(name), before, i, low[i]!, high[i]!);
    }
  }
}

/** The draw with a weather grid whose intervals are the output's (or whole parts and multiples of it). */
function aligned(draw: Draw, interval = STEP_SECONDS[draw.frequency] as Draw["weather"]["interval"]): Draw {
  return { ...draw, weather: { ...draw.weather, interval, phase: 0, instant: false } };
}

/** Row of the weather series that starts with output interval i. */
function weatherRow({ weather }: Case, columns: ObservationColumns, i: number): number {
  return (columns.start + i * columns.interval * 1000 - weather.start) / (weather.interval * 1000);
}

function keepsGlobal(lab: Lab, draw: Draw): void {
  const { case: made, columns } = lab.base(aligned(draw));
  const given = made.weather.columns;
  const global = given.global_horizontal_irradiance;
  if (!global) return;
  const summed = made.context.closure === "component-sum";
  const highest = highestSun(made, columns);
  const out = column(columns, "global_horizontal_irradiance");
  const e0 = columns.extra.extraterrestrial_normal!;
  for (let i = 0; i < columns.count; i++) {
    const row = weatherRow(made, columns, i);
    const g = global[row];
    if (g === undefined || !Number.isFinite(g)) continue;
    const isGiven = (name: WeatherColumn) => Number.isFinite(given[name]?.[row] ?? Number.NaN);
    const withDirect = isGiven("direct_normal_irradiance") || isGiven("direct_horizontal_irradiance");
    const withBoth = withDirect && isGiven("diffuse_horizontal_irradiance");
    if (g < 0) {
      const expected = g >= -20 ? 0 : Number.NaN;
      if (withBoth) lab.skip("negative GHI, sum of the others");
      else if (out[i]! > 0 || (expected === 0 && out[i] !== 0)) fail("negative GHI", columns, i, g, out[i]!);
      continue;
    }
    if (summed && withBoth) continue;
    // Ours is sampled at quarters of the interval, and refracted as at sea level: half a degree of doubt.
    const limit = (e: number) => 1.5 * e0[i]! * Math.max(Math.sin((e * Math.PI) / 180), 0) ** 1.2 + 100;
    if (g > 100 && g > 0.97 * limit(highest[i]! - 0.5)) {
      if (g > 1.03 * limit(highest[i]! + 0.5) && !withBoth && out[i]! > 0)
        fail("implausible GHI", columns, i, g, out[i]!);
      lab.skip("GHI near or above the limit");
      continue;
    }
    if (g > 0 && out[i] === 0) {
      if (highest[i]! > (made.context.subSteps === "auto" ? -5 : 6)) fail("light lost", columns, i, g, highest[i]!);
      lab.skip("light in the night");
      continue;
    }
    const [possible, surely] = mostWithTwilight(made, columns, i);
    if (g > 0.9 * surely - 0.01) {
      // Few sub-steps may miss the edges of the twilight.
      const exact = made.context.subSteps === "auto";
      const least = exact ? Math.min(g, 0.8 * surely - 0.02) : 0;
      const most = exact ? Math.min(g, 1.2 * possible + 0.02) : g;
      lab.compared++;
      if (!(out[i]! >= least && out[i]! <= most + CLOSE)) fail("GHI of a twilight", columns, i, g, out[i]!, possible);
      continue;
    }
    lab.compared++;
    if (!(Math.abs(out[i]! - g) <= CLOSE)) fail("GHI", columns, i, g, out[i]!);
  }
}

/** How far the rough sun may be from the engine's near the horizon, degrees: its refraction is that at the sea, little of it is left on high mountains. */
const SUN_ERROR = 0.5;

/**
 * Mean of what output interval i can have with twilight, 30·((e + 6)/6)³ W/m², for a sun at the upper and at the lower end of its
 * error; Infinity where the sun does not go down.
 */
function mostWithTwilight({ query }: Case, columns: ObservationColumns, i: number): [most: number, least: number] {
  const parts = 120;
  const sums: [number, number] = [0, 0];
  let down = false;
  for (let k = 0; k < parts; k++) {
    const time = columns.start + (i + (k + 0.5) / parts) * columns.interval * 1000;
    const { elevation } = roughSun(time, query.lat, query.lon);
    if (elevation <= SUN_ERROR) down = true;
    sums[0] += mostAt(elevation + SUN_ERROR);
    sums[1] += mostAt(elevation - SUN_ERROR);
  }
  return down ? [sums[0] / parts, sums[1] / parts] : [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
}

function mostAt(elevation: number): number {
  if (elevation <= 0) return 30 * Math.max((elevation + 6) / 6, 0) ** 3;
  return 1.5 * 1361 * Math.sin((elevation * Math.PI) / 180) ** 1.2 + 100;
}

function spreadKeepsMeans(lab: Lab, draw: Draw): void {
  const smooth = lab.base({ ...aligned(draw), context: { ...draw.context, spread: "smooth" } });
  const step = lab.base({ ...aligned(draw), context: { ...draw.context, spread: "step" } });
  // What mean DNI is on the horizontal hangs on its course within the interval, so on the spread.
  const light = smooth.case.weather.columns.direct_normal_irradiance ? [] : DIRECT_DIFFUSE[0];
  for (const name of [...light, "temperature", "snow_depth"] as const) {
    const a = column(smooth.columns, name);
    const b = column(step.columns, name);
    for (let i = 0; i < a.length; i++) {
      lab.compared++;
      if (Number.isNaN(a[i]!) !== Number.isNaN(b[i]!) || Math.abs(a[i]! - b[i]!) > CLOSE) {
        fail(name, smooth.columns, i, a[i]!, b[i]!);
      }
    }
  }
  for (const name of ["temperature", "snow_depth"] as const) {
    const given = smooth.case.weather.columns[name];
    const out = column(smooth.columns, name);
    for (let i = 0; i < out.length; i++) {
      const value = given?.[weatherRow(smooth.case, smooth.columns, i)] ?? Number.NaN;
      if (Number.isNaN(value) ? !Number.isNaN(out[i]!) : !(Math.abs(out[i]! - value) <= CLOSE)) {
        fail(`${name} of the weather`, smooth.columns, i, value, out[i]!);
      }
    }
  }
}

/** Parameters that are means of sub-steps: PV is a formula of the interval's own means, tilt one of its mean rotation. */
const MEANS: readonly ValueName[] = [...LIGHT, "global_clear_sky_irradiance", "temperature", "snow_depth"];

function coarseIsMeanOfFine(lab: Lab, draw: Draw): void {
  // Edges of a 10-minute grid cut quarters of an hour into stretches of 5 and 10 minutes, with equal counts of sub-steps.
  const frequency = draw.frequency === "1_hour" || draw.weather.interval === 600 ? "1_hour" : "15_minutes";
  const made = buildCase(aligned({ ...draw, frequency }, draw.weather.interval));
  // From whole output intervals to whole ones, so that both outputs cover the same time.
  const step = STEP_SECONDS[frequency] * 1000;
  const start = Math.floor(Date.parse(made.query.start!) / step) * step;
  const hours = Math.min(Math.max(Math.ceil(draw.length / 4), 1), 4);
  const period = { start: iso(start), end: iso(start + hours * 3_600_000) };
  if (start >= span(made)[1] || start + hours * 3_600_000 <= span(made)[0]) {
    lab.skip("no weather");
    return;
  }
  // Sub-steps of one minute in both.
  const subSteps = Math.min(made.weather.interval, STEP_SECONDS[frequency]) / 60;
  const coarse = lab.run(made, { ...period, frequency }, { subSteps });
  const fine = lab.run(made, { ...period, frequency: "1_minute" }, { subSteps: 1 });
  const ratio = fine.count / coarse.count;
  for (const name of MEANS) {
    const c = column(coarse, name);
    const f = column(fine, name);
    for (let i = 0; i < coarse.count; i++) {
      let sum = 0;
      for (let k = i * ratio; k < (i + 1) * ratio; k++) sum += f[k]!;
      lab.compared++;
      if (Number.isNaN(sum) && !Number.isNaN(c[i]!)) lab.skip("gaps filled in the mean");
      else if (Number.isNaN(sum) !== Number.isNaN(c[i]!) || Math.abs(sum / ratio - c[i]!) > 1e-6) {
        fail(`${name}, mean of 1 minute`, coarse, i, c[i]!, sum / ratio);
      }
    }
  }
}

const FED_BACK: { readonly [name in WeatherColumn]?: ValueName } = {
  global_horizontal_irradiance: "global_horizontal_irradiance",
  direct_horizontal_irradiance: "direct_horizontal_irradiance",
  direct_normal_irradiance: "direct_normal_irradiance",
  diffuse_horizontal_irradiance: "diffuse_horizontal_irradiance",
};

/** The response as weather, with what else the clear sky and the ground of the first run knew. */
export function fedBack(made: Case, columns: ObservationColumns): WeatherSeries {
  const given: { [name in WeatherColumn]?: Float64Array } = {};
  const first = weatherRow(made, columns, 0);
  for (const [name, values] of Object.entries(made.weather.columns)) {
    given[name as WeatherColumn] = Float64Array.from(
      { length: columns.count },
      (_, i) => values[first + i] ?? Number.NaN,
    );
  }
  for (const [name, from] of Object.entries(FED_BACK)) given[name as WeatherColumn] = column(columns, from);
  return { start: columns.start, interval: columns.interval, columns: given };
}

function roundTrip(lab: Lab, draw: Draw): void {
  const { case: made, columns } = lab.base({
    ...aligned(draw),
    weather: { ...aligned(draw).weather, before: 0, after: 0 },
  });
  const again = lab.run({ ...made, weather: fedBack(made, columns) as Case["weather"] });
  // Of two beams the ratio says when there was light. A response's ratios are those of its own course, which tell nothing new.
  const { direct_horizontal_irradiance: direct, direct_normal_irradiance: normal } = made.weather.columns;
  const hasBoth = direct !== undefined && normal !== undefined;
  if (hasBoth) lab.skip("both beams fed back, but for their means on the horizontal");
  // What was split from GHI alone followed its course; fed back, the parts have their own.
  const followed = columns.diagnostics.counts.decomposed! > 0 && made.context.spread !== "step";
  if (followed)
    lab.skip("parts of GHI alone fed back, but for their means on the horizontal: theirs was the course of GHI");
  for (const name of hasBoth || followed ? HORIZONTAL : LIGHT) {
    const a = column(columns, name);
    const b = column(again, name);
    for (let i = 0; i < columns.count; i++) {
      lab.compared++;
      if (Number.isNaN(a[i]!) !== Number.isNaN(b[i]!) || Math.abs(a[i]! - b[i]!) > 1e-6) {
        fail(name, columns, i, a[i]!, b[i]!);
      }
    }
  }
}

/**
 * Coverage of hourly output from weather of 1 to 15 minutes, recomputed from the clear sky minute by minute: share of the
 * clear-sky energy (irradiance) or of the time (temperature) that has weather.
 */
function coverage(lab: Lab, draw: Draw): void {
  const interval = draw.weather.interval > 900 ? 300 : draw.weather.interval;
  const weather = { ...aligned(draw, interval).weather, irradiance: 1, others: draw.weather.others | 1 };
  if (weather.sky === "wild") weather.sky = "broken";
  if (weather.gaps === "none") weather.gaps = weather.seed % 2 ? "few" : "many";
  const made = buildCase({ ...draw, frequency: "1_hour", length: 1 + (draw.length % 4), weather });
  const context: ObservationContext = { spread: "step", extra: ["clear_sky_dni", "clear_sky_dhi", "apparent_zenith", "extraterrestrial_normal", "relative_airmass"] }; // biome-ignore format: one list
  const coarse = lab.run(made, {}, { ...context, subSteps: interval / 60 });
  const period = { start: iso(coarse.start), end: iso(coarse.start + coarse.count * 3_600_000) };
  const fine = lab.run(made, { ...period, frequency: "1_minute" }, { ...context, subSteps: 1 });
  const least = made.context.minimumCoverage!;
  const [begin, end] = span(made);
  const { clear_sky_dni, clear_sky_dhi, apparent_zenith, extraterrestrial_normal, relative_airmass } = fine.extra;
  const pressure = standardPressure(made.context.altitude ?? 0) / 101_325;
  const given = made.weather.columns;
  for (let i = 0; i < coarse.count; i++) {
    const sums = { inside: 0, beam: 0, sky: 0, beamThere: 0, skyThere: 0, direct: 0, diffuse: 0, warm: 0, warmth: 0 };
    const gaps: [beam: number, cap: number, sky: number][] = [];
    for (let k = 60 * i; k < 60 * i + 60; k++) {
      const time = fine.start + k * 60_000;
      const row = Math.floor((time - begin) / (interval * 1000));
      const elevation = 90 - apparent_zenith![k]!;
      const mu = Math.max(Math.sin((elevation * Math.PI) / 180), 0);
      const beam = clear_sky_dni![k]! * mu;
      const sky = clear_sky_dhi![k]! + 2 * Math.min(Math.max((elevation + 6) / 6, 0), 1) ** 2;
      if (time >= begin && time < end) sums.inside++;
      sums.beam += beam;
      sums.sky += sky;
      if (Number.isNaN(given.global_horizontal_irradiance![row] ?? Number.NaN)) {
        gaps.push([
          beam,
          mu > 0 ? (extraterrestrial_normal![k]! * mu) / (1 + 0.06 * relative_airmass![k]! * pressure) : 0,
          sky,
        ]);
      } else {
        sums.beamThere += beam;
        sums.skyThere += sky;
        sums.direct += column(fine, "direct_horizontal_irradiance")[k]!;
        sums.diffuse += column(fine, "diffuse_horizontal_irradiance")[k]!;
      }
      const temperature = given.temperature![row] ?? Number.NaN;
      if (!Number.isNaN(temperature)) {
        sums.warm++;
        sums.warmth += temperature;
      }
    }
    const energy = sums.beam + sums.sky;
    const share = energy > 0 ? (sums.beamThere + sums.skyThere) / energy : sums.inside / 60;
    const direct = column(coarse, "direct_horizontal_irradiance");
    const diffuse = column(coarse, "diffuse_horizontal_irradiance");
    const temperature = column(coarse, "temperature");
    if (gaps.length > 0 && Math.abs(share - least) < 1e-6) lab.skip("coverage at the threshold");
    else if (gaps.length > 0 && (share < least || share === 0)) {
      if (!Number.isNaN(direct[i]!)) fail("not enough coverage", coarse, i, share, direct[i]!);
    } else {
      const beamIndex = sums.beamThere > 0 ? sums.direct / sums.beamThere : 0;
      const skyIndex = sums.skyThere > 0 ? sums.diffuse / sums.skyThere : 0;
      for (const [beam, cap, sky] of gaps) {
        sums.direct += Math.min(beamIndex * beam, cap);
        sums.diffuse += skyIndex * sky;
      }
      if (!(Math.abs(sums.direct / 60 - direct[i]!) < 1e-6)) fail("direct", coarse, i, direct[i]!, sums.direct / 60);
      if (!(Math.abs(sums.diffuse / 60 - diffuse[i]!) < 1e-6))
        fail("diffuse", coarse, i, diffuse[i]!, sums.diffuse / 60);
    }
    const warmth = sums.warm > 0 && sums.warm >= least * 60 ? sums.warmth / sums.warm : Number.NaN;
    if (Number.isNaN(warmth) ? !Number.isNaN(temperature[i]!) : !(Math.abs(warmth - temperature[i]!) < CLOSE)) {
      fail("temperature", coarse, i, temperature[i]!, warmth);
    }
    lab.compared += 3;
  }
}
