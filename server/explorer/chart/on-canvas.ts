/** Lines and texts of a picture on a canvas, where curves are too long for elements of the page. */
import type { Shape } from "irradiance-engine/report/scene";
import { wornColour } from "./picture.js";

export const FONT = "12px system-ui, sans-serif";

/** @param context scaled so that its units are the picture's pixels */
export function paintShape(context: CanvasRenderingContext2D, { name, attributes, children }: Shape): void {
  const number = (key: string) => Number(attributes[key] ?? 0);
  const colour = (key: string) => wornName(attributes[key]);
  if (name === "line") {
    context.strokeStyle = colour("stroke");
    context.lineWidth = number("stroke-width") || 1;
    context.setLineDash(
      String(attributes["stroke-dasharray"] ?? "")
        .split(" ")
        .filter(Boolean)
        .map(Number),
    );
    context.beginPath();
    context.moveTo(number("x1"), number("y1"));
    context.lineTo(number("x2"), number("y2"));
    context.stroke();
  }
  if (name === "text") {
    context.font = FONT;
    context.fillStyle = colour("fill");
    context.textAlign = ({ middle: "center", end: "right" } as const)[String(attributes["text-anchor"])] ?? "left";
    context.fillText(children.join(""), number("x"), number("y"));
  }
  for (const child of children) if (typeof child !== "string") paintShape(context, child);
}

/** "var(--ink)" as the page wears it now. */
function wornName(value: string | number | undefined): string {
  const name = /^var\(--([\w-]+)\)$/.exec(String(value ?? "var(--ink)"))?.[1];
  return name === undefined ? String(value) : wornColour(name);
}
