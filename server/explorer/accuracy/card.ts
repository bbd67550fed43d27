/**
 * “How accurate is this here?”: what is stated for the kind of place, the nearest places that were judged, and what others publish. The
 * figures come from the library itself and from the accuracy table's generated rows; nothing of it is loaded before the card is opened.
 */
import type { ExpectedError } from "irradiance-engine/climatology";
import { h, replace, s } from "../dom.js";
import type { Page } from "../rooms/page.js";
import type { State } from "../state/state.js";
import { figure, percent } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { type Neighbour, nearestPlaces, type PublishedFigure } from "./nearest.js";

const NEIGHBOURS = 5;
/** Kilometres: beyond, the study found some 6 % where it has 5 % with neighbours (research/world-climate.md). */
const ALONE = 1000;
/** Percent at the ends of a row's scale; the worst of the judged places is 20 % off. */
const SCALE = 25;

export function accuracyCard(page: Page): HTMLElement {
  const { store, series, yields } = page;
  const body = h("div", { class: "accuracy-body" });
  const card = h(
    "details",
    { class: "accuracy" },
    h("summary", {}, texts().accuracy.title),
    h("div", { role: "status" }, body),
  );
  let drawn = "";
  const show = async () => {
    const key = JSON.stringify([store.state.lat, store.state.lon, store.state.altitude, isGenerated(page)]);
    if (!card.open || key === drawn) return;
    drawn = key;
    if (body.childElementCount === 0) replace(body, h("p", {}, texts().accuracy.loading));
    try {
      const parts = await partsOf(store.state, isGenerated(page));
      if (key === drawn) replace(body, parts);
    } catch (thrown) {
      if (key !== drawn) return;
      drawn = "";
      replace(body, h("p", { class: "problem" }, texts().accuracy.failed((thrown as Error).message)));
    }
  };
  card.addEventListener("toggle", () => void show());
  store.subscribe(() => void show());
  for (const exchange of [series, yields]) exchange.onChange(() => void show());
  return card;
}

/** undefined: nothing has come yet. */
function isGenerated({ store, series, yields }: Page): boolean | undefined {
  const { room } = store.state;
  return room === "roof" ? yields.answer?.weather.synthetic : series.answer?.synthetic;
}

async function partsOf({ lat, lon, altitude }: State, generated: boolean | undefined): Promise<HTMLElement[]> {
  const [{ loadWorldClimate }, { PLACES, PUBLISHED, REVIEWED }] = await Promise.all([
    import("irradiance-engine/climatology"),
    import("./figures.generated.js"),
  ]);
  const isGiven = altitude !== "";
  const { expectedError, altitudeUncertainty } = (await loadWorldClimate()).at(
    lat,
    lon,
    isGiven ? { altitude: Number(altitude) } : {},
  );
  return [
    ...(generated === false ? [h("p", { class: "accuracy-other" }, texts().accuracy.notGenerated)] : []),
    ...statedParts(expectedError, altitudeUncertainty > STEEP),
    ...neighbourParts(nearestPlaces(PLACES, lat, lon, NEIGHBOURS), expectedError),
    othersPart(PUBLISHED, REVIEWED),
    h("p", { class: "hint" }, texts().accuracy.more),
  ];
}

/** Metres of an altitude's uncertainty that are worth a sentence: 1 K. */
const STEEP = 150;

function statedParts(error: ExpectedError, isSteep: boolean): HTMLElement[] {
  const t = texts().accuracy;
  const { placeClass, places, annualWithin80 } = error;
  const share = percent(annualWithin80, 1);
  const kind = t.kinds[placeClass];
  const rows: readonly (readonly [string, string])[] = [
    [t.quantities.year, percent(error.annualGlobalHorizontal, 1)],
    [t.quantities.months, percent(error.monthlyGlobalHorizontal, 1)],
    [t.quantities.temperature, `${figure(error.temperature, 1)} K`],
    [t.quantities.yield, percent(error.yield, 1)],
  ];
  return [
    h("p", {}, places === 0 ? t.assumed(kind, share) : t.judged(kind, share, figure(places))),
    h("h3", {}, t.typical),
    h(
      "dl",
      { class: "accuracy-figures" },
      rows.map(([name, value]) => h("div", {}, h("dd", {}, value), h("dt", {}, name))),
    ),
    ...(isSteep ? [h("p", { class: "hint" }, t.altitudeCounts)] : []),
  ];
}

function neighbourParts(neighbours: readonly Neighbour[], { annualWithin80 }: ExpectedError): HTMLElement[] {
  const t = texts().accuracy;
  const within = 100 * annualWithin80;
  const isAlone = (neighbours[0]?.kilometres ?? Number.POSITIVE_INFINITY) > ALONE;
  return [
    h("h3", {}, t.nearest),
    h(
      "table",
      { class: "accuracy-places" },
      h("thead", {}, headRow(t.place, t.distance, t.found)),
      h(
        "tbody",
        {},
        neighbours.map(({ name, kilometres, year }) =>
          h(
            "tr",
            {},
            h("th", { scope: "row", lang: "en" }, name),
            h("td", { class: "number" }, `${figure(kilometres)} km`),
            h("td", {}, h("span", { class: "accuracy-error" }, errorScale(year, within), errorText(year))),
          ),
        ),
      ),
    ),
    h("p", { class: "hint" }, `${t.band(percent(annualWithin80, 1))}${isAlone ? ` ${t.alone}` : ""}`),
  ];
}

function errorText(year: number): string {
  const t = texts().accuracy;
  const share = percent(Math.abs(year) / 100, 1);
  if (Math.abs(year) < 0.05) return t.exact;
  return year > 0 ? t.bright(share) : t.dark(share);
}

/** A dot on a line from too low to too high, with the band of what is stated. */
function errorScale(year: number, within: number): SVGElement {
  const at = (value: number) => Math.max(-SCALE, Math.min(SCALE, value));
  const [low, high] = [at(-within), at(within)];
  return s(
    "svg",
    { viewBox: `${-SCALE - 2} -6 ${2 * SCALE + 4} 12`, class: "error-scale", "aria-hidden": "true" },
    s("rect", { x: low, y: -4, width: high - low, height: 8, class: "error-band" }),
    s("path", { d: "M0 -6V6", class: "error-zero" }),
    s("circle", { cx: at(year), cy: 0, r: 2.6, class: "error-dot" }),
  );
}

interface Reviewed {
  readonly where: string;
  readonly figures: readonly { readonly product: string; readonly bias: number; readonly nrmse: number }[];
  readonly single: { readonly product: string; readonly where: string; readonly figure: string };
}

function othersPart(published: readonly PublishedFigure[], { where, figures, single }: Reviewed): HTMLElement {
  const t = texts().accuracy;
  const ofOthers = published
    .filter(({ kind }) => kind !== "yield")
    .map(({ product, what, figure: found, source, own }) => [product, what, found, own ? t.own(source) : source]);
  const ofReviews = figures.map(({ product, bias, nrmse }) => [
    ...[product, t.hours(where), t.biases(percent(bias / 100, 1), percent(nrmse / 100, 1)), t.reviewed],
  ]);
  const rows = [...ofOthers, ...ofReviews, [single.product, t.hours(single.where), single.figure, t.reviewed]];
  return h(
    "details",
    { class: "accuracy-others" },
    h("summary", {}, t.others),
    h(
      "div",
      // A wide table scrolls within itself, by the keyboard, too.
      { class: "wide", tabindex: "0", role: "region", "aria-label": t.others },
      h(
        "table",
        { lang: "en" },
        h("thead", {}, headRow(t.product, t.what, t.figure, t.source)),
        h(
          "tbody",
          {},
          rows.map(([first, ...rest]) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, first),
              rest.map((cell) => h("td", {}, cell)),
            ),
          ),
        ),
      ),
    ),
  );
}

function headRow(...names: readonly string[]): HTMLElement {
  return h(
    "tr",
    {},
    names.map((name) => h("th", { scope: "col" }, name)),
  );
}
