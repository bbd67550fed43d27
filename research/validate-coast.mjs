// What the split of GHI alone is worth at a humid coast (npm run build first): node research/validate-coast.mjs TM2 [--results=FILE]
//
// TM2: pvlib/data/12839.tm2 of pvlib 0.16.1: TMY2 of Miami, 25.80° N 80.27° W, 2 m (US government). Only the hours count whose GHI and DNI
// were measured (source flags A): they are of May 1980 and August 1978. Prints, by month, DNI of the default and of other models, bias / RMSE
// in W/m²; of the default by the clear-sky index; DIRINT with the water of its table's columns, which has the dew point in place of unknown
// water; and the split that generated years have. Zenith below 85°, GHI above 50 W/m². --results: rows of the accuracy table.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { yearCalendar } from "../dist/answers/climate/generation/calendar.js";
import { hourlyFractions } from "../dist/answers/climate/generation/diffuse.js";
import { computeEnvelope, envelopeTurbidity } from "../dist/answers/climate/generation/envelope.js";
import { openClimatology } from "../dist/data/climatology/index.js";
import { computeColumns } from "../dist/index.js";
import { createEngine } from "../dist/node.js";
import { DIRINT_COEFFICIENTS } from "../dist/physics/models/decomposition/dirint-coefficients.js";
import { UNKNOWN_WATER } from "../dist/physics/models/decomposition/dirint-unknown-water.js";
import { allModels } from "../dist/physics/models/index.js";
import { writeResults } from "./lib/results.mjs";

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { results: { type: "string" } },
});
const HOUR = 3_600_000;
const PLACE = { latitude: 25.8, longitude: -80.267, altitude: 2, timeZone: -5 };
const MODELS = ["dirintSmooth", "starkeRamped", "erbsDriesse", "engerer2", "yang4", "brl"];
const BINS = [0, 0.5, 0.8, 0.9, 0.95, 1, 1.05, 9];
const [GHI, DNI] = ["global_horizontal_irradiance", "direct_normal_irradiance"];
const engine = await createEngine();
const climatology = await openClimatology();
const context = { ...(await engine.context(PLACE.latitude, PLACE.longitude)), altitude: PLACE.altitude };
await engine.close();

const rows = readFileSync(positionals[0], "latin1").trim().split(/\r?\n/).slice(1);
const global = Float64Array.from(rows, (row) => Number(row.slice(17, 21)));
const measured = Float64Array.from(rows, (row) => (row[21] === "A" && row[27] === "A" ? Number(row.slice(23, 27)) : Number.NaN));

/** Columns of the engine from the GHI of a month, whose first row is `from`. */
function computed(month, year, [from, to], decomposition) {
  const start = Date.UTC(year, month - 1, 1) - PLACE.timeZone * HOUR;
  const text = (time) => new Date(time).toISOString().replace(".000", "");
  const query = {
    ...{ lat: PLACE.latitude, lon: PLACE.longitude, frequency: "1_hour", parameters: `${DNI},global_clear_sky_irradiance` },
    ...{ start: text(start), end: text(start + (to - from) * HOUR) },
  };
  const series = { start, interval: 3600, columns: { [GHI]: global.slice(from, to) } };
  const models = decomposition === undefined ? {} : { models: { decomposition } };
  const found = computeColumns(query, series, { ...context, registry: allModels, extra: ["apparent_zenith"], ...models });
  const { [DNI]: direct, global_clear_sky_irradiance: clear } = found.values;
  return { direct, clear, zenith: found.extra.apparent_zenith };
}

function errors(direct, from, counts) {
  let [n, sum, squares, total] = [0, 0, 0, 0];
  direct.forEach((value, k) => {
    const truth = measured[from + k];
    if (!counts(k) || !(truth >= 0)) return;
    n++;
    sum += value - truth;
    squares += (value - truth) ** 2;
    total += truth;
  });
  return { n, bias: sum / n, rmse: Math.sqrt(squares / n), mean: total / n };
}

const turbidity = Array.from(climatology.linkeTurbidity(PLACE.latitude, PLACE.longitude));
const own = turbidity.map((value) => envelopeTurbidity("ineichen", value));
const envelope = computeEnvelope(PLACE, yearCalendar(2005, PLACE.timeZone), "ineichen", own, false);
const fractions = hourlyFractions(global, envelope);
const generated = global.map((value, row) => (value > 0 ? (value * (1 - fractions[row])) / envelope.sine[row] : 0));
const keep = UNKNOWN_WATER.slice();
const table = (water) => keep.map((value, k) => (water === undefined ? value : DIRINT_COEFFICIENTS[k * 5 + water]));

const results = [];
for (const [month, year] of [[5, 1980], [8, 1978]]) {
  const of = (row) => Number(rows[row].slice(3, 5));
  const from = rows.findIndex((_, row) => of(row) === month);
  const span = [from, from + rows.filter((_, row) => of(row) === month).length];
  const base = computed(month, year, span);
  const isJudged = (k) => global[from + k] > 50 && base.zenith[k] < 85;
  const show = ({ bias, rmse }) => `${bias.toFixed(1)} / ${rmse.toFixed(1)}`;
  const all = errors(base.direct, from, isJudged);
  results.push({ region: `Miami, ${month === 5 ? "May" : "August"}`, period: String(year), ...all });
  console.log(`\n${month}/${year}: n ${all.n}, mean DNI ${all.mean.toFixed(0)} W/m²: default ${show(all)}`);
  for (const name of MODELS) console.log(`${name} ${show(errors(computed(month, year, span, name).direct, from, isJudged))}`);
  console.log(`generated years' own ${show(errors(generated.slice(...span), from, isJudged))}`);
  for (const water of [0, 1, 2, 3]) {
    UNKNOWN_WATER.set(table(water));
    console.log(`dirintSmooth, water column ${water} ${show(errors(computed(month, year, span, "dirintSmooth").direct, from, isJudged))}`);
  }
  UNKNOWN_WATER.set(keep);
  BINS.slice(1).forEach((to, b) => {
    const index = (k) => global[from + k] / base.clear[k];
    const found = errors(base.direct, from, (k) => isJudged(k) && index(k) >= BINS[b] && index(k) < to);
    console.log(`clear-sky index ${BINS[b]} to ${to}: n ${found.n}, ${show(found)}`);
  });
}
writeResults(
  given.results,
  import.meta.url,
  positionals,
  results.map(({ region, period, n, bias, rmse, mean }) => ({
    ...{ source: "split", resolution: "1_hour", quantity: DNI, unit: "W/m²", region, statistics: { bias, rmse }, mean, n },
    ...{ stations: 1, period, judgedOn: "unseen" },
  })),
);
