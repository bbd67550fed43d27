/** Pictures of a yield, of a power forecast, and of measured power beside the model. */
import { DAY, SHORT_MONTH_NAMES } from "../../foundation/time/calendar.js";
import { zoneNamed } from "../../foundation/time/zone.js";
import { BAR_AREA } from "../report/bar-plot.js";
import { placeLabel } from "../report/labels.js";
import { axes, label, legend, linearScale, placed, type Scale, valueScale } from "../report/scene/axes.js";
import { barShapes } from "../report/scene/bars.js";
import { SOFT, SUN, seriesPaint } from "../report/scene/palette.js";
import {
  type Area,
  bottomOf,
  fitted,
  group,
  line,
  type Point,
  polygon,
  polyline,
  rightOf,
  type Shape,
  shape,
  sheet,
  text,
} from "../report/scene/shape.js";
import { type WaterfallRow, waterfallOf, waterfallShapes } from "../report/scene/waterfall.js";
import { localDays } from "./forecast/days.js";
import type { PowerForecast } from "./forecast/types.js";
import type { MeasuredComparison } from "./measured/compare.js";
import { ROW_REASONS } from "./measured/rows.js";
import { changeText, periodText, trackerName } from "./text.js";
import type { LossStage, Yield } from "./types.js";

const PICTURE_WIDTH = rightOf(BAR_AREA) + 25;
const BOTTOM = bottomOf(BAR_AREA);
/** Room for two lines under the axes. */
const CAPTION = 24;

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
  const stage = (name: LossStage["name"]) => found.losses.find((one) => one.name === name);
  const [losses, shading, beam, diffuse] = [stage("losses")!, stage("shading")!, stage("beam"), stage("diffuse")];
  const near = beam && diffuse && `; near shade ${changeText({ ...beam, factor: beam.factor * diffuse.factor })}`;
  const taken = `losses of the system ${changeText(losses)}; ${shading.description} ${changeText(shading)}${near ?? ""}`;
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

/** Pixels of the names of the stages, above the first of them, and right of the figures. */
const [NAMES, TOP, EDGE] = [305, 62, 15];

/**
 * @param source of the weather, with how good it is: under the picture
 * @returns a complete SVG document: what each stage takes or adds, and the energy left after it
 */
export function lossesSvg(found: Yield, source?: string): string {
  const { losses } = found;
  const { bars, ...axis } = waterfallOf(losses.map(({ energy }) => energy));
  const digits = Math.max(...losses.map(({ energy }) => energy)) < 100 ? 1 : 0;
  const rows = losses.map((stage, k): WaterfallRow => {
    const { description: name, energy } = stage;
    const change = k === 0 ? "" : changeText(stage);
    const tip = `${name}: ${k === 0 ? "" : `${change}, `}${label(energy, 1)} kWh`;
    const figure = label(energy, digits);
    return { bar: bars[k]!, value: energy, name, change, figure, tip, isStrong: k === losses.length - 1 };
  });
  const xTitle = axis.from > 0 ? `kWh; the axis begins at ${label(axis.from)}` : "kWh";
  const place = { left: 0, top: TOP, width: PICTURE_WIDTH - EDGE, names: NAMES };
  const { shapes, bottom } = waterfallShapes({ ...place, rows, axis, xTitle });
  return sheet(
    PICTURE_WIDTH,
    bottom + 60 + CAPTION,
    `From the light to the energy fed in${periodText(found)}`,
    subtitle(found),
    ...shapes,
    ...caption(found, source, bottom + 60),
  );
}

const FORECAST_WIDTH = 820;
const FORECAST_AREA: Area = { left: 70, top: 60, width: FORECAST_WIDTH - 95, height: 300 };
/** At most so many labels fit. */
const MOST_LABELS = 10;

/**
 * @param source of the weather, for the subtitle
 * @returns a complete SVG document
 */
export function powerSvg(found: PowerForecast, source?: string): string {
  const { start, interval, count, columns, quantiles, place, kwp, days, timeZone } = found;
  const bands = Object.entries(quantiles ?? {});
  const [low, high] = [bands[0], bands.at(-1)];
  const kilowatts = [columns.acPower, ...bands.map(([, values]) => values)].map((values) =>
    Array.from(values, (value) => value / 1000),
  );
  const { to, ticks } = valueScale([0, Math.max(0.001, ...kilowatts.flat().filter((value) => !Number.isNaN(value)))]);
  const end = start + count * interval * 1000;
  const x = linearScale(start, end, FORECAST_AREA.left, rightOf(FORECAST_AREA));
  const y = linearScale(0, to, bottomOf(FORECAST_AREA), FORECAST_AREA.top);
  const middle = (row: number) => x(start + (row + 0.5) * interval * 1000);
  const name = bands.length > 1 ? `; band: ${low![0]} to ${high![0]}` : "";
  return sheet(
    FORECAST_WIDTH,
    bottomOf(FORECAST_AREA) + 64,
    days.flatMap(({ date, energy }) => (energy === null ? [] : `${date} ${label(energy, 1)} kWh`)).join(" · ") ||
      "power",
    `${placeLabel(place.latitude, place.longitude)} · ${label(kwp)} kWp${source === undefined ? "" : ` · ${source}`}${name}`,
    axes(FORECAST_AREA, {
      x: midnights(start, end, timeZone).map(({ time, date }) => ({ at: x(time), label: date })),
      y: placed(ticks, y),
      xTitle: `local time, ${timeZone}`,
      yTitle: "kW",
    }),
    ...(bands.length > 1 ? bandShapes(kilowatts[1]!, kilowatts.at(-1)!, middle, y) : []),
    ...stretches(kilowatts[0]!).map((rows) =>
      polyline(
        rows.map((row): Point => [middle(row), y(kilowatts[0]![row]!)]),
        { stroke: seriesPaint(0), "stroke-width": 2 },
      ),
    ),
  );
}

function midnights(start: number, end: number, timeZone: string): { time: number; date: string }[] {
  const zone = zoneNamed(timeZone)!;
  const all = localDays({ start, end }, zone).filter((day) => day.start >= start);
  const every = Math.max(1, Math.ceil((end - start) / DAY / MOST_LABELS));
  return all.filter((_, k) => k % every === 0).map((day) => ({ time: day.start, date: day.date }));
}

function bandShapes(low: readonly number[], high: readonly number[], x: (row: number) => number, y: Scale): Shape[] {
  return stretches(low).map((rows) =>
    polygon(
      [
        ...rows.map((row): Point => [x(row), y(high[row]!)]),
        ...rows.toReversed().map((row): Point => [x(row), y(low[row]!)]),
      ],
      { fill: seriesPaint(0), "fill-opacity": 0.2, stroke: "none" },
    ),
  );
}

/** Rows one after the other that have a value. */
function stretches(values: readonly number[]): number[][] {
  const found: number[][] = [];
  values.forEach((value, row) => {
    if (Number.isNaN(value)) return;
    if (row === 0 || Number.isNaN(values[row - 1]!)) found.push([]);
    found.at(-1)!.push(row);
  });
  return found;
}

const SCATTER: Area = { left: 70, top: 90, width: 340, height: 340 };
const MEASURED_MONTHS: Area = { left: 490, top: 90, width: 380, height: 340 };
const MEASURED_WIDTH = rightOf(MEASURED_MONTHS) + 25;
/** More points than this are no clearer, and a large file. */
const MOST_POINTS = 4000;

/** @returns a complete SVG document */
export function measuredSvg(found: MeasuredComparison): string {
  const { total, months } = found;
  const ratio = total.ratio === null ? "" : `: ${label(100 * total.ratio, 1)} % of the model`;
  const scatter = `RMSE ${label(total.rmse, 2)} kW, bias of the model ${label(total.bias, 2)} kW`;
  const fit = total.r2 === null ? scatter : `${scatter}, R² ${label(total.r2, 3)}`;
  const bars = barShapes({
    area: MEASURED_MONTHS,
    slots: months.map(({ month }) => SHORT_MONTH_NAMES[month - 1]!),
    series: (["measured", "modelled"] as const).map((which) =>
      months.map(({ year, month, ...sum }) => ({
        value: sum[which],
        tip: `${SHORT_MONTH_NAMES[month - 1]} ${year}, ${which}: ${label(sum[which], 1)} kWh`,
      })),
    ),
    xTitle: "month",
    yTitle: "kWh",
  });
  return sheet(
    MEASURED_WIDTH,
    bottomOf(MEASURED_MONTHS) + 64,
    `Measured ${label(total.measured, total.measured < 100 ? 1 : 0)} kWh${ratio}`,
    `${fit}; ${total.rows} rows of ${label(found.interval / 60)} minutes`,
    ...points(found),
    legend([{ name: "measured" }, { name: "modelled" }], MEASURED_MONTHS.left, 78, MEASURED_MONTHS.width).shape,
    ...bars.shapes,
  );
}

/** Used rows in colour, those left out (but dark and missing ones) in grey; the line is where both agree. */
function points({ columns: { measured, modelled }, reasons }: MeasuredComparison): Shape[] {
  const shownRows = [...reasons.keys()].filter((k) => !["dark", "missing"].includes(ROW_REASONS[reasons[k]!]!));
  const stride = Math.ceil(shownRows.length / MOST_POINTS);
  const rows = shownRows.filter((_, k) => k % stride === 0);
  const most = rows.reduce((high, k) => Math.max(high, measured[k]!, modelled[k]!), 0);
  const { from, to, ticks } = valueScale([0, most], 5);
  const x = linearScale(from, to, SCATTER.left, rightOf(SCATTER));
  const y = linearScale(from, to, bottomOf(SCATTER), SCATTER.top);
  const dot = (k: number) =>
    shape("circle", {
      ...{ cx: x(modelled[k]!), cy: y(Math.max(measured[k]!, 0)), r: 1.6 },
      ...(reasons[k] === 0 ? { fill: seriesPaint(0), "fill-opacity": 0.35 } : { fill: SOFT, "fill-opacity": 0.6 }),
    });
  const isLeft = rows.some((k) => reasons[k] !== 0);
  return [
    axes(SCATTER, { x: placed(ticks, x), y: placed(ticks, y), xTitle: "modelled, kW", yTitle: "measured, kW" }),
    group("points", ...rows.map(dot)),
    line(x(from), y(from), x(to), y(to), { stroke: SOFT }),
    ...(isLeft ? [text(SCATTER.left, 78, "grey: left out", { fill: SOFT })] : []),
  ];
}
