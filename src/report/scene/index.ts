/** "irradiance-engine/report/scene": pictures as plain data, which the explorer draws in its page and saves as SVG text. */
export { type Axes, axes, type LegendEntry, legend, NO_VALUES, noValues } from "./axes.js";
export { type Bar, type BarScene, type BarShapes, barShapes, figureOf } from "./bars.js";
export { type DurationCurve, type DurationScene, durationShapes } from "./duration.js";
export {
  GRID,
  GROUND,
  INK,
  type Paint,
  paint,
  painted,
  paintOn,
  SERIES_COUNT,
  SOFT,
  SUN,
  seriesColour,
  seriesPaint,
} from "./palette.js";
export { printed } from "./print.js";
export {
  type Extremes,
  extremesOf,
  labelled,
  linearScale,
  placed,
  roundTicks,
  type Scale,
  type Tick,
  type ValueScale,
  valueScale,
} from "./scale.js";
export {
  type Area,
  type Attributes,
  bottomOf,
  group,
  line,
  type Point,
  pixel,
  polyline,
  rightOf,
  type Shape,
  shape,
  text,
} from "./shape.js";
export { type Course, type SkyDot, type SkyName, type SkyScene, type SkyWords, skyShapes } from "./sky.js";
export {
  type Waterfall,
  type WaterfallBar,
  type WaterfallRow,
  type WaterfallScene,
  waterfallOf,
  waterfallShapes,
} from "./waterfall.js";
