// How right are interval averages? Truth at 30-second steps against the engine fed with interval means, and against the
// methods that other tools use, in one run. Run `npm run build` first. Prints Markdown (research/accuracy.md has it) and exits
// with 1 when a limit is not met.
//
//   node research/validate-averages.mjs [--quick] [--seed 1] [--days 365] [--results=FILE] [FILE…]
//
// FILE: 1-minute weather that readWeather knows (PATH@latitude,longitude,altitude where the file has no place); adds a
// table from measured minutes. --quick: hourly, 60 days; the limit on the annual bias then is not held. --results: rows of the accuracy
// table, from the tables for isotropic light.
//
// Truth (research/averages/truth.mjs): five sites from 60°N to 34°S, simplified Solis; broken cloud is a seeded telegraph on
// the beam (clouds.mjs). The engine's own clear sky is Ineichen–Perez: it does not know the truth's.
import { computeColumns, createWorkspace } from "../dist/index.js";
import { isotropic, perezDriesse } from "../dist/physics/models/transposition/index.js";
import { transmission } from "./averages/clouds.mjs";
import { judge, markdown, overSites, Verdict } from "./averages/judge.mjs";
import { judgeFile, nameOf } from "./averages/measured.mjs";
import { PEERS, peerMethod } from "./averages/peers.mjs";
import { largestSteps } from "./averages/series.mjs";
import * as truth from "./averages/truth.mjs";
import { writeResults } from "./lib/results.mjs";

const { PLANES, SITES, STEP } = truth;

/** Contexts of the engine, from cheap to converged. */
const ENGINES = {
  "1 equal sub-step, step": { subSteps: 1, spread: "step" },
  "2 equal sub-steps": { subSteps: 2 },
  "3 equal sub-steps": { subSteps: 3 },
  "6 equal sub-steps": { subSteps: 6 },
  "12 equal sub-steps": { subSteps: 12 },
  "60 equal sub-steps": { subSteps: 60 },
  "nodes between edges, step": { spread: "step" },
  "nodes between edges, smooth (default)": {},
};
const DEFAULT = "nodes between edges, smooth (default)";
const REFERENCE = "middle of the sunlit part";

/**
 * What must hold for isotropic light, from hourly means; from 15-minute means half of it. nRMSE and bias in %, worst error
 * in W/m². `ofReference`: nRMSE as a share of that of the sunlit part's middle.
 */
const LIMITS = [
  { plane: "slope", sky: "clear", nrmse: 0.2, bias: 0.05, worst: 6 },
  { plane: "slope", sky: "broken", nrmse: 0.5, bias: 0.05 },
  { plane: "east", sky: "clear", nrmse: 1.5, bias: 0.4, worst: 25 },
  { plane: "east", sky: "broken", nrmse: 4.2, bias: 0.4 },
  { plane: "tracker", sky: "clear", ofReference: 1 / 3 },
  { plane: "tracker", sky: "broken", ofReference: 0.8 },
  { plane: "horizon", sky: "clear", ofReference: 1 / 3 },
  { plane: "horizon", sky: "broken", ofReference: 0.8 },
];

/** 1-minute series: largest change (W/m²), and how far the ratio to the 2-minute one may be from a half. */
const LARGEST_STEP = 40;
const HALVES_WITHIN = 0.2;

function options() {
  const args = process.argv.slice(2);
  const value = (name, fallback) => {
    const at = args.indexOf(name);
    return at < 0 ? fallback : Number(args.splice(at, 2)[1]);
  };
  const seed = value("--seed", 1);
  const quick = args.includes("--quick");
  const days = value("--days", quick ? 60 : 365);
  const results = args.find((arg) => arg.startsWith("--results="))?.slice("--results=".length);
  return { seed, quick, days, results, files: args.filter((arg) => !arg.startsWith("--")) };
}

const frequencyOf = (interval) => (interval === 3600 ? "1_hour" : "15_minutes");
const minutes = (interval) => (interval === 3600 ? "hourly" : `${interval / 60}-minute`);

/** A function that runs the engine for a site and plane on given means. */
function engineFor(site, plane, given, interval, model) {
  const { column, query } = PLANES[plane];
  const request = {
    ...{ lat: site.latitude, lon: site.longitude, frequency: frequencyOf(interval), parameters: column },
    ...query(site),
  };
  const weather = {
    ...{ start: truth.START, interval },
    columns: { global_horizontal_irradiance: given.ghi, diffuse_horizontal_irradiance: given.dhi },
  };
  const context = { altitude: site.altitude, albedo: truth.ALBEDO, models: { transposition: model } };
  return (own, workspace) => computeColumns(request, weather, { ...context, ...own }, workspace).values[column];
}

/**
 * Results of every method, by "sky|interval|plane|method", one per site. `skies`: name → reading of the cloud model, null
 * for clear. `model` and `onPlane` are the transposition of the engine and of the truth.
 */
function study({ days, seed, intervals, skies, model, onPlane, engines, peers }) {
  const n = (days * 86_400) / STEP;
  const results = new Map();
  const add = (key, result) => results.set(key, [...(results.get(key) ?? []), result]);
  for (const [index, site] of SITES.entries()) {
    const sun = truth.sunOf(site, n);
    const clear = truth.clearSky(sun);
    for (const plane of Object.keys(PLANES)) {
      const geometry = truth.geometryOf(site, sun, plane);
      for (const [sky, reading] of Object.entries(skies)) {
        const clouds = reading && transmission(reading, n, STEP, 1000 * seed + index);
        const light = clouds ? truth.cloudySky(sun, clear, clouds) : clear;
        const fine = onPlane(site)(sun, light, geometry);
        for (const interval of intervals) {
          const per = interval / STEP;
          const given = { ghi: truth.means(light.ghi, per), dhi: truth.means(light.dhi, per) };
          const expected = truth.means(fine, per);
          const key = (method) => `${sky}|${interval}|${plane}|${method}`;
          for (const [method, pick] of Object.entries(peers)) {
            add(key(method), judge(expected, peerMethod(pick, sun, geometry, given, per, onPlane(site))));
          }
          const engine = engineFor(site, plane, given, interval, model);
          for (const [method, own] of Object.entries(engines)) add(key(method), judge(expected, engine(own)));
        }
      }
    }
    process.stderr.write(`${site.name} `);
  }
  process.stderr.write("\n");
  return (sky, interval, plane, method) => overSites(results.get(`${sky}|${interval}|${plane}|${method}`));
}

/** Time of each engine method over that of one sub-step: warm, in turn, median of rounds, on one clear year. */
function relativeTimes(days, intervals, engines, rounds = 5) {
  const site = SITES[1];
  const sun = truth.sunOf(site, (days * 86_400) / STEP);
  const sky = truth.clearSky(sun);
  const workspace = createWorkspace();
  const times = new Map();
  for (const interval of intervals) {
    const per = interval / STEP;
    const given = { ghi: truth.means(sky.ghi, per), dhi: truth.means(sky.dhi, per) };
    for (const plane of Object.keys(PLANES)) {
      const engine = engineFor(site, plane, given, interval, isotropic);
      const spent = Object.fromEntries(Object.keys(engines).map((method) => [method, []]));
      for (let round = 0; round <= rounds; round++) {
        for (const [method, own] of Object.entries(engines)) {
          const started = performance.now();
          engine(own, workspace);
          if (round > 0) spent[method].push(performance.now() - started);
        }
      }
      const median = (method) => spent[method].sort((a, b) => a - b)[rounds >> 1];
      const one = median(Object.keys(engines)[0]);
      for (const method of Object.keys(engines)) times.set(`${interval}|${plane}|${method}`, median(method) / one);
    }
  }
  return (interval, plane, method) => times.get(`${interval}|${plane}|${method}`);
}

function printStudy(found, intervals, methods, times) {
  for (const interval of intervals) {
    for (const [plane, { title }] of Object.entries(PLANES)) {
      console.log(`\n#### ${title}, ${minutes(interval)} means\n`);
      const head = ["method", "clear nRMSE %", "bias %", "worst W/m²", "broken nRMSE %", "bias %", "worst W/m²"];
      const body = methods.map((method) => {
        const figures = ["clear", "broken"].flatMap((sky) => {
          const { nrmse, bias, worst } = found(sky, interval, plane, method);
          return [nrmse, bias, worst.toFixed(1)];
        });
        return [method, ...figures, ...(times ? [times(interval, plane, method)?.toFixed(1) ?? ""] : [])];
      });
      console.log(markdown(times ? [...head, "time"] : head, body));
    }
  }
}

function checkLimits(verdict, found, intervals, rivals, wholeYear) {
  for (const interval of intervals) {
    const part = interval / 3600 < 1 ? 0.5 : 1;
    for (const { plane, sky, nrmse, bias, worst, ofReference } of LIMITS) {
      const own = found(sky, interval, plane, DEFAULT);
      const what = (figure) => `${PLANES[plane].title}, ${sky}, ${minutes(interval)}, ${figure}`;
      if (nrmse) verdict.atMost(what("nRMSE %"), own.nrmse, nrmse * part);
      if (bias && wholeYear) verdict.atMost(what("bias %"), own.bias, bias * part);
      if (worst) verdict.atMost(what("worst W/m²"), own.worst, worst * part);
      const reference = found(sky, interval, plane, REFERENCE).nrmse;
      if (ofReference) verdict.atMost(what("nRMSE over the reference's"), own.nrmse / reference, ofReference);
      for (const rival of rivals) {
        verdict.atMost(what(`nRMSE over "${rival}"`), own.nrmse / found(sky, interval, plane, rival).nrmse, 1);
      }
    }
  }
}

/** By plane and sky: the mean nRMSE of the sites, and the worst bias of their years. */
function accuracyRows(found, intervals, days) {
  return intervals.flatMap((interval) =>
    Object.entries(PLANES).flatMap(([plane, { title, column }]) =>
      ["clear", "broken"].map((sky) => {
        const { nrmse, bias } = found(sky, interval, plane, DEFAULT);
        return {
          ...{ source: "interval-averages", region: "all", quantity: column, resolution: frequencyOf(interval) },
          ...{ condition: `${title}, ${sky === "clear" ? "clear sky" : "broken clouds"}`, unit: "%" },
          statistics: { rmse: nrmse, bias },
          ...{ n: (SITES.length * days * 86_400) / interval, stations: SITES.length, period: `${days} made days` },
          ...{ judgedOn: "fitted", note: "bias: the year's sum at the worst site" },
        };
      }),
    ),
  );
}

/** The other ways to read the cloud model, without limits: what is left there is the cloud's own noise. */
function printReadings(base) {
  const methods = [REFERENCE, "nodes between edges, step", DEFAULT];
  const engines = Object.fromEntries(methods.slice(1).map((method) => [method, ENGINES[method]]));
  const skies = { depth: "depth", gain: "gain", share: "share" };
  const found = study({ ...base, skies, engines, peers: { [REFERENCE]: PEERS[REFERENCE] } });
  const body = base.intervals.flatMap((interval) =>
    Object.entries(PLANES).flatMap(([plane, { title }]) =>
      methods.map((method) => {
        const figures = Object.keys(skies).map((sky) => found(sky, interval, plane, method).nrmse);
        return [`${title}, ${minutes(interval)}`, method, ...figures];
      }),
    ),
  );
  console.log(markdown(["plane", "method", "depth", "gain", "share"], body));
}

function printSeries(verdict, intervals, days) {
  const body = intervals.flatMap((interval) =>
    Object.entries(largestSteps(interval, days)).map(([plane, { one, two }]) => {
      const what = `1-minute series from ${minutes(interval)} weather, ${plane}`;
      verdict.atMost(`${what}, largest change W/m²`, one, LARGEST_STEP);
      verdict.atMost(`${what}, ratio of changes off a half by`, 2 * (one / two) - 1, HALVES_WITHIN);
      return [plane, minutes(interval), one.toFixed(1), two.toFixed(1), (one / two).toFixed(2)];
    }),
  );
  console.log(markdown(["plane", "weather", "1 min W/m²", "2 min W/m²", "ratio"], body));
}

async function printMeasured(files, intervals) {
  const methods = ["1 equal sub-step, step", "nodes between edges, step", DEFAULT];
  for (const interval of intervals) {
    const body = [];
    for (const file of files) {
      const rows = await judgeFile(
        file,
        interval,
        methods.map((method) => ENGINES[method]),
        { transposition: isotropic },
      );
      for (const row of rows) body.push([nameOf(file), ...row]);
    }
    console.log(`\n${minutes(interval)} means:\n`);
    console.log(markdown(["file", "plane", ...methods], body));
  }
}

async function main() {
  const { seed, quick, days, results, files } = options();
  const intervals = quick ? [3600] : [3600, 900];
  const skies = { clear: null, broken: "depth" };
  const verdict = new Verdict();
  const base = { days, seed, intervals, model: isotropic, onPlane: () => truth.isotropicTruth };
  const methods = [...Object.keys(PEERS), ...Object.keys(ENGINES)];

  console.log(`### Isotropic light (seed ${seed}, ${days} days)`);
  const found = study({ ...base, skies, engines: ENGINES, peers: PEERS });
  printStudy(found, intervals, methods, relativeTimes(days, intervals, ENGINES));
  checkLimits(verdict, found, intervals, Object.keys(PEERS), days >= 365);
  writeResults(results, import.meta.url, [], accuracyRows(found, intervals, days));

  if (!quick) {
    console.log("\n### The cloud model read in three ways: nRMSE %\n");
    printReadings(base);
  }
  console.log("\n### Perez–Driesse on both sides (no limits)");
  const few = ["1 equal sub-step, step", "nodes between edges, step", DEFAULT];
  const onPlane = (site) => (sun, sky, geometry) => truth.stageTruth(perezDriesse, site, sun, sky, geometry);
  const engines = Object.fromEntries(few.map((method) => [method, ENGINES[method]]));
  const perez = study({ ...base, skies, model: perezDriesse, onPlane, engines, peers: PEERS });
  printStudy(perez, intervals, [...Object.keys(PEERS), ...few]);

  console.log("\n### 1-minute series of clear days from coarser weather, Perez–Driesse\n");
  printSeries(verdict, intervals, days);
  if (files.length > 0) {
    console.log("\n### Measured minutes, isotropic light: nRMSE %");
    await printMeasured(files, intervals);
  }
  verdict.conclude();
}

await main();
