/** A power forecast as a picture: the power, and the band of its outer quantiles. */

import { placeLabel } from "../../report/labels.js";
import { axes } from "../../report/scene/axes.js";
import { seriesPaint } from "../../report/scene/palette.js";
import { sheet } from "../../report/scene/print.js";
import { label, linearScale, placed, type Scale, valueScale } from "../../report/scene/scale.js";
import { type Area, bottomOf, type Point, polygon, polyline, rightOf, type Shape } from "../../report/scene/shape.js";
import { DAY } from "../../time/calendar.js";
import { zoneNamed } from "../../time/zone.js";
import { localDays } from "./days.js";
import type { PowerForecast } from "./types.js";

const WIDTH = 820;
const AREA: Area = { left: 70, top: 60, width: WIDTH - 95, height: 300 };
/** At most so many labels fit. */
const MOST_LABELS = 10;

/**
 * @param source of the weather, for the subtitle
 * @returns a complete SVG document
 * @experimental
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
  const x = linearScale(start, end, AREA.left, rightOf(AREA));
  const y = linearScale(0, to, bottomOf(AREA), AREA.top);
  const middle = (row: number) => x(start + (row + 0.5) * interval * 1000);
  const name = bands.length > 1 ? `; band: ${low![0]} to ${high![0]}` : "";
  return sheet(
    WIDTH,
    bottomOf(AREA) + 64,
    days.flatMap(({ date, energy }) => (energy === null ? [] : `${date} ${label(energy, 1)} kWh`)).join(" · ") ||
      "power",
    `${placeLabel(place.latitude, place.longitude)} · ${label(kwp)} kWp${source === undefined ? "" : ` · ${source}`}${name}`,
    axes(AREA, {
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
