/**
 * “How accurate is this here?”: what is stated for the kind of place, the nearest places that were judged, and what others publish. The
 * answer says the kind; the figures are the accuracy table's generated rows. Loaded when somebody opens it.
 */
import type { Page } from "../request/questions.js";
import { figure, percent } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { type Child, each, h } from "../view.js";
import { KINDS, PLACES, PUBLISHED, REVIEWED } from "./figures.generated.js";
import { type Kind, type KindErrors, kindIn, type Neighbour, nearestPlaces } from "./nearest.js";

const NEIGHBOURS = 5;
/** Kilometres: beyond, the study found some 6 % where it has 5 % with neighbours (research/world-climate.md). */
const ALONE = 1000;
/** Percent at the ends of a row's scale; the worst of the judged places is 20 % off. */
const SCALE = 25;
/** K by which a place's own error is larger than its kind's before the altitude of the map is named. */
const BY_ALTITUDE = 0.3;
/** Where the figures of our own reviews were read: the published ones are quoted in English, and so are these. */
const REVIEW = "review of this project";

/** Of the place and the answers that the page has: drawn as long as the card is open. */
export function accuracyCard(page: Page): Child {
  const { isAnswered, kind } = knownOf(page);
  const { lat, lon } = page.store.state;
  const t = texts().accuracy;
  const errors = kind && KINDS[kind.name];
  return [
    kind && errors ? statedParts(kind, errors) : h("p", isAnswered ? t.notGenerated : t.waiting),
    neighbourParts(nearestPlaces(PLACES, lat, lon, NEIGHBOURS), errors?.[1]),
    othersPart(kind === undefined && isAnswered),
    h("p.hint", t.more),
  ];
}

function knownOf({ store, series, yields }: Page): { isAnswered: boolean; kind: Kind | undefined } {
  const { answer, isCurrent } = store.state.room === "roof" ? yields : series;
  return {
    isAnswered: isCurrent,
    kind: answer && isCurrent ? kindIn(answer.notices.map(({ message }) => message)) : undefined,
  };
}

function statedParts({ name, kelvin }: Kind, errors: KindErrors): Child {
  const t = texts().accuracy;
  const [annual, within80, monthly, kelvinOfKind, ofYield, places] = errors;
  const share = percent(within80, 1);
  const kind = (t.kinds as Readonly<Record<string, string>>)[name] ?? name;
  const rows: readonly (readonly [string, string])[] = [
    [t.quantities.year, percent(annual, 1)],
    [t.quantities.months, percent(monthly, 1)],
    [t.quantities.temperature, `${figure(kelvin, 1)} K`],
    [t.quantities.yield, percent(ofYield, 1)],
  ];
  return [
    h("p", places === 0 ? t.assumed(kind, share) : t.judged(kind, share, figure(places))),
    h("h3", t.typical),
    h(
      "dl.accuracy-figures",
      rows.map(([label, value]) => h("div", h("dt", label), h("dd", value))),
    ),
    kelvin > kelvinOfKind + BY_ALTITUDE ? h("p.hint", t.altitudeCounts) : null,
  ];
}

/** @param within80 what is stated for the kind of place, as a fraction */
function neighbourParts(neighbours: readonly Neighbour[], within80: number | undefined): Child {
  const t = texts().accuracy;
  const isAlone = (neighbours[0]?.kilometres ?? Number.POSITIVE_INFINITY) > ALONE;
  return [
    h("h3", t.nearest),
    h(
      "table.accuracy-places",
      h("thead", headRow(t.place, t.distance, t.found)),
      h(
        "tbody",
        neighbours.map(({ name, kilometres, year }) =>
          h(
            "tr",
            h("th", { scope: "row", lang: "en" }, name),
            h("td.number", `${figure(kilometres)} km`),
            h("td", h("span.accuracy-error", errorScale(year, 100 * (within80 ?? 0)), errorText(year))),
          ),
        ),
      ),
    ),
    within80 === undefined ? null : h("p.hint", t.band(percent(within80, 1))),
    isAlone ? h("p.hint", t.alone) : null,
  ];
}

function errorText(year: number): string {
  const t = texts().accuracy;
  const share = percent(Math.abs(year) / 100, 1);
  if (Math.abs(year) < 0.05) return t.exact;
  return year > 0 ? t.bright(share) : t.dark(share);
}

/** A dot on a line from too low to too high, with the band of what is stated. */
function errorScale(year: number, within: number): Child {
  const at = (value: number) => Math.max(-SCALE, Math.min(SCALE, value));
  const [low, high] = [at(-within), at(within)];
  return h(
    "svg.error-scale",
    { viewBox: `${-SCALE - 2} -6 ${2 * SCALE + 4} 12`, "aria-hidden": "true" },
    h("rect.error-band", { x: low, y: -4, width: high - low, height: 8 }),
    h("path.error-zero", { d: "M0 -6V6" }),
    h("circle.error-dot", { cx: at(year), cy: 0, r: 2.6 }),
  );
}

function othersPart(isOpen: boolean): Child {
  const t = texts().accuracy;
  const { where, figures, single } = REVIEWED;
  const ofOthers = PUBLISHED.filter(({ kind }) => kind !== "yield").map(
    ({ product, what, figure: found, source, own }) => [product, what, found, `${source}${own ? " (own word)" : ""}`],
  );
  const ofReviews = figures.map(({ product, bias, nrmse }) => [
    ...[product, `GHI, hours, ${where}`, `mean size of the biases ${bias} %, nRMSE ${nrmse} %`, REVIEW],
  ]);
  const rows = [...ofOthers, ...ofReviews, [single.product, `hours, ${single.where}`, single.figure, REVIEW]];
  const lines = rows.map(([product, ...cells]) =>
    h(
      "tr",
      h("th", { scope: "row", lang: "en" }, product),
      // Quoted as published, in English.
      each("td", cells, { lang: "en" }),
    ),
  );
  const head = headRow(t.product, t.what, t.figure, t.source);
  return h(
    "details.accuracy-others",
    { open: isOpen },
    h("summary", t.others),
    h("table", h("thead", head), h("tbody", lines)),
  );
}

function headRow(...names: readonly string[]): Child {
  return h("tr", each("th", names, { scope: "col" }));
}
