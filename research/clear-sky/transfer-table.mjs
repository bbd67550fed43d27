// Bias (%) of clear-sky models by altitude against radiative transfer (fixtures/clearsky/transfer.json), with what the default lets
// through at 5,000 m: the table of research/clear-sky.md. The bounds stand in test/physics/clear-sky/transfer.test.ts. Run `npm run build` first.
//
//   node research/clear-sky/transfer-table.mjs
import { readFileSync } from "node:fs";
import { kasten96Lt, standardPressure } from "../../dist/physics/models/atmosphere/index.js";
import { ineichen, ineichenAltitude, mac2, rest2V5 } from "../../dist/physics/models/clear-sky/index.js";

const file = new URL("../../fixtures/clearsky/transfer.json", import.meta.url);
const { albedo, dniExtra: extra, columns } = JSON.parse(readFileSync(file, "utf8"));
const { altitude, zenith, precipitableWater, ozone, aod550 } = columns;
const pressure = altitude.map(standardPressure);
const mu = zenith.map((z) => Math.cos((z * Math.PI) / 180));
const dniExtra = new Float64Array(zenith.length).fill(extra);
const aodBb = aod550.map((depth) => depth * (550 / 700) ** 1.14);
const { linkeTurbidity } = kasten96Lt({ airmassAbsolute: 2, precipitableWater, aodBb });
const airmassAbsolute = zenith.map((z, i) => pressure[i] / 101325 / (mu[i] + 0.50572 * (96.07995 - z) ** -1.6364));
const byTurbidity = { apparentZenith: zenith, airmassAbsolute, linkeTurbidity, altitude, dniExtra };
const byAerosol = { zenith, aod550, precipitableWater, pressure, albedo, dniExtra };
const models = {
  default: ineichenAltitude(byTurbidity),
  ineichen: ineichen(byTurbidity),
  mac2: mac2(byAerosol),
  rest2V5: rest2V5({ ...byAerosol, ozone }),
};

const sum = (values, rows) => rows.reduce((total, i) => total + values[i], 0);
const rowsAt = (height) => altitude.flatMap((own, i) => (own === height ? [i] : []));
/** A row of the table: one bias for each altitude. */
function row(title, light, truth) {
  const biases = [...new Set(altitude)].map(rowsAt).map((rows) => 100 * (sum(light, rows) / sum(truth, rows) - 1));
  const cells = biases.map((bias) => `${bias < 0 ? "−" : "+"}${Math.abs(bias).toFixed(1)}`);
  console.log(`| ${title} | ${cells.join(" | ")} |`);
}

for (const name of /** @type {const} */ (["ghi", "dni"])) {
  for (const [model, light] of Object.entries(models))
    row(`${name.toUpperCase()}, ${model}`, light[name], columns[name]);
}
row("GHI, default against mac2", models.default.ghi, models.mac2.ghi);
const high = rowsAt(5000).filter((i) => zenith[i] < 30);
const shares = high.map((i) => models.default.ghi[i] / (extra * mu[i]));
console.log(`5,000 m, zenith below 30°: ${Math.min(...shares).toFixed(3)} to ${Math.max(...shares).toFixed(3)}`);
