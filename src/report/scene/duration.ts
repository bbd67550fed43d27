/** A duration curve: for how many hours each value is reached or exceeded. */
import { axes, noValues } from "./axes.js";
import { labelled, linearScale, placed, roundTicks, type Scale, type ValueScale } from "./scale.js";
import { type Area, type Attributes, bottomOf, polyline, rightOf, type Shape } from "./shape.js";

/** The largest value first. @experimental */
export interface DurationCurve {
  readonly points: readonly (readonly [hours: number, value: number])[];
  readonly attributes: Attributes;
}

/** @experimental */
export interface DurationScene {
  readonly area: Area;
  readonly curves: readonly DurationCurve[];
  /** At the right edge. */
  readonly hours: number;
  /** Steps of the axis of hours, about. */
  readonly steps: number;
  readonly values: ValueScale;
  readonly xTitle: string;
  readonly yTitle: string;
}

/**
 * Duration curves with their axes.
 *
 * @experimental
 */
export function durationShapes({ area, curves, hours, steps, values, xTitle, yTitle }: DurationScene): {
  readonly shapes: readonly Shape[];
  readonly y: Scale;
} {
  const x = linearScale(0, hours, area.left, rightOf(area));
  const y = linearScale(values.from, values.to, bottomOf(area), area.top);
  const marks = labelled(roundTicks(0, hours, steps)).filter(({ at }) => at <= hours);
  const shapes = [
    axes(area, { x: placed(marks, x), y: placed(values.ticks, y), xTitle, yTitle }),
    ...(values.ticks.length === 0 ? [noValues(area)] : []),
    ...curves.map(({ points, attributes }) =>
      polyline(
        points.map(([time, value]) => [x(time), y(value)]),
        attributes,
      ),
    ),
  ];
  return { shapes, y };
}
