// What is snow worth where only the place is known? Chooses MOST of src/answers/yield/over-time/snow-of-climate.ts, and judges it at
// places that had no part in it. Run `node scripts/build.mjs engine` first; prints Markdown.
//
//   node research/fit-snow.mjs
//
// The library's own loss is in proportion to MOST, so that it is run once a row, with what it has. Each place counts once.
const load = (file) => import(new URL(`../dist/${file}`, import.meta.url).href);
const { worldYear } = await load("answers/climate/index.js");
const { yieldOf } = await load("answers/yield/index.js");

// Place, what tells its loss, degrees north and east, metres; percent of the year by tilt. PVWatts: research/snow-losses.py with files of
// the packages in research/world-climate.md (Minnesota, Jutland: h2integrate 0.10.0) and fixtures/peers. Meters: light of November to March
// that is missing beside May to September, both over those of worldYear (plants 1422, 50, 4, 4901 of NREL's time-shift-validation-hub, and
// Trondheim): Golden's two plants lack none. Published: the middle of what Becker et al. 2006 and Andrews & Pearce 2012 have, as in notices.ts.
const PLACES = [
  ["Fargo", "PVWatts", 46.9, -96.8, 274, { 15: 13.0, 30: 11.5, 45: 10.7 }],
  ["Minnesota, 2023", "PVWatts", 44.04, -95.2, 449, { 15: 12.4, 30: 8.8, 45: 7.6 }],
  ["Jutland, 2023", "PVWatts", 56.27, 8.55, 86, { 15: 1.9, 30: 1.3, 45: 0.8 }],
  ["Zürich, Zug (mean of 5 years)", "PVWatts", 47.4, 8.54, 460, { 15: 2.3, 30: 1.6, 45: 1.3 }],
  ["Mount Shasta", "PVWatts", 41.33, -122.33, 1077, { 15: 13.3, 30: 8.4, 45: 6.1 }],
  ["Baltimore", "PVWatts", 39.18, -76.67, 47, { 15: 3.7, 30: 2.7, 45: 2.0 }],
  ["Helsinki", "PVWatts", 60.32, 24.97, 56, { 15: 4.7, 30: 4.3, 45: 3.7 }],
  ["Stockholm", "PVWatts", 59.65, 17.95, 61, { 15: 4.4, 30: 4.1, 45: 3.8 }],
  ["Benson near Oxford", "PVWatts", 51.62, -1.1, 69, { 15: 1.2, 30: 1.2, 45: 1.1 }],
  ["Golden, two plants", "meter", 39.74, -105.175, 1850, { 40: 0, 45: 0 }],
  ["Gaithersburg", "meter", 39.14, -77.22, 137, { 5: 4.1 }],
  ["Trondheim", "meter", 63.42, 10.39, 50, { 18: 1.0 }],
  ["Munich", "published", 48.14, 11.58, 520, { 30: 1.5 }],
  ["Kingston, Ontario", "published", 44.23, -76.5, 80, { 30: 2.2 }],
  // Second hand: an array of NAIT, and years at Keshena.
  ["Edmonton", "published", 53.57, -113.5, 670, { 45: 5 }],
  ["Keshena, Wisconsin", "published", 44.88, -88.63, 250, { 30: 3.5 }],
];

async function rowsOf([name, kind, latitude, longitude, altitude, percents]) {
  const weather = await worldYear(latitude, longitude, { altitude });
  const tilts = Object.entries(percents);
  return tilts.map(([tilt, truth]) => {
    const { losses } = yieldOf(weather, { planes: [{ surfaceTilt: Number(tilt), surfaceAzimuth: 180 }] });
    const ours = 100 * (1 - (losses.find((stage) => stage.name === "snow")?.factor ?? 1));
    return { name, kind, tilt, truth, ours, weight: 1 / tilts.length };
  });
}

/** As in snow-of-climate.ts. */
const ERROR = { share: 0.55, least: 0.5 };
const sum = (rows, of) => rows.reduce((all, row) => all + row.weight * of(row), 0);
/** By which factor all losses come nearest, in points. */
const nearest = (rows) => sum(rows, ({ ours, truth }) => ours * truth) / sum(rows, ({ ours }) => ours * ours);
const byModel = (rows) => nearest(rows.filter(({ kind }) => kind === "PVWatts"));
const byMeasurement = (rows) => nearest(rows.filter(({ kind }) => kind !== "PVWatts"));
/** The two kinds of truth are a factor of three apart: neither is right alone, and the middle is as far from both. */
const factorOf = (rows) => Math.sqrt(byModel(rows) * byMeasurement(rows));

const rows = (await Promise.all(PLACES.map(rowsOf))).flat();
const judged = rows.map((row) => {
  const factor = factorOf(rows.filter(({ name }) => name !== row.name));
  return { ...row, left: factor * row.ours };
});
const show = (value) => value.toFixed(1);
console.log("| place | truth | tilt | truth, % of the year | expected, chosen without the place | as it is |\n|---|---|---|---|---|---|");
for (const { name, kind, tilt, truth, left, ours } of judged)
  console.log(`| ${name} | ${kind} | ${tilt}° | ${show(truth)} | ${show(left)} | ${show(ours)} |`);
const total = sum(judged, () => 1);
const within = (row) => Math.abs(row.left - row.truth) <= 1.2816 * Math.max(ERROR.share * row.left, ERROR.least);
console.log(`
factor of both: ${factorOf(rows).toFixed(3)}; of PVWatts' alone ${byModel(rows).toFixed(2)}, of measurements ${byMeasurement(rows).toFixed(2)}
left out one by one: bias ${show(sum(judged, ({ left, truth }) => left - truth) / total)}, rms ${show(Math.sqrt(sum(judged, ({ left, truth }) => (left - truth) ** 2) / total))} points
within p10 and p90: ${Math.round((100 * sum(judged, (row) => Number(within(row)))) / total)} %`);
