// docs/how-accurate.md: its table, its map and the published figures beside them, and the same figures for the page's card.
import { readFileSync } from "node:fs";
import { accuracyMap } from "./accuracy-map.mjs";
import { figure, joinedRows, theRow } from "./accuracy-texts.mjs";
import { marks, pageWith, table } from "./between-marks.mjs";
import { judgedPlaces, limitsOf, stations } from "./judged-places.mjs";

const ROOT = new URL("../../", import.meta.url);
const PAGE = new URL("docs/how-accurate.md", ROOT);
const [GHI, DNI, GTI, PV] = [
  ...["global_horizontal_irradiance", "direct_normal_irradiance", "global_tilted_irradiance", "pv_production"],
];
/** A bias with its sign. */
const signed = (value) => `${value > 0 ? "+" : ""}${figure(value)}`;
const SLOPE = "35° to the equator";

/**
 * Each text by the path of its file.
 *
 * @param {{ readonly [kind: string]: readonly number[] }} classErrors of each class of place, as expected-errors.generated.ts has them
 * @returns {Map<string, string>}
 */
export function howAccurateTexts(classErrors, rows = joinedRows()) {
  const places = judgedPlaces();
  const judged = stations().map((station) => ({ ...station, ...stationErrors(rows, station.name) }));
  const published = JSON.parse(readFileSync(new URL("docs/reference/published.json", ROOT), "utf8"));
  const parts = /** @type {[string, string][]} */ ([
    ["ours", ours(classErrors, rows, limitsOf(places))],
    ["published", others(published)],
  ]);
  return new Map([
    [
      "docs/how-accurate.md",
      parts.reduce((page, [name, text]) => pageWith(page, marks(name), text), readFileSync(PAGE, "utf8")),
    ],
    ["docs/images/how-accurate.svg", accuracyMap(places, judged)],
    ["server/explorer/accuracy/figures.generated.ts", cardModule(classErrors, places, published)],
  ]);
}

/** What hours of a station were found to be off by. */
function stationErrors(rows, region) {
  const of = (source, quantity, condition) =>
    rows.find(
      (row) =>
        row.source === source &&
        row.region === region &&
        row.quantity === quantity &&
        row.resolution === "1_hour" &&
        row.condition === condition,
    );
  const [split, plane] = [of("split", DNI), of("plane-from-global", GTI, SLOPE)];
  const words = [
    split && `DNI from hourly GHI: bias ${signed(split.statistics.bias)}, RMSE ${figure(split.statistics.rmse)} W/m²`,
    plane && `plane at 35°: bias ${signed(plane.statistics.bias)}, RMSE ${figure(plane.statistics.rmse)} %`,
  ];
  return { words: words.filter(Boolean).join("; ") };
}

const HEAD = ["weather", "the year's GHI", "a month", "an hour or less", "the year's yield", "judged"];

function ours(classErrors, rows, [low, high]) {
  const of = (source, quantity, resolution, more = {}) =>
    theRow(rows, { source, quantity, resolution, ...more }).statistics;
  const row = (...asked) => theRow(rows, { source: asked[0], quantity: asked[1], resolution: asked[2], ...asked[3] });
  const bare = row("world-climate", GHI, "1_year");
  const fromMeans = row("generated-year", GTI, "1_year", { judgedOn: "fitted" });
  const hours = of("generated-year", GHI, "1_hour", { judgedOn: "fitted" });
  const [fixed, tracker] = ["fixed", "tracker"].map((condition) => of("bare-place-yield", PV, "1_year", { condition }));
  const split = row("split", DNI, "1_hour");
  const plane = of("plane-from-global", GTI, "1_hour", { condition: SLOPE });
  const wall = of("plane-from-global", GTI, "1_hour", { condition: "90° east" });
  const means = row("plane-from-means", GTI, "1_hour", { condition: `${SLOPE}, perezDriesse` });
  const ahead = row("forecast", GHI, "15_minutes", { condition: "corrected, simulated run of 30 %", lead: 3600 });
  const beside = (peer, options) =>
    signed(of("yield-model", PV, "1_year", { condition: `beside ${peer}, ${options}` }).bias);
  const metered = row("metered-power", PV, "1_year");
  const lines = [
    [
      "**metered plants**, beside the P50 of their bare place",
      "",
      "",
      "",
      `**${figure(metered.statistics.rmse)} %** rms, mean of plants ${signed(metered.statistics.bias)}, worst ${figure(metered.statistics.worst)}; P10 to P90 hold ${Math.round(100 * metered.statistics.within)} %`,
      `${metered.n} years of ${metered.stations} plants, left out`,
    ],
    [
      "**bare place, all**: a typical year from the embedded climatology",
      `**${figure(bare.statistics.rmse)} %** rms (95 %: ${figure(low)} to ${figure(high)}), bias ${signed(bare.statistics.bias)}, worst ${figure(bare.statistics.worst)}`,
      `${figure(of("world-climate", GHI, "1_month").rmse)} % of the year's mean; temperature ${figure(of("world-climate", "temperature", "1_month").rmse)} K`,
      "no date is meant",
      `fixed **${figure(fixed.rmse)} %** rms, bias ${signed(fixed.bias)}; tracker ${figure(tracker.rmse)}, bias ${signed(tracker.bias)}`,
      `${bare.stations} places, left out`,
    ],
    ...Object.entries(classErrors).map(([kind, errors]) => classLine(kind, errors)),
    [
      "**twelve true monthly means** of the place",
      "as good as the means",
      "as good as the means",
      `hours as a distribution: KSI ${figure(hours.ksi)} %, OVER ${figure(hours.over)} %`,
      `year on a plane ${figure(fromMeans.statistics.rmse)} % rms`,
      `${fromMeans.stations} places, fitted`,
    ],
    [
      "**your own GHI** (measured, satellite, reanalysis)",
      "as good as your series",
      "as good as your series",
      `DNI ${figure(split.statistics.rmse)} W/m² RMSE, bias ${signed(split.statistics.bias)}; plane at 35° ${figure(plane.rmse)} % RMSE, bias ${signed(plane.bias)}; wall facing east ${figure(wall.rmse)} %`,
      "your series and the PV model",
      `${split.stations} stations, fitted`,
    ],
    [
      "**your own GHI, DNI and DHI** as hourly means",
      "as good as your series",
      "as good as your series",
      `plane at 35° ${figure(means.statistics.rmse)} % RMSE, bias ${signed(means.statistics.bias)}`,
      "your series and the PV model",
      `${means.stations} stations, fitted`,
    ],
    [
      "**a forecast**, one hour ahead",
      "",
      "",
      `GHI ${figure(ahead.statistics.rmse)} W/m² RMSE; ${Math.round(100 * ahead.statistics.skill)} % below CLIPER`,
      "",
      `${ahead.stations} stations, left out; **simulated** runs`,
    ],
    realRuns(rows),
    [
      "**any weather**: the PV model alone",
      "",
      "",
      "",
      `beside PVWatts 8 ${beside("PVWatts 8", "same options")} % with the same options, ${beside("PVWatts 8", "our defaults")} % by default; beside pvlib ${beside("pvlib ModelChain", "same options")} and ${beside("pvlib ModelChain", "our defaults")} %`,
      "4 made years, unseen",
    ],
  ];
  return table(HEAD, lines);
}

/** The rows that docs/forecast.md shows of the next day, at all its stations. */
function realRuns(rows) {
  const own = rows.filter(({ source }) => source === "day-ahead");
  const regions = [...new Set(own.map(({ region }) => region))];
  const errors = (method) => {
    const condition = `${method}, 13–24 h after the issue`;
    const found = regions.map((region) =>
      theRow(rows, { source: "day-ahead", region, resolution: "1_hour", condition }),
    );
    return found.map(({ statistics }) => statistics.rmse.toFixed(1)).join(" and ");
  };
  const hours = `GHI ${errors("corrected")} % RMSE of its mean; the run as it came ${errors("run alone")}`;
  return [
    "**a forecast**, 13 to 24 hours ahead",
    "",
    "",
    hours,
    "",
    `${regions.length} stations; **real** runs of one model`,
  ];
}

/** Of one class of places: what is stated for a place of it. */
function classLine(kind, [annual, within80, monthly, kelvin, ofYield, places]) {
  const percent = (share) => `${figure(100 * share)} %`;
  return [
    `bare place: ${kind}`,
    `±${percent(within80)} for 8 of 10, ${percent(annual)} rms`,
    `${percent(monthly)}; ${figure(kelvin)} K`,
    "",
    percent(ofYield),
    places === 0 ? "**nowhere**: assumed" : `${places} places`,
  ];
}

function others({ figures, reviewed }) {
  const lines = figures.map(({ product, what, figure: found, source, doi, own }) => [
    product,
    what,
    found,
    `${source}${doi ? `, [doi:${doi}](https://doi.org/${doi})` : ""}${own ? " (own word)" : ""}`,
  ]);
  const own = reviewed.figures.map(({ product, bias, nrmse }) => [
    product,
    `GHI, hours, ${reviewed.where}`,
    `mean size of the biases ${bias} %, nRMSE ${nrmse} %`,
    "review of this project",
  ]);
  const { product, where, figure: found } = reviewed.single;
  return table(
    ["product", "quantity and place", "found", "read in"],
    [...lines, ...own, [product, `hours, ${where}`, found, "review of this project"]],
  );
}

function cardModule(classErrors, places, { figures, reviewed }) {
  const spots = places.map(({ name, latitude, longitude, year }) => [name, latitude, longitude, year]);
  const lines = (values) => `[\n${values.map((value) => `  ${JSON.stringify(value)},\n`).join("")}]`;
  const kinds = Object.entries(classErrors).map(
    ([kind, errors]) => `  ${JSON.stringify(kind)}: [${errors.join(", ")}],\n`,
  );
  return [
    "/** Written by scripts/accuracy-table.mjs from research/ and docs/reference/published.json: what the card of a place says. */",
    'import type { JudgedPlace, KindErrors, PublishedFigure } from "./nearest.js";\n',
    "/** What is stated for each kind of place: as the library's expectedError has it. */",
    `export const KINDS: Readonly<Record<string, KindErrors>> = {\n${kinds.join("")}};\n`,
    "/** Where the climatology was judged by fields that had not seen the place. */",
    `export const PLACES: readonly JudgedPlace[] = ${lines(spots)};\n`,
    "/** From texts that were read, with where. */",
    `export const PUBLISHED: readonly PublishedFigure[] = ${lines(figures)};\n`,
    `export const REVIEWED = ${JSON.stringify(reviewed, undefined, 2)} as const;\n`,
  ].join("\n");
}
