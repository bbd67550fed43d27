/** Monthly sums (irradiance, PV) or means (temperature, snow) as bars. */
import type { ParameterName } from "../contract/observation/parameters.js";
import type { ObservationColumns } from "../contract/observation/types.js";
import { isDrawable } from "./checks.js";
import { localDays } from "./daily.js";
import { descriptionOf, MONTHS, subtitleOf, unitsOf } from "./labels.js";
import {
  type Area,
  axes,
  COLOURS,
  element,
  escapeXml,
  GREY,
  label,
  line,
  linearScale,
  picture,
  roundTicks,
  text,
} from "./svg.js";

const WIDTH = 820;
const AREA: Area = { left: 70, top: 60, width: WIDTH - 95, height: 300 };
const BOTTOM = AREA.top + AREA.height;
/** Room for the figure over the highest bar, as a share of the bars' height. */
const FIGURE = 0.06;

interface Month {
  /** `YYYY-MM`, or `MM` of a typical year. */
  readonly key: string;
  /** NaN: no value. */
  readonly value: number;
}

export function monthPlot(
  columns: ObservationColumns,
  parameter: ParameterName,
  typicalYear: boolean,
  title: string | undefined,
): string {
  const { unit, sum } = unitsOf(parameter);
  const months = monthValues(columns, columns.values[parameter]!, sum !== null, typicalYear);
  const finite = months.map(({ value }) => value).filter((value) => !Number.isNaN(value));
  const [least, most] = [Math.min(0, ...finite), Math.max(0, ...finite)];
  const ticks = roundTicks(least, most + FIGURE * (most - least), 6);
  const y = linearScale(ticks[0]!, ticks.at(-1)!, BOTTOM, AREA.top);
  const slot = AREA.width / months.length;
  const centre = (k: number) => AREA.left + (k + 0.5) * slot;
  const stride = Math.ceil(34 / slot);
  const digits = Math.max(0, ...finite.map(Math.abs)) < 20 ? 1 : 0;
  const bars = months.flatMap(({ key, value }, k) => {
    if (Number.isNaN(value)) return [];
    const [top, bottom] = [y(Math.max(value, 0)), y(Math.min(value, 0))];
    const tip = element("title", {}, escapeXml(`${key}: ${label(value, 2)} ${sum ?? unit}`));
    const shape = { x: centre(k) - 0.36 * slot, y: top, width: 0.72 * slot, height: bottom - top, fill: COLOURS[0] };
    const bar = element("rect", { class: "bar", ...shape }, tip);
    // Above the bar also if it is negative: below it are the labels of the axis.
    const figure = text(centre(k), top - 4, label(value, digits), { "text-anchor": "middle", "font-size": 11 });
    return stride === 1 ? [bar, figure] : [bar];
  });
  return picture(
    WIDTH,
    BOTTOM + 64,
    title ?? `${descriptionOf(parameter)}, monthly ${sum ? "sums" : "means"}`,
    typicalYear ? subtitleOf(columns, "typical year") : subtitleOf(columns),
    axes(
      AREA,
      months.map(({ key }, k) => ({ at: centre(k), label: k % stride === 0 ? monthLabel(key, k === 0) : "" })),
      ticks.map((value) => ({ at: y(value), label: label(value) })),
      { x: "month", y: sum ?? unit, grid: "y" },
    ),
    ...bars,
    line(AREA.left, y(0), AREA.left + AREA.width, y(0), { stroke: GREY }),
  );
}

/**
 * As `monthly`, for any parameter: sums or means of the existing values. Months with less than a day of data are
 * omitted, unless there are no others: in local time, a UTC year extends slightly into its neighbours.
 */
function monthValues(columns: ObservationColumns, column: Float64Array, isSum: boolean, typicalYear: boolean): Month[] {
  const months = new Map<string, { sum: number; count: number; intervals: number }>();
  for (const { date, from, to } of localDays(columns)) {
    const key = typicalYear ? date.slice(5, 7) : date.slice(0, 7);
    const month = months.get(key) ?? { sum: 0, count: 0, intervals: 0 };
    months.set(key, month);
    month.intervals += to - from;
    for (let i = from; i < to; i++) {
      if (!isDrawable(column[i]!)) continue;
      month.sum += column[i]!;
      month.count += 1;
    }
  }
  const hours = columns.interval / 3600;
  const all = Array.from(months, ([key, { sum, count, intervals }]) => ({
    key,
    hours: intervals * hours,
    value: count === 0 ? Number.NaN : isSum ? (sum * hours) / 1000 : sum / count,
  }));
  if (typicalYear) return all.sort((a, b) => (a.key < b.key ? -1 : 1));
  const full = all.filter(({ hours }) => hours >= 24);
  return full.length > 0 ? full : all;
}

function monthLabel(key: string, isFirst: boolean): string {
  const month = Number(key.slice(-2)) - 1;
  const name = MONTHS[month]!;
  return key.length > 2 && (isFirst || month === 0) ? `${name}\n${key.slice(0, 4)}` : name;
}
