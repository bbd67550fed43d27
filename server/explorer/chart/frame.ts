/** What stands around curves: the panels' scales and units, the marks of time, and a line at "now"; for the page and for pictures. */
import {
  type Area,
  GRID,
  group,
  INK,
  line,
  linearScale,
  noValues,
  placed,
  rightOf,
  type Shape,
  SOFT,
  type Tick,
  text,
  type ValueScale,
} from "irradiance-engine/report/scene";
import { texts } from "../texts/texts.js";
import { HEAD, type Panel } from "./panels.js";

export interface Frame {
  /** Of all panels together. */
  readonly area: Area;
  readonly panels: readonly Panel[];
  /** By unit. */
  readonly scales: ReadonlyMap<string, ValueScale>;
  /** Pixels from the area's left edge. */
  readonly times: readonly Tick[];
  /** Of a panel, above it. */
  title(unit: string): string;
  /** Pixels of a time that is marked, and its word. */
  readonly now?: Tick | undefined;
}

/** Pixels for the figures beside the panels (six characters of a wide font), and for the times under them. */
export const LEFT = 54;
export const BELOW = 26;

export function frameShapes(frame: Frame): Shape {
  const { area, panels, times, now } = frame;
  const floor = area.top + area.height;
  return group(
    "axes",
    ...panels.map((panel) => panelShapes(frame, panel)),
    ...times.map(({ at, label }) => text(at, floor + 17, label, { "text-anchor": "middle", fill: SOFT })),
    ...(panels.length > 0 ? [] : [noValues(area)]),
    ...(now ? nowShapes(area, now) : []),
  );
}

function panelShapes({ area, scales, times, title }: Frame, { unit, top, height }: Panel): Shape {
  const [upper, lower] = [area.top + top, area.top + top + height];
  const { from = 0, to = 1, ticks = [] } = scales.get(unit) ?? {};
  const y = linearScale(from, to, lower, upper);
  return group(
    "panel",
    ...times.map(({ at }) => line(at, upper, at, lower, { stroke: GRID, "stroke-width": 1 })),
    ...placed(ticks, y).flatMap(({ at, label }) => [
      line(area.left, at, rightOf(area), at, { stroke: GRID, "stroke-width": 1 }),
      text(area.left - 7, at + 4, label, { "text-anchor": "end", fill: SOFT }),
    ]),
    text(area.left, upper - 9, title(unit), { fill: INK }),
    ...(ticks.length === 1 ? [zeros(area, (upper + lower) / 2)] : []),
  );
}

/** A scale with the mark of 0 alone: nothing is seen, and it is said why. */
function zeros(area: Area, y: number): Shape {
  return text(area.left + area.width / 2, y + 4, texts().chart.allZero, { "text-anchor": "middle", fill: SOFT });
}

function nowShapes({ top, height }: Area, { at, label }: Tick): Shape[] {
  return [
    line(at, top + HEAD, at, top + height, { stroke: INK, "stroke-width": 1, "stroke-dasharray": "4 4" }),
    text(at + 4, top + HEAD + 12, label, { fill: INK }),
  ];
}
