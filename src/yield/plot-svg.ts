/** A yield as pictures: months as bars, and the way from the light to the energy. */

import { BAR_AREA } from "../report/bar-plot.js";
import { placeLabel } from "../report/labels.js";
import { barShapes } from "../report/scene/bars.js";
import { GROUND, SOFT, SUN, seriesPaint } from "../report/scene/palette.js";
import { fitted, sheet } from "../report/scene/print.js";
import { label } from "../report/scene/scale.js";
import { bottomOf, line, rightOf, type Shape, text } from "../report/scene/shape.js";
import { SHORT_MONTH_NAMES } from "../time/calendar.js";
import { changeText, periodText, trackerName } from "./table.js";
import type { LossStage, Yield } from "./types.js";

const WIDTH = rightOf(BAR_AREA) + 25;
const BOTTOM = bottomOf(BAR_AREA);
/** Room for two lines under the axes. */
const CAPTION = 24;

/**
 * @param source of the weather, with how good it is: under the picture
 * @returns a complete SVG document: kWh of each month, the year in the title
 */
export function monthsSvg(found: Yield, source?: string): string {
  const { months, annual, total } = found;
  const { shapes } = barShapes({
    area: BAR_AREA,
    slots: months.map(({ month }) => SHORT_MONTH_NAMES[month - 1]!),
    series: [
      months.map(({ month, energy, specificYield }) => ({
        value: energy,
        tip: `${SHORT_MONTH_NAMES[month - 1]}: ${label(energy, 1)} kWh, ${label(specificYield, 1)} kWh/kWp`,
        figure: label(energy, energy < 20 ? 1 : 0),
      })),
    ],
    xTitle: "month",
    yTitle: "kWh",
  });
  const sum = annual ?? total;
  const title = `${label(sum.energy, sum.energy < 100 ? 1 : 0)} kWh${annual ? " a year" : ""}, ${label(sum.specificYield, 0)} kWh/kWp`;
  return sheet(WIDTH, BOTTOM + 64 + CAPTION, title, subtitle(found), ...shapes, ...caption(found, source, BOTTOM + 64));
}

const SHORT = {
  horizontal: "horizontal\nlight",
  plane: "on the\nplanes",
  shading: "behind the\nhorizon",
  rows: "in rows",
  incidence: "after\nreflection",
  rear: "with\nthe rear",
  spectrum: "colours",
  temperature: "DC, warm\ncells",
  snow: "less\nsnow",
  soiling: "less\ndirt",
  losses: "after\nlosses",
  cabling: "DC\ncables",
  inverter: "AC",
  clipping: "after\nclipping",
  transformer: "trans-\nformer",
  export: "fed in",
} as const satisfies { readonly [name in LossStage["name"]]: string };

/** Stages of alternating current. */
const AC: readonly LossStage["name"][] = ["inverter", "clipping", "transformer", "export"];

/**
 * @param source of the weather, with how good it is: under the picture
 * @returns a complete SVG document: the energy left after each stage, and the stage's change
 */
export function lossesSvg(found: Yield, source?: string): string {
  const { losses } = found;
  const { shapes, centre, y } = barShapes({
    area: BAR_AREA,
    slots: losses.map(({ name }) => SHORT[name]),
    series: [
      losses.map((stage, k) => ({
        value: stage.energy,
        tip: `${stage.description}: ${k === 0 ? "" : `${changeText(stage)}, `}${label(stage.energy, 1)} kWh`,
        fill: k === 0 ? LIGHT : AC.includes(stage.name) ? ALTERNATING : seriesPaint(0),
      })),
    ],
    xTitle: "stage",
    yTitle: "kWh",
  });
  // Inside the bars: above them are the levels of those before.
  const figures = losses.flatMap((stage, k) =>
    [...(k === 0 ? [] : [changeText(stage)]), label(stage.energy, 0)].map((figure, row) =>
      text(centre(k), y(stage.energy) + 16 + 15 * row, figure, {
        "text-anchor": "middle",
        fill: GROUND,
      }),
    ),
  );
  return sheet(
    WIDTH,
    BOTTOM + 78 + CAPTION,
    `From the light to the energy fed in${periodText(found)}`,
    subtitle(found),
    ...shapes,
    ...figures,
    ...losses.slice(1).map((_, k) => levelBefore(centre(k + 1), centre(k + 1) - centre(k), y(losses[k]!.energy))),
    ...caption(found, source, BOTTOM + 78),
  );
}

/** The colours of the first bar, light, and of the last. */
const [LIGHT, ALTERNATING] = [SUN, seriesPaint(2)];

/** What a picture that goes on alone has to say: where the light is from, and what is taken off it. */
function caption(found: Yield, source: string | undefined, top: number): Shape[] {
  const stage = (name: LossStage["name"]) => found.losses.find((one) => one.name === name)!;
  const taken = `losses of the system ${changeText(stage("losses"))}; horizon line ${changeText(stage("shading"))}`;
  return [...(source === undefined ? [] : [`weather: ${source}`]), taken].map((line, k) =>
    text(WIDTH / 2, top + 14 * k, line, {
      "text-anchor": "middle",
      "font-size": 11,
      fill: SOFT,
      ...fitted(line, 11, WIDTH),
    }),
  );
}

/** What was there before a stage, over its bar. */
function levelBefore(centre: number, slot: number, at: number): Shape {
  return line(centre - 0.64 * slot, at, centre + 0.36 * slot, at, { stroke: SOFT, "stroke-dasharray": "3 3" });
}

function subtitle({ place, kwp, planes }: Yield): string {
  const first = planes[0]!;
  const plane =
    planes.length > 1
      ? `${planes.length} planes`
      : first.trackingMode === "none"
        ? `tilt ${first.surfaceTilt}°, azimuth ${first.surfaceAzimuth}°`
        : trackerName(first);
  return `${placeLabel(place.latitude, place.longitude)} · ${label(kwp)} kWp · ${plane}`;
}
