/** "irradiance-engine/internal/report/scene": pictures as plain data, which the explorer draws in its page and saves as SVG text. */
export {
  type Axes,
  axes,
  type Extremes,
  extremesOf,
  type LegendEntry,
  labelled,
  legend,
  linearScale,
  NO_VALUES,
  noValues,
  placed,
  roundTicks,
  type Scale,
  type Tick,
  type ValueScale,
  valueScale,
} from "./axes.js";
export * from "./bars.js";
export { cellShapes } from "./cells.js";
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
export {
  type Area,
  type Attributes,
  bottomOf,
  group,
  line,
  type Point,
  pixel,
  polyline,
  printed,
  rightOf,
  type Shape,
  shape,
  text,
} from "./shape.js";
export { type Course, type SkyDot, type SkyName, type SkyScene, type SkyWords, skyShapes } from "./sky.js";
export * from "./waterfall.js";
