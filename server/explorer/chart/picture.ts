/** Pictures that the page shows, and that stand on their own when they are saved. */
import { type Paint, paint, painted, paintOn, pixel, type Shape, SOFT, shape } from "irradiance-engine/report/scene";
import { s } from "../dom.js";
import { ground, themeColour } from "./colours.js";

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** What it shows, for those who do not see it. */
  readonly title: string;
  /** What there is to see in it, in words. */
  readonly summary?: string;
  readonly parts: readonly Shape[];
}

/** @param place attributes of its place in another picture; default: it is scaled to the page's */
export function shapeOf({ width, height, title, summary, parts }: Picture, place: Shape["attributes"] = {}): Shape {
  const look = {
    role: "img",
    "aria-label": summary ? `${title}. ${summary}` : title,
    class: "picture",
    "font-family": "sans-serif",
    "font-size": 13,
    fill: SOFT,
  };
  return shape("svg", { viewBox: `0 0 ${width} ${height}`, ...look, ...place }, shape("title", {}, title), ...parts);
}

/** A picture as an element of the page, in the colours that the page wears from then on. */
export function drawn(picture: Picture): SVGSVGElement {
  const svg = elementOf(shapeOf(picture), paintOn(ground(), paint)) as SVGSVGElement;
  // A finger cannot hover: what a bar says on hovering stands above it when it is tapped.
  svg.addEventListener("click", ({ target }) => {
    const tip = (target as Element).closest(".bar")?.querySelector("title")?.textContent;
    svg.querySelector(".tapped")?.remove();
    if (tip) svg.append(s("text", { class: "tapped", x: picture.width / 2, y: 12, "text-anchor": "middle" }, tip));
  });
  return svg;
}

/** The one printer of shapes as elements; `printed` of the engine writes them as text. */
function elementOf({ name, attributes, children }: Shape, paint: Paint): SVGElement {
  const written = Object.entries(attributes).map(([key, value]) => [
    key,
    typeof value === "number" ? pixel(value) : value && painted(value, paint),
  ]);
  return s(
    name as keyof SVGElementTagNameMap,
    Object.fromEntries(written),
    children.map((child) => (typeof child === "string" ? child : elementOf(child, paint))),
  );
}

/** The colours that the page wears now, for what leaves it. */
export function wornColour(name: string): string {
  return paintOn(ground(), themeColour)(name);
}

const NARROWEST = 330;
const WIDEST = 1240;

/** Pixels that a picture has in its place, so that its letters are as large as they are elsewhere on the page. */
export function widthFor(place: Element): number {
  return Math.min(WIDEST, Math.max(NARROWEST, place.clientWidth || WIDEST));
}

/** Pixels that a label of the time axis needs. */
export const LABEL_WIDTH = 74;

/** Where in its picture a pointer is, in the picture's own pixels. */
export function pointIn(event: PointerEvent): { x: number; y: number } {
  const target = event.target as Element;
  const svg = target.closest("svg") ?? (target.querySelector("svg") as SVGSVGElement);
  const box = svg.getBoundingClientRect();
  const { width, height } = svg.viewBox.baseVal;
  return { x: ((event.clientX - box.left) / box.width) * width, y: ((event.clientY - box.top) / box.height) * height };
}
