/** Measured power beside the model as a picture: each row as a point, and the months. */
import { axes, legend } from "../../report/scene/axes.js";
import { barShapes } from "../../report/scene/bars.js";
import { SOFT, seriesPaint } from "../../report/scene/palette.js";
import { sheet } from "../../report/scene/print.js";
import { label, linearScale, placed, valueScale } from "../../report/scene/scale.js";
import { type Area, bottomOf, group, line, rightOf, type Shape, shape, text } from "../../report/scene/shape.js";
import { SHORT_MONTH_NAMES } from "../../time/calendar.js";
import type { MeasuredComparison } from "./compare.js";
import { ROW_REASONS } from "./rows.js";

const SCATTER: Area = { left: 70, top: 90, width: 340, height: 340 };
const MONTHS: Area = { left: 490, top: 90, width: 380, height: 340 };
const WIDTH = rightOf(MONTHS) + 25;
/** More points than this are no clearer, and a large file. */
const MOST_POINTS = 4000;

/** @returns a complete SVG document @experimental */
export function measuredSvg(found: MeasuredComparison): string {
  const { total, months } = found;
  const ratio = total.ratio === null ? "" : `: ${label(100 * total.ratio, 1)} % of the model`;
  const scatter = `RMSE ${label(total.rmse, 2)} kW, bias of the model ${label(total.bias, 2)} kW`;
  const fit = total.r2 === null ? scatter : `${scatter}, R² ${label(total.r2, 3)}`;
  const bars = barShapes({
    area: MONTHS,
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
    WIDTH,
    bottomOf(MONTHS) + 64,
    `Measured ${label(total.measured, total.measured < 100 ? 1 : 0)} kWh${ratio}`,
    `${fit}; ${total.rows} rows of ${label(found.interval / 60)} minutes`,
    ...points(found),
    legend([{ name: "measured" }, { name: "modelled" }], MONTHS.left, 78, MONTHS.width).shape,
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
