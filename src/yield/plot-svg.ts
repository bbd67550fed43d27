/** A yield as pictures: months as bars, and the way from the light to the energy. */
import { MONTHS, placeLabel } from "../report/labels.js";
import {
  type Area,
  axes,
  COLOURS,
  element,
  escapeXml,
  fitted,
  GREY,
  label,
  line,
  linearScale,
  picture,
  roundTicks,
  text,
} from "../report/svg.js";
import { trackerName } from "./rows.js";
import { changeText, periodText } from "./table.js";
import type { LossStage, Yield } from "./types.js";

const WIDTH = 820;
const AREA: Area = { left: 70, top: 60, width: WIDTH - 95, height: 300 };
const BOTTOM = AREA.top + AREA.height;
/** Room for the figure over the highest bar, as a share of the bars' height. */
const FIGURE = 0.06;
/** Room for two lines under the axes. */
const CAPTION = 24;

/**
 * @param source of the weather, with how good it is: under the picture
 * @returns a complete SVG document: kWh of each month, the year in the title
 */
export function monthsSvg(found: Yield, source?: string): string {
  const { months, annual, total } = found;
  const y = upTo(Math.max(...months.map(({ energy }) => energy)));
  const slot = AREA.width / months.length;
  const bars = months.map(({ month, energy, specificYield }, k) => {
    const tip = `${MONTHS[month - 1]}: ${label(energy, 1)} kWh, ${label(specificYield, 1)} kWh/kWp`;
    const top = y.scale(energy);
    const above = { "text-anchor": "middle", "font-size": 11 };
    const figure = text(AREA.left + (k + 0.5) * slot, top - 4, label(energy, energy < 20 ? 1 : 0), above);
    return bar((k + 0.5) * slot, slot, top, COLOURS[0], tip) + figure;
  });
  const sum = annual ?? total;
  const title = `${label(sum.energy, sum.energy < 100 ? 1 : 0)} kWh${annual ? " a year" : ""}, ${label(sum.specificYield, 0)} kWh/kWp`;
  return picture(
    WIDTH,
    BOTTOM + 64 + CAPTION,
    title,
    subtitle(found),
    axes(
      AREA,
      months.map(({ month }, k) => ({ at: AREA.left + (k + 0.5) * slot, label: MONTHS[month - 1]! })),
      y.ticks,
      { x: "month", y: "kWh", grid: "y" },
    ),
    ...bars,
    ...caption(found, source, BOTTOM + 64),
  );
}

/** Figures on bright and on dark bars. */
const [INK, PAPER] = ["#222222", "#ffffff"];

const SHORT = {
  horizontal: "horizontal\nlight",
  plane: "on the\nplanes",
  shading: "behind the\nhorizon",
  rows: "in rows",
  incidence: "after\nreflection",
  rear: "with\nthe rear",
  temperature: "DC, warm\ncells",
  losses: "after\nlosses",
  inverter: "AC",
} as const;

/**
 * @param source of the weather, with how good it is: under the picture
 * @returns a complete SVG document: what is left after each stage, with the change that it makes
 */
export function lossesSvg(found: Yield, source?: string): string {
  const { losses } = found;
  const y = upTo(Math.max(...losses.map(({ energy }) => energy)));
  const slot = AREA.width / losses.length;
  const bars = losses.flatMap((stage, k) => {
    const { name, description, energy } = stage;
    const tip = `${description}: ${k === 0 ? "" : `${changeText(stage)}, `}${label(energy, 1)} kWh`;
    const colour = name === "inverter" ? COLOURS[2] : COLOURS[k === 0 ? 3 : 0];
    const top = y.scale(energy);
    const centre = AREA.left + (k + 0.5) * slot;
    // Inside the bars: above them are the levels of those before.
    const figures = [k === 0 ? "" : changeText(stage), label(energy, 0)]
      .filter((figure) => figure !== "")
      .map((figure, row) =>
        text(centre, top + 16 + 15 * row, figure, { "text-anchor": "middle", fill: k === 0 ? INK : PAPER }),
      );
    return [
      bar((k + 0.5) * slot, slot, top, colour, tip),
      ...figures,
      ...(k === 0 ? [] : [levelBefore(k, slot, y.scale(losses[k - 1]!.energy))]),
    ];
  });
  return picture(
    WIDTH,
    BOTTOM + 78 + CAPTION,
    `From the light to the energy fed in${periodText(found)}`,
    subtitle(found),
    axes(
      AREA,
      losses.map(({ name }, k) => ({ at: AREA.left + (k + 0.5) * slot, label: SHORT[name] })),
      y.ticks,
      { x: "stage", y: "kWh", grid: "y" },
    ),
    ...bars,
    ...caption(found, source, BOTTOM + 78),
  );
}

/** What a picture that goes on alone has to say: where the light is from, and what is taken off it. */
function caption(found: Yield, source: string | undefined, top: number): string[] {
  const stage = (name: LossStage["name"]) => found.losses.find((one) => one.name === name)!;
  const taken = `losses of the system ${changeText(stage("losses"))}; horizon line ${changeText(stage("shading"))}`;
  return [...(source === undefined ? [] : [`weather: ${source}`]), taken].map((line, k) =>
    text(WIDTH / 2, top + 14 * k, line, {
      "text-anchor": "middle",
      "font-size": 11,
      fill: GREY,
      ...fitted(line, 11, WIDTH),
    }),
  );
}

/** What was there before a stage, over its bar. */
function levelBefore(k: number, slot: number, at: number): string {
  const [from, to] = [AREA.left + (k - 0.14) * slot, AREA.left + (k + 0.86) * slot];
  return line(from, at, to, at, { stroke: GREY, "stroke-dasharray": "3 3" });
}

function upTo(most: number) {
  const values = roundTicks(0, (1 + FIGURE) * most, 6);
  const scale = linearScale(0, values.at(-1)!, BOTTOM, AREA.top);
  return { scale, ticks: values.map((value) => ({ at: scale(value), label: label(value) })) };
}

function bar(centre: number, slot: number, top: number, fill: string, tip: string): string {
  const shape = { x: AREA.left + centre - 0.36 * slot, y: top, width: 0.72 * slot, height: BOTTOM - top, fill };
  return element("rect", { class: "bar", ...shape }, element("title", {}, escapeXml(tip)));
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
