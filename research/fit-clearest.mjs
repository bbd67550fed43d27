// The closed form of a clean sky (src/physics/models/clear-sky/clearest.ts) beside REST2 V5, whose form it is, and MAC2, another model (npm run
// build first): node research/fit-clearest.mjs [--csv]
//
// Differences of the clearness index, 0 to 5,000 m, 0.2 to 4 cm of water, suns of 3 to 90 degrees, aerosol of 0.02 at 550 nm. With --csv
// the rows that a least-squares fit of the four constants takes: pressure, water, air mass, REST2.
import { standardPressure } from "../dist/physics/models/atmosphere/pressure.js";
import { airmassOfSine, cleanClearness } from "../dist/physics/models/clear-sky/clearest.js";
import { mac2Rows } from "../dist/physics/models/clear-sky/mac2.js";
import { rest2V5Rows } from "../dist/physics/models/clear-sky/rest2-v5.js";

const NORMAL = 1361.1;
const AEROSOL = 0.02;
const ANGSTROM = 1.3;
/** Broadband depth over that at 550 nm. */
const BROADBAND = 0.66;
const one = (value) => Float64Array.of(value);

const differences = { rest2: [], mac2: [] };
for (const altitude of [0, 1000, 2000, 3500, 5000]) {
  for (const water of [0.2, 0.5, 1, 2, 4]) {
    for (const elevation of [3, 5, 8, 12, 20, 30, 45, 60, 90]) {
      const pressure = standardPressure(altitude);
      const sine = Math.sin((elevation * Math.PI) / 180);
      const out = { ghi: one(0), dni: one(0), dhi: one(0) };
      const beta = one(AEROSOL * 0.55 ** ANGSTROM);
      const air = { angstromAlpha: ANGSTROM, ozone: 0.3, nitrogenDioxide: 2e-4, albedo: 0.2 };
      const light = { elevation: one(elevation), cosZenith: one(sine), precipitableWater: one(water) };
      Object.assign(light, { pressure: one(pressure), dniExtra: one(NORMAL) });
      rest2V5Rows(0, 1, { ...light, beta }, air, out);
      const rest2 = out.ghi[0] / NORMAL / sine;
      mac2Rows(0, 1, { ...light, broadband: one(BROADBAND * AEROSOL) }, 0.2, out);
      const airmass = airmassOfSine(sine);
      const form = cleanClearness(airmass, pressure / 101325, water);
      differences.rest2.push(form - rest2);
      differences.mac2.push(form - out.ghi[0] / NORMAL / sine);
      if (process.argv.includes("--csv")) console.log([pressure / 101325, water, airmass, rest2].join(","));
    }
  }
}
for (const [name, values] of Object.entries(differences)) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const rms = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
  const most = Math.max(...values.map(Math.abs));
  console.error(`${name}: mean ${mean.toFixed(4)}, rms ${rms.toFixed(4)}, at most ${most.toFixed(4)}`);
}
