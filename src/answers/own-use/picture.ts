/** Own use as a picture: where the load of each month comes from, and a week of it. */
import { DAY, HOUR, SHORT_MONTH_NAMES } from "../../foundation/time/calendar.js";
import { formatTime } from "../../foundation/time/iso-time.js";
import { BAR_AREA } from "../report/bar-plot.js";
import { axes, label, legend, linearScale, placed, valueScale } from "../report/scene/axes.js";
import { barShapes } from "../report/scene/bars.js";
import { seriesPaint } from "../report/scene/palette.js";
import { type Area, bottomOf, type Point, polyline, rightOf, type Shape, sheet } from "../report/scene/shape.js";
import type { OwnUse } from "./types.js";

const WIDTH = rightOf(BAR_AREA) + 25;
/** Under the months. */
const WEEK: Area = { left: BAR_AREA.left, top: bottomOf(BAR_AREA) + 105, width: BAR_AREA.width, height: 200 };
const DAYS = 7;

/**
 * @returns a complete SVG document: by month the load from the system and from the grid and what is fed in, and the week around the middle of the
 *   period, PV, load and what the battery holds
 */
export function ownUseSvg(found: OwnUse): string {
  const { annual, total, months } = found;
  const sum = annual ?? total;
  const bars = ["from PV", "from grid", "fed in"].map((name, k) =>
    months.map((month) => {
      const value = [month.load - month.imported, month.imported, month.exported][k]!;
      return { value, tip: `${SHORT_MONTH_NAMES[month.month - 1]}, ${name}: ${label(value, 1)} kWh` };
    }),
  );
  const { shapes } = barShapes({
    area: BAR_AREA,
    slots: months.map(({ month }) => SHORT_MONTH_NAMES[month - 1]!),
    series: bars,
    xTitle: "month",
    yTitle: "kWh",
  });
  const names = ["from PV", "from grid", "fed in"].map((name) => ({ name }));
  return sheet(
    WIDTH,
    bottomOf(WEEK) + 60,
    `${share(sum.selfSufficiency)} of the load from the system, ${share(sum.ownUse)} of its energy used`,
    `load ${label(sum.load, 0)} kWh, PV ${label(sum.pv, 0)} kWh, from the grid ${label(sum.imported, 0)} kWh, fed in ${label(sum.exported, 0)} kWh`,
    legend(names, BAR_AREA.left, BAR_AREA.top - 8, BAR_AREA.width).shape,
    ...shapes,
    ...weekShapes(found),
  );
}

function share(value: number | null): string {
  return value === null ? "–" : `${label(100 * value, 0)} %`;
}

/** The days around the middle of the period; kWh of the battery on the axis of kW. */
function weekShapes({ start, step, columns }: OwnUse): Shape[] {
  const rows = Math.min(columns.pv.length, Math.round((DAYS * DAY) / step));
  const ofDay = Math.round(DAY / step);
  const from = Math.max(0, Math.floor((columns.pv.length - rows) / 2 / ofDay) * ofDay);
  const lines = [columns.pv, columns.load, columns.stored].map((column) =>
    column.subarray(from, from + rows).map((value) => value / 1000),
  );
  const most = lines.reduce(
    (high, values) => values.reduce((found, value) => (value > found ? value : found), high),
    0.001,
  );
  const { to, ticks } = valueScale([0, most], 5);
  const begin = start + from * step;
  const x = linearScale(begin, begin + rows * step, WEEK.left, rightOf(WEEK));
  const y = linearScale(0, to, bottomOf(WEEK), WEEK.top);
  const days = Array.from({ length: Math.ceil((rows * step) / DAY) }, (_, day) => begin + day * DAY);
  return [
    legend(
      [{ name: "PV, kW" }, { name: "load, kW" }, { name: "in the battery, kWh" }],
      WEEK.left,
      WEEK.top - 12,
      WEEK.width,
    ).shape,
    axes(WEEK, {
      x: days.map((time) => ({ at: x(time), label: formatTime(time + 12 * HOUR).slice(5, 10) })),
      y: placed(ticks, y),
      xTitle: "a week in the middle of the period",
      yTitle: "kW, kWh",
    }),
    ...lines.map((values, k) =>
      polyline(
        Array.from(
          values,
          (value, row): Point => [x(begin + (row + 0.5) * step), y(Math.max(0, Number.isNaN(value) ? 0 : value))],
        ),
        { stroke: seriesPaint(k), "stroke-width": 1.5, fill: "none" },
      ),
    ),
  ];
}
