// What the world climatology is worth by class of place: writes src/data/climatology/world/expected-errors.generated.ts, and prints Markdown
// for research/world-climate.md. Run `node scripts/build.mjs engine` before (classes come from there) and after.
//
//   node research/fit-expected-error.mjs --light=FILE --air=FILE --yield=FILE [--results=FILE] [--print]
//
// FILE: { places: [{ name, lat, lon, altitude?, truth, predicted }] }, twelve months each, predicted by a field that has not seen the
// place, for light nor all within 300 km (fit_light.py --apart=300): of GHI in W/m², of temperature in °C; for --yield what validate-bare-yield.mjs writes with --json. Places within half a degree
// of each other are one, as their mean.
//
// Places that share their weather say the same: each weighs one over the number of places within CLUSTER km, so that Germany's fifteen do
// not speak for the Earth. A class's rms is drawn to that of all by SHRINK weights: s² = (w·s_class² + SHRINK·s_all²) / (w + SHRINK). Eight of
// ten lie within s times one factor for all classes, the 0.8 quantile of |error| / s, where s is always made without the place itself. A class with fewer than
// LEAST places is not judged: its errors are the greatest of the classes that are, or what ASSUMED has if that is more.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { loadWorldClimate } from "irradiance-engine/climatology";

const { values: given } = parseArgs({
  options: {
    light: { type: "string" },
    air: { type: "string" },
    yield: { type: "string" },
    results: { type: "string" },
    print: { type: "boolean" },
  },
});

const CLASSES = [
  ...["ice sheet", "small island", "stormy sea", "open sea", "high latitude", "tropics", "mountains", "hazy air"],
  ...["coast", "dry land", "temperate land"],
];
const SHRINK = 4;
const LEAST = 3;
const SHARE = 0.8;
const CLUSTER = 300;
const NEAR = 0.5;
/** Rms of the year from other sources: Esbensen & Kushnir 1981 over the seas; Neumayer and Dome C of Antarctica (research/world-climate.md). */
const ASSUMED = { "stormy sea": 0.36, "open sea": 0.15, "ice sheet": 0.22 };
/** K: beside ITU-R P.1510 and COADS, over Antarctica and frozen seas (research/world-climate.md). */
const ASSUMED_KELVIN = { "ice sheet": 6.3, "stormy sea": 3 };
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const rms = (values) => Math.sqrt(mean(values.map((value) => value * value)));
const yearOf = (months) => months.reduce((sum, value, month) => sum + value * MONTH_DAYS[month], 0) / 365;
const percent = (value) => (100 * value).toFixed(1);

const world = await loadWorldClimate();

/** Places within NEAR degrees of the first of a group are one; each gets its class. */
function placesOf(file, counts = () => true) {
  const groups = [];
  for (const place of JSON.parse(readFileSync(file, "utf8")).places.filter(counts)) {
    const near = groups.find(
      ([first]) => Math.abs(first.lat - place.lat) < NEAR && Math.abs(first.lon - place.lon) < NEAR,
    );
    if (near) near.push(place);
    else groups.push([place]);
  }
  return groups.map((files) => {
    const { name, lat, lon } = files[0];
    const weight = 1 / groups.filter(([other]) => kilometres(files[0], other) < CLUSTER).length;
    const altitude = files[0].altitude ?? undefined;
    return { name, files, weight, kind: world.at(lat, lon, { altitude }).expectedError.placeClass };
  });
}

/** Months of a group's truth and prediction. */
const meanMonths = (files, name) => MONTH_DAYS.map((_, month) => mean(files.map((file) => file[name][month])));

function lightErrors({ name, kind, weight, files }) {
  const [truth, predicted] = [meanMonths(files, "truth"), meanMonths(files, "predicted")];
  const year = yearOf(truth);
  const months = rms(predicted.map((value, month) => value - truth[month])) / year;
  return { name, kind, weight, year: yearOf(predicted) / year - 1, months };
}

function airErrors({ name, kind, weight, files }) {
  const [truth, predicted] = [meanMonths(files, "truth"), meanMonths(files, "predicted")];
  return { name, kind, weight, kelvin: rms(predicted.map((value, month) => value - truth[month])) };
}

/** Sums of weights and of weighted squares. */
const total = (places) => places.reduce((sum, { weight }) => sum + weight, 0);
const squares = (places, field) => places.reduce((sum, place) => sum + place.weight * place[field] ** 2, 0);

/** The rms of a class of which `own` are known, drawn to that of all. */
function drawn(own, all, field) {
  const ofAll = squares(all, field) / total(all);
  return Math.sqrt((squares(own, field) + SHRINK * ofAll) / (total(own) + SHRINK));
}

/** The value that has a share of the weights at or below it. */
function quantile(values, weights, share) {
  const order = values.map((_, i) => i).sort((a, b) => values[a] - values[b]);
  const least = share * weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  return values[order.find((i) => (sum += weights[i]) >= least - 1e-9)];
}

/** Along the great circle, on a sphere. */
function kilometres(one, other) {
  const [a, b] = [one.lat, other.lat].map((degrees) => (degrees * Math.PI) / 180);
  const across = ((other.lon - one.lon) * Math.PI) / 180;
  const chord = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(across / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.sqrt(Math.min(chord, 1)));
}

/**
 * Errors by class from `field` of the places: { CLASS: rms }, those not judged with the greatest or what is assumed.
 *
 * @returns {Record<string, number>}
 */
function byClass(places, field, assumed = {}) {
  const found = CLASSES.map((kind) => {
    const own = places.filter((place) => place.kind === kind);
    return { kind, value: own.length < LEAST ? undefined : drawn(own, places, field) };
  });
  const worst = Math.max(...found.flatMap(({ value }) => value ?? []));
  return Object.fromEntries(found.map(({ kind, value }) => [kind, value ?? Math.max(worst, assumed[kind] ?? 0)]));
}

/** The factor of s: the share's quantile of |error| / s, each with s of all others. */
function factorOf(places) {
  const others = (one) => places.filter((place) => place !== one);
  return quantile(
    places.map((one) => Math.abs(one.year) / byClass(others(one), "year")[one.kind]),
    places.map(({ weight }) => weight),
    SHARE,
  );
}

const light = placesOf(given.light).map(lightErrors);
/** CHELSA's cities come from ERA5, as the climatology's temperature does: no judges of it. */
const air = placesOf(given.air, ({ list }) => !/CHELSA/.test(list ?? "")).map(airErrors);
const yields = JSON.parse(readFileSync(given.yield, "utf8")).places;

const count = (kind) => light.filter((place) => place.kind === kind).length;
const isJudged = (kind) => count(kind) >= LEAST;
const factor = factorOf(light);
const years = byClass(light, "year", ASSUMED);
const greater = (kind, found) => (isJudged(kind) ? found[kind] : Math.max(found[kind], ASSUMED[kind] ?? 0));
const months = byClass(light, "months");
const kelvin = byClass(air, "kelvin", ASSUMED_KELVIN);
/** A yield's error is one of the year's GHI times a slope, and one of its own (how light splits, and how its hours are spread). */
const pairs = yields.flatMap(({ year, errors }) => Object.values(errors).map((error) => [year, error]));
const slope = mean(pairs.map(([year, error]) => year * error)) / mean(pairs.map(([year]) => year * year));
const ownOfYield = rms(pairs.map(([year, error]) => error - slope * year));
const yieldError = (year) => Math.max(Math.hypot(slope * year, ownOfYield), year);

const table = Object.fromEntries(
  CLASSES.map((kind) => [
    kind,
    [
      years[kind].toFixed(3),
      (factor * years[kind]).toFixed(3),
      Math.max(greater(kind, months), years[kind]).toFixed(3),
      kelvin[kind].toFixed(1),
      yieldError(years[kind]).toFixed(3),
      isJudged(kind) ? count(kind) : 0,
    ].map(Number),
  ]),
);

/** Whether a place lies within what is stated when nothing is known of it: class and factor from the others. */
const held = light.map((one) => {
  const others = light.filter((place) => place !== one);
  const width = factorOf(others) * byClass(others, "year")[one.kind];
  return { kind: one.kind, weight: one.weight, width, isWithin: Math.abs(one.year) <= width };
});
const constant = quantile(
  light.map(({ year }) => Math.abs(year)),
  light.map(() => 1),
  SHARE,
);

const share = (places) => `${places.filter(({ isWithin }) => isWithin).length} of ${places.length}`;
console.log(
  "| class | places | year, bias % | rms % | stated ± % | held | months % | temperature K | places | yield % |",
);
console.log("|---|---|---|---|---|---|---|---|---|---|");
for (const kind of CLASSES) {
  const own = light.filter((place) => place.kind === kind).map(({ year }) => year);
  const [year, within80, month, temperature, ofYield] = table[kind];
  const cells = [
    kind,
    own.length,
    own.length === 0 ? "" : percent(mean(own)),
    percent(year),
    percent(within80),
    own.length === 0 ? "" : share(held.filter((place) => place.kind === kind)),
    percent(month),
    temperature,
    air.filter((place) => place.kind === kind).length,
    percent(ofYield),
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
const heldByWeight = total(held.filter(({ isWithin }) => isWithin)) / total(held);
const width = mean(held.map((place) => place.width));
console.log(
  `\n${light.length} places: ${share(held)} within what is stated without them (by weight ${percent(heldByWeight)} %); mean width ± ${percent(width)} %, of the best constant ` +
    `± ${percent(constant)} % (${(width / constant).toFixed(2)} ×). Factor of s ${factor.toFixed(2)}; yield: ${slope.toFixed(2)} x the year's, and ${percent(ownOfYield)} % of its own.`,
);
if (given.results) {
  const { writeResults } = await import("./lib/results.mjs");
  writeResults(given.results, import.meta.url, [], [undefined, ...CLASSES.filter(isJudged)].flatMap(resultsOf));
}
if (!given.print)
  writeFileSync(new URL("../src/data/climatology/world/expected-errors.generated.ts", import.meta.url), source());

/** Rows of the accuracy table, of a class that was judged, or of all places. */
function resultsOf(kind) {
  const region = kind ?? "all";
  const row = (quantity, resolution, unit, errors, more = {}) => ({
    ...{ source: "world-climate", region, quantity, resolution, unit, n: errors.length, stations: errors.length },
    ...{ period: "typical and single years", judgedOn: "left out" },
    statistics: { rmse: rms(errors), worst: Math.max(...errors.map(Math.abs)), ...more },
  });
  const own = (places, field, scale) =>
    places.filter((place) => !kind || place.kind === kind).map((place) => scale * place[field]);
  const [year, months, temperature] = [own(light, "year", 100), own(light, "months", 100), own(air, "kelvin", 1)];
  const ofYear = { bias: mean(year), ...(kind ? { within80: 100 * table[kind][1] } : {}) };
  return [
    row("global_horizontal_irradiance", "1_year", "%", year, ofYear),
    row("global_horizontal_irradiance", "1_month", "%", months),
    ...(temperature.length === 0 ? [] : [row("temperature", "1_month", "K", temperature)]),
  ];
}

function source() {
  const rows = CLASSES.map(
    (kind) => `  ${/\W/.test(kind) ? JSON.stringify(kind) : kind}: [${table[kind].join(", ")}],`,
  );
  return `/** Written by research/fit-expected-error.mjs on ${new Date().toISOString().slice(0, 10)}; research/world-climate.md has what it said. */
import type { PlaceClass } from "./types.js";

/** Of each class: GHI of the year, rms, and within which eight of ten places lie, as fractions of it; of months; of temperature, K; of yields; places judged. */
type ClassErrors = readonly [
  annual: number,
  within80: number,
  monthly: number,
  kelvin: number,
  ofYield: number,
  places: number,
];

export const CLASS_ERRORS: Readonly<Record<PlaceClass, ClassErrors>> = {
${rows.join("\n")}
};
`;
}
