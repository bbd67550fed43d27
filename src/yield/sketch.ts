/** Roughly the yield of any fixed plane of a place, so that a search need not compute every plane that it looks at. */
import { computeSteps } from "../engine/steps.js";
import { pvwattsSystem } from "../models/pv/index.js";
import { ASSUMED_WIND } from "../models/pv/system.js";
import { planeNormal } from "../models/transposition/incidence.js";
import { backgroundShare, beamRatio, skyAbove } from "../models/transposition/sky-diffuse.js";
import type { CheckedSystem } from "../system/checked.js";
import type { Situation } from "./situation.js";

/** AC energy of the period, kWh/kWp, of a plane of a tilt and an azimuth. */
export type Sketch = (surfaceTilt: number, surfaceAzimuth: number) => number;

/** °C by which cells are warmer than the air, for each W/m² on the plane. */
const WARMER = 0.028;
/** Share of light from sky and ground that passes the cover. */
const PASSES = 0.95;

/** Of an upright plane the band above the horizon is F2 itself. */
const UPRIGHT = 90;

const NAMES = [
  ...["east", "north", "up", "dni", "dhi", "ghi", "albedo", "temperature"],
  ...["circumsolar", "horizonBand"],
] as const;
type Rows = { [name in (typeof NAMES)[number] | "weight"]: Float64Array };

/**
 * One run of the engine, a step an interval; then each plane is one loop: the model's own sky, a cover by Schlick's formula, cells that
 * the light warms, the inverter's limit. Wind, a horizon's diffuse light and what comes and goes with time are left out.
 */
export function sketchOf({ options, losses, inverters, kwp }: CheckedSystem, situation: Situation): Sketch {
  const rows = litRows(situation);
  const { gammaPdc = -0.0037 } = options;
  const { acPower, efficiency } = inverters[0]!;
  const left = (1 - losses / 100) * efficiency;
  const limit = (1000 * acPower) / kwp;
  return (surfaceTilt, surfaceAzimuth) =>
    energyOf(rows, planeNormal(surfaceTilt, surfaceAzimuth), gammaPdc, left, limit);
}

function litRows({ latitude, longitude, weather, context }: Situation): Rows {
  const parts = { weight: [] } as unknown as { [name in keyof Rows]: Float64Array[] };
  for (const name of NAMES) parts[name] = [];
  const query = {
    ...{ lat: latitude, lon: longitude, frequency: "1_hour", parameters: ["pv_production_with_shading"] },
    ...{ surface_tilt: UPRIGHT, surface_azimuth: 180, horizon: context.horizon === undefined ? "flat" : "auto" },
  };
  const model = { reads: pvwattsSystem.stage.reads, assumedWind: ASSUMED_WIND };
  computeSteps(query, weather, { ...context, subSteps: 1 }, model, ({ block, weight }) => {
    const { from, to, columns } = block;
    for (const name of NAMES) parts[name].push(columns[name].slice(from, to));
    parts.weight.push(weight.slice(from, to));
  });
  const joined = ([name, columns]: [string, Float64Array[]]) => {
    const out = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const column of columns) {
      out.set(column, at);
      at += column.length;
    }
    return [name, out];
  };
  return Object.fromEntries(Object.entries(parts).map(joined)) as Rows;
}

function energyOf(
  rows: Rows,
  [x, y, z]: readonly [number, number, number],
  gamma: number,
  left: number,
  limit: number,
): number {
  const { east, north, up, dni, dhi, ghi, albedo, temperature, circumsolar, horizonBand, weight } = rows;
  const sky = 0.5 * (1 + z);
  const ground = 0.5 * (1 - z);
  const upright = Math.sqrt(Math.max(1 - z * z, 0));
  let sum = 0;
  for (let i = 0; i < up.length; i++) {
    const cosine = x * east[i]! + y * north[i]! + z * up[i]!;
    const facing = cosine < 0 ? 0 : cosine;
    const grazing = (1 - facing) * (1 - facing);
    const cover = 1 - grazing * grazing * (1 - facing);
    const sun = up[i]! > 0 ? circumsolar[i]! : 0;
    const around = sun * beamRatio(up[i]!, cosine);
    const background = backgroundShare(up[i]!, sun, sky, 1);
    const beam = dni[i]! * facing + dhi[i]! * around;
    const rest = dhi[i]! * skyAbove(0, background, horizonBand[i]! * upright, 1, 1) + ghi[i]! * albedo[i]! * ground;
    const warm = temperature[i]! - 25 + WARMER * (beam + rest);
    const power = (beam * cover + rest * PASSES) * (1 + gamma * warm) * left;
    if (power > 0) sum += (power > limit ? limit : power) * weight[i]!;
  }
  return sum / 3_600_000;
}
