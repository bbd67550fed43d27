// What research/shade/radiance.py judges: of every fifth day, the light on a plane in the open by sub-steps, split into beam with the light around
// the sun, dome and horizon band, and the engine's hours behind the scene. Black ground and obstacles; the sun's way of each sub-step by four places.
//
//   node research/shade/light.mjs LATITUDE LONGITUDE < scene.json > light.json      (node scripts/build.mjs engine first)
import { readFileSync } from "node:fs";
import { worldYear } from "../../dist/answers/climate/index.js";
import { shadeOfPlane } from "../../dist/data/obstacles/placed.js";
import { checkSystem } from "../../dist/data/system/checked.js";
import { readScene } from "../../dist/data/system/index.js";
import { checkWeather } from "../../dist/data/weather/series.js";
import { computeSteps } from "../../dist/engine/steps.js";
import { computeColumns } from "../../dist/index.js";
import { backgroundShare, beamRatio } from "../../dist/physics/models/transposition/sky-model.js";

const [lat, lon] = process.argv.slice(2).map(Number);
const { obstacles, obj, up = "z", plane, transmittance } = JSON.parse(readFileSync(0, "utf8"));
const [EACH, LOOKS] = [5, 4];
const RAD = 180 / Math.PI;

const read = obj === undefined ? [] : readScene(obj, { up, ...(transmittance && { transmittance }) }).obstacles;
const [checked] = checkSystem({ planes: [plane], scene: { obstacles: [...obstacles, ...read] } }).planes;
const shade = shadeOfPlane(checked.scene.placed, 0, lat);
const { series, clearTurbidity: linkeTurbidity } = await worldYear(lat, lon);
const GLOBAL = "global_tilted_irradiance_with_shading";
const angles = { surface_tilt: plane.surfaceTilt, surface_azimuth: plane.surfaceAzimuth };
const query = { lat, lon, frequency: "1_hour", parameters: [GLOBAL], horizon: "flat", ...angles };
const context = { linkeTurbidity, albedo: 0 };
const shaded = computeColumns(query, series, { ...context, shade }).values[GLOBAL];
const open = computeColumns(query, series, context).values[GLOBAL];

const steps = [];
const reads = /** @type {const} */ (["circumsolar", "isotropic", "horizonBand", "cosIncidence", "dni", "dhi", "visible"]);
computeSteps({ ...query, parameters: [GLOBAL, "pv_production"] }, checkWeather(series), context, { reads, assumedWind: 1 }, (block) => {
  const s = block.open;
  for (let hour = block.first; hour < block.last; hour++) {
    if (Math.floor(hour / 24) % EACH !== 0) continue;
    for (let i = block.starts[hour - block.first]; i < block.starts[hour - block.first + 1]; i++) {
      const ratio = beamRatio(s.up[i], s.cosIncidence[i]);
      const around = s.dhi[i] * s.circumsolar[i] * s.visible[i] * ratio;
      const beam = s.dni[i] * Math.max(0, s.cosIncidence[i]) + around;
      const dome = s.dhi[i] * backgroundShare(s.up[i], s.circumsolar[i], s.isotropic[i], s.visible[i]);
      const band = s.dhi[i] * s.horizonBand[i];
      if (!(beam + dome > 0)) continue;
      steps.push({ hour, share: block.weight[i] / 3600, beam, dome, band, suns: beam > 0 ? waysOf(s, i) : [] });
    }
  }
});
const hours = [...new Set(steps.map(({ hour }) => hour))].map((hour) => ({ hour, open: open[hour], shaded: shaded[hour] }));
process.stdout.write(JSON.stringify({ steps, hours }));

/** Directions of the sun within a sub-step: it turns about the pole. */
function waysOf(s, i) {
  const [sl, cl] = [Math.sin(lat / RAD), Math.cos(lat / RAD)];
  const pole = s.up[i] * sl + s.north[i] * cl;
  const south = s.up[i] * cl - s.north[i] * sl;
  return Array.from({ length: LOOKS }, (_, k) => {
    const turn = (2 * Math.PI * ((s.weight[i] * (k + 0.5)) / LOOKS - s.lead[i])) / 86_400;
    const west = -s.east[i] * Math.cos(turn) + south * Math.sin(turn);
    const noon = south * Math.cos(turn) + s.east[i] * Math.sin(turn);
    return [-west, pole * cl - noon * sl, pole * sl + noon * cl];
  });
}
