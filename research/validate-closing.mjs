// Do GHI + DHI, GHI + DNI and DNI + DHI of one closing series give the same light? Means over 1, 15, 30 and 60 minutes of a
// 30-second truth (research/averages/truth.mjs), where mean DNI is the mean of DNI. Run `npm run build` first. Prints Markdown
// (research/accuracy.md has it) and exits with 1 when a limit is not met.
//
//   node research/validate-closing.mjs [--quick] [--seed 1]
//
// --quick: three of the five sites.
import { computeColumns, createWorkspace } from "../dist/index.js";
import { transmission } from "./averages/clouds.mjs";
import { markdown, Verdict } from "./averages/judge.mjs";
import * as truth from "./averages/truth.mjs";

const GLOBAL = "global_horizontal_irradiance";
const BEAM = "direct_normal_irradiance";
const DIFFUSE = "diffuse_horizontal_irradiance";
const TILTED = "global_tilted_irradiance";
const PAIRS = { "GHI + DHI": [GLOBAL, DIFFUSE], "GHI + DNI": [GLOBAL, BEAM], "DNI + DHI": [BEAM, DIFFUSE] };
const INTERVALS = [60, 900, 1800, 3600];
const FREQUENCIES = { "1_minute": 60, "15_minutes": 900, "1_hour": 3600 };
const PLANES = ["slope", "tracker", "east"];
const DAYS = 365;

/** Tilted global over the year, % of that from GHI + DHI. The wall in the east is shown without a limit. */
const YEAR_WITHIN = { slope: 0.3, tracker: 0.3 };
/** GHI where it is given, over whole intervals of weather and output, W/m². */
const GIVEN_WITHIN = 1e-9;

const sum = (values) => values.reduce((total, value) => total + value, 0);
const largestDifference = (a, b) => a.reduce((most, value, k) => Math.max(most, Math.abs(value - b[k])), 0);

/** Light of the year, and how far GHI is from the given one. */
function run(site, plane, frequency, interval, given, pair, workspace) {
  const { values } = computeColumns(
    {
      ...{ lat: site.latitude, lon: site.longitude, frequency, parameters: `${GLOBAL},${TILTED}` },
      ...truth.PLANES[plane].query(site),
    },
    { start: truth.START, interval, columns: Object.fromEntries(pair.map((name) => [name, given[name]])) },
    { altitude: site.altitude, albedo: truth.ALBEDO },
    workspace,
  );
  const whole = Math.max(interval, FREQUENCIES[frequency]);
  const out = truth.means(values[GLOBAL], whole / FREQUENCIES[frequency]);
  const off = largestDifference(out, truth.means(given[GLOBAL], whole / interval));
  return { tilted: sum(values[TILTED]), global: sum(values[GLOBAL]), off };
}

function main() {
  const args = process.argv.slice(2);
  const seed = args.includes("--seed") ? Number(args[args.indexOf("--seed") + 1]) : 1;
  const sites = args.includes("--quick") ? truth.SITES.slice(1, 4) : truth.SITES;
  const n = (DAYS * 86_400) / truth.STEP;
  const found = new Map();
  const keep = (key, value) => {
    const known = found.get(key) ?? 0;
    found.set(key, Math.abs(value) > Math.abs(known) ? value : known);
  };
  const workspace = createWorkspace();
  for (const [index, site] of sites.entries()) {
    const sun = truth.sunOf(site, n);
    const clear = truth.clearSky(sun);
    const broken = truth.cloudySky(sun, clear, transmission("depth", n, truth.STEP, 1000 * seed + index));
    for (const light of [clear, broken]) {
      for (const interval of INTERVALS) {
        const mean = (column) => truth.means(column, interval / truth.STEP);
        const given = { [GLOBAL]: mean(light.ghi), [BEAM]: mean(light.dni), [DIFFUSE]: mean(light.dhi) };
        for (const frequency of Object.keys(FREQUENCIES)) {
          for (const plane of PLANES) {
            const base = run(site, plane, frequency, interval, given, PAIRS["GHI + DHI"], workspace);
            for (const name of ["GHI + DNI", "DNI + DHI"]) {
              const other = run(site, plane, frequency, interval, given, PAIRS[name], workspace);
              const key = `${interval}|${frequency}|${name}`;
              keep(`${key}|${plane}`, 100 * (other.tilted / base.tilted - 1));
              keep(`${key}|global`, 100 * (other.global / base.global - 1));
              if (name === "GHI + DNI") keep(`${key}|off`, Math.max(base.off, other.off));
            }
          }
        }
      }
    }
    process.stderr.write(`${site.name} `);
  }
  process.stderr.write("\n");
  print(found);
}

function print(found) {
  const verdict = new Verdict();
  const body = [];
  for (const interval of INTERVALS) {
    for (const frequency of Object.keys(FREQUENCIES)) {
      for (const name of ["GHI + DNI", "DNI + DHI"]) {
        const key = `${interval}|${frequency}|${name}`;
        const off = found.get(`${key}|off`);
        const what = `${name} from ${interval} s to ${frequency}`;
        if (off !== undefined) verdict.atMost(`${what}, GHI W/m²`, off, GIVEN_WITHIN);
        for (const [plane, limit] of Object.entries(YEAR_WITHIN)) {
          verdict.atMost(`${what}, ${truth.PLANES[plane].title} %`, found.get(`${key}|${plane}`), limit);
        }
        const years = ["global", ...PLANES].map((figure) => found.get(`${key}|${figure}`));
        body.push([`${interval / 60} min`, frequency, name, ...years, off === undefined ? "" : off.toExponential(0)]);
      }
    }
  }
  const planes = PLANES.map((plane) => `${truth.PLANES[plane].title} %`);
  console.log("Differences from GHI + DHI over the year, the largest of all sites and skies:\n");
  console.log(markdown(["weather", "output", "given", "GHI %", ...planes, "GHI where given, W/m²"], body));
  verdict.conclude();
}

main();
