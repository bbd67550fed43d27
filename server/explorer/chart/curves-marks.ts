/** Marks that a chart of curves has on its canvas, besides uPlot's own. */
import { NO_VALUES } from "irradiance-engine/report/scene";
import type uPlot from "uplot";
import { themeColour } from "./colours.js";

/** Pixels that units above axes keep from the edge. */
const EDGE = 4;

/** A dashed line at a time (Unix ms), if the chart shows it. */
export function drawTime(plot: uPlot, time: number, label: string): void {
  const { left, top, width, height } = plot.bbox;
  const x = plot.valToPos(time, "x", true);
  if (x < left || x > left + width) return;
  const { ctx } = plot;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = themeColour("ink");
  ctx.setLineDash([4, 4]);
  ctx.beginPath();
  ctx.moveTo(x, top);
  ctx.lineTo(x, top + height);
  ctx.stroke();
  ctx.font = `${12 * devicePixelRatio}px sans-serif`;
  ctx.textAlign = "left";
  ctx.fillText(label, x + 4, top + 12 * devicePixelRatio);
  ctx.restore();
}

/** Says that there are no values. */
export function drawEmpty({ ctx, bbox }: uPlot): void {
  ctx.save();
  ctx.fillStyle = themeColour("ink");
  ctx.font = `${14 * devicePixelRatio}px sans-serif`;
  ctx.textAlign = "center";
  ctx.fillText(NO_VALUES, bbox.left + bbox.width / 2, bbox.top + bbox.height / 2);
  ctx.restore();
}

/** The units above their axes, where there is no room beside them. */
export function drawUnits({ ctx }: uPlot, units: readonly string[]): void {
  ctx.save();
  ctx.fillStyle = themeColour("ink");
  ctx.font = `${12 * devicePixelRatio}px sans-serif`;
  units.forEach((unit, k) => {
    ctx.textAlign = k === 0 ? "left" : "right";
    ctx.fillText(unit, k === 0 ? EDGE : ctx.canvas.width - EDGE, 12 * devicePixelRatio);
  });
  ctx.restore();
}
