/** An examination as a page of its own: one file without scripts and without a network, which prints on A4. */
import { CheckContext } from "../../../data/weather/believe/context.js";
import { effectText, type Finding, type Verdict } from "../../../data/weather/believe/types.js";
import { checkWeather } from "../../../data/weather/series.js";
import { INK, type Paint, paint, SUN, seriesPaint } from "../scene/palette.js";
import { type Shape, shape, written } from "../scene/shape.js";
import { closureCells, type DayHours, dayHours, skyCells } from "./grids.js";
import {
  clockPicture,
  closurePicture,
  findingMaps,
  INDEX_NAMES,
  indexMaps,
  monthsPicture,
  sunPicture,
} from "./pictures.js";
import { STYLE } from "./style.js";
import { clockText, closureText, type ExaminedFile, factsText, findingsCount, lostMonths, rowsText } from "./words.js";

/** Colours are variables of the page. */
const onPage: Paint = (name) => paint(name);
type Part = Shape | string | undefined;

/**
 * The findings of a file with what to do about each, and pictures of what it was looked at for: the light and the findings by day and hour,
 * the clock, the components, the sky around the sensor, the months.
 *
 * @returns a complete HTML document
 * @throws WeatherError for a malformed series
 * @experimental
 *
 * @example
 * ```js
 * import { skyAt } from "irradiance-engine/climatology";
 * import { examinationPage, examinationText } from "irradiance-engine/report";
 * import { examineWeather, loadSample } from "irradiance-engine/weather";
 *
 * const series = await loadSample();
 * const options = { ...(await skyAt(series.place)), isTypicalYear: true };
 * const examination = examineWeather(series, options);
 * const file = { name: "sample", series, examination, options };
 * console.log(examinationText(file).split(":")[0]); // fine      sample
 * const html = examinationPage(file);
 * ```
 */
export function examinationPage(file: ExaminedFile): string {
  const { series, examination, options = {}, inWords = (sentence: string) => sentence } = file;
  const weather = checkWeather(series);
  const place = { ...options.place, ...weather.place };
  if (place.latitude === undefined || place.longitude === undefined)
    throw new TypeError("examinationPage: options.place is required where the series has no place of its own");
  const { latitude, longitude } = place;
  const sky = new CheckContext(weather, { ...place, latitude, longitude }, options);
  return pageOf(
    file.name,
    element("h1", {}, file.name),
    element("p", { class: "soft" }, factsText(file)),
    verdictPart(file),
    findingsPart(file, weather.count, inWords),
    lostPart(lostMonths(examination)),
    ...mapParts(sky, file),
    element("div", { class: "beside" }, ...evidenceParts(sky, file, inWords)),
    monthsPart(sky, file),
    skyPart(sky),
    notesPart(file.notes ?? [], inWords),
  );
}

export function pageOf(title: string, ...parts: readonly Part[]): string {
  const head = [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // Whatever a file's name or a message holds, nothing is loaded and nothing runs.
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `${written(element("title", {}, title), onPage)}\n<style>${STYLE}</style>\n</head>\n`,
  ];
  return `${head.join("\n")}${written(element("body", {}, ...parts), onPage)}\n</html>\n`;
}

/** An element of HTML, which unlike one of SVG is never written without an end. */
export function element(name: string, attributes: Shape["attributes"], ...parts: readonly Part[]): Shape {
  return shape(name, attributes, ...parts.filter((part) => part !== undefined), "");
}

function verdictPart({ examination }: ExaminedFile): Shape {
  const { verdict } = examination;
  const words = {
    fine: "nothing was found",
    look: `${findingsCount(examination)}, to be looked at before it is used`,
    unusable: `${findingsCount(examination)}: nothing computed from it as it is should be believed`,
  };
  return element("p", {}, element("span", { class: `verdict ${verdict}` }, verdict), ` ${words[verdict]}`);
}

export function table(heads: readonly string[], rows: readonly Shape[]): Shape {
  return element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, ...rows),
  );
}

function findingsPart(
  { examination: { findings } }: ExaminedFile,
  count: number,
  inWords: (sentence: string) => string,
): Part {
  if (findings.length === 0) return undefined;
  const row = (finding: Finding) => {
    const changed = effectText(finding.effect);
    return element(
      "tr",
      {},
      element("td", { class: `code ${finding.verdict}` }, finding.code),
      element("td", {}, inWords(finding.message), changed === "" ? undefined : element("p", {}, changed)),
      element("td", { class: "rows" }, rowsText(finding, count) ?? "all rows"),
      element("td", { class: "remedy" }, inWords(finding.remedy)),
    );
  };
  return section("What was found", table(["finding", "what it is", "rows", "what to do"], findings.map(row)));
}

function section(title: string, ...parts: readonly Part[]): Shape {
  return element("section", {}, element("h2", {}, title), ...parts);
}

function lostPart(months: readonly string[]): Part {
  if (months.length === 0) return undefined;
  const why =
    "A sum over them, or over their years, would say little: more than a tenth of their light is missing or lost.";
  return section("Months that lost too much", element("p", {}, why), element("p", {}, months.join(", ")));
}

function figure(caption: string, ...parts: readonly Part[]): Shape {
  return element("figure", {}, element("figcaption", {}, caption), ...parts);
}

/** Colours with their names. */
function key(entries: readonly (readonly [name: string, colour: string])[], isJoined = false): Shape {
  const items = entries.map(([name, colour]) =>
    element("li", {}, element("i", { style: `background:${colour}` }), name),
  );
  return element("ul", { class: isJoined ? "key joined" : "key" }, ...items);
}

/** A finding of nearly all rows would hide the others: the table says it. */
const NEARLY_ALL = 0.9;

function mapParts(sky: CheckContext, { examination }: ExaminedFile): Part[] {
  const { findings, flags } = examination;
  const codes = findings.filter(({ rows }) => rows < NEARLY_ALL * sky.count).map(({ code }) => code);
  const drawn = [...new Set(codes)];
  const grid = dayHours(sky, flags, drawn);
  const hours = "Days from left to right, hours of mean solar time upwards: noon is in the middle.";
  return [
    drawn.length === 0 ? undefined : section("Where it was found", findingsFigure(grid, drawn, hours)),
    section(
      "Light beside the clear sky",
      figure(
        `Clear-sky index: the light as a fraction of what a clear sky would send. ${hours}`,
        key(
          INDEX_NAMES.map((name, k) => [name, paint(`index-${k}`)] as const),
          true,
        ),
        key([["missing", paint("missing")]]),
        ...indexMaps(grid),
      ),
    ),
  ];
}

function findingsFigure(grid: DayHours, drawn: readonly string[], hours: string): Shape {
  const names = key([
    ...drawn.map((code, k) => [code, seriesPaint(k)] as const),
    ["light without a finding", paint("sound")],
    ["missing", paint("missing")],
  ]);
  return figure(hours, names, ...findingMaps(grid, drawn.length));
}

function evidenceParts(
  sky: CheckContext,
  { examination }: ExaminedFile,
  inWords: (sentence: string) => string,
): Part[] {
  const { clock } = examination;
  const closure = closureCells(sky);
  const [clockWords, closureWords] = [clockText(examination), closureText(examination)];
  return [
    clock === undefined
      ? undefined
      : section("The clock", figure(asSentence(inWords(clockWords ?? "")), clockPicture(clock))),
    closure === undefined
      ? undefined
      : section(
          "The three components",
          figure(
            "Number of rows, the darker the more (on a dark ground the lighter). On the line GHI is the sum of the other two.",
            closurePicture(closure),
          ),
          closureWords === undefined ? undefined : element("p", {}, asSentence(inWords(closureWords))),
        ),
  ];
}

function asSentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}

function monthsPart(sky: CheckContext, { examination: { months }, options = {} }: ExaminedFile): Shape {
  const climate = options.climate?.globalHorizontal;
  return section(
    "Months",
    figure(
      "Light of each month; pale where more than a tenth is missing or lost. The clear sky counts where the file has values.",
      key([
        ["light", seriesPaint(0)],
        ["clear sky", SUN],
        ...(climate === undefined ? [] : [["climate of the place", INK] as const]),
      ]),
      monthsPicture(months, climate, sky),
    ),
  );
}

function skyPart(sky: CheckContext): Shape {
  return section(
    "The sky around the sensor",
    figure(
      "Clear-sky index that the clearest fifth of the rows exceeds, by where the sun stands. Ridges, trees and masts are dark shapes that stand on the horizon.",
      key(
        INDEX_NAMES.slice(0, -1).map((name, k) => [name, paint(`index-${k}`)] as const),
        true,
      ),
      sunPicture(skyCells(sky), sky.place.latitude),
    ),
  );
}

function notesPart(notes: readonly string[], inWords: (sentence: string) => string): Part {
  if (notes.length === 0) return undefined;
  return section("As it was read", element("ul", {}, ...notes.map((note) => element("li", {}, inWords(note)))));
}

/** A line of the index. */
export interface IndexedFile {
  readonly name: string;
  readonly verdict: Verdict;
  /** What was found, in short. */
  readonly words: string;
  /** Name of its page in the same folder; undefined: it could not be read. */
  readonly page: string | undefined;
}

/**
 * The page that leads to those of several files.
 * @returns a complete HTML document
 */
export function examinationIndex(files: readonly IndexedFile[]): string {
  const rows = files.map(({ name, verdict, words, page }) =>
    element(
      "tr",
      {},
      element("td", { class: `code ${verdict}` }, verdict),
      element("td", {}, page === undefined ? name : element("a", { href: encodeURIComponent(page) }, name)),
      element("td", {}, words),
    ),
  );
  return pageOf("Weather files", element("h1", {}, "Weather files"), table(["verdict", "file", "findings"], rows));
}
