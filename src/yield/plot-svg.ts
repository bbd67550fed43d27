/** A yield as a picture of its months, and what every picture of a yield says besides. */
import { BAR_AREA } from "../report/bar-plot.js";
import { placeLabel } from "../report/labels.js";
import { barShapes } from "../report/scene/bars.js";
import { SOFT, SUN } from "../report/scene/palette.js";
import { fitted, sheet } from "../report/scene/print.js";
import { label } from "../report/scene/scale.js";
import { bottomOf, rightOf, type Shape, text } from "../report/scene/shape.js";
import { SHORT_MONTH_NAMES } from "../time/calendar.js";
import { changeText } from "./loss-table.js";
import { trackerName } from "./table.js";
import type { LossStage, Yield } from "./types.js";

export const PICTURE_WIDTH = rightOf(BAR_AREA) + 25;
const BOTTOM = bottomOf(BAR_AREA);
/** Room for two lines under the axes. */
export const CAPTION = 24;

/**
 * @param source of the weather, with how good it is: under the picture
 * @returns a complete SVG document: kWh of each month, the year in the title
 */
export function monthsSvg(found: Yield, source?: string): string {
  const { months, annual, total, uncertainty } = found;
  const { shapes } = barShapes({
    area: BAR_AREA,
    slots: months.map(({ month }) => SHORT_MONTH_NAMES[month - 1]!),
    series: [
      months.map(({ month, energy, specificYield }) => ({
        value: energy,
        tip: `${SHORT_MONTH_NAMES[month - 1]}: ${label(energy, 1)} kWh, ${label(specificYield, 1)} kWh/kWp`,
        figure: label(energy, energy < 20 ? 1 : 0),
        fill: SUN,
      })),
    ],
    xTitle: "month",
    yTitle: "kWh",
  });
  const sum = annual ?? total;
  const digits = sum.energy < 100 ? 1 : 0;
  const low = uncertainty?.horizons[0]?.values.find(({ exceedance }) => exceedance === 90);
  // A picture goes on alone: the number has what it may be off by beside it.
  const range = low === undefined ? "" : `, P90 ${label(low.energy, digits)}`;
  const title = `${label(sum.energy, digits)} kWh${annual ? " a year" : ""}${range}, ${label(sum.specificYield, 0)} kWh/kWp`;
  return sheet(
    PICTURE_WIDTH,
    BOTTOM + 64 + CAPTION,
    title,
    subtitle(found),
    ...shapes,
    ...caption(found, source, BOTTOM + 64),
  );
}

/** What a picture that goes on alone has to say: where the light is from, and what is taken off it. */
export function caption(found: Yield, source: string | undefined, top: number): Shape[] {
  const stage = (name: LossStage["name"]) => found.losses.find((one) => one.name === name)!;
  const taken = `losses of the system ${changeText(stage("losses"))}; horizon line ${changeText(stage("shading"))}`;
  return [...(source === undefined ? [] : [`weather: ${source}`]), taken].map((line, k) =>
    text(PICTURE_WIDTH / 2, top + 14 * k, line, {
      "text-anchor": "middle",
      "font-size": 11,
      fill: SOFT,
      ...fitted(line, 11, PICTURE_WIDTH),
    }),
  );
}

/** Where, how much, and which plane. */
export function subtitle({ place, kwp, planes }: Yield): string {
  const first = planes[0]!;
  const plane =
    planes.length > 1
      ? `${planes.length} planes`
      : first.trackingMode === "none"
        ? `tilt ${first.surfaceTilt}°, azimuth ${first.surfaceAzimuth}°`
        : trackerName(first);
  return `${placeLabel(place.latitude, place.longitude)} · ${label(kwp)} kWp · ${plane}`;
}
